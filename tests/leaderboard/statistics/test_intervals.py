from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from leaderboard.statistics.intervals import Interval, draw_interval, expanded_tail, wilson

CASES = st.integers(0, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(CASES)
def test_wilson_is_statsmodels(case: tuple[int, int]) -> None:
    passed, n = case
    interval = wilson(passed, n)
    if not n:
        assert interval is None
        return
    assert interval is not None
    low, high = proportion_confint(passed, n, 0.05, method="wilson")
    assert interval.low == pytest.approx(low, abs=1e-9)
    assert interval.high == pytest.approx(high, abs=1e-9)
    assert 0 <= interval.low <= passed / n <= interval.high <= 1


def test_wilson_by_hand() -> None:
    # 8 of 10 (Wilson 1927; the same in Brown, Cai and DasGupta 2001): 0.490 to 0.943.
    interval = wilson(8, 10)
    assert interval is not None
    assert (round(interval.low, 3), round(interval.high, 3)) == (0.490, 0.943)


@pytest.mark.parametrize("contracts", [4, 6, 44, 300])
def test_an_expanded_interval_is_scipys_percentile_interval_at_another_level(
    contracts: int,
) -> None:
    chance = np.random.Generator(np.random.PCG64(contracts))
    sample = chance.gamma(2.0, size=contracts)
    made = stats.bootstrap((sample,), np.mean, n_resamples=999, rng=chance, method="percentile")
    level = 1 - 2 * float(
        stats.norm.cdf(-math.sqrt(contracts / (contracts - 1)) * stats.t.ppf(0.975, contracts - 1))
    )
    wanted = stats.bootstrap(
        (sample,),
        np.mean,
        n_resamples=0,
        confidence_level=level,
        bootstrap_result=made,
        method="percentile",
    ).confidence_interval
    interval = draw_interval(made.bootstrap_distribution, contracts)
    assert interval is not None
    assert interval.low == pytest.approx(wanted.low, abs=1e-9)
    assert interval.high == pytest.approx(wanted.high, abs=1e-9)


def test_a_tail_grows_to_the_plain_one_with_the_contracts() -> None:
    tails = [expanded_tail(n) for n in (2, 5, 44, 1_000)]
    assert tails == sorted(tails)
    assert tails[-1] == pytest.approx(0.025, abs=2e-4)
    assert tails[-1] < 0.025


def test_a_few_contracts_have_no_interval() -> None:
    values = np.linspace(0, 1, 200)
    assert draw_interval(values, 3) is None
    assert draw_interval(values, 4) is not None
    assert draw_interval(values[:0], 44) is None
    with pytest.raises(ValueError, match="two contracts"):
        expanded_tail(1)


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=60))
def test_the_order_of_draws_never_matters(values: list[float]) -> None:
    forward = draw_interval(np.array(values), 9)
    assert forward == draw_interval(np.array(values[::-1]), 9)
    assert forward is not None
    assert min(values) <= forward.low <= forward.high <= max(values)


def test_an_interval_holds_its_ends() -> None:
    interval = Interval(0.25, 0.75)
    assert 0.25 in interval
    assert 0.75 in interval
    assert 0.76 not in interval
    assert interval.width == 0.5


@given(st.integers(0, 10_000), st.booleans())
def test_an_interval_is_numpys_quantiles(seed: int, rounded: bool) -> None:  # noqa: FBT001
    values = np.random.Generator(np.random.PCG64(seed)).normal(size=1_000)
    values = np.round(values) if rounded else values
    interval = draw_interval(values, 44)
    assert interval is not None
    low, high = np.quantile(values, [expanded_tail(44), 1 - expanded_tail(44)])
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=1e-12)
