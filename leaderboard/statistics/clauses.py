"""Everything that is said of how sure one clause board is, from the cards of its rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final, TypeAlias

from leaderboard.statistics.boards import (
    SIGNIFICANT,
    BoardStatistics,
    Certainty,
    Contestant,
    PairVerdict,
)
from leaderboard.statistics.intervals import LEVEL, Interval, wilson
from leaderboard.statistics.pairs import holm, mcnemar
from leaderboard.statistics.power import cases_needed
from scoring.cuad import ClauseCard

__all__ = ["clause_certainty", "clause_statistics"]

CLAUSE_METHOD: Final = (
    "Wilson intervals of proportions; McNemar's exact test for pairs of entries, then Holm's "
    "correction over all pairs, which rank intervals go by."
)
Ids: TypeAlias = tuple[str, str]


def clause_statistics(contestants: Sequence[Contestant], cases: int) -> BoardStatistics:
    """The statistics of a clause board.

    A rank interval counts those that are ahead or behind after Holm's correction over all pairs.

    Args:
        contestants: its scored rows, best first.
        cases: how many cases there are.

    """
    ranked = [one for one in contestants if one.ranked]
    passed = {
        one.id: [item.verdict.strict_passed for item in one.card.cases]
        for one in contestants
        if isinstance(one.card, ClauseCard)
    }
    apart = {
        (one.id, other.id): _apart(passed[one.id], passed[other.id])
        for one, other in combinations(ranked, 2)
    }
    p_values = {pair: mcnemar(*counts) for pair, counts in apart.items()} if cases else {}
    adjusted = dict(zip(p_values, holm(list(p_values.values())), strict=True))
    rows = {}
    for one in contestants:
        if isinstance(one.card, ClauseCard):
            rows[one.id] = _clause_certainty(one.id, one.card, ranked, apart, p_values, adjusted)
    return BoardStatistics(
        method=CLAUSE_METHOD,
        level=LEVEL,
        unit="cases",
        size=cases,
        draws=None,
        seed=None,
        rows=rows,
        neighbours=tuple(
            _clause_verdict((one.id, other.id), apart, p_values, adjusted, cases)
            for one, other in pairwise(ranked)
            if p_values
        ),
        pairs=len(p_values),
        separated=sum(p < SIGNIFICANT for p in p_values.values()),
        separated_holm=sum(p < SIGNIFICANT for p in adjusted.values()),
    )


def clause_certainty(card: ClauseCard) -> Certainty:
    """How sure one card's numbers are; it has no place among others."""
    return Certainty(_intervals(card))


def _intervals(card: ClauseCard) -> dict[str, Interval]:
    """Measure → Wilson's interval; a measure of no cases is left out."""
    proportions = {
        "strict_accuracy": card.strict.overall,
        "accuracy": card.published.overall,
        "recall_present": card.strict.present,
        "precision_absent": card.strict.absent,
        **{f"type:{name}": part for name, part in card.strict.by_type.items()},
    }
    return {
        key: interval
        for key, part in proportions.items()
        if (interval := wilson(part.passed, part.n)) is not None
    }


def _apart(one: Sequence[bool], other: Sequence[bool]) -> tuple[int, int]:
    """Cases that only the first passed, and that only the second did."""
    outcomes = list(zip(one, other, strict=True))
    return outcomes.count((True, False)), outcomes.count((False, True))


def _clause_certainty(  # noqa: PLR0913, PLR0917 - what all pairs have in common
    id_: str,
    card: ClauseCard,
    ranked: Sequence[Contestant],
    apart: Mapping[Ids, tuple[int, int]],
    p_values: Mapping[Ids, float],
    adjusted: Mapping[Ids, float],
) -> Certainty:
    intervals = _intervals(card)
    if id_ not in {one.id for one in ranked} or not card.cases:
        return Certainty(intervals)
    mine = {pair: p for pair, p in p_values.items() if id_ in pair}
    behind = ahead = 0
    for pair in mine:
        if adjusted[pair] < SIGNIFICANT:
            better = pair[0] if apart[pair][0] > apart[pair][1] else pair[1]
            ahead += better != id_
            behind += better == id_
    tied = [
        next(other for other in pair if other != id_)
        for pair, p in mine.items()
        if p >= SIGNIFICANT
    ]
    return Certainty(intervals, (1 + ahead, len(ranked) - behind), None, tuple(sorted(tied)))


def _clause_verdict(
    pair: Ids,
    apart: Mapping[Ids, tuple[int, int]],
    p_values: Mapping[Ids, float],
    adjusted: Mapping[Ids, float],
    cases: int,
) -> PairVerdict:
    only_first, only_second = apart[pair]
    return PairVerdict(
        *pair,
        difference=(only_first - only_second) / cases,
        interval=None,
        tied=p_values[pair] >= SIGNIFICANT,
        needed=cases_needed(only_first, only_second, cases),
        p_holm=adjusted[pair],
    )
