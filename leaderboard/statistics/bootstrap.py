"""The bootstrap over contracts: every headline number in every draw, one submission at a time.

A draw is a board of its own: counts are pooled over the contracts it holds, as often as it holds
them, and the numbers are made of them by the rules of SCORING 1.6. So a category without gold in a
draw is left out of that draw's macro averages, as one without gold in a benchmark is left out of
the benchmark's. Pooled counts are matrix products of whole numbers, exact in any order; what
follows is done number by number. That is why a submission's intervals do not depend, to the last
bit, on which others are on the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from leaderboard.statistics.counts import Counts
from leaderboard.statistics.draws import Draws, Floats
from leaderboard.statistics.intervals import LEVEL, Interval, draw_interval, says_something
from leaderboard.statistics.measures import (
    FLAGS,
    HEADLINES,
    LINES,
    MEASURES,
    PooledGold,
    fill_measures,
    mean_over_categories,
    stacked_counts,
)
from leaderboard.statistics.screening import can_screen, screened_intervals

__all__ = ["Bootstrap", "ratio_intervals"]

Mask: TypeAlias = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Bootstrap:
    """Counts and draws of one edition.

    Attributes:
        counts: what is drawn from.
        draws: the draws, of the same contracts.

    """

    counts: Counts
    draws: Draws

    def __post_init__(self) -> None:
        """Check that both are of the same contracts."""
        if self.counts.contracts != self.draws.contracts:
            raise ValueError("counts and draws are of different contracts")

    def pick(self, *places: int) -> Bootstrap:
        """The same draws of some of the submissions, in the order given."""
        return Bootstrap(self.counts.pick(*places), self.draws)

    def gold(self) -> PooledGold:
        """Pooled gold in every draw."""
        return PooledGold.of(self.counts, self.draws)

    def distributions(self) -> Iterator[Floats]:
        """For each submission (measures, draws), in the order of `MEASURES`.

        The same array is filled anew for each: memory does not grow with the submissions. Where a
        number does not exist in a draw, it stands at 0; `exists` says where.
        """
        gold = self.gold()
        pooled = np.empty((LINES, self.draws.count))
        made = np.empty((len(MEASURES), self.draws.count))
        for own in stacked_counts(self.counts):
            np.matmul(own, self.draws.weights, out=pooled)
            fill_measures(pooled, gold.least, gold.present, self.draws.size, made)
            yield made

    def exists(self) -> tuple[Mask, ...]:
        """For each measure, in which draws it has a value: those that hold gold of it."""
        some = self.gold().entries > 0
        any_, all_ = some.any(axis=0), np.ones(self.draws.count, dtype=np.bool_)
        headlines = [all_ if measure == FLAGS else any_ for measure in HEADLINES]
        return (*headlines, *some)

    def holding(self) -> tuple[int, ...]:
        """For each measure, how many contracts hold gold of it."""
        some = self.counts.gold > 0
        any_ = int(some.any(axis=0).sum())
        headlines = [self.draws.size if measure == FLAGS else any_ for measure in HEADLINES]
        return (*headlines, *(int(row.sum()) for row in some))

    def intervals(
        self, level: float = LEVEL, threads: int | None = None
    ) -> list[dict[str, Interval | None]]:
        """For each submission: measure → interval, None where there is none.

        Args:
            level: as for `draw_interval`.
            threads: how many to use; None for as many as the process may. Changes no bit.

        """
        gold, holding = self.gold(), self.holding()
        rows: Iterable[Sequence[Interval | None]] = (
            screened_intervals(self.counts, gold, self.draws, level, threads)
            if can_screen(self.counts, gold, self.draws, level)
            else self._plain_intervals(level)
        )
        return [
            {
                measure: says_something(interval, held)
                for measure, interval, held in zip(MEASURES, row, holding, strict=True)
            }
            for row in rows
        ]

    def _plain_intervals(self, level: float) -> Iterator[list[Interval | None]]:
        masks = self.exists()
        for made in self.distributions():
            yield [
                draw_interval(row[mask], self.draws.size, level)
                for row, mask in zip(made, masks, strict=True)
            ]

    def macro_recalls(self) -> Iterator[Floats]:
        """For each submission its macro recall in every draw that has any gold.

        Each number is the one that `distributions` gives, to the last bit.
        """
        gold = self.gold()
        some: Mask = np.any(gold.entries > 0, axis=0)
        for own in self.counts.found:
            made = np.empty(self.draws.count)
            mean_over_categories(
                np.matmul(own, self.draws.weights) / gold.least, gold.present, made
            )
            yield made[some]


def ratio_intervals(
    hits: Floats, totals: Floats, draws: Draws, level: float = LEVEL
) -> list[list[Interval | None]]:
    """Intervals of pooled hits among pooled totals; draws without any total are left out.

    Args:
        hits: (submissions, kinds, contracts), whole numbers.
        totals: (kinds, contracts), whole numbers.
        draws: of those contracts.
        level: as for `draw_interval`.

    Returns:
        For each submission one interval a kind, None where there is none (`says_something`).

    """
    pooled = np.matmul(totals, draws.weights)
    some = pooled > 0
    holding = [int(count) for count in (totals > 0).sum(axis=1)]
    result = []
    for own in hits:
        found = np.matmul(own, draws.weights)
        result.append(
            [
                says_something(
                    draw_interval(found[kind][mask] / pooled[kind][mask], draws.size, level),
                    holding[kind],
                )
                for kind, mask in enumerate(some)
            ]
        )
    return result
