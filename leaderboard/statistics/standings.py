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
from functools import partial
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from leaderboard.statistics.bootstrap import Bootstrap
from leaderboard.statistics.differences import difference_interval
from leaderboard.statistics.draws import Floats
from leaderboard.statistics.intervals import (
    LEAST_CONTRACTS,
    LEVEL,
    expanded_tail,
    tail_position,
)
from leaderboard.statistics.threads import map_shares

__all__ = ["Standings", "standings"]

_WORD: Final = 8
"""Bytes that are added up at once."""
_MOST: Final = 255 * _WORD
"""Draws that are counted at once: in each byte of a word as many as it can count to."""
Whole = npt.NDArray[np.int64]
Ranks = npt.NDArray[np.unsignedinteger[Any]]


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


def standings(
    bootstrap: Bootstrap, level: float = LEVEL, threads: int | None = None
) -> Standings | None:
    """Rank all submissions by macro recall in every draw.

    Memory grows with the square of the submissions, not with the draws.

    Args:
        bootstrap: counts and draws.
        level: of the intervals.
        threads: how many to use; None for as many as the process may. Changes no bit.

    Returns:
        None with fewer than `LEAST_CONTRACTS` contracts, or where no draw has gold.

    """
    if bootstrap.draws.size < LEAST_CONTRACTS:
        return None
    count = partial(_count, bootstrap)
    found, *others = map_shares(count, len(bootstrap.draws.weights), threads)
    for other in others:
        found.add(other)
    if not found.drawn:
        return None
    tail = expanded_tail(bootstrap.draws.size, level)
    many = bootstrap.counts.submissions
    return Standings(
        ranks=tuple(_rank_interval(row, tail) for row in found.ranks),
        best=tuple((found.leads[:, 1:] / np.arange(1, many + 1)).sum(axis=1) / found.drawn),
        tied=_ties(bootstrap, found, level),
    )


