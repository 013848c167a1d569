"""Intervals: from bootstrap draws, and for proportions of cases."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from leaderboard.statistics.distributions import normal_cdf, normal_quantile, t_quantile
from leaderboard.statistics.draws import Floats

__all__ = [
    "LEAST_CONTRACTS",
    "LEVEL",
    "METHOD",
    "Interval",
    "draw_interval",
    "expanded_tail",
    "says_something",
    "tail_position",
    "wilson",
]

LEVEL: Final = 0.95
LEAST_CONTRACTS: Final = 4
"""With fewer contracts no interval is given: there is next to nothing to resample."""
METHOD: Final = (
    "Bootstrap over contracts, the same draws for all entries; expanded percentile intervals "
    "(Hesterberg 2015): percentiles moved outwards for the number of contracts by Student's t."
)


@dataclass(frozen=True, slots=True)
class Interval:
    """Both ends included."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        """Whether `value` lies in it."""
        return self.low <= value <= self.high

    @property
    def width(self) -> float:
        """From end to end."""
        return self.high - self.low


@cache
def expanded_tail(contracts: int, level: float = LEVEL) -> float:
    """The share of draws to leave out on either side.

    A plain percentile interval is as narrow as if the spread between `contracts` contracts were
    known: it uses the normal distribution where Student's t is due, and divides by n where n - 1
    is due. The tail is moved outwards to make up for both: Φ(-√(n/(n-1)) t) in place of
    (1 - level)/2, where t is the quantile of Student's t with n - 1 degrees of freedom
    (Hesterberg 2015, "What Teachers Should Know About the Bootstrap", section 5.3).
    """
    if contracts < 2:  # noqa: PLR2004 - one contract has no spread
        raise ValueError("an interval needs two contracts")
    t = t_quantile((1 + level) / 2, contracts - 1)
    # Rounded, so that another library of functions leads to the same last bit of an interval.
    return round(normal_cdf(-math.sqrt(contracts / (contracts - 1)) * t), 12)


def tail_position(draws: int, contracts: int, level: float = LEVEL) -> tuple[int, float]:
    """Where in ascending order of so many draws the low end of an interval lies.

    The high end lies as far from the other side. Both are quantiles, linear between neighbours
    (numpy's default).

    Returns:
        The place of the draw below the end, from 0, and how far the end lies on the way from it to
        the next.

    """
    position = (draws - 1) * expanded_tail(contracts, level)
    below = math.floor(position)
    return below, position - below


def draw_interval(values: Floats, contracts: int, level: float = LEVEL) -> Interval | None:
    """The interval that bootstrap draws of a number give (`tail_position`).

    Args:
        values: one a draw, in any order; draws in which the number does not exist left out.
        contracts: how many contracts a draw holds.
        level: the share of boards whose interval is to hold the truth.

    Returns:
        None with fewer than `LEAST_CONTRACTS`, or where no draw has a value.

    """
    if contracts < LEAST_CONTRACTS or not values.size:
        return None
    below, part = tail_position(values.size, contracts, level)
    second = min(below + 1, values.size - 1)
    row = np.sort(values)
    low, high = row.item(below), row.item(-1 - below)
    return Interval(
        low + (row.item(second) - low) * part, high + (row.item(-1 - second) - high) * part
    )


def says_something(interval: Interval | None, holding: int) -> Interval | None:
    """`interval`, where the draws behind it can say anything at all.

    Args:
        interval: of draws.
        holding: how many contracts hold anything that the number is made of.

    Returns:
        None where fewer than `LEAST_CONTRACTS` hold anything, and where no draw differs from
        another: contracts that all agree say nothing of how far others may differ, and an interval
        without width would claim that none can.

    """
    if interval is None or holding < LEAST_CONTRACTS or interval.width == 0:
        return None
    return interval


def wilson(passed: int, n: int, level: float = LEVEL) -> Interval | None:
    """Wilson's score interval of a proportion (Wilson 1927); None of no cases."""
    if not n:
        return None
    z = normal_quantile((1 + level) / 2)
    share, weight = passed / n, z * z / n
    centre = (share + weight / 2) / (1 + weight)
    half = z / (1 + weight) * math.sqrt(share * (1 - share) / n + weight / (4 * n))
    return Interval(0.0 if passed == 0 else centre - half, 1.0 if passed == n else centre + half)
