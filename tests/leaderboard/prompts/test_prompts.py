"""What a model is asked says all that scoring goes by, and changes only with its version."""

from __future__ import annotations

import hashlib
import json
import re

import pytest

from leaderboard.prompts import FOLDER, PROMPTS, load_prompt, load_prompts
from scoring.contractscrub import CATEGORIES, canonical_place, parse_answer
from scoring.cuad import clause_prompt

DIGESTS = {
    ("contract-scrubbing", "1"): "5cd94624bc8884d04ab2b28036b157920be1e5af138f9a3417e7041c7fbba892",
    ("clause-extraction", "1"): "400f71c9f507372a00d2906a869fe4762c42d74b9a0dffecbefc8962ca244f8e",
}
"""A text that changes needs a version of its own: submissions name prompts by these digests."""


def test_the_form_that_is_asked_for_has_every_category_with_its_fields() -> None:
    text = load_prompt("contract-scrubbing").text
    form = json.loads(text[text.index("{") : text.index("\n}\n") + 2])
    assert {key: set(entries[0]) for key, entries in form.items()} == {
        category.key: set(category.fields) for category in CATEGORIES
    }
    answer = parse_answer(json.dumps(form).replace("\\u2026", "1"))
    assert (answer.status, answer.flags) == ("ok", frozenset())


def test_every_category_is_explained_once_in_the_order_of_scoring() -> None:
    text = load_prompt("contract-scrubbing").text
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
        "form that its definition quotes",
        "List both definitions under defined_terms too",
        "A heading never counts as a use",
        "without a possessive ending",
        "using one of them uses them all",
        "unless that other term is itself unused",
    ],
)
def test_a_model_need_not_guess_a_convention(rule: str) -> None:
    assert rule in load_prompt("contract-scrubbing").text


def test_places_in_the_prompt_are_read_as_places() -> None:
    for place in ("4.2(b)", "3(a)(ii)", "2.05", "P", "R", "Schedule 1, paragraph 2"):
        assert f'"{place}"' in load_prompt("contract-scrubbing").text
        assert canonical_place(place) == canonical_place(str(canonical_place(place)))
    assert canonical_place("Article IV, Section 4.2") == canonical_place("4.2")


def test_the_contract_comes_last() -> None:
    assert load_prompt("contract-scrubbing").text.endswith("\n===== CONTRACT =====\n")


def test_the_clause_prompt_is_the_scorers() -> None:
    text = load_prompt("clause-extraction").text
    filled = text.replace("{contract}", "All of it.").replace("{question}", "Which law?")
    assert filled == clause_prompt("All of it.", "Which law?")


def test_no_prompt_changes_without_its_version() -> None:
    assert {(p.task, p.version): p.sha256 for p in load_prompts()} == DIGESTS


def test_the_digest_is_that_of_the_file() -> None:
    data = (FOLDER / "contract-scrubbing.txt").read_bytes()
    assert load_prompt("contract-scrubbing").sha256 == hashlib.sha256(data).hexdigest()


def test_a_task_without_a_prompt_is_refused() -> None:
    assert [prompt.task for prompt in load_prompts()] == list(PROMPTS)
    with pytest.raises(KeyError):
        load_prompt("poetry")
