from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from leaderboard.statistics.analyses import (
    DISTANCES,
    category_correlations,
    contract_discrimination,
    correlation,
    distance_recalls,
    entry_difficulty,
    saturation,
)
from leaderboard.statistics.counts import Counts
from leaderboard.statistics.draws import draw_contracts
from leaderboard.statistics.intervals import Interval
from scoring.contractscrub import CATEGORY_KEYS, parse_answer, score
from tests.leaderboard.statistics.cards import random_counts

ENTRY = {"wrong_reference": "4", "correct_reference": "5"}


@pytest.mark.parametrize(
    ("distance", "name"),
    [
        (0, "under 1,000"),
        (999, "under 1,000"),
        (1_000, "1,000 to 3,000"),
        (2_999, "1,000 to 3,000"),
        (3_000, "3,000 to 10,000"),
        (9_999, "3,000 to 10,000"),
        (10_000, "10,000 and more"),
        (10**9, "10,000 and more"),
    ],
)
def test_a_reference_falls_into_its_bin(distance: int, name: str) -> None:
    gold = {
        f"c{n}": {"incorrect_references": [{**ENTRY, "location": "9", "distance": distance}]}
        for n in range(4)
    }
    found = parse_answer(
        '{"incorrect_references": [{"wrong_reference": "4", "correct_reference": "5", '
        '"location": "9"}]}'
    )
    card = score(gold, {"c0": found, "c1": found, "c2": found})
    (bins,) = distance_recalls([card], draw_contracts(list(gold), draws=200))
    for (title, _, _), part in zip(DISTANCES, bins, strict=True):
        assert (part.found, part.gold) == ((3, 4) if title == name else (0, 0))
        assert (part.interval is not None) == (title == name)


def close(value: float) -> object:
    """As near as two independent calculations come; near 0 their rounding shows."""
    return pytest.approx(value, rel=1e-9, abs=1e-12)


def assert_scipys(first: list[float], second: list[float]) -> None:
    made, wanted = correlation(first, second), stats.pearsonr(first, second)
    assert made.r == close(wanted.statistic)
    assert made.interval is not None
    low, high = wanted.confidence_interval(0.95)
    assert (made.interval.low, made.interval.high) == (close(low), close(high))


@given(
    st.lists(
        st.tuples(st.floats(0, 1), st.floats(0, 1)).map(lambda p: (round(p[0], 3), round(p[1], 3))),
        min_size=4,
        max_size=30,
    )
)
def test_a_correlation_is_scipys(points: list[tuple[float, float]]) -> None:
    first, second = [p[0] for p in points], [p[1] for p in points]
    if len(set(first)) == 1 or len(set(second)) == 1:
        assert correlation(first, second).r is None
        return
    assert_scipys(first, second)


@given(st.integers(0, 100_000), st.integers(4, 30), st.floats(-12, 3), st.sampled_from([-1, 1]))
def test_a_correlation_is_scipys_from_none_to_all_but_perfect(
    seed: int, n: int, size: float, sign: int
) -> None:
    chance = np.random.Generator(np.random.PCG64(seed))
    first = chance.random(n)
    second = sign * first + 10**size * chance.normal(size=n)
    assert_scipys(first.tolist(), second.tolist())


def test_a_correlation_without_spread_about_the_line_is_as_sure_as_can_be() -> None:
    for sign in (-1, 1):
        made = correlation([0, 1, 2, 3, 4], [sign * n for n in range(5)])
        assert made.r == sign
        assert made.interval == Interval(sign, sign)


def test_a_correlation_needs_points() -> None:
    assert correlation([1, 2], [2, 1]).r is None
    three = correlation([1, 2, 3], [1, 3, 2])
    assert three.r == pytest.approx(0.5)
    assert three.interval is None
    line = correlation([1, 2, 3, 4], [2, 4, 6, 8])
    assert line.r == pytest.approx(1)


def test_categories_correlate_over_submissions() -> None:
    counts = random_counts(8, 20, 2, 8.0)
    made = category_correlations(counts)
    recalls = counts.found.sum(axis=2) / counts.gold.sum(axis=1)
    assert len(made) == 36
    wanted = stats.pearsonr(recalls[:, 0], recalls[:, 3]).statistic
    assert made[CATEGORY_KEYS[0], CATEGORY_KEYS[3]].r == pytest.approx(wanted, abs=1e-9)


def test_a_category_without_gold_is_left_out() -> None:
    counts = random_counts(5, 8, 1)
    gold, found = counts.gold.copy(), counts.found.copy()
    gold[4], found[:, 4] = 0, 0
    made = Counts(counts.contracts, gold, found, counts.false, found)
    assert not [pair for pair in category_correlations(made) if CATEGORY_KEYS[4] in pair]
    assert CATEGORY_KEYS[4] not in saturation(made)


def test_entries_are_counted_by_how_many_found_them() -> None:
    gold = [("a", CATEGORY_KEYS[0], n) for n in range(4)] + [("b", CATEGORY_KEYS[1], 0)]
    found = [gold[:3], gold[1:3], gold[2:4]]
    made = entry_difficulty(gold, found)
    assert made[CATEGORY_KEYS[0]].solved == {1: 2, 2: 1, 3: 1}
    assert made[CATEGORY_KEYS[0]].by_all == (gold[2],)
    assert made[CATEGORY_KEYS[0]].by_none == ()
    assert made[CATEGORY_KEYS[1]].by_none == (gold[4],)
    assert sum(part.gold for part in made.values()) == len(gold)
    assert entry_difficulty(gold, [])[CATEGORY_KEYS[0]].by_none == ()


def test_a_contract_that_goes_with_the_rest_discriminates() -> None:
    counts = random_counts(6, 10, 3, 8.0)
    found = counts.found.copy()
    # The last contract is turned round: who is good elsewhere finds least in it.
    found[:, :, -1] = found[::-1, :, -1]
    made = contract_discrimination(
        Counts(counts.contracts, counts.gold, found, counts.false, found)
    )
    assert [part.contract for part in made] == list(counts.contracts)
    plain = [part.with_rest.r or 0 for part in made]
    assert min(plain[:-1]) > 0.5
    assert plain[-1] < -0.5


def test_a_contract_without_gold_says_nothing() -> None:
    counts = random_counts(4, 5, 3)
    gold, found = counts.gold.copy(), counts.found.copy()
    gold[:, 2], found[:, :, 2] = 0, 0
    made = contract_discrimination(Counts(counts.contracts, gold, found, counts.false, found))
    assert (made[2].gold, made[2].recall, made[2].with_rest.r) == (0, None, None)


def test_a_category_that_the_middle_entry_solves_is_saturated() -> None:
    counts = random_counts(3, 6, 1)
    found = counts.found.copy()
    found[:2, 0] = counts.gold[0]
    made = saturation(Counts(counts.contracts, counts.gold, found, counts.false, found))
    first = made[CATEGORY_KEYS[0]]
    assert first.saturated
    assert (first.best, first.median) == (1, 1)
    assert not made[CATEGORY_KEYS[1]].saturated
    assert np.isfinite([part.worst for part in made.values()]).all()
