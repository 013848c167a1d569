"""Settings: litellm's translation before a call, and the body that really goes out."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from leaderboard.errors import UsageError
from leaderboard.runner.params import Settled, sent_settings, settle, structured_output
from tests.leaderboard.runner.calls import ask
from tests.leaderboard.runner.server import ModelServer, Scripted, completion

SCHEMA: dict[str, Any] = {
    "type": "json_schema",
    "json_schema": {
        "name": "clause",
        "strict": True,
        "schema": {
            "type": "object",
            "properties": {"answer": {"type": "string"}},
            "required": ["answer"],
            "additionalProperties": False,
        },
    },
}
CLAUDE = {
    "id": "m",
    "type": "message",
    "role": "assistant",
    "model": "c",
    "content": [{"type": "text", "text": "{}"}],
    "stop_reason": "end_turn",
    "usage": {"input_tokens": 1, "output_tokens": 1},
}
GEMINI = {
    "candidates": [{"content": {"parts": [{"text": "{}"}]}, "finishReason": "STOP"}],
    "usageMetadata": {"promptTokenCount": 3, "candidatesTokenCount": 1, "totalTokenCount": 4},
}


def test_what_makes_no_difference_is_dropped() -> None:
    asked = {"temperature": 0.2, "max_tokens": 4000, "seed": 1, "reasoning_effort": None}
    assert settle(asked, "openai/gpt-5") == Settled(
        {"max_completion_tokens": 4000, "seed": 1, "stream": False}, ("temperature",)
    )
    assert settle({"reasoning_effort": "low"}, "openai/gpt-4o").dropped == ("reasoning_effort",)
    assert settle({"reasoning_effort": "low"}, "gpt-5").dropped == ()
    assert settle({"reasoning_effort": "low"}, "ollama/llama3") == Settled(
        {"think": True, "stream": False}, ()
    )
    assert settle({}, "openai/gpt-5").dropped == ()


def test_a_model_without_a_provider_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match='no provider for "acme-1"; write the provider'):
        settle({}, "acme-1")
    with pytest.raises(UsageError, match=r"refuses a setting .* Unmapped reasoning effort"):
        settle({"reasoning_effort": "great"}, "anthropic/claude-sonnet-4-5")


def test_settling_touches_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    # litellm logs in to these two for as little as the name of their provider.
    for model in ("github_copilot/gpt-4o", "chatgpt/gpt-5", "openrouter/acme/m1"):
        assert settle({"max_tokens": 5, "response_format": SCHEMA}, model).sent
        structured_output(model)


@pytest.mark.parametrize(
    ("model", "reply"),
    [
        ("openai/gpt-5", completion("{}")),
        ("openai/gpt-4o", completion("{}")),
        ("openai/m1", completion("{}")),
        ("hosted_vllm/m1", completion("{}")),
        ("openrouter/acme/m1", completion("{}")),
        ("groq/openai/gpt-oss-20b", {**completion("{}"), "service_tier": "on_demand"}),
        ("anthropic/claude-sonnet-4-5", CLAUDE),
        ("gemini/gemini-2.5-pro", GEMINI),
    ],
)
def test_what_is_settled_is_what_goes_out(
    server: ModelServer, model: str, reply: dict[str, object]
) -> None:
    asked: dict[str, Any] = {"max_tokens": 4000, "seed": 7, "top_p": 0.5, "response_format": SCHEMA}
    server.script = [Scripted(reply)]
    address = server.root if model.startswith(("anthropic", "gemini")) else server.address
    answered = ask(model, address, **asked)
    sent = sent_settings(answered.sent)
    body = {name: value for name, value in server.requests[0].body.items() if value}
    assert sent == sent_settings(body)
    assert set(sent) <= set(body)
    assert "Is the fee" not in str(sent)
    assert "sk-of-the-tests" not in str(answered.sent)

    settled = settle(asked, model, api_base=address)
    flat = str(sent)
    for name, value in {"seed": 7, "top_p": 0.5, "max_tokens": 4000}.items():
        assert (str(value) in flat) is (name not in settled.dropped), name
    assert ("additionalProperties" in flat) is ("response_format" not in settled.dropped)


def test_only_settings_are_kept_and_only_as_json() -> None:
    assert sent_settings(
        {
            "model": "m1",
            "messages": [{"role": "user", "content": "x"}],
            "api_key": "sk-secret",
            "extra_body": {},
            "stop": None,
            "odd": {"kind": int},
            "long": "x" * 20_001,
            "temperature": 0,
            "stream": False,
        }
    ) == {"odd": {"kind": "<class 'int'>"}, "stream": False, "temperature": 0}


@pytest.mark.parametrize(
    ("model", "form"),
    [
        ("openai/gpt-5", "json_schema"),
        ("gpt-5", "json_schema"),
        ("anthropic/claude-sonnet-4-5", "json_schema"),
        ("gemini/gemini-2.5-pro", "json_schema"),
        ("fireworks_ai/accounts/acme/models/new", "json_schema"),
        ("openai/gpt-4", None),
        ("openai/m1", None),
        ("hosted_vllm/m1", None),
        ("openrouter/acme/m1", None),
        ("nonsense", None),
    ],
)
def test_what_a_provider_is_known_to_offer(model: str, form: str | None) -> None:
    assert structured_output(model) == form


def test_nothing_is_known_of_a_server_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    assert structured_output("openai/gpt-5", api_base="http://127.0.0.1:1/v1") is None
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    assert structured_output("openai/gpt-5") is None
