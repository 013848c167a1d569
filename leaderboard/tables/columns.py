"""Columns that know how a row fills them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Protocol

from leaderboard.addresses import entrant_page, entries_page
from leaderboard.display import Exact
from leaderboard.records import Entrant, Row
from leaderboard.tables.table import Better, Cell, Column, Range, number, text

__all__ = [
    "ENTRY",
    "Filled",
    "Number",
    "Ranks",
    "Ties",
    "Words",
    "behind",
    "display_name",
    "ends",
    "no_note",
    "spans",
    "ties",
]


class Filled(Protocol):
    """A column that knows how a row fills it."""

    @property
    def column(self) -> Column:
        """The column."""

    def cell(self, row: Row) -> Cell:
        """What stands in it for `row`."""


def no_link(_: Row) -> None:
    """No page stands behind it."""


def no_note(_: Row) -> str:
    """Nothing to remark."""
    return ""


@dataclass(frozen=True, slots=True)
class Words:
    """A column of words."""

    column: Column
    value: Callable[[Row], str | None]
    link: Callable[[Row], str | None] = no_link

    def cell(self, row: Row) -> Cell:
        """What stands in it for `row`."""
        return text(self.value(row), link=self.link(row))


@dataclass(frozen=True, slots=True)
class Number:
    """A column of numbers, rounded to `digits` decimals for display only."""

    column: Column
    value: Callable[[Row], Exact | None]
    digits: int = 3
    link: Callable[[Row], str | None] = no_link
    note: Callable[[Row], str] = no_note
    measure: str = ""
    """Key of the measure whose interval stands beside the value; "" for none."""

    def cell(self, row: Row) -> Cell:
        """What stands in it for `row`."""
        value = self.value(row)
        link = None if value is None else self.link(row)
        return number(
            value, self.digits, link=link, note=self.note(row), ends=ends(row, self.measure)
        )


@dataclass(frozen=True, slots=True)
class Ranks:
    """The column of ranks."""

    column: Column

    def cell(self, row: Row) -> Cell:
        """What stands in it for `row`."""
        if row.rank is None:
            return text(None)
        ranks = row.certainty.ranks if row.certainty else None
        if ranks is None:
            return Cell(str(row.rank), row.rank.position)
        low, high = ranks
        words = f"{low}–{high}" if low < high else str(low)
        return Cell(str(row.rank), row.rank.position, range=Range(low, high, words))


@dataclass(frozen=True, slots=True)
class Ties:
    """The column of tie groups: the ranks of those that a row cannot be told apart from.

    Attributes:
        column: the column.
        positions: row id → its rank, of the ranked rows.

    """

    column: Column
    positions: Mapping[str, int]

    def cell(self, row: Row) -> Cell:
        """What stands in it for `row`: `2, 4–6`, or `none`."""
        if row.rank is None or row.certainty is None or row.certainty.ranks is None:
            return text(None)
        tied = row.certainty.tied
        words = spans(self.positions[other] for other in tied if other in self.positions)
        return Cell(words or "none", len(tied))


def spans(numbers: Iterable[int]) -> str:
    """Whole numbers as a reader would list them: 2, 4, 5, 6 → `2, 4–6`."""
    parts: list[list[int]] = []
    for number_ in sorted(set(numbers)):
        if parts and number_ == parts[-1][1] + 1:
            parts[-1][1] = number_
        else:
            parts.append([number_, number_])
    return ", ".join(f"{low}–{high}" if low < high else str(low) for low, high in parts)


def ties(rows: Sequence[Row]) -> tuple[Ties, ...]:
    """The column of tie groups; none where no row has one."""
    if not any(row.certainty and row.certainty.ranks for row in rows):
        return ()
    column = Column(
        "ties",
        "Tied with",
        "Ranks of the entries that it cannot be told apart from: the 95 % interval of the paired "
        "difference holds 0.",
        better=Better.LOW,
    )
    return (
        Ties(column, {row.entrant.id: row.rank.position for row in rows if row.rank is not None}),
    )


def ends(row: Row, measure: str) -> tuple[Exact, Exact] | None:
    """Both ends of the interval of a row's measure, exactly as they were computed."""
    interval = row.certainty.intervals.get(measure) if row.certainty else None
    return None if interval is None else (Fraction(interval.low), Fraction(interval.high))


def display_name(entrant: Entrant) -> str:
    """The name on the board, with what tells two variants of one model apart."""
    version = f" {entrant.version}" if entrant.version else ""
    told = entrant.reasoning not in {"default", "n/a"}
    return f"{entrant.name}{version}" + (f" (reasoning {entrant.reasoning})" if told else "")


ENTRY: Final[tuple[Filled, ...]] = (
    Ranks(
        Column(
            "rank",
            "#",
            "Rank by exact value; equals share it. In small print: where it may as well be.",
            better=Better.LOW,
        )
    ),
    Words(
        Column("entry", "Entry", "Model, agent or program.", numeric=False, better=Better.NEITHER),
        lambda row: display_name(row.entrant),
        lambda row: entrant_page(row.entrant.id),
    ),
    Words(
        Column("organization", "By", "Who made it.", numeric=False, better=Better.NEITHER),
        lambda row: row.entrant.organization,
    ),
)


def behind(row: Row) -> str | None:
    """The page with the entries behind a row's numbers, if the row was scored here."""
    return entries_page(row.entrant.id, row.benchmark) if row.card else None
