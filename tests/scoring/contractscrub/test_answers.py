from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.contractscrub import CATEGORY_KEYS, Answer, parse_answer
from scoring.contractscrub.answers import (
    FLAG_MEANINGS,
    FLAGS,
    MAX_BYTES,
    RECORD_STATUSES,
    STATUS_MEANINGS,
    STATUSES,
    TEXT_STATUSES,
    without_entries,
)

GOLDENS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "answers.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]
NONE: dict[str, list[dict[str, str]]] = {key: [] for key in CATEGORY_KEYS}
KEY = CATEGORY_KEYS[0]


def said(answer: Answer) -> dict[str, Any]:
    """The categories that have entries."""
    assert tuple(answer.entries) == CATEGORY_KEYS
    return {key: entries for key, entries in answer.entries.items() if entries}


@pytest.mark.parametrize("golden", GOLDENS, ids=[golden["name"] for golden in GOLDENS])
def test_golden(golden: dict[str, Any]) -> None:
    answer = parse_answer(golden["text"])
    assert (answer.status, said(answer), sorted(answer.flags)) == (
        golden["status"],
        golden["entries"],
        golden["flags"],
    )
    for key, entries in golden["entries"].items():
        order = [list(entry) for entry in entries]
        assert [list(entry) for entry in answer.entries[key]] == order


def test_goldens_show_each_status_and_each_flag() -> None:
    shown = {golden["status"] for golden in GOLDENS}
    # Those two take texts too long for a table of goldens; they are tested below.
    assert shown == {"ok", *TEXT_STATUSES} - {"too_deep", "too_large"}
    assert {flag for golden in GOLDENS for flag in golden["flags"]} == set(FLAGS)


def test_the_lists_are_those_of_scoring(shared: Path) -> None:
    page = (shared / "SCORING.md").read_text(encoding="utf-8")
    _, _, rest = page.partition("Statuses of an answer that is not `ok`: ")
    statuses, _, rest = rest.partition("A record's status comes")
    assert statuses.split("`")[1::2] == [*TEXT_STATUSES, *RECORD_STATUSES]
    _, _, rest = rest.partition("documented beside it: ")
    assert rest.partition(". ")[0].split(", ") == list(FLAGS)
    assert tuple(STATUS_MEANINGS) == STATUSES
    assert tuple(FLAG_MEANINGS) == FLAGS


def test_an_answer_that_is_not_ok_has_nine_empty_lists_of_its_own() -> None:
    first, second = without_entries("refusal"), without_entries("refusal", frozenset({"bom"}))
    assert first == Answer("refusal", NONE, frozenset())
    assert second == Answer("refusal", NONE, frozenset({"bom"}))
    assert first.entries[KEY] is not first.entries[CATEGORY_KEYS[1]]
    assert first.entries[KEY] is not second.entries[KEY]


def nested(depth: int, mark: str = "[]") -> str:
    return mark[0] * depth + mark[1] * depth


def test_nesting_of_a_hundred_is_read_and_of_a_hundred_and_one_is_not() -> None:
    assert parse_answer(f'{{"{KEY}": {nested(99)}}}') == Answer(
        "ok",
        {**NONE, KEY: [{}]},
        frozenset({"missing_category", "malformed_entry"}),
    )
    assert parse_answer(f'{{"{KEY}": {nested(100)}}}').status == "too_deep"
    assert parse_answer(f'{{"{KEY}": [], "note": {nested(100)}}}').status == "too_deep"
    assert parse_answer(f'{{"a": {{"{KEY}": {nested(98)}}}}}').status == "ok"
    assert parse_answer(f'{{"a": {{"{KEY}": {nested(99)}}}}}').status == "too_deep"
    wrapped = json.dumps({"a": f'{{"{KEY}": {nested(100)}}}'})
    assert parse_answer(wrapped).status == "too_deep"


def test_what_is_nested_too_deep_is_read_no_further() -> None:
    assert parse_answer(nested(100)).status == "not_an_object"
    assert parse_answer(nested(101)).status == "too_deep"
    assert parse_answer(f"```json\n{nested(101)}\n```").status == "too_deep"
    assert parse_answer(f'{{"a": {nested(99)}}}').status == "no_known_key"
    assert parse_answer(f'{{"a": {nested(100)}}}').status == "too_deep"
    assert parse_answer("[" * 101).status == "too_deep"
    assert parse_answer('{"a":' * 101).status == "too_deep"


