from __future__ import annotations

from typing import Any

import pytest

from leaderboard.runner.sizes import cut_record, fit_records
from scoring.contractscrub.answers import MAX_BYTES, parse_answer
from scoring.outcomes import answer_of, is_answered


def record(response: str | None, reason: str | None = "stop", error: str | None = None) -> Any:
    return {"item": "a", "response": response, "finish_reason": reason, "error": error}


@pytest.mark.parametrize("text", [None, "", "{}", "x" * MAX_BYTES, "😀" * (MAX_BYTES // 4)])
def test_what_is_within_the_limit_stays(text: str | None) -> None:
    assert cut_record(record(text)) == record(text)


@pytest.mark.parametrize("character", ["x", "é", "€", "😀"])
@pytest.mark.parametrize("before", ["", "x"])
def test_of_what_is_over_it_as_much_is_kept_as_is_too_large(character: str, before: str) -> None:
    text = before + character * (2 * MAX_BYTES // len(character.encode()))
    cut = cut_record(record(text, "length"))
    assert MAX_BYTES < len(cut["response"].encode()) <= MAX_BYTES + 4
    assert text.startswith(cut["response"])
    assert cut["finish_reason"] == "length"
    size = f"{len(text.encode()):,}"
    assert cut["error"] == f"the answer has {size} bytes; what is beyond 4 MiB is cut off"
    assert cut_record(cut) == cut


def test_an_answer_before_too_much_prose_is_too_large_whole_or_cut() -> None:
    text = '{"defined_terms": []}' + " " * 3 * MAX_BYTES
    assert parse_answer(text).status == "too_large"
    assert answer_of(cut_record(record(text))).status == "too_large"


def test_what_was_said_of_it_stays() -> None:
    assert cut_record(record("x" * 2 * MAX_BYTES, error="I will not."))["error"] == "I will not."


def test_the_largest_are_left_out_until_the_rest_fits() -> None:
    over = MAX_BYTES + 1
    records = [record("x" * over), record("short"), record("\n" * over, None), record("x" * over)]
    assert fit_records(records, 0) == records
    fitted = fit_records(records, 2 * over - 1000)
    assert [each["response"] is None for each in fitted] == [False, False, True, False]
    fitted = fit_records(records, 2 * over + 1)
    assert [each["response"] is None for each in fitted] == [True, False, True, False]
    assert [each["finish_reason"] for each in fitted] == ["stop", "stop", "other", "stop"]
    assert "is left out" in fitted[2]["error"]
    assert all(is_answered(each) for each in fitted)
    assert not any(entries for entries in answer_of(fitted[0]).entries.values())


def test_answers_that_count_are_never_left_out() -> None:
    records = [record("x" * MAX_BYTES)] * 5
    assert fit_records(records, 2 * MAX_BYTES) == records
