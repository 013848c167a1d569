"""List prices: whose, of what form, and when there are none."""

from __future__ import annotations

import datetime as dt
import socket
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from leaderboard.models import Pricing
from leaderboard.runner.list_prices import (
    Estimate,
    cost_of,
    count_tokens,
    estimate,
    is_own_server,
    list_price,
    price_from_map,
)
from leaderboard.runner.loading import load_litellm
from leaderboard.runner.usage import StatedUsage
from tests.timing import at_most

TODAY = dt.date(2026, 11, 30)
PLAIN = {
    "mode": "chat",
    "litellm_provider": "acme",
    "input_cost_per_token": 1.25e-06,
    "cache_read_input_token_cost": 1.25e-07,
    "output_cost_per_token": 1e-05,
}


def price(**changes: object) -> Pricing | None:
    return price_from_map({**PLAIN, **changes}, source="a list", today=TODAY)


def tiers(**changes: object) -> list[tuple[object, ...]]:
    pricing = price(**changes)
    assert pricing is not None
    return [(t.above_input_tokens, t.input, t.cached_input, t.output) for t in pricing.tiers]


def test_prices_of_a_token_become_prices_of_a_million() -> None:
    pricing = price()
    assert pricing is not None
    assert pricing.model_dump(mode="json") == {
        "currency": "USD",
        "input": 1.25,
        "cached_input": 0.125,
        "output": 10.0,
        "tiers": [],
        "source": "a list",
        "as_of": "2026-11-30",
    }


@pytest.mark.parametrize(
    ("token", "million"),
    [(9.499999999999999e-07, "0.95"), (1.6000000000000001e-06, "1.6"),
     (1.41953125e-07, "0.141953125"),
     (5e-08, "0.05"), (0, "0")],
)  # fmt: skip
def test_prices_are_exact_in_decimals(token: float, million: str) -> None:
    pricing = price(input_cost_per_token=token)
    assert pricing is not None
    assert pricing.input == Decimal(million)


def test_no_price_of_the_cache_is_unknown_not_nothing() -> None:
    pricing = price(cache_read_input_token_cost=None)
    assert pricing is not None
    assert pricing.cached_input is None
    assert cost_of(StatedUsage(10, 5, 1), pricing) is None
    assert cost_of(StatedUsage(10, 0, 1), pricing) == Fraction("0.0000225")


def test_tiers_come_from_the_keys_and_take_what_they_lack_from_below() -> None:
    assert tiers(
        input_cost_per_token_above_200k_tokens=2.5e-06,
        input_cost_per_token_above_128k_tokens=2e-06,
        output_cost_per_token_above_200k_tokens=1.5e-05,
        output_cost_per_token_above_200k_tokens_batches=1e-06,
        input_cost_per_token_above_300k_tokens_priority=9e-06,
        cache_creation_input_token_cost_above_1hr_above_400k_tokens=9e-06,
        input_cost_per_token_above_900k_tokens=None,
    ) == [
        (128_000, Decimal(2), Decimal("0.125"), Decimal(10)),
        (200_000, Decimal("2.5"), Decimal("0.125"), Decimal(15)),
    ]


def test_a_provider_that_bills_high_from_the_bound_on_has_a_bound_one_lower() -> None:
    above = {"input_cost_per_token_above_200k_tokens": 2.5e-06}
    assert tiers(litellm_provider="xai", **above)[0][0] == 199_999


def test_ranges_are_tiers() -> None:
    ranges: list[Any] = [
        {"range": [0, 256e3], "input_cost_per_token": 1e-06, "output_cost_per_token": 2e-06},
        {"range": [256e3, 1e6], "input_cost_per_token": 3e-06},
    ]
    pricing = price(tiered_pricing=ranges)
    assert pricing is not None
    assert (pricing.input, pricing.cached_input, pricing.output) == (Decimal(1), None, Decimal(2))
    assert tiers(tiered_pricing=ranges) == [(256_000, Decimal(3), None, Decimal(10))]


