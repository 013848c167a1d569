"""Part one of the proof: gold against the text alone, without a word of the writer.

Codes: `numbering`, `definition-not-logged`, `definition-not-in-text`, `defined-thrice`,
`doubled-not-logged`, `doubled-not-in-text`, `unused-not-logged`, `unused-not-in-text`, `few-uses`,
`no-such-place`, `error-not-in-text`, `undefined-overlaps`, `values-agree`, `distance`, `accept`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from leaderboard.openscrub.verify import entries as gold_entries
from leaderboard.openscrub.verify.entries import Entry, Gold, Site, fold, meaning, sites
from leaderboard.openscrub.verify.faults import Fault
from leaderboard.openscrub.verify.outline import place_of
from leaderboard.openscrub.verify.reading import Reading
from leaderboard.openscrub.verify.statements import holds, says, says_capitalised
from leaderboard.openscrub.verify.usage import LEAST_USES, Usage
from leaderboard.openscrub.verify.values import read_value
from scoring.contractscrub import Place

__all__ = ["check_alone", "check_uses"]

_NAME: Final = re.compile(r"[A-Z][a-z]+|\d[\d.,]*\d|\d")


def check_alone(reading: Reading, usage: Usage, gold: Gold) -> Iterator[Fault]:
    """What contradicts gold in the text itself.

    Args:
        reading: the contract.
        usage: how often each of its terms is used.
        gold: its gold, every category present.

    """
    for name in reading.outline.doubled:
        yield Fault("numbering", "", name, f"two lines are numbered {name}")
    yield from _definitions(reading, gold)
    yield from _doubled(reading, gold)
    yield from check_uses(reading, usage, gold)
    yield from _undefined(reading, gold)
    yield from _cases(reading, gold)
    yield from _references(reading, gold)
    yield from _parties(reading, gold)
    yield from _inconsistent(reading, gold)


def _definitions(reading: Reading, gold: Gold) -> Iterator[Fault]:
    found = Counter((d.term.casefold(), place_of(d.place)) for d in reading.definitions)
    logged = sites(gold[gold_entries.DEFINED])
    for term, place in found - logged:
        yield Fault("definition-not-logged", "", str(place), f"“{term}” is defined here")
    for term, place in logged - found:
        yield Fault("definition-not-in-text", "", str(place), f"“{term}” is not defined here")


def _doubled(reading: Reading, gold: Gold) -> Iterator[Fault]:
    found: Counter[tuple[str, frozenset[Place]]] = Counter()
    for term, definitions in reading.terms.items():
        if len(definitions) > 2:  # noqa: PLR2004 - an entry holds two places
            text = f"“{term}” is defined {len(definitions)} times"
            yield Fault("defined-thrice", "", definitions[2].place, text)
        elif len(definitions) > 1:
            found[term, frozenset(place_of(d.place) for d in definitions)] += 1
    logged = gold_entries.twice(gold[gold_entries.TWICE])
    for term, places in found - logged:
        text = f"“{term}” is defined twice"
        yield Fault("doubled-not-logged", "", _listed(places), text)
    for term, places in logged - found:
        text = f"“{term}” is not defined at these two places"
        yield Fault("doubled-not-in-text", "", _listed(places), text)


def _listed(places: frozenset[Place]) -> str:
    return " and ".join(sorted(map(str, places)))


def check_uses(reading: Reading, usage: Usage, gold: Gold) -> Iterator[Fault]:
    """Where gold's unused terms are not those of the text, and live terms with too few uses."""
    logged = sites(gold[gold_entries.UNUSED])
    homes = {
        (term, place_of(definition.place)): term
        for term, definitions in reading.terms.items()
        for definition in definitions
    }
    for (term, place), count in sorted(logged.items(), key=str):
        if (term, place) not in homes:
            text = f"“{term}” is not defined here"
            yield Fault("unused-not-in-text", "", str(place), text)
        elif term not in usage.unused or count > 1:
            text = f"“{term}” is logged {count} times and used {usage.correct[term]} times"
            yield Fault("unused-not-in-text", "", str(place), text)
    noted = {term for term, _ in logged}
    for term in sorted(usage.certainly_unused - noted):
        home = reading.terms[term][0].place
        yield Fault("unused-not-logged", "", home, f"“{term}” is never used")
    for term in sorted(set(reading.terms) - usage.certainly_unused - noted):
        if usage.correct[term] < LEAST_USES:
            text = f"“{term}” has {usage.correct[term]} correct uses outside its definition"
            yield Fault("few-uses", "", reading.terms[term][0].place, text)


def _undefined(reading: Reading, gold: Gold) -> Iterator[Fault]:
    for (term, place), count in sorted(sites(gold[gold_entries.UNDEFINED]).items(), key=str):
        if term in reading.terms:
            yield _absent(place, f"“{term}” is a defined term")
        elif says_capitalised(reading, place, term) < count:
            yield _absent(place, f"“{term}” does not stand here {count} times with capitals")
        for other in (*reading.terms, *reading.headings):
            if holds(other, term) or holds(term, other):
                text = f"“{term}”, which nobody defined, overlaps with “{other}”"
                yield Fault("undefined-overlaps", "", str(place), text)


