"""Where defined terms are used, in capitals and in small letters.

A text is read once as tokens; at each token the longest defined term that starts there is taken.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple

from leaderboard.programs.definitions import Definition, Form, quotations
from leaderboard.programs.outline import Outline, Part
from leaderboard.programs.text import Span, Spans, fold, singulars, without_possessive, word_set

__all__ = ["Reading", "Token", "Use", "small_uses", "tokens", "unused_definitions"]

_TOKEN = re.compile(r"[A-Za-z0-9](?:[\w&/]|[-'’.](?=\w))*(?:['’](?=\s))?")
_LONGEST_HEADING: Final = 150
"""Capitals longer than this are a paragraph that shouts, and its terms are used."""

_MOST_ALIKE: Final = 100
"""So many terms may start with one word; a text with more is no contract."""

_NEAR: Final = 80
_SURE_FROM: Final = 4
"""A single word must be used in capitals this often before its small letters count as a slip."""

_SMALL_ANYHOW: Final = 3
_SMALL_ANYHOW_SINGLE: Final = 2
_CAPITALS_PER_SMALL: Final = 8
_POINTERS: Final = word_set("the this such")


@dataclass(frozen=True, slots=True)
class Token:
    """A word: where it stands, how terms compare it, and whether it starts with a capital."""

    start: int
    end: int
    word: str
    capital: bool


@dataclass(frozen=True, slots=True)
class Use:
    """A defined term found in the text.

    Attributes:
        key: the folded term.
        start: where it starts.
        end: where it ends, the possessive ending included.
        capital: whether it is written as defined; else it is in small letters throughout.
        first: index of its first token.
        last: index after its last token.

    """

    key: str
    start: int
    end: int
    capital: bool
    first: int
    last: int


class _Term(NamedTuple):
    """A term to look for: its key, its words in their singular forms, which have capitals."""

    key: str
    words: tuple[frozenset[str], ...]
    capitals: tuple[bool, ...]


def tokens(text: str) -> list[Token]:
    """Split `text` into words, numbers among them."""
    return [
        Token(
            match.start(),
            match.end(),
            match.group().replace("’", "'").casefold(),
            match.group()[0].isupper(),
        )
        for match in _TOKEN.finditer(text)
    ]


class Reading:
    """A contract's words set against its definitions.

    Attributes:
        outline: the contract's numbered nodes.
        text: the contract.
        definitions: its definitions, pointers among them.
        sentences: its sentences.
        found: its tokens.
        uses: each defined term where it is used, in capitals or small letters.

    """

    def __init__(
        self, outline: Outline, definitions: Sequence[Definition], sentences: Sequence[Span]
    ) -> None:
        """Read the text of `outline` against `definitions`."""
        self.outline = outline
        self.text = outline.text
        self.definitions = definitions
        self.sentences = sentences
        self.found = tokens(self.text)
        self._sentence_starts = [sentence.start for sentence in sentences]
        self._quoted = Spans(quotations(self.text))
        self.uses = tuple(self._read_uses())

    @cached_property
    def terms(self) -> dict[str, list[Definition]]:
        """The definitions proper of each folded term."""
        found: dict[str, list[Definition]] = defaultdict(list)
        for definition in self.definitions:
            if definition.form is not Form.POINTER:
                found[definition.key].append(definition)
        return dict(found)

    def adjacent(self, index: int) -> bool:
        """Say whether only white space (one line break at most) stands before token `index`."""
        gap = self.text[self.found[index - 1].end : self.found[index].start]
        return not gap.strip(" \t\n&") and gap.count("\n") <= 1

    def counts(self, offset: int) -> bool:
        """Say whether capitals at `offset` say something: running text of the contract."""
        outline = self.outline
        return not (
            offset in outline.headings or offset in outline.noise or offset in outline.blocks
        )

    def quoted(self, offset: int) -> bool:
        """Say whether `offset` stands inside quotes."""
        return offset in self._quoted

    def sentence_index(self, offset: int) -> int:
        """Give the index of the sentence that covers `offset`."""
        return max(0, bisect_right(self._sentence_starts, offset) - 1)

    @cached_property
    def _index(self) -> dict[str, list[_Term]]:
        """The terms by each form of their first word."""
        index: dict[str, list[_Term]] = defaultdict(list)
        seen: set[str] = set()
        for definition in self.definitions:
            words = tokens(definition.term.replace("(s)", "").replace("(es)", ""))
            if not words or definition.key in seen:
                continue
            seen.add(definition.key)
            term = _Term(
                definition.key,
                tuple(frozenset(singulars(token.word)) for token in words),
                tuple(token.capital or not token.word[0].isalpha() for token in words),
            )
            for form in set(singulars(words[0].word)):
                if len(index[form]) < _MOST_ALIKE:
                    index[form].append(term)
        return dict(index)

    def _read_uses(self) -> Iterator[Use]:
        at = 0
        while at < len(self.found):
            use = self._use_at(at)
            if use is None:
                at += 1
            else:
                yield use
                at = use.last

    def _use_at(self, at: int) -> Use | None:
        """Take the longest term at token `at`; of equals the exact form before a plural."""
        token = self.found[at]
        best: tuple[tuple[bool, int, bool], Use] | None = None
        for form in singulars(token.word):
            for term in self._index.get(form, ()):
                capital = self._match(at, term)
                if capital is None:
                    continue
                last = at + len(term.words)
                use = Use(term.key, token.start, self.found[last - 1].end, capital, at, last)
                exact = fold(without_possessive(self.text[use.start : use.end])) == term.key
                rank = (capital, len(term.words), exact)
                if best is None or rank > best[0]:
                    best = (rank, use)
        return best[1] if best else None

    def _match(self, at: int, term: _Term) -> bool | None:
        """Match a term at token `at`: True in capitals, False in small letters, None not at all."""
        last = at + len(term.words)
        if last > len(self.found):
            return None
        if term.words[-1].isdisjoint(singulars(self.found[last - 1].word)):
            return None
        upper = lower = True
        for index, (word, capital) in enumerate(zip(term.words, term.capitals, strict=True), at):
            token = self.found[index]
            if token.word not in word and word.isdisjoint(singulars(token.word)):
                return None
            if index > at and not self.adjacent(index):
                return None
            if capital:
                upper = upper and (token.capital or not token.word[0].isalpha())
                lower = lower and not token.capital
        return upper if upper or lower else None


def _is_use(reading: Reading, use: Use) -> bool:
    """Say whether a term in capitals is used, not merely quoted, signed or set as a heading."""
    outline = reading.outline
    if not use.capital or reading.quoted(use.start) or use.start in outline.noise:
        return False
    span = outline.headings.at(use.start)
    if span is not None:
        return span.end - span.start > _LONGEST_HEADING
    return outline.node_at(use.start).part is not Part.SIGNATURES


def _defined_together(reading: Reading) -> dict[str, set[str]]:
    """Find which terms are defined in one pair of brackets, as forms of one another."""
    groups: dict[str, set[str]] = {key: {key} for key in reading.terms}
    proper = [found for found in reading.definitions if found.form is not Form.POINTER]
    for one, two in pairwise(proper):
        gap = reading.text[one.end : two.start]
        near = one.sentence == two.sentence and len(gap) < _NEAR
        if not near or re.search(r"\)[^(]*\(", gap):
            continue
        if set(singulars(one.key)) & set(singulars(two.key)) or " or " in gap:
            groups[one.key].add(two.key)
            groups[two.key].add(one.key)
    return groups


def unused_definitions(reading: Reading) -> list[Definition]:
    """List the definitions whose terms are used nowhere (OPENSCRUB, "Rules of gold").

    Uses in other definitions count, but not in an unused term's; using one of the terms that are
    defined together uses them all.
    """
    groups = _defined_together(reading)
    places: dict[str, list[int]] = defaultdict(list)
    for use in reading.uses:
        if _is_use(reading, use):
            places[use.key].append(reading.sentence_index(use.start))
    own = {
        key: {reading.sentence_index(definition.start) for definition in found}
        for key, found in reading.terms.items()
    }
    unused: set[str] = set()
    while True:
        dead = {at for key in unused for at in own[key]}
        alive = {key for key in own if any(at not in own[key] | dead for at in places[key])}
        now = {key for key in own if not groups[key] & alive}
        if now == unused:
            return [found[0] for key, found in reading.terms.items() if key in unused]
        unused = now


def small_uses(reading: Reading) -> list[Use]:
    """List the defined terms written in small letters, where that is hardly meant.

    A term of several words is, unless small letters are this contract's habit; a single word only
    where it is pointed at (`the`, `this`, `such`) and nearly always has its capital.
    """
    small: dict[str, list[Use]] = defaultdict(list)
    capital: Counter[str] = Counter()
    own = {
        key: {reading.sentence_index(definition.start) for definition in found}
        for key, found in reading.terms.items()
    }
    for use in reading.uses:
        if use.capital:
            capital[use.key] += 1
        elif use.key in own and reading.sentence_index(use.start) not in own[use.key]:
            small[use.key].append(use)
    found: list[Use] = []
    for key, uses in small.items():
        meant = [use for use in uses if not _describes(reading, use)]
        if " " in key:
            most = max(_SMALL_ANYHOW, capital[key])
        else:
            most = max(_SMALL_ANYHOW_SINGLE, capital[key] // _CAPITALS_PER_SMALL)
            meant = [use for use in meant if _pointed_at(reading, use, capital[key])]
        if len(uses) <= most:
            found += meant
    return sorted(found, key=lambda use: use.start)


def _describes(reading: Reading, use: Use) -> bool:
    """Say whether `of` follows: "the effective date of termination" is no Effective Date."""
    return use.last < len(reading.found) and reading.found[use.last].word == "of"


def _pointed_at(reading: Reading, use: Use, capital: int) -> bool:
    """Say whether a single word in small letters is pointed at as the defined thing."""
    at = use.first - 1
    if capital < _SURE_FROM or at < 0 or not reading.adjacent(use.first):
        return False
    exact = fold(without_possessive(reading.text[use.start : use.end])) == use.key
    return exact and reading.found[at].word in _POINTERS and reading.counts(use.start)
