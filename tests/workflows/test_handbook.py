"""The handbook names what there is: workflows, checks, environments, labels, alarms."""

from __future__ import annotations

import re
from typing import get_args

import pytest
import yaml

from leaderboard.review.report import AlarmKind
from tests.conftest import ROOT
from tests.workflows.actions import WORKFLOWS, load_workflow
from tests.workflows.traps import REQUIRED

HANDBOOK = (ROOT / "docs" / "maintaining.md").read_text("utf-8")
NAMES = sorted(path.stem for path in WORKFLOWS.iterdir())


@pytest.mark.parametrize("name", NAMES)
def test_every_workflow_has_a_line(name: str) -> None:
    assert re.search(rf"^\| `{name}` \| ", HANDBOOK, re.MULTILINE)


def test_the_required_checks_are_named() -> None:
    line = next(line for line in HANDBOOK.splitlines() if "require status checks" in line)
    assert re.findall(r"`(\w+)`", line) == list(REQUIRED.values())


@pytest.mark.parametrize("name", NAMES)
def test_every_environment_has_a_line(name: str) -> None:
    for job in load_workflow(name)["jobs"].values():
        environment = job.get("environment")
        named = environment["name"] if isinstance(environment, dict) else environment
        assert named is None or f"| Environments → `{named}` |" in HANDBOOK


def test_every_label_of_a_form_is_named() -> None:
    for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"):
        for label in yaml.safe_load(path.read_text("utf-8")).get("labels", ()):
            assert f"`{label}`" in HANDBOOK, path.name


@pytest.mark.parametrize("kind", get_args(AlarmKind))
def test_every_alarm_has_a_line_that_says_what_to_do(kind: str) -> None:
    table = HANDBOOK.partition("| alarm | look at | usually |")[2].partition("\n\n")[0]
    firsts = [line.split("|")[1] for line in table.splitlines() if line.startswith("| ")]
    assert any(kind.replace("_", " ") in first for first in firsts), kind