def test_ranges_of_something_else_are_no_price() -> None:
    token = {"input_cost_per_token": 1e-06}
    assert price(tiered_pricing=[{"max_results_range": [0, 5], **token}]) is None
    assert price(tiered_pricing=[{"range": [0, 5]}]) is None
    assert price(tiered_pricing=[{"range": [], **token}]) is None
    assert price(tiered_pricing=[{"range": [5, 9], **token}]) is None
    assert price(tiered_pricing="cheap") is None
    reasons = {"output_cost_per_token": 1e-06, "output_cost_per_reasoning_token": 4e-06}
    assert price(tiered_pricing=[{"range": [0, 5], **token, **reasons}]) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"mode": "image_generation"},
        {"mode": "embedding"},
        {"input_cost_per_token": None},
        {"output_cost_per_token": None},
        {"input_cost_per_token": "1e-06"},
        {"input_cost_per_token": -1e-06},
        {"input_cost_per_token": True},
        {"input_cost_per_token": float("inf")},
        {"input_cost_per_token": 0.0, "output_cost_per_token": 0.0},
        {"input_cost_per_request": 0.005},
        {"input_cost_per_second": 0.1},
        {"output_cost_per_second": 0.1},
        {"citation_cost_per_token": 1e-06},
        {"off_peak_pricing": {"input_cost_per_token": 1e-07}},
        {"output_cost_per_reasoning_token": 4e-05},
        {"litellm_provider": "perplexity", "search_context_cost_per_query": {"low": 0.005}},
        {"input_cost_per_token": 1e9},
    ],
)
def test_what_tokens_alone_do_not_price_has_no_price(changes: dict[str, object]) -> None:
    assert price(**changes) is None


def test_what_no_text_costs_does_not_matter() -> None:
    assert price() == price(
        input_cost_per_image=0.01,
        input_cost_per_request=0,
        output_cost_per_reasoning_token=1e-05,
        input_cost_per_token_batches=1e-07,
        input_cost_per_token_priority=1e-04,
        search_context_cost_per_query={"low": 0.005},
    )


@pytest.mark.parametrize(
    ("model", "key"),
    [
        ("gpt-5", "gpt-5"),
        ("openai/gpt-5", "gpt-5"),
        ("anthropic/claude-sonnet-4-5", "claude-sonnet-4-5"),
        ("vertex_ai/gemini-2.5-pro", "gemini-2.5-pro"),
        ("bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0",
         "us.anthropic.claude-sonnet-4-5-20250929-v1:0"),
        ("gemini/gemini-2.5-pro", "gemini/gemini-2.5-pro"),
        ("azure_ai/gpt-5", None),
        ("openrouter/openai/gpt-5", None),
        ("acme/gpt-5", None),
        ("nonsense", None),
    ],
)  # fmt: skip
def test_the_requested_id_decides(model: str, key: str | None) -> None:
    pricing = list_price(model, today=TODAY, environ={})
    version = load_litellm().__dict__["model_cost"]
    assert (key in version) is (key is not None)
    if key is None:
        assert pricing is None
    else:
        assert pricing is not None
        assert pricing.source == f"model_prices_and_context_window.json of litellm 1.110.2, {key}"
        assert pricing.as_of == TODAY


@pytest.mark.parametrize(
    "model", ["ollama/llama3", "hosted_vllm/gpt-5", "lm_studio/gpt-5", "llamafile/gpt-5"]
)
def test_local_programs_have_no_list_price(model: str) -> None:
    assert list_price(model, today=TODAY, environ={}) is None


