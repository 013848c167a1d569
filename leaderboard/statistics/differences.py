"""Paired differences: both submissions on the same draws, so that hard draws are hard for both."""

from __future__ import annotations

from leaderboard.statistics.bootstrap import Bootstrap
from leaderboard.statistics.intervals import LEVEL, Interval, draw_interval
from leaderboard.statistics.measures import MEASURES

__all__ = ["difference_interval", "difference_intervals"]


def difference_interval(bootstrap: Bootstrap, level: float = LEVEL) -> Interval | None:
    """The interval of the first submission's macro recall less the second's, draw by draw."""
    first, second = bootstrap.pick(0, 1).macro_recalls()
    return draw_interval(first - second, bootstrap.draws.size, level)


def difference_intervals(bootstrap: Bootstrap, level: float = LEVEL) -> dict[str, Interval | None]:
    """Measure → the interval of the first submission's value less the second's."""
    first, second = (made.copy() for made in bootstrap.pick(0, 1).distributions())
    return {
        measure: draw_interval(row[mask], bootstrap.draws.size, level)
        for measure, row, mask in zip(MEASURES, first - second, bootstrap.exists(), strict=True)
    }
