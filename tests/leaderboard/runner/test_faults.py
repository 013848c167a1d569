"""What the exceptions of litellm mean, raised by real replies of a local server."""

from __future__ import annotations

import json
from typing import Any

import pytest

from leaderboard.runner.faults import Fault, classify_error
from tests.leaderboard.runner.calls import fail
from tests.leaderboard.runner.server import ModelServer, Scripted, completion, failure
from tests.timing import at_most

OPENAI_LIKE = ("openai/m1", "hosted_vllm/m1", "openrouter/acme/m1")
BARE: dict[str, str] = {}


def fault(server: ModelServer, scripted: Scripted, model: str = "openai/m1") -> Fault:
    server.script = [scripted]
    with_path = model.startswith(("openai/", "hosted_vllm/", "openrouter/"))
    error = fail(model, server.address if with_path else server.root, max_tokens=9)
    assert len(server.requests) == 1, "litellm tried again by itself"
    return classify_error(error, environ=BARE)


@pytest.mark.parametrize("model", OPENAI_LIKE)
@pytest.mark.parametrize(
    ("status", "kind", "billed"),
    [
        (400, "outcome", False),
        (401, "stop_run", False),
        (402, "outcome", False),
        (403, "outcome", False),
        (404, "outcome", False),
        (408, "retry", True),
        (409, "retry", False),
        (413, "outcome", False),
        (422, "outcome", False),
        (429, "retry", False),
        (500, "retry", True),
        (502, "retry", True),
        (503, "retry", False),
        (504, "retry", True),
        (529, "retry", False),
    ],
)
def test_what_a_status_means(
    server: ModelServer, model: str, status: int, kind: str, billed: object
) -> None:
    found = fault(server, failure("It broke.", status=status, code="it_broke"), model)
    reason = None if kind == "stop_run" else "api_error"
    assert found == Fault(
        kind=kind,  # type: ignore[arg-type]
        reason=reason,  # type: ignore[arg-type]
        retry_after_s=None,
        raw=f"{status} it_broke",
        message="It broke.",
        may_be_billed=bool(billed),
    )


@pytest.mark.parametrize("model", ["anthropic/claude-x", "gemini/gemini-2.5-pro"])
@pytest.mark.parametrize(
    ("status", "kind"), [(401, "stop_run"), (403, "outcome"), (429, "retry"), (500, "retry")]
)
def test_statuses_of_providers_with_a_form_of_their_own(
    server: ModelServer, model: str, status: int, kind: str
) -> None:
    found = fault(server, failure("It broke.", status=status, kind="it_broke"), model)
    assert (found.kind, found.raw, found.message) == (kind, f"{status} it_broke", "It broke.")


OVERFLOWS: list[dict[str, Any]] = [
    {"code": 400, "type": "exceed_context_size_error", "n_prompt_tokens": 10755, "n_ctx": 8192,
     "message": "request (10755 tokens) exceeds the available context size (8192 tokens), "
     "try increasing it"},
    {"code": 400, "type": "BadRequestError",
     "message": "This model's maximum context length is 4096 tokens. However, you requested 5000 "
     "tokens (4000 in the messages, 1000 in the completion). Please reduce the length."},
    {"code": "context_length_exceeded", "type": "invalid_request_error",
     "message": "Your input exceeds the context window of this model."},
    {"code": "invalid", "message": "Input tokens exceed the configured limit of 272000 tokens."},
    {"type": "invalid_request_error",
     "message": "prompt is too long: 205000 tokens > 200000 maximum"},
    {"code": 400, "status": "INVALID_ARGUMENT",
     "message": "The input token count (1200000) exceeds the maximum number of tokens allowed "
     "(1048576)."},
    {"message": "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096"},
    {"message": "This model's maximum prompt length is 131072 but the request contains 537812 "
     "tokens."},
    {"message": "The decoder prompt (length 9000) is longer than the maximum model length of 4096"},
    {"message": "The prompt has 9000 tokens, but the context window is only 4096 tokens"},
    {"message": "The prompt has 9000 tokens, more than the context window of 4096 tokens"},
    {"message": "Your request exceeded model token limit: 8192"},
    {"message": "Prompt exceeds max length"},
    {"message": "Range of input length should be [1, 30720]"},
    {"message": "Trying to keep the first 9000 tokens when context the overflows. However, the "
     "model is loaded with context length of only 4096 tokens, which is not enough"},
    {"message": "too many tokens: total number of tokens in the prompt cannot exceed 4081"},
    {"message": "input tokens (9000) > n_ctx (4096)"},
]  # fmt: skip