def test_the_first_status_that_applies_comes_before_too_deep() -> None:
    deep = nested(200)
    assert parse_answer(f'{{"{KEY}": [NaN], "x": {deep}}}').status == "invalid_json"
    assert parse_answer(f'{{"{KEY}": [], "{KEY}": {deep}}}').status == "duplicate_key"
    assert parse_answer(f'{{"{KEY}": [], "Defined Terms": {deep}}}').status == "key_collision"
    assert parse_answer(f'{{"{KEY}": {"[" * 200}').status == "truncated"
    assert parse_answer(f'{{"{KEY}": {deep} "x": 1}}').status == "invalid_json"
    assert parse_answer(f"Here: {deep}").status == "no_json"


def test_an_object_too_deep_does_not_hide_the_answer_after_it() -> None:
    answer = parse_answer(f'{{"a": {nested(200)}}} {{"{KEY}": ["Fee"]}}')
    assert (answer.status, said(answer)) == ("ok", {KEY: [{"term": "Fee"}]})


def test_five_thousand_entries_over_all_categories_are_read() -> None:
    counts = [556] * 9
    counts[0] -= 4
    assert sum(counts) == 5_000
    answer = {key: ["a"] * count for key, count in zip(CATEGORY_KEYS, counts, strict=True)}
    read = parse_answer(json.dumps(answer))
    assert read.status == "ok"
    assert sum(map(len, read.entries.values())) == 5_000
    answer[KEY].append("")
    assert parse_answer(json.dumps(answer)) == without_entries("too_large")


def test_what_is_no_list_counts_as_the_one_entry_that_it_is() -> None:
    answer: dict[str, object] = {KEY: ["a"] * 5_000, "note": ["b"] * 5_000}
    answer["unused_defined_terms"] = None
    assert parse_answer(json.dumps(answer)).status == "ok"
    answer["unused_defined_terms"] = "c"
    assert parse_answer(json.dumps(answer)).status == "too_large"


def test_four_mebibytes_of_utf8_are_read_and_one_byte_more_is_not() -> None:
    def padded(size: int, character: str = "a") -> str:
        head, tail = f'{{"{KEY}": [{{"term": "', '", "location": "1"}]}'
        room = size - len(head) - len(tail)
        wide = len(character.encode("utf-8", "surrogatepass"))
        return head + character * (room // wide) + "a" * (room % wide) + tail

    for character in ("a", "é", "\ud800", "😀"):
        assert parse_answer(padded(MAX_BYTES, character)).status == "ok"
        assert parse_answer(padded(MAX_BYTES + 1, character)) == without_entries(
            "too_large", frozenset({"missing_category"})
        )


def test_size_is_that_of_the_raw_text() -> None:
    text = f'<think>{" " * MAX_BYTES}</think>{{"{KEY}": []}}'
    assert parse_answer(text).status == "too_large"
    assert parse_answer("\ufeff" + " " * (MAX_BYTES - 18) + f'{{"{KEY}":[]}}').status == "too_large"


def test_the_first_status_that_applies_comes_before_too_large() -> None:
    pad = " " * MAX_BYTES
    assert parse_answer(pad + " ").status == "empty"
    assert parse_answer(pad + "None found.").status == "no_json"
    assert parse_answer(pad + "[]").status == "not_an_object"
    assert parse_answer(pad + f'{{"{KEY}":[').status == "truncated"
    assert parse_answer(pad + f'{{"{KEY}":[],"{KEY}":[]}}').status == "duplicate_key"


def test_a_number_of_any_length_is_text() -> None:
    digits = "9" * 5_000
    answer = parse_answer(f'{{"{KEY}": [{{"term": "x", "location": {digits}}}]}}')
    assert answer.entries[KEY] == [{"term": "x", "location": digits}]


def test_entries_can_be_written_as_utf8() -> None:
    answer = parse_answer(f'{{"{KEY}": [{{"term": "\ud83d", "location": "\\udc00"}}]}}')
    assert answer.entries[KEY] == [{"term": "\ufffd", "location": "\ufffd"}]
    json.dumps(answer.entries[KEY], ensure_ascii=False).encode("utf-8")
