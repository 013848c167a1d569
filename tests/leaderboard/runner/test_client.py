from __future__ import annotations

import asyncio
import json
import time
import warnings
from typing import Any

import pytest

from leaderboard.runner.client import (
    CallFailedError,
    LiteLLMCaller,
    Reply,
    _latency,
    _local_key,
)
from leaderboard.runner.exchange import Exchange
from leaderboard.runner.faults import Fault
from tests.leaderboard.runner.server import ModelServer, Request, Scripted, completion, failure

KEY = "sk-secret-0123456789abcdef"


def caller(server: ModelServer, **change: Any) -> LiteLLMCaller:
    plain: dict[str, Any] = {
        "model": "openai/m1",
        "api_base": server.address,
        "api_key": None,
        "parameters": {},
        "timeout_s": 5.0,
    }
    return LiteLLMCaller(**{**plain, **change})


def ask(asked: LiteLLMCaller, times: int = 1) -> list[Reply]:
    async def work() -> list[Reply]:
        try:
            return [await asked.call("Is the fee defined?") for _ in range(times)]
        finally:
            await asked.close()

    return asyncio.run(work())


def fault(asked: LiteLLMCaller) -> Fault:
    with pytest.raises(CallFailedError) as failed:
        ask(asked)
    assert str(failed.value) == failed.value.fault.message
    return failed.value.fault


def test_an_answer_comes_with_all_that_was_said_of_it(server: ModelServer) -> None:
    usage = {"prompt_tokens": 7, "completion_tokens": 3}
    server.script = [Scripted(completion("{}", finish="length", usage=usage))]
    (reply,) = ask(caller(server, parameters={"temperature": 0.5, "max_tokens": 9}))
    assert (reply.text, reply.ending.reason, reply.model_reported) == ("{}", "length", "m1")
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (7, 3)
    assert reply.sent == {"temperature": 0.5, "max_tokens": 9}
    body = server.requests[0].body
    assert body["messages"] == [{"role": "user", "content": "Is the fee defined?"}]


def test_latency_is_the_providers_time_from_the_first_call_on(server: ModelServer) -> None:
    server.script = [Scripted(completion(), delay_s=0.3)]
    latencies = [reply.latency_s for reply in ask(caller(server), times=3)]
    assert all(0.3 <= latency < 0.8 for latency in latencies), latencies


@pytest.mark.parametrize("status", [429, 500, 503])
def test_each_call_is_made_once(server: ModelServer, status: int) -> None:
    server.script = [failure("busy", status=status, retry_after="1")]
    begun = time.monotonic()
    said = fault(caller(server))
    assert (said.kind, said.retry_after_s, len(server.requests)) == ("retry", 1.0, 1)
    assert time.monotonic() - begun < 5


def test_a_server_that_hangs_is_given_up_in_time(server: ModelServer) -> None:
    server.script = [Scripted(completion(), delay_s=3)]
    begun = time.monotonic()
    said = fault(caller(server, timeout_s=0.5))
    assert (said.kind, said.reason, said.may_be_billed) == ("retry", "timeout", True)
    assert time.monotonic() - begun < 2.5


@pytest.mark.parametrize(
    "scripted",
    [
        Scripted(completion("x" * 10_000), cut=500),
        Scripted(b"<html>busy</html>"),
        Scripted({"object": "chat.completion", "choices": []}),
        Scripted({"unexpected": True}),
        Scripted({**completion(), "choices": "none"}),
        Scripted({**completion(), "choices": [{"finish_reason": "stop", "message": None}]}),
        Scripted(b"[1, 2"),
        Scripted(b""),
    ],
)
def test_a_reply_that_is_none_is_no_answer(server: ModelServer, scripted: Scripted) -> None:
    server.script = [scripted]
    said = fault(caller(server))
    assert (said.kind, said.reason) == ("retry", "api_error")


@pytest.mark.parametrize(
    "text",
    [
        "x" * 5 * 2**20,
        "a\0b\u202ec\u2028",
        "😀" * 1000,
        "\r\n\t ",
        "e\u0301",
        "<think>no</think>{}",
    ],
)
def test_an_answer_is_kept_as_it_came(server: ModelServer, text: str) -> None:
    server.script = [Scripted(completion(text))]
    (reply,) = ask(caller(server, timeout_s=60.0))
    assert reply.text == text


@pytest.mark.parametrize("model", ["openai/m1", "openrouter/m1"])
@pytest.mark.parametrize(
    ("content", "text"),
    [
        ([{"type": "text", "text": "{"}, {"type": "image"}, {"type": "text", "text": "}"}], "{}"),
        (5, None),
        ({"a": []}, None),
    ],
)
def test_an_answer_that_litellm_cannot_read_is_paid_and_kept(
    server: ModelServer, model: str, content: Any, text: str | None
) -> None:
    usage = {"prompt_tokens": 7, "completion_tokens": 3}
    server.script = [Scripted(completion(content, finish="length", usage=usage))]
    (reply,) = ask(caller(server, model=model))
    assert (reply.text, reply.ending.reason, reply.model_reported) == (text, "length", "m1")
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (7, 3)
    assert len(server.requests) == 1


