"""Ends of intervals by a rough look at all draws and a close one at the few that may be ends.

Of 10,000 draws an end of an interval depends on two. The rough look makes every number in single
precision, as a whole number from 0 to `TOP`: fast, and sure to less than half a step. So the number
at some place in ascending order is known to a step, the draws that may hold it are those within a
step of it, and of these few, all numbers are made as `fill_measures` makes them. The ends are to
the last bit those of making and sorting all of them.

Why half a step: a pooled count is a whole number that single precision holds exactly. A measure
takes at most 12 roundings of 2**-24 each: one of the divisor, one of the quotient, 8 of the sum of
nine, two of the mean. That is 0.05 steps of 65,535, and 0.1 for the gap, a difference of two. So a
number y, in steps, and its rough look q, which is cut to a whole number, are such that
q - 0.1 <= y <= q + 1.1. The same holds of the numbers in any one place in ascending order, whence a
draw with q two or more above that of a place lies above it, and with two or more below it below.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from leaderboard.statistics.counts import Counts
from leaderboard.statistics.draws import Draws, Floats
from leaderboard.statistics.intervals import LEAST_CONTRACTS, Interval, tail_position
from leaderboard.statistics.measures import (
    ANSWERED,
    FOUND,
    HEADLINES,
    LINES,
    MEASURES,
    WORDS,
    PooledGold,
    fill_measures,
    is_exact_in_single,
    stacked_counts,
)
from leaderboard.statistics.threads import map_shares, usable_threads
from scoring.contractscrub import CATEGORY_KEYS

__all__ = ["TOP", "can_screen", "screened_intervals"]

TOP: Final = 65_535
_GROUP: Final = 2
"""So many submissions are worked on at a time."""
Steps = npt.NDArray[np.uint16]
Singles = npt.NDArray[np.float32]
Places = npt.NDArray[np.intp]
Marks = npt.NDArray[np.bool_]
_ROWS: Final = np.arange(len(MEASURES))


def can_screen(counts: Counts, gold: PooledGold, draws: Draws, level: float) -> bool:
    """Whether the reasoning above holds, and there is anything to leave out.

    It takes gold of every category in every draw, pooled counts that single precision holds,
    recalls of at most 1 and gaps of at least 0, and tails that do not meet.
    """
    if draws.size < LEAST_CONTRACTS or not (gold.entries > 0).all():
        return False
    below, _ = tail_position(draws.count, draws.size, level)
    return bool(
        is_exact_in_single(counts, draws)
        and (counts.found <= counts.words).all()
        and (counts.words <= counts.gold).all()
        and 2 * (below + 2) <= draws.count
    )


def screened_intervals(
    counts: Counts, gold: PooledGold, draws: Draws, level: float, threads: int | None = None
) -> Iterator[list[Interval]]:
    """For each submission its intervals, in the order of `MEASURES`; see `can_screen`.

    Memory grows neither with the submissions nor with the draws times the submissions.
    """
    threads = usable_threads() if threads is None else threads
    screen = _Screen.of(counts, gold, draws, level, alone=threads == 1)
    for share in map_shares(screen.intervals, counts.submissions, threads):
        yield from share


@dataclass(frozen=True, slots=True, eq=False)
class _Screen:
    """All that the submissions have in common.

    Attributes:
        counts: (submissions, `LINES`, contracts).
        weights: (blocks, contracts, draws of a block), in single precision; one thread that works
            alone has all draws in one block, which makes for quicker products.
        rough: what the rough look divides by and multiplies with.
        least: (categories, draws); pooled gold.
        present: (draws,); how many categories have gold.
        below: place in ascending order of the lower of the two draws at an interval's low end.
        part: how far the end lies on the way from that one to the next.

    """

    counts: Floats
    weights: Singles
    rough: _Rough
    least: Floats
    present: Floats
    below: int
    part: float

    @classmethod
    def of(
        cls, counts: Counts, gold: PooledGold, draws: Draws, level: float, *, alone: bool
    ) -> _Screen:
        below, part = tail_position(draws.count, draws.size, level)
        least = gold.least.transpose(1, 0, 2).reshape(len(CATEGORY_KEYS), -1)
        present = gold.present.ravel()
        weights = draws.weights.astype(np.float32)
        return cls(
            stacked_counts(counts),
            _joined(weights) if alone else weights,
            _Rough.of(least, present),
            least,
            present,
            below,
            part,
        )

    def intervals(self, places: range) -> list[list[Interval]]:
        """The intervals of some of the submissions, a few of them at a time."""
        whole = _Room.make(min(_GROUP, len(places)), self.present.size)
        result: list[list[Interval]] = []
        for start in range(places.start, places.stop, _GROUP):
            own = self.counts[start : min(start + _GROUP, places.stop)]
            room = whole.of(len(own))
            self._pool(own, room.pooled)
            flags = np.maximum(own[:, -1].max(axis=1) * own.shape[2], 1)
            self.rough.fill(flags, room)
            result += self._ends(room, own.shape[2])
        return result

    def _pool(self, own: Floats, out: Singles) -> None:
        blocks, contracts, block = self.weights.shape
        # As many submissions more, so many draws fewer: products of blocks stay so small that the
        # library does not share them out over threads, which are busy with other submissions.
        parts = math.gcd(block, len(own))
        weights = self.weights.reshape(blocks, contracts, parts, -1).transpose(0, 2, 1, 3)
        lines = out.reshape(len(own) * LINES, blocks, parts, -1).transpose(1, 2, 0, 3)
        np.matmul(own.astype(np.float32).reshape(-1, contracts), weights, out=lines)

    def _ends(self, room: _Room, size: int) -> Iterator[list[Interval]]:
        sides = room.tails(self.below + 2)
        edge, after = sides[..., self.below], sides[..., self.below + 1]
        first, last = edge - (edge > 0), after + (after < TOP)
        marks = room.between(first[0], last[0])
        marks |= room.between(TOP - last[1], TOP - first[1])
        chosen = [row.nonzero()[0] for row in np.logical_or.reduce(marks, axis=1)]
        passed = np.add.reduce(sides < first[..., None], axis=-1, dtype=np.intp)
        numbers = self._numbers(room.pooled, chosen, size)
        for place, (draws, own) in enumerate(zip(chosen, numbers, strict=True)):
            own.sort(axis=1)
            near = room.steps[place].take(draws, axis=1)
            both = np.array((near, TOP - near))
            under = np.add.reduce(both < first[:, place, :, None], axis=-1, dtype=np.intp)
            up = self.below + under - passed[:, place]
            ends, nexts = own[_ROWS, [up[0], ~up[1]]], own[_ROWS, [up[0] + 1, ~up[1] - 1]]
            low, high = (ends + (nexts - ends) * self.part).tolist()
            yield list(map(Interval, low, high))

    def _numbers(self, pooled: Singles, chosen: Sequence[Places], size: int) -> list[Floats]:
        """For each submission every measure in the draws chosen for it, as all are made elsewhere.

        There are two draws at least: numpy adds up a single column in another order.
        """
        counts = np.concatenate(
            [own.take(draws, axis=1) for own, draws in zip(pooled, chosen, strict=True)], axis=1
        ).astype(np.float64)
        draws = np.concatenate(chosen)
        least, present = self.least.take(draws, axis=1), self.present.take(draws)
        made = np.empty((len(MEASURES), 1, draws.size))
        fill_measures(counts[None], least[None], present[None], size, made)
        edges = np.cumsum([part.size for part in chosen])[:-1]
        return np.split(made[:, 0], edges, axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class _Rough:
    """The rough look.

    Attributes:
        divisor: (categories, draws); pooled gold of which one step is the `TOP`th part.
        least: (categories, draws); pooled gold.
        mean: (draws,); 1 through the number of categories.

    """

    divisor: Singles
    least: Singles
    mean: Singles

    @classmethod
    def of(cls, least: Floats, present: Floats) -> _Rough:
        return cls(
            (least / TOP).astype(np.float32),
            least.astype(np.float32),
            (1 / present).astype(np.float32),
        )

    def fill(self, flags: Floats, room: _Room) -> None:
        """Every measure of some submissions in every draw, in steps.

        Args:
            flags: of each what its pooled false flags cannot exceed, above 0.
            room: where the pooled counts are, and the steps go.

        """
        share, whole, steps = room.share, room.whole, room.steps
        recall, precision, f1, words_only, gap, flagged = room.made
        found, answered = room.pooled[:, FOUND], room.pooled[:, ANSWERED]
        self._mean(np.divide(found, self.divisor, out=share), recall)
        np.copyto(steps[:, len(HEADLINES) :], share, casting="unsafe")
        self._mean(np.divide(room.pooled[:, WORDS], self.divisor, out=share), words_only)
        np.subtract(words_only, recall, out=gap)
        # Nothing in nothing is 0: so little more does not change any whole number but 0.
        np.add(answered, np.float32(1e-30), out=whole)
        self._mean(np.divide(found, whole, out=share), precision)
        np.multiply(precision, np.float32(TOP), out=precision)
        np.add(answered, self.least, out=whole)
        self._mean(np.divide(found, whole, out=share), f1)
        np.multiply(f1, np.float32(2 * TOP), out=f1)
        np.multiply(room.pooled[:, -1], (TOP / flags).astype(np.float32)[:, None], out=flagged)
        np.copyto(steps[:, : len(HEADLINES)], room.made.transpose(1, 0, 2), casting="unsafe")

    def _mean(self, values: Singles, out: Singles) -> None:
        np.multiply(np.add.reduce(values, axis=1, out=out), self.mean, out=out)


@dataclass(frozen=True, slots=True, eq=False)
class _Room:
    """Arrays that are filled anew for each few submissions.

    Attributes:
        pooled: (submissions, `LINES`, draws).
        share: (submissions, categories, draws).
        whole: same.
        made: (headline measures, submissions, draws).
        steps: (submissions, measures, draws).
        other: same.

    """

    pooled: Singles
    share: Singles
    whole: Singles
    made: Singles
    steps: Steps
    other: Steps

    @classmethod
    def make(cls, submissions: int, draws: int) -> _Room:
        """Room for so many."""
        kinds, lines = len(CATEGORY_KEYS), len(MEASURES)
        return cls(
            np.empty((submissions, LINES, draws), dtype=np.float32),
            np.empty((submissions, kinds, draws), dtype=np.float32),
            np.empty((submissions, kinds, draws), dtype=np.float32),
            np.empty((len(HEADLINES), submissions, draws), dtype=np.float32),
            np.empty((submissions, lines, draws), dtype=np.uint16),
            np.empty((submissions, lines, draws), dtype=np.uint16),
        )

    def of(self, submissions: int) -> _Room:
        """Room for fewer, in the same place."""
        return _Room(
            self.pooled[:submissions],
            self.share[:submissions],
            self.whole[:submissions],
            self.made[:, :submissions],
            self.steps[:submissions],
            self.other[:submissions],
        )

    def tails(self, least: int) -> Steps:
        """The lowest steps of each row, and `TOP` less the highest, both in ascending order.

        Returns:
            (2, submissions, measures, `least`).

        """
        rows = self.other
        np.copyto(rows, self.steps)
        rows.partition(least - 1, axis=-1)
        upper = rows[..., least:]
        upper.partition(upper.shape[-1] - least, axis=-1)
        sides: Steps = np.array((rows[..., :least], TOP - upper[..., -least:]))
        sides.sort(axis=-1)
        return sides

    def between(self, low: Steps, high: Steps) -> Marks:
        """Where a row's steps lie from low to high, both included."""
        # What is below `low` wraps round to the greatest of numbers.
        np.subtract(self.steps, low[..., None], out=self.other)
        within: Marks = np.less_equal(self.other, (high - low)[..., None])
        return within


def _joined(blocks: Singles) -> Singles:
    """The draws of all blocks in one."""
    return np.ascontiguousarray(blocks.transpose(1, 0, 2)).reshape(1, blocks.shape[1], -1)
