from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from leaderboard.errors import UsageError
from leaderboard.models import SystemInfo
from leaderboard.runner.plan import Plan
from leaderboard.runner.siblings import (
    Sibling,
    check_sibling,
    load_siblings,
    told_prompt,
    told_settings,
)
from tests.leaderboard.runner.plans import KEY, make_plan

ASKED: dict[str, object] = {"model": "openai/m1", "api_base": "own", "answer_form": "plain"}
OUTCOME: dict[str, object] = {
    "event": "outcome",
    "item": "a",
    "at": "2026-11-01T00:00:00Z",
    "record": {},
    "spent_usd": None,
}


def put_outputs(folder: Path, key: str, content: object) -> None:
    folder.mkdir(exist_ok=True)
    (folder / f"{key}.json").write_text(json.dumps(content), "utf-8")


def put_journal(folder: Path, key: str, identity: object, *lines: object) -> None:
    folder.mkdir(exist_ok=True)
    written = [{"event": "run", "version": 1, "identity": identity}, *lines]
    text = "".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in written)
    (folder / f"{key}.jsonl").write_text(text, "utf-8")


def test_what_was_asked_is_read_from_outputs_and_from_journals(tmp_path: Path) -> None:
    out, journals = tmp_path / "out", tmp_path / "runs"
    put_outputs(out, "b", {"settings_asked": {**ASKED, "seed": 1}, "prompt_sha256": "12"})
    identity = {"model": "openai/m1", "api_base": "http://x/v1", "answer_form": "plain"}
    put_journal(journals, "a", {**identity, "setting seed": 1, "prompt_sha256": "34"}, OUTCOME)
    put_journal(journals, "b", {**identity, "model": "openai/m2"}, OUTCOME)
    assert load_siblings(out, journals, {"b", "a", "c"}) == (
        Sibling("a", {**ASKED, "seed": 1}, "34"),
        Sibling("b", {**ASKED, "seed": 1}, "12"),
    )


@pytest.mark.parametrize(
    "content", [[], {}, {"settings_asked": None}, {"settings_asked": {"temperature": 1}}]
)
def test_what_another_program_wrote_binds_nobody(tmp_path: Path, content: object) -> None:
    put_outputs(tmp_path / "out", "a", content)
    put_journal(tmp_path / "runs", "b", ASKED)
    assert load_siblings(tmp_path / "out", tmp_path / "runs", {"a", "b"}) == ()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"model": "openai/m2"}, "model was 'openai/m1', is 'openai/m2'"),
        ({"api_base": "provider"}, "api_base was 'own', is 'provider'"),
        ({"answer_form": "json_schema"}, "answer_form was 'plain', is 'json_schema'"),
        ({"temperature": 0.0}, "temperature was not given, is 0.0"),
        ({"reasoning_effort": "high"}, "reasoning_effort was not given, is 'high'"),
    ],
)
def test_another_system_in_one_folder_is_refused(change: dict[str, object], said: str) -> None:
    sibling = Sibling("openscrub", ASKED, None)
    with pytest.raises(UsageError, match=r"answers to openscrub .* asked in one way") as error:
        check_sibling(sibling, {**ASKED, **change}, is_own=False, was_own=False)
    assert said in str(error.value)


def test_a_prompt_of_ones_own_is_of_all_benchmarks_or_of_none() -> None:
    sibling = Sibling("openscrub", ASKED, None)
    assert check_sibling(sibling, ASKED, is_own=True, was_own=True) is None
    with pytest.raises(UsageError, match="the prompt was one of your own, is the benchmark's own"):
        check_sibling(sibling, ASKED, is_own=False, was_own=True)
    with pytest.raises(UsageError, match="the prompt was the benchmark's own, is one of your own"):
        check_sibling(sibling, ASKED, is_own=True, was_own=False)


def test_answers_may_be_of_other_length_and_that_is_said() -> None:
    sibling = Sibling("openscrub", {**ASKED, "max_tokens": 256}, None)
    note = check_sibling(sibling, {**ASKED, "max_tokens": 128}, is_own=False, was_own=False)
    assert note is not None
    assert note.startswith("max_tokens was 256 on openscrub, is 128 here")
    assert check_sibling(sibling, sibling.asked, is_own=False, was_own=False) is None


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    return make_plan(tmp_path, settings={"temperature": 0.5, "max_tokens": 128})


def told(plan: Plan, settings: object, form: str = "plain", *siblings: Sibling) -> dict[str, Any]:
    system = SystemInfo.model_validate({"kind": "model", "settings": settings})
    return told_settings(system, plan, form, siblings)


@pytest.mark.parametrize("settings", [None, {}])
def test_settings_that_nobody_stated_are_what_is_asked(plan: Plan, settings: object) -> None:
    asked = {"answer_form": "plain", "temperature": 0.5, "max_tokens": 128}
    assert told(plan, settings) == asked
    assert told(plan, asked) == asked


def test_a_reasoning_effort_is_no_setting_for_it_has_a_place_of_its_own(tmp_path: Path) -> None:
    asked = make_plan(tmp_path, settings={"reasoning_effort": "high"})
    assert told(asked, None) == {"answer_form": "plain"}


def test_settings_that_are_stated_stay_as_they_are(plan: Plan) -> None:
    stated = {"quantization": ["Q4", {"of": 1}], "answer_form": "plain"}
    assert told(plan, stated) == stated
    assert told(plan, stated, "auto") == stated


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ({"temperature": 1}, "temperature is 1 there and 0.5 here"),
        ({"answer_form": "json_schema"}, "answer_form is 'json_schema' there and 'plain' here"),
        ({"max_tokens": 9}, "max_tokens is 9 there and 128 here"),
    ],
)
def test_settings_that_contradict_the_options_are_refused(
    plan: Plan, stated: object, said: str
) -> None:
    with pytest.raises(UsageError, match=said):
        told(plan, stated)


def test_lengths_that_differ_are_told_by_benchmark(plan: Plan) -> None:
    sibling = Sibling("openscrub", {**ASKED, "max_tokens": 256}, None)
    both = {"max_tokens": {KEY: 128, "openscrub": 256}}
    assert told(plan, {"max_tokens": 256}, "plain", sibling) == both
    assert told(plan, both, "plain", sibling) == both
    free = Sibling("openscrub", ASKED, None)
    assert told(plan, {"temperature": 0.5}, "plain", free) == {"temperature": 0.5}


def test_the_prompt_is_the_benchmarks_or_the_one_that_is_named() -> None:
    assert told_prompt(None, None, is_added=True) is None
    assert told_prompt(None, "mine.txt", is_added=False) == "mine.txt"
    assert told_prompt("see my paper", "mine.txt", is_added=False) == "see my paper"
    assert told_prompt("mine.txt", "clauses.txt", is_added=True) == "mine.txt, clauses.txt"
    assert told_prompt("mine.txt", "mine.txt", is_added=True) == "mine.txt"
    with pytest.raises(UsageError, match=r"says 'mine\.txt', and the benchmark's own prompt"):
        told_prompt("mine.txt", None, is_added=False)
