"""Ranking within each draw: how far a rank may be off, who may be best, who is tied with whom.

The rule of tie groups: two submissions are tied when the interval of their paired difference holds
0, and a submission's tie group is itself and all that it is tied with. Whether two are tied depends
on these two alone. So neither order nor any other submission can change it; adding one can only add
a member. Groups may overlap (A tied with B, B with C, A ahead of C): cutting the board into
separate groups would have to call one of these ties a win.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from leaderboard.statistics.bootstrap import Bootstrap
from leaderboard.statistics.differences import difference_interval
from leaderboard.statistics.intervals import (
    LEAST_CONTRACTS,
    LEVEL,
    expanded_tail,
)

__all__ = ["Standings", "standings"]

_BYTE: Final = 255
Whole = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Standings:
    """How sure each submission's rank is, in the order of the submissions.

    Attributes:
        ranks: best and worst rank of the interval.
        best: the share of draws in which it ranks first; equals share a draw.
        tied: places of the others that it is tied with, ascending.

    """

    ranks: tuple[tuple[int, int], ...]
    best: tuple[float, ...]
    tied: tuple[tuple[int, ...], ...]


def standings(bootstrap: Bootstrap, level: float = LEVEL) -> Standings | None:
    """Rank all submissions by macro recall in every draw.

    Memory grows with the square of the submissions, not with the draws.

    Returns:
        None with fewer than `LEAST_CONTRACTS` contracts, or where no draw has gold.

    """
    if bootstrap.draws.size < LEAST_CONTRACTS:
        return None
    many = bootstrap.counts.submissions
    ahead = np.zeros((many, many), dtype=np.int64)
    seen = np.zeros((many, many + 1), dtype=np.int64)
    first = np.zeros(many)
    drawn = 0
    for recalls in bootstrap.macro_recalls():
        drawn += recalls.shape[1]
        ranks = np.ones(recalls.shape, dtype=np.int64)
        for place, own in enumerate(recalls):
            better = (recalls > own).view(np.uint8)
            ahead[:, place] += _sums(better, 1)
            ranks[place] += _sums(better, 0)
        leading = ranks == 1
        first += (leading / np.add.reduce(leading, axis=0, dtype=np.int64)).sum(axis=1)
        for place, own in enumerate(ranks):
            seen[place] += np.bincount(own, minlength=many + 1)
    if not drawn:
        return None
    tail = expanded_tail(bootstrap.draws.size, level)
    return Standings(
        ranks=tuple(_rank_interval(row, tail) for row in seen),
        best=tuple(float(value) / drawn for value in first),
        tied=_ties(bootstrap, ahead, drawn, tail, level),
    )


def _sums(marks: npt.NDArray[np.uint8], axis: int) -> Whole:
    """Sums of zeros and ones in whole bytes, as far as a byte can count."""
    lines = marks if axis == 0 else marks.T
    total = np.zeros(lines.shape[1], dtype=np.int64)
    for start in range(0, len(lines), _BYTE):
        total += np.add.reduce(lines[start : start + _BYTE], axis=0, dtype=np.uint8)
    return total


def _rank_interval(seen: Whole, tail: float) -> tuple[int, int]:
    """The smallest range of ranks that leaves out at most a share of `tail` on either side."""
    total = int(seen.sum())
    below = np.cumsum(seen)
    low = int(np.searchsorted(below, math.floor(tail * total), side="right"))
    high = int(np.searchsorted(below, total - math.floor(tail * total), side="left"))
    return low, high


def _ties(
    bootstrap: Bootstrap, ahead: Whole, drawn: int, tail: float, level: float
) -> tuple[tuple[int, ...], ...]:
    """Whether the interval of a difference holds 0, read off the counts wherever they decide it.

    Its lower end lies between two neighbouring draws. If both are at most 0 so is the end; if both
    are above, so is it; only where they straddle 0 the interval itself is looked at.
    """
    many = ahead.shape[0]
    below = math.floor((drawn - 1) * tail)
    tied: list[list[int]] = [[] for _ in range(many)]
    for one in range(many):
        for other in range(one + 1, many):
            sides = [drawn - int(ahead[one, other]), drawn - int(ahead[other, one])]
            if below + 1 in sides:
                interval = difference_interval(bootstrap.pick(one, other), level)
                holds = interval is not None and 0 in interval
            else:
                holds = min(sides) > below
            if holds:
                tied[one].append(other)
                tied[other].append(one)
    return tuple(tuple(sorted(row)) for row in tied)
