"""Pairs the pieces of a contract with those of its clean twin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final, TypeAlias

__all__ = ["Pair", "pair_up"]

Pair: TypeAlias = tuple[int | None, int | None]
"""Index in the twin and in the contract; None on the side that has no such piece."""

_ALONE: Final = 550
"""What leaving a piece alone costs; pairing two pieces costs their unlikeness, 0 to 1,000."""


def pair_up(twin: Sequence[str], contract: Sequence[str]) -> Iterator[Pair]:
    """The unequal pieces of two texts, paired where they are alike, in order.

    Equal pieces keep their partner and are left out.
    """
    matcher = SequenceMatcher(None, twin, contract, autojunk=False)
    for tag, low, high, left, right in matcher.get_opcodes():
        if tag == "equal":
            continue
        for one, other in _pair_block(twin[low:high], contract[left:right]):
            yield (
                None if one is None else low + one,
                None if other is None else left + other,
            )


def _pair_block(twin: Sequence[str], contract: Sequence[str]) -> list[Pair]:
    """The cheapest pairing, in order, of two short runs of pieces."""
    rows, columns = len(twin), len(contract)
    bags = [Counter(text.casefold().split()) for text in twin]
    others = [Counter(text.casefold().split()) for text in contract]
    cost = [[(row + column) * _ALONE for column in range(columns + 1)] for row in range(rows + 1)]
    unlike = [[_unlikeness(bag, other) for other in others] for bag in bags]
    for row in range(1, rows + 1):
        for column in range(1, columns + 1):
            cost[row][column] = min(
                cost[row - 1][column - 1] + unlike[row - 1][column - 1],
                cost[row - 1][column] + _ALONE,
                cost[row][column - 1] + _ALONE,
            )
    pairs: list[Pair] = []
    row, column = rows, columns
    while row or column:
        if (
            row
            and column
            and cost[row][column] == (cost[row - 1][column - 1] + unlike[row - 1][column - 1])
        ):
            row, column = row - 1, column - 1
            pairs.append((row, column))
        elif column and cost[row][column] == cost[row][column - 1] + _ALONE:
            column -= 1
            pairs.append((None, column))
        else:
            row -= 1
            pairs.append((row, None))
    return pairs[::-1]


def _unlikeness(one: Counter[str], other: Counter[str]) -> int:
    """In thousandths, whole so that sums compare exactly: the words that two texts do not share."""
    total = one.total() + other.total()
    return 1000 - 2000 * (one & other).total() // total if total else 0
