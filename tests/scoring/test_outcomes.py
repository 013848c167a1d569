from __future__ import annotations

import json

import pytest

import scoring
from scoring.contractscrub.answers import MAX_BYTES, RECORD_STATUSES, Answer, without_entries
from scoring.outcomes import (
    FINISH_REASONS,
    answer_of,
    is_answered,
    response_text,
    status_of,
)

ENTRY = {"term": "Fee", "location": "2"}
RESPONSE = json.dumps({"defined_terms": [ENTRY]})


def found(answer: Answer) -> bool:
    return answer.status == "ok" and answer.entries["defined_terms"] == [ENTRY]


def test_the_names_stand_in_the_package() -> None:
    assert (scoring.answer_of, scoring.is_answered, scoring.status_of) == (
        answer_of,
        is_answered,
        status_of,
    )


def test_the_vocabulary_of_finish_reasons() -> None:
    assert set(FINISH_REASONS) == {*RECORD_STATUSES, "stop", "length", "tool_calls", "other"}


@pytest.mark.parametrize("reason", RECORD_STATUSES)
def test_a_records_status_comes_before_what_its_text_says(reason: str) -> None:
    for response in (RESPONSE, "", None):
        record = {"item": "c1", "response": response, "finish_reason": reason, "error": None}
        assert status_of(record) == reason
        assert answer_of(record) == without_entries(reason)


@pytest.mark.parametrize("reason", ["stop", "length", "tool_calls", "other", None, "END", 3, ["x"]])
def test_otherwise_the_text_decides(reason: object) -> None:
    assert found(answer_of({"item": "c1", "response": RESPONSE, "finish_reason": reason}))
    assert answer_of({"response": RESPONSE[:-3], "finish_reason": reason}).status == "truncated"
    assert answer_of({"response": "None.", "finish_reason": reason}).status == "no_json"
    assert answer_of({"response": "", "finish_reason": reason}).status == "empty"
    assert answer_of({"response": None, "finish_reason": reason}).status == "empty"


def test_a_record_may_lack_any_key() -> None:
    assert found(answer_of({"response": RESPONSE}))
    assert answer_of({}).status == "empty"
    assert status_of({}) is None


def test_an_error_without_a_response_or_a_known_finish_reason_is_an_api_error() -> None:
    blank: tuple[object, ...] = (None, "", [])
    for response in blank:
        record = {"response": response, "error": "502 bad gateway"}
        assert answer_of(record) == without_entries("api_error")
        assert answer_of({**record, "finish_reason": "unheard of"}).status == "api_error"
        assert answer_of({**record, "finish_reason": "stop"}).status == "empty"
        assert answer_of({**record, "finish_reason": "timeout"}).status == "timeout"
    assert found(answer_of({"response": RESPONSE, "error": "the first attempt failed"}))


def test_text_blocks_are_joined_in_order_and_others_left_out() -> None:
    blocks: list[object] = [
        {"type": "thinking", "text": "no"},
        {"type": "text", "text": RESPONSE[:9]},
        {"type": "text", "text": None},
        "no block",
        {"type": "text", "text": RESPONSE[9:]},
    ]
    assert response_text({"response": blocks}) == RESPONSE
    assert found(answer_of({"response": blocks}))


@pytest.mark.parametrize("response", [3, True, {"defined_terms": []}, b"{}"])
def test_a_response_that_is_no_text_is_none(response: object) -> None:
    assert response_text({"response": response}) is None
    assert answer_of({"response": response}).status == "empty"


def test_a_response_over_four_mebibytes_is_too_large() -> None:
    assert answer_of({"response": RESPONSE + " " * MAX_BYTES}).status == "too_large"


def test_any_outcome_of_the_model_counts_as_answered() -> None:
    for reason in ("refusal", "content_filter", "context_overflow"):
        assert is_answered({"finish_reason": reason, "response": None})
    for response in (RESPONSE, "None.", "{", "", " "):
        assert is_answered({"response": response})
        assert is_answered({"response": response, "finish_reason": "length", "attempts": 9})
    # A blank text that came with status 200 is the model's own (case D033).
    assert is_answered({"response": None, "finish_reason": "stop"})


def test_a_timeout_counts_after_five_recorded_attempts() -> None:
    for attempts, answered in [(5, True), (6, True), (4, False), (None, False), ("5", False)]:
        record = {"finish_reason": "timeout", "attempts": attempts}
        assert is_answered(record) is answered
    assert not is_answered({"finish_reason": "timeout", "response": RESPONSE})


def test_a_fault_of_the_service_never_counts() -> None:
    assert not is_answered({"finish_reason": "api_error", "attempts": 99, "response": RESPONSE})
    assert not is_answered({"error": "429", "attempts": 99})


def test_a_record_without_any_outcome_does_not_count() -> None:
    assert not is_answered({})
    assert not is_answered({"item": "c1", "response": None, "finish_reason": None})
    assert not is_answered({"item": "c1", "response": None, "finish_reason": "unheard of"})
