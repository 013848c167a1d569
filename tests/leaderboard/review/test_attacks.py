"""Every hostile pull request is refused or flagged, by the one check that is meant to tell it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from leaderboard.files import dump_json
from leaderboard.review import Reviewed, parse_report, render_markdown
from leaderboard.review.markdown import MOST_MARKDOWN
from tests.leaderboard.review import attacks_by_path, attacks_in_files, attacks_on_scope
from tests.leaderboard.review.attack import Attack, take_out
from tests.leaderboard.review.conftest import Check
from tests.timing import at_most

ATTACKS = (*attacks_on_scope.ATTACKS, *attacks_by_path.ATTACKS, *attacks_in_files.ATTACKS)
EACH = pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)


def told(reviewed: Reviewed) -> set[str]:
    """Codes of findings and kinds of alarms."""
    codes = {finding.code for finding in reviewed.findings}
    return codes | {alarm.kind for alarm in reviewed.report.alarms}


def judged(check: Check, attack: Attack) -> Reviewed:
    made = attack.make(check.hosted)
    head, base = made if isinstance(made, tuple) else (made, "origin/main")
    return check(head, attack.author, base=base)


def test_there_are_enough_and_each_has_a_name() -> None:
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS) >= 40


def around(check: Check) -> set[Path]:
    """Every file of the clone and beside it, git's own left out."""
    return {path for path in check.hosted.clone.parent.rglob("*") if ".git" not in str(path)}


@EACH
def test_it_is_told(check: Check, attack: Attack) -> None:
    made = attack.make(check.hosted)
    head, base = made if isinstance(made, tuple) else (made, "origin/main")
    before = around(check)
    with at_most(5):
        reviewed = check(head, attack.author, base=base)
    assert attack.code in told(reviewed)
    assert reviewed.report.verdict != "accept"
    assert around(check) == before
    markdown = render_markdown(reviewed.report)
    assert len(markdown) <= MOST_MARKDOWN
    assert re.sub("</?code>|<br>", "", markdown).count("<") == 0
    written = dump_json(reviewed.report.model_dump(mode="json")).encode()
    assert parse_report(written) == reviewed.report


@EACH
def test_it_is_told_by_the_check_that_is_meant_to(
    check: Check, attack: Attack, monkeypatch: pytest.MonkeyPatch
) -> None:
    for mutation in attack.taken_out:
        take_out(monkeypatch, mutation)
    try:
        reviewed = judged(check, attack)
    except (RecursionError, ValueError):
        # Without its check it comes through to where nothing expects it.
        assert not attack.alone
        return
    assert attack.code not in told(reviewed)
    if attack.alone:
        assert reviewed.report.verdict == "accept", told(reviewed)
