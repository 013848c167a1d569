"""The cap on what a run may cost: no call is made that could pass it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from leaderboard.costs import Usage, answer_cost
from leaderboard.models import Pricing
from leaderboard.pricing import prices_of

__all__ = ["Budget"]

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

    """

    pricing: Pricing | None = None
    cap: Fraction | None = None
    most_output_tokens: int = 0
    count: Callable[[str], int] = len
    spent: Fraction = Fraction(0)
    _reserved: Fraction = Fraction(0)

    def most(self, question: str) -> Fraction | None:
        """The most that one call may cost, US dollars; None without a cap."""
        if self.cap is None or self.pricing is None:
            return None
        tokens = -(-self.count(question) * MARGIN.numerator // MARGIN.denominator)
        return answer_cost(
            Usage(input_tokens=tokens, output_tokens=self.most_output_tokens),
            prices_of(self.pricing),
        )

    def admits(self, question: str) -> bool:
        """Whether one more call may be made; if so, what it may cost is set aside."""
        most = self.most(question)
        if self.cap is None or most is None:
            return True
        if self.spent + self._reserved + most > self.cap:
            return False
        self._reserved += most
        return True

    def close(self, reserved: Fraction | None, cost: Fraction | None) -> None:
        """A call is over: what was set aside for it is free, what it cost is spent."""
        self._reserved -= reserved or 0
        self.spent += cost or 0
