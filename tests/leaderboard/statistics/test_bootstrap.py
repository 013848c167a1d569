from __future__ import annotations

import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from leaderboard.statistics.bootstrap import Bootstrap, ratio_intervals
from leaderboard.statistics.counts import Counts, counts_of
from leaderboard.statistics.draws import draw_contracts
from leaderboard.statistics.intervals import draw_interval, expanded_tail, says_something
from leaderboard.statistics.measures import HEADLINES, MEASURES, PooledGold
from leaderboard.statistics.screening import can_screen
from leaderboard.statistics.standings import standings
from scoring.contractscrub import CATEGORY_KEYS
from scoring.contractscrub.metrics import Tally, Variant
from tests.leaderboard.statistics.cards import boot, card, names, random_counts


def exact(counts: Counts, place: int, weights: list[int]) -> dict[str, Fraction | None]:
    """The numbers of one draw by the scorer's own arithmetic."""

    def pooled(hits: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> Variant:
        return Variant(
            {
                key: sum(
                    (
                        Tally(
                            int(hits[line, c]) * w,
                            int(counts.false[place, line, c]) * w,
                            int(counts.gold[line, c] - hits[line, c]) * w,
                        )
                        for c, w in enumerate(weights)
                    ),
                    Tally(),
                )
                for line, key in enumerate(CATEGORY_KEYS)
            }
        )

    full, words = pooled(counts.found[place]), pooled(counts.words[place])
    recall, word_recall = full.macro_recall, words.macro_recall
    return {
        "macro_recall": recall,
        "macro_precision": full.macro_precision,
        "macro_f1": full.macro_f1,
        "word_only_macro_recall": word_recall,
        "localisation_gap": None if recall is None or word_recall is None else word_recall - recall,
        "false_flags_per_contract": Fraction(full.micro.fp, len(weights)),
    } | {key: tally.recall for key, tally in full.categories.items()}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 6), st.sampled_from([0.0, 0.1, 0.5, 3.0]))
def test_every_draw_is_scored_as_a_benchmark_of_its_own(
    seed: int, contracts: int, gold: float
) -> None:
    counts = random_counts(2, contracts, seed, gold)
    bootstrap = boot(counts, 200)
    weights = bootstrap.draws.weights
    exists = bootstrap.exists()
    for place, made in enumerate(bootstrap.distributions()):
        for draw in range(0, 200, 23):
            wanted = exact(counts, place, [int(w) for w in weights[:, draw]])
            for line, measure in enumerate(MEASURES):
                value = wanted[measure]
                assert exists[line][draw] == (value is not None)
                assert made[line, draw] == pytest.approx(float(value or 0), abs=1e-14)


def test_macro_recall_alone_is_the_same_to_the_last_bit() -> None:
    bootstrap = boot(random_counts(7, 11, 3), 1_000)
    recalls = list(bootstrap.macro_recalls())
    for place, made in enumerate(bootstrap.distributions()):
        assert (recalls[place] == made[0]).all()


def test_draws_without_any_gold_are_left_out() -> None:
    counts = random_counts(2, 4, 1, 3.0)
    gold = counts.gold.copy()
    gold[:, 1:] = 0
    few = Counts(counts.contracts, gold, np.minimum(counts.found, gold), counts.false, counts.words)
    bootstrap = boot(few, 1_000)
    kept = int((bootstrap.draws.weights[0] > 0).sum())
    assert [recalls.size for recalls in bootstrap.macro_recalls()] == [kept, kept]
    assert 0 < kept < 1_000
    # One contract alone holds gold: nothing can be said of others.
    assert bootstrap.intervals()[0]["macro_recall"] is None
    assert bootstrap.holding()[0] == 1


def test_a_board_without_gold_has_false_flags_alone() -> None:
    bootstrap = boot(random_counts(1, 5, 2, 0.0), 200)
    (intervals,) = bootstrap.intervals()
    assert [key for key, interval in intervals.items() if interval] == ["false_flags_per_contract"]
    assert [recalls.size for recalls in bootstrap.macro_recalls()] == [0]


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 1_000), st.permutations(range(5)), st.integers(1, 5))
def test_no_submission_changes_anothers_interval(seed: int, order: list[int], kept: int) -> None:
    # Case 4 of the issue: to the last bit, whoever is added, removed or moved.
    counts = random_counts(5, 9, seed)
    bootstrap = boot(counts, 400)
    whole = bootstrap.intervals()
    chosen = order[:kept]
    assert bootstrap.pick(*chosen).intervals() == [whole[place] for place in chosen]


