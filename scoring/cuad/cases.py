"""The cases of the clause task, built from contracts in CUAD's shape (SCORING 2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypedDict

__all__ = [
    "ABSENT",
    "CLAUSE_TYPES",
    "PRESENT",
    "Case",
    "CaseListing",
    "ClauseDataError",
    "Contract",
    "all_cases",
    "build_cases",
    "clause_prompt",
    "list_cases",
    "parse_squad",
]

PRESENT: Final = 20
"""Cases of the default suite whose clause is present."""

ABSENT: Final = 12
"""Cases of the default suite whose clause is absent."""

CLAUSE_TYPES: Final = (
    # The suite's twenty, the subtle and often misread ones first.
    "Anti-Assignment",
    "Change Of Control",
    "Most Favored Nation",
    "Cap On Liability",
    "Uncapped Liability",
    "Non-Compete",
    "Exclusivity",
    "Termination For Convenience",
    "Rofr/Rofo/Rofn",
    "Revenue/Profit Sharing",
    "Minimum Commitment",
    "Audit Rights",
    "Ip Ownership Assignment",
    "Joint Ip Ownership",
    "License Grant",
    "Liquidated Damages",
    "Effective Date",
    "Agreement Date",
    "Expiration Date",
    "Renewal Term",
    # Six that the suite names next.
    "Governing Law",
    "Insurance",
    "Warranty Duration",
    "Covenant Not To Sue",
    "Third Party Beneficiary",
    "Document Name",
    # The rest, alphabetically.
    "Affiliate License-Licensee",
    "Affiliate License-Licensor",
    "Competitive Restriction Exception",
    "Irrevocable Or Perpetual License",
    "No-Solicit Of Customers",
    "No-Solicit Of Employees",
    "Non-Disparagement",
    "Non-Transferable License",
    "Notice Period To Terminate Renewal",
    "Parties",
    "Post-Termination Services",
    "Price Restrictions",
    "Source Code Escrow",
    "Unlimited/All-You-Can-Eat-License",
    "Volume Restriction",
)
"""CUAD's 41 clause types, in the order in which cases are built."""

_KNOWN_TYPES: Final = frozenset(CLAUSE_TYPES)
_TYPE_IN_QUESTION: Final = re.compile(r'related to "([^"]{1,100})"')
_NOT_IN_AN_ID: Final = re.compile(r"[^a-z0-9]+")
_SHOWN: Final = 60


class ClauseDataError(ValueError):
    """Data are not of the shape that is known, or hold too little for what is asked.

    The message says where and what was seen.
    """


@dataclass(frozen=True, slots=True)
class Contract:
    """One contract with its gold.

    Attributes:
        title: names the contract, unique within a source.
        text: the whole contract.
        spans: clause type → spans of the text that are such a clause, sorted and without
            repeats, so that two sources which list them differently give the same gold. A type
            without spans is absent; a type that is no key was not annotated.
        questions: clause type → CUAD's question for it. Same keys as `spans`.

    """

    title: str
    text: str
    spans: Mapping[str, tuple[str, ...]]
    questions: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Case:
    """One contract and one clause type.

    Attributes:
        id: names the case within its suite.
        category: the clause type.
        title: the contract's title.
        gold: the clause's spans, sorted; none where the clause is absent.

    """

    id: str
    category: str
    title: str
    gold: tuple[str, ...]

    @property
    def gold_present(self) -> bool:
        """Whether the contract has the clause."""
        return bool(self.gold)


class CaseListing(TypedDict):
    """A case without its gold, as it is listed."""

    id: str
    category: str
    title: str
    gold_present: bool


def _fault(where: str, wanted: str, seen: object) -> ClauseDataError:
    if isinstance(seen, (list, dict)):
        shown = f"{'a list' if isinstance(seen, list) else 'an object'} of {len(seen)}"
    else:
        shown = repr(seen)
        shown = shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"
    return ClauseDataError(f"{where}: expected {wanted}, saw {shown}")


