"""Finds what a contract defines, in every form that contracts use, from the text alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from leaderboard.openscrub.verify.lists import listed
from leaderboard.openscrub.verify.outline import Kind, Paragraph
from leaderboard.openscrub.verify.words import read_sentences

__all__ = ["Definition", "find_definitions"]


class Definition(NamedTuple):
    """One definition.

    Attributes:
        term: the term as printed, without a comma that the quotes hold.
        place: where its line stands.
        start: where the term begins.
        end: where it ends.
        own: start and end of the sentence that defines it.

    """

    term: str
    place: str
    start: int
    end: int
    own: tuple[int, int]


_WORD: Final = r"[A-Z][\w'-]*"
_TERM: Final = rf"{_WORD}(?:\s(?:(?:of|and|or|for|in|to|the)\s)?{_WORD}){{0,5}}"
_QUOTED: Final = re.compile(r'(?<![\w"])"([A-Z][^"]{0,60}?),?"')
_LEGEND: Final = re.compile(
    r"(?:marked|labell?ed|stamped|entitled|titled|words?|legend|designated|headed|named)\s+$"
)
_POINTER: Final = re.compile(
    r"\s+(?:has|have|shall have)\s+the\s+meaning[^.]{0,40}"
    r"\b(?:given|set|assigned|ascribed|stated)\b[^.]{0,40}\bin\s+(?:Section|Article|Clause|Paragraph|Schedule|Exhibit)"
)
_PARENTHESIS: Final = re.compile(
    r"\((?:hereinafter|hereafter|herein|each|individually|collectively|together)\b[^()]{1,160}\)"
)
_NAMED: Final = re.compile(
    rf"(?:\b(?:the|this|an?|called|to as|as|hereinafter|collectively),?)\s({_TERM})"
    rf"(?=\s*(?:[,)]|and\b|or\b))"
)
_SENTENCE: Final = re.compile(
    rf"(?:(?:As used (?:in this|herein)[^,.]{{0,40}},|In this [^,.]{{1,30}},"
    rf"|For (?:the )?purposes of[^,.]{{1,40}},)\s+|[Tt]he (?:term|word|expression)s?\s+)?"
    rf"({_TERM})\s+"
    rf"(?:shall mean|will mean|means?|shall have the (?:following )?meaning|has the (?:following )?"
    rf"meaning)\b(?!\sthat\b)"
)
_ENTRY: Final = re.compile(rf"({_TERM}):\s+(?=[a-z])")
_PARTIES: Final = re.compile(
    r"\b(?:is|are each|are|each) a\s(PARTY|Party)\b[^.]{0,60}?\bthe\s(PARTIES|Parties)\b"
)
_NO_TERMS: Final = frozenset(
    listed("this that it which what these those such nothing each neither either all any no")
)


def find_definitions(running: str, paragraphs: tuple[Paragraph, ...]) -> list[Definition]:
    """Every definition in the running text of a contract, in order.

    Args:
        running: the contract with straight quotes and blanks for line ends inside paragraphs.
        paragraphs: its paragraphs.

    """
    found: list[Definition] = []
    for paragraph in paragraphs:
        if not paragraph.is_legal_text or paragraph.lead >= paragraph.end:
            continue
        for own in read_sentences(running, paragraph.lead, paragraph.end):
            quoted = list(_in_quotes(running, paragraph, own))
            taken = {definition.start for definition in quoted}
            found += quoted
            found += [
                definition
                for definition in _without_quotes(running, paragraph, own)
                if definition.start not in taken
            ]
    return sorted(found, key=lambda definition: definition.start)


def _without_quotes(flat: str, paragraph: Paragraph, own: tuple[int, int]) -> Iterator[Definition]:
    yield from _in_parentheses(flat, paragraph, own)
    match = _SENTENCE.match(flat, *own) or _entry(flat, paragraph, own)
    if match is not None and match[1].casefold() not in _NO_TERMS:
        yield _definition(match, 1, paragraph, own)


def _entry(flat: str, paragraph: Paragraph, own: tuple[int, int]) -> re.Match[str] | None:
    opens = own[0] == paragraph.lead == paragraph.start
    return _ENTRY.match(flat, *own) if opens else None


def _in_quotes(flat: str, paragraph: Paragraph, own: tuple[int, int]) -> Iterator[Definition]:
    for match in _QUOTED.finditer(flat, *own):
        before = flat[max(own[0], match.start() - 24) : match.start()]
        if _LEGEND.search(before) or _POINTER.match(flat, match.end(), own[1]):
            continue
        yield _definition(match, 1, paragraph, own)


def _in_parentheses(flat: str, paragraph: Paragraph, own: tuple[int, int]) -> Iterator[Definition]:
    for parenthesis in _PARENTHESIS.finditer(flat, *own):
        if '"' in parenthesis[0]:
            continue
        for match in _NAMED.finditer(flat, parenthesis.start(), parenthesis.end()):
            yield _definition(match, 1, paragraph, own)
    if paragraph.kind is Kind.PREAMBLE:
        for match in _PARTIES.finditer(flat, *own):
            yield _definition(match, 1, paragraph, own)
            yield _definition(match, 2, paragraph, own)


def _definition(
    match: re.Match[str], group: int, paragraph: Paragraph, own: tuple[int, int]
) -> Definition:
    term = " ".join(match[group].split())
    return Definition(term, paragraph.place, match.start(group), match.end(group), own)
