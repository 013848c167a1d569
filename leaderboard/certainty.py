"""From a benchmark's rows to how sure they are: the one way into `statistics` for a board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from leaderboard.entries import gold_entries
from leaderboard.records import BenchmarkBoard, Row
from leaderboard.statistics.boards import (
    BoardStatistics,
    Contestant,
    scrub_certainty,
    scrub_statistics,
)
from leaderboard.statistics.clauses import clause_certainty, clause_statistics
from scoring.contractscrub import ScoreCard
from scoring.cuad import ClauseCard
from scoring.gold import Edition, ScrubEdition

__all__ = ["OF_A_RUN", "with_certainty", "with_own_certainty"]

OF_A_RUN: Final = frozenset({"run", "seed"})
"""Settings that tell runs of one system apart, not systems."""


def with_certainty(board: BenchmarkBoard) -> BenchmarkBoard:
    """The board with how sure each of its rows is; as it was where the edition is not at hand.

    Rows keep their order, their values and their ranks.
    """
    edition = board.editions.get(board.version)
    if edition is None:
        return board
    made = _statistics(board.rows, edition)
    return replace(
        board,
        rows=tuple(replace(row, certainty=made.rows.get(row.entrant.id)) for row in board.rows),
        statistics=made,
    )


def with_own_certainty(row: Row) -> Row:
    """The row with how sure its own numbers are, the same as on any board; as it was unscored.

    What depends on the other rows, such as ranks and ties, is left out.
    """
    match row.card:
        case ScoreCard() as card:
            return replace(row, certainty=scrub_certainty(card))
        case ClauseCard() as card:
            return replace(row, certainty=clause_certainty(card))
        case _:
            return row


def _statistics(rows: Sequence[Row], edition: Edition) -> BoardStatistics:
    contestants = [_contestant(row) for row in rows if row.card is not None]
    if isinstance(edition, ScrubEdition):
        return scrub_statistics(contestants, edition.items, gold_entries(edition))
    return clause_statistics(contestants, len(edition.cases))


def _contestant(row: Row) -> Contestant:
    assert row.card is not None  # noqa: S101 - only scored rows come here
    entrant = row.entrant
    settings = sorted(
        (name, value) for name, value in (entrant.settings or {}).items() if name not in OF_A_RUN
    )
    named = [entrant.organization, entrant.name, entrant.version or "", entrant.kind]
    return Contestant(
        id=entrant.id,
        card=row.card,
        ranked=row.rank is not None,
        program=entrant.kind == "program",
        system=" ".join(part for part in named if part)
        + "".join(f", {name} {value}" for name, value in settings),
        reasoning=entrant.reasoning,
        found=row.found,
    )
