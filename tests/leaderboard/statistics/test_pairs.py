from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar as their_mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import NormalIndPower

from leaderboard.statistics.pairs import deviation, holm, mcnemar, paired_p
from leaderboard.statistics.power import POWER, cases_needed, contracts_needed, power, resolvable

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=40)
DIFFERENCES = st.floats(0.001, 0.9)
SPREADS = st.floats(0.01, 2)


@given(st.integers(0, 300), st.integers(0, 300))
def test_mcnemar_is_statsmodels(one: int, other: int) -> None:
    wanted = their_mcnemar([[5, one], [other, 7]], exact=True).pvalue if one + other else 1.0
    assert mcnemar(one, other) == pytest.approx(wanted, abs=1e-9)


def test_mcnemar_of_a_suite_too_large_for_floats() -> None:
    assert mcnemar(2_091, 2_091) == 1
    assert mcnemar(0, 4_182) == 0


@given(P_VALUES)
def test_holm_is_statsmodels(p_values: list[float]) -> None:
    # Theirs collects garbage at each call, which takes long in a process of many tests.
    with patch("gc.collect"):
        wanted = multipletests(p_values, method="holm")[1]
    assert holm(p_values) == pytest.approx(wanted, abs=1e-9)


def test_holm_of_nothing() -> None:
    assert holm([]) == []


def test_a_paired_test_is_scipys() -> None:
    chance = np.random.Generator(np.random.PCG64(3))
    first, second = chance.normal(0.2, 1, 44), chance.normal(0, 1, 44)
    wanted = stats.ttest_rel(first, second).pvalue
    difference = float((first - second).mean())
    assert paired_p(difference, deviation(first, second), 44) == pytest.approx(wanted, abs=1e-9)


def test_a_paired_test_without_difference_or_without_spread() -> None:
    assert paired_p(0, 0, 44) == 1
    assert paired_p(0.1, 0, 44) == 0


@given(DIFFERENCES, SPREADS, st.integers(2, 5_000))
def test_power_is_statsmodels(difference: float, spread: float, contracts: int) -> None:
    wanted = NormalIndPower().power(difference / spread, contracts, 0.05, ratio=0)
    assert power(difference, spread, contracts) == pytest.approx(wanted, abs=1e-9)


@given(DIFFERENCES, SPREADS)
def test_needed_contracts_are_the_fewest_with_that_power(difference: float, spread: float) -> None:
    needed = contracts_needed(difference, spread)
    assert needed is not None
    assert power(difference, spread, needed) >= POWER - 1e-9
    if needed > 1:
        assert power(difference, spread, needed - 1) < POWER
    assert resolvable(spread, needed) <= difference * (1 + 1e-9)


def test_needed_contracts_by_hand() -> None:
    # ((1.959964 + 0.841621) * 0.2 / 0.05)**2 = 125.6
    assert contracts_needed(0.05, 0.2) == 126
    assert contracts_needed(0, 0.2) is None
    assert contracts_needed(0.1, 0) == 1


@given(st.integers(0, 40), st.integers(0, 40), st.integers(80, 200))
def test_needed_cases_have_that_power(one: int, other: int, cases: int) -> None:
    needed = cases_needed(one, other, cases)
    if one == other:
        assert needed is None
        return
    assert needed is not None
    apart, difference = (one + other) / cases, abs(one - other) / cases
    for n, enough in ((needed, True), (needed - 1, False)):
        # The test statistic is normal: of variance `apart` if both are equal, else less.
        reached = difference * np.sqrt(n) - stats.norm.ppf(0.975) * np.sqrt(apart)
        spread = np.sqrt(apart - difference**2)
        assert (reached >= stats.norm.ppf(POWER) * spread - 1e-9) == enough or spread == 0