def test_a_refusal_is_read_where_litellm_cannot_read_the_rest(server: ModelServer) -> None:
    server.script = [Scripted(completion(None, refusal="I will not.", tool_calls=5))]
    (reply,) = ask(caller(server))
    assert (reply.text, reply.ending.reason) == (None, "refusal")
    assert reply.ending.refusal == "I will not."


def test_choices_in_a_reply_that_refuses_are_no_answer(server: ModelServer) -> None:
    refusing = {**completion("{}"), "error": {"message": "busy"}}
    for model in ("openai/m1", "openrouter/m1"):
        server.script = [Scripted(refusing, status=503)]
        assert fault(caller(server, model=model)).kind == "retry"


def test_litellm_says_nothing_of_its_own(
    server: ModelServer, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    blocks: Any = [{"type": "text", "text": "{}"}]
    server.script = [Scripted(completion(blocks, finish="odd")), Scripted(completion(finish="odd"))]
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        ask(caller(server), times=2)
    assert [str(each.message) for each in said if "erializ" in str(each.message)] == []
    assert [record for record in caplog.records if record.name == "LiteLLM"] == []
    assert capfd.readouterr() == ("", "")


def test_half_surrogates_become_the_replacement_character(server: ModelServer) -> None:
    body = json.dumps(completion("a@b")).replace("@", "\\ud800")
    server.script = [Scripted(body.encode())]
    (reply,) = ask(caller(server))
    assert reply.text == "a\ufffdb"


def test_an_answer_in_another_providers_form_is_read_from_litellms(server: ModelServer) -> None:
    claude = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "c1",
        "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    server.script = [Scripted(claude)]
    asked = caller(server, model="anthropic/c1", api_base=server.root, parameters={"max_tokens": 9})
    (reply,) = ask(asked)
    assert (reply.text, reply.model_reported, reply.ending.reason) == ("ab", "c1", "stop")


def test_a_reply_without_text_has_none(server: ModelServer) -> None:
    server.script = [Scripted(completion(None))]
    (reply,) = ask(caller(server))
    assert (reply.text, reply.ending.reason) == (None, "stop")


def test_a_server_on_this_machine_gets_no_key_of_the_environment(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    ask(caller(server))
    port = server.address.rpartition(":")[2]
    ask(caller(server, api_base=f"http://localhost:{port}"))
    assert {request.headers["authorization"] for request in server.requests} == {"Bearer none"}


def test_a_key_that_was_named_is_sent_and_masked_in_what_comes_back(server: ModelServer) -> None:
    def echo(request: Request) -> Scripted:
        return failure(f"what is {request.headers['authorization']}?", status=400)

    server.script = echo
    said = fault(caller(server, api_key="correct-horse-battery"))
    assert server.requests[0].headers["authorization"] == "Bearer correct-horse-battery"
    assert "horse" not in said.message
    assert said.message.startswith("what is")


@pytest.mark.parametrize("key", ["correct-horse-battery", "sk-1234"])
@pytest.mark.parametrize("variable", [None, "OPENROUTER_API_KEY"])
def test_a_key_that_a_model_sends_back_is_masked(
    server: ModelServer, monkeypatch: pytest.MonkeyPatch, key: str, variable: str | None
) -> None:
    said = f"your key is Bearer {key}"
    body = completion(said, finish=f"odd {key}", refusal=said)
    server.script = [Scripted({**body, "model": f"m1 {key}"})]
    if variable is not None:
        monkeypatch.setenv(variable, key)
    asked = caller(server, model="openrouter/m1", api_key=None if variable else key)
    (reply,) = ask(asked)
    assert reply.text == "your key is Bearer [key]"
    assert (reply.model_reported, reply.ending.raw) == ("m1 [key]", "odd [key]")
    assert reply.ending.refusal == "your key is Bearer [key]"


def test_time_is_told_apart_even_where_litellm_does_not_tell_of_the_reply() -> None:
    assert _latency(Exchange(), 1.0, 3.0) == 2.0
    assert _latency(Exchange(sent_at=1.5), 1.0, 3.0) == 1.5
    assert _latency(Exchange(sent_at=1.5, received_at=2.0), 1.0, 3.0) == 0.5
    assert _latency(Exchange(sent_at=1.5, received_at=1.2), 1.0, 3.0) == 1.5


@pytest.mark.parametrize(
    ("address", "own"),
    [
        ("http://127.8.8.8/v1", True),
        ("http://[::1]:80/v1", True),
        ("http://0.0.0.0:80/v1", True),
        ("http://localhost/v1", True),
        ("http://api.localhost/v1", True),
        ("https://api.openai.com/v1", False),
        ("http://localhost.example.com/v1", False),
        ("http://192.168.0.1/v1", False),
        ("nonsense", False),
        (None, False),
    ],
)
def test_which_servers_are_on_this_machine(address: str | None, *, own: bool) -> None:
    assert (_local_key(address) is not None) == own


def test_a_provider_that_litellm_does_not_know_stops_the_run(server: ModelServer) -> None:
    assert fault(caller(server, model="nobody/m1")).kind == "stop_run"
    assert server.requests == []


def test_a_server_that_is_not_there_is_tried_again(server: ModelServer) -> None:
    said = fault(caller(server, api_base="http://127.0.0.1:9/v1"))
    assert (said.kind, said.may_be_billed) == ("retry", False)
