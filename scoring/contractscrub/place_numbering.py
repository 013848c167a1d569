"""The numbering of a place read from its tokens: first level, further levels (SCORING 1.4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from scoring.contractscrub.place_levels import (
    bracket_level,
    glued_capital,
    is_level,
    roman_number,
    spelled_number,
    squeezed_letters,
)
from scoring.contractscrub.place_tokens import END, Token, bracket_partners, spell

__all__ = [
    "FOLLOWERS",
    "Cursor",
    "is_bracket_heading",
    "lettered_number",
    "read_first_level",
    "read_more_levels",
    "spelled_level",
]

FOLLOWERS: Final = frozenset(
    (
        *("and", "or", "of", "in", "to", "through", "thru", "under", "within", "from"),
        *("hereof", "herein", "hereto", "hereunder", "above", "below", "plus"),
    )
)
"""Words that may follow a number without being a heading."""

_SHORT_WORDS: Final = frozenset(
    ("of", "in", "to", "or", "as", "at", "by", "on", "is", "an", "it", "no", "if", "be")
)


_LEVEL_TOKENS: Final = 3

# Numerals that use more letters than i, v, x: "XL" is no X with an L.
_LARGER_ROMAN: Final = frozenset(("xl", "xc"))


@dataclass(slots=True)
class Cursor:
    """A position in the tokens of one place."""

    tokens: list[Token]
    at: int = 0
    partners: dict[int, int] = field(init=False)
    _closing: frozenset[int] = field(init=False)

    def __post_init__(self) -> None:
        """Pair the brackets once."""
        self.partners = bracket_partners(self.tokens)
        self._closing = frozenset(self.partners.values())

    def peek(self, ahead: int = 0) -> Token:
        """The token `ahead` of the position; END before the first and beyond the last."""
        index = self.at + ahead
        return self.tokens[index] if 0 <= index < len(self.tokens) else END

    def loose_close(self, ahead: int) -> bool:
        """Whether the token `ahead` is a closing bracket that nothing opened."""
        return self.peek(ahead).kind == "close" and self.at + ahead not in self._closing

    def bracket(self, ahead: int = 0) -> str | None:
        """What the bracket that opens `ahead` holds; None where none opens or it never closes."""
        start = self.at + ahead
        end = self.partners.get(start)
        return None if end is None else spell(self.tokens[start + 1 : end])

    def glued(self, kind: str, ahead: int = 0) -> bool:
        """Whether the token `ahead` is of `kind` and stands right after the one before."""
        token = self.peek(ahead)
        return token.kind == kind and not token.spaced

    def plain_word(self) -> bool:
        """Whether the next token is a word that would have to be a heading."""
        token = self.peek()
        return token.kind == "word" and token.value not in FOLLOWERS


def read_first_level(  # noqa: PLR0911 - one return for each way to write a first level
    cursor: Cursor, *, labelled: bool
) -> tuple[tuple[str, ...], bool] | None:
    """The first level or levels, and whether it stands in a bracket.

    Args:
        cursor: moved past the level; it stays where it is when there is none.
        labelled: whether a label stands before it, so that spelled and Roman numbers count.

    """
    token = cursor.peek()
    if token.kind == "number":
        levels = _number(cursor)
        cursor.at += cursor.loose_close(0)
        return levels, False
    bracket = cursor.bracket()
    level = bracket_level(token.text if bracket is None else bracket)
    if bracket is not None and level is not None:
        cursor.at = cursor.partners[cursor.at] + 1
        return (level,), True
    if token.kind != "word" or not token.text.isascii():
        return None
    if closed := _closed_level(cursor):
        return closed, True
    if labelled:
        levels = spelled_level(cursor) or lettered_number(cursor, roman=True)
        return (levels, False) if levels else None
    if level is None or (len(level) > 1 and roman_number(level) is None):
        return None
    cursor.at += 1
    if cursor.plain_word() or cursor.peek().kind in {"number", "other"}:
        cursor.at -= 1
        return None
    return (level,), True


def _number(cursor: Cursor) -> tuple[str, ...]:
    """A number, with the one capital or the letter after a hyphen that belongs to it."""
    text = cursor.peek().text
    cursor.at += 1
    word = cursor.peek()
    if (
        cursor.glued("word")
        and word.text.isascii()
        and word.text.isalpha()
        and glued_capital(word.text)
    ):
        cursor.at += 1
        if rest := word.text[1:]:
            return (text + word.text[0], *squeezed_letters(rest))
        return (text + word.text + _dotted_rest(cursor),)
    return (text + _hyphenated(cursor, "word"),)


def _dotted_rest(cursor: Cursor) -> str:
    """The `.1` of `2A.1` and of `IV.1`."""
    if not (cursor.glued("dot") and cursor.glued("number", 1)):
        return ""
    text = f".{cursor.peek(1).text}"
    cursor.at += 2
    return text


def _hyphenated(cursor: Cursor, kind: str) -> str:
    """The `-b` of `2-b` (kind word) or the `-1` of `b-1` (kind number)."""
    part = cursor.peek(1)
    if not (cursor.glued("dash") and cursor.glued(kind, 1)) or "." in part.text:
        return ""
    single = len(part.text) == 1 and part.text.isascii()
    if kind == "word" and not (single and not cursor.glued("number", 2)):
        return ""
    cursor.at += 2
    return f"-{part.value}"


def spelled_level(cursor: Cursor) -> tuple[str, ...]:
    """A spelled number at the cursor in digits: `Twenty-One` is 21; empty for none."""
    words: list[str] = []
    ends: list[int] = []
    ahead = 0
    while cursor.peek(ahead).kind == "word":
        words.append(cursor.peek(ahead).value)
        ahead += 1
        ends.append(ahead)
        if cursor.glued("dash", ahead) and cursor.glued("word", ahead + 1):
            ahead += 1
    number = spelled_number(tuple(words))
    if number is None:
        return ()
    value, used = number
    cursor.at += ends[used - 1]
    return (str(value),)


def lettered_number(cursor: Cursor, *, roman: bool) -> tuple[str, ...]:
    """The level that letters after a label are; numbers where they are Roman in i, v, x."""
    token = cursor.peek()
    text = token.text
    if token.kind != "word" or not text.isascii() or token.value in _SHORT_WORDS:
        return ()
    value = roman_number(text) if roman else None
    if value is not None:
        cursor.at += 1
        return (f"{value}{_dotted_rest(cursor) or _hyphenated(cursor, 'word')}",)
    stem = roman_number(text[:-1]) if roman else None
    if stem is not None and token.value not in _LARGER_ROMAN:
        cursor.at += 1
        return (f"{stem}{text[-1]}",) if text.isupper() else (str(stem), token.value[-1])
    if not is_level(text):
        return ()
    cursor.at += 1
    if len(text) == 1 and cursor.glued("number") and "." not in cursor.peek().text:
        cursor.at += 1
        return (token.value + cursor.peek(-1).text,)
    return (token.value + (_hyphenated(cursor, "number") if len(text) == 1 else ""),)


def read_more_levels(cursor: Cursor) -> tuple[str, ...]:
    """The levels after the first; headings in brackets between them are passed over."""
    levels: list[str] = []
    while True:
        if cursor.peek().kind == "dot" and (
            cursor.glued("word", 1) or cursor.glued("number", 1) or cursor.peek(1).kind == "open"
        ):
            more = _after_dot(cursor)
        else:
            more = _bracket_or_glued(cursor)
        if more is None:
            return tuple(levels)
        levels += more


def _after_dot(cursor: Cursor) -> tuple[str, ...] | None:
    """A level set off by a full stop: `.b`, `.1`, `.(b)`."""
    if cursor.peek().spaced:
        return None
    cursor.at += 1
    token = cursor.peek()
    found: tuple[str, ...] | None = None
    if token.kind == "number":
        found = _number(cursor)
    elif token.kind == "open":
        level = bracket_level(cursor.bracket() or "")
        found = _bracket_or_glued(cursor) if level is not None else None
    elif (
        token.text.isascii()
        and token.text.isalpha()
        and (is_level(token.text) or not token.text.istitle())
    ):
        whole = len(set(token.value)) == 1 or roman_number(token.text) is not None
        cursor.at += 1
        found = (token.value,) if whole else squeezed_letters(token.text)
    if found is None:
        cursor.at -= 1
    return found


def _bracket_or_glued(  # noqa: PLR0911 - one return for each way to write a further level
    cursor: Cursor,
) -> tuple[str, ...] | None:
    """A level in brackets, before a closing one, or squeezed; empty for a heading in brackets."""
    token = cursor.peek()
    bracket = cursor.bracket()
    if bracket is not None:
        level = bracket_level(bracket)
        if level is None and not is_bracket_heading(bracket):
            return None
        cursor.at = cursor.partners[cursor.at] + 1
        return () if level is None else (level,)
    if closed := _closed_level(cursor):
        return closed
    after_bracket = cursor.peek(-1).kind == "close"
    if cursor.glued("word") and token.text.isascii() and token.text.isalpha():
        if after_bracket and token.text.istitle() and not is_level(token.text):
            return None  # "(b)Term": a heading that lost its space
        cursor.at += 1
        return squeezed_letters(token.text)
    if cursor.glued("number") and (after_bracket or cursor.peek(-1).kind == "word"):
        return _number(cursor)
    return None


def _closed_level(cursor: Cursor) -> tuple[str, ...]:
    """A level with a closing bracket only, `b)` or `b-1)`; empty for none."""
    ahead = 1
    # No level has more than three tokens: "b", "-", "1". A bound keeps the time linear.
    while ahead < _LEVEL_TOKENS and cursor.peek(ahead).kind in {"word", "number", "dash"}:
        if cursor.peek(ahead).spaced:
            return ()
        ahead += 1
    if not cursor.loose_close(ahead):
        return ()
    level = bracket_level(spell(cursor.tokens[cursor.at : cursor.at + ahead]))
    if level is None:
        return ()
    cursor.at += ahead + 1
    return (level,)


def is_bracket_heading(text: str) -> bool:
    """Whether what a bracket holds, no level, is a heading: it has a real word."""
    letters = "".join(c if c.isalpha() else " " for c in text.lower()).split()
    return any(
        (len(word) > 2 or not word.isascii())  # noqa: PLR2004 - up to two letters may be levels
        and word not in {"and", "through", "thru"}
        and roman_number(word) is None
        for word in letters
    )
