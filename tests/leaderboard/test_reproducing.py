"""What is asked again is what was asked, or nothing is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from leaderboard.errors import UsageError
from leaderboard.models import OutputsFile
from leaderboard.registry import Registry, load_registry
from leaderboard.reproducing import ask_again, check_same, journal_of, place_of
from leaderboard.runner.plan import Plan, build_plan

ASKED: dict[str, Any] = {
    "model": "openai/lexi-2",
    "api_base": "provider",
    "answer_form": "json_object",
    "temperature": 0.0,
    "max_tokens": 500,
    "reasoning_effort": "none",
}


@pytest.fixture(scope="module")
def registry() -> Registry:
    return load_registry(Path("/nowhere"))


def submitted(registry: Registry, **change: Any) -> OutputsFile:
    benchmark = registry["openscrub"]
    return OutputsFile.model_validate(
        {
            "schema_version": 1,
            "benchmark": "openscrub",
            "benchmark_version": benchmark.current,
            "prompt_sha256": benchmark.prompt.sha256,
            "settings_asked": ASKED,
            "outputs": [{"item": "x", "response": "{}", "finish_reason": "stop"}],
            **change,
        }
    )


def plan(registry: Registry, **change: Any) -> Plan:
    settings = {name: ASKED[name] for name in ("temperature", "max_tokens", "reasoning_effort")}
    return build_plan(
        registry,
        registry["openscrub"],
        change.pop("model", "openai/lexi-2"),
        form=change.pop("form", "json_object"),
        settings={**settings, **change},
    )


def test_the_request_is_made_of_what_was_asked(registry: Registry) -> None:
    request = ask_again(submitted(registry), registry["openscrub"], Path("journal"))
    assert request.model == "openai/lexi-2"
    assert request.settings == {"temperature": 0.0, "max_tokens": 500}
    assert (request.reasoning, request.answer_form) == ("off", "json_object")
    assert request.out is None
    assert request.journal == Path("journal")


@pytest.mark.parametrize(
    ("effort", "reasoning"), [(None, "default"), ("none", "off"), ("low", "low"), ("high", "high")]
)
def test_the_effort_is_asked_for_in_our_words(
    registry: Registry, effort: str | None, reasoning: str
) -> None:
    asked = {"model": "m", **({} if effort is None else {"reasoning_effort": effort})}
    file = submitted(registry, settings_asked=asked)
    request = ask_again(file, registry["openscrub"], Path("journal"))
    assert (request.reasoning, request.answer_form) == (reasoning, "plain")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"benchmark_version": "0.1"}, "only the edition that is ranked"),
        ({"settings_asked": None}, "under which name"),
        ({"settings_asked": {"model": 3}}, "under which name"),
        ({"settings_asked": {**ASKED, "top_k": 40}}, "no run of ours has: top_k"),
        ({"settings_asked": {**ASKED, "api_base": "own"}}, "--api-base"),
    ],
)
def test_what_cannot_be_asked_again_is_refused(
    registry: Registry, change: dict[str, Any], words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        ask_again(submitted(registry, **change), registry["openscrub"], Path("journal"))


def test_a_server_of_ones_own_is_named(registry: Registry) -> None:
    file = submitted(registry, settings_asked={**ASKED, "api_base": "own"})
    request = ask_again(file, registry["openscrub"], Path("j"), api_base="http://127.0.0.1:1/v1")
    assert request.api_base == "http://127.0.0.1:1/v1"


def test_a_plan_that_asks_the_same_is_let_through(registry: Registry) -> None:
    check_same(plan(registry), submitted(registry))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"prompt_sha256": None}, "no prompt_sha256"),
        ({"prompt_sha256": "ab" * 32}, "--prompt"),
        ({"settings_asked": {**ASKED, "model": "openai/lexi-3"}}, "model 'openai/lexi-3'"),
        ({"settings_asked": {**ASKED, "temperature": 1.0}}, "temperature 1.0"),
        ({"settings_asked": {**ASKED, "seed": 3}}, "seed 3"),
        ({"settings_asked": {"model": "openai/lexi-2"}}, "answer_form None"),
    ],
)
def test_a_plan_that_asks_something_else_is_refused(
    registry: Registry, change: dict[str, Any], words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        check_same(plan(registry), submitted(registry, **change))


def test_runs_lie_apart_from_submissions(tmp_path: Path) -> None:
    assert place_of(tmp_path, "a--b", "cuad") == tmp_path / "reproductions" / "a--b" / "cuad.json"
    journal = journal_of(tmp_path, "a--b", "cuad")
    assert journal == tmp_path / "runs" / "reproductions" / "a--b" / "cuad.jsonl"
