"""The linters that `make test` runs find what is planted; that they find nothing else is theirs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.workflows.lint import FORMS, judge

PLANTED = [
    ("zizmor", "workflows/comment.yml", " # zizmor: ignore[dangerous-triggers]", " #"),
    ("zizmor", "workflows/validate.yml", "persist-credentials: false", "clean: true"),
    ("zizmor", "workflows/validate.yml", "uses: actions/setup-python@", "uses: other/set-up@"),
    ("zizmor", "workflows/test.yml", "permissions: {}", "permissions: write-all"),
    ("zizmor", "dependabot.yml", "default-days: 14", "default-days: 0"),
    ("actionlint", "workflows/test.yml", "needs: scope", "needs: scoop"),
    ("actionlint", "workflows/rescore.yml", 'test "$SCORE" = success', "test $SCORE = success"),
    ("vendor.github-workflows", "workflows/test.yml", "timeout-minutes: 60", "timeout: 60"),
    ("vendor.dependabot", "dependabot.yml", "version: 2", "version: two"),
    ("vendor.github-issue-config", "ISSUE_TEMPLATE/config.yml", "blank_issues", "blank"),
    ("vendor.github-issue-forms", "ISSUE_TEMPLATE/bug.yml", "type: input", "type: field"),
]


def test_every_file_of_issues_is_of_some_form() -> None:
    github = ROOT / ".github"
    judged = {path for pattern in FORMS.values() for path in github.glob(pattern)}
    assert {path for path in github.rglob("*.yml") if path.name != "zizmor.yml"} == judged


@pytest.mark.slow
@pytest.mark.parametrize(("tool", "file", "before", "after"), PLANTED)
def test_each_linter_sees_what_is_planted(
    tool: str, file: str, before: str, after: str, tmp_path: Path
) -> None:
    shutil.copytree(ROOT / ".github", tmp_path / ".github")
    path = tmp_path / ".github" / file
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after), "utf-8")
    assert tool in judge(tmp_path)
