from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from leaderboard.findings import CODES
from tests.leaderboard.cli.conftest import Run
from tests.leaderboard.examples import ID, INVALID, VALID


def put(repository: Path, example: Path) -> None:
    for folder in example.iterdir():
        if folder.is_dir():
            shutil.copytree(folder, repository / "submissions" / folder.name)


def test_a_good_submission_gives_no_output_and_exit_0(run: Run, repository: Path) -> None:
    put(repository, VALID / "full")
    ended = run("validate")
    assert (ended.code, ended.out) == (0, "")
    assert ended.err == "1 submission, nothing to mend.\n"
    assert run("validate", f"submissions/{ID}") == ended


def test_no_submissions_are_in_order(run: Run, repository: Path) -> None:
    assert repository
    assert run("validate").err == "0 submissions, nothing to mend.\n"


def test_findings_for_people(run: Run, repository: Path) -> None:
    put(repository, INVALID / "many-things-at-once")
    ended = run("validate")
    assert ended.code == 1
    assert ended.err == "9 findings in 1 of 1 submission.\n"
    assert ended.out.startswith(
        f"submissions/{ID}/demo.json\n"
        '  /outputs: there is no output for "alpha" of demo 1.0 [missing_item]\n'
        "    Add its output;"
    )
    assert f"\n\nsubmissions/{ID}/other.json\n  there is no benchmark" in ended.out
    assert f"\n\nsubmissions/{ID}/submission.json\n  /license: the key" in ended.out


def test_findings_for_programs(run: Run, repository: Path) -> None:
    put(repository, VALID / "smallest")
    put(repository, INVALID / "duplicate-items")
    ended = run("validate", "--format", "json")
    assert ended.code == 1
    assert ended.err == "2 findings in 1 of 2 submissions.\n"
    report = json.loads(ended.out)
    assert report["submissions"] == ["submissions/acme--reader-1", f"submissions/{ID}"]
    assert [list(finding) for finding in report["findings"]] == [
        ["code", "file", "pointer", "message", "mend"]
    ] * 2
    assert report["findings"][0]["code"] == "duplicate_item"
    good = run("validate", "submissions/acme--reader-1", "--format", "json")
    assert json.loads(good.out) == {"submissions": ["submissions/acme--reader-1"], "findings": []}


def test_findings_for_github(run: Run, repository: Path) -> None:
    folder = repository / "submissions" / "acme--50%,x:y\n::error::z"
    folder.mkdir()
    ended = run("validate", "--format", "github")
    assert ended.code == 1
    lines = ended.out.splitlines()
    assert len(lines) == 3
    for line in lines:
        assert line.startswith(
            "::error file=submissions/acme--50%25%2Cx%3Ay\\u000a%3A%3Aerror%3A%3Az,title="
        )
        assert "%0A" in line


def test_a_look_alike_of_a_neighbour_is_told(run: Run, repository: Path) -> None:
    put(repository, INVALID / "look-alike-names")
    ended = run("validate", "submissions/acme--gpt-9-pro")
    assert ended.code == 1
    assert "look_alike_name" in ended.out


@pytest.mark.parametrize("path", ["nowhere", "submissions/nowhere", "mkdocs.yml", "\u202e"])
def test_paths_that_name_nothing_are_usage_errors(run: Run, repository: Path, path: str) -> None:
    assert repository
    ended = run("validate", path)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("leaderboard: ")
    assert "\u202e" not in ended.err


@pytest.mark.parametrize(
    "example", sorted(path.name for path in INVALID.iterdir() if path.is_dir())
)
def test_every_broken_submission_ends_with_1_and_plain_letters(
    run: Run, repository: Path, example: str
) -> None:
    put(repository, INVALID / example)
    for style in ("text", "json", "github"):
        ended = run("validate", "--format", style)
        assert ended.code == 1
        assert "Traceback" not in ended.err
        assert all(char.isprintable() or char == "\n" for char in ended.out)
    codes = {
        finding["code"]
        for finding in json.loads(run("validate", "--format", "json").out)["findings"]
    }
    assert codes <= set(CODES)


def test_help_says_that_many_paths_are_taken(run: Run) -> None:
    assert "validate [OPTIONS] [PATH]..." in run("validate", "--help").out
