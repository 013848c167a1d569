from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from leaderboard.errors import BrokenRepositoryError, UsageError
from leaderboard.registry import benchmark_specs, load_registry
from scoring.gold import GOLD_ROOT, ScrubEdition


def benchmark(**change: Any) -> dict[str, Any]:
    return {
        "key": "mine",
        "order": 9,
        "title": "Mine",
        "task": "contract-scrubbing",
        "summary": "A benchmark of a third party.",
        "licence": "CC0",
        "current": "1",
        "editions": [{"version": "1", "released": "2026-01-01"}],
        "source": {"kind": "committed"},
        **change,
    }


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    folder = tmp_path / "gold"
    (folder / "mine" / "1" / "contracts").mkdir(parents=True)
    (folder / "mine" / "1" / "gold").mkdir()
    (folder / "mine" / "1" / "contracts" / "one.txt").write_text("Text", "utf-8")
    (folder / "mine" / "1" / "gold" / "one.json").write_text("{}", "utf-8")
    (folder / "mine" / "benchmark.json").write_text(json.dumps(benchmark()), "utf-8")
    return folder


def test_the_benchmarks_of_this_repository_are_in_order(tmp_path: Path) -> None:
    registry = load_registry(tmp_path)
    keys = [item.key for item in registry.benchmarks]
    assert keys == ["contractscrub", "openscrub", "cuad", "openclause"]
    specs = benchmark_specs(tmp_path)
    assert specs["contractscrub"].editions == {"1.0": None}
    assert len(specs["cuad"].editions["1"] or ()) == 32


def test_a_third_party_adds_a_benchmark_as_data(tmp_path: Path, gold: Path) -> None:
    shutil.copytree(GOLD_ROOT / "cuad", gold / "cuad")
    registry = load_registry(tmp_path, gold)
    assert [item.key for item in registry.benchmarks] == ["cuad", "mine"]
    edition = registry.load_edition(registry["mine"], "1")
    assert isinstance(edition, ScrubEdition)
    assert edition.items == ("one",)
    assert registry.load_edition(registry["cuad"], "1") is None


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"key": "other"}, "key and folder"),
        ({"current": "2"}, "among the editions"),
        ({"task": "poetry"}, "task"),
        ({"colour": "blue"}, "colour"),
        ({"source": {"kind": "archive", "url": "http://x", "sha256": "0"}}, "source"),
    ],
)
def test_a_benchmark_that_is_not_in_order_is_named(
    tmp_path: Path, gold: Path, change: dict[str, Any], says: str
) -> None:
    (gold / "mine" / "benchmark.json").write_text(json.dumps(benchmark(**change)), "utf-8")
    with pytest.raises(BrokenRepositoryError, match=says):
        load_registry(tmp_path, gold)


def test_gold_that_is_not_the_pinned_one_breaks_the_repository(tmp_path: Path, gold: Path) -> None:
    pinned = {"version": "1", "released": "2026-01-01", "digest": "sha256:" + "0" * 64}
    (gold / "mine" / "benchmark.json").write_text(json.dumps(benchmark(editions=[pinned])), "utf-8")
    registry = load_registry(tmp_path, gold)
    with pytest.raises(BrokenRepositoryError, match="pinned"):
        registry.load_edition(registry["mine"], "1")


def test_an_unknown_benchmark_is_answered_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="openscrub"):
        load_registry(tmp_path)["openscrap"]
