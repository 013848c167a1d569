"""Where the rows of a release stand today: said outside the frozen pages, which never change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeAlias

from leaderboard.addresses import entrant_page
from leaderboard.citation import frozen_name
from leaderboard.display import MISSING
from leaderboard.ledger import EventKind, Ledger, Published
from leaderboard.releases import Release, row_place
from leaderboard.tables.table import Better, Cell, Column, Table, TableRow, number, text

__all__ = ["Standing", "build_standings", "standing_table"]

Json: TypeAlias = Mapping[str, Any]
DIGITS: Final = 3
SAME: Final = "unchanged"
COLUMNS: Final = (
    Column("entry", "Entry", "As the release names it.", numeric=False, better=Better.NEITHER),
    Column("frozen", "In the release", "The number that its board ranks by, as frozen."),
    Column("frozen_rank", "Rank then", "Its rank in the release.", better=Better.LOW),
    Column("today", "Today", "The same number on the board of today."),
    Column("rank", "Rank today", "Its rank on the board of today.", better=Better.LOW),
    Column(
        "state",
        "What happened",
        "Whether any published number of the row moved since, and what became of the row.",
        numeric=False,
        better=Better.NEITHER,
    ),
)


@dataclass(frozen=True, slots=True)
class Standing:
    """One frozen row beside the row that it is today.

    Attributes:
        benchmark: its key.
        frozen: the row in the release's `results.json`.
        today: the row in the results of today; None if there is none.
        states: what happened, a phrase each; empty if nothing did.

    """

    benchmark: str
    frozen: Json
    today: Json | None
    states: tuple[str, ...]


def build_standings(release: Release, now: Published, ledger: Ledger) -> tuple[Standing, ...]:
    """Every row of a release with what became of it.

    Args:
        release: the release.
        now: the board of today.
        ledger: what moved from the one to the other.

    """
    moved = {(move.benchmark, move.id): len(move.numbers) for move in ledger.moves}
    today = {(key, row["id"]): row for key, row in now.rows()}
    former = {(key, alias): row for key, row in now.rows() for alias in row["aliases"]}
    events: dict[tuple[str, str], list[str]] = {}
    for event in ledger.events:
        if event.kind is not EventKind.NEW:
            what = f"renamed to {event.id}" if event.kind is EventKind.RENAMED else str(event.kind)
            note = f": {event.note}" if event.note and event.kind is not EventKind.RENAMED else ""
            by = f" by {event.successor}" if event.successor else ""
            events.setdefault((event.benchmark, event.id), []).append(what + by + note)
    standings = []
    for key, frozen in _rows(release):
        row = today.get((key, frozen["id"])) or former.get((key, frozen["id"]))
        place = (key, row["id"] if row else frozen["id"])
        count = moved.get(place, 0)
        numbers = [f"{count:,} {'number' if count == 1 else 'numbers'} moved"] if count else []
        standings.append(Standing(key, frozen, row, (*numbers, *events.get(place, []))))
    return tuple(standings)


def _rows(release: Release) -> Iterator[tuple[str, Json]]:
    for key, board in release.results["benchmarks"].items():
        for row in (*board["rows"], *board["other_editions"]):
            yield key, row


def standing_table(release: Release, key: str, title: str, standings: Sequence[Standing]) -> Table:
    """The standings on one benchmark as a table, in the order of the release."""
    version = str(release.version)
    rows = [
        TableRow(standing.frozen["id"], _cells(version, standing))
        for standing in standings
        if standing.benchmark == key
    ]
    return Table(
        key=f"standing-{key}",
        title=title,
        caption=f"Rows of {title} in release {version} and where they stand today.",
        columns=COLUMNS,
        rows=tuple(rows),
    )


def _cells(version: str, standing: Standing) -> tuple[Cell, ...]:
    frozen, today = standing.frozen, standing.today
    page = row_place(version, standing.benchmark, frozen["id"])
    return (
        text(frozen_name(frozen), link=page),
        _primary(frozen),
        _rank(frozen),
        _primary(today, link=entrant_page(today["id"])) if today else text(None),
        _rank(today) if today else text(None),
        text("; ".join(standing.states) or SAME),
    )


def _primary(row: Json, link: str | None = None) -> Cell:
    value = row["primary"]
    # The shortest decimal of a float rounds as the exact fraction does.
    exact = None if value is None else Fraction(repr(value))
    return number(exact, DIGITS, link=None if value is None else link)


def _rank(row: Json) -> Cell:
    if row["rank"] is None:
        return Cell(MISSING, None)
    return Cell(f"{'=' if row['rank_shared'] else ''}{row['rank']}", row["rank"])
