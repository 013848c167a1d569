"""What a reply says that it used: tokens by kind, and the gateway's own cost (SCORING 4).

Unknown is None, never 0. The provider's own reply is read where it is at hand, for litellm's
translation writes 0 for what is not said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal

__all__ = ["StatedUsage", "add", "read_usage", "total"]


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
        raw: the provider's own reply (`Exchange.raw`), believed before `reply`.
        headers: `_hidden_params["additional_headers"]`, for gateways that state the cost there.

    """
    raise NotImplementedError


def add(first: StatedUsage, second: StatedUsage) -> StatedUsage:
    """The usage of two attempts together.

    An attempt of which nothing is known adds nothing and makes the sum a lower bound. Else each
    kind is summed by itself, and unknown and known are unknown together.
    """
    raise NotImplementedError


def total(attempts: Iterable[StatedUsage]) -> StatedUsage:
    """The usage of all attempts together; of none, nothing is known."""
    raise NotImplementedError
