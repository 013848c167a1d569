"""What a model is asked says all that scoring goes by, and changes only with its version."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

from leaderboard.prompts import PROMPTS, Prompt, load_prompt
from leaderboard.registry import load_registry
from scoring.contractscrub import CATEGORIES, canonical_place, parse_answer
from scoring.cuad import clause_prompt

DIGESTS = {
    "contractscrub 1": "07abc4a535de61c0d0f36b8d13cccbd15c5046ab1e9868b0c8d19cc82a881bea",
    "openscrub 1": "c87238a8e19d86170b07af952a4efb26ee2234472f7e12acb849ead1fc1334ca",
    "cuad 1": "400f71c9f507372a00d2906a869fe4762c42d74b9a0dffecbefc8962ca244f8e",
    "openclause 1": "400f71c9f507372a00d2906a869fe4762c42d74b9a0dffecbefc8962ca244f8e",
}
"""A text that changes needs a version of its own: submissions name prompts by these digests."""

BENCHMARKS = {item.key: item for item in load_registry(Path()).benchmarks}
OPENSCRUB = BENCHMARKS["openscrub"].prompt


def test_the_form_that_is_asked_for_has_every_category_with_its_fields() -> None:
    text = OPENSCRUB.text
    form = json.loads(text[text.index("{") : text.index("\n}\n") + 2])
    assert {key: set(entries[0]) for key, entries in form.items()} == {
        category.key: set(category.fields) for category in CATEGORIES
    }
    answer = parse_answer(json.dumps(form).replace("\\u2026", "1"))
    assert (answer.status, answer.flags) == ("ok", frozenset())


def test_every_category_is_explained_once_in_the_order_of_scoring() -> None:
    text = OPENSCRUB.text
    assert re.findall(r"^\d\. (\w+):", text, re.MULTILINE) == [c.key for c in CATEGORIES]


@pytest.mark.parametrize(
    "rule",
    [
        "deepest numbered provision that starts a line of its own",
        "three times gives three entries",
        'is "P"',
        'are "R"',
        "Party and Parties are two",
        "no definition and no entry",
        "form that the definition quotes",
        "List both definitions of a doubled term, and the definition of an unused one",
        "A heading never counts as a use",
        "without a possessive ending",
        "using one of them uses them all",
        "unless that other term is itself unused",
    ],
)
def test_a_model_need_not_guess_a_convention(rule: str) -> None:
    assert rule in OPENSCRUB.text


def test_places_in_the_prompt_are_read_as_places() -> None:
    for place in ("4.2(b)", "3(a)(ii)", "2.05", "P", "R", "Schedule 1, paragraph 2"):
        assert f'"{place}"' in OPENSCRUB.text
        assert canonical_place(place) == canonical_place(str(canonical_place(place)))
    assert canonical_place("Article IV, Section 4.2") == canonical_place("4.2")


def test_the_contract_comes_last() -> None:
    assert OPENSCRUB.text.endswith("\n===== CONTRACT =====\n")


@pytest.mark.parametrize(("text", "question"), [("All of it.", "Which law?"), ("{question}", "{}")])
def test_the_clause_prompt_is_the_scorers(text: str, question: str) -> None:
    prompt = load_prompt("clause-extraction")
    assert prompt.filled(text, question) == clause_prompt(text, question)
    ruled = load_prompt("clause-extraction", "Quote twice.")
    assert ruled.filled(text, question) == "Quote twice.\n" + clause_prompt(text, question)


def test_an_own_prompt_may_put_the_question_first() -> None:
    prompt = Prompt("clause-extraction", "own", "{question}\n\n{contract}\n")
    assert prompt.filled("a {question} {contract}", "b") == "b\n\na {question} {contract}\n"


def test_a_contract_follows_the_scrubbing_prompt_unchanged() -> None:
    assert OPENSCRUB.filled("{rules} and\n all") == OPENSCRUB.text + "{rules} and\n all"


def test_no_prompt_changes_without_its_version() -> None:
    assert {
        f"{key} {item.prompt.version}": item.prompt.sha256 for key, item in BENCHMARKS.items()
    } == DIGESTS


def test_the_rules_of_one_benchmark_are_asked_of_no_other() -> None:
    rules = BENCHMARKS["openscrub"].rules
    assert rules
    assert rules in OPENSCRUB.text
    assert OPENSCRUB.text.replace(f"{rules}\n", "") == BENCHMARKS["contractscrub"].prompt.text


def test_the_digest_is_that_of_the_text() -> None:
    data = OPENSCRUB.text.encode("utf-8")
    assert OPENSCRUB.sha256 == hashlib.sha256(data).hexdigest()


def test_a_task_without_a_prompt_is_refused() -> None:
    assert [load_prompt(task).task for task in PROMPTS] == list(PROMPTS)
    with pytest.raises(KeyError):
        load_prompt("poetry")
