"""One part of a place: a numbered path, an attachment, a special, or a piece (SCORING 1.4).

`Section 2.1(b)` is one part, and so are `Exhibit A-1`, `the Recitals` and `first sentence`.
How parts are put together is the business of `place_grammar`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from scoring.contractscrub.place_levels import bracket_level, glued_capital, roman_number
from scoring.contractscrub.place_numbering import (
    FOLLOWERS,
    Cursor,
    lettered_number,
    read_first_level,
    read_more_levels,
    spelled_level,
)
from scoring.contractscrub.place_tokens import Token

__all__ = [
    "PREAMBLE",
    "RECITALS",
    "SIGNATURES",
    "Kind",
    "Part",
    "read_part",
]

PREAMBLE: Final = "P"
RECITALS: Final = "R"
SIGNATURES: Final = "Signature Block"

_FILLERS: Final = frozenset(("no", "nos", "number", "numbers", "num", "#", ":"))
_ARTICLES: Final = frozenset(("the", "this", "that", "said", "such", "these", "those"))
_NUMBERED_IN_ROMAN: Final = frozenset(("Schedule", "Annex", "Appendix"))

_FIRST: Final = frozenset(("first", "1st", "opening", "introductory", "intro", "initial"))
_ORDINALS: Final = _FIRST | frozenset(
    (
        *("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
        *("eleventh", "twelfth", "last", "final", "penultimate", "closing", "concluding"),
        "flush",
    )
)
_PIECES: Final = frozenset(
    (
        *("sentence", "sentences", "proviso", "provisos", "language", "phrase", "words"),
        *("line", "lines", "bullet", "bullets"),
    )
)
_WHOLE_PIECES: Final = frozenset(("proviso", "provisos", "leadin", "chapeau"))
_COUNTS: Final = frozenset(("two", "three", "four", "few"))
_SPECIALS: Final[dict[str, str]] = {
    "p": PREAMBLE,
    "preamble": PREAMBLE,
    "r": RECITALS,
    "recital": RECITALS,
    "recitals": RECITALS,
    "whereas": RECITALS,
    "background": RECITALS,
    "witnesseth": RECITALS,
    "signature": SIGNATURES,
    "signatures": SIGNATURES,
}
_SPECIAL_NOUNS: Final = frozenset(
    ("block", "blocks", "page", "pages", "line", "lines", "recital", "recitals", "statement")
)


class Kind(Enum):
    """What a part is."""

    PATH = "path"
    ATTACHMENT = "attachment"
    SPECIAL = "special"
    PIECE = "piece"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a place, as written.

    Attributes:
        kind: what it is.
        levels: its numbering, outermost first; inside the attachment where it is one.
        label: class of the body label, empty where none stands before it.
        bracketed: whether its first level is a bracket, so that it names no place on its own.
        suffix: whether it is a shortened number, `.5` for `3.5`.
        name: `Exhibit A-1`, the special, or what a piece is when nothing numbered holds it.
        source: the token of label or attachment that a next item of a list inherits.

    """

    kind: Kind
    levels: tuple[str, ...] = ()
    label: str = ""
    bracketed: bool = False
    suffix: bool = False
    name: str = ""
    source: Token | None = None


def read_part(cursor: Cursor, inherited: Token | None) -> Part | None:
    """Read one part at the cursor, which stays where it is when there is none.

    Args:
        cursor: the position; moved past the part.
        inherited: label or attachment of the item before in a list, which a bare number or
            letter shares.

    """
    start = cursor.at
    while cursor.peek().value in _ARTICLES:
        cursor.at += 1
    part = (
        _piece(cursor)
        or _special(cursor)
        or _attachment(cursor, inherited)
        or _path(cursor, inherited)
    )
    if part is None:
        cursor.at = start
    return part


# --- numbered paths -------------------------------------------------------------------------


