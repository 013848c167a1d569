"""Against scipy, which is no dependency of the product."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from leaderboard.statistics.distributions import normal_cdf, normal_quantile, t_cdf, t_quantile

SHARES = st.floats(1e-6, 1 - 1e-6)
FREEDOM = st.integers(1, 400)


@given(st.floats(-30, 30))
def test_normal_distribution(value: float) -> None:
    assert normal_cdf(value) == pytest.approx(stats.norm.cdf(value), rel=1e-9, abs=1e-300)


@given(SHARES)
def test_normal_quantile(share: float) -> None:
    assert normal_quantile(share) == pytest.approx(stats.norm.ppf(share), abs=1e-9)


@given(st.floats(-50, 50), FREEDOM)
def test_student_distribution(value: float, freedom: int) -> None:
    assert t_cdf(value, freedom) == pytest.approx(stats.t.cdf(value, freedom), abs=1e-9)


@given(st.floats(1e-4, 1 - 1e-4), FREEDOM)
def test_student_quantile(share: float, freedom: int) -> None:
    assert t_quantile(share, freedom) == pytest.approx(
        stats.t.ppf(share, freedom), rel=1e-9, abs=1e-9
    )