def test_an_interval_is_scipys_on_the_same_draws() -> None:
    counts = random_counts(1, 12, 8)
    bootstrap = boot(counts, 10_000)
    (intervals,) = bootstrap.intervals()
    (made,) = (part.copy() for part in bootstrap.distributions())
    indices = np.arange(12)

    def macro_recall(places: np.ndarray[tuple[int], np.dtype[np.int64]]) -> float:
        gold = counts.gold[:, places].sum(axis=1)
        recalls = counts.found[0][:, places].sum(axis=1)[gold > 0] / gold[gold > 0]
        return float(recalls.mean())

    # scipy's own draws of the same statistic: the same spread.
    own = stats.bootstrap(
        (indices,), macro_recall, n_resamples=3_000, vectorized=False, rng=np.random.default_rng(1)
    )
    assert made[0].std(ddof=1) == pytest.approx(own.standard_error, rel=0.05)
    # Our draws with scipy's percentiles: the same interval.
    own.bootstrap_distribution = made[0]
    again = stats.bootstrap(
        (indices,),
        macro_recall,
        n_resamples=0,
        vectorized=False,
        confidence_level=1 - 2 * expanded_tail(12),
        bootstrap_result=own,
        method="percentile",
    ).confidence_interval
    first = intervals["macro_recall"]
    assert first is not None
    assert (first.low, first.high) == pytest.approx((again.low, again.high), abs=1e-9)


def test_a_perfect_submission_is_exactly_one_in_every_draw() -> None:
    counts = random_counts(1, 44, 4, 8.0)
    perfect = Counts(
        counts.contracts, counts.gold, counts.gold[None], counts.false, counts.gold[None]
    )
    (made,) = boot(perfect, 1_000).distributions()
    assert (made[0] == 1).all()
    assert (made[4] == 0).all()


def test_ratios_are_those_of_pooled_counts() -> None:
    counts = random_counts(3, 8, 5)
    draws = draw_contracts(counts.contracts, draws=400)
    rows = ratio_intervals(counts.found, counts.gold, draws)
    whole = Bootstrap(counts, draws).intervals()
    for row, intervals in zip(rows, whole, strict=True):
        assert row == [intervals[key] for key in CATEGORY_KEYS]


def test_a_kind_has_an_interval_where_contracts_differ_and_enough_hold_it() -> None:
    draws = draw_contracts(names(5), draws=200)
    hits = [[0, 0, 0, 0, 0], [1, 1, 1, 1, 1], [1, 0, 1, 0, 0], [1, 0, 2, 1, 0]]
    totals = [[0, 0, 0, 0, 0], [2, 2, 2, 2, 2], [2, 2, 2, 0, 0], [2, 2, 2, 2, 0]]
    ((never, alike, few, some),) = ratio_intervals(
        np.array([hits], dtype=np.float64), np.array(totals, dtype=np.float64), draws
    )
    assert (never, alike, few) == (None, None, None)
    assert some is not None
    assert some.low < 0.5 < some.high


def test_counts_are_the_cards_own() -> None:
    gold = {"a": {"defined_terms": 4, "incorrect_capitalization": 2}, "b": {"defined_terms": 2}}
    first = card(gold, {"a": {"defined_terms": 3}, "b": {"defined_terms": 1}}, false=2)
    second = card(gold, {"a": {"incorrect_capitalization": 2}, "b": {}})
    counts = counts_of([first, second])
    assert counts.contracts == ("a", "b")
    for place, made in enumerate((first, second)):
        for line, key in enumerate(CATEGORY_KEYS):
            tally = made.full.categories[key]
            assert counts.found[place, line].sum() == tally.tp
            assert counts.false[place, line].sum() == tally.fp
            assert counts.gold[line].sum() == tally.gold
            assert counts.words[place, line].sum() == made.word_only.categories[key].tp


def test_counts_are_of_one_edition() -> None:
    one = card({"a": {"defined_terms": 2}}, {})
    with pytest.raises(ValueError, match="different contracts"):
        counts_of([one, card({"b": {"defined_terms": 2}}, {})])
    with pytest.raises(ValueError, match="different gold"):
        counts_of([one, card({"a": {"defined_terms": 3}}, {})])
    with pytest.raises(ValueError, match="need a card"):
        counts_of([])
    with pytest.raises(ValueError, match="different contracts"):
        Bootstrap(counts_of([one]), draw_contracts(["b"], draws=200))


