"""Who is ahead of whom in each draw, by macro recall: a rough look at all, a close one at doubts.

The rough look makes macro recall in single precision and sorts by it. A pooled count is a whole
number that single precision holds exactly; what is made of it takes at most 10 roundings of 2**-24
each: one of the factor, one of the product, 8 of the sum of nine. So two numbers that lie more than
20 units in the last place apart are in the right order, whatever they are exactly. Neighbours that
do not are made anew as `fill_measures` makes them, and put in order by that; only these can be
equal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from leaderboard.statistics.bootstrap import Bootstrap
from leaderboard.statistics.draws import Floats
from leaderboard.statistics.measures import is_exact_in_single, mean_over_categories

__all__ = ["Order", "Ranking"]

_BLOCK: Final = 400
"""Draws in which all submissions are looked at together, at most: few enough for the cache."""
_DOUBT: Final = 24
"""Units in the last place within which the rough look may have two in the wrong order."""
_BITS: Final = np.uint64(32)
"""Bits of each half of a key."""
_LOW: Final = np.uint64(2**32 - 1)
"""The lower half."""
Reals = npt.NDArray[np.floating[Any]]
Whole = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]
Marks = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """The submissions in some draws, best first.

    Attributes:
        who: (draws, submissions); their places on the board.
        ahead: same; how many others are better than each of `who`.
        shared: whether any two are equal in any draw.

    """

    who: Whole
    ahead: Whole
    shared: bool

    def fill_ahead(self, out: npt.NDArray[np.unsignedinteger[Any]]) -> None:
        """How many others are better than each submission, in the order of the board.

        Args:
            out: (submissions, draws); filled.

        """
        np.copyto(out, _sorted_keys(self.who, self.ahead).T, casting="unsafe")


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """Counts and draws, ready to rank by; draws without any gold are left out.

    Attributes:
        found: (submissions, categories, contracts), in single precision where that is exact.
        weights: (contracts, draws), same.
        factor: (categories, draws), same; 1 through pooled gold and the number of categories.
        least: (categories, draws); as in `PooledGold`.
        present: (draws,); as in `PooledGold`.

    """

    found: Reals
    weights: Reals
    factor: Reals
    least: Floats
    present: Floats

    @classmethod
    def of(cls, bootstrap: Bootstrap) -> Ranking:
        """Those of `bootstrap`."""
        counts, draws, gold = bootstrap.counts, bootstrap.draws, bootstrap.gold()
        kind = np.float32 if is_exact_in_single(counts, draws) else np.float64
        some = (gold.entries > 0).any(axis=0)
        least, present = gold.least.compress(some, axis=1), gold.present[some]
        return cls(
            counts.found.astype(kind),
            draws.weights.compress(some, axis=1).astype(kind),
            (1 / (least * present)).astype(kind),
            least,
            present,
        )

    def blocks(self) -> list[slice]:
        """The draws in blocks of nearly the same size."""
        count = self.present.size
        many = -(-count // _BLOCK)
        return [slice(count * n // many, count * (n + 1) // many) for n in range(many)]

    def order(self, draws: slice) -> Order:
        """The order in some of the draws."""
        many, kinds, contracts = self.found.shape
        pooled = np.matmul(self.found.reshape(-1, contracts), self.weights[:, draws])
        pooled = pooled.reshape(many, kinds, -1)
        recalls = np.einsum("skd,kd->sd", pooled, self.factor[:, draws])
        # Numbers that are not negative are in the order of their bits; inverted, the best is first.
        bits = np.invert(recalls.astype(np.float32, copy=False).view(np.uint32))
        places = np.arange(many)
        keys = _sorted_keys(bits.T, places)
        who = (keys & _LOW).view(np.int64)
        keys >>= _BITS
        doubt = keys[:, 1:] - keys[:, :-1] <= _DOUBT
        if not doubt.any():
            return Order(who, np.broadcast_to(places, who.shape), shared=False)
        return self._settled(who, doubt, pooled, draws)

    def _settled(self, who: Whole, doubt: Marks, pooled: Reals, draws: slice) -> Order:
        """Put each run of neighbours that may be in the wrong order into the right one.

        Args:
            who: as the rough look has it; changed.
            doubt: (draws, submissions - 1); between which neighbours there is doubt.
            pooled: (submissions, categories, draws).
            draws: which those are.

        """
        near = np.zeros(who.shape, dtype=np.bool_)
        near[:, 1:] = doubt
        starts = ~near
        near[:, :-1] |= doubt
        draw, place = near.nonzero()
        own = who[draw, place]
        counts = np.ascontiguousarray(pooled[own, :, draw].T, dtype=np.float64)
        recalls = np.empty(own.size)
        shares = counts / self.least[:, draws].take(draw, axis=1)
        mean_over_categories(shares, self.present[draws].take(draw), recalls)
        run = np.cumsum(starts[draw, place])
        order = np.lexsort((-recalls, run))
        who[draw, place] = own[order]
        recalls = recalls[order]
        equal = np.zeros(own.size, dtype=np.bool_)
        equal[1:] = (recalls[1:] == recalls[:-1]) & (run[1:] == run[:-1])
        # Equals have the place of the first of them.
        firsts = np.maximum.accumulate(np.where(equal, 0, np.arange(own.size)))
        ahead = np.arange(who.shape[1])[None].repeat(len(who), axis=0)
        ahead[draw, place] = place[firsts]
        return Order(who, ahead, shared=bool(equal.any()))


def _sorted_keys(high: npt.NDArray[Any], low: Whole) -> Keys:
    """Keys whose halves are numbers below 2**32, in ascending order within each draw.

    Args:
        high: (draws, submissions).
        low: same, or (submissions,).

    """
    keys = np.empty(high.shape, dtype=np.uint64)
    np.copyto(keys, high, casting="unsafe")
    keys <<= _BITS
    np.bitwise_or(keys, low.view(np.uint64), out=keys)
    keys.sort(axis=1)
    return keys
