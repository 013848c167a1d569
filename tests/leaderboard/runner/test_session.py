from __future__ import annotations

import asyncio
import json
import os
import resource
import signal
import threading
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from leaderboard.errors import UsageError
from leaderboard.runner.budget import Budget
from leaderboard.runner.client import Reply
from leaderboard.runner.faults import Fault
from leaderboard.runner.loop import Limits
from leaderboard.runner.plan import Plan
from leaderboard.runner.session import Sitting, run_sitting
from tests.leaderboard.runner.plans import ScriptedCaller, answered, failed, make_plan
from tests.leaderboard.runner.test_budget import pricing


def sit(
    folder: Path,
    caller: ScriptedCaller,
    *,
    plan: Plan | None = None,
    limits: Limits | None = None,
    budget: Budget | None = None,
) -> Sitting:
    return run_sitting(
        plan or make_plan(folder, 4),
        caller,
        folder / "runs" / "j.jsonl",
        limits or Limits(2, 2, 0.0),
        budget or Budget(),
    )


def outputs(sitting: Sitting) -> Any:
    assert sitting.outputs is not None
    return json.loads(sitting.outputs)["outputs"]


def test_a_sitting_answers_everything_and_closes_what_it_opened(tmp_path: Path) -> None:
    caller = ScriptedCaller()
    sitting = sit(tmp_path, caller)
    assert [each["item"] for each in outputs(sitting)] == ["c000", "c001", "c002", "c003"]
    assert (sitting.unanswered, sitting.faults, sitting.stopped_by) == ((), {}, None)
    assert (sitting.calls, sitting.cost) == (4, None)
    assert caller.is_closed


def test_a_second_sitting_asks_only_for_what_is_left(tmp_path: Path) -> None:
    def script(question: str, _before: int) -> Reply | Fault:
        return failed() if question.endswith("1. Fee. The Fee is due.") else answered()

    first = sit(tmp_path, ScriptedCaller(script))
    assert first.unanswered == ("c001",)
    assert first.faults == {"c001": "the server is out of order"}
    assert outputs(first)[1]["finish_reason"] == "api_error"
    caller = ScriptedCaller()
    second = sit(tmp_path, caller)
    assert second.calls == len(caller.asked) == 1
    assert second.unanswered == ()
    assert second.cost_is_lower_bound
    assert not second.is_capped
    assert outputs(second)[1]["attempts"] == 3
    third = sit(tmp_path, ScriptedCaller())
    assert third.calls == 0
    assert third.outputs == second.outputs


def test_why_an_item_is_asked_again_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sit(tmp_path, ScriptedCaller(lambda _q, before: answered() if before else failed()))
    told = capsys.readouterr().err
    assert told.count("It is asked again.") == 1
    assert "the server is out of order [500]" in told


def test_without_a_record_of_each_item_there_are_no_outputs(tmp_path: Path) -> None:
    stopped = sit(
        tmp_path, ScriptedCaller(lambda _q, _b: failed("stop_run", None, message="no key"))
    )
    assert stopped.outputs is None
    assert stopped.stopped_by == "no key"
    assert stopped.faults == {"c000": "no key", "c001": "no key"}
    assert len(stopped.unanswered) == 4


def test_a_fault_without_words_is_told_by_its_kind(tmp_path: Path) -> None:
    sitting = sit(tmp_path, ScriptedCaller(lambda _q, _b: failed("outcome", message="")))
    assert sitting.faults["c000"] == "api_error"


def test_cost_adds_up_over_sittings_and_counts_against_the_cap(tmp_path: Path) -> None:
    def script(_question: str, _before: int) -> Reply:
        return answered(input_tokens=100_000, output_tokens=0)

    def purse() -> Budget:
        return Budget(pricing(), Fraction("0.25"), 100, lambda _: 80_000)

    first = sit(tmp_path, ScriptedCaller(script), budget=purse(), limits=Limits(1))
    assert (first.calls, first.cost) == (2, Fraction("0.2"))
    assert (first.cost_is_lower_bound, first.is_capped) == (False, True)
    assert first.spent == Fraction("0.2")
    second = sit(tmp_path, ScriptedCaller(script), budget=purse(), limits=Limits(1))
    assert second.calls == 0
    assert "could pass the cap of $0.25 (spent so far: at most $0.2000)" in str(second.stopped_by)


