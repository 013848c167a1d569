"""The one place that rounds, and the one sign for what is missing."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Final, TypeAlias

__all__ = ["MISSING", "Exact", "as_float", "format_number"]

MISSING: Final = "–"
"""What stands where a value is unknown or not applicable; never 0, never NaN."""

Exact: TypeAlias = Fraction | int
"""An exact number; floats come in only at the very border."""


def format_number(value: Exact | None, digits: int) -> str:
    """`value` with just `digits` decimals, rounded half to even; `MISSING` for None.

    The exact value is rounded once, so two equal values never look different.
    """
    if value is None:
        return MISSING
    scaled = round(Fraction(value) * 10**digits)
    return f"{Decimal(scaled).scaleb(-digits):f}"


def as_float(value: Exact | None) -> float | None:
    """`value` as the nearest float, for files that machines read; None stays None."""
    return None if value is None else float(value)
