"""How replies end: words of many providers, through litellm and past it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.models import FINISH_REASONS
from leaderboard.runner.finish import WORDS, Ending, finish_reason, read_ending
from scoring.outcomes import is_answered
from tests.leaderboard.runner.calls import ask
from tests.leaderboard.runner.server import ModelServer, Scripted, completion


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("stop", "stop"),
        ("STOP", "stop"),
        ("end_turn", "stop"),
        ("length", "length"),
        ("max_tokens", "length"),
        ("MAX_TOKENS", "length"),
        ("model_length", "length"),
        ("model_context_window_exceeded", "length"),
        ("SAFETY", "content_filter"),
        ("content_filter", "content_filter"),
        ("refusal", "content_filter"),
        ("guardrail_intervened", "content_filter"),
        ("error", "api_error"),
        ("tool_use", "tool_calls"),
        ("OTHER", "other"),
        ("pause_turn", "other"),
        ("brand_new_word", "other"),
        ("", None),
        ("FINISH_REASON_UNSPECIFIED", None),
        (None, None),
    ],
)
def test_words_have_one_meaning(raw: str | None, reason: str | None) -> None:
    assert finish_reason(raw, text="An answer.") == reason


def test_a_reply_without_an_answer_says_what_came_instead() -> None:
    for text in (None, "", " \n"):
        assert finish_reason("stop", refusal="I cannot.", text=text) == "refusal"
        assert finish_reason("stop", tool_calls=True, text=text) == "tool_calls"
        assert finish_reason(None, refusal=" ", text=text) == "other"
        assert finish_reason("stop", text=text) == "stop"
        assert finish_reason("length", refusal="I cannot.", text=text) == "length"
        assert finish_reason("content_filter", refusal="No.", text=text) == "content_filter"
    assert finish_reason("stop", refusal="I cannot.", text="Yes.") == "stop"


@settings(deadline=None)
@given(st.none() | st.text(), st.none() | st.text(), st.booleans(), st.none() | st.text())
def test_every_ending_is_in_the_vocabulary(
    raw: str | None,
    refusal: str | None,
    tool_calls: bool,  # noqa: FBT001 - hypothesis gives it
    text: str | None,
) -> None:
    reason = finish_reason(raw, refusal=refusal, tool_calls=tool_calls, text=text)
    assert reason is None or reason in FINISH_REASONS
    # Whatever came, it came: a reply with status 200 is an outcome of the model or of the service.
    assert reason == "api_error" or is_answered({"response": text, "finish_reason": reason})


def test_all_words_are_lower_case_and_in_the_vocabulary() -> None:
    assert all(word == word.lower() for word in WORDS)
    assert set(WORDS.values()) <= set(FINISH_REASONS)


@pytest.mark.parametrize(
    ("raw", "ending"),
    [
        ({"choices": [{"finish_reason": "stop"}]}, Ending("stop", "stop", None)),
        ({"choices": [{"finish_reason": "stop", "native_finish_reason": "MAX_TOKENS"}]},
         Ending("length", "MAX_TOKENS", None)),
        ({"choices": [{"finish_reason": "length", "native_finish_reason": "acme:cut"}]},
         Ending("length", "acme:cut", None)),
        ({"choices": [{"finish_reason": None}]}, Ending(None, None, None)),
        ({"choices": [{"finish_reason": 7}]}, Ending(None, None, None)),
        ({"stop_reason": "refusal"}, Ending("content_filter", "refusal", None)),
        ({"stopReason": "max_tokens"}, Ending("length", "max_tokens", None)),
        ({"candidates": [{"finishReason": "RECITATION"}]},
         Ending("content_filter", "RECITATION", None)),
        ({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}},
         Ending("content_filter", "PROHIBITED_CONTENT", None)),
        ({"done_reason": "length"}, Ending("length", "length", None)),
        ({"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}},
         Ending("length", "max_output_tokens", None)),
        ({"status": "completed", "incomplete_details": None}, Ending("stop", "completed", None)),
        ({"id": "x"}, Ending("stop", "stop", None)),
        (None, Ending("stop", "stop", None)),
    ],
)  # fmt: skip
def test_the_providers_own_word_comes_first(raw: dict[str, Any] | None, ending: Ending) -> None:
    assert read_ending(completion("Yes.", finish="stop"), raw=raw) == ending


def test_without_the_providers_reply_litellm_still_keeps_some_words() -> None:
    choice = {
        "finish_reason": "stop",
        "message": {"content": "Yes."},
        "provider_specific_fields": {"native_finish_reason": "brand_new_word"},
    }
    assert read_ending({"choices": [choice]}) == Ending("stop", "brand_new_word", None)
    choice = {
        "finish_reason": "content_filter",
        "message": {"content": "", "provider_specific_fields": {"stop_reason": "refusal"}},
    }
    assert read_ending({"choices": [choice]}) == Ending("content_filter", "refusal", None)


@pytest.mark.parametrize(
    ("reply", "ending"),
    [
        (completion("Yes.", finish="MAX_TOKENS"), Ending("length", "MAX_TOKENS", None)),
        (completion("Yes.", finish="odd"), Ending("other", "odd", None)),
        (completion("Yes.", finish=None), Ending(None, None, None)),
        (completion("", finish="stop"), Ending("stop", "stop", None)),
        (completion(None, finish=None), Ending("other", None, None)),
        (completion(None, refusal="I cannot."), Ending("refusal", "stop", "I cannot.")),
        (completion(None, finish="tool_calls", tool_calls=[
            {"id": "1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
        ]), Ending("tool_calls", "tool_calls", None)),
    ],
)  # fmt: skip
def test_endings_through_litellm(
    server: ModelServer, reply: dict[str, object], ending: Ending
) -> None:
    server.script = [Scripted(reply)]
    for model in ("openai/m1", "hosted_vllm/m1"):
        answered = ask(model, server.address)
        assert read_ending(answered.reply, raw=answered.raw) == ending, model


def test_endings_of_providers_with_a_form_of_their_own(server: ModelServer) -> None:
    server.script = [
        Scripted(
            {
                "id": "m",
                "type": "message",
                "role": "assistant",
                "model": "c",
                "content": [{"type": "text", "text": "No."}],
                "stop_reason": "refusal",
                "usage": {"input_tokens": 1, "output_tokens": 1},
            }
        )
    ]
    answered = ask("anthropic/claude-x", server.root, max_tokens=9)
    assert read_ending(answered.reply, raw=answered.raw).raw == "refusal"
    assert read_ending(answered.reply, raw=answered.raw).reason == "content_filter"
    server.script = [
        Scripted(
            {
                "candidates": [{"content": {"parts": [{"text": "x"}]}, "finishReason": "SAFETY"}],
                "usageMetadata": {"promptTokenCount": 3, "totalTokenCount": 3},
            }
        )
    ]
    answered = ask("gemini/gemini-2.5-pro", server.root)
    assert read_ending(answered.reply, raw=answered.raw) == Ending("content_filter", "SAFETY", None)


def test_a_reply_in_which_nobody_speaks_is_a_fault_of_the_service(server: ModelServer) -> None:
    server.script = [Scripted({"id": "x", "object": "chat.completion", "choices": []})]
    for model in ("openai/m1", "hosted_vllm/m1"):
        answered = ask(model, server.address)
        assert read_ending(answered.reply, raw=answered.raw) == Ending("api_error", None, None)
