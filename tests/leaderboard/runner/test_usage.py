"""What is read of the tokens and the cost that a reply states."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.runner.exchange import Exchange
from leaderboard.runner.usage import FLAGS, StatedUsage, read_usage
from tests.leaderboard.runner.calls import ask
from tests.leaderboard.runner.server import ModelServer, Scripted, completion

TEN = {"prompt_tokens": 10, "completion_tokens": 4, "total_tokens": 14}


def stated(**usage: object) -> StatedUsage:
    return read_usage(completion(usage=usage))


def test_plain_usage_is_read_as_stated() -> None:
    details = {"cached_tokens": 3}, {"reasoning_tokens": 2}
    usage = stated(**TEN, prompt_tokens_details=details[0], completion_tokens_details=details[1])
    assert usage == StatedUsage(10, 3, 4, 2)


def test_what_is_not_stated_is_unknown() -> None:
    assert stated(**TEN) == StatedUsage(10, None, 4, None)
    assert read_usage({}) == StatedUsage()
    assert read_usage(completion()) == StatedUsage()


def test_a_zero_is_a_count_where_it_can_be() -> None:
    usage = read_usage(
        completion(
            "",
            usage={
                **TEN,
                "completion_tokens": 0,
                "total_tokens": 10,
                "prompt_tokens_details": {"cached_tokens": 0},
                "completion_tokens_details": {"reasoning_tokens": 0},
            },
        )
    )
    assert usage == StatedUsage(10, 0, 0, 0)


def test_nothing_but_zeros_says_nothing() -> None:
    zeros = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
    assert stated(**zeros) == StatedUsage()


def test_zeros_that_the_reply_refutes_are_unknown() -> None:
    no_prompt = stated(prompt_tokens=0, completion_tokens=4)
    assert no_prompt == StatedUsage(None, None, 4, None, flags=frozenset({"usage_inconsistent"}))
    no_output = stated(prompt_tokens=10, completion_tokens=0)
    assert no_output == StatedUsage(10, None, None, None, flags=frozenset({"usage_inconsistent"}))


@pytest.mark.parametrize("bad", [-1, 3.0, "3", True, 10**13, [3], {"a": 3}])
def test_a_bad_count_is_unknown_and_flagged(bad: object) -> None:
    usage = stated(prompt_tokens=bad, completion_tokens=4)
    assert usage == StatedUsage(None, None, 4, None, flags=frozenset({"bad_count"}))
    usage = stated(
        prompt_tokens=10, completion_tokens=4, prompt_tokens_details={"cached_tokens": bad}
    )
    assert usage == StatedUsage(10, None, 4, None, flags=frozenset({"bad_count"}))


def test_a_bad_count_of_gemini_is_not_made_up_for() -> None:
    usage = read_usage({"usageMetadata": {"promptTokenCount": 5, "candidatesTokenCount": "x"}})
    assert usage == StatedUsage(5, None, None, None, flags=frozenset({"bad_count"}))


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        pytest.param(
            {"usage": {"input_tokens": 9, "output_tokens": 4, "total_tokens": 13,
                       "input_tokens_details": {"cached_tokens": 3},
                       "output_tokens_details": {"reasoning_tokens": 2}}},
            StatedUsage(9, 3, 4, 2),
            id="responses",
        ),
        pytest.param(
            {"usage": {"input_tokens": 10, "cache_creation_input_tokens": 0,
                       "cache_read_input_tokens": 7, "output_tokens": 3}},
            StatedUsage(17, 7, 3, None),
            id="anthropic-counts-caches-apart",
        ),
        pytest.param(
            {"usage": {"input_tokens": 10, "cache_creation_input_tokens": 5,
                       "cache_read_input_tokens": 7, "output_tokens": 3}},
            StatedUsage(22, 7, 3, None, lower_bound=True, flags=frozenset({"cache_written"})),
            id="written-to-a-cache-at-another-price",
        ),
        pytest.param(
            {"usage": {"inputTokens": 10, "cacheReadInputTokens": 7, "outputTokens": 3,
                       "totalTokens": 20}},
            StatedUsage(17, 7, 3, None),
            id="bedrock",
        ),
        pytest.param(
            {"usageMetadata": {"promptTokenCount": 10, "cachedContentTokenCount": 4,
                               "thoughtsTokenCount": 6, "totalTokenCount": 16}},
            StatedUsage(10, 4, 6, 6),
            id="gemini-leaves-zeros-out",
        ),
        pytest.param(
            {"message": {"content": "x"}, "prompt_eval_count": 10, "eval_count": 4},
            StatedUsage(10, None, 4, None),
            id="ollama",
        ),
        pytest.param(
            {"usage": {**TEN, "prompt_cache_hit_tokens": 6}}, StatedUsage(10, 6, 4), id="deepseek"
        ),
    ],
)  # fmt: skip
def test_every_form_comes_to_one_meaning(raw: dict[str, Any], expected: StatedUsage) -> None:
    assert read_usage({}, raw=raw) == expected


def test_a_total_says_more_than_its_parts() -> None:
    hidden = stated(prompt_tokens=10, completion_tokens=4, total_tokens=20)
    flags = frozenset({"total_exceeds_parts"})
    assert hidden == StatedUsage(10, None, 10, 6, flags=flags)
    apart = stated(
        prompt_tokens=10,
        completion_tokens=4,
        total_tokens=20,
        completion_tokens_details={"reasoning_tokens": 6},
    )
    assert apart == StatedUsage(10, None, 10, 6, flags=flags)
    unexplained = stated(
        prompt_tokens=10,
        completion_tokens=4,
        total_tokens=20,
        completion_tokens_details={"reasoning_tokens": 3},
    )
    assert unexplained == StatedUsage(10, None, 4, 3, lower_bound=True, flags=flags)


def test_a_total_below_its_parts_is_flagged() -> None:
    usage = stated(prompt_tokens=10, completion_tokens=4, total_tokens=9)
    flags = frozenset({"usage_inconsistent"})
    assert usage == StatedUsage(10, None, 4, None, lower_bound=True, flags=flags)


def test_parts_above_their_wholes_are_flagged_and_kept() -> None:
    flags = frozenset({"usage_inconsistent"})
    reasons = stated(
        prompt_tokens=10,
        completion_tokens=4,
        completion_tokens_details={"reasoning_tokens": 30},
    )
    assert reasons == StatedUsage(10, None, 4, 30, lower_bound=True, flags=flags)


def test_a_cache_beyond_the_prompt_makes_no_reasoning_of_the_gap() -> None:
    usage = stated(
        prompt_tokens=10,
        completion_tokens=4,
        total_tokens=44,
        prompt_tokens_details={"cached_tokens": 30},
    )
    assert usage.output_tokens == 4
    assert usage.reasoning_tokens is None
    assert usage.lower_bound
    assert usage.flags == {"usage_inconsistent", "total_exceeds_parts"}


@pytest.mark.parametrize(
    ("usage", "headers", "cost"),
    [
        ({"cost": 0.0123}, {}, "0.0123"),
        ({"cost": 0}, {}, "0"),
        ({"cost": {"total_cost": 0.02}}, {}, "0.02"),
        ({"cost": 0.001, "is_byok": True, "cost_details": {"upstream_inference_cost": 0.02}},
         {}, "0.021"),
        ({"cost": 0.001, "is_byok": True}, {}, None),
        ({"cost": 0.001, "is_byok": False, "cost_details": {"upstream_inference_cost": 0.02}},
         {}, "0.001"),
        ({"cost_in_usd_ticks": 37756000}, {}, "0.0037756"),
        ({"estimated_cost": 2e-05}, {}, "0.00002"),
        ({}, {"llm_provider-x-litellm-response-cost": "0.5"}, "0.5"),
        ({}, {"x-litellm-response-cost": 0.5}, "0.5"),
        ({}, {"x-litellm-response-cost": "free"}, None),
        ({"cost": -1}, {}, None),
        ({"cost": True}, {}, None),
        ({"cost": "0.1"}, {}, None),
        ({"cost": float("nan")}, {}, None),
        ({}, {}, None),
    ],
)  # fmt: skip
def test_the_gateways_own_cost(
    usage: dict[str, object], headers: dict[str, object], cost: str | None
) -> None:
    read = read_usage(completion(usage={**TEN, **usage}), headers=headers)
    assert read.gateway_cost_usd == (None if cost is None else Decimal(cost))
    alone = read_usage(completion(usage=usage), headers=headers)
    assert alone.gateway_cost_usd == read.gateway_cost_usd
    assert (alone.input_tokens, alone.output_tokens) == (None, None)


def test_hostile_replies_state_nothing() -> None:
    hostile: list[object] = [[], "x", [1], [{"message": "x"}], {}, None]
    for choices in hostile:
        usage = read_usage({"choices": choices, "usage": [1]}, raw=None)
        assert usage == StatedUsage()


NUMBERS = st.none() | st.integers(-5, 2000) | st.floats() | st.booleans() | st.text(max_size=2)


@settings(deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["prompt_tokens", "completion_tokens", "total_tokens", "cost"]), NUMBERS
    ),
    st.dictionaries(st.sampled_from(["reasoning_tokens", "cached_tokens"]), NUMBERS),
)
def test_no_reply_makes_a_negative_count(usage: dict[str, Any], details: dict[str, Any]) -> None:
    read = stated(**usage, prompt_tokens_details=details, completion_tokens_details=details)
    counts = (
        read.input_tokens,
        read.cached_input_tokens,
        read.output_tokens,
        read.reasoning_tokens,
        read.gateway_cost_usd,
    )
    assert all(count is None or count >= 0 for count in counts)
    assert read.flags <= FLAGS.keys()


def test_what_the_provider_said_is_believed_before_litellm(server: ModelServer) -> None:
    server.script = [Scripted(completion())]
    answered = ask("openai/m1", server.address)
    assert answered.reply["usage"]["prompt_tokens"] == 0  # litellm's own, for none was stated
    assert answered.raw is not None
    assert "usage" not in answered.raw
    assert read_usage(answered.reply, raw=answered.raw) == StatedUsage()


def test_anthropics_reasoning_is_unknown_where_litellm_says_nothing_was(
    server: ModelServer,
) -> None:
    reply = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "c",
        "content": [{"type": "thinking", "thinking": "Hm.", "signature": "s"},
                    {"type": "text", "text": "Yes."}],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 10, "output_tokens": 30},
    }  # fmt: skip
    server.script = [Scripted(reply)]
    answered = ask("anthropic/claude-x", server.root, max_tokens=50)
    assert read_usage(answered.reply, raw=answered.raw) == StatedUsage(10, None, 30, None)


def test_reasoning_that_is_shown_is_not_none_of_the_tokens(server: ModelServer) -> None:
    usage = {**TEN, "completion_tokens_details": {"reasoning_tokens": 0}}
    assert read_usage(completion(usage=usage)).reasoning_tokens == 0
    texts: list[dict[str, Any]] = [
        {"reasoning_content": "Hm."},
        {"reasoning": "Hm."},
        {"thinking_blocks": [{}]},
    ]
    for shown in texts:
        assert read_usage(completion(usage=usage, **shown)).reasoning_tokens is None
    assert read_usage(completion("<think>Hm.</think>Yes.", usage=usage)).reasoning_tokens is None
    server.script = [Scripted(completion(usage=usage, reasoning_content="Hm."))]
    answered = ask("openai/m1", server.address)
    assert read_usage(answered.reply, raw=answered.raw) == StatedUsage(10, None, 4, None)


def test_an_exchange_keeps_neither_headers_nor_what_is_no_reply() -> None:
    exchange = Exchange()
    assert exchange.sent == {}
    exchange.note({"log_event_type": "post_api_call", "original_response": object()})
    exchange.note({"log_event_type": "post_api_call", "original_response": "<html>"})
    exchange.note({"log_event_type": "post_api_call", "original_response": "[" * 100_000})
    exchange.note({"log_event_type": "post_api_call", "original_response": "[1]"})
    assert exchange.raw is None
    body = {"model": "m1", "temperature": 0}
    headers = {"authorization": "Bearer sk-secret"}
    arguments = {"complete_input_dict": body, "headers": headers, "api_key": "sk-secret"}
    exchange.note({"log_event_type": "pre_api_call", "additional_args": arguments})
    exchange.note({"log_event_type": "post_api_call", "original_response": b'{"id": "x"}'})
    assert exchange == Exchange(sent=body, raw={"id": "x"})
