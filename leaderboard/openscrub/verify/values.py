"""Reads numbers: in figures, in words, or both, with the unit that follows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from leaderboard.openscrub.verify.lists import listed

__all__ = ["Number", "Value", "find_numbers", "find_values", "read_value"]

_SMALL: Final = listed(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen "
    "fourteen fifteen sixteen seventeen eighteen nineteen"
)
_TENS: Final = listed("twenty thirty forty fifty sixty seventy eighty ninety")
_SCALES: Final = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_WORTH: Final = {
    **{word: number for number, word in enumerate(_SMALL)},
    **{word: 10 * (number + 2) for number, word in enumerate(_TENS)},
}
_SPELLED: Final = rf"(?:{'|'.join(sorted((*_WORTH, *_SCALES), key=len, reverse=True))})"
_WORDS: Final = rf"{_SPELLED}(?:[\s-](?:and\s)?{_SPELLED})*"
_FIGURES: Final = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_NUMBER: Final = re.compile(
    rf"(?<![\w.-])(?:(?P<figures>{_FIGURES})(?![\w]*\d)|(?P<words>{_WORDS})(?![\w-]))",
    re.IGNORECASE,
)
_BOTH: Final = rf"{_WORDS}(?:\s\((?:{_FIGURES})\))?"
_STATED: Final = re.compile(
    rf"(?<![\w.-])(?:\$(?:{_FIGURES})|(?:{_FIGURES})%"
    rf"|(?:{_FIGURES}|{_BOTH})\s(?:percent|per\scent)\b(?:\s\((?:{_FIGURES})%\))?"
    rf"|(?:{_FIGURES}|{_BOTH})(?![\w-])(?:\s(?!(?:and|or|of|in|to|by|for|at)\b)[a-z]+)?)",
    re.IGNORECASE,
)
_PIECE: Final = re.compile(
    rf"(?P<figures>{_FIGURES})|(?P<words>\b{_WORDS}\b)|(?P<other>[a-z]+)|(?P<sign>[$%])"
    rf"|(?P<rest>[^\s()])",
    re.IGNORECASE,
)
_UNITS: Final = {"$": "dollar", "us": "", "%": "percent", "per cent": "percent"}


class Number(NamedTuple):
    """A number in the text: where it stands and how it is printed."""

    start: int
    end: int
    text: str


class Value(NamedTuple):
    """A number and its unit in the singular; `words_agree` is false for "thirty (40) days"."""

    number: Fraction
    unit: str
    words_agree: bool = True


def find_numbers(running: str, start: int, end: int) -> Iterator[Number]:
    """Every number from two upwards in a stretch of text, in figures or words; `one` is free."""
    for match in _NUMBER.finditer(running, start, end):
        if match[0].casefold() not in {"one", "zero"}:
            yield Number(match.start(), match.end(), match[0])


def find_values(running: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Start and end of each value in a stretch of text: a number, spelled or not, with its unit."""
    for match in _STATED.finditer(running, start, end):
        yield match.span()


def read_value(text: str) -> Value | None:
    """A text such as `thirty (30) days'`, `$1,000,000` or `ten percent (10%)` as number and unit.

    Returns:
        None when the text is anything but one number with its unit.

    """
    spelled = figures = None
    unit: list[str] = []
    for piece in _PIECE.finditer(text.strip().rstrip("'’")):
        if piece["figures"] and figures is None:
            figures = Fraction(piece["figures"].replace(",", ""))
        elif piece["words"] and spelled is None:
            spelled = _worth(piece["words"])
        elif piece["other"] or piece["sign"]:
            unit.append(piece[0].casefold())
        else:
            return None
    number = figures if figures is not None else spelled
    if number is None:
        return None
    agree = None in {spelled, figures} or spelled == figures
    return Value(number, _unit(unit), agree)


def _unit(words: list[str]) -> str:
    """The unit in the singular, each of its signs and words once."""
    known = " ".join(words).replace("per cent", "percent").split()
    singular = [_UNITS.get(word, word.removesuffix("s")) for word in known]
    return " ".join(dict.fromkeys(word for word in singular if word))


def _worth(words: str) -> Fraction:
    total = group = 0
    for word in re.split(r"[\s-]+", words.casefold()):
        if word in _WORTH:
            group += _WORTH[word]
        elif word == "hundred":
            group = (group or 1) * 100
        elif word in _SCALES:
            total += (group or 1) * _SCALES[word]
            group = 0
    return Fraction(total + group)
