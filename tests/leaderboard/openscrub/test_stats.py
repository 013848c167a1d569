from __future__ import annotations

from pathlib import Path

from leaderboard.openscrub.draws import Draws
from leaderboard.openscrub.quotas import TABLE_4, plan_quotas
from leaderboard.openscrub.stats import measure, render_stats, runs_of, shared_runs


def test_an_edition_is_measured(edition: Path) -> None:
    stats = measure(edition)
    assert stats.contracts == 44
    assert stats.controls == 3
    assert set(stats.categories) == set(TABLE_4)
    assert (
        15_000 <= stats.sizes["least"] <= stats.sizes["median"] <= stats.sizes["greatest"] <= 48_000
    )
    assert 26_000 <= stats.sizes["median"] <= 34_000
    assert stats.least_pool is not None
    assert stats.least_pool >= 4
    assert 0.11 <= stats.zero_cells["zero"] / stats.zero_cells["of"] <= 0.19
    assert sum(stats.distance_bins.values()) == stats.categories["incorrect_references"]
    assert min(stats.distance_bins.values()) >= 20
    assert stats.overlap["greatest"] <= 0.30
    assert stats.overlap["median"] <= 0.15
    assert len(stats.styles["scheme"]) == 7
    text = render_stats(stats)
    assert "contracts           44, of them 3 without errors" in text
    assert stats.as_json()["contracts"] == 44


def test_runs_are_shared_by_the_smaller_text() -> None:
    long = "the quick brown fox jumps over the lazy dog and runs far away"
    short = "the quick brown fox jumps over the lazy cat"
    assert shared_runs(runs_of(long), runs_of(short)) == 0.5
    assert shared_runs(runs_of(""), runs_of(long)) == 0.0


def test_quotas_add_up() -> None:
    quotas = plan_quotas(Draws("x"), [30_000] * 44)
    assert sum(quota.control for quota in quotas) == 3
    for key, total in TABLE_4.items():
        if key != "defined_terms":
            planned = sum(quota.wanted[key] for quota in quotas)
            assert total <= planned <= 1.1 * total
    assert not any(any(quota.wanted.values()) for quota in quotas if quota.control)


def test_a_single_contract_has_a_quota_too() -> None:
    (quota,) = plan_quotas(Draws("x"), [20_000])
    assert not quota.control
    assert quota.wanted["undefined_capitalized_terms"] == 16
