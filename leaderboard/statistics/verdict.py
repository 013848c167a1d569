"""What a difference comes to, in words: never more than the interval allows."""

from __future__ import annotations

from math import floor, log10
from typing import Final

__all__ = ["about", "verdict"]

_MOST: Final = 1_000_000
_EXACT: Final = 20


def about(number: int) -> str:
    """`number` with two figures that count, as a reader would say it: 126 → `130`."""
    if number > _MOST:
        return "more than a million"
    if number < _EXACT:
        return str(number)
    step = 10 ** (floor(log10(number)) - 1)
    return f"{round(number / step) * step:,}"


def verdict(  # noqa: PLR0913 - a sentence is made of its parts
    first: str,
    second: str,
    *,
    measure: str,
    difference: float,
    tied: bool | None,
    needed: int | None,
    size: int,
    unit: str,
) -> str:
    """One sentence on two entries.

    Args:
        first: the name of one.
        second: the name of the other.
        measure: what is compared, such as `macro recall`.
        difference: the first's less the second's.
        tied: whether they cannot be told apart; None where the board is too small to say.
        needed: how many contracts or cases would show such a difference, None if no number would.
        size: how many there are.
        unit: `contracts` or `cases`.

    """
    if tied is None:
        return (
            f"{first} and {second}: {size} {unit} are too few to say how sure a difference in "
            f"{measure} is."
        )
    if not tied:
        ahead, behind = (first, second) if difference > 0 else (second, first)
        return f"{ahead} is ahead of {behind} in {measure}, by more than chance, on {size} {unit}."
    sentence = f"{first} and {second} cannot be told apart on {size} {unit}"
    if needed is None:
        return f"{sentence}; their {measure} is the same."
    return f"{sentence}; about {about(max(needed, size + 1))} would be needed."
