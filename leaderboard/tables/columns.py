"""Columns that know how a row fills them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from leaderboard.addresses import entrant_page, entries_page
from leaderboard.display import Exact
from leaderboard.records import Entrant, Row
from leaderboard.tables.table import Better, Cell, Column, number, text

__all__ = ["ENTRY", "Filled", "Number", "Ranks", "Words", "behind", "display_name", "no_note"]


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

    def cell(self, row: Row) -> Cell:
        """What stands in it for `row`."""
        value = self.value(row)
        link = None if value is None else self.link(row)
        return number(value, self.digits, link=link, note=self.note(row))


@dataclass(frozen=True, slots=True)
class Ranks:
    """The column of ranks."""

    column: Column

    def cell(self, row: Row) -> Cell:
        """What stands in it for `row`."""
        return text(None) if row.rank is None else Cell(str(row.rank), row.rank.position)


def display_name(entrant: Entrant) -> str:
    """The name on the board, with what tells two variants of one model apart."""
    version = f" {entrant.version}" if entrant.version else ""
    told = entrant.reasoning not in {"default", "n/a"}
    return f"{entrant.name}{version}" + (f" (reasoning {entrant.reasoning})" if told else "")


ENTRY: Final[tuple[Filled, ...]] = (
    Ranks(Column("rank", "#", "Rank by exact value; equals share it.", better=Better.LOW)),
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
