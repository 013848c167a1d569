"""Words round the numbering of a place: headings, and names of documents (SCORING 1.4)."""

from __future__ import annotations

from typing import Final

from scoring.contractscrub.place_levels import is_level, spelled_number
from scoring.contractscrub.place_numbering import FOLLOWERS, Cursor
from scoring.contractscrub.place_parts import Kind, read_part
from scoring.contractscrub.place_tokens import spell
from scoring.contractscrub.words import normalise_words

__all__ = [
    "DETERMINERS",
    "DOCUMENT_NOUNS",
    "LIST_WORDS",
    "end_of_phrase",
    "read_document_name",
    "read_leading_document",
    "read_own_document",
    "starts_heading",
]

LIST_WORDS: Final = frozenset(("and", "or", "plus"))
DETERMINERS: Final = frozenset(("the", "a", "an", "that", "such", "said", "certain", "present"))
DOCUMENT_NOUNS: Final = frozenset(
    (
        *("agreement", "contract", "lease", "deed", "indenture", "note", "act", "code", "plan"),
        *("policy", "statute", "license", "licence", "amendment", "order", "guaranty", "guarantee"),
        *("mortgage", "charter", "bylaws", "rules", "regulations", "statement"),
    )
)
_OWN_DOCUMENTS: Final = frozenset(("agreement", "contract"))


def starts_heading(cursor: Cursor) -> bool:
    """Whether a capitalised word stands at the cursor that is neither a number nor a joint."""
    first, second = cursor.peek(), cursor.peek(1)
    if first.kind not in {"word", "attachment"} or not first.text[:1].isupper():
        return False
    if first.kind == "attachment":
        start = cursor.at
        named = read_part(cursor, None)
        cursor.at = start
        return named is None
    number_like = is_level(first.text) or spelled_number((first.value,)) is not None
    return not number_like or (second.kind == "word" and second.value not in FOLLOWERS)


def end_of_phrase(cursor: Cursor, *, levels: bool) -> int:
    """Index where a heading or a document's name ends: before a joint and a labelled part.

    Args:
        cursor: stays where it is.
        levels: whether a spaced bracket that is a level ends it too.

    """
    start = at = cursor.at
    while at < len(cursor.tokens):
        token = cursor.tokens[at]
        cursor.at = at
        bracket = cursor.bracket() if levels and token.spaced else None
        if bracket is not None and is_level(bracket):
            break
        following = at + 1
        if token.kind in {"comma", "and"} or token.value in LIST_WORDS:
            cursor.at = following
            while cursor.peek().value in LIST_WORDS:
                cursor.at += 1
            following = cursor.at
            if _labelled_part_here(cursor):
                break
        at = following
    cursor.at = start
    return at


def _labelled_part_here(cursor: Cursor) -> bool:
    part = read_part(cursor, None)
    if part is None or (part.kind is Kind.PATH and not part.label):
        return False
    return part.kind is not Kind.SPECIAL or not cursor.plain_word()


def read_own_document(cursor: Cursor) -> bool:
    """Pass over the document itself, which adds nothing: `this Agreement`, `the Contract`."""
    start = cursor.at
    this = _skip_determiners(cursor)
    noun = cursor.peek().value in _OWN_DOCUMENTS
    if noun:
        cursor.at += 1
        noun = not cursor.plain_word() and cursor.peek().kind not in {"number", "other"}
    elif this and cursor.peek().kind in {"word", "label", "attachment"}:
        cursor.at = end_of_phrase(cursor, levels=False)
    if this or noun:
        return True
    cursor.at = start
    return False


def read_document_name(cursor: Cursor) -> str:
    """The name of another document at the cursor, in the form of SCORING 1.3; empty for none."""
    _skip_determiners(cursor)
    end = end_of_phrase(cursor, levels=False)
    name = normalise_words(spell(cursor.tokens[cursor.at : end]))
    if not any(map(str.isalpha, name)):
        return ""
    cursor.at = end
    return name


def read_leading_document(cursor: Cursor) -> str | None:
    """A document named before a place: `Loan Agreement, Section 2.1`.

    Returns:
        Its name, empty for the document itself (`this Agreement § 2`); None where there is none.

    """
    this = _skip_determiners(cursor)
    first = cursor.at
    while cursor.peek().kind == "word":
        cursor.at += 1
    name = normalise_words(spell(cursor.tokens[first : cursor.at]))
    if cursor.at == first or cursor.peek(-1).value not in DOCUMENT_NOUNS:
        return None
    if cursor.peek().kind in {"comma", "colon", "dash"}:
        cursor.at += 1
    if cursor.peek().kind not in {"label", "attachment"}:
        return None
    return "" if this or name in _OWN_DOCUMENTS else name


def _skip_determiners(cursor: Cursor) -> bool:
    """Pass over articles; whether `this` was among them."""
    this = False
    while cursor.peek().value in DETERMINERS or cursor.peek().value == "this":
        this = this or cursor.peek().value == "this"
        cursor.at += 1
    return this
