"""Price lists and stated usage as the records of `costs`: the border where floats become exact."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Final

import yaml

from leaderboard.costs import Prices, Tier, Usage
from leaderboard.errors import BrokenRepositoryError
from leaderboard.fields import described
from leaderboard.model_errors import parse_record
from leaderboard.models import OutputRecord, Pricing

__all__ = [
    "PRICES_FILE",
    "exact",
    "load_common_prices",
    "load_common_prices_date",
    "prices_of",
    "usage_of",
]

FAILED: Final = frozenset({"timeout", "api_error"})
"""Finish reasons of items whose attempts may have cost what nobody counted."""
PRICES_FILE: Final = Path(__file__).with_name("prices.yaml")
"""The common price list."""


def exact(amount: float | Decimal | None) -> Fraction | None:
    """The number that was written, not the nearest binary fraction; None stays None."""
    return None if amount is None else Fraction(str(amount))


def prices_of(pricing: Pricing) -> Prices:
    """A stated price list as exact prices; its own prices are the lowest tier."""
    base = Tier(-1, exact(pricing.input), exact(pricing.cached_input), exact(pricing.output))
    return Prices(
        pricing.currency,
        (
            base,
            *(
                Tier(
                    tier.above_input_tokens,
                    exact(tier.input),
                    exact(tier.cached_input),
                    exact(tier.output),
                )
                for tier in pricing.tiers
            ),
        ),
    )


def usage_of(record: OutputRecord) -> Usage:
    """What one output states that it used.

    Its cost is a lower bound if that is stated, if the item failed, or if earlier attempts were
    made and nothing is said about them (SCORING 4).
    """
    tokens = record.usage
    retried = (record.attempts or 1) > 1
    stated = record.cost_is_lower_bound
    return Usage(
        input_tokens=tokens.input_tokens if tokens else None,
        cached_input_tokens=tokens.cached_input_tokens if tokens else None,
        output_tokens=tokens.output_tokens if tokens else None,
        reasoning_tokens=tokens.reasoning_tokens if tokens else None,
        cost=exact(record.cost_usd),
        lower_bound=(record.finish_reason in FAILED or (retried if stated is None else stated)),
        latency=exact(record.latency_s),
        gateway=exact(record.gateway_cost_usd),
    )


def load_common_prices(path: Path = PRICES_FILE) -> Mapping[str, Prices]:
    """Model name → prices on the common date.

    Raises:
        BrokenRepositoryError: the file is not of the form.

    """
    as_of, models = _load_prices(path)
    return {
        str(name): _common_prices(f"{path.name}: `models`, {name!r}", as_of, prices)
        for name, prices in models.items()
    }


def load_common_prices_date(path: Path = PRICES_FILE) -> dt.date:
    """The day of the common prices; errors as `load_common_prices`."""
    return _load_prices(path)[0]


def _load_prices(path: Path) -> tuple[dt.date, Mapping[object, object]]:
    """The day and the models of a price list."""
    try:
        content = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise BrokenRepositoryError(f"{path.name} cannot be read as YAML: {error}") from error
    if not isinstance(content, Mapping):
        raise BrokenRepositoryError(
            f"{path.name} must hold the keys `as_of` and `models`; it holds {_kind(content)}"
        )
    as_of, models = content.get("as_of"), content.get("models")
    if type(as_of) is not dt.date:
        raise BrokenRepositoryError(
            f"{path.name}: `as_of` must be the day of the prices, such as 2026-11-30; "
            f"it is {_kind(as_of)}"
        )
    if not isinstance(models, Mapping):
        raise BrokenRepositoryError(
            f"{path.name}: `models` must give each model's name its prices, or be {{}}; "
            f"it is {_kind(models)}"
        )
    return as_of, models


def _common_prices(where: str, as_of: dt.date, prices: object) -> Prices:
    if not isinstance(prices, Mapping):
        raise BrokenRepositoryError(
            f"{where}: prices such as {{input: 1.25, output: 10}} belong here; "
            f"it is {_kind(prices)}"
        )
    stated = {"currency": "USD", "as_of": as_of.isoformat(), **prices}
    pricing, findings = parse_record(stated, Pricing, where)
    if pricing is None:
        first = findings[0]
        key = first.pointer.removeprefix("/").replace("/", ", ")
        raise BrokenRepositoryError(f"{where}, `{key}`: {first.message}")
    return prices_of(pricing)


def _kind(value: object) -> str:
    if value is None:
        return "nothing"
    return str(value) if isinstance(value, dt.date) else described(value)
