"""Every hostile pull request is refused or flagged, by the one check that is meant to tell it."""

from __future__ import annotations

import pytest

from leaderboard.review import Reviewed
from tests.leaderboard.review import attacks_by_path, attacks_in_files, attacks_on_scope
from tests.leaderboard.review.attack import Attack, take_out
from tests.leaderboard.review.conftest import Check

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


@EACH
def test_it_is_told(check: Check, attack: Attack) -> None:
    reviewed = judged(check, attack)
    assert attack.code in told(reviewed)
    assert reviewed.report.verdict != "accept"


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
