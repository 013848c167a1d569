"""Disputed gold: `disputes/<benchmark>.yaml`, and what the board would be without those entries.

An entry is dropped fairly: it is no gold any more, and an answer that equals it counts neither for
nor against. That is just how the scorer treats an entry that gold marks as tolerated (SCORING 1.5).
A disputed case of clause extraction is left out with its answers.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from leaderboard.errors import BrokenRepositoryError
from leaderboard.evaluate import evaluate, explain_records
from leaderboard.explain import Outcome
from leaderboard.findings import printable
from leaderboard.ranking import primary, rank_rows
from leaderboard.records import BenchmarkBoard, Rank, Row
from leaderboard.registry import Registry
from scoring.contractscrub import ScoreCard
from scoring.contractscrub.metrics import Tally, Variant
from scoring.cuad import ClauseCard
from scoring.gold import ClauseEdition, Edition, ScrubEdition

__all__ = [
    "DISPUTES",
    "Dispute",
    "DisputeEffect",
    "RowEffect",
    "build_effect",
    "load_disputes",
]

DISPUTES: Final = "disputes"
"""The folder of disputes, below the repository's root."""
CASE: Final = "case"
"""The one field of a disputed case."""
State: TypeAlias = Literal["open", "upheld", "rejected"]
Text: TypeAlias = Annotated[str, Field(min_length=1, max_length=2_000)]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class Dispute(_Record):
    """One gold entry that somebody disputes.

    Attributes:
        id: its number in the file, such as `openscrub-1`; never used again.
        edition: the edition that has the entry.
        contract: id of the contract.
        category: key of the category, or the clause type.
        entry: the entry's fields as gold has them; for clause extraction `case` and its id.
        by: who disputes it: a GitHub login or a name.
        issue: address of the issue.
        date: when it was raised.
        state: `open`, `upheld` (the next edition mends it) or `rejected`.
        why: what is said against the entry.
        decision: why it was upheld or rejected; "" while it is open.

    """

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,38}-[1-9][0-9]{0,5}$")]
    edition: Text
    contract: Text
    category: Text
    entry: Annotated[dict[str, Text], Field(min_length=1)]
    by: Text
    issue: Annotated[str, Field(pattern=r"^https://[^\s<>\"']{1,300}$")] | None = None
    date: dt.date
    state: State
    why: Text
    decision: Annotated[str, Field(max_length=2_000)] = ""

    @model_validator(mode="after")
    def _decided_says_why(self) -> Dispute:
        if (self.state == "open") == bool(self.decision):
            raise ValueError(
                f"a dispute that is {self.state} must "
                + ("have no `decision` yet" if self.decision else "say its `decision`")
            )
        return self


class _File(_Record):
    disputes: tuple[Dispute, ...]


def load_disputes(root: Path, registry: Registry) -> Mapping[str, tuple[Dispute, ...]]:
    """Benchmark key → its disputes in order of the file; keys without any left out.

    Args:
        root: the repository's root.
        registry: its benchmarks; where an edition's gold is here, each entry must be in it.

    Raises:
        BrokenRepositoryError: a file is not of the form, or names what is not there; the sentence
            names every fault.

    """
    known = {benchmark.key: benchmark for benchmark in registry.benchmarks}
    found: dict[str, tuple[Dispute, ...]] = {}
    faults: list[str] = []
    for path in sorted((root / DISPUTES).glob("*.yaml")):
        name = f"{DISPUTES}/{path.name}"
        benchmark = known.get(path.stem)
        if benchmark is None:
            faults.append(f"{name}: there is no benchmark {printable(path.stem)}")
            continue
        disputes = _load(path, name)
        editions: dict[str, Edition | None] = {
            version: registry.load_edition(benchmark, version)
            for version in sorted({dispute.edition for dispute in disputes})
            if benchmark.edition(version) is not None
        }
        faults += [f"{name}, {fault}" for fault in _faults(disputes, editions)]
        if disputes:
            found[path.stem] = disputes
    if faults:
        raise BrokenRepositoryError("; ".join(faults))
    return found