def test_influences_are_the_derivative_of_macro_recall() -> None:
    counts = random_counts(3, 20, 6, 8.0)
    influences = counts.influences()
    assert influences.mean(axis=1) == pytest.approx(0, abs=1e-12)
    step = 1e-6
    for contract in (0, 7, 19):
        weights = np.ones(20)
        weights[contract] += step
        heavier = ((counts.found @ weights) / (counts.gold @ weights)).mean(axis=1)
        plain = (counts.found.sum(axis=2) / counts.gold.sum(axis=1)).mean(axis=1)
        assert (heavier - plain) / step * 20 == pytest.approx(influences[:, contract], abs=1e-4)


def test_linear_and_drawn_standard_errors_agree() -> None:
    counts = random_counts(2, 44, 9, 8.0)
    for place, made in enumerate(boot(counts, 10_000).distributions()):
        linear = counts.influences()[place].std(ddof=0) / np.sqrt(44)
        assert made[0].std() == pytest.approx(linear, rel=0.05)


def test_headlines_come_first() -> None:
    assert MEASURES[: len(HEADLINES)] == HEADLINES
    assert MEASURES[len(HEADLINES) :] == CATEGORY_KEYS
    assert draw_interval(np.array([0.5]), 9) is not None


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 10_000),
    st.integers(4, 60),
    st.sampled_from([1.0, 3.0, 20.0]),
    st.sampled_from([0.5, 0.95, 0.999]),
    st.integers(1, 3),
)
def test_a_rough_look_first_changes_no_bit(
    seed: int, contracts: int, gold: float, level: float, threads: int
) -> None:
    counts = random_counts(5, contracts, seed, gold)
    # One finds all and is never wrong, one finds nothing: many draws have the same number.
    for line in (counts.found, counts.words):
        line[0], line[1] = counts.gold, 0
    counts.false[0] = 0
    bootstrap = boot(counts, 1_000)
    exists, holding = bootstrap.exists(), bootstrap.holding()
    wanted = [
        {
            measure: says_something(draw_interval(row[mask], contracts, level), held)
            for measure, row, mask, held in zip(MEASURES, made, exists, holding, strict=True)
        }
        for made in bootstrap.distributions()
    ]
    assert bootstrap.intervals(level, threads) == wanted


def test_the_rough_look_is_taken_where_its_reasoning_holds() -> None:
    counts = random_counts(3, 44, 1, 8.0)
    draws = draw_contracts(counts.contracts)
    assert can_screen(counts, PooledGold.of(counts, draws), draws, 0.95)
    more = Counts(counts.contracts, counts.gold, counts.words + 1, counts.false, counts.words)
    assert not can_screen(more, PooledGold.of(more, draws), draws, 0.95)
    few = draw_contracts(counts.contracts, draws=200)
    assert not can_screen(counts, PooledGold.of(counts, few), few, 0.0)


def test_counts_too_large_for_single_precision_are_as_exact() -> None:
    counts = random_counts(2, 9, 3)
    step = 1 << 23
    large = Counts(
        counts.contracts,
        counts.gold * step,
        counts.found * step,
        counts.false * step,
        counts.words * step,
    )
    small, big = boot(counts, 400).intervals(), boot(large, 400).intervals()
    for one, other in zip(small, big, strict=True):
        flags = other.pop("false_flags_per_contract"), one.pop("false_flags_per_contract")
        assert one == other
        assert flags[0]
        assert flags[1]
        assert flags[0].high == flags[1].high * step


def test_memory_does_not_grow_with_draws_times_submissions() -> None:
    def peak(submissions: int, draws: int) -> int:
        bootstrap = boot(random_counts(submissions, 12, 1), draws)
        tracemalloc.start()
        try:
            # One thread: whether two are at their peak at once is chance.
            bootstrap.intervals(threads=1)
            standings(bootstrap, threads=1)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    few, many = (peak(n, 8_000) - peak(n, 4_000) for n in (5, 50))
    # 45 submissions more would be 45 x 4,000 x 8 bytes, were their macro recalls alone kept.
    assert many - few < 45 * 4_000 * 8 / 4
