"""What a reply says that it used: tokens by kind, and the gateway's own cost (SCORING 4).

Unknown is None, never 0. The provider's own reply is read where it is at hand, for litellm's
translation writes 0 for what is not said, and drops Gemini's reasoning where an answer was blocked.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from types import MappingProxyType
from typing import Final

__all__ = ["FLAGS", "StatedUsage", "read_usage"]

FLAGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "bad_count": "A count is no whole number from 0 on; it is taken as unknown.",
        "cache_written": "Tokens were written to a cache, often at a higher price.",
        "total_exceeds_parts": "The stated total is more than input and output; the gap is taken "
        "as reasoning where nothing else explains it.",
        "usage_inconsistent": "Parts and wholes do not fit each other.",
    }
)
"""What can be odd about a usage, with its meaning."""

MOST_COUNT: Final = 1_000_000_000_000
TICKS_PER_DOLLAR: Final = 10_000_000_000
COST_HEADER: Final = "x-litellm-response-cost"

# The names that providers give to the same count, after Chat Completions and its kin, Anthropic
# and OpenAI's Responses, Gemini, Bedrock, Ollama; a dot leads into an inner object.
INPUT: Final = (
    "prompt_tokens",
    "input_tokens",
    "promptTokenCount",
    "inputTokens",
    "prompt_eval_count",
)
OUTPUT: Final = (
    "completion_tokens",
    "output_tokens",
    "candidatesTokenCount",
    "outputTokens",
    "eval_count",
)
CACHED: Final = (
    "prompt_tokens_details.cached_tokens",
    "input_tokens_details.cached_tokens",
    "cache_read_input_tokens",
    "prompt_cache_hit_tokens",
    "cached_tokens",
    "cachedContentTokenCount",
    "cacheReadInputTokens",
)
WRITTEN: Final = (
    "prompt_tokens_details.cache_write_tokens",
    "prompt_tokens_details.cache_creation_tokens",
    "cache_creation_input_tokens",
    "cacheWriteInputTokens",
)
REASONING: Final = (
    "completion_tokens_details.reasoning_tokens",
    "output_tokens_details.reasoning_tokens",
    "reasoning_tokens",
    "thoughtsTokenCount",
)
TOTAL: Final = ("total_tokens", "totalTokenCount", "totalTokens")


@dataclass(frozen=True, slots=True)
class StatedUsage:
    """What was used, as stated; None is unknown.

    Attributes:
        input_tokens: of the prompt, those read from a cache or written to one among them.
        cached_input_tokens: those of them that were read from a cache.
        output_tokens: of the answer, reasoning among them.
        reasoning_tokens: those of them that were reasoning.
        gateway_cost_usd: what the gateway says that the call cost, US dollars.
        lower_bound: whether more may have been used, or at a higher price, than is counted here.
        flags: what was odd, of `FLAGS`.

    """

    input_tokens: int | None = None
    cached_input_tokens: int | None = None
    output_tokens: int | None = None
    reasoning_tokens: int | None = None
    gateway_cost_usd: Decimal | None = None
    lower_bound: bool = False
    flags: frozenset[str] = frozenset()


def read_usage(
    reply: Mapping[str, object],
    *,
    raw: Mapping[str, object] | None = None,
    headers: Mapping[str, object] | None = None,
) -> StatedUsage:
    """The usage that one reply states.

    Args:
        reply: `ModelResponse.model_dump()` of litellm, or any provider's reply as JSON.
        raw: the provider's own reply (`Exchange.raw`); if there is one, it alone is believed.
        headers: `_hidden_params["additional_headers"]`, for gateways that state the cost there.

    """
    stated = _usage_object(reply if raw is None else raw)
    cost = _gateway_cost(stated, headers or {})
    usage = _counts(stated)
    if not (usage.input_tokens or usage.output_tokens or usage.cached_input_tokens):
        # A prompt is never empty: nothing but zeros is how litellm and some servers say nothing.
        return StatedUsage(gateway_cost_usd=cost, flags=usage.flags)
    usage = _attributed(usage, _count(stated, TOTAL)[0])
    return replace(_checked(usage, reply, raw), gateway_cost_usd=cost)


def _usage_object(reply: Mapping[str, object]) -> Mapping[str, object]:
    """The part of a reply that holds the counts; Ollama writes them beside the answer."""
    for key in ("usage", "usageMetadata"):
        inner = reply.get(key)
        if isinstance(inner, Mapping):
            return inner
    return reply


def _counts(stated: Mapping[str, object]) -> StatedUsage:
    """The counts, brought to one meaning: caches within input, reasoning within output."""
    tokens_in, bad_in = _count(stated, INPUT)
    cached, bad_cached = _count(stated, CACHED)
    written, bad_written = _count(stated, WRITTEN)
    tokens_out, bad_out = _count(stated, OUTPUT)
    reasoning, bad_reasoning = _count(stated, REASONING)
    flags = set()
    if bad_in or bad_cached or bad_written or bad_out or bad_reasoning:
        flags.add("bad_count")
    if written:
        flags.add("cache_written")
    if tokens_in is not None and _leaves_caches_out(stated):
        tokens_in += (cached or 0) + (written or 0)
    if "promptTokenCount" in stated and not bad_out:
        # Gemini leaves out what is 0, and counts reasoning beside the answer.
        tokens_out = (tokens_out or 0) + (reasoning or 0)
    return StatedUsage(
        input_tokens=tokens_in,
        cached_input_tokens=cached,
        output_tokens=tokens_out,
        reasoning_tokens=reasoning,
        lower_bound=bool(written),
        flags=frozenset(flags),
    )


def _leaves_caches_out(stated: Mapping[str, object]) -> bool:
    """Whether input is what came from no cache: so count Anthropic and Bedrock."""
    if "prompt_tokens" in stated or "input_tokens_details" in stated:
        return False
    return "inputTokens" in stated or bool(
        {"cache_read_input_tokens", "cache_creation_input_tokens"} & stated.keys()
    )


def _count(stated: Mapping[str, object], names: Sequence[str]) -> tuple[int | None, bool]:
    """The count under the first of the names that states more than 0, and whether any is bad."""
    found: int | None = None
    bad = False
    for name in names:
        outer, _, inner = name.partition(".")
        value = stated.get(outer)
        if inner:
            value = value.get(inner) if isinstance(value, Mapping) else None
        if type(value) is int and 0 <= value <= MOST_COUNT:
            found = found or value
        elif value is not None:
            bad = True
    return found, bad


def _attributed(usage: StatedUsage, total: int | None) -> StatedUsage:
    """With what a total says beyond input and output: reasoning that output leaves out."""
    if total is None or usage.input_tokens is None or usage.output_tokens is None:
        return usage
    gap = total - usage.input_tokens - usage.output_tokens
    if gap < 0:
        return replace(usage, lower_bound=True, flags=usage.flags | {"usage_inconsistent"})
    if gap == 0:
        return usage
    flags = usage.flags | {"total_exceeds_parts"}
    caches_fit = (usage.cached_input_tokens or 0) <= usage.input_tokens
    if caches_fit and usage.reasoning_tokens in {None, 0, gap}:
        output = usage.output_tokens + gap
        return replace(usage, output_tokens=output, reasoning_tokens=gap, flags=flags)
    return replace(usage, lower_bound=True, flags=flags)


def _checked(
    usage: StatedUsage, reply: Mapping[str, object], raw: Mapping[str, object] | None
) -> StatedUsage:
    """Without counts that the reply itself refutes."""
    messages = [_message(reply), _message(raw or {})]
    if usage.reasoning_tokens == 0 and any(map(_reasons, messages)):
        usage = replace(usage, reasoning_tokens=None)
    refuted = usage.flags | {"usage_inconsistent"}
    if usage.input_tokens == 0:
        usage = replace(usage, input_tokens=None, flags=refuted)
    if usage.output_tokens == 0 and any(message.get("content") for message in messages):
        usage = replace(usage, output_tokens=None, flags=refuted)
    if _exceeds(usage.cached_input_tokens, usage.input_tokens) or (
        _exceeds(usage.reasoning_tokens, usage.output_tokens)
    ):
        usage = replace(usage, lower_bound=True, flags=refuted)
    return usage


def _exceeds(part: int | None, whole: int | None) -> bool:
    return part is not None and whole is not None and part > whole


def _message(reply: Mapping[str, object]) -> Mapping[str, object]:
    choices = reply.get("choices")
    first = choices[0] if isinstance(choices, Sequence) and choices else None
    message = first.get("message") if isinstance(first, Mapping) else None
    return message if isinstance(message, Mapping) else {}


def _reasons(message: Mapping[str, object]) -> bool:
    """Whether the reply shows reasoning, apart from the answer or before it."""
    keys = ("reasoning_content", "reasoning", "reasoning_details", "thinking_blocks")
    content = message.get("content")
    return any(message.get(key) for key in keys) or (
        isinstance(content, str) and "<think>" in content
    )


def _gateway_cost(stated: Mapping[str, object], headers: Mapping[str, object]) -> Decimal | None:
    """What the gateway asks for the call, in the forms that gateways have for it.

    OpenRouter: `cost`, plus the upstream's where the key is the user's own; Perplexity: an object
    with `total_cost`; DeepInfra: `estimated_cost`; xAI: ticks; litellm's proxy: a header.
    """
    cost = stated.get("cost")
    if isinstance(cost, Mapping):
        cost = cost.get("total_cost")
    amount = _amount(cost)
    if amount is not None and stated.get("is_byok") is True:
        details = stated.get("cost_details")
        inner = details.get("upstream_inference_cost") if isinstance(details, Mapping) else None
        upstream = _amount(inner)
        return None if upstream is None else amount + upstream
    ticks = _amount(stated.get("cost_in_usd_ticks"))
    header = headers.get(f"llm_provider-{COST_HEADER}", headers.get(COST_HEADER))
    others = (
        None if ticks is None else ticks / TICKS_PER_DOLLAR,
        _amount(stated.get("estimated_cost")),
        _amount(_number(header)),
    )
    return next((value for value in (amount, *others) if value is not None), None)


def _amount(value: object) -> Decimal | None:
    """A number from 0 on as it was written."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not math.isfinite(value) or value < 0:
        return None
    return Decimal(repr(value))


def _number(text: object) -> object:
    """A header's text as a number; what is none stays as it is."""
    if not isinstance(text, str):
        return text
    try:
        return float(text)
    except ValueError:
        return text