def _load(path: Path, name: str) -> tuple[Dispute, ...]:
    try:
        content = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise BrokenRepositoryError(f"{name} cannot be read as YAML: {error}") from error
    try:
        return _File.model_validate(_tupled(content)).disputes
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = "/".join(str(part) for part in first["loc"])
        raise BrokenRepositoryError(f"{name} at {where or 'the top'}: {first['msg']}") from error


def _tupled(content: object) -> object:
    """YAML's list of records as a tuple, which a strict record asks for."""
    if isinstance(content, dict) and isinstance(content.get("disputes"), list):
        return {**content, "disputes": tuple(content["disputes"])}
    return content


def _faults(disputes: Sequence[Dispute], editions: Mapping[str, Edition | None]) -> Iterator[str]:
    counted = Counter(dispute.id for dispute in disputes)
    for id_, times in counted.items():
        if times > 1:
            yield f"{id_}: {times} disputes bear this id"
    for dispute in disputes:
        if dispute.edition not in editions:
            yield f"{dispute.id}: there is no edition {printable(dispute.edition)}"
        elif (edition := editions[dispute.edition]) is not None:
            fault = _fault(dispute, edition)
            if fault:
                yield f"{dispute.id}: {fault}"
    places = Counter(
        (each.edition, each.contract, each.category, *sorted(each.entry.items()))
        for each in disputes
    )
    for place, times in places.items():
        if times > 1:
            yield f"{times} disputes are about one entry of {printable(str(place[1]))}"


def _fault(dispute: Dispute, edition: Edition) -> str | None:
    """Why a dispute is about nothing in the edition; None if it is about something."""
    if dispute.contract not in edition.contracts:
        return f"there is no contract {printable(dispute.contract)}"
    if isinstance(edition, ScrubEdition):
        gold = edition.gold[dispute.contract].get(dispute.category, ())
        if not any(_is_meant(dispute, entry) for entry in gold):
            return (
                f"the gold of {dispute.contract} has no such entry of "
                f"{printable(dispute.category)}; give its fields as gold has them"
            )
        return None
    id_ = dispute.entry.get(CASE)
    case = next((case for case in edition.cases if case.id == id_), None)
    if case is None or set(dispute.entry) != {CASE}:
        return f"there is no such case; give its id as `{CASE}`"
    if (case.category, edition.contract_of[case.id]) != (dispute.category, dispute.contract):
        return f"the case {case.id} is not of that contract and clause type"
    return None


def _is_meant(dispute: Dispute, entry: Mapping[str, Any]) -> bool:
    fields = {key: value for key, value in entry.items() if isinstance(value, str)}
    return fields == dispute.entry and not entry.get("tolerated", False)


@dataclass(frozen=True, slots=True)
class RowEffect:
    """What dropping the disputed entries does to one row.

    Attributes:
        row: as it stands on the board.
        old: the number that it is ranked by.
        new: the same without the disputed entries.
        old_rank: its rank, or None.
        new_rank: its rank without them, or None.

    """

    row: Row
    old: Fraction | None
    new: Fraction | None
    old_rank: Rank | None
    new_rank: Rank | None


@dataclass(frozen=True, slots=True)
class DisputeEffect:
    """What dropping every disputed entry of the ranked edition does to a board.

    Attributes:
        dropped: the disputes that are dropped: of the ranked edition, open or upheld.
        found: dispute id → of how many of the scored rows the answer has the entry.
        scored: how many rows are scored.
        rows: every scored row, in order of the board without the entries.

    """

    dropped: tuple[Dispute, ...]
    found: Mapping[str, int]
    scored: int
    rows: tuple[RowEffect, ...]

    @property
    def moved(self) -> tuple[RowEffect, ...]:
        """The rows whose rank changes."""
        return tuple(row for row in self.rows if row.old_rank != row.new_rank)


