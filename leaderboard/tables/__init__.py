"""What readers see: one table type, and the tables of a benchmark."""

from __future__ import annotations

from leaderboard.tables.build import BADGES, build_other_editions, build_tables
from leaderboard.tables.columns import display_name
from leaderboard.tables.table import Better, Cell, Column, Range, Table, TableRow, number, text

__all__ = [
    "BADGES",
    "Better",
    "Cell",
    "Column",
    "Range",
    "Table",
    "TableRow",
    "build_other_editions",
    "build_tables",
    "display_name",
    "number",
    "text",
]
