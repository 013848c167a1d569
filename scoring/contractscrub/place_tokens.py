"""Text of a place cut into tokens, with the words that SCORING 1.4 gives a meaning."""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NamedTuple

from scoring.contractscrub.words import plain_characters

__all__ = ["END", "RANKS", "Token", "bracket_partners", "read_tokens", "spell"]

RANKS: Final[dict[str, int]] = {
    "article": 0,
    "section": 1,
    "clause": 2,
    "subsection": 3,
    "sub-clause": 3,
    "paragraph": 3,
    "subparagraph": 4,
}
"""Body labels by class, with their usual depth: it decides what holds what, never equality."""

_LABELS: Final[dict[str, str]] = {
    "section": "section",
    "sections": "section",
    "sec": "section",
    "secs": "section",
    "sect": "section",
    "sects": "section",
    "§": "section",
    "article": "article",
    "articles": "article",
    "art": "article",
    "arts": "article",
    "clause": "clause",
    "clauses": "clause",
    "cl": "clause",
    "cls": "clause",
    "paragraph": "paragraph",
    "paragraphs": "paragraph",
    "para": "paragraph",
    "paras": "paragraph",
    "par": "paragraph",
    "pars": "paragraph",
    "¶": "paragraph",
}
_UNDER: Final = {
    "section": "subsection",
    "clause": "sub-clause",
    "paragraph": "subparagraph",
}

_ATTACHMENTS: Final[dict[str, str]] = {
    "exhibit": "Exhibit",
    "exhibits": "Exhibit",
    "exh": "Exhibit",
    "exhs": "Exhibit",
    "ex": "Exhibit",
    "exs": "Exhibit",
    "schedule": "Schedule",
    "schedules": "Schedule",
    "sched": "Schedule",
    "scheds": "Schedule",
    "sch": "Schedule",
    "annex": "Annex",
    "annexes": "Annex",
    "annexe": "Annex",
    "annexure": "Annex",
    "annexures": "Annex",
    "appendix": "Appendix",
    "appendices": "Appendix",
    "appendixes": "Appendix",
    "app": "Appendix",
    "apps": "Appendix",
    "appx": "Appendix",
    "attachment": "Attachment",
    "attachments": "Attachment",
    "att": "Attachment",
}

_SYMBOLS: Final = {
    "(": "open",
    "[": "open",
    "{": "open",
    ")": "close",
    "]": "close",
    "}": "close",
    ".": "dot",
    ",": "comma",
    ";": "and",
    "&": "and",
    "/": "and",
    "+": "and",
    ":": "colon",
    "-": "dash",
}
_TOKEN: Final = re.compile(
    r"(?P<number>[0-9]++(?:\.[0-9]++)*+)|(?P<word>[^\W\d_]++(?:'[^\W\d_]++)*+)|(?P<mark>[^ ])"
)
# Headings of recitals are often set in spaced letters.
_SPACED_OUT: Final = re.compile(r"\b(?:w i t n e s s e t h|r e c i t a l s)\b", re.IGNORECASE)


class Token(NamedTuple):
    """One token of a place.

    Attributes:
        kind: number, word, label, attachment, open, close, dot, comma, and, colon, dash, other
            or end.
        text: as written, after the character steps of SCORING 1.3.
        spaced: whether white space or a quote stands before it.
        value: the word in lower case; the class of a label; the kind of an attachment.
        plural: whether a label or attachment announces several places.

    """

    kind: str
    text: str
    spaced: bool = True
    value: str = ""
    plural: bool = False


END: Final = Token("end", "")


def read_tokens(text: str) -> list[Token]:
    """The tokens of `text`, labels recognised, quotes and outer punctuation left out."""
    return _merge_labels(_lex(_ascii_digits(plain_characters(text))))


def bracket_partners(tokens: list[Token]) -> dict[int, int]:
    """Index of the closing bracket by index of its opening one; unmatched ones are absent."""
    partners: dict[int, int] = {}
    waiting: list[int] = []
    for index, token in enumerate(tokens):
        if token.kind == "open":
            waiting.append(index)
        elif token.kind == "close" and waiting:
            partners[waiting.pop()] = index
    return partners


def spell(tokens: list[Token]) -> str:
    """The text of `tokens`, quotes left out; reading it gives the same tokens."""
    return "".join(f" {token.text}" if token.spaced else token.text for token in tokens).strip()


def _ascii_digits(text: str) -> str:
    # NFKC makes full-width digits plain, but not those of other scripts.
    if not text.isascii():
        text = "".join(
            character if (value := unicodedata.decimal(character, None)) is None else str(value)
            for character in text
        ).replace("\u066b", ".")
    return _SPACED_OUT.sub(lambda match: match[0].replace(" ", ""), text)


def _lex(text: str) -> list[Token]:
    tokens: list[Token] = []
    end = 0
    for match in _TOKEN.finditer(text):
        kind, piece = str(match.lastgroup), match[0]
        if piece in {'"', "'"}:
            continue
        if kind == "mark":
            kind = "label" if piece in _LABELS else _SYMBOLS.get(piece, "other")
        spaced = match.start() != end or not tokens
        tokens.append(Token(kind, piece, spaced, piece.lower()))
        end = match.end()
    return _trimmed(tokens)


def _trimmed(tokens: list[Token]) -> list[Token]:
    outer = {"dot", "comma", "colon", "and", "dash"}
    last = len(tokens)
    while last and tokens[last - 1].kind in outer - {"dash"}:
        last -= 1
    first = 0
    # A leading dot or dash is kept: it may belong to what it stands before.
    while first < last and tokens[first].kind in outer - {"dash", "dot"}:
        first += 1
    return tokens[first:last]


def _merge_labels(tokens: list[Token]) -> list[Token]:
    merged: list[Token] = []
    at = 0
    while at < len(tokens):
        token, at = _label_at(tokens, at)
        merged.append(token)
    return merged


def _label_at(tokens: list[Token], at: int) -> tuple[Token, int]:
    """The token at `at`, made a label where it is one, and the index after it."""
    token = tokens[at]
    word, under, end = token.value, False, at + 1
    if token.kind == "word" and word.startswith("sub"):
        # Split labels: "Sub section", "Sub-clause".
        joint = at + 1
        if word == "sub" and joint < len(tokens) and tokens[joint].kind == "dash":
            joint += 1
        if word == "sub" and joint < len(tokens):
            word, under, end = tokens[joint].value, True, joint + 1
        else:
            word, under = word[3:], True
    name = _LABELS.get(word)
    if token.kind in {"word", "label"} and name is not None and (not under or name in _UNDER):
        kind, value = "label", _UNDER[name] if under else name
    elif token.kind == "word" and not under and word in _ATTACHMENTS:
        kind, value = "attachment", _ATTACHMENTS[word]
    else:
        return token, at + 1
    plural = word.endswith("s") or word == "appendices"
    end, marked = _after_label(tokens, end)
    return Token(kind, spell(tokens[at:end]), token.spaced, value, plural or marked), end


def _after_label(tokens: list[Token], at: int) -> tuple[int, bool]:
    """The index after the "(s)" and the full stop that may follow a label."""
    shape = [token.value for token in tokens[at : at + 3]]
    marked = (len(tokens) > at + 3 and shape in (["(", "s", ")"], ["(", "es", ")"])) and not tokens[
        at
    ].spaced
    if marked:
        at += 3
    if at < len(tokens) and tokens[at].kind == "dot" and not tokens[at].spaced:
        at += 1
    return at, marked