def build_effect(board: BenchmarkBoard, disputes: Sequence[Dispute]) -> DisputeEffect | None:
    """What dropping disputed entries does to a board; None where none is dropped or none scored.

    Args:
        board: a ranked board.
        disputes: of its benchmark, whatever their state and edition.

    """
    dropped = tuple(
        each for each in disputes if each.edition == board.version and each.state != "rejected"
    )
    edition = board.editions.get(board.version)
    scored = [row for row in board.rows if row.card is not None]
    if not dropped or edition is None or not scored:
        return None
    again = rank_rows(replace(row, card=_rescored(row, edition, dropped)) for row in scored)
    before = {row.entrant.id: row for row in scored}
    return DisputeEffect(
        dropped=dropped,
        found=_found(scored, edition, dropped),
        scored=len(scored),
        rows=tuple(
            RowEffect(old := before[row.entrant.id], primary(old), primary(row), old.rank, row.rank)
            for row in again
        ),
    )


def _rescored(row: Row, edition: Edition, dropped: Sequence[Dispute]) -> ScoreCard | ClauseCard:
    """The card without the disputed entries; only contracts that have one are scored again."""
    if isinstance(edition, ClauseEdition):
        cases = {each.entry[CASE] for each in dropped}
        kept = replace(edition, cases=tuple(c for c in edition.cases if c.id not in cases))
        return evaluate(kept, [each for each in row.records if each["item"] not in cases])
    assert isinstance(row.card, ScoreCard)  # noqa: S101 - a row of this edition
    touched = _without(edition, dropped)
    part = evaluate(touched, [each for each in row.records if each["item"] in touched.gold])
    assert isinstance(part, ScoreCard)  # noqa: S101 - of a scrubbing edition
    scored = {contract.contract: contract for contract in part.contracts}
    contracts = tuple(scored.get(old.contract, old) for old in row.card.contracts)
    return replace(
        row.card,
        contracts=contracts,
        full=_pooled([contract.full for contract in contracts]),
        word_only=_pooled([contract.word_only for contract in contracts]),
    )


def _pooled(parts: Sequence[Mapping[str, Tally]]) -> Variant:
    return Variant({key: sum((part[key] for part in parts), Tally()) for key in parts[0]})


def _without(edition: ScrubEdition, dropped: Sequence[Dispute]) -> ScrubEdition:
    """The contracts that have a disputed entry, with those entries as tolerated ones."""
    gold: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for contract in sorted({each.contract for each in dropped}):
        gold[contract] = {
            category: [
                {**entry, "tolerated": True}
                if _is_dropped(contract, category, entry, dropped)
                else entry
                for entry in entries
            ]
            for category, entries in edition.gold[contract].items()
        }
    texts = {contract: edition.contracts[contract] for contract in gold}
    return ScrubEdition(texts, gold, edition.digest)


def _is_dropped(
    contract: str, category: str, entry: Mapping[str, Any], dropped: Sequence[Dispute]
) -> bool:
    return any(
        (each.contract, each.category) == (contract, category) and _is_meant(each, entry)
        for each in dropped
    )


def _found(rows: Sequence[Row], edition: Edition, dropped: Sequence[Dispute]) -> dict[str, int]:
    found = Counter[str]()
    for row in rows:
        found.update(_found_by(row, edition, dropped))
    return {each.id: found[each.id] for each in dropped}


def _found_by(row: Row, edition: Edition, dropped: Sequence[Dispute]) -> Iterator[str]:
    if isinstance(row.card, ClauseCard):
        passed = {item.case.id for item in row.card.cases if item.verdict.strict_passed}
        yield from (each.id for each in dropped if each.entry[CASE] in passed)
        return
    assert isinstance(edition, ScrubEdition)  # noqa: S101 - else the card is of clauses
    contracts = {each.contract for each in dropped}
    part = replace(edition, gold={contract: edition.gold[contract] for contract in contracts})
    records = [record for record in row.records if record["item"] in contracts]
    entries = {
        (entry.contract, entry.category, *sorted((entry.gold or {}).items()))
        for entry in explain_records(part, records)
        if entry.outcome is Outcome.FOUND
    }
    for each in dropped:
        if (each.contract, each.category, *sorted(each.entry.items())) in entries:
            yield each.id
