"""Words in one normal form, so that equal wording is equal text (SCORING 1.3)."""

from __future__ import annotations

import html
import re
import unicodedata
from html.entities import html5
from typing import Final

__all__ = ["MAX_CHARACTERS", "normalise_words", "plain_characters"]

MAX_CHARACTERS: Final = 1_000
"""Text beyond this many characters is cut off in words, and is no place (SCORING 1.3, 1.4)."""

# A class that excludes "&" keeps runs apart, so that a hostile "&&&…" is read once.
_ENTITY: Final = re.compile(r"&(?:#[0-9]++|#[xX][0-9a-fA-F]++|[A-Za-z][A-Za-z0-9]*+);")

_SUPERSCRIPT_DIGITS: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_DOUBLE_QUOTES: Final = "“”„‟«»″‶ʺ❝❞❠〝〞〟⹂\U0001f676\U0001f677\U0001f678"
_SINGLE_QUOTES: Final = "‘’‚‛‹›′‵ʹʻʼʽ❛❜❟❮❯"
_DASHES: Final = (
    "\u02d7\u058a\u05be\u1400\u1806\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2052\u2053\u207b"
    "\u208b\u2212\u2796\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e43\u2e5d\u301c\u3030\u30a0\ufe31\ufe32"
    "\ufe58\ufe63\uff0d\U00010ead"
)
_INVISIBLE: Final = (
    (0x00AD, 0x00AD),  # soft hyphen
    (0x034F, 0x034F),  # combining grapheme joiner
    (0x061C, 0x061C),  # Arabic letter mark
    (0x180B, 0x180F),  # Mongolian variation selectors and vowel separator
    (0x200B, 0x200F),  # zero-width space and joiners, direction marks
    (0x202A, 0x202E),  # directional embeddings
    (0x2060, 0x206F),  # word joiner, invisible operators, directional isolates
    (0xFE00, 0xFE0F),  # variation selectors
    (0xFEFF, 0xFEFF),  # byte order mark
    (0xFFF9, 0xFFFB),  # interlinear annotation
    (0xE0000, 0xE007F),  # tags
    (0xE0100, 0xE01EF),  # more variation selectors
)

_STRAIGHT: Final[dict[int, str | None]] = {
    **{ord(mark): '"' for mark in _DOUBLE_QUOTES},
    **{ord(mark): "'" for mark in _SINGLE_QUOTES},
}
_BEFORE: Final[dict[int, str | None]] = {
    **_STRAIGHT,
    **{ord(digit): None for digit in _SUPERSCRIPT_DIGITS},
}
_AFTER: Final[dict[int, str | None]] = {
    **_STRAIGHT,
    **{ord(mark): "-" for mark in _DASHES},
    **{code: None for first, last in _INVISIBLE for code in range(first, last + 1)},
}


def normalise_words(text: str) -> str:
    """Return `text` in the form in which words are compared (SCORING 1.3).

    The result has at most 1,000 characters; normalising it again changes nothing. Any `str`
    is accepted, lone surrogates included; blank text gives the empty string.
    """
    while True:
        before = text
        text = _plain_once(text[:MAX_CHARACTERS])
        text = _without_outer_quotes(text)
        # Removing all final marks at once is what repeating the sequence comes to: no other
        # step can act while the text still ends in one.
        text = text.rstrip(" ,.").casefold()
        if text == before:
            return text


def plain_characters(text: str) -> str:
    """Return `text` with the steps of SCORING 1.3 that concern single characters.

    Entities, superscript digits, quotes, compatibility forms, dashes, invisible characters and
    white space are unified until nothing changes; case, outer quotes and final punctuation
    stay, since they tell places apart (SCORING 1.4).
    """
    while True:
        before = text
        text = _plain_once(text)
        if text == before:
            return text


def _plain_once(text: str) -> str:
    text = _decode_entities(text).translate(_BEFORE)
    text = unicodedata.normalize("NFKC", text).translate(_AFTER)
    return " ".join(text.split())


def _decode_entities(text: str) -> str:
    while "&" in text:
        before = text
        text = _ENTITY.sub(_character, text)
        if text == before:
            break
    return text


def _character(entity: re.Match[str]) -> str:
    # html.unescape also reads "&notin" in "&notinside;": only whole, terminated names count.
    name = entity[0][1:]
    return html.unescape(entity[0]) if name[0] == "#" or name in html5 else entity[0]


def _without_outer_quotes(text: str) -> str:
    quote = text[:1]
    if len(text) > 1 and quote in {'"', "'"} and text[-1] == quote and quote not in text[1:-1]:
        return text[1:-1]
    return text
