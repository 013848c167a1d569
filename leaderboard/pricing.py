"""Price lists and stated usage as the records of `costs`: the border where floats become exact."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Final

import yaml
from pydantic import ValidationError

from leaderboard.costs import Prices, Tier, Usage
from leaderboard.errors import BrokenRepositoryError
from leaderboard.models import OutputRecord, Pricing

__all__ = ["PRICES_FILE", "exact", "load_common_prices", "prices_of", "usage_of"]

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
    )


def load_common_prices(path: Path = PRICES_FILE) -> Mapping[str, Prices]:
    """Model name → prices on the common date.

    Raises:
        BrokenRepositoryError: the file is not of the form.

    """
    try:
        content = yaml.safe_load(path.read_text("utf-8"))
        as_of = content["as_of"].isoformat()
        return {
            str(name): prices_of(
                Pricing.model_validate({"currency": "USD", "as_of": as_of, **prices})
            )
            for name, prices in content["models"].items()
        }
    except (OSError, yaml.YAMLError, KeyError, TypeError, AttributeError, ValidationError) as error:
        raise BrokenRepositoryError(f"{path.name} is not in order: {error}") from error
