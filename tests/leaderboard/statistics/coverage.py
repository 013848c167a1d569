"""How often intervals hold the truth, over boards drawn from a world that is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from leaderboard.statistics.bootstrap import Bootstrap
from leaderboard.statistics.counts import Counts
from leaderboard.statistics.draws import draw_contracts
from leaderboard.statistics.intervals import expanded_tail
from leaderboard.statistics.standings import standings
from tests.leaderboard.statistics.simulation import CONTRACTS, boards, make_world

__all__ = ["METHODS", "NAIVE", "OURS", "RANKS", "Coverage", "measure_coverage"]

Floats = npt.NDArray[np.float64]
OURS = "expanded percentile"
NAIVE = "naive, per entry"
METHODS = (OURS, "percentile", "BCa", "BCa, expanded", NAIVE)
RANKS = "ranks"
PLAIN = 0.025
NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the boards showed of one kind of interval.

    Attributes:
        share: of all intervals those that held the truth.
        least: the same of the system for which it is lowest.
        width: mean width.

    """

    share: float
    least: float
    width: float


class _Tally:
    def __init__(self, systems: int) -> None:
        self.hits = np.zeros(systems)
        self.width = 0.0
        self.count = 0

    def add(self, low: Floats, high: Floats, truth: Floats) -> None:
        self.hits += (low <= truth) & (truth <= high)
        self.width += float((high - low).mean())
        self.count += 1

    def coverage(self) -> Coverage:
        shares = self.hits / self.count
        return Coverage(float(shares.mean()), float(shares.min()), self.width / self.count)


def measure_coverage(
    count: int, *, systems: int = 12, draws: int = 10_000, seed: int = 11
) -> Mapping[str, Coverage]:
    """Method → how its 95 % intervals of macro recall did on `count` boards; and `RANKS`."""
    world = make_world(systems)
    ranks = world.ranks.astype(np.float64)
    tallies = {name: _Tally(systems) for name in (*METHODS, RANKS)}
    chance = np.random.Generator(np.random.PCG64(seed + 1))
    for counts in boards(world, count, seed):
        bootstrap = Bootstrap(counts, draw_contracts(counts.contracts, draws=draws))
        ordered = np.sort(np.array(list(bootstrap.macro_recalls())), axis=1)
        own = [row["macro_recall"] for row in bootstrap.intervals()]
        ends = {OURS: np.array([(part.low, part.high) for part in own if part]).T}
        ends["percentile"] = np.quantile(ordered, [PLAIN, 1 - PLAIN], axis=1)
        ends["BCa"] = _bca(counts, ordered, PLAIN)
        ends["BCa, expanded"] = _bca(counts, ordered, expanded_tail(CONTRACTS))
        ends[NAIVE] = _naive(counts, chance)
        for name, (low, high) in ends.items():
            tallies[name].add(low, high, world.macro_recall)
        found = standings(bootstrap)
        assert found is not None
        low, high = np.array(found.ranks, dtype=np.float64).T
        tallies[RANKS].add(low, high, ranks)
    return {name: tally.coverage() for name, tally in tallies.items()}


def _bca(counts: Counts, ordered: Floats, tail: float) -> Floats:
    """Bias-corrected and accelerated ends (Efron 1987), the acceleration from leaving one out."""
    gold, found = counts.gold.sum(axis=1), counts.found.sum(axis=2)
    value = (found / gold).mean(axis=1)
    without = (found[..., None] - counts.found) / (gold[:, None] - counts.gold)
    left_out = without.mean(axis=1)
    apart = left_out.mean(axis=1, keepdims=True) - left_out
    acceleration = (apart**3).sum(axis=1) / (6 * (apart**2).sum(axis=1) ** 1.5)
    ends = []
    for row, own, a in zip(ordered, value, acceleration, strict=True):
        below = (np.searchsorted(row, own, "left") + np.searchsorted(row, own, "right")) / 2
        bias = NORMAL.inv_cdf(float(below) / row.size)
        shares = []
        for share in (tail, 1 - tail):
            z = bias + NORMAL.inv_cdf(share)
            shares.append(NORMAL.cdf(bias + z / (1 - a * z)))
        ends.append(np.quantile(row, shares))
    return np.array(ends).T


def _naive(counts: Counts, chance: np.random.Generator) -> Floats:
    """Percentiles of a bootstrap that draws entries as if each were found for itself."""
    gold, found = counts.gold.sum(axis=1), counts.found.sum(axis=2)
    drawn = chance.binomial(gold.astype(np.int64), found / gold, (1_000, *found.shape))
    return np.asarray(np.quantile((drawn / gold).mean(axis=2), [PLAIN, 1 - PLAIN], axis=0))
