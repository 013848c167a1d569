"""Labels: what stands before a numbered provision, and what its letters count as.

A label is read from the start of a line alone; whether it is believed (a page number is none, nor
is the `4.2` of a reference that was broken over two lines) is decided by `outline`, which knows
what came before.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

__all__ = ["Kind", "Label", "Reading", "attachment_label", "read_labels", "roman_value"]

_MOST_REPEATED: Final = 3
_HIGHEST_ROMAN: Final = 39
_MOST_LABELS: Final = 5
_NUMERALS: Final = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


class Kind(StrEnum):
    """The shape of a label, which says how deep it can stand."""

    ARTICLE = "article"
    SECTION = "section"
    DECIMAL = "decimal"
    INTEGER = "integer"
    MINOR = "minor"


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a minor label: `(i)` is the ninth letter or the first Roman numeral."""

    style: str
    ordinal: int


@dataclass(frozen=True, slots=True)
class Label:
    """A label read from the text.

    Attributes:
        kind: its shape.
        value: the number or letters without brackets and stops: `4.2`, `IV`, `a`.
        start: offset of its first character.
        end: offset just after it, its closing bracket or stop included.
        readings: for a minor label or an integer, what it can be counted as.

    """

    kind: Kind
    value: str
    start: int
    end: int
    readings: tuple[Reading, ...] = ()


_ARTICLE = re.compile(r"(?:ARTICLE|Article)[ \t]{1,5}([IVXLC]{1,8}|\d{1,3})\b[.:]?")
_SECTION = re.compile(
    r"(?:(?:SECTION|Section|SEC\.|Sec\.|CLAUSE|Clause)[ \t]{0,5}|§[ \t]{0,3})"
    r"(\d{1,3}(?:\.\d{1,3}){0,4}[A-Z]?)(?![\w%])[.:)]?"
)
_DECIMAL = re.compile(r"(\d{1,3}(?:\.\d{1,3}){1,4})(?![\w%,])[.:)]?")
_INTEGER = re.compile(r"(\d{1,3})(?:[.)](?!\d)|(?=[ \t]{1,8}[A-Z]))")
_BRACKETED = re.compile(r"[(\[]([a-zA-Z]{1,5}|\d{1,2})[)\]]")
_STOPPED = re.compile(r"([a-zA-Z]|[ivxIVX]{1,5})[.)](?=[ \t\n\"“]|\Z)")
_GAP = re.compile(r"[ \t]{0,8}")
_ATTACHMENT = re.compile(
    r"(EXHIBIT|Exhibit|SCHEDULE|Schedule|ANNEX|Annex|APPENDIX|Appendix|ATTACHMENT|Attachment)"
    r"[ \t]{1,5}(?:No\.?[ \t]{1,3}|NO\.?[ \t]{1,3})?[\"“]?"
    r"([A-Z]{1,2}(?:-?\d{1,2})?|\d{1,2}(?:[.-]\d{1,2}|[A-Z])?|[IVX]{1,5})[\"”]?(?![\w.(])"
)


def roman_value(letters: str) -> int:
    """Give the value of a well-formed Roman numeral below 400, in either case; else 0."""
    folded = letters.lower()
    if not re.fullmatch(r"c{0,3}(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})", folded):
        return 0
    total = 0
    for here, after in zip(folded, [*folded[1:], "i"], strict=True):
        value = _NUMERALS[here]
        total += -value if value < _NUMERALS[after] else value
    return total


@lru_cache(maxsize=4096)
def _readings(value: str, shape: str) -> tuple[Reading, ...]:
    """List what the letters or digits of a label can be counted as."""
    if value.isdigit():
        return (Reading(f"{shape}1", int(value)),)
    case = "A" if value.isupper() else "a"
    found: list[Reading] = []
    if len(set(value)) == 1 and len(value) <= _MOST_REPEATED:  # (aa) follows (z)
        index = ord(value[0].lower()) - ord("a") + 1
        found.append(Reading(shape + case, index + 26 * (len(value) - 1)))
    roman = roman_value(value)
    if 0 < roman <= _HIGHEST_ROMAN:
        found.append(Reading(f"{shape}{'I' if case == 'A' else 'i'}", roman))
    return tuple(found)


def _first(text: str, at: int) -> Label | None:
    """Read a label that can open a line at `at`."""
    for kind, pattern in (
        (Kind.ARTICLE, _ARTICLE),
        (Kind.SECTION, _SECTION),
        (Kind.DECIMAL, _DECIMAL),
        (Kind.INTEGER, _INTEGER),
    ):
        match = pattern.match(text, at)
        if match:
            value = match.group(1)
            readings = _readings(value, ".") if kind is Kind.INTEGER else ()
            return Label(kind, value, at, match.end(), readings)
    return _minor(text, at, _STOPPED)


def _minor(text: str, at: int, other: re.Pattern[str] | None = None) -> Label | None:
    """Read a bracketed label at `at`, or one of the pattern `other`."""
    for shape, pattern in (("(", _BRACKETED), (".", other)):
        match = pattern.match(text, at) if pattern else None
        if match:
            readings = _readings(match.group(1), match.group()[-1] if shape == "." else shape)
            if readings:
                return Label(Kind.MINOR, match.group(1), at, match.end(), readings)
    return None


def read_labels(text: str, at: int, end: int) -> tuple[Label, ...]:
    """Read the labels that open the line `text[at:end]`, whose white space was skipped.

    Several are one provision's address (`4.2(b)`, `(a) (i)`): the first may have any shape, those
    after it are bracketed.
    """
    label = _first(text, at)
    found: list[Label] = []
    while label is not None and label.end <= end and len(found) < _MOST_LABELS:
        found.append(label)
        gap = _GAP.match(text, label.end, end)
        label = _minor(text, gap.end() if gap else end)
    return tuple(found)


def attachment_label(text: str, at: int, end: int) -> tuple[str, int] | None:
    """Read the label of an exhibit or schedule at `at`: its name (`Exhibit A-1`) and its end."""
    match = _ATTACHMENT.match(text, at, end)
    if match is None:
        return None
    return f"{match.group(1).capitalize()} {match.group(2)}", match.end()
