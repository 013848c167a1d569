from __future__ import annotations

import asyncio
import json
import resource
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from leaderboard.runner.budget import Budget
from leaderboard.runner.client import Reply
from leaderboard.runner.faults import Fault
from leaderboard.runner.journal import Journal, Past
from leaderboard.runner.loop import Limits, Run, is_done
from tests.leaderboard.runner.plans import ScriptedCaller, answered, failed
from tests.leaderboard.runner.test_budget import pricing

QUESTIONS = {f"i{number}": f"question {number}" for number in range(6)}


class Ran:
    """A run that is over, with what its journal says.

    Attributes:
        run: the run.
        caller: what was asked.
        items: item → what the journal knows.
        told: the records that were told of, in order.

    """

    def __init__(
        self,
        path: Path,
        caller: ScriptedCaller,
        limits: Limits,
        budget: Budget | None = None,
        questions: Mapping[str, str] = QUESTIONS,
    ) -> None:
        self.caller = caller
        self.told: list[Mapping[str, Any]] = []
        with Journal(path / "j.jsonl", {}) as journal:
            self.run = Run(caller, journal, limits, budget or Budget(), self.told.append)
            asyncio.run(self.run.run(questions, list(questions)))
            self.lines = list(journal.lines)
            self.items: Mapping[str, Past] = journal.items()

    def record(self, item: str) -> Mapping[str, Any]:
        record = self.items[item].record
        assert record is not None
        return record


def quick(attempts: int = 5, concurrency: int = 4) -> Limits:
    return Limits(concurrency, attempts, most_pause_s=0.0)


def test_every_item_is_asked_once_and_kept(tmp_path: Path) -> None:
    ran = Ran(tmp_path, ScriptedCaller(lambda question, _: answered(question)), quick())
    assert sorted(ran.caller.asked) == sorted(QUESTIONS.values())
    assert {item: ran.record(item)["response"] for item in QUESTIONS} == QUESTIONS
    assert len(ran.told) == len(QUESTIONS)
    assert ran.run.stopped_by is None


def test_the_last_of_the_failed_attempts_keeps_its_time(tmp_path: Path) -> None:
    caller = ScriptedCaller(lambda _q, _b: failed(), pause_s=0.05)
    ran = Ran(tmp_path, caller, quick(2), questions={"a": "question"})
    (outcome,) = [line for line in ran.lines if line["event"] == "outcome"]
    assert outcome["seconds"] >= 0.05
    again = Ran(tmp_path, ScriptedCaller(), quick(2), questions={"a": "question"})
    assert again.items["a"].waited_s >= ran.items["a"].waited_s + 0.05


def test_no_more_is_kept_of_an_answer_than_is_too_large(tmp_path: Path) -> None:
    text = "x" * (5 << 20)
    ran = Ran(tmp_path, ScriptedCaller(lambda _q, _b: answered(text)), quick(), questions={"a": ""})
    assert len(ran.record("a")["response"]) == (4 << 20) + 4
    assert ran.record("a")["error"].startswith("the answer has 5,242,880 bytes")


@pytest.mark.parametrize("concurrency", [1, 2, 5])
def test_no_more_calls_than_allowed_run_at_once(tmp_path: Path, concurrency: int) -> None:
    caller = ScriptedCaller(pause_s=0.01)
    Ran(tmp_path, caller, quick(concurrency=concurrency))
    assert caller.most_at_once == concurrency


