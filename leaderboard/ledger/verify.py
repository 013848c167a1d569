"""Reproduces the rows of one entry from the repository alone and compares them with a release."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias

from leaderboard.certainty import with_own_certainty
from leaderboard.digests import scorer_digest
from leaderboard.ledger.baseline import Published, check_form
from leaderboard.ledger.causes import Side
from leaderboard.ledger.changelog import Changelog
from leaderboard.ledger.derive import compare_rows, is_scored, row_sides
from leaderboard.ledger.numbers import row_numbers
from leaderboard.ledger.records import RowMove
from leaderboard.lookup import Lookup
from leaderboard.pricing import load_common_prices_date
from leaderboard.records import Row
from leaderboard.registry import Benchmark
from leaderboard.results import row_value

__all__ = ["Basis", "Outcome", "VerifiedRow", "verify_rows"]

Json: TypeAlias = Mapping[str, Any]


class Outcome(StrEnum):
    """What became of one row."""

    REPRODUCED = "reproduced"
    EQUAL = "equal"
    MOVED = "moved"
    NOT_THERE = "not in this release"
    NOT_SCORED = "not verified"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Basis:
    """One thing that a row's numbers rest on.

    Attributes:
        what: such as `gold`.
        old: its version or digest as published; None where it was not stated.
        new: as it is here.

    """

    what: str
    old: str | None
    new: str | None

    @property
    def same(self) -> bool:
        """Whether it is what was published."""
        return self.old == self.new


@dataclass(frozen=True, slots=True)
class VerifiedRow:
    """One row, scored again.

    Attributes:
        benchmark: key of the benchmark.
        title: of the benchmark.
        edition: the edition that was answered; "" for figures that a paper reports.
        outcome: what became of it.
        outputs: how many raw outputs it was scored from.
        numbers: how many numbers were reproduced.
        move: the numbers that moved, with causes; None if none did.
        bases: what the numbers rest on, then and now; empty where nothing was published.
        primary: the number that it is ranked by, as reproduced; None if unknown.
        published_id: the id that it bore in the release, or None.

    """

    benchmark: str
    title: str
    edition: str
    outcome: Outcome
    outputs: int = 0
    numbers: int = 0
    move: RowMove | None = None
    bases: tuple[Basis, ...] = ()
    primary: float | None = None
    published_id: str | None = None

    @property
    def is_explained(self) -> bool:
        """Whether nothing about it needs a reason that is not given."""
        if self.outcome is Outcome.GONE:
            return False
        return self.move is None or not self.move.unexplained


def verify_rows(
    lookup: Lookup, name: str, published: Published | None, changelog: Changelog
) -> tuple[VerifiedRow, ...]:
    """Score an entry again from raw outputs, gold and scorer, and compare number by number.

    Nothing is taken from a cache or the network. Intervals are computed again as well; ranks,
    which hang on the other rows, are not.

    Args:
        lookup: the repository.
        name: an id or a former one.
        published: what to compare with; None to reproduce only.
        changelog: where scorer, gold, programs and price lists give their reasons.

    Raises:
        UsageError: the name leads nowhere, or the submission has findings.
        BrokenRepositoryError: gold or results are not in order.

    """
    rows = lookup.rows(name)
    before = row_sides(check_form(published)) if published else {}
    names = {row.entrant.id for row in rows} | {name}
    names |= {alias for row in rows for alias in row.entrant.aliases}
    verified = [
        _verify(lookup, row, before, changelog, compared=published is not None) for row in rows
    ]
    here = {row.benchmark for row in rows}
    return (*verified, *_gone(lookup, before, names, here))


def _verify(
    lookup: Lookup,
    row: Row,
    before: Mapping[tuple[str, str], Side],
    changelog: Changelog,
    *,
    compared: bool,
) -> VerifiedRow:
    benchmark = lookup.registry[row.benchmark]
    new = _side(row, benchmark)
    made = VerifiedRow(
        row.benchmark,
        benchmark.title,
        row.version,
        Outcome.REPRODUCED,
        len(row.records),
        len(row_numbers(new.row)),
        primary=new.row["primary"],
    )
    if not is_scored(new):
        return replace(made, outcome=Outcome.NOT_SCORED)
    known = ((row.benchmark, id_) for id_ in (row.entrant.id, *row.entrant.aliases))
    old = next((before[key] for key in known if key in before), None)
    if old is None:
        return replace(made, outcome=Outcome.NOT_THERE) if compared else made
    move = compare_rows(row.benchmark, old, new, changelog)
    return replace(
        made,
        outcome=Outcome.MOVED if move else Outcome.EQUAL,
        move=move,
        bases=tuple(_bases(old, new)),
        published_id=old.row["id"],
    )


def _side(row: Row, benchmark: Benchmark) -> Side:
    """The row as `results.json` would hold it, with what would stand above it."""
    if row.version == benchmark.current:
        # Rows of other editions have no intervals on the board either.
        row = with_own_certainty(row)
    above = {"title": benchmark.title, "edition": benchmark.current, "scored_here": True}
    results = {
        "scorer_digest": scorer_digest(),
        "common_prices": load_common_prices_date().isoformat(),
    }
    return Side(None, row_value(row), above, results)


def _bases(old: Side, new: Side) -> Iterator[Basis]:
    for what, key in (("submission", "submission_digest"), ("raw outputs", "outputs_digest")):
        if old.row.get(key) is not None or new.row.get(key) is not None:
            yield Basis(what, old.row.get(key), new.row.get(key))
    if new.gold is not None:
        yield Basis("gold", old.gold, new.gold)
        yield Basis("scorer", old.scorer, new.scorer)
        yield Basis("scorer's code", *(side.results.get("scorer_digest") for side in (old, new)))


def _gone(
    lookup: Lookup,
    before: Mapping[tuple[str, str], Side],
    names: set[str],
    here: set[str],
) -> Iterator[VerifiedRow]:
    """Rows that were published and that the entry has no more."""
    for (benchmark, id_), side in before.items():
        if id_ not in names or benchmark in here:
            continue
        # A program has no row where its benchmark's gold is not at hand.
        outcome = Outcome.NOT_SCORED if side.is_program else Outcome.GONE
        if outcome is Outcome.NOT_SCORED and _at_hand(lookup, benchmark):
            outcome = Outcome.GONE
        yield VerifiedRow(
            benchmark,
            side.benchmark["title"],
            side.row["edition"] or "",
            outcome,
            published_id=id_,
        )


def _at_hand(lookup: Lookup, key: str) -> bool:
    known = next((each for each in lookup.registry.benchmarks if each.key == key), None)
    return known is not None and lookup.edition(key, known.current) is not None
