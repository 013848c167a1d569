"""False entries that look true: each names something that does stand where it says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from leaderboard.openscrub.verify import entries as gold_entries
from leaderboard.openscrub.verify.entries import Entry
from leaderboard.openscrub.verify.forms import Case
from leaderboard.openscrub.verify.outline import place_of
from leaderboard.openscrub.verify.proof import Examined
from leaderboard.openscrub.verify.reading import Occurrence
from leaderboard.openscrub.verify.values import find_values, read_value

__all__ = ["propose"]


def propose(one: Examined, category: str, lot: int) -> list[Entry]:
    """A false entry of a category for a contract, or nothing where none suggests itself."""
    entry = _PROPOSALS[category](one, lot)
    return [] if entry is None else [entry]


def _used(one: Examined, lot: int) -> Occurrence | None:
    """A capitalised use of a defined term outside its definition."""
    uses = [
        use
        for use in one.reading.occurrences
        if use.case is Case.CAPITAL and use.exact and not use.own and not use.opens
    ]
    return uses[lot % len(uses)] if uses else None


def _term(use: Occurrence | None) -> Entry | None:
    return None if use is None else {"term": use.term, "location": use.place}


def _defined(one: Examined, lot: int) -> Entry | None:
    """A use that is called a definition."""
    return _term(_used(one, lot))


def _undefined(one: Examined, lot: int) -> Entry | None:
    """A proper noun that is called an undefined term."""
    logged = gold_entries.sites(one.gold[gold_entries.UNDEFINED])
    words = [
        (word.text, place)
        for word, place in one.reading.capitals
        if len(word.text) > 1
        and not any(word.text.casefold() in term.split() for term, _ in logged)
    ]
    if not words:
        return None
    term, place = words[lot % len(words)]
    return {"term": term, "location": place}


def _uncapitalised(one: Examined, lot: int) -> Entry | None:
    """An ordinary word that is called a term in lower case."""
    lower = [use for use in one.reading.occurrences if use.case is Case.LOWER and use.exact]
    return _term(lower[lot % len(lower)] if lower else None)


def _unused(one: Examined, lot: int) -> Entry | None:
    """A live term that is called unused."""
    live = [term for term in sorted(one.reading.terms) if term not in one.usage.unused]
    if not live:
        return None
    home = one.reading.terms[live[lot % len(live)]][0]
    return {"term": home.term, "location": home.place}


def _reference(one: Examined, lot: int) -> Entry | None:
    """A correct reference that is called wrong, with another place as the right one."""
    wrong = {place_of(e["wrong_reference"]) for e in one.gold[gold_entries.REFERENCES]}
    singles = [r for r in one.reading.references if r.is_single and r.places[0] not in wrong]
    names = list(one.reading.outline.names.items())
    if not singles or len(names) < 2:  # noqa: PLR2004 - a wrong and a right place
        return None
    reference = singles[lot % len(singles)]
    place, name = names[lot % len(names)]
    if place == reference.places[0]:
        place, name = names[lot % len(names) - 1]
    return {
        "wrong_reference": reference.text,
        "correct_reference": name,
        "location": one.reading.place_at(reference.start),
        "distance": abs(reference.start - one.reading.outline.starts[place]),
    }


def _party(one: Examined, lot: int) -> Entry | None:
    """A party that is named rightly and called wrong."""
    entries = one.gold[gold_entries.PARTY]
    if not entries:
        return None
    entry = entries[lot % len(entries)]
    logged = {place_of(other["location"]) for other in entries}
    places = [
        use.place
        for use in one.reading.occurrences
        if use.term.casefold() == gold_entries.fold(entry["wrong_party"])
        and place_of(use.place) not in logged
    ]
    if not places:
        return None
    return {**entry, "location": places[lot % len(places)]}


def _twice(one: Examined, lot: int) -> Entry | None:
    """A use that is called a second definition."""
    use = _used(one, lot)
    if use is None:
        return None
    home = one.reading.terms[use.term.casefold()][0].place
    return {"term": use.term, "location_1": home, "location_2": use.place}


def _conflict(one: Examined, lot: int) -> Entry | None:
    """Two values of one unit that differ legitimately and are called a conflict."""
    found: list[tuple[str, str, str]] = []
    for sentence in one.reading.sentences:
        for start, end in find_values(one.reading.running, sentence.start, sentence.end):
            text = one.reading.running[start:end]
            value = read_value(text)
            if value is not None and value.unit in _UNITS:
                found.append((text, value.unit, sentence.paragraph.place))
    if not found:
        return None
    text, unit, place = found[lot % len(found)]
    others = [
        other
        for other in found
        if other[1] == unit and read_value(other[0]) != read_value(text) and other[2] != place
    ]
    if not others:
        return None
    other, _, elsewhere = others[lot % len(others)]
    return {"text_1": text, "location_1": place, "text_2": other, "location_2": elsewhere}


_UNITS: Final = frozenset({"day", "month", "year", "hour", "percent", "dollar"})
_PROPOSALS: Final[Mapping[str, Callable[[Examined, int], dict[str, Any] | Entry | None]]] = {
    gold_entries.DEFINED: _defined,
    gold_entries.UNDEFINED: _undefined,
    gold_entries.UNCAPITALISED: _uncapitalised,
    gold_entries.UNUSED: _unused,
    gold_entries.REFERENCES: _reference,
    gold_entries.PARTY: _party,
    gold_entries.CAPITALISED: _defined,
    gold_entries.TWICE: _twice,
    gold_entries.INCONSISTENT: _conflict,
}
