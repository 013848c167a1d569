"""Every folder below tests/data/valid and tests/data/invalid is a test.

A valid example holds submissions that stand beside each other without a finding; an invalid one
also holds `expected.json`, which names each finding by code, file and pointer.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from leaderboard.checks import Checked, load_submissions
from leaderboard.findings import CODES
from tests.leaderboard.examples import INVALID, SPECS, VALID

ELSEWHERE: Final = {
    # Hazards that a repository cannot keep; test_folder.py and test_strict_json.py show them.
    "not_a_folder",
    "not_a_regular_file",
    "executable_file",
    "too_many_files",
    "unreadable_file",
    "file_too_large",
    "too_many_values",
    # Found in a pull request; tests/system/test_pull_requests.py shows them.
    "beside_data",
    "several_submissions",
    "deleted_file",
    "case_twin",
    "repeated_path",
    "broken_object",
    "folder_too_large",
    "lfs_pointer",
    "unrelated_history",
    "behind_main",
    "not_the_owner",
    "alias_not_own",
    "alias_dropped",
    "missing_change",
    "changed_history",
    # Found between the board and a release; tests/leaderboard/ledger shows them.
    "unexplained_move",
    "vanished_row",
    "changelog_section",
}


def examples(kind: Path) -> list[Path]:
    found = sorted(path for path in kind.iterdir() if path.is_dir())
    assert found
    return found


def checked(example: Path) -> tuple[Checked, ...]:
    folders = {path.name for path in example.iterdir() if path.is_dir()}
    return load_submissions(example, SPECS, shown="", only=folders)


@pytest.mark.parametrize("example", examples(VALID), ids=lambda path: path.name)
def test_valid_example(example: Path) -> None:
    for each in checked(example):
        assert each.findings == ()
        assert each.accepted is not None


@pytest.mark.parametrize("example", examples(INVALID), ids=lambda path: path.name)
def test_invalid_example(example: Path) -> None:
    findings = [finding for each in checked(example) for finding in each.findings]
    expected = json.loads((example / "expected.json").read_text(encoding="utf-8"))["findings"]
    assert [
        {"code": finding.code, "file": finding.file, "pointer": finding.pointer}
        for finding in findings
    ] == expected
    for finding in findings:
        assert finding.message.isprintable()
        assert finding.mend.isprintable()
        assert not finding.message.endswith(".")
        assert finding.mend.endswith(".")


def test_every_code_has_an_example() -> None:
    shown = {
        finding["code"]
        for example in examples(INVALID)
        for finding in json.loads((example / "expected.json").read_text(encoding="utf-8"))[
            "findings"
        ]
    }
    assert shown | ELSEWHERE == set(CODES)
    assert not shown & ELSEWHERE
