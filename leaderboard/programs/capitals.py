"""Capitalised terms that nobody defined.

What defined terms leave of the capitalised words is looked at in runs. Names, titles, headings and
first words of sentences are set aside; of the rest, those phrases are kept for which something
speaks: a word that points at them, or their own words in small letters elsewhere.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from leaderboard.programs.names import (
    ADDRESS_WORDS,
    LABEL_WORDS,
    NAME_ENDINGS,
    NAME_HEADS,
    NAME_WORDS,
    OPENERS,
    POINTING,
    TITLES,
)
from leaderboard.programs.text import Span, Spans, fold, singulars, without_possessive
from leaderboard.programs.uses import Reading

__all__ = ["Phrase", "undefined_phrases"]

_COMMON_NOUN = re.compile(
    r"(?:ments?|tions?|sions?|ings?|ees?|ities|ity|ages?|als?|ances?|ences?|ures?|ships?|ness|ers?"
    r"|ors?|ables?|ates?|ives?|ies|ed|ty|cts?|sts?|nts?|rds?|sks?|rms?|lans?|ns)\Z"
)
_STATUTE = re.compile(
    r"(?:[A-Z][\w'’&-]{0,30}[ ]|(?:of|and|to|for|in|on|the)[ ]|\([A-Z][^()\n]{1,60}\)[ ]){1,10}"
    r"(?:Act|Code|Regulations?|Rules|Directive|Convention|Treaty|Statute|Ordinance)\b"
)
_COMPANY = re.compile(
    r"((?:[A-Z][\w&'’.-]{0,30}[ ]){1,7}(?:of[ ](?:[A-Z][\w.]{0,20}[ ])?)?)"
    r"(?:Inc|LLC|L\.L\.C|Ltd|Limited|Corp|Corporation|L\.P|LP|Company|Bank|GmbH|plc|S\.A)\b"
)
_COMPANY_AFTER = re.compile(
    r",? (?:Inc|LLC|L\.L\.C|Ltd|Corp|L\.P|N\.A|S\.A|plc|GmbH)\b|, [A-Z]{2} \d{5}"
)
_NAME_BEFORE = re.compile(r"(?:\b\d{1,5}|Mr\.|Ms\.|Mrs\.|Dr\.|&|Attn:|Attention:)\s\Z")
_LABEL_BEFORE = re.compile(r"(?:\(\w{1,4}\)|\d\.\d{1,2}\.?)\s{1,4}\Z")
_ENUMERATOR = re.compile(r"(?:[(\[]?\w{1,5}[)\].]\s{0,8})\Z")
_BLANK_LINE = re.compile(r"\n[ \t]*\n\s*\Z")
_NAMES: Final = NAME_WORDS | NAME_HEADS | ADDRESS_WORDS
_LAST_OF_NAMES: Final = NAME_ENDINGS | LABEL_WORDS
_SHORTEST: Final = 3
_LABEL_ROOM: Final = 12
_ADDRESSED: Final = frozenset({" Mr.", "Mrs.", " Dr.", " St."})


@dataclass(frozen=True, slots=True)
class Phrase:
    """A run of capitalised words that is no defined term."""

    words: str
    start: int
    end: int


def _key(words: str) -> str:
    """Bring a phrase to the form in which its occurrences are counted."""
    return min(singulars(fold(words)), key=len)


class _Phrases:
    """Reads the runs of capitalised words that no defined term covers."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.text = reading.text
        self.found = reading.found
        self.taken = {
            at: use for use in reading.uses if use.capital for at in range(use.first, use.last)
        }
        self.statutes = Spans(Span(*m.span()) for m in _STATUTE.finditer(self.text))
        self.starts = [token.start for token in self.found]

    def phrases(self) -> list[Phrase]:
        """List the phrases that are meant as terms, every occurrence of each."""
        by_key: dict[str, list[Phrase]] = defaultdict(list)
        for phrase in self._joined(list(self._left_over())):
            by_key[_key(phrase.words)].append(phrase)
        found = [
            phrase
            for key, phrases in by_key.items()
            if self._is_term_like(key, phrases)
            for phrase in phrases
        ]
        return sorted(found, key=lambda phrase: phrase.start)

    def _left_over(self) -> Iterator[Phrase]:
        at = 0
        while at < len(self.found):
            if not self.found[at].capital or at in self.taken:
                at += 1
                continue
            last = self._run_end(at)
            phrase = None if self._touches(at, last) else self._phrase(at, last)
            if phrase is not None:
                yield phrase
            at = last

    def _joined(self, phrases: Sequence[Phrase]) -> Iterator[Phrase]:
        """Join `Rules and Regulations`: two phrases that never stand without each other."""
        alone = Counter(_key(phrase.words) for phrase in phrases)
        pairs = [
            (one, two)
            for one, two in pairwise(phrases)
            if self.text[one.end : two.start] == " and "
        ]
        couples = Counter((_key(one.words), _key(two.words)) for one, two in pairs)
        joined: dict[int, Phrase] = {}
        for one, two in pairs:
            a, b = _key(one.words), _key(two.words)
            if couples[a, b] == alone[a] == alone[b] > 1:
                joined[one.start] = Phrase(f"{one.words} and {two.words}", one.start, two.end)
        seconds = {two.start for one, two in pairs if one.start in joined}
        for phrase in phrases:
            if phrase.start not in seconds:
                yield joined.get(phrase.start, phrase)

    def _possessive(self, at: int) -> bool:
        return self.found[at].word.endswith(("'s", "'"))

    def _run_end(self, at: int) -> int:
        """Find the end of the run of capitalised words that starts at token `at`."""
        last = at + 1
        while last < len(self.found):
            if self._possessive(last - 1) or not self.reading.adjacent(last):
                break
            token = self.found[last]
            if token.capital and token.word in OPENERS:
                break
            if token.capital and last not in self.taken:
                last += 1
            elif self._links(last):
                last += 2
            else:
                break
        return last

    def _links(self, at: int) -> bool:
        """Say whether token `at` is an `of` between two capitalised words."""
        after = at + 1
        return (
            self.found[at].word == "of"
            and after < len(self.found)
            and after not in self.taken
            and self.found[after].capital
            and self.reading.adjacent(after)
        )

    def _touches(self, at: int, last: int) -> bool:
        """Say whether a run is part of a longer name that holds a defined term."""
        before = at - 1 in self.taken and self.reading.adjacent(at) and not self._possessive(at - 1)
        after = last in self.taken and self.reading.adjacent(last)
        return before or (after and not self._possessive(last - 1))

    def _phrase(self, at: int, last: int) -> Phrase | None:
        """Cut a run to the words that can be a term; None when nothing is left."""
        start = self.found[at].start
        reading = self.reading
        if not reading.counts(start) or reading.quoted(start) or start in self.statutes:
            return None
        opens = self._opens_sentence(start)
        while at < last and (self.found[at].word in OPENERS or self.found[at].word in LABEL_WORDS):
            at += 1
            opens = False
        if at >= last or (opens and last - at == 1) or self._runs_in(at, last):
            return None
        span = Span(self.found[at].start, self.found[last - 1].end)
        words = without_possessive(self.text[span.start : span.end])
        if self._is_name(at, last, words) or self._is_named(at, last, words):
            return None
        return Phrase(re.sub(r"\s+", " ", words), span.start, span.start + len(words))

    def _opens_sentence(self, offset: int) -> bool:
        """Say whether the word at `offset` has its capital from its position."""
        before = _ENUMERATOR.sub("", self.text[max(0, offset - 24) : offset])
        stripped = before.rstrip("\"“'‘([ \t")
        if not stripped or stripped[-1] in ".;:!?—–":
            return stripped[-4:] not in _ADDRESSED
        if _BLANK_LINE.search(before):
            return True
        node = self.reading.outline.node_at(offset)
        heading = node.heading
        after_heading = heading is not None and 0 <= offset - heading.end <= _SHORTEST
        return offset - node.body <= _LABEL_ROOM or after_heading

    def _runs_in(self, at: int, last: int) -> bool:
        """Say whether a run is a heading inside a line: `(d) Term; Change.`, `Whole Term This`."""
        start, end = self.found[at].start, self.found[last - 1].end
        labelled = _LABEL_BEFORE.search(self.text[max(0, start - _LABEL_ROOM) : start])
        if labelled and self.text[end : end + 2].rstrip()[:1] in {".", ";", ":", "–", "—"}:
            return True
        return (
            last < len(self.found)
            and self.found[last].capital
            and self.found[last].word in OPENERS
            and self.reading.adjacent(last)
        )

    def _is_name(self, at: int, last: int, words: str) -> bool:
        """Say whether a run of words is a name, a title, a date, an address or an abbreviation."""
        run = [without_possessive(token.word) for token in self.found[at:last]]
        if any(word in _NAMES for word in run) or run[-1] in _LAST_OF_NAMES:
            return True
        if all(word in TITLES or word == "of" for word in run) or run == ["agreement"]:
            return True
        return len(words) < _SHORTEST or words.isupper() or re.search(r"\d", words) is not None

    def _is_named(self, at: int, last: int, words: str) -> bool:
        """Say whether the text around a run, or elsewhere, shows that it is a name."""
        start, end = self.found[at].start, self.found[last - 1].end
        if _COMPANY_AFTER.match(self.text, end, end + _LABEL_ROOM):
            return True
        if _NAME_BEFORE.search(self.text[max(0, start - _LABEL_ROOM) : start]):
            return True
        key = fold(words)
        return key in self._own_names or key in self._headings

    @cached_property
    def _headings(self) -> frozenset[str]:
        """The headings of the contract, which a reference may name in capitals."""
        outline = self.reading.outline
        return frozenset(fold(outline.heading_of(node)) for node in outline.nodes if node.heading)

    @cached_property
    def _own_names(self) -> frozenset[str]:
        """Names that stand before a company's form, in a table, an address or a signature block."""
        names: set[str] = set()
        plain = re.sub(r",(?= (?:Inc|LLC|L\.L\.C|Ltd|L\.P|N\.A|S\.A))", "", self.text)
        for match in _COMPANY.finditer(plain):
            words = fold(match.group(1)).split()
            for first in range(len(words)):
                for last in range(first + 1, len(words) + 1):
                    names.add(" ".join(words[first:last]))
        for block in self.reading.outline.blocks:
            for line in self.text[block.start : block.end].split("\n"):
                names.add(fold(line.rpartition(":")[2]))
        return frozenset(names)

    @cached_property
    def _small(self) -> frozenset[str]:
        """Words that the contract writes in small letters."""
        return frozenset(
            form for token in self.found if not token.capital for form in singulars(token.word)
        )

    def _is_term_like(self, key: str, phrases: Sequence[Phrase]) -> bool:
        """Weigh the evidence that a capitalised phrase is meant as a term, not as a name."""
        words = key.split()
        known = sum(word in self._small for word in words)
        shaped = sum(_COMMON_NOUN.search(word) is not None for word in words)
        pointed = any(self._pointed_at(phrase) for phrase in phrases)
        if len(words) == 1:
            return pointed and known + shaped > 0 and len(key) > _SHORTEST
        if pointed:
            return known + shaped > 0
        return known > 0 and (known == len(words) or known + shaped > len(words))

    def _pointed_at(self, phrase: Phrase) -> bool:
        """Say whether a word such as `the` or `each`, or a possessive, stands before a phrase."""
        at = bisect_left(self.starts, phrase.start) - 1
        if at < 0 or not self.reading.adjacent(at + 1):
            return False
        return self.found[at].word in POINTING or self._possessive(at)


def undefined_phrases(reading: Reading) -> list[Phrase]:
    """List every use of a capitalised term that has no definition."""
    return _Phrases(reading).phrases()
