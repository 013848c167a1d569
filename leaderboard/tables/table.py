"""The one table type: what pages show, what CSV files hold, what sorting needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from leaderboard.display import MISSING, Exact, format_number

__all__ = ["Better", "Cell", "Column", "Range", "Table", "TableRow", "number", "text"]


class Better(StrEnum):
    """Which end of a column a reader wants."""

    HIGH = "high"
    LOW = "low"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        key: stable name, the header in CSV and the word in `?sort=`.
        title: header on the page.
        help: one sentence on what it means, with its unit.
        numeric: whether it holds numbers (aligned, sorted as numbers).
        better: which end is better; the first click sorts that end up.
        heat: whether cells are shaded by value, 0 to 1.

    """

    key: str
    title: str
    help: str
    numeric: bool = True
    better: Better = Better.HIGH
    heat: bool = False


@dataclass(frozen=True, slots=True)
class Range:
    """From where to where a value may as well lie: a 95 % interval.

    Attributes:
        low: the lower end.
        high: the upper end.
        text: both, as a reader sees them.

    """

    low: Exact
    high: Exact
    text: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell.

    Attributes:
        text: what a reader sees; `MISSING` where nothing is known.
        value: the exact value that sorting and CSV use; None is missing and sorts last.
        link: address of what stands behind it, relative to the site's root, or None.
        note: a short remark beside the value (`≥`, `partial`), or "".
        range: what the value may as well be, in small print beside it; None where that is unknown.

    """

    text: str
    value: Exact | str | None
    link: str | None = None
    note: str = ""
    range: Range | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row.

    Attributes:
        key: the entry's id, the row's anchor.
        cells: one per column.
        badges: marks of the whole row: its trust, and why it has no rank.
        successor: id and page of the entry that took its place, or None.

    """

    key: str
    cells: tuple[Cell, ...]
    badges: tuple[str, ...] = ()
    successor: Cell | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its meaning.

    Attributes:
        key: stable name, that of its CSV file.
        title: heading.
        caption: what it shows, in a sentence.
        columns: in order; the first is the rank where there is one.
        rows: in order of rank, ties by id.
        notes: badge → what it means, for the legend.

    """

    key: str
    title: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[TableRow, ...]
    notes: Mapping[str, str] = field(default_factory=dict)


def number(
    value: Exact | None,
    digits: int,
    *,
    link: str | None = None,
    note: str = "",
    ends: tuple[Exact, Exact] | None = None,
) -> Cell:
    """A cell that shows `value` with `digits` decimals, and so the `ends` of its interval."""
    return Cell(
        format_number(value, digits),
        value,
        link,
        note if value is not None else "",
        None if ends is None or value is None else _range(*ends, digits),
    )


def _range(low: Exact, high: Exact, digits: int) -> Range:
    # A dash before a minus sign cannot be read.
    between = " to " if low < 0 else "–"
    return Range(low, high, f"{format_number(low, digits)}{between}{format_number(high, digits)}")


def text(value: str | None, *, link: str | None = None, note: str = "") -> Cell:
    """A cell that shows words."""
    return Cell(value or MISSING, value or None, link, note)
