from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from leaderboard.statistics.counts import Counts
from leaderboard.statistics.differences import difference_interval, difference_intervals
from leaderboard.statistics.standings import Standings, standings
from tests.leaderboard.statistics.cards import boot, random_counts


def made(counts: Counts, draws: int = 400) -> Standings:
    result = standings(boot(counts, draws))
    assert result is not None
    return result


def close_counts(seed: int, submissions: int = 6, contracts: int = 10) -> Counts:
    """Submissions so close that some are tied and some are not."""
    return random_counts(submissions, contracts, seed)


def test_ranks_are_scipys_in_every_draw() -> None:
    counts = close_counts(1)
    bootstrap = boot(counts, 1_000)
    recalls = np.array(list(bootstrap.macro_recalls()))
    ranks = stats.rankdata(-recalls, method="min", axis=0)
    result = made(counts, 1_000)
    for place, (best, worst) in enumerate(result.ranks):
        row = np.sort(ranks[place])
        tail = int(0.025 * 1_000)
        assert best <= row[tail]
        assert worst >= row[-1 - tail]
        assert row[0] <= best <= worst <= row[-1]
    leading = ranks == 1
    assert result.best == pytest.approx((leading / leading.sum(axis=0)).mean(axis=1), abs=1e-9)
    assert sum(result.best) == pytest.approx(1)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000))
def test_two_are_tied_just_when_the_interval_of_their_difference_holds_zero(seed: int) -> None:
    counts = close_counts(seed, 4, 7)
    bootstrap = boot(counts, 200)
    result = made(counts, 200)
    for one in range(4):
        for other in range(4):
            interval = difference_interval(bootstrap.pick(one, other))
            assert interval is not None
            assert (other in result.tied[one]) == (one != other and 0 in interval)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10_000), st.permutations(range(6)), st.integers(2, 6))
def test_ties_stay_whoever_is_added_removed_or_moved(
    seed: int, order: list[int], kept: int
) -> None:
    counts = close_counts(seed)
    whole = made(counts)
    chosen = order[:kept]
    part = made(counts.pick(*chosen))
    for place, one in enumerate(chosen):
        wanted = {other for other in whole.tied[one] if other in chosen}
        assert {chosen[other] for other in part.tied[place]} == wanted


def test_order_moves_ranks_with_their_submissions() -> None:
    counts = close_counts(3)
    whole, turned = made(counts), made(counts.pick(5, 4, 3, 2, 1, 0))
    assert turned.ranks == whole.ranks[::-1]
    assert turned.best == pytest.approx(whole.best[::-1], abs=1e-12)


def test_a_twin_is_tied_and_shares_the_lead() -> None:
    counts = close_counts(2).pick(5, 5, 0)
    result = made(counts)
    assert 1 in result.tied[0]
    assert result.ranks[0] == result.ranks[1]
    assert result.best[0] == result.best[1] == pytest.approx(0.5, abs=0.01)


def test_one_that_is_always_ahead_is_first_and_tied_with_no_one() -> None:
    counts = random_counts(3, 12, 4)
    found = counts.found.copy()
    found[0] = counts.gold
    result = made(Counts(counts.contracts, counts.gold, found, counts.false, found))
    assert result.ranks[0] == (1, 1)
    assert result.best == (1, 0, 0)
    assert result.tied[0] == ()


def test_a_difference_of_any_number_is_taken_draw_by_draw() -> None:
    counts = close_counts(9).pick(4, 1)
    bootstrap = boot(counts)
    made_ = difference_intervals(bootstrap)
    assert made_["macro_recall"] == difference_interval(bootstrap)
    turned = difference_intervals(bootstrap.pick(1, 0))
    for measure, interval in made_.items():
        other = turned[measure]
        assert interval is not None
        assert other is not None
        assert (interval.low, interval.high) == pytest.approx((-other.high, -other.low), abs=1e-12)
    alone = bootstrap.intervals()[0]["macro_recall"]
    assert alone is not None


@pytest.mark.parametrize("contracts", [6, 44, 90])
def test_the_number_of_threads_changes_no_bit(contracts: int) -> None:
    counts = random_counts(9, contracts, 7).pick(*range(9), 3, 3)
    bootstrap = boot(counts, 5_000)
    alone = standings(bootstrap, threads=1)
    assert [standings(bootstrap, threads=n) for n in (2, 3, 50)] == [alone] * 3


def test_many_submissions_are_counted_beyond_a_byte() -> None:
    counts = random_counts(300, 6, 5)
    result = made(counts, 200)
    assert max(worst for _, worst in result.ranks) > 255


def test_a_few_contracts_or_no_gold_give_no_standings() -> None:
    assert standings(boot(random_counts(3, 3, 1), 200)) is None
    assert standings(boot(random_counts(3, 6, 1, 0.0), 200)) is None
