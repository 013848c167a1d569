"""Levels of numbering: which strings are one level, and how they are read (SCORING 1.4).

Everything here is pure text: a level is a string such as `2.1`, `2A`, `a`, `iii` or `b-1`.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = [
    "bracket_level",
    "glued_capital",
    "is_level",
    "roman_number",
    "spelled_number",
    "squeezed_letters",
]

# The bracket contents that SCORING 1.4 counts as one level. No alternative can be read in two
# ways, so none backtracks.
_LEVEL: Final = re.compile(
    r"""
      [0-9]++(?:[a-z][0-9]*+)?                 # digits with at most one letter
    | [0-9]++(?:\.[0-9]++)*+-[a-z]             # the same, hyphenated
    | [0-9]++(?:\.[0-9]++)++[a-z]?             # a dotted number
    | [0-9]++(?:\.[0-9]++)*+[a-z](?:\.[0-9]++)++  # the same below a lettered number
    | [a-z]{1,2}                               # one or two letters
    | ([a-z])\1++                              # one letter repeated
    | [a-z][-.]?[0-9]++                        # a letter with a number
    | (?=[ivxlcdm])                            # a Roman numeral, at most one letter after it
      m{0,3}+(?:cm|cd|d?c{0,3}+)(?:xc|xl|l?x{0,3}+)(?:ix|iv|v?i{0,3}+)[a-z]?
    """,
    re.VERBOSE,
)
_NUMBER_WITH_CAPITAL: Final = re.compile(r"[0-9]++(?:\.[0-9]++)*+[A-Z](?:\.[0-9]++)*+")

# A non-empty Roman numeral in i, v, x; as a prefix it matches the longest one.
_ROMAN: Final = re.compile(r"(?=[ivx])(x{0,3})(ix|iv|v?i{0,3})")
_UNITS: Final = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")

_SMALL: Final = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen"),
)
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SPELLED: Final[dict[str, int]] = {
    **{word: value for value, word in enumerate(_SMALL, 1)},
    **dict(zip(_TENS, range(20, 100, 10), strict=True)),
    "fourty": 40,
    "hundred": 100,
}


def is_level(text: str) -> bool:
    """Whether `text`, whatever its case, is one level (SCORING 1.4, the list of brackets)."""
    return _LEVEL.fullmatch(text.lower()) is not None


def bracket_level(text: str) -> str | None:
    """The level that a bracket holding `text` stands for, or None where it is no level.

    Letters are lower-cased, but for one capital glued to a number: `(1A)` stays `1A`.
    """
    if not text.isascii() or not is_level(text):
        return None
    return text if _NUMBER_WITH_CAPITAL.fullmatch(text) else text.lower()


def glued_capital(letters: str) -> bool:
    """Whether `letters`, glued to a number, start with just one capital: `2A`, `2Ab`."""
    return "A" <= letters[:1] <= "Z" and not "A" <= letters[1:2] <= "Z"


def roman_number(text: str) -> int | None:
    """The value of a Roman numeral in i, v, x, whatever its case; None for anything else."""
    match = _ROMAN.fullmatch(text.lower())
    if match is None:
        return None
    return 10 * len(match[1]) + _UNITS.index(match[2])


def squeezed_letters(letters: str) -> tuple[str, ...]:
    """The levels in a run of letters a-z of either case: `hvii` is h, vii (SCORING 1.4).

    The longest prefix that is a Roman numeral in i, v, x is one level, else one letter is.
    """
    rest = letters.lower()
    levels: list[str] = []
    at = 0
    while at < len(rest):
        roman = _ROMAN.match(rest, at)
        end = roman.end() if roman else at + 1
        levels.append(rest[at:end])
        at = end
    return tuple(levels)


def spelled_number(words: tuple[str, ...]) -> tuple[int, int] | None:
    """The number that `words`, in lower case, begin with, and how many words it takes.

    Reads 1 to 999: `twenty`, `one` is 21; `one`, `hundred`, `and`, `two` is 102. None where
    the first word is no number.
    """
    value, used = _below_hundred(words)
    if words[used : used + 1] == ("hundred",) and value < len(_UNITS):
        value, used = 100 * max(value, 1), used + 1
        joined = used + 1 if words[used : used + 1] == ("and",) else used
        rest, more = _below_hundred(words[joined:])
        if more:
            value, used = value + rest, joined + more
    return (value, used) if used else None


def _below_hundred(words: tuple[str, ...]) -> tuple[int, int]:
    first = _SPELLED.get(words[0], 100) if words else 100
    if first >= 100:  # noqa: PLR2004 - hundred, or no number at all
        return 0, 0
    second = _SPELLED.get(words[1], 0) if len(words) > 1 else 0
    if first >= 20 and 0 < second < 10:  # noqa: PLR2004 - tens, then units
        return first + second, 2
    return first, 1
