from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from leaderboard.errors import UsageError
from leaderboard.registry import Registry, load_registry
from leaderboard.sources.errors import SourceError
from leaderboard.sources.fetch import Suite, fetch_edition, load_suite
from leaderboard.sources.store import store_scrubbing
from scoring.cuad import CLAUSE_TYPES, list_cases
from scoring.gold import ClauseEdition, load_scrub_edition
from tests.leaderboard.sources.test_hub import write


def squad(folder: Path) -> Path:
    """A made-up archive: one contract has every clause, the other none."""

    def contract(title: str, text: str, span: str | None) -> dict[str, Any]:
        return {
            "title": title,
            "paragraphs": [
                {
                    "context": text,
                    "qas": [
                        {
                            "id": f"{title}__{name}",
                            "question": f'Highlight the parts related to "{name}".',
                            "answers": [{"text": span, "answer_start": 0}] if span else [],
                            "is_impossible": span is None,
                        }
                        for name in CLAUSE_TYPES
                    ],
                }
            ],
        }

    value = {
        "version": "aok_v1.0",
        "data": [
            contract("Full ", "This clause holds everything.", "This clause holds everything."),
            contract("Bare", "Nothing here.", None),
        ],
    }
    path = folder / "test.json"
    path.write_text(json.dumps(value), "utf-8")
    (folder / "titles.json").write_text(json.dumps(["Bare", "Full "]), "utf-8")
    return path


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry:
    monkeypatch.setenv("LEADERBOARD_DATA", str(tmp_path / "data"))
    return load_registry(tmp_path)


def test_a_suite_of_any_size_is_built_and_can_be_loaded(tmp_path: Path, registry: Registry) -> None:
    cuad = registry["cuad"]
    suite = Suite(3, 2, titles=(squad(tmp_path).parent / "titles.json"))
    fetched = fetch_edition(registry, cuad, path=tmp_path / "test.json", suite=suite)
    assert (fetched.version, fetched.items) == ("1-p3-a2", 5)
    edition = registry.load_edition(cuad, fetched.version)
    assert isinstance(edition, ClauseEdition)
    assert edition.digest == fetched.digest
    first = edition.cases[0]
    assert edition.contracts[edition.contract_of[first.id]] == "This clause holds everything."
    assert first.category in edition.questions[first.id]
    assert registry.local_versions(cuad) == ("1-p3-a2",)
    assert registry.specs()["cuad"].editions["1-p3-a2"] == frozenset(edition.items)
    assert registry.specs()["cuad"].current == "1"


def test_fetching_again_replaces_the_edition_and_leaves_nothing_behind(
    tmp_path: Path, registry: Registry
) -> None:
    suite = Suite(every=True, titles=(squad(tmp_path).parent / "titles.json"))
    for _ in range(2):
        fetched = fetch_edition(
            registry, registry["cuad"], path=tmp_path / "test.json", suite=suite
        )
    assert (fetched.version, fetched.items) == ("1-all", 82)
    assert [path.name for path in fetched.place.parent.iterdir()] == ["1-all"]


def test_cases_that_are_not_the_pinned_ones_are_not_stored(
    tmp_path: Path, registry: Registry
) -> None:
    suite = Suite(titles=(squad(tmp_path).parent / "titles.json"))
    with pytest.raises(SourceError, match="pinned"):
        fetch_edition(registry, registry["cuad"], path=tmp_path / "test.json", suite=suite)
    assert not (registry.data / "cuad").exists()


def test_the_real_archive_gives_the_pinned_suite(shared: Path, registry: Registry) -> None:
    fetched = fetch_edition(registry, registry["cuad"], path=shared / "cuad" / "CUAD_v1.zip")
    assert (fetched.version, fetched.items) == ("1", 32)
    source = load_suite(
        shared / "cuad" / "CUAD_v1.zip", Suite(titles=shared / "cuad" / "test_titles.json")
    )
    assert list_cases(source.cases) == json.loads((shared / "cuad" / "cases.json").read_text())


def test_the_official_gold_is_read_from_a_folder(tmp_path: Path, registry: Registry) -> None:
    folder = tmp_path / "dataset"
    folder.mkdir()
    fetched = fetch_edition(registry, registry["contractscrub"], path=write(folder))
    assert (fetched.version, fetched.items) == ("1.0", 2)


def test_without_a_revision_or_a_path_nothing_is_fetched(registry: Registry) -> None:
    with pytest.raises(UsageError, match="--revision"):
        fetch_edition(registry, registry["contractscrub"])
    with pytest.raises(UsageError, match="nothing to fetch"):
        fetch_edition(registry, registry["openscrub"])


def test_a_failed_write_leaves_the_old_edition(tmp_path: Path) -> None:
    place = tmp_path / "openscrub" / "1"
    gold: dict[str, dict[str, list[Any]]] = {"one": {"defined_terms": []}}
    store_scrubbing(place, {"one": "Text"}, gold)
    before = load_scrub_edition(place).digest
    with pytest.raises(TypeError):
        store_scrubbing(place, {"one": "Other"}, {"one": {"defined_terms": [{1, 2}]}})  # type: ignore[list-item]
    assert load_scrub_edition(place, before).contracts == {"one": "Text"}
    assert [path.name for path in place.parent.iterdir()] == ["1"]
