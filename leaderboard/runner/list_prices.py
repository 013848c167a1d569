"""List prices from the map that litellm carries, and what a run costs by them (SCORING 4).

A price that is not sure is no price: None, never 0 and never a neighbour's. So nothing is taken
from litellm's own look-ups, which find a model under another provider, invent zeros for models
that the map does not have, and charge OpenAI's prices for whatever server is asked.
"""

from __future__ import annotations

import datetime as dt
import math
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Context
from fractions import Fraction
from importlib.metadata import version
from typing import Any, Final
from urllib.parse import urlsplit

from leaderboard.costs import Usage, answer_cost
from leaderboard.model_errors import parse_record
from leaderboard.models import Pricing
from leaderboard.pricing import prices_of
from leaderboard.runner.loading import load_litellm
from leaderboard.runner.usage import StatedUsage

__all__ = [
    "Estimate",
    "cost_of",
    "count_tokens",
    "estimate",
    "is_own_server",
    "list_price",
    "map_key",
    "price_from_map",
    "recorded_cost",
]

MILLION: Final = 1_000_000

MODES: Final = frozenset({None, "chat", "completion", "responses"})
PER_CALL: Final = (
    "input_cost_per_request",
    "input_cost_per_query",
    "input_cost_per_second",
    "output_cost_per_second",
    "citation_cost_per_token",
    "off_peak_pricing",
)
"""Keys of prices that depend on more than the tokens of input, cache and output."""
ALWAYS_SEARCHES: Final = frozenset({"perplexity"})
"""Providers whose every answer costs a search besides its tokens."""
BOUND_IS_HIGH: Final = frozenset({"xai"})
"""Providers that bill the higher tier from its bound on, not above it (so litellm's map reader)."""
ALSO_LISTED_AS: Final[Mapping[str, tuple[str, ...]]] = {
    "bedrock": ("bedrock_converse",),
    "cohere": ("cohere_chat",),
    "cohere_chat": ("cohere",),
}
"""Prefixes whose models the map lists under the name of another interface of the same provider."""

OWN_HOSTS: Final[Mapping[str, tuple[str, ...]]] = {
    "anthropic": ("api.anthropic.com",),
    "azure": (".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com"),
    "azure_ai": (".services.ai.azure.com", ".models.ai.azure.com", ".inference.ai.azure.com"),
    "gemini": ("generativelanguage.googleapis.com",),
    "openai": ("api.openai.com",),
    "openrouter": ("openrouter.ai",),
}
"""The providers' own hosts, for addresses that are stated though they need not be, or must be."""
VARIABLE_STEMS: Final[Mapping[str, tuple[str, ...]]] = {
    "bedrock": ("BEDROCK", "AWS_BEDROCK"),
    "huggingface": ("HUGGINGFACE", "HF"),
}
VARIABLE_ENDS: Final = ("_API_BASE", "_API_URL", "_BASE_URL", "_RUNTIME_ENDPOINT")