def test_a_journal_that_is_in_use_is_refused(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    caller = ScriptedCaller()
    with (
        FileLock(tmp_path / "runs" / "j.jsonl.lock"),
        pytest.raises(UsageError, match="another run is at work on"),
    ):
        sit(tmp_path, caller)
    assert caller.asked == []
    assert sit(tmp_path, caller).unanswered == ()


def test_a_journal_of_another_run_is_refused_and_free_again(tmp_path: Path) -> None:
    sit(tmp_path, ScriptedCaller())
    caller = ScriptedCaller()
    other = make_plan(tmp_path, 4, settings={"seed": 1})
    with pytest.raises(UsageError, match="setting seed was not given and is 1"):
        sit(tmp_path, caller, plan=other)
    assert caller.asked == []
    assert sit(tmp_path, caller).calls == 0


class Interrupted(ScriptedCaller):
    """While its first calls are under way, the process gets signals.

    Attributes:
        signals: after how many seconds each comes.
        number: which it is.

    """

    signals: tuple[float, ...] = ()
    number: signal.Signals = signal.SIGINT

    async def call(self, question: str) -> Reply:
        if not self.asked:
            for seconds in self.signals:
                threading.Timer(seconds, os.kill, (os.getpid(), self.number)).start()
        return await super().call(question)


@pytest.fixture
def interrupted() -> Callable[..., Interrupted]:
    def make(*signals: float, pause_s: float) -> Interrupted:
        caller = Interrupted(pause_s=pause_s)
        caller.signals = signals
        return caller

    return make


def test_ctrl_c_waits_for_calls_under_way(
    tmp_path: Path,
    interrupted: Callable[..., Interrupted],
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = signal.getsignal(signal.SIGINT)
    sitting = sit(tmp_path, interrupted(0.1, pause_s=0.5))
    assert (sitting.stopped_by, sitting.calls) == ("interrupted", 2)
    assert sitting.unanswered == ("c002", "c003")
    assert "Waiting for the calls under way" in capsys.readouterr().err
    assert signal.getsignal(signal.SIGINT) == before


def test_a_request_to_end_waits_for_them_too(
    tmp_path: Path, interrupted: Callable[..., Interrupted]
) -> None:
    before = signal.getsignal(signal.SIGTERM)
    caller = interrupted(0.1, pause_s=0.5)
    caller.number = signal.SIGTERM
    sitting = sit(tmp_path, caller)
    assert (sitting.stopped_by, sitting.calls) == ("interrupted", 2)
    assert sitting.unanswered == ("c002", "c003")
    assert signal.getsignal(signal.SIGTERM) == before


def test_calls_under_way_are_given_up_after_another_stop_too(
    tmp_path: Path, interrupted: Callable[..., Interrupted]
) -> None:
    caller = interrupted(0.3, 0.5, pause_s=0.1)
    slow = make_plan(tmp_path, 4)
    first = next(iter(slow.questions.values()))
    plain = caller.call

    async def call(question: str) -> Reply:
        caller.pause_s = 0.1 if question == first else 60.0
        return await plain(question)

    caller.script = lambda _q, _b: failed("stop_run", None, message="no key")
    caller.call = call  # type: ignore[method-assign]
    begun = time.monotonic()
    assert sit(tmp_path, caller, plan=slow).stopped_by == "no key"
    assert time.monotonic() - begun < 30


def test_a_full_disk_ends_a_sitting_as_any_stop_does(tmp_path: Path) -> None:
    former = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_500, former[1]))
    try:
        sitting = sit(tmp_path, ScriptedCaller(), limits=Limits(1))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, former)
    assert sitting.stopped_by is not None
    assert sitting.stopped_by.endswith("j.jsonl cannot be written: File too large")
    assert 0 < len(sitting.unanswered) < 4
    assert sitting.outputs is None
    assert sit(tmp_path, ScriptedCaller()).calls == len(sitting.unanswered)


def test_a_second_ctrl_c_gives_them_up(
    tmp_path: Path, interrupted: Callable[..., Interrupted]
) -> None:
    caller = interrupted(0.1, 0.3, pause_s=60.0)
    sitting = sit(tmp_path, caller)
    assert (sitting.stopped_by, sitting.calls) == ("interrupted", 2)
    assert len(sitting.unanswered) == 4
    assert caller.is_closed
    done = sit(tmp_path, ScriptedCaller())
    assert [each["attempts"] for each in outputs(done)] == [2, 2, 1, 1]
    assert [each["cost_is_lower_bound"] for each in outputs(done)] == [True, True, False, False]


def test_no_loop_is_left_running(tmp_path: Path) -> None:
    sit(tmp_path, ScriptedCaller())
    with pytest.raises(RuntimeError):
        asyncio.get_running_loop()
