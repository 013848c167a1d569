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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from leaderboard.statistics.counts import Counts
from leaderboard.statistics.draws import Draws
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
from leaderboard.statistics.threads import map_shares
from scoring.contractscrub import CATEGORY_KEYS

__all__ = ["TOP", "can_screen", "screened_intervals"]

TOP: Final = 65_535
_GROUP: Final = 3
"""So many submissions are looked at roughly at a time: enough for few calls, few enough for the
cache."""
_CLOSE: Final = 2_000
"""So many draws are gathered before a close look: of most submissions there is little to see."""
_NOTHING: Final = np.float32(1e-30)
"""Added to what is divided by, for nothing in nothing is 0; no whole number but 0 is changed."""
Steps = npt.NDArray[np.uint16]
Singles = npt.NDArray[np.float32]
Places = npt.NDArray[np.intp]
Marks = npt.NDArray[np.bool_]
Ends = tuple[list[float], list[float]]
"""Of each measure the low end, and the high one."""


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
    screen = _Screen.of(counts, gold, draws, level)
    for share in map_shares(screen.ends, counts.submissions, threads):
        for low, high in share:
            yield list(map(Interval, low, high))


@dataclass(frozen=True, slots=True, eq=False)
class _Screen:
    """All that the submissions have in common.

    Attributes:
        counts: (submissions, `LINES`, contracts), in single precision; `_NOTHING` added to what is
            answered.
        weights: (contracts, draws), same.
        rough: what the rough look divides by and multiplies with.
        gold: pooled in every draw.
        below: place in ascending order of the lower of the two draws at an interval's low end.
        part: how far the end lies on the way from that one to the next.

    """

    counts: Singles
    weights: Singles
    rough: _Rough
    gold: PooledGold
    below: int
    part: float

    @classmethod
    def of(cls, counts: Counts, gold: PooledGold, draws: Draws, level: float) -> _Screen:
        below, part = tail_position(draws.count, draws.size, level)
        stacked = stacked_counts(counts).astype(np.float32)
        stacked[:, ANSWERED] += _NOTHING
        return cls(
            stacked,
            draws.weights.astype(np.float32),
            _Rough.of(gold),
            gold,
            below,
            part,
        )

    def ends(self, places: range) -> list[Ends]:
        """The low and high ends of some of the submissions."""
        whole = _Room.make(min(_GROUP, len(places)), self.weights.shape[1])
        result: list[Ends] = []
        near: list[_Near] = []
        for start in range(places.start, places.stop, _GROUP):
            some = self.counts[start : min(start + _GROUP, places.stop)]
            near += self._rough_look(some, whole.of(len(some)))
            gathered = sum(own.draws.size for own in near)
            if gathered >= _CLOSE or start + _GROUP >= places.stop:
                result += self._close_look(near)
                near.clear()
        return result

    def _rough_look(self, own: Singles, room: _Room) -> Iterator[_Near]:
        """Which draws may be ends, of a few submissions.

        Args:
            own: their part of `counts`.
            room: for as many; filled.

        """
        np.matmul(own.reshape(-1, own.shape[2]), self.weights, out=room.lines)
        self.rough.fill(np.maximum(own[:, -1].max(axis=1) * own.shape[2], 1), room)
        sides = room.tails(self.below + 2)
        edge, after = sides[..., self.below], sides[..., self.below + 1]
        first, last = edge - (edge > 0), after + (after < TOP)
        marks = room.between(first, last)
        below = self.below - np.add.reduce(sides < first[..., None], axis=-1, dtype=np.intp)
        for place, row in enumerate(np.logical_or.reduce(marks, axis=(0, 2))):
            (draws,) = row.nonzero()
            yield _Near(
                draws,
                room.pooled[place].take(draws, axis=-1),
                marks[:, place].take(draws, axis=-1),
                below[:, place],
            )

    def _close_look(self, near: Sequence[_Near]) -> Iterator[Ends]:
        """The ends, of some more; there are two draws at least.

        Fewer would not do: numpy adds up a single column in another order.
        """
        draws = np.concatenate([own.draws for own in near])
        counts = np.concatenate([own.counts for own in near], axis=-1, dtype=np.float64)
        least, present = self.gold.least.take(draws, axis=1), self.gold.present.take(draws)
        made = np.empty((len(MEASURES), draws.size))
        fill_measures(counts, least, present, self.weights.shape[0], made)
        # The high end is found as the low one of the negative numbers.
        marks = np.concatenate([own.marks for own in near], axis=-1)
        numbers = np.where(marks, np.array((made, -made)), np.inf)
        sizes = np.array([own.draws.size for own in near])
        each = np.full((*numbers.shape[:2], sizes.size, sizes.max()), np.inf)
        each[..., np.arange(sizes.max()) < sizes[:, None]] = numbers
        each.sort(axis=-1)
        at = np.stack([own.below for own in near], axis=-1)
        two = np.take_along_axis(each, np.stack((at, at + 1), axis=-1), axis=-1)
        low, high = two[..., 0] + (two[..., 1] - two[..., 0]) * self.part
        yield from zip(low.T.tolist(), (-high).T.tolist(), strict=True)