def _path(cursor: Cursor, inherited: Token | None) -> Part | None:
    start = cursor.at
    label = _label(cursor)
    if label is None and _shortened(cursor):
        number = f".{cursor.peek(1).text}"
        cursor.at += 2
        return Part(Kind.PATH, (number, *read_more_levels(cursor)), suffix=True, source=inherited)
    source = label or inherited
    opening = cursor.peek()
    first = read_first_level(cursor, labelled=source is not None)
    if first is None:
        cursor.at = start
        return None
    levels, bracketed = first
    levels += read_more_levels(cursor)
    if label is None and not bracketed and _is_heading_instead(cursor, opening, inherited):
        cursor.at = start
        return None
    return Part(Kind.PATH, levels, label.value if label else "", bracketed, source=source)


def _label(cursor: Cursor) -> Token | None:
    """The label at the cursor, the last one where it is doubled."""
    label: Token | None = None
    plural = False
    while cursor.peek().kind == "label":
        label = cursor.peek()
        plural = plural or label.plural
        cursor.at += 1
    if label is None:
        return None
    _skip_fillers(cursor)
    return label._replace(plural=plural)


def _skip_fillers(cursor: Cursor) -> None:
    while cursor.peek().value in _FILLERS:
        cursor.at += 1
        if cursor.glued("dot") and not cursor.glued("number", 1):
            cursor.at += 1


def _shortened(cursor: Cursor) -> bool:
    return cursor.peek().kind == "dot" and cursor.glued("number", 1)


def _is_heading_instead(cursor: Cursor, opening: Token, inherited: Token | None) -> bool:
    """Whether a bare item of a list is rather the start of a heading: `2, One Year Term`."""
    if inherited is None or inherited.plural:
        return False
    return cursor.plain_word() and (opening.kind == "word" or "." not in opening.text)


# --- attachments ----------------------------------------------------------------------------


def _attachment(cursor: Cursor, inherited: Token | None) -> Part | None:
    start = cursor.at
    source: Token | None = None
    while cursor.peek().kind == "attachment":
        source = cursor.peek()
        cursor.at += 1
    if source is not None:
        _skip_fillers(cursor)
    elif inherited is not None and inherited.kind == "attachment":
        source = inherited if cursor.peek().kind in {"number", "word"} else None
    opening = cursor.peek()
    name = "" if source is None else _attachment_name(cursor, source)
    if source is None or not name:
        cursor.at = start
        return None
    levels = read_more_levels(cursor)
    if cursor.at > start and source is inherited and _is_heading_instead(cursor, opening, source):
        cursor.at = start
        return None
    name = f"{source.value} {name}"
    return Part(Kind.ATTACHMENT, levels, bracketed=True, name=name, source=source)


def _attachment_name(cursor: Cursor, source: Token) -> str:
    """The attachment's own number: `A`, `A-1`, `10.1`, `2A`; empty where there is none."""
    token = cursor.peek()
    bracket = cursor.bracket()
    if bracket is not None:
        name = bracket_level(bracket) or ""
        cursor.at = cursor.partners[cursor.at] + 1 if name else cursor.at
        roman = roman_number(name) if source.value in _NUMBERED_IN_ROMAN else None
        name = name if roman is None else str(roman)
    elif token.kind == "number":
        cursor.at += 1
        name, word = token.text, cursor.peek()
        if cursor.glued("word") and len(word.text) == 1 and glued_capital(word.text):
            cursor.at += 1
            name += word.text
    else:
        levels = spelled_level(cursor) or lettered_number(
            cursor, roman=source.value in _NUMBERED_IN_ROMAN
        )
        name = "".join(levels)
    while name and (more := _name_after_dash(cursor, name, plural=source.plural)):
        name += more
    return name.upper()


def _name_after_dash(cursor: Cursor, name: str, *, plural: bool) -> str:
    """The `-1` of `Exhibit A-1`; empty for a range of the plural, and for a heading."""
    dash, part = cursor.peek(), cursor.peek(1)
    if dash.kind != "dash" or part.kind not in {"number", "word"}:
        return ""
    number = part.kind == "number"
    if not number and not (part.text.isascii() and len(part.text) == 1):
        return ""
    alike = number == name[-1].isdecimal()
    if alike and plural:
        return ""
    if (dash.spaced or part.spaced) and (alike or not number):
        return ""
    cursor.at += 2
    return f"-{part.text}"


# --- specials and pieces --------------------------------------------------------------------