class _Counted:
    """How often what was the case; whole numbers, so that no order of adding matters.

    Attributes:
        drawn: how many draws were looked at.
        better: (submissions, submissions); in how many the first was better than the second.
        ranks: (submissions, ranks from 0); in how many it had this rank. No one has rank 0.
        leads: (submissions, number of leaders from 0); in how many it was one of so many.

    """

    def __init__(self, submissions: int) -> None:
        self.drawn = 0
        self.better: Whole = np.zeros((submissions, submissions), dtype=np.int64)
        self.ranks: Whole = np.zeros((submissions, submissions + 1), dtype=np.int64)
        self.leads: Whole = np.zeros((submissions, submissions + 1), dtype=np.int64)

    def add(self, other: _Counted) -> None:
        """Add what was counted in other draws."""
        self.drawn += other.drawn
        self.better += other.better
        self.ranks += other.ranks
        self.leads += other.leads

    def count(self, ahead: Ranks, drawn: int, *, shared: bool) -> None:
        """Count draws.

        Args:
            ahead: (submissions, `_MOST`); how many others are better. What is behind the draws
                that there are is overwritten.
            drawn: how many draws there are.
            shared: whether any two are equal in any draw.

        """
        many = len(ahead)
        rows = np.arange(many)[:, None] * (many + 1)
        of_draws = ahead[:, :drawn]
        cells = np.bincount((of_draws + rows + 1).ravel(), minlength=self.ranks.size)
        self.ranks += cells.reshape(self.ranks.shape)
        leading = of_draws == 0
        leaders = np.add.reduce(leading, axis=0, dtype=np.int64)
        place, draw = leading.nonzero()
        cells = np.bincount(place * (many + 1) + leaders[draw], minlength=self.leads.size)
        self.leads += cells.reshape(self.leads.shape)
        end = -(-drawn // _WORD) * _WORD
        ahead[:, drawn:end] = 0
        self._compare(ahead[:, :end], drawn, shared=shared)
        self.drawn += drawn

    def _compare(self, ahead: Ranks, drawn: int, *, shared: bool) -> None:
        """Count who is better; draws that fill up a word show all equal."""
        marks = np.empty(ahead.shape, dtype=np.bool_)
        for place, own in enumerate(ahead):
            others, room = ahead[place + 1 :], marks[place + 1 :]
            below = _row_sums(np.less(others, own, out=room))
            above = _row_sums(np.greater(others, own, out=room)) if shared else drawn - below
            self.better[place + 1 :, place] += below
            self.better[place, place + 1 :] += above


def _row_sums(marks: npt.NDArray[np.bool_]) -> Whole:
    """How many of each row are marked; a row is of whole words, at most `_MOST` bytes."""
    words = np.add.reduce(marks.view(np.uint64), axis=1)
    sums: Whole = np.add.reduce(words.view(np.uint8).reshape(-1, _WORD), axis=1, dtype=np.int64)
    return sums


def _count(bootstrap: Bootstrap, blocks: range) -> _Counted:
    """Count in some blocks of draws, as many together as can be."""
    many = bootstrap.counts.submissions
    counted = _Counted(many)
    ahead = np.zeros((many, _MOST), dtype=np.uint8 if many <= 1 << 8 else np.uint32)
    drawn, shared = 0, False
    for recalls in bootstrap.macro_recalls(blocks):
        end = drawn + recalls.shape[1]
        if end > _MOST:
            counted.count(ahead, drawn, shared=shared)
            drawn, end, shared = 0, recalls.shape[1], False
        shared |= _fill_ahead(recalls, ahead[:, drawn:end])
        drawn = end
    counted.count(ahead, drawn, shared=shared)
    return counted


def _fill_ahead(recalls: Floats, out: Ranks) -> bool:
    """How many others are better, of each in each draw; whether any two are equal in any.

    Args:
        recalls: (submissions, draws).
        out: same; filled.

    """
    by_draw = np.negative(recalls.T, order="C")
    draws, many = by_draw.shape
    order = np.argsort(by_draw, axis=1)
    order += np.arange(draws)[:, None] * many
    ordered = by_draw.ravel()[order]
    places = np.arange(many)[None].repeat(draws, axis=0)
    steps = ordered[:, 1:] != ordered[:, :-1]
    shared = not steps.all()
    if shared:
        # Equals have the place of the first of them.
        places[:, 1:] *= steps
        np.maximum.accumulate(places, axis=1, out=places)
    ahead = np.empty(draws * many, dtype=out.dtype)
    ahead[order.ravel()] = places.ravel()
    out[:] = ahead.reshape(draws, many).T
    return shared


def _rank_interval(seen: Whole, tail: float) -> tuple[int, int]:
    """The smallest range of ranks that leaves out at most a share of `tail` on either side."""
    total = int(seen.sum())
    below = np.cumsum(seen)
    low = int(np.searchsorted(below, math.floor(tail * total), side="right"))
    high = int(np.searchsorted(below, total - math.floor(tail * total), side="left"))
    return low, high


def _ties(bootstrap: Bootstrap, found: _Counted, level: float) -> tuple[tuple[int, ...], ...]:
    """Whether the interval of a difference holds 0, read off the counts wherever they decide it.

    Its lower end lies between two neighbouring draws. If both are at most 0 so is the end; if both
    are above, so is it; only where they straddle 0 the interval itself is looked at.
    """
    below, _ = tail_position(found.drawn, bootstrap.draws.size, level)
    not_better = found.drawn - found.better
    holds = np.minimum(not_better, not_better.T) > below
    straddles = not_better == below + 1
    for one, other in zip(*np.triu(straddles | straddles.T, 1).nonzero(), strict=True):
        interval = difference_interval(bootstrap.pick(int(one), int(other)), level)
        holds[one, other] = holds[other, one] = interval is not None and 0 in interval
    np.fill_diagonal(holds, val=False)
    return tuple(tuple(row.nonzero()[0].tolist()) for row in holds)