def _cases(reading: Reading, gold: Gold) -> Iterator[Fault]:
    yield from _more(gold_entries.UNCAPITALISED, gold, reading.lower_sites, "in lower case")
    yield from _more(gold_entries.CAPITALISED, gold, reading.capital_sites, "with capitals")


def _more(category: str, gold: Gold, found: Counter[Site], how: str) -> Iterator[Fault]:
    for (term, place), count in sorted((sites(gold[category]) - found).items(), key=str):
        yield _absent(place, f"“{term}”, a defined term, is missing {count} times here {how}")


def _absent(place: Place | str, sentence: str) -> Fault:
    return Fault("error-not-in-text", "", str(place), sentence)


def _references(reading: Reading, gold: Gold) -> Iterator[Fault]:
    logged = Counter(
        (place_of(entry["location"]), place_of(entry["wrong_reference"]))
        for entry in gold[gold_entries.REFERENCES]
    )
    found: Counter[tuple[Place, Place]] = Counter()
    for reference in reading.references:
        here = place_of(reading.place_at(reference.start))
        if reference.is_single:
            found[here, reference.places[0]] += 1
        for place in reference.places:
            if place not in reading.outline.starts and (here, place) not in logged:
                text = f"“{reference.text}” leads nowhere: {reading.sentence_at(reference.start)}"
                yield Fault("no-such-place", "", str(here), text)
    for (here, wrong), count in (logged - found).items():
        yield _absent(here, f"a reference to {wrong} is missing {count} times here")
    for entry in gold[gold_entries.REFERENCES]:
        yield from _reference(reading, entry)


def _reference(reading: Reading, entry: Entry) -> Iterator[Fault]:
    wrong, right = place_of(entry["wrong_reference"]), place_of(entry["correct_reference"])
    here = place_of(entry["location"])
    target = reading.outline.starts.get(right)
    if target is None:
        yield _absent(here, f"the right place {right} is not in the contract")
    elif wrong == right:
        yield _absent(here, f"the wrong reference {wrong} is the right one")
    elif "distance" in entry and entry["distance"] not in {
        abs(reference.start - target)
        for reference in reading.references
        if wrong in reference.places and place_of(reading.place_at(reference.start)) == here
    }:
        yield Fault("distance", "", str(here), f"{entry['distance']} characters to {right}")


def _parties(reading: Reading, gold: Gold) -> Iterator[Fault]:
    wanted = Counter(
        (fold(entry["wrong_party"]), place_of(entry["location"]))
        for entry in gold[gold_entries.PARTY]
    )
    for entry in gold[gold_entries.PARTY]:
        wrong, right = fold(entry["wrong_party"]), fold(entry["correct_party"])
        here = place_of(entry["location"])
        if wrong == right or not {wrong, right} <= reading.preamble_terms:
            yield _absent(here, f"“{wrong}” and “{right}” are no two parties of the preamble")
        elif reading.capital_sites[wrong, here] < wanted[wrong, here]:
            yield _absent(here, f"“{wrong}” is not named here as often as gold says")
        for field, name in (("wrong_party", wrong), ("correct_party", right)):
            for spelling in entry.get("accept", {}).get(field, ()):
                if not _names(reading, spelling, name):
                    yield Fault("accept", "", str(here), f"“{spelling}” is not the {name}")


def _names(reading: Reading, spelling: str, role: str) -> bool:
    """Whether a spelling is the role with its article, or the name that stands before the role."""
    folded = fold(spelling)
    if folded in {role, f"the {role}"}:
        return True
    home = next(iter(reading.terms.get(role, ())), None)
    if home is None or not folded:
        return False
    earlier = [d.end for d in reading.definitions if d.end < home.start]
    return folded in fold(reading.text[max(earlier, default=0) : home.start])


def _inconsistent(reading: Reading, gold: Gold) -> Iterator[Fault]:
    for entry in gold[gold_entries.INCONSISTENT]:
        here = f"{entry['location_1']} and {entry['location_2']}"
        for side in ("1", "2"):
            text, place = entry[f"text_{side}"], place_of(entry[f"location_{side}"])
            if not says(reading, place, text):
                yield _absent(entry[f"location_{side}"], f"“{text}” does not stand here")
            for spelling in entry.get("accept", {}).get(f"text_{side}", ()):
                if not _same_value(spelling, text):
                    yield Fault("accept", "", here, f"“{spelling}” is not “{text}”")
        if meaning(entry["text_1"]) == meaning(entry["text_2"]):
            text = f"“{entry['text_1']}” and “{entry['text_2']}” say the same"
            yield Fault("values-agree", "", here, text)


def _same_value(spelling: str, text: str) -> bool:
    """Whether two spellings may mean one value: the same number, or of words the same name."""
    one, other = read_value(spelling), read_value(text)
    if one is not None and other is not None:
        return one.number == other.number
    return bool(set(_NAME.findall(spelling)) & set(_NAME.findall(text)))
