from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from leaderboard.board import load_board
from tests.conftest import ROOT
from tests.leaderboard.cli.conftest import Run
from tests.leaderboard.ledger.published import write_release
from tests.leaderboard.repositories import add_submission, echo_gold, make_root, only_defined


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LEADERBOARD_DATA", str(tmp_path / "data"))
    made = make_root(tmp_path / "repository")
    shutil.copyfile(ROOT / "CHANGELOG.md", made / "CHANGELOG.md")
    add_submission(made, "acme--one", only_defined)
    monkeypatch.chdir(made)
    return made


@pytest.fixture
def moved(root: Path) -> Path:
    """Released, then another answer without a reason."""
    write_release(root, "2026.12", load_board(root))
    shutil.rmtree(root / "submissions" / "acme--one")
    add_submission(root, "acme--one", echo_gold)
    return root


def test_before_the_first_release_nothing_can_have_moved(run: Run, root: Path) -> None:
    assert root
    for arguments in ((), ("--check",)):
        ended = run("ledger", *arguments)
        assert ended.code == 0
        assert ended.out == "No release yet, so no published number can have moved.\n"
    assert run("ledger", "--since", "2026.12").code == 2


def test_a_board_as_it_was_released_has_an_empty_ledger(run: Run, root: Path) -> None:
    write_release(root, "2026.12", load_board(root))
    ended = run("ledger", "--check")
    assert ended.code == 0
    assert "published numbers moved." in ended.out
    assert ended.err == "0 findings.\n"


def test_an_unexplained_move_is_listed_and_only_a_check_fails(run: Run, moved: Path) -> None:
    assert moved
    listed = run("ledger")
    assert listed.code == 0
    assert "UNEXPLAINED: submission" in listed.out
    assert listed.err == ""
    checked = run("ledger", "--check")
    assert checked.code == 1
    assert checked.out == listed.out
    assert (
        "submissions/acme--one/submission.json\n  /changes: acme--one on openscrub" in checked.err
    )
    assert "[unexplained_move]" in checked.err
    assert "1 finding." in checked.err


def test_programs_and_github_read_it_too(run: Run, moved: Path) -> None:
    assert moved
    value = json.loads(run("ledger", "--check", "--format", "json").out)
    assert value["baseline"] == "2026.12"
    assert [finding["code"] for finding in value["findings"]] == ["unexplained_move"]
    assert json.loads(run("ledger", "--format", "json").out)["findings"] == []
    ended = run("ledger", "--check", "--format", "github")
    assert ended.code == 1
    assert ended.out.startswith("::error file=submissions/acme--one/submission.json,")


def test_files_that_were_built_save_scoring_again(run: Run, moved: Path) -> None:
    assert moved
    whole = run("ledger", "--check", "--format", "json")
    assert run("score", "--out", "cards.json").code == 0
    cards = run("ledger", "--check", "--format", "json", "--cards", "cards.json")
    assert cards.code == 1
    assert json.loads(cards.out)["moves"] == json.loads(whole.out)["moves"]
    assert run("ledger", "--results", "nothing.json").code == 2
    assert run("ledger", "--cards", "cards.json", "--results", "cards.json").code == 2


def test_an_older_release_can_be_the_baseline(run: Run, moved: Path) -> None:
    write_release(moved, "2027.01", load_board(moved))
    assert run("ledger", "--check").code == 0
    older = run("ledger", "--check", "--since", "2026.12")
    assert older.code == 1
    assert older.out.startswith("Since release 2026.12")


def test_the_changelog_is_checked_as_well(run: Run, root: Path) -> None:
    (root / "CHANGELOG.md").write_text("## Scorer 1.0\n", "utf-8")
    ended = run("ledger", "--check")
    assert ended.code == 1
    assert 'nothing is said in the section about "scorer 1.0" [changelog_section]' in ended.err
    assert 'there is no section about "OpenScrub 1.0"' in ended.err
