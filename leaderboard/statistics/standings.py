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
from leaderboard.statistics.intervals import (
    LEAST_CONTRACTS,
    LEVEL,
    expanded_tail,
    tail_position,
)
from leaderboard.statistics.ranking import Order, Ranking
from leaderboard.statistics.threads import map_shares

__all__ = ["Standings", "standings"]

_WORD: Final = 8
"""Bytes that are added up at once."""
_ROWS: Final = 8
"""Submissions that are compared with all others at once."""
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
    ranking = Ranking.of(bootstrap)
    if not ranking.blocks():
        return None
    found, *others = map_shares(partial(_count, ranking), len(ranking.blocks()), threads)
    for other in others:
        found.add(other)
    many = bootstrap.counts.submissions
    return Standings(
        ranks=_rank_intervals(found, expanded_tail(bootstrap.draws.size, level)),
        best=tuple((found.leads[:, 1:] / np.arange(1, many + 1)).sum(axis=1) / found.drawn),
        tied=_ties(bootstrap, found, level, threads),
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

    def count(self, order: Order) -> None:
        """Count ranks and leads in some draws."""
        many = len(self.ranks)
        cells = np.bincount((order.ahead * many + order.who).ravel(), minlength=many * many)
        self.ranks[:, 1:] += cells.reshape(many, many).T
        leading = order.ahead == 0
        leaders = np.add.reduce(leading, axis=1, dtype=np.int64)
        draw, place = leading.nonzero()
        cells = order.who[draw, place] * (many + 1) + leaders[draw]
        self.leads += np.bincount(cells, minlength=self.leads.size).reshape(self.leads.shape)
        self.drawn += len(order.who)

    def compare(self, ahead: Ranks, drawn: int, *, shared: bool) -> None:
        """Count who is better in some draws.

        Args:
            ahead: (submissions, `_MOST`); how many others are better. What is behind the draws
                that there are is overwritten.
            drawn: how many draws there are.
            shared: whether any two are equal in any draw.

        """
        # Draws that fill up a word show all equal.
        end = -(-drawn // _WORD) * _WORD
        ahead[:, drawn:end] = 0
        ahead = ahead[:, :end]
        room = np.empty((_ROWS, *ahead.shape), dtype=np.bool_)
        for start in range(0, len(ahead), _ROWS):
            some = ahead[start : start + _ROWS, None]
            stop = start + len(some)
            below = _row_sums(np.less(ahead[start:], some, out=room[: len(some), start:]))
            self.better[start:, start:stop] += below.T
            if shared:
                above = _row_sums(np.greater(ahead[stop:], some, out=room[: len(some), stop:]))
            else:
                above = drawn - below[:, len(some) :]
            self.better[start:stop, stop:] += above


def _row_sums(marks: npt.NDArray[np.bool_]) -> Whole:
    """How many of each row are marked; a row is of whole words, at most `_MOST` bytes."""
    words = np.add.reduce(marks.view(np.uint64), axis=-1)[..., None]
    sums: Whole = np.add.reduce(words.view(np.uint8), axis=-1, dtype=np.int64)
    return sums


def _count(ranking: Ranking, blocks: range) -> _Counted:
    """Count in some blocks of draws, as many together as can be."""
    many = len(ranking.found)
    counted = _Counted(many)
    ahead = np.zeros((many, _MOST), dtype=np.uint8 if many <= 1 << 8 else np.uint32)
    drawn, shared = 0, False
    for block in ranking.blocks()[blocks.start : blocks.stop]:
        order = ranking.order(block)
        counted.count(order)
        end = drawn + len(order.who)
        if end > _MOST:
            counted.compare(ahead, drawn, shared=shared)
            drawn, end, shared = 0, len(order.who), False
        order.fill_ahead(ahead[:, drawn:end])
        drawn, shared = end, shared or order.shared
    counted.compare(ahead, drawn, shared=shared)
    return counted


def _rank_intervals(found: _Counted, tail: float) -> tuple[tuple[int, int], ...]:
    """The smallest ranges of ranks that leave out at most a share of `tail` on either side."""
    out = math.floor(tail * found.drawn)
    below = np.cumsum(found.ranks, axis=1)
    low = np.add.reduce(below <= out, axis=1, dtype=np.int64)
    high = np.add.reduce(below < found.drawn - out, axis=1, dtype=np.int64)
    return tuple(zip(low.tolist(), high.tolist(), strict=True))


def _ties(
    bootstrap: Bootstrap, found: _Counted, level: float, threads: int | None
) -> tuple[tuple[int, ...], ...]:
    """Whether the interval of a difference holds 0, read off the counts wherever they decide it.

    Its lower end lies between two neighbouring draws. If both are at most 0 so is the end; if both
    are above, so is it; only where they straddle 0 the interval itself is looked at.
    """
    below, _ = tail_position(found.drawn, bootstrap.draws.size, level)
    not_better = found.drawn - found.better
    holds = np.minimum(not_better, not_better.T) > below
    straddles = not_better == below + 1
    pairs = np.argwhere(np.triu(straddles | straddles.T, 1)).tolist()

    def look(share: range) -> None:
        for one, other in pairs[share.start : share.stop]:
            interval = difference_interval(bootstrap.pick(one, other), level)
            holds[one, other] = holds[other, one] = interval is not None and 0 in interval

    map_shares(look, len(pairs), threads)
    np.fill_diagonal(holds, val=False)
    return tuple(tuple(row.nonzero()[0].tolist()) for row in holds)
