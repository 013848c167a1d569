from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from leaderboard.errors import UsageError
from leaderboard.runner.journal import Journal, Past
from leaderboard.runner.outputs import check_overwrite, render_outputs, reprice
from leaderboard.strict_json import parse_strict
from tests.leaderboard.runner.plans import make_plan
from tests.leaderboard.runner.test_budget import pricing

RECORD: dict[str, Any] = {
    "response": "{}",
    "finish_reason": "stop",
    "finish_reason_raw": "stop",
    "model_reported": "m1",
    "usage": {
        "input_tokens": 1,
        "cached_input_tokens": None,
        "output_tokens": 1,
        "reasoning_tokens": None,
    },
    "cost_usd": None,
    "cost_is_lower_bound": False,
    "gateway_cost_usd": None,
    "latency_s": 1.0,
    "error": None,
}


def call(item: str, at: str = "2026-11-01T00:00:00Z") -> dict[str, Any]:
    return {"event": "call", "item": item, "at": at}


def outcome(item: str, at: str = "2026-11-01T00:00:09Z", **more: Any) -> dict[str, Any]:
    return {"event": "outcome", "item": item, "at": at, "record": {**RECORD, **more}}


def rendered(folder: Path, *lines: dict[str, Any]) -> Mapping[str, Any]:
    plan = make_plan(folder, {"a": "A", "b": "B"})
    with Journal(folder / "j.jsonl", plan.identity) as journal:
        for line in lines:
            journal.write(line)
        text = render_outputs(plan, journal.lines, journal.items(), 4)
    value: Mapping[str, Any] = json.loads(text)
    return value


def test_outputs_stand_in_item_order_whatever_came_first(tmp_path: Path) -> None:
    one = rendered(tmp_path / "1", call("a"), call("b"), outcome("a"), outcome("b"))
    other = rendered(tmp_path / "2", call("b"), call("a"), outcome("b"), outcome("a"))
    assert one["outputs"] == other["outputs"]
    assert [each["item"] for each in one["outputs"]] == ["a", "b"]


def test_an_item_without_a_record_is_left_out(tmp_path: Path) -> None:
    value = rendered(tmp_path, call("a"), outcome("a"), call("b"))
    assert [each["item"] for each in value["outputs"]] == ["a"]


def test_a_run_says_when_and_with_what_it_was_made(tmp_path: Path) -> None:
    value = rendered(
        tmp_path,
        call("a", "2026-11-01T00:00:03Z"),
        call("b", "2026-11-01T00:00:01Z"),
        {**outcome("b", "2026-11-01T00:00:07Z"), "sent": {"max_tokens": 5}},
        outcome("a", "2026-11-01T00:00:05Z"),
    )
    assert value["run"]["started"] == "2026-11-01T00:00:01Z"
    assert value["run"]["finished"] == "2026-11-01T00:00:07Z"
    assert value["run"]["concurrency"] == 4
    assert value["run"]["tool"].startswith("leaderboard run ")
    assert value["settings_sent"] == {"max_tokens": 5}


def test_a_run_in_which_nothing_was_answered_knows_nothing_of_what_was_sent(
    tmp_path: Path,
) -> None:
    value = rendered(tmp_path)
    assert value["run"]["started"] is value["run"]["finished"] is value["settings_sent"] is None


@pytest.mark.parametrize(
    ("calls", "stated", "bound"), [(1, False, False), (2, False, True), (1, True, True)]
)
def test_lost_attempts_make_the_cost_a_lower_bound(
    tmp_path: Path, calls: int, *, stated: bool, bound: bool
) -> None:
    value = rendered(tmp_path, *[call("a")] * calls, outcome("a", cost_is_lower_bound=stated))
    assert value["outputs"][0]["cost_is_lower_bound"] is bound
    assert value["outputs"][0]["attempts"] == calls


