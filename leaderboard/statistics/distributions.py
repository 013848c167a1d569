"""Student's t and the normal distribution, as far as intervals need them; checked against scipy."""

from __future__ import annotations

import math
from statistics import NormalDist

__all__ = ["normal_cdf", "normal_quantile", "t_cdf", "t_quantile"]

_NORMAL = NormalDist()
_STEPS = 200


def normal_cdf(value: float) -> float:
    """The share of a standard normal distribution below `value`."""
    return math.erfc(-value / math.sqrt(2)) / 2


def normal_quantile(share: float) -> float:
    """The value that `share` of a standard normal distribution lies below; 0 < share < 1."""
    return _NORMAL.inv_cdf(share)


def t_cdf(value: float, freedom: int) -> float:
    """The share of Student's t with `freedom` degrees of freedom (at least 1) below `value`.

    For whole degrees it is a finite sum (Abramowitz and Stegun 26.7.3 and 26.7.4).
    """
    angle = math.atan2(abs(value), math.sqrt(freedom))
    square = math.cos(angle) ** 2
    odd = freedom % 2
    term = math.cos(angle) if odd else 1.0
    total = term if freedom > 1 else 0.0
    for step in range(2 + odd, freedom, 2):
        term *= square * (step - 1) / step
        total += term
    between = math.sin(angle) * total
    if odd:
        between = 2 / math.pi * (angle + between)
    return 0.5 + math.copysign(between / 2, value)


def t_quantile(share: float, freedom: int) -> float:
    """The value that `share` of Student's t lies below; 0 < share < 1, by bisection."""
    if share < 0.5:  # noqa: PLR2004 - the median is 0
        return -t_quantile(1 - share, freedom)
    low, high = 0.0, 1.0
    while t_cdf(high, freedom) < share:
        high *= 2
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if middle in {low, high}:
            break
        if t_cdf(middle, freedom) < share:
            low = middle
        else:
            high = middle
    return high
