"""How many contracts it takes: for a pair at its current difference, and for a board of n."""

from __future__ import annotations

import math
from typing import Final

from leaderboard.statistics.distributions import normal_cdf, normal_quantile
from leaderboard.statistics.intervals import LEVEL

__all__ = ["POWER", "cases_needed", "contracts_needed", "power", "resolvable"]

POWER: Final = 0.8
"""The chance that a real difference shows: four in five, the field's custom (Cohen 1988)."""


def power(difference: float, deviation: float, contracts: float, level: float = LEVEL) -> float:
    """The chance that the interval of a real difference leaves 0 out, in the normal approximation.

    Args:
        difference: the real one.
        deviation: standard deviation over contracts of what each adds to it, above 0.
        contracts: how many there are.
        level: of the interval.

    """
    shift = abs(difference) * math.sqrt(contracts) / deviation
    edge = normal_quantile((1 + level) / 2)
    return normal_cdf(shift - edge) + normal_cdf(-shift - edge)


def contracts_needed(difference: float, deviation: float, wanted: float = POWER) -> int | None:
    """The fewest contracts with which such a difference shows; None if no number would do."""
    if difference == 0:
        return None
    if deviation == 0:
        return 1
    return max(1, math.ceil((_edge(wanted) * deviation / abs(difference)) ** 2))


def cases_needed(
    only_first: int, only_second: int, cases: int, wanted: float = POWER
) -> int | None:
    """The fewest cases with which McNemar's test shows a pair's present shares (Connor 1987).

    Args:
        only_first: cases that the first passed and the second did not.
        only_second: the other way round.
        cases: how many there are.
        wanted: the chance that it shows.

    Returns:
        None if both are equal: then no number would do.

    """
    if only_first == only_second:
        return None
    apart = (only_first + only_second) / cases
    difference = abs(only_first - only_second) / cases
    under = normal_quantile((1 + LEVEL) / 2) * math.sqrt(apart)
    other = normal_quantile(wanted) * math.sqrt(apart - difference**2)
    return math.ceil(((under + other) / difference) ** 2)


def resolvable(deviation: float, contracts: int, wanted: float = POWER) -> float:
    """The smallest difference that a board of `contracts` shows with the chance wanted."""
    return _edge(wanted) * deviation / math.sqrt(contracts)


def _edge(wanted: float) -> float:
    """The shift at which `power` is what is wanted, by bisection."""
    low, high = 0.0, 40.0
    while True:
        middle = (low + high) / 2
        if middle in {low, high}:
            return high
        if power(middle, 1, 1) < wanted:
            low = middle
        else:
            high = middle
