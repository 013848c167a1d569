"""A comparison for a terminal, and as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from leaderboard.comparison import Comparison, Differing, Line, names_of
from leaderboard.display import MISSING, Exact, as_float, format_number
from leaderboard.findings import printable
from leaderboard.records import Row
from leaderboard.results_certainty import interval_value
from leaderboard.statistics.draws import DRAWS, SEED
from leaderboard.statistics.intervals import LEVEL, METHOD, Interval

__all__ = ["comparison_value", "render_comparison", "signed"]

LONGEST: Final = 100
_WIDE: Final = 26


def signed(value: Exact | None, digits: int) -> str:
    """`value` with its sign, so that a difference reads as one."""
    text = format_number(value, digits)
    return text if value is None or value < 0 else f"+{text}"


def render_comparison(made: Comparison, most: int) -> str:
    """The comparison as lines; of the entries that differ at most `most` of a category each."""
    names = [printable(name, LONGEST) for name in names_of(made.first, made.second)]
    lines = [
        f"A  {names[0]}  ({made.first.entrant.id}){_marks(made.first)}",
        f"B  {names[1]}  ({made.second.entrant.id}){_marks(made.second)}",
        f"on {made.benchmark} {made.version}, {made.size} {made.unit}",
        "",
        printable(made.verdict, 4 * LONGEST),
        "",
    ]
    lines += _numbers(made)
    lines += ["", *_kinds(made)]
    lines += _differing(made, most)
    return "".join(f"{line}\n" for line in lines)


def _marks(row: Row) -> str:
    return f"  [{', '.join(mark.value for mark in row.marks)}]" if row.marks else ""


def _numbers(made: Comparison) -> list[str]:
    if made.unit == "cases":
        head = f"{'':{_WIDE}}{'A':>22}{'B':>22}{'A - B':>9}"
        rows = [
            f"{line.title:{_WIDE}}"
            + "".join(
                f"{_with(value, own):>22}"
                for value, own in zip((line.first, line.second), line.own or (), strict=True)
            )
            + f"{signed(line.difference, 3):>9}"
            for line in made.lines
        ]
        p_value = None if made.p_value is None else Fraction(made.p_value)
        return [head, *rows, "", f"McNemar's exact test: p = {format_number(p_value, 4)}"]
    head = f"{'':{_WIDE}}{'A':>8}{'B':>8}{'A - B':>9}   95 % interval of A - B"
    return [head, *(_number(line) for line in made.lines)]


def _number(line: Line) -> str:
    digits = 1 if line.key == "false_flags_per_contract" else 3
    title = line.title if len(line.title) < _WIDE else line.title[: _WIDE - 2] + "…"
    interval = (
        MISSING
        if line.interval is None
        else f"{signed(Fraction(line.interval.low), digits)} to "
        f"{signed(Fraction(line.interval.high), digits)}"
    )
    return (
        f"{title:{_WIDE}}{format_number(line.first, digits):>8}"
        f"{format_number(line.second, digits):>8}{signed(line.difference, digits):>9}   {interval}"
    )


def _with(value: Exact | None, own: Interval | None) -> str:
    if own is None:
        return format_number(value, 3)
    low, high = (format_number(Fraction(end), 3) for end in (own.low, own.high))
    return f"{format_number(value, 3)} {low}–{high}"


def _kinds(made: Comparison) -> list[str]:
    word = "Found by" if made.unit == "contracts" else "Passed by"
    false = made.unit == "contracts"
    head = f"{word:{_WIDE}}{'both':>8}{'only A':>8}{'only B':>8}{'neither':>9}"
    lines = [head + (f"{'false A':>9}{'false B':>9}" if false else "")]
    for kind in made.kinds:
        title = kind.title if len(kind.title) < _WIDE else kind.title[: _WIDE - 2] + "…"
        line = (
            f"{title:{_WIDE}}{kind.both:>8}{kind.only_first:>8}{kind.only_second:>8}"
            f"{kind.neither:>9}"
        )
        if kind.false is not None:
            line += f"{kind.false[0]:>9}{kind.false[1]:>9}"
        lines.append(line)
    return lines


def _differing(made: Comparison, most: int) -> list[str]:
    lines: list[str] = []
    titles = {kind.key: kind.title for kind in made.kinds}
    by_kind: dict[str, list[Differing]] = {}
    for entry in made.differing:
        by_kind.setdefault(entry.kind if entry.kind in titles else "cases", []).append(entry)
    for key in [*titles, "cases"]:
        entries = by_kind.get(key, [])
        if entries and most:
            lines += ["", f"Differing, {titles.get(key, 'cases')}: {len(entries)}"]
            lines += [_entry(entry) for entry in entries[:most]]
            if len(entries) > most:
                lines.append(f"  … {len(entries) - most} more; --entries shows more of them")
    return lines


def _entry(entry: Differing) -> str:
    fields = " | ".join(printable(value, LONGEST) for value in entry.fields.values()) or entry.kind
    return f"  only {'A' if entry.first else 'B'}  {entry.item}: {fields}"


def comparison_value(made: Comparison) -> dict[str, Any]:
    """The comparison as JSON, with every entry that differs."""
    drawn = made.unit == "contracts"
    return {
        "benchmark": made.benchmark,
        "edition": made.version,
        "first": made.first.entrant.id,
        "second": made.second.entrant.id,
        "size": made.size,
        "unit": made.unit,
        "method": METHOD if drawn else "Wilson intervals; McNemar's exact test",
        "level": LEVEL,
        "draws": DRAWS if drawn else None,
        "seed": SEED if drawn else None,
        "tied": made.tied,
        "p_value": made.p_value,
        "needed": made.needed,
        "verdict": made.verdict,
        "numbers": [_line_value(line) for line in made.lines],
        "kinds": [
            {
                "key": kind.key,
                "both": kind.both,
                "only_first": kind.only_first,
                "only_second": kind.only_second,
                "neither": kind.neither,
                "false": None if kind.false is None else list(kind.false),
            }
            for kind in made.kinds
        ],
        "differing": [
            {
                "item": entry.item,
                "kind": entry.kind,
                "found_by": "first" if entry.first else "second",
                "gold": dict(entry.fields) or None,
            }
            for entry in made.differing
        ],
    }


def _line_value(line: Line) -> dict[str, Any]:
    return {
        "key": line.key,
        "first": as_float(line.first),
        "second": as_float(line.second),
        "difference": as_float(line.difference),
        "interval": interval_value(line.interval),
        "own_intervals": None if line.own is None else [interval_value(own) for own in line.own],
    }
