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
from typing import Final, TypeAlias

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
    is_exact_in_single,
    mean_over_categories,
    stacked_counts,
)
from leaderboard.statistics.screening import can_screen, screened_intervals
from scoring.contractscrub import CATEGORY_KEYS

__all__ = ["Bootstrap", "ratio_intervals"]

Mask: TypeAlias = npt.NDArray[np.bool_]
_TOGETHER: Final = 3
"""So many submissions' counts are multiplied at once: fewer take longer, and more would have the
library share a product out over threads of its own, which on a busy machine wait for each other."""


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
        blocks, _, block = gold.entries.shape
        pooled = np.empty((blocks, LINES, block))
        made = np.empty((len(MEASURES), blocks, block))
        for own in stacked_counts(self.counts):
            np.matmul(own, self.draws.weights, out=pooled)
            fill_measures(pooled, gold.least, gold.present, self.draws.size, made)
            yield made.reshape(len(MEASURES), -1)

    def exists(self) -> tuple[Mask, ...]:
        """For each measure, in which draws it has a value: those that hold gold of it."""
        some = self.gold().entries.transpose(1, 0, 2).reshape(len(CATEGORY_KEYS), -1) > 0
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

    def macro_recalls(self, blocks: range | None = None) -> Iterator[Floats]:
        """Macro recall of all submissions, (submissions, draws), block of draws by block.

        Memory does not grow with draws times submissions. Each number is the one that
        `distributions` gives, to the last bit. Draws without any gold are left out.

        Args:
            blocks: which of the blocks; None for all.

        """
        gold = self.gold()
        some: Mask = np.any(gold.entries > 0, axis=1)
        kind = np.float32 if is_exact_in_single(self.counts, self.draws) else np.float64
        many, lines, size = self.counts.found.shape
        found = np.zeros((-(-many // _TOGETHER) * _TOGETHER, lines, size), dtype=kind)
        found[:many] = self.counts.found
        together = found.reshape(-1, _TOGETHER * lines, size)
        for block in range(len(some)) if blocks is None else blocks:
            pooled = np.matmul(together, self.draws.weights[block].astype(kind))
            shares = pooled.reshape(*found.shape[:2], -1)[:many] / gold.least[block]
            made = np.empty((many, some.shape[1]))
            mean_over_categories(shares, gold.present[block], made)
            yield made if some[block].all() else made[:, some[block]]


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
    pooled = np.matmul(totals, draws.weights).transpose(1, 0, 2).reshape(totals.shape[0], -1)
    some = pooled > 0
    holding = [int(count) for count in (totals > 0).sum(axis=1)]
    result = []
    for own in hits:
        found = np.matmul(own, draws.weights).transpose(1, 0, 2).reshape(pooled.shape)
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
