from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from leaderboard.runner.progress import Display
from tests.leaderboard.runner.plans import failed


def record(
    response: str | None = "{}", cost: float | None = None, *, is_bound: bool = False
) -> dict[str, Any]:
    return {"response": response, "cost_usd": cost, "cost_is_lower_bound": is_bound}


def test_without_a_terminal_a_line_tells_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    with Display(20, 0, None) as shown:
        for number in range(20):
            shown.advance(record(None if number == 0 else "{}", 0.25))
        shown.tell("Beside it.")
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 11
    assert lines[0] == "2 of 20 asked, 1 failed, $0.5000"
    assert lines[9] == "20 of 20 asked, 1 failed, $5.0000"
    assert lines[10] == "Beside it."


def test_an_unknown_cost_is_said_to_be_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    with Display(2, 0, None) as shown:
        shown.advance(record())
        shown.advance(record(cost=1.0))
    assert capsys.readouterr().err.splitlines() == [
        "1 of 2 asked, 0 failed, cost unknown",
        "2 of 2 asked, 0 failed, at least $1.0000",
    ]


def test_what_may_have_cost_more_is_told_as_a_bound(capsys: pytest.CaptureFixture[str]) -> None:
    with Display(2, 0, None) as shown:
        shown.advance(record(cost=1.0))
        shown.advance(record(cost=1.0, is_bound=True))
    with Display(1, 0, None) as again:
        again.tell_retry("a", failed(message="out of order"))
        again.advance(record(cost=1.0))
    with Display(2, 1, Fraction(1), is_bound=True) as later:
        later.advance(record(cost=1.0))
    told = [line for line in capsys.readouterr().err.splitlines() if "asked," in line]
    assert told == [
        "1 of 2 asked, 0 failed, $1.0000",
        "2 of 2 asked, 0 failed, at least $2.0000",
        "1 of 1 asked, 0 failed, at least $1.0000",
        "2 of 2 asked, 0 failed, at least $2.0000",
    ]


def test_a_run_that_goes_on_counts_on(capsys: pytest.CaptureFixture[str]) -> None:
    with Display(3, 2, Fraction(1, 2)) as shown:
        shown.advance(record("", 0.25))
    assert capsys.readouterr().err == "3 of 3 asked, 1 failed, $0.7500\n"


def test_each_kind_of_fault_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    with Display(3, 0, None) as shown:
        shown.tell_retry("a", failed(raw="500", message="out of order"))
        shown.tell_retry("b", failed(raw="500", message="out of order, too"))
        shown.tell_retry("c", failed(raw="429", message="x" * 900))
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "a: out of order [500]. It is asked again."
    assert lines[1] == f"c: {'x' * 200} [429]. It is asked again."
    assert len(lines) == 2


def test_at_a_terminal_a_bar_tells(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with Display(4, 1, None) as shown:
        shown.advance(record(cost=0.5))
        shown.tell("[bold]Beside it.")
    told = capsys.readouterr().err
    assert "2/4" in told
    assert "0 failed, $0.5000" in told
    assert "[bold]Beside it." in told