@pytest.mark.parametrize("model", [*OPENAI_LIKE, "anthropic/claude-x", "gemini/gemini-2.5-pro"])
def test_a_full_context_is_known_in_everybodys_words(server: ModelServer, model: str) -> None:
    for error in OVERFLOWS:
        server.requests.clear()
        found = fault(server, Scripted({"error": error}, status=400), model)
        assert (found.kind, found.reason) == ("outcome", "context_overflow"), error
        assert not found.may_be_billed
        assert error["message"].split(".")[0] in found.message


def test_the_words_of_a_full_context_with_another_status_are_no_full_context(
    server: ModelServer,
) -> None:
    text = "Request too large: tokens per minute exceed the maximum context length"
    found = fault(server, failure(text, status=429))
    assert (found.kind, found.reason) == ("retry", "api_error")


@pytest.mark.parametrize(
    "text",
    [
        "max_tokens is too large: 100000. This model supports at most 16384 completion tokens",
        "max_tokens exceeds the token limit of an answer",
        "Model does not exist; exceeded context limit no",
    ],
)
def test_a_wrong_setting_or_name_is_no_full_context(server: ModelServer, text: str) -> None:
    found = fault(server, failure(text, status=400))
    assert (found.kind, found.reason) == ("outcome", "api_error")


FILTERS: list[tuple[int, dict[str, Any]]] = [
    (400, {"code": "content_filter", "status": 400, "param": "prompt", "type": None,
           "message": "The response was filtered due to the prompt triggering Azure OpenAI's "
           "content management policy.",
           "innererror": {"code": "ResponsibleAIPolicyViolation"}}),
    (400, {"code": "bad", "innererror": {"code": "ResponsibleAIPolicyViolation"},
           "message": "No."}),
    (400, {"code": "data_inspection_failed", "message": "Input data may be inappropriate."}),
    (403, {"code": 403, "message": "The model requires moderation and your input was flagged."}),
]  # fmt: skip


@pytest.mark.parametrize("model", OPENAI_LIKE)
def test_a_content_filter_is_known_whatever_the_status(server: ModelServer, model: str) -> None:
    for status, error in FILTERS:
        server.requests.clear()
        found = fault(server, Scripted({"error": error}, status=status), model)
        assert (found.kind, found.reason) == ("outcome", "content_filter"), error
        assert found.may_be_billed


def test_azure_bills_what_it_refuses(server: ModelServer) -> None:
    server.script = [Scripted({"error": FILTERS[0][1]}, status=400)]
    found = classify_error(fail("azure/m1", server.root, api_version="2024-06-01"), environ=BARE)
    assert (found.reason, found.raw) == ("content_filter", "400 content_filter")
    server.script = [failure("Wrong.", status=400)]
    found = classify_error(fail("azure/m1", server.root, api_version="2024-06-01"), environ=BARE)
    assert (found.kind, found.reason, found.may_be_billed) == ("outcome", "api_error", True)


def test_an_empty_account_is_not_asked_again(server: ModelServer) -> None:
    empty = failure("You exceeded your current quota.", status=429, code="insufficient_quota")
    assert fault(server, empty).kind == "outcome"
    server.requests.clear()
    of_the_minute = {
        "code": 429,
        "status": "RESOURCE_EXHAUSTED",
        "message": "You exceeded your current quota, please check your plan and billing details.",
        "details": ["x", {"@type": "Help"}, {"@type": "RetryInfo", "retryDelay": "13.5s"}],
    }
    found = fault(server, Scripted({"error": of_the_minute}, status=429), "gemini/gemini-2.5-pro")
    assert (found.kind, found.retry_after_s) == ("retry", 13.5)
    assert found.raw == "429 RESOURCE_EXHAUSTED"


