from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import pytest

from leaderboard.checks import check_submission
from leaderboard.errors import UsageError
from leaderboard.models import OutputRecord, OutputsFile, SubmissionFile, SystemInfo
from leaderboard.scaffold import build_scaffold, choose_benchmarks, write_scaffold
from tests.leaderboard.examples import ID, SPECS

TODAY = dt.date(2026, 11, 30)


def findings_of(files: dict[str, str]) -> list[tuple[str, str]]:
    data = {name: text.encode() for name, text in files.items()}
    _, findings = check_submission(data, ID, SPECS)
    return [
        (finding.code, finding.file.rsplit("/", 1)[1] + finding.pointer) for finding in findings
    ]


def test_a_scaffold_wants_nothing_but_to_be_filled_in() -> None:
    files = build_scaffold([SPECS["demo"]], TODAY)
    assert findings_of(files) == [
        ("placeholder", f"demo.json/outputs/{index}/finish_reason") for index in range(3)
    ] + [
        ("placeholder", f"submission.json{pointer}")
        for pointer in (
            "/model/access",
            "/model/name",
            "/model/organization",
            "/submitters/0/github",
            "/submitters/0/name",
        )
    ]


def test_a_scaffold_that_is_filled_in_is_in_order() -> None:
    files = build_scaffold(
        [SPECS["demo"]], TODAY, name="R", organization="O", submitter="S", github="g"
    )
    filled = {
        "submission.json": files["submission.json"].replace("FILL IN", "api"),
        "demo.json": files["demo.json"].replace("FILL IN", "timeout"),
    }
    assert findings_of(filled) == []


def test_a_scaffold_shows_every_key_in_order() -> None:
    files = build_scaffold([SPECS["demo"], SPECS["blind"]], TODAY)
    submission = json.loads(files["submission.json"])
    assert list(submission) == list(SubmissionFile.model_fields)
    assert list(submission["system"]) == list(SystemInfo.model_fields)
    outputs = json.loads(files["demo.json"])
    assert list(outputs) == list(OutputsFile.model_fields)
    assert [record["item"] for record in outputs["outputs"]] == ["alpha", "beta", "gamma"]
    required = [key for key, field in OutputRecord.model_fields.items() if field.is_required()]
    assert list(outputs["outputs"][0]) == required
    assert json.loads(files["blind.json"])["outputs"] == []


def test_benchmarks_are_chosen_by_key() -> None:
    assert choose_benchmarks(["blind", "demo", "blind"], SPECS) == [SPECS["blind"], SPECS["demo"]]
    assert choose_benchmarks([], SPECS) == []
    with pytest.raises(UsageError, match='"no\\\\u000ape"; choose among: blind, demo'):
        choose_benchmarks(["demo", "no\npe"], SPECS)


def test_a_scaffold_never_overwrites(tmp_path: Path) -> None:
    folder = write_scaffold(tmp_path / "new", ID, {"submission.json": "{}\n"})
    assert (folder / "submission.json").read_text() == "{}\n"
    with pytest.raises(UsageError, match="there already; nothing was written"):
        write_scaffold(tmp_path / "new", ID, {"other.json": ""})
    assert [path.name for path in folder.iterdir()] == ["submission.json"]


@pytest.mark.parametrize("name", ["../x--y", "Acme--X", "x", "/x--y", "x--y/"])
def test_ids_are_held_to_their_form(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="not of the form"):
        write_scaffold(tmp_path, name, {"submission.json": ""})
    assert list(tmp_path.iterdir()) == []


def test_a_scaffold_is_not_written_under_a_reserved_id(tmp_path: Path) -> None:
    for name in ("program--nothing", "openai--gpt-5-5--reported"):
        with pytest.raises(UsageError, match="like the ids of the"):
            write_scaffold(tmp_path, name, {"submission.json": "{}\n"})
    assert list(tmp_path.iterdir()) == []
