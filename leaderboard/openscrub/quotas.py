"""How many errors of each category each contract is to have.

The sums follow the paper's Table 4 for 44 contracts; three of 44 contracts are clean, and about
15 % of contract-category cells are zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from leaderboard.openscrub.draws import Draws

__all__ = ["TABLE_4", "Quota", "plan_quotas"]

TABLE_4: Final[Mapping[str, int]] = {
    "defined_terms": 1505,
    "undefined_capitalized_terms": 689,
    "uncapitalized_defined_terms": 317,
    "unused_defined_terms": 202,
    "incorrect_references": 150,
    "incorrect_party_references": 130,
    "incorrect_capitalization": 129,
    "terms_defined_multiple_times": 97,
    "inconsistent_language": 87,
}
"""Entries of the paper's gold by category, over 44 contracts."""

_PAPER: Final = 44
_CONTROLS: Final = 3
_ZERO: Final[Mapping[str, float]] = {
    "undefined_capitalized_terms": 0.03,
    "uncapitalized_defined_terms": 0.07,
    "unused_defined_terms": 0.10,
    "incorrect_references": 0.13,
    "incorrect_party_references": 0.14,
    "incorrect_capitalization": 0.13,
    "terms_defined_multiple_times": 0.17,
    "inconsistent_language": 0.17,
}
"""Share of contracts, controls aside, that have no error of the category."""

_SURPLUS: Final[Mapping[str, int]] = {
    "unused_defined_terms": 106,
    "incorrect_references": 104,
    "incorrect_capitalization": 109,
}
"""Percent of Table 4 that is planned where some contracts have too few sites for their share."""

_LIGHT, _HEAVY = 450, 1550


@dataclass(frozen=True, slots=True)
class Quota:
    """One contract's share: category key → errors to insert."""

    wanted: Mapping[str, int]
    control: bool


def plan_quotas(draws: Draws, lengths: Sequence[int]) -> list[Quota]:
    """The quotas of contracts of these lengths; a longer one has more errors."""
    size = len(lengths)
    controls = set(draws.shuffled(range(size), "controls")[: round(size * _CONTROLS / _PAPER)])
    active = [index for index in range(size) if index not in controls]
    wanted: list[dict[str, int]] = [dict.fromkeys(_ZERO, 0) for _ in range(size)]
    for category, zero in _ZERO.items():
        some = draws.shuffled(active, "zero", category)[round(len(active) * zero) :]
        total = round(TABLE_4[category] * _SURPLUS.get(category, 100) * size / (100 * _PAPER))
        weights = [
            lengths[index] * (_LIGHT + draws.under(_HEAVY - _LIGHT, "weight", category, index))
            for index in some
        ]
        for index, number in zip(some, _apportion(total, weights), strict=True):
            wanted[index][category] = number
    return [Quota(wanted[index], index in controls) for index in range(size)]


def _apportion(total: int, weights: Sequence[int]) -> list[int]:
    """Whole numbers that add up to `total`, near to `weights`, in integers throughout."""
    whole = sum(weights)
    numbers = []
    given = reached = 0
    for weight in weights:
        reached += weight
        upto = (2 * total * reached + whole) // (2 * whole)
        numbers.append(upto - given)
        given = upto
    return numbers