@pytest.mark.parametrize("model", [*OPENAI_LIKE, "anthropic/claude-x", "gemini/gemini-2.5-pro"])
@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"Retry-After": "0.5"}, 0.5),
        ({"Retry-After": "7", "retry-after-ms": "6500"}, 6.5),
        ({"Retry-After": "-7"}, None),
        ({"Retry-After": "soon"}, None),
        ({}, None),
    ],
)
def test_how_long_to_wait(
    server: ModelServer, model: str, headers: dict[str, str], seconds: float | None
) -> None:
    found = fault(server, failure("Wait.", status=429, **headers), model)
    assert found.retry_after_s == seconds


def test_a_date_to_come_back_is_read_by_the_servers_clock(server: ModelServer) -> None:
    server.script = [failure("Wait.", status=503)]
    error: Any = fail("openai/m1", server.address)
    for stated, now, seconds in (
        ("Wed, 21 Oct 2037 07:28:30 GMT", "Wed, 21 Oct 2037 07:28:00 GMT", 30.0),
        ("Wed, 21 Oct 2037 07:28:30 -0000", "Wed, 21 Oct 2037 07:28:00 GMT", 30.0),
        ("Wed, 21 Oct 2037 07:27:00 GMT", "Wed, 21 Oct 2037 07:28:00 GMT", 0.0),
        ("Wed, 21 Oct 2015 07:28:00 GMT", "", 0.0),
    ):
        error.litellm_response_headers = {"Retry-After": stated, "Date": now}
        assert classify_error(error, environ=BARE).retry_after_s == seconds


@pytest.mark.parametrize("model", ["openai/m1", "hosted_vllm/m1"])
def test_a_clock_that_runs_out_is_a_timeout(server: ModelServer, model: str) -> None:
    server.script = [Scripted(completion(), delay_s=1.5)]
    error = fail(model, server.address, timeout_s=0.3)
    found = classify_error(error, environ=BARE, timeout_s=0.3)
    assert (found.kind, found.reason, found.raw) == ("retry", "timeout", "timeout")
    assert found.message == "no answer within 0.3 s"
    assert found.may_be_billed


def test_our_own_clock_is_a_timeout() -> None:
    found = classify_error(TimeoutError(), environ=BARE)
    assert found == Fault(
        "retry", "timeout", None, "timeout", "no answer in time", may_be_billed=True
    )


@pytest.mark.parametrize(
    "model", ["openai/m1", "hosted_vllm/m1", "anthropic/claude-x", "gemini/gemini-2.5-pro"]
)
def test_a_server_that_is_not_there_costs_nothing(model: str) -> None:
    found = classify_error(fail(model, "http://127.0.0.1:9/v1"), environ=BARE)
    assert (found.kind, found.reason) == ("retry", "api_error")
    assert found.raw == "ConnectionRefusedError"
    assert found.message == "the server was not reached (ConnectionRefusedError)"
    assert not found.may_be_billed


@pytest.mark.parametrize("model", ["openai/m1", "hosted_vllm/m1"])
@pytest.mark.parametrize(
    "scripted",
    [
        Scripted(completion(), cut=20),
        Scripted(b"<html>busy</html>"),
        Scripted(b'{"id": "x", "choices": [{"ind'),
    ],
    ids=["cut", "html", "half"],
)
def test_a_garbled_reply_is_asked_for_again_and_may_be_billed(
    server: ModelServer, model: str, scripted: Scripted
) -> None:
    found = fault(server, scripted, model)
    assert (found.kind, found.reason, found.may_be_billed) == ("retry", "api_error", True)
    assert found.message


def test_an_error_within_a_good_status_is_one(server: ModelServer) -> None:
    body = {"error": {"message": "upstream failed", "code": 502}}
    for model in ("openai/m1", "openrouter/acme/m1"):
        server.requests.clear()
        found = fault(server, Scripted(body), model)
        assert (found.kind, found.message) == ("retry", "upstream failed")


