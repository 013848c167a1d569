"""The wrong party named."""

from __future__ import annotations

from typing import Final

from leaderboard.openscrub.changes import Swap
from leaderboard.openscrub.insert.ground import LEAST_POOL, Ground
from leaderboard.openscrub.tree import Atom, Block, Sort

__all__ = ["name_wrong_party"]

CATEGORY: Final = "incorrect_party_references"


def name_wrong_party(ground: Ground, wanted: int) -> None:
    """Name the other party where rights and duties make it certain who is meant.

    Sentences that name only one party come first: where both are named, grammar alone tells.
    """
    for number in range(wanted):
        pool = [(block, atom) for block, atom in _sites(ground) if atom.sure]
        alone = [(block, atom) for block, atom in pool if not _names_other(block, atom)]
        if ground.choose(pool, CATEGORY, number) is None:
            return
        some = alone if len(alone) >= LEAST_POOL else pool
        block, atom = ground.draws.choice(some, CATEGORY, number)
        other = "B" if atom.key == "A" else "A"
        name = ground.setting.roles[other]
        shown = f"the {name}" if ground.setting.style.role_article else name
        ground.changes.swaps[atom.index] = Swap(
            CATEGORY, atom.index, shown, name, pool=len(some), details={"right": atom.key}
        )
        ground.close(block, atom.sentence)


def _sites(ground: Ground) -> list[tuple[Block, Atom]]:
    """Party names that are not the first word of a sentence; an article before them is one."""
    article = ground.setting.style.role_article
    return [
        (block, atom)
        for block in ground.blocks()
        for atom in block.atoms
        if atom.sort is Sort.PARTY
        and (article or not atom.first)
        and ground.is_free(block, atom.sentence)
    ]


def _names_other(block: Block, atom: Atom) -> bool:
    return any(
        other.sort is Sort.PARTY and other.sentence == atom.sentence and other.key != atom.key
        for other in block.atoms
    )