def test_a_file_of_outputs_is_never_too_large_for_answers_that_bring_nothing(
    tmp_path: Path,
) -> None:
    texts = {f"c{number}": f"text {number}" for number in range(6)}
    plan = make_plan(tmp_path, texts)
    with Journal(tmp_path / "j.jsonl", plan.identity) as journal:
        for item in texts:
            journal.write(call(item))
            journal.write(outcome(item, response="{}" + "x" * (5 << 20) if item != "c2" else "{}"))
        text = render_outputs(plan, journal.lines, journal.items(), 4)
    assert len(text.encode()) <= 16 << 20
    value = parse_strict(text.encode(), "mine.json").value
    assert isinstance(value, dict)
    sizes = [len(each["response"] or "") for each in value["outputs"]]
    assert sizes == [0, 0, 2, *[(4 << 20) + 4] * 3]
    assert {each["finish_reason"] for each in value["outputs"]} == {"stop"}
    (tmp_path / "mine.json").write_text(text, "utf-8")
    check_overwrite(tmp_path / "mine.json", tmp_path / "j.jsonl")


def test_costs_are_by_the_price_list_of_today() -> None:
    used = {**RECORD["usage"], "input_tokens": 1000, "output_tokens": 100}
    items = {
        "a": Past(calls=1, record={**RECORD, "usage": used, "cost_usd": 9.0}),
        "b": Past(calls=1),
        "c": Past(record={**RECORD, "usage": {**used, "output_tokens": None}, "cost_usd": 9.0}),
        "d": Past(record={**RECORD, "usage": dict.fromkeys(used, 0), "cost_usd": None}),
    }
    priced = {
        item: past.record and past.record["cost_usd"]
        for item, past in reprice(items, pricing(2, 8)).items()
    }
    assert priced == {"a": 0.0028, "b": None, "c": None, "d": 0.0}
    unknown = reprice(items, None)
    assert [past.record and past.record["cost_usd"] for past in unknown.values()] == [None] * 4
    assert items["a"].record == {**RECORD, "usage": used, "cost_usd": 9.0}
    assert unknown["a"].calls == 1


class TestOverwriting:
    @pytest.fixture
    def place(self, tmp_path: Path) -> tuple[Path, Path]:
        plan = make_plan(tmp_path, {"a": "A"})
        with Journal(tmp_path / "j.jsonl", plan.identity) as journal:
            journal.write(call("a"))
            journal.write(outcome("a", response="mine"))
        return tmp_path / "mine.json", tmp_path / "j.jsonl"

    @staticmethod
    def outputs(*outputs: Any) -> str:
        return json.dumps({"outputs": outputs})

    def test_nothing_is_there(self, place: tuple[Path, Path]) -> None:
        check_overwrite(*place)

    @pytest.mark.parametrize(
        "output",
        [
            {"item": "a", "response": "mine", "finish_reason": "stop"},
            {"item": "a", "response": None, "finish_reason": "FILL IN"},
        ],
    )
    def test_what_the_journal_holds_or_nobody_filled_in_may_go(
        self, place: tuple[Path, Path], output: dict[str, Any]
    ) -> None:
        place[0].write_text(self.outputs(output), "utf-8")
        check_overwrite(*place)

    @pytest.mark.parametrize(
        "text",
        [
            json.dumps({"outputs": [{"item": "a", "response": "x", "finish_reason": "stop"}]}),
            json.dumps({"outputs": [{"item": "b", "response": "mine", "finish_reason": "stop"}]}),
            json.dumps({"outputs": [{"item": "a", "response": ["mine"], "finish_reason": "stop"}]}),
            json.dumps({"outputs": ["mine"]}),
            json.dumps({"outputs": "mine"}),
            "[]",
            "half of a fi",
        ],
    )
    def test_everything_else_stays(self, place: tuple[Path, Path], text: str) -> None:
        place[0].write_text(text, "utf-8")
        with pytest.raises(UsageError, match="holds outputs of another run"):
            check_overwrite(*place)
        assert place[0].read_text("utf-8") == text

    def test_without_a_journal_every_answer_stays(self, place: tuple[Path, Path]) -> None:
        output = {"item": "a", "response": "mine", "finish_reason": "stop"}
        place[0].write_text(self.outputs(output), "utf-8")
        place[1].unlink()
        with pytest.raises(UsageError, match="does not have them"):
            check_overwrite(*place)