def _special(cursor: Cursor) -> Part | None:
    token = cursor.peek()
    name = _SPECIALS.get(token.value, "") if token.kind == "word" else ""
    if not name or (len(token.text) == 1 and not _stands_alone(cursor)):
        return None
    cursor.at += 1
    if cursor.glued("open") and cursor.bracket() == "s":
        cursor.at += 3
    if cursor.peek().value in _SPECIAL_NOUNS:
        cursor.at += 1
    _unnumbered_label(cursor)
    if name == RECITALS and cursor.peek().kind in {"number", "word", "open"}:
        _recital_number(cursor)
    source = token._replace(kind="recital", plural=True) if name == RECITALS else None
    return Part(Kind.SPECIAL, name=name, source=source)


def _stands_alone(cursor: Cursor) -> bool:
    """Whether a single letter is a printed special, not a level: `P`, but not `p)`."""
    following = cursor.peek(1)
    return following.kind in {"end", "and", "comma"} or following.value in FOLLOWERS


def _unnumbered_label(cursor: Cursor) -> None:
    """Pass over a label that names no number: `whereas clause`, `Background section`."""
    start = cursor.at
    label = _label(cursor)
    if label is not None and read_first_level(cursor, labelled=True) is not None:
        cursor.at = start


def _recital_number(cursor: Cursor) -> None:
    if read_first_level(cursor, labelled=True) is not None:
        read_more_levels(cursor)


def _piece(cursor: Cursor) -> Part | None:
    """An unnumbered part: `first sentence`, `lead-in`, `proviso`, `definition of "Fee"`."""
    start = cursor.at
    token = cursor.peek()
    if token.value in _WHOLE_PIECES:
        cursor.at += 1
        return Part(Kind.PIECE)
    if token.value == "lead":
        cursor.at += 2 if cursor.peek(1).kind == "dash" else 1
        if cursor.peek().value == "in":
            cursor.at += 1
            return Part(Kind.PIECE)
    elif token.value in {"definition", "definitions"} and cursor.peek(1).value == "of":
        return _definition(cursor)
    elif (ordinals := _ordinals(cursor)) and (part := _counted(cursor, ordinals)):
        return part
    cursor.at = start
    return None


def _ordinals(cursor: Cursor) -> list[str]:
    """The ordinals at the cursor: `first`, `first and second`, `2nd`."""
    found: list[str] = []
    while True:
        ahead = 1 if found and cursor.peek().value in {"and", "or", ",", "&", "/"} else 0
        token = cursor.peek(ahead)
        if token.value in _ORDINALS:
            cursor.at += ahead + 1
            found.append(token.value)
        elif token.kind == "number" and cursor.peek(ahead + 1).value in {"st", "nd", "rd", "th"}:
            cursor.at += ahead + 2
            found.append(token.text + cursor.peek(-1).value)
        else:
            return found


def _counted(cursor: Cursor, ordinals: list[str]) -> Part | None:
    """What the ordinals count: sentences, paragraphs, recitals."""
    if cursor.peek().value in _COUNTS:
        cursor.at += 1
    noun = cursor.peek()
    if _SPECIALS.get(noun.value) == RECITALS and len(noun.text) > 1:
        return _special(cursor)
    paragraph = noun.kind == "label" and noun.value in {"paragraph", "clause"}
    if noun.value not in _PIECES and not paragraph:
        return None
    cursor.at += 1
    first = noun.value == "paragraph" and len(ordinals) == 1 and ordinals[0] in _FIRST
    return Part(Kind.PIECE, name=PREAMBLE if first else "")


def _definition(cursor: Cursor) -> Part | None:
    """`definition of "Fee"`, up to the end or to what holds it."""
    cursor.at += 2
    start = cursor.at
    while True:
        token, following = cursor.peek(), cursor.peek(1)
        labelled = following.kind in {"label", "attachment"}
        holder = token.value in {"in", "under", "at", ","} and following.kind == "number"
        joint = token.kind == "and" or token.value in {"in", "under", "at", ",", "and", "or"}
        if token.kind == "end" or holder or (joint and labelled):
            break
        cursor.at += 1
    return Part(Kind.PIECE) if cursor.at > start else None
