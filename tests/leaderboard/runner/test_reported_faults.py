"""The D cases of the working papers: faults that others met in tokens, cost, time and endings."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest

from leaderboard.costs import differs, spending
from leaderboard.model_errors import parse_record
from leaderboard.models import OutputRecord, Pricing
from leaderboard.pricing import prices_of, usage_of
from leaderboard.runner import loop
from leaderboard.runner.budget import Budget
from leaderboard.runner.client import LiteLLMCaller
from leaderboard.runner.finish import read_ending
from leaderboard.runner.list_prices import cost_of, list_price, map_key, price_from_map
from leaderboard.runner.loading import load_litellm
from leaderboard.runner.loop import Limits
from leaderboard.runner.params import sent_settings, settle
from leaderboard.runner.session import Sitting, run_sitting
from leaderboard.runner.usage import StatedUsage, read_usage
from scoring.outcomes import answer_of, is_answered
from tests.leaderboard.runner.calls import Answered, ask
from tests.leaderboard.runner.plans import make_plan
from tests.leaderboard.runner.server import ModelServer, Request, Scripted, completion, failure

TODAY: Final = date(2026, 11, 30)


@dataclass(frozen=True, slots=True)
class Desk:
    """What the cases are tried with.

    Attributes:
        server: of the models.
        folder: of this case alone.

    """

    server: ModelServer
    folder: Path

    def ask(self, model: str, reply: Mapping[str, object], **asked: object) -> Answered:
        """One call, answered so."""
        self.server.script = [Scripted(reply)]
        own_path = model.startswith(("anthropic/", "gemini/"))
        address = self.server.root if own_path else self.server.address
        return ask(model, address, **asked)  # type: ignore[arg-type]

    def run(
        self, items: int, *, model: str = "openai/m1", timeout_s: float = 5, concurrency: int = 1
    ) -> tuple[Sitting, dict[str, dict[str, Any]], dict[str, Any]]:
        """A whole run: what it came to, its records by item, and its file of outputs."""
        address = self.server.address
        plan = make_plan(self.folder, items, model=model, api_base=address)
        caller = LiteLLMCaller(model, address, None, plan.parameters, timeout_s)
        sitting = run_sitting(
            plan, caller, self.folder / "j.jsonl", Limits(concurrency=concurrency), Budget()
        )
        file = json.loads(sitting.outputs or '{"outputs": []}')
        return sitting, {record["item"]: record for record in file["outputs"]}, file


@pytest.fixture
def desk(server: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setattr(loop, "FIRST_PAUSE_S", 0.01)
    return Desk(server, tmp_path)


def used(answered: Answered) -> StatedUsage:
    return read_usage(answered.reply, raw=answered.raw, headers=answered.headers)


def pricing(per_million_in: float, per_million_out: float, **more: object) -> Pricing:
    stated = {
        "currency": "USD",
        "input": per_million_in,
        "output": per_million_out,
        "as_of": "2026-11-30",
        **more,
    }
    parsed, findings = parse_record(stated, Pricing, "a list")
    assert parsed is not None, findings
    return parsed


def listed(model: str) -> Pricing:
    found = list_price(model, today=TODAY, environ={})
    assert found is not None
    return found


def d006(desk: Desk) -> None:
    counts = {"prompt_tokens": 1000, "completion_tokens": 10, "total_tokens": 1010}
    in_details = {**counts, "prompt_tokens_details": {"cached_tokens": 600}}
    on_top = {**counts, "prompt_tokens_details": {}, "cache_read_input_tokens": 600}
    prices = pricing(2, 8, cached_input=0.5)
    costs = set()
    for usage in (in_details, on_top):
        answered = desk.ask("openai/m1", completion(usage=usage))
        costs |= {cost_of(used(answered), prices), cost_of(read_usage(answered.reply), prices)}
    assert costs == {Fraction(400 * 2 + 600 * Fraction("0.5") + 80, 1_000_000)}


def d007(desk: Desk) -> None:
    usage = {
        "prompt_tokens": 100,
        "completion_tokens": 0,
        "total_tokens": 100,
        "prompt_tokens_details": {"cached_tokens": 500},
    }
    read = used(desk.ask("openai/m1", completion("", usage=usage)))
    assert "usage_inconsistent" in read.flags
    assert (read.input_tokens, read.cached_input_tokens) == (100, 500)
    assert cost_of(read, pricing(2, 8, cached_input=0.5)) == Fraction(50, 1_000_000)


def d008(desk: Desk) -> None:
    usage = {
        "promptTokenCount": 1000,
        "candidatesTokenCount": 200,
        "thoughtsTokenCount": 1800,
        "totalTokenCount": 3000,
    }
    # litellm 1.110.2 adds the thoughts, but not where the answer was blocked.
    for reason in ("STOP", "SAFETY"):
        parts = [{"text": "x"}]
        reply = {
            "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": reason}],
            "usageMetadata": usage,
        }
        read = used(desk.ask("gemini/gemini-2.5-pro", reply))
        assert (read.output_tokens, read.reasoning_tokens) == (2000, 1800)
        assert not read.flags
        assert cost_of(read, listed("gemini/gemini-2.5-pro")) == Fraction("0.02125")


def d009(desk: Desk) -> None:
    usage = {"prompt_tokens": 1000, "completion_tokens": 800, "total_tokens": 2800}
    read = used(desk.ask("openai/m1", completion(usage=usage)))
    assert read.flags == {"total_exceeds_parts"}
    assert (read.input_tokens, read.output_tokens, read.reasoning_tokens) == (1000, 1800, 1000)


def d011(desk: Desk) -> None:
    for stated in (0, None):
        usage = {
            "prompt_tokens": 10,
            "completion_tokens": 5,
            "total_tokens": 15,
            "completion_tokens_details": {"reasoning_tokens": stated},
        }
        reply = completion(usage=usage, reasoning_content="First I look for the fee.")
        read = used(desk.ask("openai/m1", reply))
        assert read.reasoning_tokens is None
        assert read.output_tokens == 5


def d013(desk: Desk) -> None:
    answered = desk.ask("openai/gpt-4o", completion())
    assert used(answered) == StatedUsage()
    assert read_usage(answered.reply) == StatedUsage()  # litellm's zeros mean nothing either
    assert cost_of(used(answered), listed("openai/gpt-4o")) is None
    _, records, _ = desk.run(1)
    assert records["c000"]["cost_usd"] is None
    assert set(records["c000"]["usage"].values()) == {None}


def d014(desk: Desk) -> None:
    entry = {
        "mode": "chat",
        "input_cost_per_token": 2e-06,
        "input_cost_per_token_batches": 1e-06,
        "output_cost_per_token": 8e-06,
        "output_cost_per_token_batches": 4e-06,
    }
    prices = price_from_map(entry, source="a list", today=TODAY)
    assert cost_of(StatedUsage(1000, None, 1000), prices) == Fraction("0.010")
    # Nothing here makes batches: each request is one of chat, with nothing of a batch in it.
    desk.run(1)
    assert [request.path for request in desk.server.requests] == ["/v1/chat/completions"]


def d016(desk: Desk) -> None:
    prices = listed("gemini/gemini-2.5-pro")
    for tokens, cost in ((200_000, "0.26"), (200_001, "0.5150025")):
        usage = {
            "promptTokenCount": tokens,
            "candidatesTokenCount": 1000,
            "totalTokenCount": tokens + 1000,
        }
        candidate = {"content": {"parts": [{"text": "x"}]}, "finishReason": "STOP"}
        reply = {"candidates": [candidate], "usageMetadata": usage}
        assert cost_of(used(desk.ask("gemini/gemini-2.5-pro", reply)), prices) == Fraction(cost)


def d017(_: Desk) -> None:
    prices = listed("gemini/gemini-2.5-pro")
    usages = [StatedUsage(10_000, None, 1000)] * 18 + [StatedUsage(300_000, None, 1000)] * 2
    costs = [cost_of(usage, prices) for usage in usages]
    assert sum(cost for cost in costs if cost is not None) == (
        18 * Fraction("0.0225") + 2 * Fraction("0.765")
    )
    records = [
        output(item=f"c{number}", usage={"input_tokens": usage.input_tokens, "output_tokens": 1000})
        for number, usage in enumerate(usages)
    ]
    total = spending([usage_of(record) for record in records], prices_of(prices)).cost
    assert total == sum(cost for cost in costs if cost is not None)


def output(**fields: object) -> OutputRecord:
    stated = {"item": "c1", "response": "{}", "finish_reason": "stop", **fields}
    record, findings = parse_record(stated, OutputRecord, "outputs")
    assert record is not None, findings
    return record


def d018(desk: Desk) -> None:
    prices: dict[str, dict[str, object]] = {
        "acme/m1": {"litellm_provider": "acme"},
        "openrouter/acme/m1": {"litellm_provider": "openrouter"},
    }
    assert map_key("openrouter/acme/m1", prices) == "openrouter/acme/m1"
    del prices["openrouter/acme/m1"]
    assert map_key("openrouter/acme/m1", prices) is None
    desk.server.script = [Scripted({**completion("{}"), "model": "acme/m1"})]
    _, records, file = desk.run(1, model="openrouter/acme/m1")
    assert file["settings_asked"]["model"] == "openrouter/acme/m1"
    assert records["c000"]["model_reported"] == "acme/m1"


def d019(_: Desk) -> None:
    prices: dict[str, dict[str, object]] = {
        "azure_ai/x": {"litellm_provider": "azure_ai"},
        "azure/x": {"litellm_provider": "azure"},
        "x": {"litellm_provider": "openai"},
    }
    assert map_key("azure_ai/x", prices) == "azure_ai/x"
    assert map_key("azure/x", prices) == "azure/x"
    del prices["azure_ai/x"]
    assert map_key("azure_ai/x", prices) is None
    assert list_price("azure_ai/gpt-5", today=TODAY, environ={}) is None
    assert listed("azure/gpt-5").source != listed("openai/gpt-5").source


def d020(desk: Desk) -> None:
    usage = {"prompt_tokens": 1000, "completion_tokens": 1000, "total_tokens": 2000}
    answered = desk.ask("openai/gpt-4o", completion(usage=usage))
    assert load_litellm().completion_cost(answered.reply, model="openai/gpt-4o") > 0
    address = desk.server.address
    prices = list_price("openai/gpt-4o", api_base=address, today=TODAY, environ={})
    assert prices is None
    assert cost_of(used(answered), prices) is None
    variable = {"OPENAI_API_BASE": address}
    assert list_price("openai/gpt-4o", today=TODAY, environ=variable) is None


def d022(desk: Desk) -> None:
    usage = {
        "prompt_tokens": 1000,
        "completion_tokens": 750,
        "total_tokens": 1750,
        "cost": 0.0123,
    }
    read = used(desk.ask("openrouter/acme/m1", completion(usage=usage)))
    own = cost_of(read, pricing(2, 8))
    assert (own, read.gateway_cost_usd) == (Fraction("0.0080"), Decimal("0.0123"))
    assert differs(own, Fraction("0.0123"))
    _, records, _ = desk.run(1, model="openrouter/acme/m1")
    assert records["c000"]["gateway_cost_usd"] == 0.0123


def d026(_: Desk) -> None:
    gone = "openai/a-model-that-was-taken-off-the-map"
    assert list_price(gone, today=TODAY, environ={}) is None
    usage = {"input_tokens": 1000, "output_tokens": 1000}
    record = output(usage=usage, cost_usd=0.26)
    assert spending([usage_of(record)]).cost == Fraction("0.26")
    own_list = prices_of(pricing(2, 8))
    assert spending([usage_of(record)], own_list).cost == Fraction("0.010")
    # What builds the board never asks litellm: prices and costs are in the submission.
    code = "import sys, leaderboard.board, leaderboard.pages.site; print('litellm' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert run.stdout.strip() == "False"


def d029(desk: Desk) -> None:
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    malformed = Scripted(completion('{"half": ', usage=usage))
    desk.server.script = [malformed, Scripted(completion("{}", usage=usage))]
    _, records, _ = desk.run(1)
    # Off: what cannot be parsed is the model's answer, and is not asked for again.
    assert len(desk.server.requests) == 1
    assert records["c000"]["response"] == '{"half": '
    assert records["c000"]["attempts"] == 1


def d030(desk: Desk) -> None:
    slow, quick = Scripted(completion("{}"), delay_s=1.2), Scripted(completion("{}"), delay_s=0.1)
    desk.server.script = [slow, slow, quick]
    _, records, _ = desk.run(1, timeout_s=0.5)
    record = records["c000"]
    assert record["attempts"] == 3
    assert 0.1 <= record["latency_s"] < 0.45
    assert record["waited_s"] >= 1.0
    assert record["cost_is_lower_bound"] is True


def d031(desk: Desk) -> None:
    desk.server.script = [Scripted(completion("{}"), delay_s=0.1)]
    _, records, _ = desk.run(20, concurrency=2)
    assert desk.server.most_at_once == 2
    latencies = [record["latency_s"] for record in records.values()]
    # All twenty together take a second; none of them says so.
    assert len(latencies) == 20
    assert sorted(latencies)[10] < 0.3


def d033(desk: Desk) -> None:
    desk.server.script = [Scripted(completion("")), Scripted(completion(" \n"))]
    sitting, records, _ = desk.run(2)
    assert len(desk.server.requests) == 2
    assert sitting.unanswered == ()
    for record in records.values():
        assert is_answered(record)
        assert answer_of(record).status == "empty"


def d034(desk: Desk) -> None:
    def one_refused(request: Request) -> Scripted:
        if request.number == 1:
            return failure("The upstream provider said no.", status=403)
        return Scripted(completion("{}"))

    desk.server.script = one_refused
    sitting, records, _ = desk.run(3)
    assert sitting.unanswered == ("c001",)
    assert sitting.stopped_by is None
    assert records["c001"]["finish_reason"] == "api_error"
    assert records["c001"]["error"] == "The upstream provider said no."
    assert records["c002"]["finish_reason"] == "stop"

    desk.server.requests.clear()
    (desk.folder / "j.jsonl").unlink()
    desk.server.script = [failure("Who are you?", status=401)]
    sitting, records, _ = desk.run(3)
    assert len(desk.server.requests) == 1
    assert sitting.stopped_by == "Who are you?"
    assert len(sitting.unanswered) == 3
    assert records == {}


def d038(desk: Desk) -> None:
    answered = desk.ask("openai/gpt-5", completion("{}"), max_tokens=4000)
    assert desk.server.requests[0].body["max_completion_tokens"] == 4000
    assert "max_tokens" not in desk.server.requests[0].body
    assert sent_settings(answered.sent) == {"max_completion_tokens": 4000}
    assert settle({"max_tokens": 4000}, "openai/gpt-5").dropped == ()


def d040(desk: Desk) -> None:
    usage = {"promptTokenCount": 3, "candidatesTokenCount": 1, "totalTokenCount": 4}
    for word, reason in (("MAX_TOKENS", "length"), ("SAFETY", "content_filter")):
        candidate = {"content": {"parts": [{"text": "x"}]}, "finishReason": word}
        reply = {"candidates": [candidate], "usageMetadata": usage}
        answered = desk.ask("gemini/gemini-2.5-pro", reply)
        ending = read_ending(answered.reply, raw=answered.raw)
        assert (ending.reason, ending.raw) == (reason, word)
    claude = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "c",
        "content": [{"type": "text", "text": "No."}],
        "stop_reason": "refusal",
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    answered = desk.ask("anthropic/claude-x", claude, max_tokens=9)
    ending = read_ending(answered.reply, raw=answered.raw)
    assert (ending.reason, ending.raw) == ("content_filter", "refusal")


CASES: Final[dict[str, Callable[[Desk], None]]] = {
    name.upper(): case
    for name, case in list(globals().items())
    if name.startswith("d0") and callable(case)
}


@pytest.mark.parametrize("case", CASES)
def test_case(case: str, desk: Desk) -> None:
    CASES[case](desk)


def test_each_case_about_cost_and_calls_is_tested(shared: Path) -> None:
    lines = (shared / "cases" / "cases.jsonl").read_text("utf-8").splitlines()
    open_cases = {json.loads(line)["id"] for line in lines}
    assert {case for case in open_cases if case.startswith("D")} == set(CASES)
