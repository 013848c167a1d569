"""The cap on what a run may cost: no call is made that could pass it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from leaderboard.costs import Prices, Usage, answer_cost
from leaderboard.models import Pricing
from leaderboard.pricing import prices_of

__all__ = ["Budget", "suffices"]

MARGIN: Final = Fraction(6, 5)
"""Providers count tokens by tokenizers of their own: a fifth more is allowed for."""


@dataclass(slots=True)
class Budget:
    """What may be spent, what is, and what calls under way may still cost.

    Attributes:
        pricing: the price list, None if unknown; needed for a cap.
        cap: US dollars; None for no cap.
        most_output_tokens: the most that one answer may have; needed for a cap.
        count: how many tokens a question has.
        spent: US dollars so far, at most.
        is_exhausted: whether a call was refused while none was under way that could leave room.

    """

    pricing: Pricing | None = None
    cap: Fraction | None = None
    most_output_tokens: int = 0
    count: Callable[[str], int] = len
    spent: Fraction = Fraction(0)
    is_exhausted: bool = False
    _reserved: Fraction = Fraction(0)
    _excess: Fraction = Fraction(1)

    @property
    def is_reserved(self) -> bool:
        """Whether calls are under way that may leave room when they are over."""
        return self._reserved > 0

    def most(self, question: str) -> Fraction | None:
        """The most that one call may cost, US dollars; None without a cap.

        Should calls turn out dearer than this, as where a provider does not keep to the most
        tokens that it is told, those that follow are expected to be as dear.
        """
        if self.cap is None or self.pricing is None:
            return None
        tokens = -(-self.count(question) * MARGIN.numerator // MARGIN.denominator)
        usage = Usage(input_tokens=tokens, output_tokens=self.most_output_tokens)
        prices = prices_of(self.pricing)
        # The question may be shorter than that, so it may fall into any tier below.
        costs = [
            answer_cost(usage, Prices(prices.currency, (replace(tier, above=-1),)))
            for tier in prices.tiers
            if tier.above < tokens
        ]
        return max((cost for cost in costs if cost is not None), default=Fraction(0)) * self._excess

    def admits(self, question: str) -> bool:
        """Whether one more call may be made; if so, what it may cost is set aside."""
        most = self.most(question)
        if self.cap is None or most is None:
            return True
        if self.spent + self._reserved + most > self.cap:
            self.is_exhausted = not self.is_reserved
            return False
        self._reserved += most
        return True

    def close(self, reserved: Fraction | None, cost: Fraction | None) -> None:
        """A call is over.

        Args:
            reserved: what was set aside for it, which is free now.
            cost: what it cost at most, US dollars; None is unknown.

        """
        self._reserved -= reserved or 0
        self.spent += cost or 0
        if reserved and cost is not None and cost > reserved:
            self._excess *= cost / reserved


def suffices(cap: Fraction | None, low: Fraction | None, high: Fraction | None) -> bool | None:
    """Whether a cap lets a whole run through; None where it may or may not.

    Args:
        cap: US dollars; None for no cap.
        low: the least that the run may cost; None is unknown.
        high: the most; None is unknown.

    """
    if cap is None or low is None:
        return None
    if low > cap:
        return False
    return True if high is not None and high <= cap else None
