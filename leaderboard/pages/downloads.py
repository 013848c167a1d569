"""Files to take away: tables as CSV, entries as JSON and CSV, editions as archives."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

from leaderboard.display import as_float
from leaderboard.explain import EntryOutcome
from leaderboard.files import dump_json
from leaderboard.findings import printable
from leaderboard.results import entry_value
from leaderboard.tables.table import Table

__all__ = [
    "archive",
    "cases_csv",
    "csv_text",
    "entries_csv",
    "entries_json",
    "outputs_json",
    "table_csv",
]

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")
ZIP_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest time that an archive can hold; no file here has one of its own."""

Value = str | int | float | Fraction | None


def csv_text(rows: Iterable[Sequence[Value]]) -> str:
    """Rows as CSV: comma, line feed, quotes where they are needed.

    Numbers are the nearest floats of exact values; missing is empty. A text that a spreadsheet
    would run as a formula is led in by an apostrophe.
    """
    import pandas as pd

    frame = pd.DataFrame([[_plain(value) for value in row] for row in rows], dtype=object)
    return str(frame.to_csv(index=False, header=False, lineterminator="\n"))


def _plain(value: Value) -> str | int | float:
    if value is None:
        return ""
    if isinstance(value, Fraction):
        return as_float(value) or 0.0
    if isinstance(value, str):
        safe = value if value.isprintable() else printable(value, len(value) * 10)
        return "'" + safe if safe.startswith(FORMULA_STARTS) else safe
    return value


def cases_csv(table: Table) -> str:
    """A table without marks as CSV: one column for each of its own, and ends of intervals."""
    head, rows = _ranged_columns(table)
    return csv_text([head, *rows])


def table_csv(table: Table) -> str:
    """A table as CSV: the row's id, its marks, and one column for each of the table's.

    A column with intervals is followed by two more with their ends, `<key>_low` and `<key>_high`.
    """
    head, rows = _ranged_columns(table)
    return csv_text(
        [
            ["id", "marks", *head],
            *(
                [row.key, "; ".join(row.badges), *values]
                for row, values in zip(table.rows, rows, strict=True)
            ),
        ]
    )


def _ranged_columns(table: Table) -> tuple[list[str], list[list[Value]]]:
    """Heads and values of a table's columns, those with intervals followed by both ends."""
    head: list[str] = []
    rows: list[list[Value]] = [[] for _ in table.rows]
    for place, column in enumerate(table.columns):
        cells = [row.cells[place] for row in table.rows]
        ranged = any(cell.range for cell in cells)
        head += [column.key, f"{column.key}_low", f"{column.key}_high"] if ranged else [column.key]
        for values, cell in zip(rows, cells, strict=True):
            values.append(cell.value)
            if ranged:
                values.extend([cell.range.low, cell.range.high] if cell.range else [None, None])
    return head, rows


def entries_json(entries: Sequence[EntryOutcome]) -> str:
    """Every entry behind a score, fields as they were written; what is missing is left out."""
    return dump_json(
        [
            {key: value for key, value in entry_value(entry).items() if value is not None}
            for entry in entries
        ],
        indent=None,
    )


def entries_csv(entries: Sequence[EntryOutcome]) -> str:
    """Every entry behind a score, one a line; fields are joined by ` | `."""
    head = ["contract", "category", "outcome", "near", "answered", "gold", "partner"]
    return csv_text(
        [
            head,
            *(
                [
                    entry.contract,
                    entry.category,
                    entry.outcome.value,
                    entry.near.value if entry.near else None,
                    _joined(entry.answered),
                    _joined(entry.gold),
                    _joined(entry.partner),
                ]
                for entry in entries
            ),
        ]
    )


def _joined(fields: Mapping[str, str] | None) -> str | None:
    return None if fields is None else " | ".join(fields.values())


def outputs_json(records: Sequence[Mapping[str, object]]) -> str:
    """Raw outputs, as they were scored; amounts are the numbers that were stated."""
    return dump_json({"outputs": [_stated(record) for record in records]})


def _stated(value: object) -> object:
    """`value` with each decimal as the JSON number that it was read from."""
    if isinstance(value, Mapping):
        return {key: _stated(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_stated(part) for part in value]
    if isinstance(value, Decimal):
        # An amount is the shortest decimal of a float, so the float gives the same digits back.
        return int(value) if value.as_tuple().exponent == 0 else float(value)
    return value


def archive(files: Mapping[str, bytes]) -> bytes:
    """A zip archive whose bytes depend on nothing but `files`: stored, sorted, without times."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as folder:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, ZIP_EPOCH)
            info.external_attr = 0o644 << 16
            info.create_system = 3
            folder.writestr(info, files[name])
    return packed.getvalue()
