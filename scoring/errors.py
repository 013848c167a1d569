"""The one exception of the scorer."""

from __future__ import annotations

__all__ = ["GoldError"]


class GoldError(ValueError):
    """The gold is not in order: a wrong field, an ambiguous alias, a digest that does not fit.

    A fault of gold is never a fault of a model, so nothing is scored on it.
    """
