"""Tables as JSON: what a page shows, with the exact values beside it."""

from __future__ import annotations

from typing import Any, TypeAlias

from leaderboard.display import Exact, as_float
from leaderboard.files import dump_json
from leaderboard.tables.table import Cell, Table

__all__ = ["table_json"]

Json: TypeAlias = dict[str, Any]


def table_json(table: Table) -> str:
    """A table with its columns' meaning; each cell has what is shown and the value behind it."""
    return dump_json(
        {
            "key": table.key,
            "title": table.title,
            "caption": table.caption,
            "columns": [
                {"key": column.key, "title": column.title, "help": column.help}
                for column in table.columns
            ],
            "rows": [
                {
                    "id": row.key,
                    "marks": list(row.badges),
                    "cells": {
                        column.key: _cell(cell)
                        for column, cell in zip(table.columns, row.cells, strict=True)
                    },
                }
                for row in table.rows
            ],
        }
    )


def _cell(cell: Cell) -> Json:
    shown: Json = {"text": cell.text, "value": _value(cell.value)}
    if cell.note:
        shown["note"] = cell.note
    if cell.range:
        shown |= {"low": _value(cell.range.low), "high": _value(cell.range.high)}
    return shown


def _value(value: Exact | str | None) -> float | str | None:
    if value is None or isinstance(value, str | int):
        return value
    return as_float(value)
