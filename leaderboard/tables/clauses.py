"""The tables of clause extraction: overall and by clause type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from leaderboard.addresses import entries_page
from leaderboard.records import Row
from leaderboard.tables.columns import Filled, Number, behind
from leaderboard.tables.cost import cost_per
from leaderboard.tables.table import Better, Column
from scoring.cuad import CLAUSE_TYPES, ClauseCard

__all__ = [
    "OVERALL",
    "OVERALL_CAPTION",
    "TYPES_CAPTION",
    "UNRANKED_CAPTION",
    "clause_key",
    "type_columns",
]


def _of_card(column: Column, value: Callable[[ClauseCard], Fraction | None]) -> Number:
    return Number(
        column,
        lambda row: value(row.card) if isinstance(row.card, ClauseCard) else None,
        link=behind,
        measure=column.key,
    )


def _gap(card: ClauseCard) -> Fraction | None:
    published, strict = card.published.accuracy, card.strict.accuracy
    return None if published is None or strict is None else published - strict


OVERALL_CAPTION: Final = (
    "Ranked by strict accuracy. The published rule of the suite stands beside it; the gap is what "
    "the published rule lets through."
)
UNRANKED_CAPTION: Final = (
    "No row here carries a rank. The published rule of the suite stands beside the strict one; the "
    "gap is what the published rule lets through."
)
OVERALL: Final[tuple[Filled, ...]] = (
    _of_card(
        Column("strict_accuracy", "Strict accuracy", "Share of cases passed by the strict rule."),
        lambda card: card.strict.accuracy,
    ),
    _of_card(
        Column("accuracy", "Published", "Share of cases passed by the suite's own rule."),
        lambda card: card.published.accuracy,
    ),
    _of_card(
        Column(
            "strictness_gap",
            "Gap",
            "Published accuracy less strict accuracy.",
            better=Better.LOW,
        ),
        _gap,
    ),
    _of_card(
        Column(
            "recall_present",
            "Recall, present",
            "Strict: share of the present clauses that were found; low means lazy.",
        ),
        lambda card: card.strict.recall_present,
    ),
    _of_card(
        Column(
            "precision_absent",
            "Precision, absent",
            "Strict: share of the absent clauses that were called absent; low means hallucinating.",
        ),
        lambda card: card.strict.precision_absent,
    ),
    cost_per("case"),
)
TYPES_CAPTION: Final = "Strict accuracy by clause type."


def type_columns(rows: Sequence[Row]) -> tuple[Filled, ...]:
    """One column per clause type that a card of `rows` has.

    CUAD's types come first, in the order of its suite, then those of other benchmarks by name.
    """
    asked = {
        name for row in rows if isinstance(row.card, ClauseCard) for name in row.card.strict.by_type
    }
    known = [name for name in CLAUSE_TYPES if name in asked]
    return tuple(_of_type(name) for name in (*known, *sorted(asked.difference(known))))


def _of_type(name: str) -> Number:
    key = clause_key(name)

    def value(row: Row) -> Fraction | None:
        if not isinstance(row.card, ClauseCard) or name not in row.card.strict.by_type:
            return None
        return row.card.strict.by_type[name].value

    return Number(
        Column(key, name, f"Strict accuracy on {name}.", heat=True),
        value,
        digits=2,
        link=lambda row: (
            f"{entries_page(row.entrant.id, row.benchmark)}#{key}" if row.card else None
        ),
        measure=f"type:{name}",
    )


def clause_key(name: str) -> str:
    """A clause type's name as a column key and anchor."""
    return "".join(c if c.isalnum() else "_" for c in name.lower())
