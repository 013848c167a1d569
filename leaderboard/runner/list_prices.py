"""List prices from the map that litellm carries, and what a run costs by them (SCORING 4)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from leaderboard.models import Pricing
from leaderboard.runner.usage import StatedUsage

__all__ = [
    "Estimate",
    "attempts_cost",
    "cost_of",
    "count_tokens",
    "estimate",
    "gap",
    "list_price",
    "price_from_map",
]


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
    for local providers; and for models that are not priced by the token.

    Args:
        model: as litellm is asked for it, such as `openrouter/acme/m1`.
        api_base: another address than the provider's own.
        today: the day on which the list is read.
        environ: the environment; the process's own if None.

    """
    raise NotImplementedError


def price_from_map(entry: Mapping[str, object], *, source: str, today: dt.date) -> Pricing | None:
    """An entry of litellm's map as a price list; None if it has no price by the token."""
    raise NotImplementedError


def cost_of(usage: StatedUsage, pricing: Pricing | None) -> Fraction | None:
    """What one request cost by the list, US dollars; None is unknown."""
    raise NotImplementedError


def attempts_cost(attempts: Iterable[StatedUsage], pricing: Pricing | None) -> Fraction | None:
    """What the attempts of one item cost, each priced by its own tier.

    Attempts of unknown cost are left out (the sum is a lower bound then); None if all are unknown.
    """
    raise NotImplementedError


def gap(own: Fraction | None, gateway: Decimal | Fraction | None) -> bool:
    """Whether our cost and the gateway's differ by more than 10 % of the gateway's."""
    raise NotImplementedError


def count_tokens(model: str, text: str) -> int:
    """About how many tokens the text has; never touches the network."""
    raise NotImplementedError


def estimate(
    input_tokens: Sequence[int], pricing: Pricing | None, max_output_tokens: int | None
) -> Estimate:
    """What requests of so many input tokens may cost."""
    raise NotImplementedError
