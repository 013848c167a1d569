"""Two statements of one fact that contradict each other."""

from __future__ import annotations

from typing import Final

from leaderboard.openscrub.changes import Swap
from leaderboard.openscrub.facts import Fact, print_value
from leaderboard.openscrub.insert.ground import Ground
from leaderboard.openscrub.tree import Atom, Block, Sort

__all__ = ["CATEGORY", "STATES", "contradict"]

CATEGORY: Final = "inconsistent_language"
STATES: Final = (
    "Colorado", "Delaware", "Georgia", "Illinois", "Massachusetts", "Minnesota", "New York", "Ohio",
    "Oregon", "Texas", "Virginia", "Washington",
)  # fmt: skip
"""States whose law may be named wrongly."""


def contradict(ground: Ground, wanted: int, facts: dict[str, Fact]) -> None:
    """Give one of two statements of a fact another value."""
    for number in range(wanted):
        pool = [(pair, side) for pair in _pairs(ground) for side in (0, 1)]
        choice = ground.choose(pool, CATEGORY, number)
        if choice is None:
            return
        pair, side = choice
        block, atom = pair[side]
        other_block, other = pair[1 - side]
        value, text = _other_value(ground, atom, facts)
        ground.changes.swaps[atom.index] = Swap(
            CATEGORY,
            atom.index,
            text,
            pool=len(pool),
            details={"other": str(other.index), "value": value},
        )
        ground.close(block, atom.sentence)
        ground.close(other_block, other.sentence)


def _pairs(ground: Ground) -> list[tuple[tuple[Block, Atom], tuple[Block, Atom]]]:
    """Facts that are stated exactly twice, at two places, in two free sentences."""
    stated: dict[str, list[tuple[Block, Atom]]] = {}
    for block in ground.contract.walk():
        for atom in block.atoms:
            if atom.sort is Sort.FACT:
                stated.setdefault(atom.key, []).append((block, atom))
    pairs = []
    for places in stated.values():
        if len(places) != 2:  # noqa: PLR2004 - exactly twice
            continue
        (block_1, atom_1), (block_2, atom_2) = places
        free = ground.is_free(block_1, atom_1.sentence) and ground.is_free(block_2, atom_2.sentence)
        apart = block_1.place != block_2.place
        fit = all(not b.capitals and b.family for b in (block_1, block_2))
        if free and apart and fit and not atom_1.first and not atom_2.first:
            pairs.append((places[0], places[1]))
    return pairs


def _other_value(ground: Ground, atom: Atom, facts: dict[str, Fact]) -> tuple[str, str]:
    """Another value of a fact: as a number in text, and as printed."""
    if atom.key == "law":
        state = ground.draws.choice([s for s in STATES if s != atom.text], CATEGORY, "law")
        return state, state
    fact = facts[atom.key]
    others = sorted(set(fact.values) - {ground.setting.values[atom.key]})
    number = ground.draws.choice(others, CATEGORY, "value", atom.key)
    return str(number), print_value(number, fact.unit, ground.setting.style.numbers)
