"""From raw outputs and an edition's gold to a score card. Pure; the one way into `scoring`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from leaderboard.explain import EntryOutcome, explain
from scoring import answer_of, contractscrub, cuad, is_answered, status_of
from scoring.contractscrub import ScoreCard
from scoring.cuad import ClauseCard
from scoring.gold import Edition, ScrubEdition
from scoring.signature import sign

__all__ = [
    "CLAUSE_TASK",
    "Record",
    "clause_answers",
    "count_answered",
    "evaluate",
    "evaluate_answers",
    "explain_records",
    "read_answers",
]

Record: TypeAlias = Mapping[str, object]
"""One output as in `<benchmark>.json`: `item`, `response`, `finish_reason` and the rest."""
CLAUSE_TASK: Final = "clause-extraction"


def evaluate(edition: Edition, records: Sequence[Record]) -> ScoreCard | ClauseCard:
    """The score card of `records` on `edition`.

    Args:
        edition: gold and contracts.
        records: at most one per item; an item without one counts as missed.

    Raises:
        scoring.errors.GoldError: the gold is not in order.
        ValueError: a record is of an item that the edition does not have.

    """
    if isinstance(edition, ScrubEdition):
        return evaluate_answers(edition, read_answers(records))
    return cuad.score(
        edition.cases, clause_answers(records), signature=sign(CLAUSE_TASK, edition.digest)
    )


def evaluate_answers(
    edition: ScrubEdition, answers: Mapping[str, contractscrub.Answer]
) -> ScoreCard:
    """The score card of answers that are read already; raises as `evaluate` does."""
    return contractscrub.score(edition.gold, answers)


def count_answered(edition: Edition, records: Sequence[Record]) -> int:
    """How many of the edition's items have a record that counts as answered (SCORING 1.6)."""
    answered = {str(record["item"]) for record in records if is_answered(record)}
    return len(answered.intersection(edition.items))


def explain_records(edition: ScrubEdition, records: Sequence[Record]) -> tuple[EntryOutcome, ...]:
    """Every entry's outcome behind the score of `records`."""
    return explain(edition.gold, read_answers(records))


def clause_answers(records: Sequence[Record]) -> dict[str, str | None]:
    """Case id → the text that is judged; None where the record's own status says there is none."""
    return {
        str(record["item"]): None if status_of(record) else _text(record.get("response"))
        for record in records
    }


def read_answers(records: Sequence[Record]) -> dict[str, contractscrub.Answer]:
    """Contract → what the record of it says."""
    return {str(record["item"]): answer_of(record) for record in records}


def _text(response: object) -> str | None:
    return response if isinstance(response, str) else None
