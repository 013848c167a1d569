"""Reads gold and contracts and checks their digests: the only module here that opens files.

An edition is a folder:

    contracts/<id>.txt   the text that a model is given
    gold/<id>.json       contract scrubbing: category key → entries, one file per contract
    cases.json           clause extraction: [{id, category, title, contract, question, gold}]
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from scoring.contractscrub.matching import check_gold
from scoring.cuad import Case
from scoring.errors import GoldError
from scoring.signature import digest

__all__ = [
    "GOLD_ROOT",
    "ClauseEdition",
    "Edition",
    "ScrubEdition",
    "case_digest",
    "load_clause_edition",
    "load_scrub_edition",
]

GOLD_ROOT: Final = Path(__file__).parent / "gold"
"""The folder of benchmarks that this package carries, one subfolder each."""

ScrubGold: TypeAlias = Mapping[str, Mapping[str, list[dict[str, Any]]]]


@dataclass(frozen=True, slots=True)
class ScrubEdition:
    """One edition of a scrubbing benchmark.

    Attributes:
        contracts: contract id → text.
        gold: contract id → category key → entries.
        digest: `sha256:…` over the gold, as in the signature of a score.

    """

    contracts: Mapping[str, str]
    gold: ScrubGold
    digest: str

    @property
    def items(self) -> tuple[str, ...]:
        """The ids that a submission must answer, sorted."""
        return tuple(self.gold)

    @property
    def texts_digest(self) -> str:
        """`sha256:…` over the SHA-256 of every contract's text."""
        return _digest_texts(self.contracts)


@dataclass(frozen=True, slots=True)
class ClauseEdition:
    """One edition of a clause benchmark.

    Attributes:
        contracts: contract id → text.
        cases: the cases in the edition's order.
        contract_of: case id → contract id.
        questions: case id → the question put to the model.
        digest: `sha256:…` over the cases alone, whatever archive they were built from.

    """

    contracts: Mapping[str, str]
    cases: tuple[Case, ...]
    contract_of: Mapping[str, str]
    questions: Mapping[str, str]
    digest: str

    @property
    def items(self) -> tuple[str, ...]:
        """The ids that a submission must answer, in the edition's order."""
        return tuple(case.id for case in self.cases)

    @property
    def texts_digest(self) -> str:
        """`sha256:…` over the SHA-256 of every contract's text."""
        return _digest_texts(self.contracts)


Edition: TypeAlias = ScrubEdition | ClauseEdition


def load_scrub_edition(
    folder: Path, expected: str | None = None, expected_texts: str | None = None
) -> ScrubEdition:
    """The scrubbing edition in `folder`.

    Args:
        folder: where `contracts/` and `gold/` are.
        expected: the pinned digest of the gold, or None to take it as it is.
        expected_texts: the pinned digest of the texts, or None.

    Raises:
        GoldError: a file is missing, cannot be read or is not of the form, or a digest is not
            the pinned one.

    """
    contracts = _texts(folder / "contracts")
    gold: dict[str, Any] = {}
    for contract in contracts:
        gold[contract] = _json(folder / "gold" / f"{contract}.json")
    strangers = sorted({path.stem for path in (folder / "gold").glob("*.json")} - set(gold))
    if strangers:
        raise GoldError(f"there is gold for {strangers[0]}, but no contract of that name")
    for contract, categories in gold.items():
        check_gold(contract, categories)
    edition = ScrubEdition(contracts, gold, digest(gold))
    _check_digests(folder, edition, expected, expected_texts)
    return edition


def load_clause_edition(
    folder: Path, expected: str | None = None, expected_texts: str | None = None
) -> ClauseEdition:
    """The clause edition in `folder`; arguments and errors as for `load_scrub_edition`."""
    rows = _json(folder / "cases.json")
    contracts = _texts(folder / "contracts")
    if not isinstance(rows, list):
        raise GoldError(f"{folder.name}/cases.json is no list of cases")
    cases: list[Case] = []
    contract_of: dict[str, str] = {}
    questions: dict[str, str] = {}
    for number, row in enumerate(rows, start=1):
        case, contract, question = _case(f"{folder.name}/cases.json, case {number}", row)
        if case.id in contract_of:
            raise GoldError(f"{folder.name}/cases.json has two cases with the id {case.id}")
        if contract not in contracts:
            raise GoldError(f"{folder.name}/cases.json: the contract {contract} is missing")
        cases.append(case)
        contract_of[case.id] = contract
        questions[case.id] = question
    edition = ClauseEdition(contracts, tuple(cases), contract_of, questions, case_digest(cases))
    _check_digests(folder, edition, expected, expected_texts)
    return edition


def _case(where: str, row: object) -> tuple[Case, str, str]:
    """A case with its contract and question, from one object of `cases.json`."""
    if not isinstance(row, dict):
        raise GoldError(f"{where}: an object is expected")
    texts: dict[str, str] = {}
    for key in ("id", "category", "title", "contract", "question"):
        value = row.get(key)
        if not isinstance(value, str):
            raise GoldError(f"{where}: the text `{key}` is expected")
        texts[key] = value
    gold = row.get("gold")
    if not isinstance(gold, list) or not all(isinstance(span, str) for span in gold):
        raise GoldError(f"{where}: `gold` must be a list of texts")
    case = Case(texts["id"], texts["category"], texts["title"], tuple(gold))
    return case, texts["contract"], texts["question"]


def case_digest(cases: Sequence[Case]) -> str:
    """`sha256:…` over the cases in canonical JSON, not over any archive's bytes (SCORING 2)."""
    return digest(
        [
            {"id": case.id, "category": case.category, "title": case.title, "gold": case.gold}
            for case in cases
        ]
    )


def _texts(folder: Path) -> dict[str, str]:
    if not folder.is_dir():
        raise GoldError(f"the folder {folder.parent.name}/{folder.name} is missing")
    return {path.stem: _text(path) for path in sorted(folder.glob("*.txt"))}


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise GoldError(f"{path.name} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise GoldError(f"{path.name} is not UTF-8 at byte {error.start}") from error


def _json(path: Path) -> Any:  # noqa: ANN401 - JSON can be anything
    try:
        return json.loads(_text(path), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise GoldError(f"{path.name} is not in order: {error}") from error


def _refuse_constant(token: str) -> None:
    raise ValueError(f"{token} is no JSON")


def _digest_texts(contracts: Mapping[str, str]) -> str:
    return digest(
        {
            contract: hashlib.sha256(text.encode("utf-8")).hexdigest()
            for contract, text in contracts.items()
        }
    )


def _check_digests(
    folder: Path, edition: Edition, expected: str | None, expected_texts: str | None
) -> None:
    for what, found, pinned in (
        ("gold", edition.digest, expected),
        ("texts", edition.texts_digest, expected_texts),
    ):
        if pinned is not None and found != pinned:
            raise GoldError(
                f"the {what} of {folder.parent.name} {folder.name} were changed: the digest is "
                f"{found}, but {pinned} is pinned"
            )
