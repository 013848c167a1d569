"""Reads each difference from the clean twin as the error that it makes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from leaderboard.openscrub.verify import entries as gold_entries
from leaderboard.openscrub.verify.declared import Declared
from leaderboard.openscrub.verify.definitions import Definition
from leaderboard.openscrub.verify.differences import Difference, Stretch, find_differences
from leaderboard.openscrub.verify.entries import meaning
from leaderboard.openscrub.verify.lists import listed
from leaderboard.openscrub.verify.outline import place_of
from leaderboard.openscrub.verify.reading import Reading
from leaderboard.openscrub.verify.references import Reference
from leaderboard.openscrub.verify.values import Value, find_values
from scoring.contractscrub import Place

__all__ = ["Change", "Puzzle", "What", "read_changes"]

What: TypeAlias = str | Value | Place

_ARTICLES: Final = frozenset({"a", "an", "the"})
_FRAME: Final = frozenset(
    listed(
        "the each a an hereinafter herein hereafter called referred to as collectively "
        "individually this together"
    )
)
_REACH: Final = 4


class Change(NamedTuple):
    """An error as the difference shows it.

    Attributes:
        category: key of the category.
        place: where it stands.
        now: what the contract has: a term, a place, a party or a value.
        before: what the twin has there; of a planted definition, the place of the first one.
        start: where it stands in the contract.

    """

    category: str
    place: Place
    now: What
    before: What
    start: int

    @property
    def is_planted(self) -> bool:
        """Whether it is a definition that was added."""
        return self.category in {gold_entries.UNUSED, gold_entries.TWICE}


class Puzzle(NamedTuple):
    """A difference that makes no known error: where, and both texts."""

    start: int
    before: str
    after: str


def read_changes(
    contract: Reading, twin: Reading, declared: Declared | None
) -> Iterator[Change | Puzzle]:
    """Every difference between a contract and its twin, as an error or a puzzle."""
    interpreter = _Interpreter(contract, twin, declared)
    for difference in find_differences(contract, twin):
        yield from interpreter.read(difference)


class _Interpreter:
    """Turns differences into changes."""

    def __init__(self, contract: Reading, twin: Reading, declared: Declared | None) -> None:
        self.contract = contract
        self.twin = twin
        self.declared = declared

    def read(self, difference: Difference) -> Iterator[Change | Puzzle]:
        before, after, whole = difference
        planted = self._planted(before, after, whole=whole)
        change = planted or (None if whole else self._swap(*_bare(before, after)))
        if change is not None:
            yield change
            return
        yield Puzzle(after.start, " ".join(before.words), " ".join(after.words))

    def _planted(self, before: Stretch, after: Stretch, *, whole: bool) -> Change | None:
        """A definition that was added: a sentence of its own, or a parenthesis."""
        if before.words:
            return None
        inside = [d for d in self.contract.definitions if after.start <= d.start < after.end]
        if len(inside) != 1:
            return None
        definition = inside[0]
        term = definition.term.casefold()
        if not whole and not _is_parenthesis(after, definition):
            return None
        place = place_of(definition.place)
        homes = self.twin.terms.get(term)
        if homes is None:
            return Change(gold_entries.UNUSED, place, term, term, definition.start)
        home = place_of(homes[0].place)
        return Change(gold_entries.TWICE, place, term, home, definition.start)

    def _swap(self, before: Stretch, after: Stretch) -> Change | None:
        return (
            self._case(before, after)
            or self._reference(before, after)
            or self._party(before, after)
            or self._value(before, after)
            or self._name(before, after)
            or self._synonym(before, after)
        )

    def _change(self, category: str, after: Stretch, now: What, before: What) -> Change:
        place = place_of(self.contract.place_at(after.start))
        return Change(category, place, now, before, after.start)

    def _case(self, before: Stretch, after: Stretch) -> Change | None:
        if _text(before).casefold() != _text(after).casefold():
            return None
        rising = _capitals(after) and not _capitals(before)
        if not rising and not (_capitals(before) and not _capitals(after)):
            return None
        grown = self._term(before, after, self.contract)
        term = _text(grown[1] if grown else after).casefold()
        if not rising:
            category = gold_entries.UNCAPITALISED if grown else ""
        else:
            category = gold_entries.CAPITALISED if grown else gold_entries.UNDEFINED
        return self._change(category, after, term, term) if category else None

    def _term(
        self, before: Stretch, after: Stretch, reading: Reading
    ) -> tuple[Stretch, Stretch] | None:
        """Both stretches, grown alike to the longest defined term that the twin has there."""
        for reach in range(_REACH, -1, -1):
            for left in range(reach + 1):
                old = before.grown(left, reach - left)
                new = after.grown(left, reach - left)
                if old and new and _text(old).casefold() in reading.terms:
                    return old, new
        return None

    def _reference(self, before: Stretch, after: Stretch) -> Change | None:
        old = _reference_at(self.twin, before)
        new = _reference_at(self.contract, after)
        if old is None or new is None or not (old.is_single and new.is_single):
            return None
        wrong, right = new.places[0], old.places[0]
        found = self._change(gold_entries.REFERENCES, after, wrong, right)
        return found._replace(start=new.start)

    def _party(self, before: Stretch, after: Stretch) -> Change | None:
        wrong, right = _text(after).casefold(), _text(before).casefold()
        if {wrong, right} <= self.contract.preamble_terms:
            return self._change(gold_entries.PARTY, after, wrong, right)
        return None

    def _value(self, before: Stretch, after: Stretch) -> Change | None:
        old = _value_at(self.twin, before)
        new = _value_at(self.contract, after)
        if old is None or new is None or old == new:
            return None
        return self._change(gold_entries.INCONSISTENT, after, new, old)

    def _name(self, before: Stretch, after: Stretch) -> Change | None:
        """A proper noun in another's stead, such as the State whose law governs."""
        span = self.declared.at(after.start) if self.declared is not None else None
        if span is None or span.kind != "fact":
            return None
        left = sum(1 for token in after.tokens[: after.first] if token.start() >= span.start)
        right = sum(1 for token in after.tokens[after.last :] if token.end() <= span.end)
        old, new = before.grown(left, right), after.grown(left, right)
        if old is None or new is None:
            return None
        return self._change(
            gold_entries.INCONSISTENT, new, meaning(_text(new)), meaning(_text(old))
        )

    def _synonym(self, before: Stretch, after: Stretch) -> Change | None:
        grown = self._term(before, after, self.twin)
        if grown is None:
            return None
        old, new = grown
        term = _text(new).casefold()
        if not (_capitals(old) and _capitals(new)) or term in self.contract.terms:
            return None
        return self._change(gold_entries.UNDEFINED, new, term, _text(old).casefold())


