"""Values that are stated twice and differ: periods, sums, percentages, the governing law.

Two values conflict where one sentence cites the provision in which the other stands, for the same
thing; where words and digits of one value differ; or where two sentences about the same thing, in
nearly the same words, name different values of one unit.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice
from typing import Final

from leaderboard.programs.outline import Node, Outline, Part
from leaderboard.programs.references import Reference, find_references, is_below, stems
from leaderboard.programs.text import Span

__all__ = ["Conflict", "Fact", "find_facts", "number_in_words", "value_conflicts"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A value with its unit, as it is written."""

    words: str
    start: int
    end: int
    value: Fraction
    unit: str


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two statements that contradict each other, and why they are believed to."""

    one: Fact
    two: Fact
    reason: str


def _list_of(words: str) -> list[str]:
    return words.split()


_ONES: Final = {
    word: number
    for number, word in enumerate(
        _list_of(
            """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
            fifteen sixteen seventeen eighteen nineteen"""
        )
    )
}
_TENS: Final = {
    word: 10 * (number + 2)
    for number, word in enumerate(_list_of("twenty thirty forty fifty sixty seventy eighty ninety"))
}
_SCALES: Final = {"hundred": 100, "thousand": 1000, "million": 10**6}
_NUMBER_WORD = rf"(?:{'|'.join([*_ONES, *_TENS, *_SCALES])})"
_IN_WORDS = rf"{_NUMBER_WORD}(?:[\s-]{{1,12}}(?:and[\s-]{{1,3}})?{_NUMBER_WORD}){{0,6}}"
_UNIT = (
    r"(?:(?:full|consecutive|calendar|business|working|banking)[ ])?"
    r"(?:days?|weeks?|months?|years?|hours?|quarters?)\b|percent\b|per cent\b|%"
)
_FACT = re.compile(
    rf"\b(?:(?P<words>{_IN_WORDS})(?:[ ]?\((?P<both>[\d,]{{1,12}}(?:\.\d{{1,4}})?)%?\))?"
    r"|(?P<digits>\d[\d,]{0,12}(?:\.\d{1,4})?))"
    rf"(?:['’]?[ \n-]{{0,2}}(?P<unit>{_UNIT}))",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"(?P<sign>US\$|[$£€])[ ]?(?P<sum>\d[\d,]{0,15}(?:\.\d{1,2})?)(?P<million>[ ]million\b)?"
)
_LIKE: Final = Fraction(36, 100)
"""The share of common words from which two passages count as saying the same thing."""

_NEAR: Final = 160
_REACH: Final = 600
_MOST_FACTS: Final = 60
_MOST_REFERENCES: Final = 5000
_SHARED: Final = 3
_SHARED_CLOSE: Final = 2
_LINKED: Final = 90
_SETS = re.compile(
    r"\b(?:set|sets|stated|states|specified|specifies|allowed|allows|requires|given|gives|provided"
    r"|provides|fixed|fixes|prescribed|granted|grants|permitted|permits|named|laid down)\b"
)
_RARE: Final = 6
_RATIO = re.compile(r"\b(\d{1,3}(?:\.\d{1,3})?)(?:[ ]to[ ]|[ ]?:[ ]?)1(?:\.0{1,2})?\b")
_LAW = re.compile(
    r"\b(?:[Gg]overned|[Cc]onstrued|[Ii]nterpreted)\b[^.;]{0,90}?(?<!by-)\blaws?[ ]of[ ]"
    r"(?:the[ ])?(?:(?:State|Commonwealth|Province)[ ]of[ ])?"
    r"((?:[A-Z][a-z]+)(?:[ ](?:and[ ])?[A-Z][a-z]+){0,2})"
)


def number_in_words(words: str) -> int:
    """Read a number below a thousand million that is written in English words."""
    total = current = 0
    for word in re.split(r"[\s-]+", words.lower()):
        if word in _ONES or word in _TENS:
            current += _ONES.get(word, 0) + _TENS.get(word, 0)
        elif word == "hundred":
            current = max(1, current) * 100
        elif word in _SCALES:
            total += max(1, current) * _SCALES[word]
            current = 0
    return total + current


def _unit(words: str) -> str:
    """Bring a unit to one spelling; business days are not days."""
    folded = re.sub(r"\s+", " ", words.lower())
    if folded in {"%", "percent", "per cent"}:
        return "%"
    folded = folded.rstrip("s")
    for plain in ("full ", "consecutive ", "calendar "):
        folded = folded.removeprefix(plain)
    return re.sub(r"^(?:working|banking) ", "business ", folded)


def _plain(digits: str) -> Fraction:
    cleaned = digits.replace(",", "").rstrip(".")
    return Fraction(cleaned)


def _periods(text: str) -> Iterator[Fact | Conflict]:
    """Yield periods and percentages, and the conflicts of words with digits inside one value."""
    for match in _FACT.finditer(text):
        unit = _unit(match["unit"])
        words = re.sub(r"\s+", " ", match.group())
        if match["digits"]:
            yield Fact(words, *match.span(), _plain(match["digits"]), unit)
            continue
        spelled = number_in_words(match["words"])
        yield Fact(words, *match.span(), Fraction(spelled), unit)
        if match["both"] and _plain(match["both"]) != spelled:
            said = f"{match['words']} {match['unit']}"
            digits = f"{match['both']} {match['unit']}"
            yield Conflict(
                Fact(said, *match.span("words"), Fraction(spelled), unit),
                Fact(digits, *match.span("both"), _plain(match["both"]), unit),
                "The words and the digits of one value differ.",
            )


def find_facts(text: str) -> tuple[list[Fact], list[Conflict]]:
    """Find the values with a unit, and the values whose words and digits differ."""
    periods = list(_periods(text))
    found = [period for period in periods if isinstance(period, Fact)]
    found += [
        Fact(
            match.group(),
            *match.span(),
            _plain(match["sum"]) * (10**6 if match["million"] else 1),
            match["sign"][-1],
        )
        for match in _MONEY.finditer(text)
    ]
    found += [
        Fact(match.group(), *match.span(), Fraction(match.group(1)), "ratio")
        for match in _RATIO.finditer(text)
    ]
    found.sort(key=lambda fact: fact.start)
    return found, [period for period in periods if isinstance(period, Conflict)]


class _Judge:
    """Compares the values of a contract."""

    def __init__(self, outline: Outline, sentences: Sequence[Span]) -> None:
        self.outline = outline
        self.text = outline.text
        self.sentences = sentences
        self.starts = [sentence.start for sentence in sentences]
        self.facts, self.torn = find_facts(self.text)
        self.facts = [fact for fact in self.facts if fact.start not in outline.noise]
        self.offsets = [fact.start for fact in self.facts]

    def _sentence(self, offset: int) -> Span:
        return self.sentences[max(0, bisect_right(self.starts, offset) - 1)]

    def _within(self, start: int, end: int) -> list[Fact]:
        return self.facts[bisect_left(self.offsets, start) : bisect_left(self.offsets, end)]

    def by_reference(self) -> Iterator[Conflict]:
        """Find values that a sentence takes from a provision in which another value stands."""
        nodes: dict[tuple[str, ...], Node] = {}
        for node in self.outline.nodes:
            if node.part is Part.BODY and node.levels:
                nodes.setdefault(node.levels, node)
        for reference in islice(find_references(self.outline), _MOST_REFERENCES):
            target = nodes.get(reference.levels)
            if target is None:
                continue
            sentence = self._sentence(reference.start)
            there = self._within(target.start, self._end(target))[:_MOST_FACTS]
            low = max(sentence.start, reference.start - 2 * _NEAR)
            for fact in self._within(low, min(sentence.end, reference.end + _NEAR)):
                if self._near(fact, reference):
                    conflict = self._against(fact, there, sentence, reference)
                    if conflict is not None:
                        yield conflict

    def _near(self, fact: Fact, reference: Reference) -> bool:
        """Say whether a value and a reference stand in one clause of a sentence."""
        between = self.text[min(fact.end, reference.end) : max(fact.start, reference.start)]
        return len(between) < _NEAR and ";" not in between

    def _end(self, node: Node) -> int:
        nodes = self.outline.nodes
        index = bisect_left(nodes, node.start, key=lambda other: other.start)
        end = node.end
        for other in nodes[index + 1 : index + 60]:
            if not is_below(other.levels, node.levels):
                break
            end = other.end
        return end

    def _against(
        self, fact: Fact, there: Sequence[Fact], sentence: Span, reference: Reference
    ) -> Conflict | None:
        """Set one value against those of the provision that its sentence cites."""
        alike = [other for other in there if other.unit == fact.unit]
        if not alike or any(other.value == fact.value for other in alike):
            return None
        low = max(sentence.start, fact.start - _REACH)
        subject = set(stems(self.text[low : min(sentence.end, fact.end + _REACH)]))
        shared = [
            (len(subject & set(stems(self._around(other)))), -index)
            for index, other in enumerate(alike)
        ]
        best, index = max(shared)
        other = alike[-index]
        own = set(stems(self._around(fact)))
        close = len(own & set(stems(self._around(other))))
        if self._said_to_set(fact, reference):
            alike_enough = best >= _SHARED_CLOSE
        else:
            alike_enough = best >= _SHARED and close >= _SHARED_CLOSE
        if not alike_enough or fact.start == other.start:
            return None
        reason = f"{reference.words} is cited for {fact.words} but says {other.words}."
        one, two = sorted((fact, other), key=lambda found: found.start)
        return Conflict(one, two, reason)

    def _said_to_set(self, fact: Fact, reference: Reference) -> bool:
        """Say whether the words between say outright that the provision sets the value."""
        between = self.text[min(fact.end, reference.end) : max(fact.start, reference.start)]
        return len(between) <= _LINKED and _SETS.search(between) is not None

    def _around(self, fact: Fact) -> str:
        sentence = self._sentence(fact.start)
        return self.text[max(sentence.start, fact.start - 90) : min(sentence.end, fact.end + 90)]

    def by_wording(self) -> Iterator[Conflict]:
        """Find passages that share their rare words and differ in one value."""
        profiles = [frozenset(stems(self._around(fact))) for fact in self.facts]
        likest: dict[int, tuple[Fraction, bool, int]] = {}
        for one, two in self._kin(profiles):
            union = len(profiles[one] | profiles[two])
            likeness = Fraction(len(profiles[one] & profiles[two]), union)
            agree = self.facts[one].value == self.facts[two].value
            for at, other in ((one, two), (two, one)):
                mate = (likeness, agree, -other)
                likest[at] = max(likest.get(at, mate), mate)
        for one, (likeness, _, mate_at) in sorted(likest.items()):
            two = -mate_at
            a, b = self.facts[one], self.facts[two]
            mutual = one < two and likest[two][2] == -one
            if mutual and a.value != b.value and likeness >= _LIKE:
                yield Conflict(a, b, "Two passages in nearly the same words name different values.")

    def _kin(self, profiles: Sequence[frozenset[str]]) -> list[tuple[int, int]]:
        """List the pairs of values of one unit that share several rare words."""
        count = Counter(word for profile in profiles for word in profile)
        index: dict[tuple[str, str], list[int]] = defaultdict(list)
        for at, (fact, profile) in enumerate(zip(self.facts, profiles, strict=True)):
            for word in sorted(profile):
                if count[word] <= _RARE:
                    index[fact.unit, word].append(at)
        shared = Counter(pair for ats in index.values() for pair in combinations(ats, 2))
        return sorted(
            pair
            for pair, words in shared.items()
            if words >= _SHARED and self._far(self.facts[pair[0]], self.facts[pair[1]])
        )

    def _far(self, one: Fact, two: Fact) -> bool:
        """Say whether two values stand in different sections, not in two items of one list."""
        a, b = self.outline.node_at(one.start), self.outline.node_at(two.start)
        return a.attachment != b.attachment or a.levels[:1] != b.levels[:1]

    def governing_law(self) -> Iterator[Conflict]:
        """A contract is governed by one law."""
        laws = [
            Fact(match.group(1), *match.span(1), Fraction(0), "law")
            for match in _LAW.finditer(self.text)
            if self.outline.node_at(match.start()).part is not Part.ATTACHMENT
            and not match.group(1).startswith("United States")
        ]
        for other in laws[1:]:
            if other.words != laws[0].words and self._far(laws[0], other):
                yield Conflict(
                    laws[0], other, "Two different laws are said to govern the contract."
                )


def value_conflicts(outline: Outline, sentences: Sequence[Span]) -> list[Conflict]:
    """Find the pairs of statements in a contract whose values contradict each other."""
    judge = _Judge(outline, sentences)
    found: dict[tuple[int, int], Conflict] = {}
    for conflict in (
        *judge.torn,
        *judge.by_reference(),
        *judge.by_wording(),
        *judge.governing_law(),
    ):
        found.setdefault((conflict.one.start, conflict.two.start), conflict)
    return [found[key] for key in sorted(found)]
