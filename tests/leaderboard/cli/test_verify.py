from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from leaderboard.board import load_board
from leaderboard.files import write_json
from leaderboard.registry import load_registry
from leaderboard.results import build_results
from tests.leaderboard.cli.conftest import Run
from tests.leaderboard.ledger.published import write_release
from tests.leaderboard.repositories import add_submission, echo_gold, make_root, only_defined
from tests.leaderboard.samples import write_json as write_raw


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LEADERBOARD_DATA", str(tmp_path / "data"))
    made = make_root(tmp_path / "repository")
    add_submission(made, "acme--one", only_defined, aliases=["acme--former"])
    monkeypatch.chdir(made)
    return made


def test_without_a_release_the_numbers_are_reproduced(run: Run, root: Path) -> None:
    assert root
    ended = run("verify", "acme--one")
    assert ended.code == 0
    assert "reproduced; compared with nothing" in ended.out
    assert "No release yet" in ended.err


def test_a_row_is_compared_with_the_latest_release(run: Run, root: Path) -> None:
    write_release(root, "2026.12", load_board(root))
    ended = run("verify", "acme--one")
    assert ended.code == 0
    assert "acme--one on OpenScrub 1.0, against release 2026.12: equal." in ended.out
    assert "Every file of release 2026.12 has the bytes that its SHA256SUMS lists." in ended.err
    value = json.loads(run("verify", "acme--one", "--format", "json").out)
    assert (value["id"], value["against"]) == ("acme--one", "release 2026.12")
    assert value["rows"][0]["outcome"] == "equal"


def test_a_former_id_is_taken_with_a_word(run: Run, root: Path) -> None:
    assert root
    ended = run("verify", "acme--former")
    assert ended.code == 0
    assert ended.out.startswith("acme--one on OpenScrub")
    assert "acme--former is a former id of acme--one." in ended.err
    compared = run("compare", "acme--former", "program--nothing")
    assert compared.code == 0
    assert "acme--former is a former id of acme--one." in compared.err


def test_an_unexplained_row_fails(run: Run, root: Path) -> None:
    write_release(root, "2026.12", load_board(root))
    shutil.rmtree(root / "submissions" / "acme--one")
    add_submission(root, "acme--one", echo_gold)
    ended = run("verify", "acme--one")
    assert ended.code == 1
    assert "UNEXPLAINED" in ended.out


def test_a_built_file_can_be_compared_with(run: Run, root: Path) -> None:
    write_json(root / "results.json", build_results(load_board(root)))
    ended = run("verify", "acme--one", "--results", "results.json")
    assert ended.code == 0
    assert "against results.json: equal." in ended.out
    both = run("verify", "acme--one", "--results", "results.json", "--release", "2026.12")
    assert both.code == 2


def test_gold_that_is_not_here_leaves_the_check_incomplete(run: Run, root: Path) -> None:
    items = load_registry(root)["cuad"].editions[-1].items
    assert items is not None
    write_raw(
        root / "submissions" / "acme--one" / "cuad.json",
        {
            "schema_version": 1,
            "benchmark": "cuad",
            "benchmark_version": "1",
            "outputs": [{"item": i, "response": "", "finish_reason": "stop"} for i in items],
        },
    )
    ended = run("verify", "acme--one")
    assert ended.code == 3
    assert "OpenScrub 1.0: reproduced" in ended.out
    assert "CUAD is not verified" in ended.err


def test_a_release_with_other_bytes_verifies_nothing(run: Run, root: Path) -> None:
    folder = write_release(root, "2026.12", load_board(root))
    (folder / "results.json").write_text("{}", "utf-8")
    ended = run("verify", "acme--one")
    assert ended.code == 4
    assert "results.json has other bytes than were frozen" in ended.err


def test_a_name_that_leads_nowhere_is_told(run: Run, root: Path) -> None:
    assert root
    ended = run("verify", "acme--nobody")
    assert ended.code == 2
    assert "there is no entry acme--nobody" in ended.err
