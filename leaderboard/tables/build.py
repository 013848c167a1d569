"""From a benchmark's rows to the tables that readers see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from leaderboard.addresses import entrant_page
from leaderboard.records import BenchmarkBoard, Mark, Row, Trust
from leaderboard.tables import clauses, cost, scrubbing
from leaderboard.tables.columns import ENTRY, Filled, Words, ties
from leaderboard.tables.table import Better, Cell, Column, Table, TableRow, text

__all__ = ["BADGES", "build_other_editions", "build_tables"]

BADGES: Final = {
    Trust.REPORTED.value: "A figure that a paper prints, not re-scored here; it carries no rank.",
    Trust.SCORED.value: "Re-scored here from the raw outputs.",
    Trust.REPRODUCED.value: "The maintainers ran the model again and the result held.",
    Mark.PROGRAM.value: "A program, not a language model: a yardstick.",
    Mark.OWN_PROMPT.value: "Run with the submitter's own prompt.",
    Mark.REPRODUCTION_DIFFERS.value: "The maintainers ran the model again, and the number lies "
    "outside the published interval; the entry's page has both.",
    Mark.PARTIAL.value: "Some items have no answer that counts; they count as missed. Unranked.",
    Mark.FLOOD.value: "More than ten answered entries per gold entry. Unranked.",
    Mark.OTHER_EDITION.value: "Answered another edition of the benchmark. Unranked.",
    Mark.SUPERSEDED.value: "Replaced by a later entry. Unranked.",
    Mark.RETRACTED.value: "Withdrawn by its submitters or the maintainers. Unranked.",
}
"""Badge → what it means, for the legend under a table."""

SMALL_PRINT: Final = (
    "In small print: where a rank or a number may as well be, with other contracts like these "
    "(95 % intervals)."
)


def build_tables(board: BenchmarkBoard) -> tuple[Table, ...]:
    """The tables of one benchmark, the overall one first.

    For contract scrubbing: `overall`, `categories`, `word-only`, `cost`; for clause extraction:
    `overall`, `clause-types`, `cost`. Rows of other editions are no part of them.
    """
    rows = board.rows
    if board.benchmark.is_scrubbing:
        return (
            _table(
                rows,
                "overall",
                "Overall",
                _caption(rows, scrubbing.OVERALL_CAPTION, scrubbing.UNRANKED_CAPTION),
                _with_ties(scrubbing.OVERALL, rows),
            ),
            _table(
                rows, "categories", "Categories", scrubbing.CATEGORIES_CAPTION, scrubbing.CATEGORY
            ),
            _table(
                rows, "word-only", "Word-only", scrubbing.WORD_ONLY_CAPTION, scrubbing.WORD_ONLY
            ),
            _table(rows, "cost", "Cost and time", cost.CAPTION, cost.columns("contract")),
        )
    return (
        _table(
            rows,
            "overall",
            "Overall",
            _caption(rows, clauses.OVERALL_CAPTION, clauses.UNRANKED_CAPTION),
            _with_ties(clauses.OVERALL, rows),
        ),
        _table(
            rows, "clause-types", "Clause types", clauses.TYPES_CAPTION, clauses.type_columns(rows)
        ),
        _table(rows, "cost", "Cost and time", cost.CAPTION, cost.columns("case")),
    )


def build_other_editions(board: BenchmarkBoard) -> Table:
    """The overall table of the rows that answered another edition, unranked."""
    edition = Words(
        Column("edition", "Edition", "The edition answered.", numeric=False, better=Better.NEITHER),
        lambda row: row.version,
    )
    columns = scrubbing.OVERALL if board.benchmark.is_scrubbing else clauses.OVERALL
    return _table(
        board.others,
        "other-editions",
        "Other editions",
        "Rows that answered another edition; they are not comparable with the board's own.",
        (edition, *columns),
    )


def _caption(rows: Sequence[Row], ranked: str, unranked: str) -> str:
    """The caption that says what a board is ranked by, if anything on it is ranked."""
    caption = ranked if any(row.rank for row in rows) else unranked
    return f"{caption} {SMALL_PRINT}" if ties(rows) else caption


def _with_ties(columns: Sequence[Filled], rows: Sequence[Row]) -> tuple[Filled, ...]:
    """The columns with the tie groups after the first, which the board is ranked by."""
    return (*columns[:1], *ties(rows), *columns[1:])


def _table(
    rows: Sequence[Row], key: str, title: str, caption: str, columns: Sequence[Filled]
) -> Table:
    columns = (*ENTRY, *columns)
    used = {badge for row in rows for badge in _badges(row)}
    return Table(
        key=key,
        title=title,
        caption=caption,
        columns=tuple(filled.column for filled in columns),
        rows=tuple(
            TableRow(
                row.entrant.id,
                tuple(filled.cell(row) for filled in columns),
                _badges(row),
                _successor(row),
            )
            for row in rows
        ),
        notes={badge: note for badge, note in BADGES.items() if badge in used},
    )


def _successor(row: Row) -> Cell | None:
    id_ = row.entrant.successor
    return None if id_ is None else text(id_, link=entrant_page(id_))


def _badges(row: Row) -> tuple[str, ...]:
    return (row.trust.value, *(mark.value for mark in row.marks))
