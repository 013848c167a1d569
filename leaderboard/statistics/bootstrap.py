"""The bootstrap over contracts: every headline number in every draw, one submission at a time.

A draw is a board of its own: counts are pooled over the contracts it holds, as often as it holds
them, and the numbers are made of them by the rules of SCORING 1.6. So a category without gold in a
draw is left out of that draw's macro averages, as one without gold in a benchmark is left out of
the benchmark's. Pooled counts are matrix products of whole numbers, exact in any order; what
follows is done number by number. That is why a submission's intervals do not depend, to the last
bit, on which others are on the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from leaderboard.statistics.counts import Counts
from leaderboard.statistics.draws import Draws, Floats
from leaderboard.statistics.intervals import (
    LEVEL,
    Interval,
    draw_interval,
    draw_intervals,
    says_something,
)
from scoring.contractscrub import CATEGORY_KEYS

__all__ = ["HEADLINES", "MEASURES", "Bootstrap", "ratio_intervals"]

HEADLINES: Final = (
    "macro_recall",
    "macro_precision",
    "macro_f1",
    "word_only_macro_recall",
    "localisation_gap",
    "false_flags_per_contract",
)
MEASURES: Final = (*HEADLINES, *CATEGORY_KEYS)
"""What has an interval: the headline numbers, then the recall of each category."""
_SINGLE: Final = 1 << 24
FLAGS: Final = "false_flags_per_contract"
AnyFloats: TypeAlias = npt.NDArray[np.floating[Any]]
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

    def gold(self) -> Floats:
        """Pooled gold: (blocks, categories, draws of a block)."""
        gold: Floats = np.matmul(self.counts.gold, self.draws.weights)
        return gold

    def distributions(self) -> Iterator[Floats]:
        """For each submission (measures, draws), in the order of `MEASURES`.

        The same array is filled anew for each: memory does not grow with the submissions. Where a
        number does not exist in a draw, it stands at 0; `exists` says where.
        """
        gold = self.gold()
        present, least, lines = _present(gold), np.maximum(gold, 1), len(CATEGORY_KEYS)
        blocks, _, block = gold.shape
        kind: type[np.floating[Any]] = np.float32 if self._is_small() else np.float64
        weights = self.draws.weights.astype(kind)
        pooled = np.empty((blocks, 3 * lines + 1, block), dtype=kind)
        made = np.empty((len(MEASURES), blocks, block))
        recalls = made[len(HEADLINES) :].transpose(1, 0, 2)
        share, whole, small_gold = np.empty_like(gold), np.empty_like(gold, kind), gold.astype(kind)
        recall, precision, f1, words_only, gap, flags = made[: len(HEADLINES)]
        stacked = self._stacked().astype(kind)
        for place in range(self.counts.submissions):
            np.matmul(stacked[place], weights, out=pooled)
            found, answered = pooled[:, :lines], pooled[:, lines : 2 * lines]
            _mean(np.divide(found, least, out=recalls), present, recall)
            _mean(np.divide(pooled[:, 2 * lines : -1], least, out=share), present, words_only)
            np.subtract(words_only, recall, out=gap)
            np.add(answered, small_gold, out=whole)
            with np.errstate(invalid="ignore"):
                _mean_share(found, answered, share, present, precision)
                _mean_share(found, whole, share, present, f1)
            np.multiply(f1, 2, out=f1)
            np.divide(pooled[:, -1], self.draws.size, out=flags, dtype=np.float64)
            yield made.reshape(len(MEASURES), -1)

    def _stacked(self) -> Floats:
        """Counts of each submission: found, answered, found without places; false flags."""
        found, false = self.counts.found, self.counts.false
        flags = np.add.reduce(false, axis=1, keepdims=True)
        return np.concatenate((found, found + false, self.counts.words, flags), axis=1)

    def _is_small(self) -> bool:
        """Whether no pooled count can reach 2**24, up to which single precision holds them all."""
        most = [part.max(initial=0) for part in (self.counts.false.sum(axis=1), self.counts.gold)]
        return bool(self.draws.size * sum(most) < _SINGLE)

    def exists(self) -> tuple[Mask, ...]:
        """For each measure, in which draws it has a value: those that hold gold of it."""
        some = self.gold().transpose(1, 0, 2).reshape(len(CATEGORY_KEYS), -1) > 0
        any_, all_ = some.any(axis=0), np.ones(self.draws.count, dtype=np.bool_)
        headlines = [all_ if measure == FLAGS else any_ for measure in HEADLINES]
        return (*headlines, *some)

    def holding(self) -> tuple[int, ...]:
        """For each measure, how many contracts hold gold of it."""
        some = self.counts.gold > 0
        any_ = int(some.any(axis=0).sum())
        headlines = [self.draws.size if measure == FLAGS else any_ for measure in HEADLINES]
        return (*headlines, *(int(row.sum()) for row in some))

    def intervals(self, level: float = LEVEL) -> list[dict[str, Interval | None]]:
        """For each submission: measure → interval, None where there is none."""
        masks, holding = self.exists(), self.holding()
        everywhere = all(mask.all() for mask in masks)
        size = self.draws.size
        result = []
        for made in self.distributions():
            parts = (
                draw_intervals(made, size, level)
                if everywhere
                else [
                    draw_interval(row[mask], size, level)
                    for row, mask in zip(made, masks, strict=True)
                ]
            )
            result.append(
                {
                    measure: says_something(interval, held)
                    for measure, interval, held in zip(MEASURES, parts, holding, strict=True)
                }
            )
        return result

    def macro_recalls(self) -> Iterator[Floats]:
        """Macro recall of all submissions, (submissions, draws), block of draws by block.

        Memory does not grow with draws times submissions. Each number is the one that
        `distributions` gives, to the last bit. Draws without any gold are left out.
        """
        gold = self.gold()
        present, least = _present(gold), np.maximum(gold, 1)
        some: Mask = np.any(gold > 0, axis=1)
        for block, weights in enumerate(self.draws.weights):
            shares = np.matmul(self.counts.found, weights)
            np.divide(shares, least[block], out=shares)
            made = np.empty((self.counts.submissions, weights.shape[1]))
            _mean(shares, present[block], made)
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


def _present(gold: Floats) -> Floats:
    """How many categories have gold in each draw; at least 1, for division."""
    present: Floats = np.maximum(np.add.reduce(gold > 0, axis=1, dtype=np.float64), 1)
    return present


def _mean_share(
    part: AnyFloats, whole: AnyFloats, share: Floats, present: Floats, out: Floats
) -> None:
    """The mean over categories of `part` in `whole`; nothing in nothing is 0.

    The caller has numpy keep silent about nothing in nothing.
    """
    _mean(np.divide(part, whole, out=share, dtype=np.float64), present, out)
    # The highest of numbers is no number if any of them is none.
    if np.isnan(out.max()):
        _mean(np.divide(part, np.maximum(whole, 1), out=share, dtype=np.float64), present, out)


def _mean(values: Floats, present: Floats, out: Floats) -> None:
    """The mean over categories, which are added up in their order."""
    np.divide(np.add.reduce(values, axis=1, out=out), present, out=out)
