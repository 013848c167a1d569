"""Plants lies in copies of gold and counts those that the proof finds.

A lie is drawn by SHA-256, so the same edition always meets the same lies. The lies are those that
are hard to see: a wrong place is one of the next places, an extra entry names something that does
stand there, and a shifted number differs by one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from leaderboard.openscrub.verify.entries import Entry, Gold
from leaderboard.openscrub.verify.extras import propose
from leaderboard.openscrub.verify.outline import place_of
from leaderboard.openscrub.verify.proof import Examined
from scoring.contractscrub import CATEGORY_KEYS

__all__ = ["SORTS", "Lie", "Tally", "draw", "measure_kills", "plant_lies"]

SORTS: Final = ("wrong place", "missing entry", "extra entry", "shifted number")
"""The four sorts of lies."""

_NEAR: Final = 3
_DIGITS: Final = re.compile(r"\d+(?!.*\d)")


class Lie(NamedTuple):
    """Gold with one lie in it: whose, of which category and sort."""

    contract: str
    category: str
    sort: str
    gold: Gold


class Tally(NamedTuple):
    """How many lies were planted, and how many the proof found, without and with the twin."""

    planted: int = 0
    without_twin: int = 0
    with_twin: int = 0

    def plus(self, *, without_twin: bool, with_twin: bool) -> Tally:
        """The tally with one more lie."""
        return Tally(self.planted + 1, self.without_twin + without_twin, self.with_twin + with_twin)


def draw(*parts: object) -> int:
    """A number that depends on nothing but its parts."""
    text = "/".join(map(str, ("openscrub verify", *parts)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def plant_lies(examined: Sequence[Examined], category: str, sort: str, count: int) -> Iterator[Lie]:
    """Up to `count` lies of a category and sort, spread over the contracts by lot."""
    pool = [
        (one, index)
        for one in examined
        for index in range(len(one.gold[category]) or (1 if sort == "extra entry" else 0))
    ]
    pool.sort(key=lambda item: draw(category, sort, item[0].name, item[1]))
    planted = 0
    for one, index in pool:
        if planted >= count:
            return
        entries = list(one.gold[category])
        lot = draw("lie", category, sort, one.name, index)
        if sort == "extra entry":
            lying = [*entries, *propose(one, category, lot)]
        else:
            lying = entries[:index] + _lie(one, sort, entries[index], lot) + entries[index + 1 :]
        if lying == entries:
            continue
        planted += 1
        yield Lie(one.name, category, sort, {**one.gold, category: lying})


def _lie(one: Examined, sort: str, entry: Entry, lot: int) -> list[Entry]:
    """What stands in gold in the entry's stead: nothing, or the entry with a lie in it."""
    if sort == "missing entry":
        return []
    changed: dict[str, Any] = dict(entry)
    if sort == "wrong place":
        field = _place_field(entry, lot)
        changed[field] = _near(one, str(entry[field]), lot)
        return [changed]
    fields = [field for field in _numbered(entry) if _DIGITS.search(str(entry[field]))]
    if fields:
        field = fields[lot % len(fields)]
        changed[field] = _shifted(str(entry[field]))
    return [changed]


def _place_field(entry: Entry, lot: int) -> str:
    return "location" if "location" in entry else f"location_{1 + lot % 2}"


def _numbered(entry: Entry) -> list[str]:
    """The fields whose number may be shifted: what is wrong, else where it is."""
    for fields in (("wrong_reference", "correct_reference"), ("text_1", "text_2")):
        if fields[0] in entry:
            return list(fields)
    return ["location"] if "location" in entry else ["location_1", "location_2"]


def _near(one: Examined, place: str, lot: int) -> str:
    """One of the places next to a place, never the same."""
    names = list(one.reading.outline.names.items())
    if not names:
        return place
    here = place_of(place)
    at = next((index for index, (known, _) in enumerate(names) if known == here), 0)
    step = 1 + lot % _NEAR
    index = at + step if lot & 8 and at + step < len(names) else at - step
    known, name = names[index % len(names)]
    return name if known != here else place


def _shifted(text: str) -> str:
    """The text with its last number one higher."""
    return _DIGITS.sub(lambda match: str(int(match[0]) + 1).zfill(len(match[0])), text)


def measure_kills(examined: Sequence[Examined], count: int) -> Mapping[str, Mapping[str, Tally]]:
    """Plant `count` lies a category and sort, and tally what the proof finds.

    A lie counts as found when it makes a fault that the true gold does not make.

    Returns:
        category key → sort → tally.

    """
    by_name = {one.name: one for one in examined}
    known = {one.name: set(one.find_faults(one.gold)) for one in examined}
    tallies: dict[str, dict[str, Tally]] = {}
    for category in CATEGORY_KEYS:
        tallies[category] = {}
        for sort in SORTS:
            tally = Tally()
            for lie in plant_lies(examined, category, sort, count):
                one = by_name[lie.contract]
                tally = tally.plus(
                    without_twin=_found(one, lie, known, with_twin=False),
                    with_twin=_found(one, lie, known, with_twin=True),
                )
            tallies[category][sort] = tally
    return tallies


def _found(one: Examined, lie: Lie, known: Mapping[str, set[Any]], *, with_twin: bool) -> bool:
    return not set(one.find_faults(lie.gold, with_twin=with_twin)) <= known[one.name]
