from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from leaderboard.statistics import ranking
from leaderboard.statistics.bootstrap import Bootstrap
from leaderboard.statistics.counts import Counts
from leaderboard.statistics.ranking import Order, Ranking
from tests.leaderboard.statistics.cards import boot, names, random_counts


def close_counts(submissions: int, seed: int, gold: int) -> Counts:
    """Counts of which most differ by one entry of so many, and some not at all."""
    chance = np.random.Generator(np.random.PCG64(seed))
    whole = chance.integers(gold, 2 * gold, (9, 12)).astype(np.float64)
    found = (whole // 2)[None] + chance.integers(0, 2, (submissions, 9, 12)) * (
        chance.random((submissions, 9, 12)) < 0.02
    )
    return Counts(names(12), whole, found, np.zeros_like(found), found)


def check(bootstrap: Bootstrap) -> int:
    """Hold every order against the exact numbers; in how many draws two are equal."""
    made = Ranking.of(bootstrap)
    recalls = np.array(list(bootstrap.macro_recalls()))
    wanted = stats.rankdata(-recalls, method="min", axis=0) - 1
    shared = 0
    for block in made.blocks():
        order, ranks = made.order(block), wanted[:, block]
        ahead = np.empty(ranks.shape, dtype=np.uint32)
        order.fill_ahead(ahead)
        assert (ahead == ranks).all()
        assert (np.sort(order.who, axis=1) == np.arange(len(recalls))).all()
        assert (np.take_along_axis(ranks.T, order.who, axis=1) == order.ahead).all()
        equal = (np.diff(np.sort(ranks, axis=0), axis=0) == 0).any(axis=0)
        assert order.shared == equal.any()
        shared += int(equal.sum())
    assert sum(block.stop - block.start for block in made.blocks()) == recalls.shape[1]
    return shared


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 12), st.sampled_from([0.0, 0.1, 3.0, 20.0]))
def test_every_draw_is_in_the_order_of_the_exact_numbers(
    seed: int, submissions: int, gold: float
) -> None:
    counts = random_counts(submissions, 8, seed, gold)
    check(boot(counts.pick(*range(submissions), 0, submissions - 1), 900))


@pytest.mark.parametrize("gold", [100, 100_000, 10_000_000])
def test_those_that_single_precision_cannot_tell_apart_are_in_order_too(gold: int) -> None:
    # The last of these pooled counts are more than single precision holds.
    assert 0 < check(boot(close_counts(40, 3, gold), 500)) <= 500


def test_without_the_close_look_the_order_would_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranking, "_DOUBT", np.uint64(0))
    with pytest.raises(AssertionError):
        check(boot(close_counts(40, 3, 100_000), 500))


def test_few_draws_of_a_board_need_a_close_look(monkeypatch: pytest.MonkeyPatch) -> None:
    # A close look at everything would be right as well, and slow.
    settled, looked_at = Ranking._settled, 0  # noqa: SLF001 - it is what is counted

    def counted(*given: Any) -> Order:
        nonlocal looked_at
        looked_at += int(given[2].any(axis=1).sum())
        return settled(*given)

    monkeypatch.setattr(Ranking, "_settled", counted)
    check(boot(random_counts(50, 44, 1, 8.0), 400))
    assert 0 < looked_at < 0.2 * 400