_FIFTEEN: Final = Context(prec=15)
_TIER_KEY: Final = re.compile(
    r"(input_cost_per_token|output_cost_per_token|cache_read_input_token_cost)"
    r"_above_([0-9]+)(k?)_tokens"
)
_KINDS: Final[Mapping[str, str]] = {
    "input_cost_per_token": "input",
    "cache_read_input_token_cost": "cached_input",
    "output_cost_per_token": "output",
}


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run may take, before it is made.

    Attributes:
        input_tokens: of all requests, as a tokenizer at hand counts them: an estimate.
        output_tokens: the most that all answers may have; None without a cap.
        low, high: US dollars if every answer is empty, and if every answer fills its cap;
            None is unknown.

    """

    input_tokens: int
    output_tokens: int | None
    low: Fraction | None
    high: Fraction | None


def list_price(
    model: str,
    *,
    api_base: str | None = None,
    today: dt.date,
    environ: Mapping[str, str] | None = None,
) -> Pricing | None:
    """The price list of the model that is asked for, by its id with the provider's prefix.

    None for a server of one's own: one given as `api_base` or by a variable that litellm honours;
    for models that the map does not have under this provider, has for nothing, or prices by more
    than tokens.

    Args:
        model: as litellm is asked for it, such as `openrouter/acme/m1`.
        api_base: another address than the provider's own.
        today: the day on which the list is read.
        environ: the environment; the process's own if None.

    """
    prices: Mapping[str, Mapping[str, object]] = load_litellm().model_cost
    key = map_key(model, prices)
    if key is None:
        return None
    provider = _provider_of(model, prices[key])
    if is_own_server(provider, api_base, os.environ if environ is None else environ):
        return None
    source = f"model_prices_and_context_window.json of litellm {version('litellm')}, {key}"
    return price_from_map(prices[key], source=source, today=today)


def map_key(model: str, prices: Mapping[str, Mapping[str, object]]) -> str | None:
    """The model's key in litellm's map; without its prefix only if that is the entry's provider.

    Args:
        model: as litellm is asked for it.
        prices: `litellm.model_cost`.

    """
    if model in prices:
        return model
    provider, slash, bare = model.partition("/")
    if not slash or bare not in prices:
        return None
    listed = str(prices[bare].get("litellm_provider"))
    family = (provider, *ALSO_LISTED_AS.get(provider, ()))
    return bare if listed in family or listed.startswith(f"{provider}-") else None


def _provider_of(model: str, entry: Mapping[str, object]) -> str:
    """The provider that is asked: the prefix, or where there is none, whose model it is."""
    prefix, slash, _ = model.partition("/")
    return prefix if slash else str(entry.get("litellm_provider"))


def is_own_server(provider: str, api_base: str | None, environ: Mapping[str, str]) -> bool:
    """Whether another server is asked than the provider's own.

    Args:
        provider: as litellm's prefix names it.
        api_base: the address that is asked, if one is given.
        environ: read for variables such as `OPENAI_BASE_URL`, which litellm honours too.

    """
    stems = VARIABLE_STEMS.get(provider, (re.split("[_-]", provider)[0].upper(),))
    addresses = [
        value
        for name, value in environ.items()
        if value and name.upper().startswith(stems) and name.upper().endswith(VARIABLE_ENDS)
    ]
    if api_base:
        addresses.append(api_base)
    return not all(_is_own_host(provider, address) for address in addresses)


def _is_own_host(provider: str, address: str) -> bool:
    try:
        parts = urlsplit(address)
        host = f".{parts.hostname or ''}"
    except ValueError:
        return False
    hosts = OWN_HOSTS.get(provider, ())
    if parts.scheme != "https":
        return False
    return any(host.endswith(own) if own[0] == "." else host == f".{own}" for own in hosts)


def price_from_map(entry: Mapping[str, object], *, source: str, today: dt.date) -> Pricing | None:
    """An entry of litellm's map as a price list.

    None if the tokens of input, cache and output alone do not give the cost: prices per request,
    second, image, search or hour of the day, and reasoning at a price of its own. None also where
    input and output cost nothing: so the map writes what it does not know. Prices of batches and
    of service tiers are left out.
    """
    if entry.get("mode") not in MODES or _needs_more_than_tokens(entry):
        return None
    tiers = _ranges(entry) if entry.get("tiered_pricing") else _bounds(entry)
    if tiers is None:
        return None
    base = tiers.pop(0, {})
    if base.get("input") is None or base.get("output") is None:
        return None
    if not (base["input"] or base["output"]):
        return None
    shift = 1 if entry.get("litellm_provider") in BOUND_IS_HIGH else 0
    stated = {
        "currency": "USD",
        **base,
        "tiers": [{"above_input_tokens": above - shift, **tiers[above]} for above in sorted(tiers)],
        "source": source[:300],
        "as_of": today.isoformat(),
    }
    pricing, _ = parse_record(stated, Pricing, source)
    return pricing


def _needs_more_than_tokens(entry: Mapping[str, object]) -> bool:
    if any(entry.get(key) for key in PER_CALL):
        return True
    if entry.get("litellm_provider") in ALWAYS_SEARCHES and entry.get(
        "search_context_cost_per_query"
    ):
        return True
    return _reasoning_costs_otherwise(entry)


def _reasoning_costs_otherwise(prices: Mapping[str, object]) -> bool:
    reasoning = prices.get("output_cost_per_reasoning_token")
    return reasoning is not None and reasoning != prices.get("output_cost_per_token")


def _bounds(entry: Mapping[str, object]) -> dict[int, dict[str, float | None]]:
    """Prices by the bound above which they hold, from keys `…_above_200k_tokens`; 0 is the base.

    What a tier does not state it has from the tier below it.
    """
    stated: dict[int, dict[str, float | None]] = {0: {}}
    for key in entry:
        found = _TIER_KEY.fullmatch(key)
        if found and _per_million(entry[key]) is not None:
            bound = int(found[2]) * (1000 if found[3] else 1)
            stated.setdefault(bound, {})[_KINDS[found[1]]] = _per_million(entry[key])
    prices: dict[str, float | None] = {
        kind: _per_million(entry.get(key)) for key, kind in _KINDS.items()
    }
    tiers = {}
    for bound in sorted(stated):
        prices = {**prices, **stated[bound]}
        tiers[bound] = prices
    return tiers


def _ranges(entry: Mapping[str, object]) -> dict[int, dict[str, float | None]] | None:
    """The same from a list of ranges; None if it is none of tokens."""
    tiers = {}
    ranges = entry.get("tiered_pricing")
    for tier in ranges if isinstance(ranges, Sequence) else ():
        match tier:
            case {"range": [int() | float() as above, *_], "input_cost_per_token": _}:
                prices = {"output_cost_per_token": entry.get("output_cost_per_token"), **tier}
            case _:
                return None
        if _reasoning_costs_otherwise(prices):
            return None
        tiers[int(above)] = {kind: _per_million(prices.get(key)) for key, kind in _KINDS.items()}
    return tiers


def _per_million(price: object) -> float | None:
    """A price of one token as that of a million; None if it is no price.

    Exact in decimals up to the 15 digits that a float holds: the map's 9.499999999999999e-07 is
    the noise of somebody's division, and 0.95.
    """
    if isinstance(price, bool) or not isinstance(price, int | float):
        return None
    if not math.isfinite(price) or price < 0:
        return None
    return float(_FIFTEEN.create_decimal(repr(price)) * MILLION)


def cost_of(usage: StatedUsage, pricing: Pricing | None) -> Fraction | None:
    """What one request cost by the list, US dollars; None is unknown.

    The tier is that of this request: cost is summed over requests, tokens are not.
    """
    return _cost(usage.input_tokens, usage.cached_input_tokens, usage.output_tokens, pricing)


def recorded_cost(record: Mapping[str, Any], pricing: Pricing | None) -> float | None:
    """What the call of a record that was kept cost by the list, US dollars; None is unknown."""
    used = record["usage"]
    counts = (used["input_tokens"], used["cached_input_tokens"], used["output_tokens"])
    cost = _cost(*counts, pricing)
    return None if cost is None else float(cost)


def _cost(
    tokens_in: int | None, cached: int | None, tokens_out: int | None, pricing: Pricing | None
) -> Fraction | None:
    if pricing is None or pricing.currency != "USD":
        return None
    used = Usage(input_tokens=tokens_in, cached_input_tokens=cached, output_tokens=tokens_out)
    return answer_cost(used, prices_of(pricing))


def count_tokens(model: str, text: str) -> int:
    """About how many tokens the text has: an estimate, for providers count by tokenizers of theirs.

    Never touches the network. For models that litellm would fetch a tokenizer for (Llama 2 and 3,
    Command R, everything on Replicate), OpenAI's stands in.
    """
    litellm: Any = load_litellm()
    litellm.disable_hf_tokenizer_download = True
    return int(litellm.token_counter(model=model, text=text))


def estimate(
    input_tokens: Sequence[int], pricing: Pricing | None, max_output_tokens: int | None
) -> Estimate:
    """What requests of so many input tokens may cost.

    Args:
        input_tokens: of each request.
        pricing: the price list, None if it is unknown.
        max_output_tokens: the most that one answer may have, None if it is not capped.

    """
    low = _sum(_cost(tokens, None, 0, pricing) for tokens in input_tokens)
    if max_output_tokens is None:
        return Estimate(sum(input_tokens), None, low, None)
    return Estimate(
        sum(input_tokens),
        max_output_tokens * len(input_tokens),
        low,
        _sum(_cost(tokens, None, max_output_tokens, pricing) for tokens in input_tokens),
    )


def _sum(costs: Iterable[Fraction | None]) -> Fraction | None:
    total = Fraction(0)
    for cost in costs:
        if cost is None:
            return None
        total += cost
    return total
