from __future__ import annotations

import json
from pathlib import Path

from tests.leaderboard.cli.conftest import Run
from tests.leaderboard.examples import ID


def test_a_submission_is_started_and_told_what_is_next(run: Run, repository: Path) -> None:
    ended = run(
        "new",
        ID,
        *("--benchmark", "demo", "--benchmark", "blind", "--name", "Reader 2"),
        *("--organization", "Acme", "--submitter", "Ada", "--github", "ada"),
    )
    assert ended.code == 0
    folder = repository / "submissions" / ID
    names = ["submission.json", "demo.json", "blind.json"]
    assert ended.out.splitlines() == [str(folder / name) for name in names]
    assert f"leaderboard validate {folder}" in ended.err
    written = json.loads((folder / "submission.json").read_text(encoding="utf-8"))
    assert written["model"]["name"] == "Reader 2"
    assert written["submitters"] == [{"name": "Ada", "github": "ada", "affiliation": None}]

    checked = run("validate", f"submissions/{ID}", "--format", "json")
    assert checked.code == 1
    assert {finding["code"] for finding in json.loads(checked.out)["findings"]} == {
        "placeholder",
        "too_short",  # the items of `blind` are not at hand
    }


def test_elsewhere_and_for_programs(run: Run, repository: Path) -> None:
    assert repository
    ended = run("new", ID, "--into", "here", "--format", "json")
    assert json.loads(ended.out) == {"written": [f"here/{ID}/submission.json"]}


def test_nothing_is_overwritten(run: Run, repository: Path) -> None:
    assert repository
    assert run("new", ID).code == 0
    again = run("new", ID)
    assert (again.code, again.out) == (2, "")
    assert "is there already; nothing was written" in again.err


def test_ids_and_benchmarks_are_held_to_their_form(run: Run, repository: Path) -> None:
    ended = run("new", "Acme")
    assert (ended.code, ended.out) == (2, "")
    assert "acme--reader-2" in ended.err
    ended = run("new", ID, "--benchmark", "nope")
    assert (ended.code, ended.out) == (2, "")
    assert "choose among: blind, demo" in ended.err
    assert list((repository / "submissions").iterdir()) == []
