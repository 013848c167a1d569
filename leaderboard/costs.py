"""Cost and time of a run (SCORING 4). Exact until display; unknown is None, never 0."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

__all__ = ["Prices", "Spending", "Tier", "Usage", "answer_cost", "differs", "spending"]

MILLION = 1_000_000
MOST_GAP = Fraction(1, 10)
"""Of a gateway's cost: what ours may differ by before that is worth a word."""


@dataclass(frozen=True, slots=True)
class Tier:
    """Prices per million tokens, by kind; None is unknown.

    Attributes:
        above: the tier holds for requests of more input tokens than this.

    """

    above: int
    input: Fraction | None
    cached_input: Fraction | None
    output: Fraction | None


@dataclass(frozen=True, slots=True)
class Prices:
    """A price list.

    Attributes:
        currency: as stated, `USD` as a rule.
        tiers: in rising order of `above`; the first has `above` = -1.

    """

    currency: str
    tiers: tuple[Tier, ...]

    def tier(self, input_tokens: int) -> Tier:
        """The tier of a request: the whole request moves, and just at the bound it stays low."""
        return [tier for tier in self.tiers if input_tokens > tier.above][-1]


@dataclass(frozen=True, slots=True)
class Usage:
    """What one answer used, as stated; None is unknown.

    Attributes:
        input_tokens: of the prompt, cached ones among them.
        cached_input_tokens: those of them that were read from a cache.
        output_tokens: of the answer, reasoning among them.
        reasoning_tokens: those of them that were reasoning.
        cost: stated cost in US dollars.
        lower_bound: whether lost attempts may have cost more.
        latency: seconds of the successful attempt.
        gateway: cost as the gateway stated it, US dollars.

    """

    input_tokens: int | None = None
    cached_input_tokens: int | None = None
    output_tokens: int | None = None
    reasoning_tokens: int | None = None
    cost: Fraction | None = None
    lower_bound: bool = False
    latency: Fraction | None = None
    gateway: Fraction | None = None

    @property
    def is_consistent(self) -> bool:
        """Whether parts do not exceed their wholes."""
        return not (
            (self.cached_input_tokens or 0) > (self.input_tokens or 0)
            or (self.reasoning_tokens or 0) > (self.output_tokens or 0)
        )


@dataclass(frozen=True, slots=True)
class Spending:
    """Sums over all items of a run; a sum with an unknown part is None.

    A cost that is a lower bound is the sum of what is known: items that are lower bounds themselves
    are left out of it where their cost is unknown, as where every attempt timed out.

    Attributes:
        items: how many items were run.
        input_tokens, cached_input_tokens, output_tokens, reasoning_tokens: sums.
        cost: US dollars as run: tokens times the submission's own prices, or, for an item where
            that is unknown, what is stated.
        stated: the sum of the stated costs, US dollars.
        repriced: tokens times the common price list, US dollars.
        lower_bound: whether the cost may have been higher.
        inconsistent: how many items state parts larger than their wholes.
        median_latency, p95_latency: seconds per item, over the items that state one.
        gateway: the sum of what the gateway stated, US dollars, over the items that it did so of;
            None if there are none.
        gateway_differs: whether that is more than a tenth apart from our cost of the same items.

    """

    items: int
    input_tokens: int | None
    cached_input_tokens: int | None
    output_tokens: int | None
    reasoning_tokens: int | None
    cost: Fraction | None
    stated: Fraction | None
    repriced: Fraction | None
    lower_bound: bool
    inconsistent: int
    median_latency: Fraction | None
    p95_latency: Fraction | None
    gateway: Fraction | None = None
    gateway_differs: bool = False

    def per(self, count: int) -> Fraction | None:
        """Cost as run per one of `count`; None where either is unknown or nothing."""
        return None if self.cost is None or count == 0 else self.cost / count


