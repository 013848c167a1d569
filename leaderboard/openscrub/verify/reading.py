"""What one contract says, read once from its text alone, without gold or declarations."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from leaderboard.openscrub.verify.definitions import Definition, find_definitions
from leaderboard.openscrub.verify.entries import Site, fold
from leaderboard.openscrub.verify.forms import Case, Vocabulary
from leaderboard.openscrub.verify.outline import Kind, Outline, Paragraph, place_of, read_outline
from leaderboard.openscrub.verify.references import Reference, find_references
from leaderboard.openscrub.verify.values import Number, find_numbers
from leaderboard.openscrub.verify.words import (
    Word,
    is_opener,
    is_shouted,
    read_sentences,
    read_words,
)
from scoring.contractscrub import Place

_MARK: Final = re.compile(r"^(?:[A-Z]\w* )?[\dIVXLC.]+[.:)]?\s|^\([^)]*\)\s|[\[\].]")
_GOES_ON: Final = re.compile(r"(?:[,;:—]|; and|; or|, and|, or)$")

__all__ = ["Occurrence", "Reading", "Sentence", "read_contract"]


class Sentence(NamedTuple):
    """A sentence of running text.

    Attributes:
        start: where it begins.
        end: where it ends.
        paragraph: its paragraph.
        opens: whether its first word has a capital for its position alone; an item that goes on
            with a sentence from the line above does not open one.

    """

    start: int
    end: int
    paragraph: Paragraph
    opens: bool


class Occurrence(NamedTuple):
    """A form of a defined term in running text.

    Attributes:
        start: where it begins.
        end: where it ends, without a possessive ending.
        term: the term, as its definition quotes it.
        case: how it is printed.
        exact: whether it is the quoted form, case apart.
        opens: whether its first word opens a sentence.
        place: where it stands.
        own: whether it stands in a sentence that defines it.
        sentence: start and end of its sentence.

    """

    start: int
    end: int
    term: str
    case: Case
    exact: bool
    opens: bool
    place: str
    own: bool
    sentence: tuple[int, int]


@dataclass(frozen=True)
class Reading:
    """A contract as the second reader sees it.

    Attributes:
        text: the contract.
        outline: its paragraphs and places.
        sentences: its running text, sentence by sentence.
        definitions: what it defines.

    """

    text: str
    outline: Outline
    sentences: tuple[Sentence, ...]
    definitions: tuple[Definition, ...]

    @property
    def running(self) -> str:
        """The text with straight quotes and plain blanks, character for character."""
        return self.outline.running

    @cached_property
    def terms(self) -> Mapping[str, tuple[Definition, ...]]:
        """The definitions of each term, by its spelling in lower case."""
        found: dict[str, list[Definition]] = defaultdict(list)
        for definition in self.definitions:
            found[definition.term.casefold()].append(definition)
        return {term: tuple(some) for term, some in found.items()}

    @cached_property
    def preamble_terms(self) -> frozenset[str]:
        """The terms that the preamble defines, in lower case; the two roles are among them."""
        return frozenset(d.term.casefold() for d in self.definitions if d.place == "P")

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """Its cross-references, in order."""
        return tuple(
            reference
            for paragraph in self.outline.paragraphs
            if paragraph.is_legal_text
            for reference in find_references(self.running, paragraph.lead, paragraph.end)
        )

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        """The numbers of its running text, in order, also those inside references."""
        return tuple(
            number
            for paragraph in self.outline.paragraphs
            if paragraph.is_legal_text
            for number in find_numbers(self.running, paragraph.lead, paragraph.end)
        )

    @cached_property
    def headings(self) -> frozenset[str]:
        """Its headings in lower case, without their numbers."""
        found = (
            fold(_MARK.sub("", self.running[paragraph.start : paragraph.lead]))
            for paragraph in self.outline.paragraphs
            if paragraph.kind is Kind.BODY
        )
        return frozenset(heading for heading in found if heading)

    @cached_property
    def occurrences(self) -> tuple[Occurrence, ...]:
        """Every form of a defined term in running text, in order."""
        return self._scan[0]

    @cached_property
    def capitals(self) -> tuple[tuple[Word, str], ...]:
        """Capitalised words that open no sentence and belong to no defined term, with places."""
        return self._scan[1]

    @cached_property
    def _scan(self) -> tuple[tuple[Occurrence, ...], tuple[tuple[Word, str], ...]]:
        vocabulary = Vocabulary(d.term for some in self.terms.values() for d in some[:1])
        quoted = {(d.start, d.end) for d in self.definitions}
        own = defaultdict(set)
        for definition in self.definitions:
            own[definition.own].add(definition.term.casefold())
        found: list[Occurrence] = []
        left: list[tuple[Word, str]] = []
        for sentence in self.sentences:
            start, end, paragraph, begins = sentence
            words = list(read_words(self.running, start, end))
            defined = own.get((start, end), set())
            shouted = is_shouted(self.running[start:end])
            taken: set[int] = set()
            for match in vocabulary.find(self.running, words, end):
                first, last = words[match.first], words[match.last]
                case = Case.CAPITAL if shouted else match.case
                opens = begins and match.first == 0
                if case is Case.MIXED and not opens:
                    continue
                taken.update(range(match.first, match.last + 1))
                if (first.start, last.end) in quoted:
                    continue
                found.append(
                    Occurrence(
                        first.start,
                        last.end,
                        match.term,
                        case,
                        match.exact,
                        opens,
                        paragraph.place,
                        match.term.casefold() in defined,
                        (start, end),
                    )
                )
            if not shouted:
                left += [
                    (word, paragraph.place)
                    for at, word in enumerate(words)
                    if word.is_capital
                    and at not in taken
                    and (at or not (begins or is_opener(word.text)))
                ]
        return tuple(found), tuple(left)

    @cached_property
    def lower_sites(self) -> Counter[Site]:
        """How often the quoted form of each term stands at each place in lower case."""
        return _count(self.occurrences, Case.LOWER)

    @cached_property
    def capital_sites(self) -> Counter[Site]:
        """How often the quoted form of each term stands at each place with its capitals."""
        return _count(self.occurrences, Case.CAPITAL)

    @cached_property
    def _starts(self) -> list[int]:
        return [sentence.start for sentence in self.sentences]

    @cached_property
    def _openings(self) -> list[int]:
        return [paragraph.start for paragraph in self.outline.paragraphs]

    def _sentence(self, offset: int) -> Sentence | None:
        at = bisect_right(self._starts, offset) - 1
        return self.sentences[at] if at >= 0 and self.sentences[at].end > offset else None

    def span_at(self, offset: int) -> tuple[int, int] | None:
        """Start and end of the sentence of running text around an offset, or None."""
        found = self._sentence(offset)
        return None if found is None else (found.start, found.end)

    def opens_at(self, offset: int) -> bool:
        """Whether a word at an offset has its capital for opening a sentence."""
        found = self._sentence(offset)
        return found is not None and found.opens and found.start == offset

    def sentence_at(self, offset: int) -> str:
        """The sentence around an offset, for a person to read; a part of the line elsewhere."""
        start, end = self.span_at(offset) or (max(0, offset - 40), offset + 60)
        return " ".join(self.text[start:end].split())

    def place_at(self, offset: int) -> str:
        """The place of the paragraph around an offset."""
        at = bisect_right(self._openings, offset) - 1
        return self.outline.paragraphs[at].place if at >= 0 else ""

    @cached_property
    def stretches(self) -> Mapping[Place, tuple[Paragraph, ...]]:
        """The paragraphs of running text at each place."""
        found: dict[Place, list[Paragraph]] = defaultdict(list)
        for paragraph in self.outline.paragraphs:
            if paragraph.kind is not Kind.NOISE and paragraph.place:
                found[place_of(paragraph.place)].append(paragraph)
        return {place: tuple(some) for place, some in found.items()}


def _count(occurrences: Iterable[Occurrence], case: Case) -> Counter[Site]:
    return Counter(
        (occurrence.term.casefold(), place_of(occurrence.place))
        for occurrence in occurrences
        if occurrence.exact and occurrence.case is case
    )


def read_contract(text: str) -> Reading:
    """Read a contract; occurrences, references and numbers are read when they are asked for."""
    outline = read_outline(text)
    sentences = tuple(_sentences(outline))
    definitions = tuple(find_definitions(outline.running, outline.paragraphs))
    return Reading(text, outline, sentences, definitions)


def _sentences(outline: Outline) -> Iterator[Sentence]:
    continues = False
    for paragraph in outline.paragraphs:
        if paragraph.kind is Kind.NOISE:
            continue
        if paragraph.is_legal_text:
            begins = not (continues and paragraph.lead > paragraph.start)
            for start, end in read_sentences(outline.running, paragraph.lead, paragraph.end):
                yield Sentence(start, end, paragraph, begins)
                begins = True
        tail = outline.running[max(paragraph.lead, paragraph.end - 5) : paragraph.end]
        continues = paragraph.kind is Kind.BODY and bool(_GOES_ON.search(tail))
