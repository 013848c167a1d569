"""Part three of the proof: a contract against its clean twin.

Every difference must be one gold entry, and every entry of the eight error categories, with the
planted definitions, one difference.

Codes: `difference-not-explained`, `difference-not-logged`, `entry-without-difference`,
`definition-without-difference`, `control-differs`, `twin-not-clean`, `untouchable`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from leaderboard.openscrub.verify import entries as gold_entries
from leaderboard.openscrub.verify.changes import Change, Puzzle, What, read_changes
from leaderboard.openscrub.verify.declared import Declared
from leaderboard.openscrub.verify.entries import Gold, fold, meaning, sites
from leaderboard.openscrub.verify.faults import Fault
from leaderboard.openscrub.verify.outline import place_of
from leaderboard.openscrub.verify.reading import Reading
from leaderboard.openscrub.verify.usage import LEAST_USES, count_usage
from scoring.contractscrub import Place

__all__ = ["Twins", "check_twins", "check_twins_alone", "read_twins"]

Logged: TypeAlias = tuple[Any, ...]

_SINGLE: Final = (
    gold_entries.UNDEFINED,
    gold_entries.UNCAPITALISED,
    gold_entries.CAPITALISED,
    gold_entries.UNUSED,
)


@dataclass(frozen=True)
class Twins:
    """A contract, its clean twin, and what makes them differ.

    Attributes:
        contract: the contract.
        twin: the same contract without errors.
        changes: the differences that are errors of a known category.
        puzzles: the others.

    """

    contract: Reading
    twin: Reading
    changes: tuple[Change, ...]
    puzzles: tuple[Puzzle, ...]


def read_twins(contract: Reading, twin: Reading, declared: Declared | None) -> Twins:
    """Compare a contract with its clean twin, once for any gold."""
    found = list(read_changes(contract, twin, declared))
    return Twins(
        contract,
        twin,
        tuple(one for one in found if isinstance(one, Change)),
        tuple(one for one in found if isinstance(one, Puzzle)),
    )


def check_twins(twins: Twins, gold: Gold) -> Iterator[Fault]:
    """Where differences and gold are not one to one."""
    found = Counter(_as_logged(change) for change in twins.changes)
    found.update(_planted(change) for change in twins.changes if change.is_planted)
    kept = Counter((d.term.casefold(), place_of(d.place)) for d in twins.twin.definitions)
    defined = sites(gold[gold_entries.DEFINED])
    logged = _logged(gold, twins)
    for (term, place), count in (defined - kept).items():
        logged[gold_entries.DEFINED, place, term] += count
    for term, place in kept - defined:
        text = f"“{term}” is defined in the twin and not in gold"
        yield Fault("definition-without-difference", "", str(place), text)
    for one, count in sorted((found - logged).items(), key=str):
        yield Fault("difference-not-logged", "", str(one[1]), f"{_shown(one)}, {count} times")
    for one, count in sorted((logged - found).items(), key=str):
        yield Fault("entry-without-difference", "", str(one[1]), f"{_shown(one)}, {count} times")


def _shown(logged: Logged) -> str:
    category, _, *rest = logged
    return f"{category}: {', '.join(map(str, rest))}"


def _planted(change: Change) -> Logged:
    return (gold_entries.DEFINED, change.place, change.now)


def _as_logged(change: Change) -> Logged:
    """A change in the form in which gold would log it."""
    if change.category == gold_entries.TWICE and isinstance(change.before, Place):
        return (change.category, _pair(change.place, change.before), change.now)
    if change.category in {gold_entries.REFERENCES, gold_entries.PARTY, gold_entries.INCONSISTENT}:
        return (change.category, change.place, change.now, change.before)
    return (change.category, change.place, change.now)


def _pair(*places: Place) -> str:
    return " and ".join(sorted({str(place) for place in places}))


def _logged(gold: Gold, twins: Twins) -> Counter[Logged]:
    """The entries of the eight error categories in the form of changes."""
    found: Counter[Logged] = Counter()
    for category in _SINGLE:
        for (term, place), count in sites(gold[category]).items():
            found[category, place, term] += count
    for (term, places), count in gold_entries.twice(gold[gold_entries.TWICE]).items():
        found[gold_entries.TWICE, _pair(*places), term] += count
    for entry in gold[gold_entries.REFERENCES]:
        wrong, right = place_of(entry["wrong_reference"]), place_of(entry["correct_reference"])
        found[gold_entries.REFERENCES, place_of(entry["location"]), wrong, right] += 1
    for entry in gold[gold_entries.PARTY]:
        wrong_party, right_party = fold(entry["wrong_party"]), fold(entry["correct_party"])
        found[gold_entries.PARTY, place_of(entry["location"]), wrong_party, right_party] += 1
    for conflict in _conflicts(gold, twins):
        found[gold_entries.INCONSISTENT, *conflict] += 1
    return found


def _conflicts(gold: Gold, twins: Twins) -> Iterator[tuple[Place, What, What]]:
    """Each pair of statements, seen from the side that the difference changed."""
    changed = Counter(
        (change.place, change.now, change.before)
        for change in twins.changes
        if change.category == gold_entries.INCONSISTENT
    )
    for entry in gold[gold_entries.INCONSISTENT]:
        one, other = (
            (place_of(entry[f"location_{side}"]), meaning(entry[f"text_{side}"])) for side in "12"
        )
        first, second = (*one, other[1]), (*other, one[1])
        wanted = second if changed[second] > changed[first] else first
        changed[wanted] -= 1
        yield wanted


def check_twins_alone(twins: Twins, declared: Declared | None) -> Iterator[Fault]:
    """What is wrong with the twins whatever gold says."""
    for start, before, after in twins.puzzles:
        text = f"“{before}” became “{after}”: {twins.contract.sentence_at(start)}"
        place = twins.contract.place_at(start)
        yield Fault("difference-not-explained", "", place, text)
    twin = twins.twin
    usage = count_usage(twin)
    for term, definitions in sorted(twin.terms.items()):
        if len(definitions) > 1:
            text = f"“{term}” is defined {len(definitions)} times in the clean twin"
            yield Fault("twin-not-clean", "", definitions[1].place, text)
        if usage.correct[term] < LEAST_USES:
            text = f"“{term}” is used {usage.correct[term]} times in the clean twin"
            yield Fault("twin-not-clean", "", definitions[0].place, text)
    for reference in twin.references:
        if any(place not in twin.outline.starts for place in reference.places):
            text = f"“{reference.text}” leads nowhere in the clean twin"
            yield Fault("twin-not-clean", "", twin.place_at(reference.start), text)
    if declared is not None and declared.control and twins.contract.text != twin.text:
        yield Fault("control-differs", "", "", "a clean control is not its own twin")
    yield from _untouchable(twins, declared)


def _untouchable(twins: Twins, declared: Declared | None) -> Iterator[Fault]:
    """Changes where nothing may be changed: definitions, the witness, headings, first words."""
    contract = twins.contract
    text = declared.witness.text if declared is not None else ""
    witness = contract.text.find(text) if text else -1
    for change in twins.changes:
        if change.is_planted:
            continue
        sentence = contract.span_at(change.start)
        if witness <= change.start < witness + len(text):
            why = "the sentence that fixes the roles was changed"
        elif sentence is None:
            why = "a heading, a table or a signature block was changed"
        elif any(d.own == sentence for d in contract.definitions) and not _planted_in(
            twins, sentence
        ):
            why = "a sentence that defines was changed"
        elif sentence[0] == change.start and contract.opens_at(change.start):
            why = "the first word of a sentence was changed"
        else:
            continue
        shown = f"{why} ({change.category}): {contract.sentence_at(change.start)}"
        yield Fault("untouchable", "", str(change.place), shown)


def _planted_in(twins: Twins, sentence: tuple[int, int]) -> bool:
    return any(
        change.is_planted and sentence[0] <= change.start < sentence[1] for change in twins.changes
    )
