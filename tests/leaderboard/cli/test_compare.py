from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.leaderboard.cli.conftest import Run
from tests.leaderboard.repositories import add_submission, echo_gold, make_root, only_defined


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    made = make_root(tmp_path / "repository")
    add_submission(made, "acme--all", echo_gold)
    add_submission(made, "acme--some", only_defined)
    monkeypatch.chdir(made)
    return made


def test_two_entries_are_compared(run: Run, root: Path) -> None:
    ended = run("compare", "acme--all", "acme--some")
    assert ended.code == 0
    assert "Model acme--all is ahead of Model acme--some in macro recall" in ended.out
    assert "Differing, Inconsistent Language" in ended.out
    assert "Differing, Defined Terms" not in ended.out
    assert "differ." in ended.err
    # The folder of a submission does as well as its id.
    folders = ("submissions/acme--all", str(root / "submissions" / "acme--some"))
    assert run("compare", *folders).out == ended.out


def test_json_is_the_same_twice(run: Run, root: Path) -> None:
    assert root
    once, again = (
        run("compare", "acme--some", "program--nothing", "--format", "json") for _ in range(2)
    )
    assert once.out == again.out
    (made,) = json.loads(once.out)["comparisons"]
    assert (made["first"], made["second"]) == ("acme--some", "program--nothing")
    assert made["seed"]


def test_the_number_of_entries_is_the_readers(run: Run, root: Path) -> None:
    assert root
    assert "Differing" not in run("compare", "acme--all", "acme--some", "--entries", "0").out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("acme--all", "acme--none"), "there is no entry acme--none"),
        (("acme--all", "program--none"), "the programs are program--nothing"),
        (("acme--all", "acme--some", "--benchmark", "nope"), "there is no benchmark"),
        (("acme--all", "acme--some", "--benchmark", "cuad"), "in common on cuad"),
    ],
)
def test_what_cannot_be_compared_is_said(
    run: Run, root: Path, arguments: tuple[str, ...], says: str
) -> None:
    assert root
    ended = run("compare", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert says in ended.err


def test_a_submission_with_findings_is_not_compared(run: Run, root: Path) -> None:
    (root / "submissions" / "acme--some" / "submission.json").write_text("{}", "utf-8")
    ended = run("compare", "acme--all", "acme--some")
    assert (ended.code, ended.out) == (2, "")
    assert "leaderboard validate submissions/acme--some" in ended.err