@dataclass(frozen=True, slots=True, eq=False)
class _Near:
    """The draws that may be ends of a submission's intervals.

    Attributes:
        draws: (near,); which they are.
        counts: (`LINES`, near); the submission's in each.
        marks: (2, measures, near); whether it may be the low end, and the high one.
        below: (2, measures); the place, in ascending order of those marked, of the lower of the two
            draws at the end, counted from the low side and from the high one.

    """

    draws: Places
    counts: Singles
    marks: Marks
    below: Places


@dataclass(frozen=True, slots=True, eq=False)
class _Rough:
    """The rough look.

    Attributes:
        factor: (categories, draws); `TOP` through pooled gold.
        least: (categories, draws); pooled gold.
        mean: (draws,); 1 through the number of categories.
        top: (draws,); `TOP` through it.

    """

    factor: Singles
    least: Singles
    mean: Singles
    top: Singles

    @classmethod
    def of(cls, gold: PooledGold) -> _Rough:
        return cls(
            (TOP / gold.least).astype(np.float32),
            gold.least.astype(np.float32),
            (1 / gold.present).astype(np.float32),
            (TOP / gold.present).astype(np.float32),
        )

    def fill(self, flags: Singles, room: _Room) -> None:
        """Every measure of some submissions in every draw, in steps.

        Args:
            flags: of each what its pooled false flags cannot exceed, above 0.
            room: where the pooled counts are, and the steps go.

        """
        share, whole, steps = room.share, room.whole, room.steps
        recall, precision, f1, words_only, gap, flagged = room.made
        found, answered = room.pooled[:, FOUND], room.pooled[:, ANSWERED]
        _mean(np.multiply(found, self.factor, out=share), self.mean, recall)
        np.copyto(steps[:, len(HEADLINES) :], share, casting="unsafe")
        np.einsum("skd,kd->sd", room.pooled[:, WORDS], self.factor, out=words_only)
        np.multiply(words_only, self.mean, out=words_only)
        np.subtract(words_only, recall, out=gap)
        _mean(np.divide(found, answered, out=share), self.top, precision)
        np.add(answered, self.least, out=whole)
        _mean(np.divide(found, whole, out=share), 2 * self.top, f1)
        np.multiply(room.pooled[:, -1], (TOP / flags)[:, None], out=flagged)
        np.copyto(steps[:, : len(HEADLINES)], room.made.transpose(1, 0, 2), casting="unsafe")


def _mean(values: Singles, weight: Singles, out: Singles) -> None:
    np.multiply(np.add.reduce(values, axis=1, out=out), weight, out=out)


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
        marks: (2, submissions, measures, draws).

    """

    pooled: Singles
    share: Singles
    whole: Singles
    made: Singles
    steps: Steps
    other: Steps
    marks: Marks

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
            np.empty((2, submissions, lines, draws), dtype=np.bool_),
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
            self.marks[:, :submissions],
        )

    @property
    def lines(self) -> Singles:
        """`pooled` as one matrix."""
        return self.pooled.reshape(-1, self.pooled.shape[2])

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

    def between(self, first: Steps, last: Steps) -> Marks:
        """Where steps, and `TOP` less steps, lie from first to last, both included.

        Args:
            first: (2, submissions, measures).
            last: same.

        Returns:
            (2, submissions, measures, draws).

        """
        low = np.array((first[0], TOP - last[1]))
        for side, reach, within in zip(low, last - first, self.marks, strict=True):
            # What is below wraps round to the greatest of numbers.
            np.subtract(self.steps, side[..., None], out=self.other)
            np.less_equal(self.other, reach[..., None], out=within)
        return self.marks
