"""Part two of the proof: every capital, lower-case form, number and reference is accounted for.

What stands in the text must be gold or declared, and nothing may be left over. Of the writer's
declarations the reader takes ordinary words, proper nouns, values, facts, references and the
witness; what a term, a party or a definition is, it finds for itself.

Codes: `capital-left-over`, `capital-not-in-text`, `lower-case-left-over`, `lower-case-not-in-text`,
`ordinary-word-left-over`, `ordinary-word-not-in-text`, `number-left-over`, `reference-left-over`,
`reference-differs`, `fact-not-logged`, `fact-not-in-text`, `fact-unreadable`, `fact-thrice`,
`witness`, `thin-pool`, `undefined-overlaps`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from leaderboard.openscrub.verify import entries as gold_entries
from leaderboard.openscrub.verify.alone import check_uses
from leaderboard.openscrub.verify.declared import Declared, Span
from leaderboard.openscrub.verify.entries import Gold, Site, fold, meaning, sites
from leaderboard.openscrub.verify.faults import Fault
from leaderboard.openscrub.verify.forms import Case
from leaderboard.openscrub.verify.outline import place_of
from leaderboard.openscrub.verify.reading import Reading
from leaderboard.openscrub.verify.references import Reference
from leaderboard.openscrub.verify.statements import find_at, holds
from leaderboard.openscrub.verify.usage import Usage, count_usage
from leaderboard.openscrub.verify.values import Value, read_value
from leaderboard.openscrub.verify.words import Word, squeeze
from scoring.contractscrub import Place

__all__ = ["Ledger", "check_accounting"]

_NAMES: Final = frozenset({"proper", "value", "fact", "reference", "references", "frame"})
_NUMBERS: Final = frozenset({"value", "fact", "proper", "reference", "references", "frame"})
_REFERENCES: Final = frozenset({"reference", "references", "pointer", "proper", "value"})
_LEAST_POOL: Final = 4
_TWICE: Final = 2


class Stated(NamedTuple):
    """A fact as it is stated once: where, how printed, and what it means."""

    start: int
    place: Place
    text: str
    meaning: Value | str


@dataclass(frozen=True)
class Ledger:
    """A contract and its declarations, brought together once for any gold.

    Attributes:
        reading: the contract.
        declared: what the writer declares about it.

    """

    reading: Reading
    declared: Declared

    def _kind(self, offset: int) -> str:
        span = self.declared.at(offset)
        return span.kind if span is not None else ""

    def is_ordinary(self, offset: int) -> bool:
        """Whether the word at an offset is declared to be an ordinary one, or part of a name."""
        return self._kind(offset) in {"ordinary", "proper"}

    @cached_property
    def usage(self) -> Usage:
        """How often each term is used, declared ordinary words left out."""
        return count_usage(self.reading, self.is_ordinary)

    @cached_property
    def capitals(self) -> dict[Place, list[Word]]:
        """Capitalised words by place that neither the text nor a declaration explains."""
        found: dict[Place, list[Word]] = defaultdict(list)
        own = [(r.start, r.end) for r in self.reading.references]
        inside = {offset for start, end in own for offset in range(start, end)}
        for word, place in self.reading.capitals:
            if self._kind(word.start) not in _NAMES and word.start not in inside:
                found[place_of(place)].append(word)
        return found

    @cached_property
    def names(self) -> frozenset[str]:
        """What is declared as a proper noun or as text of the deal, as printed."""
        return frozenset(
            squeeze(self.reading.text[span.start : span.end])
            for span in self.declared.spans
            if span.kind == "proper"
        )

    @cached_property
    def lower(self) -> Counter[Site]:
        """Quoted forms of terms in lower case that are no declared ordinary words."""
        return Counter(
            (occurrence.term.casefold(), place_of(occurrence.place))
            for occurrence in self.reading.occurrences
            if occurrence.case is Case.LOWER
            and occurrence.exact
            and not self.is_ordinary(occurrence.start)
        )

    @cached_property
    def other_lower(self) -> tuple[tuple[str, int], ...]:
        """The same for the other number of a term that the contract uses in that number."""
        used = {
            fold(self.reading.text[one.start : one.end])
            for one in self.reading.occurrences
            if one.case is Case.CAPITAL and not one.exact and not one.opens
        }
        return tuple(
            (form, occurrence.start)
            for occurrence in self.reading.occurrences
            if occurrence.case is Case.LOWER
            and not occurrence.exact
            and not self.is_ordinary(occurrence.start)
            and (form := fold(self.reading.text[occurrence.start : occurrence.end])) in used
        )

    @cached_property
    def raised(self) -> Counter[Site]:
        """Declared ordinary words that are printed with the capitals of a defined term."""
        return Counter(
            (occurrence.term.casefold(), place_of(occurrence.place))
            for occurrence in self.reading.occurrences
            if occurrence.case is Case.CAPITAL
            and not occurrence.opens
            and self._kind(occurrence.start) == "ordinary"
        )

    @cached_property
    def numbers(self) -> tuple[tuple[int, str], ...]:
        """Numbers that stand in no reference and no declared stretch, with their offsets."""
        inside = {o for r in self.reading.references for o in range(r.start, r.end)}
        return tuple(
            (number.start, number.text)
            for number in self.reading.numbers
            if number.start not in inside and self._kind(number.start) not in _NUMBERS
        )

    @cached_property
    def references(self) -> dict[str, list[tuple[Place, Place]]]:
        """By the name of a declared target, where its single references stand and lead."""
        found: dict[str, list[tuple[Place, Place]]] = defaultdict(list)
        for reference in self.reading.references:
            span = self.declared.at(reference.start)
            if span is not None and span.kind == "reference" and reference.is_single:
                here = place_of(self.reading.place_at(reference.start))
                found[span.key].append((here, reference.places[0]))
        return found

    @cached_property
    def strays(self) -> tuple[Reference, ...]:
        """References that nobody declared."""
        return tuple(
            reference
            for reference in self.reading.references
            if self._kind(reference.start) not in _REFERENCES
        )

    @cached_property
    def facts(self) -> dict[str, list[Stated]]:
        """The statements of each declared fact, by its name."""
        found: dict[str, list[Stated]] = defaultdict(list)
        for span in self.declared.spans:
            if span.kind == "fact":
                found[span.key].append(self._stated(span))
        return found

    def _stated(self, span: Span) -> Stated:
        text = squeeze(self.reading.text[span.start : span.end])
        place = place_of(self.reading.place_at(span.start))
        return Stated(span.start, place, text, meaning(text))


def check_accounting(ledger: Ledger, gold: Gold) -> Iterator[Fault]:
    """What is neither gold nor declared, and what gold or the writer says beside the text."""
    yield from check_uses(ledger.reading, ledger.usage, gold)
    yield from _capitals(ledger, gold)
    yield from _overlaps(ledger, gold)
    yield from _cases(ledger, gold)
    for start, text in ledger.numbers:
        yield _left(ledger, "number", start, text)
    yield from _references(ledger, gold)
    yield from _facts(ledger, gold)
    yield from _witness(ledger, gold)
    for category, start, _, pool in ledger.declared.insertions:
        if pool < _LEAST_POOL:
            place = ledger.reading.place_at(start)
            yield Fault("thin-pool", "", place, f"{category} was drawn from {pool} sites")


def _left(ledger: Ledger, what: str, start: int, text: str) -> Fault:
    reading = ledger.reading
    sentence = f"“{text}” in: {reading.sentence_at(start)}"
    return Fault(f"{what}-left-over", "", reading.place_at(start), sentence)


def _capitals(ledger: Ledger, gold: Gold) -> Iterator[Fault]:
    logged: dict[Place, Counter[str]] = defaultdict(Counter)
    for (term, place), count in sites(gold[gold_entries.UNDEFINED]).items():
        logged[place][term] += count
    for place in sorted({*ledger.capitals, *logged}, key=str):
        words = ledger.capitals.get(place, [])
        open_words = {word.start: word for word in words}
        for term, count in sorted(logged.get(place, Counter()).items()):
            taken = _take(ledger.reading, place, term, count, open_words)
            if taken < count:
                text = f"“{term}” stands here {taken} times without a definition, not {count} times"
                yield Fault("capital-not-in-text", "", str(place), text)
        for start, word in open_words.items():
            yield _left(ledger, "capital", start, word.text)


def _overlaps(ledger: Ledger, gold: Gold) -> Iterator[Fault]:
    for entry in gold[gold_entries.UNDEFINED]:
        term = squeeze(entry["term"])
        for name in sorted(ledger.names):
            if holds(name, term):
                text = f"“{term}”, which nobody defined, overlaps with the name “{name}”"
                yield Fault("undefined-overlaps", "", str(place_of(entry["location"])), text)


def _take(
    reading: Reading, place: Place, term: str, count: int, open_words: dict[int, Word]
) -> int:
    """Strike out the words of up to `count` occurrences of a phrase; how many there were."""
    taken = 0
    for start, end in find_at(reading, place, term):
        inside = [offset for offset in open_words if start <= offset < end]
        if taken < count and inside:
            taken += 1
            for offset in inside:
                del open_words[offset]
    return taken


def _cases(ledger: Ledger, gold: Gold) -> Iterator[Fault]:
    lower = sites(gold[gold_entries.UNCAPITALISED])
    raised = sites(gold[gold_entries.CAPITALISED])
    for what, found, logged in (
        ("lower-case", ledger.lower, lower),
        ("ordinary-word", ledger.raised, raised),
    ):
        for (term, place), count in sorted((found - logged).items(), key=str):
            text = f"“{term}” stands here {count} times more than gold and declarations say"
            yield Fault(f"{what}-left-over", "", str(place), text)
        for (term, place), count in sorted((logged - found).items(), key=str):
            text = f"“{term}” stands here {count} times less than gold says"
            yield Fault(f"{what}-not-in-text", "", str(place), text)
    for form, start in ledger.other_lower:
        yield _left(ledger, "lower-case", start, form)


def _references(ledger: Ledger, gold: Gold) -> Iterator[Fault]:
    for reference in ledger.strays:
        yield _left(ledger, "reference", reference.start, reference.text)
    logged: dict[tuple[Place, Place], list[Place]] = defaultdict(list)
    for entry in gold[gold_entries.REFERENCES]:
        site = (place_of(entry["location"]), place_of(entry["wrong_reference"]))
        logged[site].append(place_of(entry["correct_reference"]))
    for name, found in ledger.references.items():
        right = Counter(place for here, place in found if not logged.get((here, place)))
        if len(right) > 1:
            text = f"references to {name} lead to {' and '.join(sorted(map(str, right)))}"
            yield Fault("reference-differs", "", str(found[0][0]), text)
        for here, place in found:
            targets = logged.get((here, place), [])
            if targets and right and not set(targets) & set(right):
                text = f"{name} is at {next(iter(right))}, not at {targets[0]}"
                yield Fault("reference-differs", "", str(here), text)


def _facts(ledger: Ledger, gold: Gold) -> Iterator[Fault]:
    logged = Counter(_conflict_of(entry) for entry in gold[gold_entries.INCONSISTENT])
    found: Counter[frozenset[tuple[Place, Value | str]]] = Counter()
    for name, stated in ledger.facts.items():
        if len(stated) > _TWICE and name != "law":
            text = f"{name} is stated {len(stated)} times"
            yield Fault("fact-thrice", "", str(stated[_TWICE].place), text)
        for one in stated:
            value = read_value(one.text)
            if value is not None and not value.words_agree:
                yield Fault("fact-unreadable", "", str(one.place), one.text)
        for one, other in _unequal(stated):
            found[frozenset({(one.place, one.meaning), (other.place, other.meaning)})] += 1
    for conflict, count in (found - logged).items():
        yield Fault("fact-not-logged", "", _places(conflict), f"{_said(conflict)}, {count} times")
    for conflict, count in (logged - found).items():
        yield Fault("fact-not-in-text", "", _places(conflict), f"{_said(conflict)}, {count} times")


def _conflict_of(entry: gold_entries.Entry) -> frozenset[tuple[Place, Value | str]]:
    return frozenset(
        (place_of(entry[f"location_{side}"]), meaning(entry[f"text_{side}"])) for side in "12"
    )


def _unequal(stated: Sequence[Stated]) -> Iterator[tuple[Stated, Stated]]:
    """A fact's first statement beside each that differs from it."""
    for other in stated[1:]:
        if other.meaning != stated[0].meaning:
            yield stated[0], other


def _places(conflict: frozenset[tuple[Place, Value | str]]) -> str:
    return " and ".join(sorted(str(place) for place, _ in conflict))


def _said(conflict: frozenset[tuple[Place, Value | str]]) -> str:
    said = sorted(
        f"{value.number} {value.unit}" if isinstance(value, Value) else value
        for _, value in conflict
    )
    return " against ".join(f"“{text}”" for text in said)


def _witness(ledger: Ledger, gold: Gold) -> Iterator[Fault]:
    place, text = ledger.declared.witness
    if not gold[gold_entries.PARTY] and not text:
        return
    stretches = ledger.reading.stretches.get(place_of(place), ())
    wanted = squeeze(text)
    if not wanted or not any(
        wanted in squeeze(ledger.reading.text[p.start : p.end]) for p in stretches
    ):
        yield Fault("witness", "", place, "the sentence that fixes the roles does not stand here")
