"""Ranks on exact values: who may carry one, who shares one, who stands where (SCORING 1.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Final

from leaderboard.records import Mark, Rank, Row, Trust
from scoring.contractscrub import ScoreCard

__all__ = ["primary", "rank_rows"]

UNRANKING: Final = frozenset(
    {Mark.PARTIAL, Mark.FLOOD, Mark.OTHER_EDITION, Mark.SUPERSEDED, Mark.RETRACTED}
)
"""Marks that take a row's rank away."""


def primary(row: Row) -> Fraction | None:
    """The number that a row is ranked by: macro recall, or strict accuracy; None if unknown."""
    if row.reported is not None:
        return row.reported.macro_recall
    if row.card is None:
        return None
    if isinstance(row.card, ScoreCard):
        return row.card.full.macro_recall
    return row.card.strict.accuracy


def rank_rows(rows: Iterable[Row]) -> tuple[Row, ...]:
    """`rows` best first, equals by id, each with its rank.

    Equal values share a rank and the next rank is left out (1, =2, =2, 4). Rows without a rank
    stand where their value puts them; unknown values come last. Input order never matters.
    """
    ordered = sorted(rows, key=_standing)
    ranked = [primary(row) for row in ordered if _is_ranked(row)]
    counts = Counter(ranked)
    first: dict[Fraction | None, int] = {}
    for position, value in enumerate(ranked, start=1):
        first.setdefault(value, position)
    return tuple(
        replace(
            row,
            rank=Rank(first[primary(row)], counts[primary(row)] > 1) if _is_ranked(row) else None,
        )
        for row in ordered
    )


def _standing(row: Row) -> tuple[bool, Fraction, str]:
    value = primary(row)
    return (value is None, -(value or Fraction(0)), row.entrant.id)


def _is_ranked(row: Row) -> bool:
    return (
        row.trust is not Trust.REPORTED
        and primary(row) is not None
        and not UNRANKING.intersection(row.marks)
    )
