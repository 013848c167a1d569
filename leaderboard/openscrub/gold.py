"""Gold, read off the tree after all changes and renumbering."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from leaderboard.openscrub.build import Built
from leaderboard.openscrub.changes import Changes, Swap
from leaderboard.openscrub.facts import Fact, spellings
from leaderboard.openscrub.insert.definitions import AGAIN, UNUSED
from leaderboard.openscrub.insert.facts import CATEGORY as INCONSISTENT
from leaderboard.openscrub.insert.parties import CATEGORY as PARTY
from leaderboard.openscrub.insert.references import CATEGORY as REFERENCES
from leaderboard.openscrub.render import Rendering, Span
from leaderboard.openscrub.tree import Sort
from scoring.contractscrub import CATEGORY_KEYS

__all__ = ["Gold", "read_gold"]

Gold = dict[str, list[dict[str, Any]]]
DEFINED: Final = "defined_terms"


def read_gold(
    built: Built, changes: Changes, rendering: Rendering, facts: Mapping[str, Fact]
) -> Gold:
    """The gold of a contract, every category present, entries in a fixed order."""
    gold: Gold = {key: [] for key in CATEGORY_KEYS}
    spans = {
        span.atom.index: span
        for span in rendering.spans
        if span.atom is not None and span.atom.index >= 0
    }
    home: dict[str, tuple[int, str]] = {}
    planted = {id(atom) for plant in changes.plants() for atom in plant.atoms}
    for span in rendering.spans:
        atom = span.atom
        if atom is not None and atom.sort is Sort.QUOTE:
            gold[DEFINED].append({"term": atom.key, "location": span.block.place})
            if id(atom) not in planted:
                home[atom.key] = (span.start, span.block.place)
    for plant in changes.plants():
        place = plant.block.place
        if plant.category == UNUSED:
            gold[UNUSED].append({"term": plant.term, "location": place})
        else:
            start = rendering.starts[plant.block.index]
            first, second = sorted([home[plant.term], (start, place)])
            gold[AGAIN].append(
                {"term": plant.term, "location_1": first[1], "location_2": second[1]}
            )
    for swap in changes.swaps.values():
        gold[swap.category].append(_swapped(swap, spans, built, rendering, facts))
    return {
        key: sorted(entries, key=lambda entry: json.dumps(entry, sort_keys=True))
        for key, entries in gold.items()
    }


def _swapped(
    swap: Swap,
    spans: Mapping[int, Span],
    built: Built,
    rendering: Rendering,
    facts: Mapping[str, Fact],
) -> dict[str, Any]:
    span = spans[swap.atom]
    if swap.category == REFERENCES and swap.block is not None:
        target = built.contract.by_name[swap.details["target"]]
        return {
            "wrong_reference": swap.block.place,
            "correct_reference": target.place,
            "location": span.block.place,
            "distance": abs(span.start - rendering.starts[target.index]),
        }
    if swap.category == PARTY:
        return _party(swap, span, built)
    if swap.category == INCONSISTENT:
        return _facts(swap, spans, built, facts)
    return {"term": swap.term, "location": span.block.place}


def _party(swap: Swap, span: Span, built: Built) -> dict[str, Any]:
    right = swap.details["right"]
    wrong = "B" if right == "A" else "A"
    setting = built.setting

    def others(role: str) -> list[str]:
        return [f"the {setting.roles[role]}", setting.party(role).name]

    return {
        "wrong_party": setting.roles[wrong],
        "correct_party": setting.roles[right],
        "location": span.block.place,
        "accept": {"wrong_party": others(wrong), "correct_party": others(right)},
    }


def _facts(
    swap: Swap, spans: Mapping[int, Span], built: Built, facts: Mapping[str, Fact]
) -> dict[str, Any]:
    changed, kept = spans[swap.atom], spans[int(swap.details["other"])]
    atom = kept.atom
    key = atom.key if atom is not None else ""
    sides = []
    for span, text, value in (
        (changed, swap.text, swap.details["value"]),
        (kept, atom.text if atom is not None else "", str(built.setting.values.get(key, ""))),
    ):
        sides.append((span.start, span.block.place, text, _spelled(key, value, text, facts)))
    (_, place_1, text_1, also_1), (_, place_2, text_2, also_2) = sorted(sides)
    entry: dict[str, Any] = {
        "text_1": text_1,
        "location_1": place_1,
        "text_2": text_2,
        "location_2": place_2,
    }
    if also_1 or also_2:
        entry["accept"] = {"text_1": also_1, "text_2": also_2}
    return entry


def _spelled(key: str, value: str, text: str, facts: Mapping[str, Fact]) -> list[str]:
    """Other spellings of a value, with and without the apostrophe of `thirty days' notice`."""
    if key == "law":
        return []
    forms = [form for form in spellings(int(value), facts[key].unit) if form != text]
    if facts[key].unit in {"dollars", "percent"}:
        return forms
    return [*forms, *(f"{form}'" for form in (text, *forms))]
