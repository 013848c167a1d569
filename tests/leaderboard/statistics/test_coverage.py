"""Intervals hold what they promise; `python -m tests.bench.statistics` shows it on 1,000 boards."""

from __future__ import annotations

from tests.leaderboard.statistics.coverage import NAIVE, OURS, RANKS, measure_coverage


def test_intervals_hold_the_truth_as_often_as_they_say_and_naive_ones_do_not() -> None:
    # 150 boards of 8 systems: a share of 95 % is known to about ±3 % (systems share boards).
    found = measure_coverage(150, systems=8, draws=1_000)
    assert 0.90 < found[OURS].share < 0.99
    assert found[RANKS].share > 0.95
    assert found[NAIVE].share < 0.80
    assert found[OURS].share > found["percentile"].share
