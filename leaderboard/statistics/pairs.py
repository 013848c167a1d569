"""Tests of pairs: Student's t over contracts, McNemar over cases, and Holm when there are many."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from leaderboard.statistics.distributions import t_cdf
from leaderboard.statistics.draws import Floats

__all__ = ["deviation", "holm", "mcnemar", "paired_p"]


def deviation(first: Floats, second: Floats) -> float:
    """The standard deviation over contracts of what each adds to a difference.

    Args:
        first: what each contract adds to one number (`Counts.influences`).
        second: what it adds to the other.

    """
    return float(np.std(first - second, ddof=1))


def paired_p(difference: float, spread: float, contracts: int) -> float:
    """Two-sided p-value of a paired difference, by Student's t over contracts.

    Args:
        difference: the mean.
        spread: standard deviation over contracts of what each adds to it.
        contracts: how many there are, at least 2.

    """
    if difference == 0:
        return 1.0
    if spread == 0:
        return 0.0
    return 2 * t_cdf(-abs(difference) * math.sqrt(contracts) / spread, contracts - 1)


def mcnemar(only_first: int, only_second: int) -> float:
    """Exact two-sided p-value of two passing the same share of cases (McNemar 1947).

    Args:
        only_first: cases that the first passed and the second did not.
        only_second: the other way round.

    """
    n = only_first + only_second
    fewer = min(only_first, only_second)
    # Whole numbers up to the last step: 2**n overflows a float long before a suite is too large.
    tail = sum(math.comb(n, k) for k in range(fewer + 1))
    return min(1.0, 2 * tail / 2**n) if n else 1.0


def holm(p_values: Sequence[float]) -> list[float]:
    """p-values adjusted for their number (Holm 1979), in the order given.

    All that fall below a level may be believed together: the chance that any of them is wrong is
    below that level.
    """
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for step, place in enumerate(order):
        highest = max(highest, min(1.0, p_values[place] * (len(p_values) - step)))
        adjusted[place] = highest
    return adjusted
