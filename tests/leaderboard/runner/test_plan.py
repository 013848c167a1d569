from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from leaderboard.errors import UsageError
from leaderboard.registry import load_registry
from leaderboard.runner.plan import build_plan, load_own_prompt, parse_own_prompt
from tests.leaderboard.runner.plans import KEY, make_plan, make_registry

OWN = ("mine.txt", "Find every fault in this contract:\n")


def test_every_item_is_asked_with_the_benchmarks_own_prompt(tmp_path: Path) -> None:
    plan = make_plan(tmp_path, {"b": "Text B", "a": "Text A"})
    assert list(plan.questions) == ["a", "b"]
    assert plan.questions["a"] == plan.benchmark.prompt.text + "Text A"
    assert plan.own_prompt is None


def test_clause_questions_are_asked_in_the_order_of_the_file() -> None:
    registry = load_registry(Path("/nowhere"))
    benchmark = registry["openclause"]
    plan = build_plan(registry, benchmark, "openai/m1")
    assert list(plan.questions) == sorted(plan.questions)
    assert len(plan.questions) == 68
    assert all(text.startswith("===== CONTRACT =====") for text in plan.questions.values())


def test_a_benchmark_whose_contracts_are_not_here_says_how_to_fetch_them(tmp_path: Path) -> None:
    registry = load_registry(tmp_path)
    with pytest.raises(UsageError, match="leaderboard data fetch cuad"):
        build_plan(registry, registry["cuad"], "openai/m1")


def test_an_own_prompt_is_marked_and_changes_the_digest(tmp_path: Path) -> None:
    plan = make_plan(tmp_path, own_prompt=OWN)
    assert plan.own_prompt == "mine.txt"
    assert plan.prompt.sha256 == hashlib.sha256(OWN[1].encode()).hexdigest()
    assert plan.questions["c000"].startswith(OWN[1])


def test_the_benchmarks_prompt_in_a_file_is_not_an_own_one(tmp_path: Path) -> None:
    registry = make_registry(tmp_path)
    text = registry[KEY].prompt.text
    assert make_plan(tmp_path, own_prompt=("copy.txt", text)).own_prompt is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (" \n", "the prompt is empty"),
        ("{contract}", r"holds \{question\} 0 times"),
        ("{contract} {contract} {question}", r"holds \{contract\} 2 times"),
    ],
)
def test_a_clause_prompt_needs_its_places(text: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        parse_own_prompt("clause-extraction", text)


def test_a_clause_prompt_with_its_places_is_taken() -> None:
    prompt = parse_own_prompt("clause-extraction", "{question}\n{contract}")
    assert prompt.filled("C", "Q?") == "Q?\nC"
    assert prompt.version.startswith("own-")


def test_a_prompt_that_is_no_utf_8_is_named(tmp_path: Path) -> None:
    path = tmp_path / "p.txt"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match=r"p\.txt is not UTF-8"):
        load_own_prompt(path)
    path.write_bytes(b"Ask.\r\n")
    assert load_own_prompt(path) == ("p.txt", "Ask.\r\n")


def test_settings_that_are_not_given_are_not_asked_for(tmp_path: Path) -> None:
    plan = make_plan(tmp_path, settings={"temperature": 0.0, "seed": None}, form="json_schema")
    assert plan.parameters["temperature"] == 0.0
    assert "seed" not in plan.parameters
    assert "response_format" in plan.parameters
    assert plan.settings_asked == {
        "model": "openai/m1",
        "api_base": "provider",
        "answer_form": "json_schema",
        "temperature": 0.0,
    }
    assert make_plan(tmp_path).parameters == {}


def test_an_address_of_ones_own_is_not_published(tmp_path: Path) -> None:
    plan = make_plan(tmp_path, api_base="http://10.0.0.7:8000/v1")
    assert plan.settings_asked["api_base"] == "own"


def test_a_key_in_an_address_is_no_part_of_the_journal(tmp_path: Path) -> None:
    plan = make_plan(tmp_path, api_base="https://me:secret@host:8000/v1?key=secret#secret")
    assert plan.identity["api_base"] == "https://host:8000/v1"


def test_other_texts_another_prompt_and_other_settings_are_another_run(tmp_path: Path) -> None:
    plans = [
        make_plan(tmp_path / "1"),
        make_plan(tmp_path / "2", {"c000": "Other"}),
        make_plan(tmp_path / "1", model="openai/m2"),
        make_plan(tmp_path / "1", own_prompt=OWN),
        make_plan(tmp_path / "1", form="json_object"),
        make_plan(tmp_path / "1", settings={"seed": 1}),
        make_plan(tmp_path / "1", api_base="http://localhost:1/v1"),
    ]
    assert len({str(plan.identity) for plan in plans}) == len(plans)
