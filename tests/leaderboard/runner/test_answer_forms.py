from __future__ import annotations

import json
from typing import Any

from jsonschema import Draft202012Validator

from leaderboard.registry import load_registry
from leaderboard.runner.answer_forms import FORMS, response_format
from scoring.contractscrub import CATEGORIES, parse_answer
from scoring.cuad import judge as judge_clause
from tests.conftest import ROOT

REGISTRY = load_registry(ROOT)
SCRUBBING = REGISTRY["openscrub"].task
CLAUSES = REGISTRY["openclause"].task


def schema(task: str) -> Any:
    form: Any = response_format(task, "json_schema")
    assert form["type"] == "json_schema"
    assert form["json_schema"]["strict"] is True
    return form["json_schema"]["schema"]


def test_plain_asks_for_no_form_and_json_object_for_json_alone() -> None:
    assert FORMS[0] == "plain"
    assert response_format(SCRUBBING, "plain") is None
    assert response_format(CLAUSES, "json_object") == {"type": "json_object"}


def test_the_scrubbing_schema_takes_what_scoring_reads_without_a_flag_and_no_less() -> None:
    judge = Draft202012Validator(schema(SCRUBBING))
    judge.check_schema(schema(SCRUBBING))
    full = {category.key: [dict.fromkeys(category.fields, "1")] for category in CATEGORIES}
    assert judge.is_valid(full)
    assert parse_answer(json.dumps(full)).flags == frozenset()
    for key in full:
        assert not judge.is_valid({other: full[other] for other in full if other != key})
    assert not judge.is_valid({**full, "other": []})
    entry = {**full["defined_terms"][0], "note": "x"}
    assert not judge.is_valid({**full, "defined_terms": [entry]})


def test_the_clause_schema_holds_one_answer_as_scoring_reads_it() -> None:
    judge = Draft202012Validator(schema(CLAUSES))
    assert judge.is_valid({"answer": "NO CLAUSE FOUND"})
    assert not judge.is_valid({})
    assert not judge.is_valid({"answer": None})
    law = "The law of Ohio governs this contract"
    assert judge_clause(json.dumps({"answer": law}), [law]).strict_passed