@pytest.mark.parametrize(
    ("provider", "api_base", "environ", "own"),
    [
        ("openai", None, {}, False),
        ("openai", "http://127.0.0.1:8080/v1", {}, True),
        ("openai", "https://api.openai.com/v1", {}, False),
        ("openai", "http://api.openai.com/v1", {}, True),
        ("openai", "https://api.openai.com.evil.example/v1", {}, True),
        ("openai", "https://eu.api.openai.com/v1", {}, True),
        ("openai", "https://[", {}, True),
        ("openai", None, {"OPENAI_API_BASE": "http://localhost:1/v1"}, True),
        ("openai", None, {"OPENAI_BASE_URL": "http://localhost:1/v1"}, True),
        ("openai", None, {"OPENAI_BASE_URL": "", "OPENAI_API_KEY": "x"}, False),
        ("openai", None, {"OPENAI_BASE_URL": "https://api.openai.com/v1"}, False),
        ("openai", "https://api.openai.com/v1", {"OPENAI_BASE_URL": "http://localhost"}, True),
        ("anthropic", None, {"OPENAI_BASE_URL": "http://localhost:1/v1"}, False),
        ("anthropic", None, {"ANTHROPIC_BASE_URL": "http://localhost:1"}, True),
        ("fireworks_ai", None, {"FIREWORKS_API_BASE": "http://localhost:1"}, True),
        ("vertex_ai", None, {"VERTEXAI_API_BASE": "http://localhost:1"}, True),
        ("bedrock", None, {"AWS_BEDROCK_RUNTIME_ENDPOINT": "http://localhost:1"}, True),
        ("azure", None, {"AZURE_API_BASE": "https://mine.openai.azure.com"}, False),
        ("azure", "https://mine.openai.azure.com", {}, False),
        ("azure", "https://gateway.mine.example", {}, True),
    ],
)  # fmt: skip
def test_whose_server_is_asked(
    provider: str,
    api_base: str | None,
    environ: dict[str, str],
    own: object,
) -> None:
    assert is_own_server(provider, api_base, environ) is own


def test_the_process_own_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list_price("gpt-5", today=TODAY) is not None
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:1/v1")
    assert list_price("gpt-5", today=TODAY) is None


LOGS_IN = ("github_copilot", "chatgpt", "microsoft_365_copilot")
"""Providers for which litellm's own price look-up logs in somewhere."""


def test_prices_are_litellms_wherever_both_know_one() -> None:
    litellm: Any = load_litellm()
    chats = [
        key
        for key, entry in sorted(litellm.model_cost.items())
        if entry.get("mode") == "chat" and entry.get("litellm_provider") not in LOGS_IN
    ]
    compared = 0
    for key in [*chats[::25], "xai/grok-4.3", "dashscope/qwen3-coder-flash", "gpt-5.5"]:
        pricing = list_price(key, today=TODAY, environ={})
        if pricing is None:
            continue
        for tokens in (1000, 32_000, 128_001, 200_000, 200_001, 256_001, 272_001):
            ours = cost_of(StatedUsage(tokens, None, 500), pricing)
            theirs = sum(
                litellm.cost_per_token(model=key, prompt_tokens=tokens, completion_tokens=500)
            )
            assert ours is not None
            assert float(ours) == pytest.approx(theirs, rel=1e-9), (key, tokens)
            compared += 1
    assert compared > 500


def test_cost_needs_dollars_and_counts() -> None:
    pricing = price()
    assert pricing is not None
    assert cost_of(StatedUsage(1000, None, 100), pricing) == Fraction("0.00225")
    assert cost_of(StatedUsage(1000, None, None), pricing) is None
    assert cost_of(StatedUsage(1000, None, 100), None) is None
    euros = pricing.model_copy(update={"currency": "EUR"})
    assert cost_of(StatedUsage(1000, None, 100), euros) is None


def test_an_estimate_lies_between_empty_and_full_answers() -> None:
    pricing = price(input_cost_per_token_above_200k_tokens=2.5e-06)
    assert estimate([1000, 300_000], pricing, 2000) == Estimate(
        301_000, 4000, Fraction("0.75125"), Fraction("0.79125")
    )
    assert estimate([1000], pricing, None) == Estimate(1000, None, Fraction("0.00125"), None)
    assert estimate([1000], None, 10) == Estimate(1000, 10, None, None)
    assert estimate([], pricing, 10) == Estimate(0, 0, Fraction(0), Fraction(0))


def test_tokens_are_counted_quickly_and_without_the_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    text = ("The Buyer shall pay the Fee under Section 3.2(b). " * 600)[:30_000]
    models = ["openai/gpt-5", "groq/llama-3.3-70b-versatile", "huggingface/meta-llama/Llama-2-7b",
              "replicate/x/y", "command-r", "hosted_vllm/acme", "anthropic/claude-sonnet-4-5",
              "deepseek/deepseek-chat"]  # fmt: skip
    assert count_tokens("openai/gpt-5", "Fee") == 1
    with at_most(1):
        counts = {count_tokens(model, text) for model in models}
    assert all(7_000 < count < 10_000 for count in counts)
    with at_most(1):
        assert count_tokens("groq/llama-3.3-70b-versatile", "<|endoftext|>" + "_" * 30_000) > 100