def _bare(before: Stretch, after: Stretch) -> tuple[Stretch, Stretch]:
    """Both stretches without an article in front, which only follows the word behind it."""
    if len(before.words) > 1 and len(after.words) > 1:
        one, other = before.words[0].casefold(), after.words[0].casefold()
        if {one, other} <= _ARTICLES:
            return (
                before._replace(first=before.first + 1),
                after._replace(first=after.first + 1),
            )
    return before, after


def _is_parenthesis(added: Stretch, definition: Definition) -> bool:
    """Whether what was added is a parenthesis that defines and says nothing else."""
    words = added.words
    term = {token.casefold() for token in definition.term.split()}
    rest = {word.casefold() for word in words if word[0].isalnum()} - term - _FRAME
    return "(" in words[:2] and ")" in words[-2:] and not rest


def _text(stretch: Stretch) -> str:
    """The words of a stretch with single blanks."""
    if stretch.last <= stretch.first:
        return ""
    tokens = stretch.tokens
    return " ".join(tokens[0].string[stretch.start : stretch.end].split())


def _capitals(stretch: Stretch) -> bool:
    """Whether first and last word of a stretch have a capital."""
    words = [word for word in stretch.words if word[0].isalpha()]
    return bool(words) and words[0][0].isupper() and words[-1][0].isupper()


def _reference_at(reading: Reading, stretch: Stretch) -> Reference | None:
    start, end = stretch.start, max(stretch.end, stretch.start + 1)
    for reference in reading.references:
        if reference.start <= start and end <= reference.end:
            return reference
    return None


def _value_at(reading: Reading, stretch: Stretch) -> Value | None:
    """The value that a stretch is part of."""
    sentence = stretch.tokens[0].start(), stretch.tokens[-1].end()
    for start, end in find_values(reading.running, *sentence):
        if start <= stretch.start and stretch.end <= end:
            found = meaning(reading.running[start:end])
            return found if isinstance(found, Value) else None
    return None
