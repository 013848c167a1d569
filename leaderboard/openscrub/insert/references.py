"""Wrong cross-references."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from leaderboard.openscrub.changes import Swap
from leaderboard.openscrub.insert.ground import Ground
from leaderboard.openscrub.tree import Atom, Block, Role, Sort

__all__ = ["BINS", "misdirect"]

CATEGORY: Final = "incorrect_references"
BINS: Final = (1_000, 3_000, 10_000)
"""Upper limits in characters of the distance bins of SCORING 1.7, the last one open."""

_NEAR: Final = 10


def misdirect(ground: Ground, wanted: int, starts: dict[int, int]) -> None:
    """Send references whose sentence names their target to a neighbour of it.

    Args:
        ground: the contract.
        wanted: how many.
        starts: index of a block → where its line begins in the clean text, for the distances.

    """
    places = _places(ground)
    turn = ground.draws.under(len(BINS) + 1, CATEGORY, "bin")
    for number in range(wanted):
        pool = [
            (block, atom, target)
            for block, atom in ground.atoms(Sort.REFERENCE)
            if atom.sure and (target := _target(ground, block, atom)) is not None
        ]
        if ground.choose(pool, CATEGORY, number) is None:
            return
        site = _in_bin(ground, pool, (turn + number) % (len(BINS) + 1), starts, number)
        block, atom, target = site
        wrong = _wrong(ground, block, target, places, number)
        if wrong is None:
            ground.close(block, atom.sentence)
            continue
        ground.changes.swaps[atom.index] = Swap(
            CATEGORY, atom.index, "", block=wrong, pool=len(pool), details={"target": atom.key}
        )
        ground.close(block, atom.sentence)
        ground.close_block(target if target.atoms else target.blocks[0])


def bin_of(distance: int) -> int:
    """The number of a distance's bin."""
    return sum(distance >= limit for limit in BINS)


def _target(ground: Ground, block: Block, atom: Atom) -> Block | None:
    """The right target of a reference that may be sent wrong."""
    target = ground.contract.by_name.get(atom.key)
    if target is None or target.role is Role.SCHEDULE or target.place == block.place:
        return None
    if block.path[: len(target.path)] == target.path:
        return None
    first = target if target.atoms else target.blocks[0]
    touched = (
        any(one.index in ground.changes.swaps for one in first.atoms)
        or first.index in ground.changes.sentences
    )
    return None if touched else target


def _in_bin(
    ground: Ground,
    pool: Sequence[tuple[Block, Atom, Block]],
    wish: int,
    starts: dict[int, int],
    number: int,
) -> tuple[Block, Atom, Block]:
    """A site of the wished bin, or of the nearest one that there is."""
    by_bin: dict[int, list[tuple[Block, Atom, Block]]] = {}
    for site in pool:
        distance = abs(starts[site[0].index] - starts[site[2].index])
        by_bin.setdefault(bin_of(distance), []).append(site)
    nearest = min(by_bin, key=lambda one: (abs(one - wish), one))
    return ground.draws.choice(by_bin[nearest], CATEGORY, number)


def _places(ground: Ground) -> list[Block]:
    """Numbered blocks of the clauses, in reading order."""
    return [
        block
        for block in ground.contract.walk()
        if block.role in {Role.SECTION, Role.NODE} and block.own_line and block.family
    ]


def _wrong(
    ground: Ground, own: Block, target: Block, places: Sequence[Block], number: int
) -> Block | None:
    """A place near the right one, of its rank, that is neither it nor around the reference."""
    at = next((i for i, block in enumerate(places) if block is target), None)
    if at is None:
        return None
    near = sorted(
        (
            (abs(i - at), i)
            for i, block in enumerate(places)
            if block.role is target.role
            and block.place not in {target.place, own.place}
            and not _around(block, target)
            and not _around(block, own)
        ),
    )[:_NEAR]
    if not near:
        return None
    return places[ground.draws.choice(near, CATEGORY, "wrong", number)[1]]


def _around(one: Block, other: Block) -> bool:
    short = min(len(one.path), len(other.path))
    return one.path[:short] == other.path[:short]
