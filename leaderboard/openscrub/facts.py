"""Facts: values that a contract states twice, and how values are printed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from leaderboard.openscrub.errors import MarkupError

__all__ = [
    "NUMBER_STYLES",
    "UNITS",
    "Fact",
    "parse_fact",
    "parse_value",
    "print_value",
    "spell",
    "spellings",
]

UNITS: Final = ("days", "months", "years", "hours", "miles", "percent", "dollars")
"""What facts are counted in."""

NUMBER_STYLES: Final = ("both", "figures", "words")
"""`thirty (30) days`, `30 days`, `thirty days`."""

_SMALL: Final = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS: Final = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_VALUE: Final = re.compile(
    r"(?:[a-z-]+ \((?P<inside>\d{1,3})\)|(?P<bare>\d{1,3}))(?P<unit> [a-z]+)?(?P<rest>[^\d]*)"
)
_WORDS_UP_TO: Final = 99


@dataclass(frozen=True, slots=True)
class Fact:
    """A value that may be stated twice.

    Attributes:
        name: its id.
        unit: one of `UNITS`.
        values: numbers it may have; two of them contradict each other.
        what: what it is, in words.

    """

    name: str
    unit: str
    values: tuple[int, ...]
    what: str


def parse_fact(name: str, value: object) -> Fact:
    """One fact of a file.

    Raises:
        MarkupError: it is not of the form.

    """
    if not isinstance(value, dict):
        raise MarkupError("not a mapping")
    unit, values, what = value.get("unit"), value.get("values"), value.get("what")
    if unit not in UNITS:
        raise MarkupError(f"unit is one of {', '.join(UNITS)}")
    if not isinstance(values, list) or not all(type(item) is int and item > 1 for item in values):
        raise MarkupError("values is a list of whole numbers above 1")
    if len(set(values)) < 3:  # noqa: PLR2004 - the value, and a choice of wrong ones
        raise MarkupError("values holds at least three different numbers")
    if not isinstance(what, str) or not what.strip():
        raise MarkupError("what says in words what the fact is")
    return Fact(name, str(unit), tuple(values), what.strip())


def spell(number: int) -> str:
    """A number from 0 to 999 in words."""
    if number < len(_SMALL):
        return _SMALL[number]
    if number > _WORDS_UP_TO:
        rest = f" {spell(number % 100)}" if number % 100 else ""
        return f"{_SMALL[number // 100]} hundred{rest}"
    tens = _TENS[number // 10 - 2]
    return tens if number % 10 == 0 else f"{tens}-{_SMALL[number % 10]}"


def print_value(number: int, unit: str, style: str) -> str:
    """A value as a contract prints it: `thirty (30) days`, `five percent (5%)`, `$2,000,000`.

    Args:
        number: how many.
        unit: one of `UNITS`, or any other plural noun, or "".
        style: one of `NUMBER_STYLES`.

    """
    if unit == "dollars":
        return f"${number:,}"
    if unit == "percent":
        return {"both": f"{spell(number)} percent ({number}%)", "figures": f"{number}%"}.get(
            style, f"{spell(number)} percent"
        )
    name = unit[:-1] if number == 1 and unit.endswith("s") else unit
    shown = {"both": f"{spell(number)} ({number})", "figures": str(number)}.get(
        style, spell(number)
    )
    return f"{shown} {name}".rstrip()


def spellings(number: int, unit: str) -> tuple[str, ...]:
    """Every usual spelling of a value, for `accept` in gold."""
    if unit == "dollars":
        return (f"${number:,}", f"{number:,} dollars", f"US${number:,}", f"${number:,}.00")
    printed = [print_value(number, unit, style) for style in NUMBER_STYLES]
    if unit == "percent":
        printed += [
            f"{number} percent",
            f"{spell(number)} ({number}) percent",
            f"{number} per cent",
        ]
        printed += [f"{spell(number)} ({number}%) percent"]
    return tuple(dict.fromkeys(printed))


def parse_value(text: str) -> tuple[int, str, str] | None:
    """The number, unit and rest of a value such as `10 days` or `ten (10) days`.

    None if it is another text, which is printed as it is.
    """
    match = _VALUE.fullmatch(text)
    if match is None or match["rest"].startswith(("%", ".", ":", ",", "/", "-", "(")):
        return None
    if (match["unit"] or "").strip() in {"a", "p", "percent", "per"}:
        return None
    return int(match["inside"] or match["bare"]), (match["unit"] or "").strip(), match["rest"]