def _object(value: object, where: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise _fault(where, "an object", value)
    return value


def _field(record: dict[str, object], key: str, where: str) -> object:
    if key not in record:
        keys = ", ".join(sorted(record)[:10])
        raise ClauseDataError(f"{where}: expected the key {key!r}, saw the keys {keys or '(none)'}")
    return record[key]


def _list(record: dict[str, object], key: str, where: str) -> list[object]:
    value = _field(record, key, where)
    if not isinstance(value, list):
        raise _fault(f"{where}.{key}", "a list", value)
    return value


def _text(record: dict[str, object], key: str, where: str) -> str:
    value = _field(record, key, where)
    if not isinstance(value, str) or not value.strip():
        raise _fault(f"{where}.{key}", "a text", value)
    return value


def _parse_question(value: object, where: str) -> tuple[str, str, tuple[str, ...]]:
    """Return the clause type, the question and the spans of one entry of `qas`."""
    record = _object(value, where)
    question = _text(record, "question", where)
    match = _TYPE_IN_QUESTION.search(question)
    if match is None:
        raise _fault(f"{where}.question", 'a question with: related to "<clause type>"', question)
    category = match[1]
    if category not in _KNOWN_TYPES:
        raise _fault(f"{where}.question", f"one of CUAD's {len(CLAUSE_TYPES)} types", category)
    spans = {
        _text(_object(answer, place), "text", place)
        for index, answer in enumerate(_list(record, "answers", where))
        for place in (f"{where}.answers[{index}]",)
    }
    return category, question, tuple(sorted(spans))


def _parse_contract(value: object, where: str) -> Contract:
    record = _object(value, where)
    title = _text(record, "title", where)
    paragraphs = _list(record, "paragraphs", where)
    if len(paragraphs) != 1:
        raise _fault(f"{where}.paragraphs", "one paragraph, the whole contract", paragraphs)
    place = f"{where}.paragraphs[0]"
    paragraph = _object(paragraphs[0], place)
    spans: dict[str, tuple[str, ...]] = {}
    questions: dict[str, str] = {}
    for index, entry in enumerate(_list(paragraph, "qas", place)):
        category, question, found = _parse_question(entry, f"{place}.qas[{index}]")
        if category in spans:
            raise _fault(f"{place}.qas[{index}]", "each clause type once", category)
        spans[category] = found
        questions[category] = question
    return Contract(title, _text(paragraph, "context", place), spans, questions)


def parse_squad(value: object) -> tuple[Contract, ...]:
    """Return the contracts of a SQuAD-shaped JSON value, in its order.

    Args:
        value: what a JSON parser gave: `data`, a list of `title` and one paragraph with
            `context` and `qas`, each with `question` and `answers`. Other keys are not looked at:
            offsets are not gold, and whether a clause is present is read from its answers.

    Raises:
        ClauseDataError: at the first place where the value is of another shape.

    """
    contracts: dict[str, Contract] = {}
    for index, entry in enumerate(_list(_object(value, "the file"), "data", "the file")):
        contract = _parse_contract(entry, f"data[{index}]")
        if contract.title in contracts:
            raise _fault(f"data[{index}].title", "each title once", contract.title)
        contracts[contract.title] = contract
    return tuple(contracts.values())


def _slug(category: str) -> str:
    return _NOT_IN_AN_ID.sub("_", category.lower()).strip("_")


def _first_cases(
    contracts: Sequence[Contract], size: int, *, present: bool, prefix: str
) -> list[Case]:
    """Return `size` cases of one kind, a type that no contract serves left out."""
    kind = "present" if present else "absent"
    if not 0 <= size <= len(CLAUSE_TYPES):
        raise ClauseDataError(
            f"{size} {kind} cases: there is one case per clause type and kind, "
            f"so ask for 0 to {len(CLAUSE_TYPES)}"
        )
    cases: list[Case] = []
    for category in CLAUSE_TYPES:
        if len(cases) == size:
            break
        for contract in contracts:
            spans = contract.spans.get(category)
            if spans is not None and bool(spans) is present:
                case_id = f"{prefix}_{kind[0]}{len(cases) + 1:02d}_{_slug(category)}"
                cases.append(Case(case_id, category, contract.title, spans))
                break
    if len(cases) < size:
        raise ClauseDataError(
            f"{size} {kind} cases: only {len(cases)} clause types are {kind} in some contract, "
            f"so ask for at most {len(cases)}"
        )
    return cases


def build_cases(
    contracts: Sequence[Contract],
    *,
    present: int = PRESENT,
    absent: int = ABSENT,
    prefix: str = "cuad",
) -> tuple[Case, ...]:
    """Return a suite: type by type the first contract that has it, then that lacks it.

    Args:
        contracts: in the order in which they are looked through.
        present: number of cases whose clause is present, at most one per clause type.
        absent: number of cases whose clause is absent, at most one per clause type.
        prefix: first part of the ids, as in `cuad_p01_anti_assignment`.

    Returns:
        The present cases, then the absent ones, in the order of `CLAUSE_TYPES`. A type that no
        contract has (or none lacks) is passed over and the next one taken, as the suite does.

    Raises:
        ClauseDataError: when a size cannot be reached.

    """
    return (
        *_first_cases(contracts, present, present=True, prefix=prefix),
        *_first_cases(contracts, absent, present=False, prefix=prefix),
    )


def all_cases(contracts: Sequence[Contract], *, prefix: str = "cuad") -> tuple[Case, ...]:
    """Return every contract with every clause type it was annotated for.

    Contract by contract, types in the order of `CLAUSE_TYPES`. Ids count the contracts from 1:
    `cuad_c001_anti_assignment`.
    """
    return tuple(
        Case(
            f"{prefix}_c{number:03d}_{_slug(category)}",
            category,
            contract.title,
            contract.spans[category],
        )
        for number, contract in enumerate(contracts, start=1)
        for category in CLAUSE_TYPES
        if category in contract.spans
    )


def list_cases(cases: Iterable[Case]) -> list[CaseListing]:
    """Return `cases` without their gold, ready to be written as JSON."""
    return [
        {
            "id": case.id,
            "category": case.category,
            "title": case.title,
            "gold_present": case.gold_present,
        }
        for case in cases
    ]


def clause_prompt(text: str, question: str) -> str:
    """Return the question as it is put to a model.

    Args:
        text: the whole contract.
        question: CUAD's question for the clause type.

    """
    return (
        f"===== CONTRACT =====\n{text}\n\n===== QUESTION =====\n{question}\n\n"
        "If the contract has such a clause, quote the exact text of the relevant span(s), "
        "verbatim.\n"
        "If there is no such clause, answer exactly: NO CLAUSE FOUND\n"
        "Answer with nothing else.\n"
    )