def answer_cost(usage: Usage, prices: Prices) -> Fraction | None:
    """Tokens times price by kind: input, cached input, output (SCORING 4).

    Reasoning tokens are part of output. A cached count above the input is cut to it, so the
    uncached part is never negative. None where a token count or a needed price is unknown.
    """
    if usage.input_tokens is None or usage.output_tokens is None:
        return None
    tier = prices.tier(usage.input_tokens)
    cached = min(usage.cached_input_tokens or 0, usage.input_tokens)
    parts = (
        (usage.input_tokens - cached, tier.input),
        (cached, tier.cached_input),
        (usage.output_tokens, tier.output),
    )
    total = Fraction(0)
    for tokens, price in parts:
        if tokens and price is None:
            return None
        total += tokens * (price or 0) / Fraction(MILLION)
    return total


def spending(
    usages: Sequence[Usage], prices: Prices | None = None, common: Prices | None = None
) -> Spending:
    """The sums over a run's items.

    Args:
        usages: one per item.
        prices: the submission's own price list.
        common: the common price list's prices of this model.

    """
    own = [_priced(usage, prices) for usage in usages]
    latencies = sorted(usage.latency for usage in usages if usage.latency is not None)
    as_run = [
        usage.cost if computed is None else computed
        for usage, computed in zip(usages, own, strict=True)
    ]
    both = [
        (cost, usage.gateway)
        for cost, usage in zip(as_run, usages, strict=True)
        if cost is not None and usage.gateway is not None
    ]
    return Spending(
        items=len(usages),
        input_tokens=_total_tokens([usage.input_tokens for usage in usages]),
        cached_input_tokens=_total_tokens([usage.cached_input_tokens for usage in usages]),
        output_tokens=_total_tokens([usage.output_tokens for usage in usages]),
        reasoning_tokens=_total_tokens([usage.reasoning_tokens for usage in usages]),
        cost=_total_cost(as_run, usages),
        stated=_total_cost([usage.cost for usage in usages], usages),
        repriced=_total_cost([_priced(usage, common) for usage in usages], usages),
        lower_bound=any(usage.lower_bound for usage in usages),
        inconsistent=sum(not usage.is_consistent for usage in usages),
        median_latency=_median(latencies),
        p95_latency=_nearest_rank(latencies, 95),
        gateway=_sum_of_known([usage.gateway for usage in usages]),
        gateway_differs=differs(
            _sum_of_known([cost for cost, _ in both]),
            _sum_of_known([gateway for _, gateway in both]),
        ),
    )


def differs(own: Fraction | None, gateway: Fraction | None) -> bool:
    """Whether our cost and the gateway's differ by more than 10 % of the gateway's."""
    if own is None or gateway is None:
        return False
    return abs(own - gateway) > gateway * MOST_GAP


def _priced(usage: Usage, prices: Prices | None) -> Fraction | None:
    if prices is None or prices.currency != "USD":
        return None
    return answer_cost(usage, prices)


def _total_cost(costs: Sequence[Fraction | None], usages: Sequence[Usage]) -> Fraction | None:
    """The sum of costs; None if one is unknown that is no lower bound, or if all are."""
    for cost, usage in zip(costs, usages, strict=True):
        if cost is None and not usage.lower_bound:
            return None
    return _sum_of_known(costs)


def _sum_of_known(values: Sequence[Fraction | None]) -> Fraction | None:
    known = [value for value in values if value is not None]
    return sum(known, Fraction(0)) if known else None


def _total_tokens(values: Sequence[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known and len(known) == len(values) else None


def _median(ordered: Sequence[Fraction]) -> Fraction | None:
    if not ordered:
        return None
    middle = len(ordered) // 2
    return (ordered[middle] + ordered[-middle - 1]) / 2


def _nearest_rank(ordered: Sequence[Fraction], percent: int) -> Fraction | None:
    """The smallest value that at least `percent` per cent of the values do not exceed."""
    if not ordered:
        return None
    return ordered[-(-len(ordered) * percent // 100) - 1]