def test_a_call_is_in_the_journal_before_it_is_made(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"

    def script(_question: str, _before: int) -> Reply:
        assert json.loads(path.read_bytes().splitlines()[-1])["event"] == "call"
        return answered()

    Ran(tmp_path, ScriptedCaller(script), quick(concurrency=1))


def test_faults_that_pass_are_tried_again_and_counted_apart(tmp_path: Path) -> None:
    ran = Ran(
        tmp_path,
        ScriptedCaller(lambda _q, before: answered() if before == 2 else failed()),
        quick(),
        questions={"a": "question"},
    )
    assert ran.items["a"].calls == 3
    assert [line["event"] for line in ran.lines[1:]] == [
        *("call", "fault", "call", "fault", "call", "outcome")
    ]
    assert ran.record("a")["response"] == "{}"


def test_a_fault_that_stays_is_the_outcome_after_the_last_attempt(tmp_path: Path) -> None:
    ran = Ran(tmp_path, ScriptedCaller(lambda _q, _b: failed()), quick(attempts=3))
    assert {past.calls for past in ran.items.values()} == {3}
    assert ran.record("i0")["finish_reason"] == "api_error"
    assert ran.record("i0")["error"] == "the server is out of order"
    assert not any(map(is_done, ran.items.values()))


@pytest.mark.parametrize("reason", ["context_overflow", "content_filter", "api_error"])
def test_an_outcome_is_never_asked_again(tmp_path: Path, reason: str) -> None:
    ran = Ran(tmp_path, ScriptedCaller(lambda _q, _b: failed("outcome", reason)), quick())
    assert {past.calls for past in ran.items.values()} == {1}
    assert ran.record("i0")["finish_reason"] == reason
    assert is_done(ran.items["i0"]) == (reason != "api_error")


@pytest.mark.parametrize("text", ["", "  ", None, "no JSON at all", '{"a": '])
def test_a_blank_or_malformed_answer_is_an_outcome(tmp_path: Path, text: str | None) -> None:
    ran = Ran(tmp_path, ScriptedCaller(lambda _q, _b: answered(text)), quick())
    assert len(ran.caller.asked) == len(QUESTIONS)
    assert ran.record("i0")["response"] == text
    assert all(map(is_done, ran.items.values()))


def test_a_key_that_is_refused_stops_the_run_and_records_nothing(tmp_path: Path) -> None:
    refused = failed("stop_run", None, message="the key is not valid")
    ran = Ran(tmp_path, ScriptedCaller(lambda _q, _b: refused), quick(concurrency=1))
    assert len(ran.caller.asked) == 1
    assert ran.run.stopped_by == "the key is not valid"
    assert ran.items["i0"].record is None
    assert ran.items["i0"].fault == "the key is not valid"


def test_calls_under_way_are_waited_for_when_the_run_stops(tmp_path: Path) -> None:
    def script(question: str, _before: int) -> Reply | Fault:
        return failed("stop_run", None) if question.endswith("0") else answered()

    ran = Ran(tmp_path, ScriptedCaller(script, pause_s=0.01), quick(concurrency=3))
    assert [item for item in QUESTIONS if is_done(ran.items.get(item))] == ["i1", "i2"]
    assert len(ran.caller.asked) == 3


def test_what_stopped_a_run_first_is_what_is_told(tmp_path: Path) -> None:
    def script(question: str, _before: int) -> Fault:
        return failed("stop_run", None, message=f"refused {question}")

    ran = Ran(tmp_path, ScriptedCaller(script, pause_s=0.01), quick(concurrency=3))
    assert ran.run.stopped_by == "refused question 0"
    assert len(ran.caller.asked) == 3


def test_a_pause_ends_when_the_run_stops(tmp_path: Path) -> None:
    def script(question: str, _before: int) -> Reply | Fault:
        if question.endswith("0"):
            return failed(retry_after_s=30.0)
        return failed("stop_run", None)

    begun = time.monotonic()
    ran = Ran(tmp_path, ScriptedCaller(script), Limits(2, 5, 30.0))
    assert time.monotonic() - begun < 5
    assert len(ran.caller.asked) == 2


def test_a_timeout_counts_as_answered_only_after_five_attempts(tmp_path: Path) -> None:
    timeout = failed("retry", "timeout", may_be_billed=True)
    for attempts in (4, 5):
        caller = ScriptedCaller(lambda _q, _b: timeout)
        ran = Ran(tmp_path / str(attempts), caller, quick(attempts), questions={"a": "question"})
        assert ran.record("a")["finish_reason"] == "timeout"
        assert is_done(ran.items["a"]) == (attempts == 5)


@pytest.mark.parametrize(
    ("asked", "cap", "least", "most"),
    [(0.3, 60.0, 0.3, 1.6), (50.0, 0.2, 0.2, 0.5), (None, 0.1, 0.1, 0.4)],
)
def test_a_pause_is_what_the_provider_asks_for_up_to_the_cap(
    tmp_path: Path, asked: float | None, cap: float, least: float, most: float
) -> None:
    caller = ScriptedCaller(
        lambda _q, before: answered() if before else failed(retry_after_s=asked)
    )
    begun = time.monotonic()
    ran = Ran(tmp_path, caller, Limits(1, 2, cap), questions={"a": "question"})
    assert least <= time.monotonic() - begun < 30
    assert ran.items["a"].waited_s == pytest.approx(ran.lines[2]["pause_s"], abs=0.05)
    assert least <= ran.lines[2]["pause_s"] <= most


def test_pauses_double(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.jsonl", {}) as journal:
        run = Run(ScriptedCaller(), journal, Limits(), Budget(), lambda _: None)
        for attempt, mean in ((1, 1), (2, 2), (3, 4), (4, 8)):
            pauses = [run._pause(attempt, None) for _ in range(200)]  # noqa: SLF001 - its law
            assert 0.5 * mean <= min(pauses) <= max(pauses) <= 1.5 * mean
        assert run._pause(30, None) == 60.0  # noqa: SLF001 - its law


def test_d029_a_malformed_reply_is_not_asked_again_so_nothing_needs_adding_up(
    tmp_path: Path,
) -> None:
    caller = ScriptedCaller(
        lambda _q, before: answered("{", output_tokens=7) if before == 0 else answered()
    )
    ran = Ran(tmp_path, caller, quick(), questions={"a": "question"})
    assert caller.asked == ["question"]
    assert ran.record("a")["response"] == "{"
    assert ran.record("a")["usage"]["output_tokens"] == 7


def test_d030_lost_time_is_no_latency(tmp_path: Path) -> None:
    def script(_question: str, before: int) -> Reply | Fault:
        timeout = failed("retry", "timeout", retry_after_s=0.1, may_be_billed=True)
        return answered(latency_s=0.012) if before == 2 else timeout

    caller = ScriptedCaller(script, pause_s=0.2)
    ran = Ran(tmp_path, caller, Limits(1, 5, 0.1), questions={"a": "question"})
    assert ran.record("a")["latency_s"] == 0.012
    pauses = [line["pause_s"] for line in ran.lines if line["event"] == "fault"]
    seconds = [line["seconds"] for line in ran.lines if line["event"] == "fault"]
    assert pauses == [0.1, 0.1]
    assert all(0.2 <= each < 0.4 for each in seconds)
    assert ran.items["a"].waited_s == pytest.approx(sum(pauses) + sum(seconds))


def test_d033_blank_text_twice_is_an_outcome_each_time(tmp_path: Path) -> None:
    ran = Ran(tmp_path, ScriptedCaller(lambda _q, _b: answered("")), quick())
    assert all(map(is_done, ran.items.values()))
    assert len(ran.caller.asked) == len(QUESTIONS)


def test_d034_one_403_fails_its_item_alone(tmp_path: Path) -> None:
    forbidden = failed("outcome", "api_error", raw="403", message="upstream says no")

    def script(question: str, _before: int) -> Reply | Fault:
        return forbidden if question.endswith("2") else answered()

    ran = Ran(tmp_path, ScriptedCaller(script), quick())
    assert [item for item in QUESTIONS if not is_done(ran.items[item])] == ["i2"]
    assert ran.record("i2")["error"] == "upstream says no"


def test_a_reply_that_its_provider_broke_off_is_tried_again(tmp_path: Path) -> None:
    def script(_question: str, before: int) -> Reply:
        return answered() if before else answered("half", reason="api_error", raw="error")

    ran = Ran(tmp_path, ScriptedCaller(script), quick(), questions={"a": "question"})
    assert ran.items["a"].calls == 2
    assert ran.items["a"].fault == "the reply broke off: error"
    assert ran.record("a")["response"] == "{}"


def test_cost_is_tokens_times_price_and_unknown_is_null(tmp_path: Path) -> None:
    def script(question: str, _before: int) -> Reply:
        return answered() if question.endswith("0") else answered(input_tokens=3, output_tokens=2)

    ran = Ran(tmp_path, ScriptedCaller(script), quick(), Budget(pricing(1.0, 2.0)))
    assert ran.record("i0")["cost_usd"] is None
    assert ran.record("i1")["cost_usd"] == 0.000_007
    assert ran.record("i1")["usage"]["input_tokens"] == 3


def test_the_gateways_own_cost_is_kept_beside_ours(tmp_path: Path) -> None:
    def script(_question: str, _before: int) -> Reply:
        return answered(input_tokens=3, output_tokens=2, gateway_cost_usd=Decimal("0.0123"))

    ran = Ran(tmp_path, ScriptedCaller(script), quick(), Budget(pricing()))
    assert ran.record("i0")["cost_usd"] == 0.000_005
    assert ran.record("i0")["gateway_cost_usd"] == 0.0123
    assert ran.run.budget.spent == 6 * Fraction("0.0123")


def test_an_answer_that_may_have_cost_more_is_set_down_at_the_most_that_it_could(
    tmp_path: Path,
) -> None:
    def script(_question: str, _before: int) -> Reply:
        return answered(input_tokens=3, output_tokens=2, lower_bound=True)

    purse = Budget(pricing(), Fraction(1), 100, len)
    ran = Ran(tmp_path, ScriptedCaller(script), quick(), purse, {"a": "0123456789"})
    assert ran.record("a")["cost_is_lower_bound"] is True
    assert purse.spent == ran.items["a"].spent_usd == Fraction(112, 1_000_000)


@pytest.mark.parametrize("billed", [True, False])
def test_what_was_turned_away_cost_nothing_and_what_was_lost_nobody_knows(
    tmp_path: Path, *, billed: bool
) -> None:
    fault = failed("outcome", "context_overflow", may_be_billed=billed)
    ran = Ran(tmp_path, ScriptedCaller(lambda _q, _b: fault), quick(), Budget(pricing()))
    record = ran.record("i0")
    assert record["cost_usd"] == (None if billed else 0)
    assert record["usage"]["input_tokens"] == (None if billed else 0)
    assert record["cost_is_lower_bound"] is billed


def test_without_a_price_list_no_cost_is_known_not_even_of_what_was_turned_away(
    tmp_path: Path,
) -> None:
    fault = failed("outcome", "context_overflow", may_be_billed=False)
    ran = Ran(tmp_path, ScriptedCaller(lambda _q, _b: fault), quick(), Budget())
    assert ran.record("i0")["cost_usd"] is None
    assert ran.record("i0")["usage"]["input_tokens"] == 0


def test_words_of_a_provider_are_one_printable_line(tmp_path: Path) -> None:
    def script(_question: str, _before: int) -> Reply:
        return answered(raw="stop\n\u202e\x1b[31m" + "x" * 1000)

    ran = Ran(tmp_path, ScriptedCaller(script), quick(), questions={"a": "question"})
    raw = ran.record("a")["finish_reason_raw"]
    assert raw.isprintable()
    assert len(raw) <= 300


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_disk_that_is_full_ends_the_run_in_one_error(tmp_path: Path) -> None:
    caller = ScriptedCaller(lambda _q, _b: answered("x" * 500))
    with files_of_at_most(2_000), pytest.raises(OSError, match="File too large") as ended:
        Ran(tmp_path, caller, quick())
    assert not isinstance(ended.value, ExceptionGroup)
    with Journal(tmp_path / "j.jsonl", {}) as journal:
        assert sum(is_done(past) for past in journal.items().values()) < len(QUESTIONS)
