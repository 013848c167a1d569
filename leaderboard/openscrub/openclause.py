"""OpenClause: clean sibling contracts, and which clause types each of them holds.

Never OpenScrub's own contracts: a comparison would give its gold away.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from leaderboard.openscrub.build import Built, add_contacts, build_contract
from leaderboard.openscrub.changes import Changes
from leaderboard.openscrub.edition import canary_of
from leaderboard.openscrub.errors import LibraryError, ProofError
from leaderboard.openscrub.library import slug
from leaderboard.openscrub.plan import ContractPlan, plan_contracts
from leaderboard.openscrub.proof import find_faults
from leaderboard.openscrub.render import Rendering, render
from leaderboard.openscrub.shelf import Library
from leaderboard.openscrub.tree import Role, Sort
from scoring.cuad import CLAUSE_TYPES, Case, Contract

__all__ = ["OPTIONAL_TYPES", "QUESTIONS", "clause_contracts", "write_clause_edition"]

ALWAYS: Final = frozenset({"Parties", "Document Name", "Agreement Date", "Effective Date"})
"""Types that no contract lacks: they make no absent cases."""

_DETAILS: Final[Mapping[str, str]] = {
    "Anti-Assignment": "Does a party need consent, or must it give notice, to assign the contract?",
    "Change Of Control": "What may or must a party do when control of another changes hands?",
    "Most Favored Nation": "Must a party be given terms as good as those given to anybody else?",
    "Cap On Liability": "Is there a limit on what a party may have to pay for a breach?",
    "Uncapped Liability": "Is any liability free from the limit that applies to the others?",
    "Non-Compete": "Is a party kept from competing with another, in some field, place or time?",
    "Exclusivity": "Has a party promised to deal with the other alone in some field or place?",
    "Termination For Convenience": "May a party end the contract without giving a reason?",
    "Rofr/Rofo/Rofn": "Has a party a right of first refusal, first offer or first negotiation?",
    "Revenue/Profit Sharing": "Must a party share revenue or profit with the other?",
    "Minimum Commitment": "Must a party buy, sell or pay at least a certain amount?",
    "Audit Rights": "May a party inspect the books, records or premises of the other?",
    "Ip Ownership Assignment": "Does intellectual property made by a party become the other's?",
    "Joint Ip Ownership": "Do the parties own some intellectual property together?",
    "License Grant": "Does a party give the other a license?",
    "Liquidated Damages": "Is an amount fixed that is owed for a breach or on termination?",
    "Effective Date": "On what date does the contract take effect?",
    "Agreement Date": "What is the date of the contract?",
    "Expiration Date": "When does the first term of the contract end?",
    "Renewal Term": "How long is a renewal of the contract, and how does it come about?",
    "Governing Law": "Which state's or country's law governs the contract?",
    "Insurance": "Must a party take out insurance for the benefit of the other?",
    "Warranty Duration": "How long does a warranty against defects last?",
    "Covenant Not To Sue": "Has a party promised not to contest the other's rights or not to sue?",
    "Third Party Beneficiary": "Can somebody who is no party rely on the contract?",
    "Document Name": "What is the name of the contract?",
    "Affiliate License-Licensee": "Does a license extend to affiliates of the licensee?",
    "Affiliate License-Licensor": "Does a license cover what affiliates of the licensor own?",
    "Competitive Restriction Exception": "What is excepted from a promise not to compete?",
    "Irrevocable Or Perpetual License": "Is a license irrevocable or without end?",
    "No-Solicit Of Customers": "Is a party kept from soliciting the other's customers?",
    "No-Solicit Of Employees": "Is a party kept from hiring or soliciting the other's staff?",
    "Non-Disparagement": "Must a party refrain from speaking ill of the other?",
    "Non-Transferable License": "Is the transfer of a license restricted?",
    "Notice Period To Terminate Renewal": "How early must notice be given to prevent a renewal?",
    "Parties": "Who are the parties?",
    "Post-Termination Services": "What must a party still do after the contract has ended?",
    "Price Restrictions": "Is a party limited in raising or lowering its prices?",
    "Source Code Escrow": "Must source code be deposited with an escrow agent?",
    "Unlimited/All-You-Can-Eat-License": "Does a license allow use without limit?",
    "Volume Restriction": "Is there a limit on use or volume, or a charge above one?",
}

QUESTIONS: Final[Mapping[str, str]] = {
    name: f'Which parts of this contract, if any, are related to "{name}"? {details}'
    for name, details in _DETAILS.items()
}
"""The question put to a model, by clause type."""

OPTIONAL_TYPES: Final = tuple(name for name in CLAUSE_TYPES if name not in ALWAYS)
"""Types that a contract may lack."""

_BY_SLUG: Final = {slug(name): name for name in CLAUSE_TYPES}


def clause_contracts(library: Library, seed: str, count: int) -> Iterator[Contract]:
    """Clean contracts with the spans of their clause types.

    Raises:
        ProofError: a contract is not clean, or a tag is no clause type.

    """
    for plan in plan_contracts(library, f"openclause/{seed}", count):
        # No page marks and broken lines: a span is to be one passage of the text.
        style = replace(plan.style, pages="none", width=0)
        calm = replace(plan, quota=dict.fromkeys(plan.quota, 0), style=style)
        yield _write(library, calm, seed)


def _write(library: Library, plan: ContractPlan, seed: str) -> Contract:
    built = build_contract(library, plan)
    add_contacts(built.contract, built.setting)
    canary = canary_of(f"openclause/{seed}", plan.name)
    rendering = render(built.contract, plan.style, Changes(), canary)
    faults = list(find_faults(built, rendering))
    if faults:
        raise ProofError(f"{plan.name} is not clean: {'; '.join(faults[:5])}")
    spans: dict[str, set[str]] = {name: set() for name in CLAUSE_TYPES}
    for name, text in [*_tagged(built, rendering), *_always(built, rendering)]:
        spans[name].add(text)
    return Contract(
        title=plan.name,
        text=rendering.text,
        spans={name: tuple(sorted(found)) for name, found in spans.items()},
        questions=QUESTIONS,
    )


def _tagged(built: Built, rendering: Rendering) -> Iterator[tuple[str, str]]:
    """Clause types of tagged blocks, with their text and that of the items below."""
    for block in built.contract.walk():
        for tag in block.tags:
            if tag not in _BY_SLUG:
                raise ProofError(f"%{tag} is no clause type")
            inside = {id(one) for one in block.walk() if one.role is not Role.FRAME}
            texts = [
                span
                for span in rendering.spans
                if id(span.block) in inside and span.kind not in {"heading", "page"}
            ]
            yield _BY_SLUG[tag], rendering.text[texts[0].start : texts[-1].end].strip()


def _always(built: Built, rendering: Rendering) -> Iterator[tuple[str, str]]:
    """What no contract lacks: its name, its parties, its date."""
    setting = built.setting
    yield "Document Name", setting.kind.title.upper()
    for role in "AB":
        yield "Parties", setting.party(role).name
    yield "Agreement Date", setting.deal.date
    for span in rendering.spans:
        if span.atom is not None and span.atom.sort is Sort.QUOTE:
            text = rendering.text[span.start : span.end]
            if span.atom.key in setting.roles.values():
                yield "Parties", text
    yield "Effective Date", setting.deal.date


def write_clause_edition(library: Library, seed: str, count: int, folder: Path) -> int:
    """Write `contracts/<id>.txt` and `cases.json` into `folder`; the number of cases.

    Type by type, in the order of CUAD's suite, a contract that has the clause and one that lacks
    it make a case each.

    Raises:
        LibraryError: some type is present or absent everywhere, so that too few make pairs.

    """
    contracts = list(clause_contracts(library, seed, count))
    cases = _cases(contracts)
    (folder / "contracts").mkdir(parents=True, exist_ok=True)
    if (folder / "cases.json").is_file():
        for path in (folder / "contracts").glob("*.txt"):
            path.unlink()
    asked = {case.title for case in cases}
    for contract in contracts:
        if contract.title in asked:
            path = folder / "contracts" / f"{contract.title}.txt"
            path.write_bytes(contract.text.encode())
    rows = [_row(case) for case in cases]
    text = json.dumps(rows, indent=1, ensure_ascii=False) + "\n"
    (folder / "cases.json").write_bytes(text.encode())
    about = {"seed": seed, "contracts": count}
    (folder / "edition.json").write_bytes((json.dumps(about, indent=1) + "\n").encode())
    return len(cases)


def _cases(contracts: list[Contract]) -> tuple[Case, ...]:
    """One present and one absent case of each optional type, and one of each constant type."""
    paired = {
        name
        for name in OPTIONAL_TYPES
        if any(one.spans[name] for one in contracts)
        and any(not one.spans[name] for one in contracts)
    }
    if len(paired) < _LEAST_TYPES:
        raise LibraryError(
            f"{len(paired)} clause types are present in some contracts and absent in others; "
            f"{_LEAST_TYPES} are wanted"
        )
    present = [name for name in CLAUSE_TYPES if name in paired | ALWAYS]
    absent = [name for name in CLAUSE_TYPES if name in paired]
    return (
        *(_case(contracts, name, number, present=True) for number, name in enumerate(present)),
        *(_case(contracts, name, number, present=False) for number, name in enumerate(absent)),
    )


def _case(contracts: Sequence[Contract], name: str, number: int, *, present: bool) -> Case:
    """The case of a clause type: the first contract that has it, or lacks it.

    CUAD's suite looks through its contracts in one order. Here each type begins one contract
    further on, so that the cases are spread over all of them.
    """
    start = number % len(contracts)
    chosen = next(
        one for one in (*contracts[start:], *contracts[:start]) if bool(one.spans[name]) is present
    )
    kind = "p" if present else "a"
    mark = slug(name).replace("-", "_")
    return Case(f"openclause_{kind}{number + 1:02d}_{mark}", name, chosen.title, chosen.spans[name])


_LEAST_TYPES: Final = 24


def _row(case: Case) -> dict[str, Any]:
    return {
        "id": case.id,
        "category": case.category,
        "title": case.title,
        "contract": case.title,
        "question": QUESTIONS[case.category],
        "gold": list(case.gold),
    }
