"""The frozen editions: the seed gives the committed bytes again, and the numbers hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from leaderboard.openscrub.card import write_card
from leaderboard.openscrub.edition import write_edition
from leaderboard.openscrub.freezing import freeze
from leaderboard.openscrub.openclause import write_clause_edition
from leaderboard.openscrub.quotas import TABLE_4
from leaderboard.openscrub.shelf import Library
from leaderboard.openscrub.stats import measure
from scoring.gold import GOLD_ROOT, load_clause_edition, load_scrub_edition

SCRUB = GOLD_ROOT / "openscrub" / "1.0"
CLAUSES = GOLD_ROOT / "openclause" / "1.0"


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "card.md"
    }


def pinned(benchmark: str) -> dict[str, str]:
    about = json.loads((GOLD_ROOT / benchmark / "benchmark.json").read_bytes())
    return next(edition for edition in about["editions"] if edition["version"] == "1.0")


def test_the_seed_gives_the_frozen_bytes(library: Library, tmp_path: Path) -> None:
    about = json.loads((SCRUB / "edition.json").read_bytes())
    write_edition(library, about["seed"], about["contracts"], tmp_path, evidence=False)
    assert files_of(tmp_path) == files_of(SCRUB)


def test_the_seed_gives_the_frozen_cases(library: Library, tmp_path: Path) -> None:
    about = json.loads((CLAUSES / "edition.json").read_bytes())
    write_clause_edition(library, about["seed"], about["contracts"], tmp_path)
    assert files_of(tmp_path) == files_of(CLAUSES)


def test_the_digests_are_pinned() -> None:
    scrub, clauses = pinned("openscrub"), pinned("openclause")
    load_scrub_edition(SCRUB, scrub["digest"], scrub["texts"])
    load_clause_edition(CLAUSES, clauses["digest"], clauses["texts"])


def test_freezing_pins_what_it_writes(library: Library, tmp_path: Path) -> None:
    write_edition(library, "s", 2, tmp_path / "openscrub" / "9", evidence=False)
    write_clause_edition(library, "s", 16, tmp_path / "openclause" / "9")
    for name in ("openscrub", "openclause"):
        (tmp_path / name / "benchmark.json").write_text(
            json.dumps({"editions": [{"version": "8"}, {"version": "9"}]})
        )
    lines = freeze(library, tmp_path, "9")
    assert [line.split()[:2] for line in lines] == [["openscrub", "9"], ["openclause", "9"]]
    about = json.loads((tmp_path / "openscrub" / "benchmark.json").read_bytes())
    assert about["editions"][0] == {"version": "8"}
    edition = about["editions"][1]
    load_scrub_edition(tmp_path / "openscrub" / "9", edition["digest"], edition["texts"])
    assert "- seed: `s`" in (tmp_path / "openscrub" / "9" / "card.md").read_text()


def test_the_card_is_of_this_edition(library: Library) -> None:
    assert (SCRUB / "card.md").read_text(encoding="utf-8") == write_card(SCRUB, library)


def test_the_counts_and_limits_of_the_frozen_edition() -> None:
    stats = measure(SCRUB)
    assert (stats.contracts, stats.controls, len(stats.kinds)) == (44, 3, 12)
    for key, paper in TABLE_4.items():
        assert abs(stats.categories[key] - paper) <= 0.15 * paper, key
    assert stats.sizes["least"] >= 15_000
    assert 26_000 <= stats.sizes["median"] <= 34_000
    assert stats.sizes["greatest"] <= 48_000
    assert stats.overlap["greatest"] <= 0.30
    assert stats.overlap["median"] <= 0.15
    assert min(stats.distance_bins.values()) >= 20
    assert stats.zero_cells["zero"] / stats.zero_cells["of"] == pytest.approx(0.15, abs=0.02)
    assert stats.least_pool is not None
    assert stats.least_pool >= 4


def test_no_contract_of_openclause_is_one_of_openscrub() -> None:
    scrub, clauses = load_scrub_edition(SCRUB), load_clause_edition(CLAUSES)
    openings = {text.partition("\n\n")[2][:400] for text in scrub.contracts.values()}
    assert not openings & {text.partition("\n\n")[2][:400] for text in clauses.contracts.values()}
    absent = {case.category for case in clauses.cases if not case.gold}
    assert len(absent) >= 24