@pytest.mark.parametrize(
    "model", ["openai/gpt-5", "anthropic/claude-x", "gemini/gemini-2.5-pro", "mistral/m"]
)
def test_a_missing_key_stops_the_run_before_anything_is_sent(
    server: ModelServer, model: str
) -> None:
    server.script = [failure("No API key provided.", status=401)]
    found = classify_error(fail(model, server.root, api_key=None), environ=BARE)
    assert (found.kind, found.reason) == ("stop_run", None)
    assert "Traceback" not in found.message


def test_a_wrong_key_stops_the_run_whatever_its_status(server: ModelServer) -> None:
    error = {"code": 400, "message": "API key not valid. Please pass a valid API key.",
             "status": "INVALID_ARGUMENT"}  # fmt: skip
    found = fault(server, Scripted({"error": error}, status=400), "gemini/gemini-2.5-pro")
    assert found.kind == "stop_run"


def test_a_provider_that_litellm_does_not_know_stops_the_run() -> None:
    assert classify_error(fail("nonsense", None), environ=BARE).kind == "stop_run"


def test_what_is_no_exception_of_litellm_is_tried_again() -> None:
    inner = ConnectionResetError("reset")
    error = ValueError("odd")
    error.__context__ = inner
    inner.__context__ = error  # a chain that bites its tail
    found = classify_error(error, environ=BARE)
    assert found == Fault(
        "retry", "api_error", None, "ConnectionResetError", "odd", may_be_billed=True
    )


@pytest.mark.parametrize(
    "model", ["openai/m1", "hosted_vllm/m1", "anthropic/claude-x", "gemini/gemini-2.5-pro"]
)
def test_a_reply_that_breaks_off_is_called_so(server: ModelServer, model: str) -> None:
    found = fault(server, Scripted(completion("x" * 10_000), cut=500), model)
    assert (found.kind, found.may_be_billed) == ("retry", True)
    assert found.message.startswith("the reply broke off (")


@pytest.mark.parametrize("before", ["", "It is odd ", "It is odd:\n"])
def test_a_traceback_is_no_message(server: ModelServer, before: str) -> None:
    text = f'{before}Traceback (most recent call last): File "/home/somebody/server.py", line 1'
    own = classify_error(ValueError(text), environ=BARE)
    assert own.message == (before.strip() or "ValueError")
    theirs = fault(server, failure(text, status=500))
    assert theirs.message == (before.strip() or "InternalServerError")


def test_bodies_of_any_form_are_read(server: ModelServer) -> None:
    for body, message in (
        (json.dumps({"error": "model 'x' not found"}).encode(), "model 'x' not found"),
        (b'{"error": {"message": ["odd"], "code": {}}}', ""),
        (b'[{"error": {"message": "listed"}}]', "listed"),
        (b'{"error": 5}', ""),
        (b"{" * 50_000, ""),
        (b"", ""),
    ):
        server.requests.clear()
        found = fault(server, Scripted(body, status=404), "hosted_vllm/m1")
        assert (found.kind, found.reason) == ("outcome", "api_error")
        assert message in found.message
        assert 0 < len(found.message) <= 2000


def test_a_key_that_a_server_sends_back_is_masked(server: ModelServer) -> None:
    for model in OPENAI_LIKE:
        server.requests.clear()
        server.script = [failure("Wrong: sk-of-the-tests-0123456789", status=400)]
        found = classify_error(fail(model, server.address), environ=BARE)
        assert "0123456789" not in found.message


def test_a_long_message_is_cut() -> None:
    assert classify_error(ValueError("word " * 100_000), environ=BARE).message.endswith("…")


@pytest.mark.parametrize(
    "piece",
    ["exceed", "exceeds context ", "violat", "//", "//a@", "token", "key=", "Error: ", "sk-", "{"],
)
def test_long_texts_take_no_long_time(piece: str) -> None:
    error: Any = ValueError(piece * 100_000)
    error.status_code = 400
    with at_most(1):
        classify_error(error, environ=BARE)
