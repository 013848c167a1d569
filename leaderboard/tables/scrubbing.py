"""The tables of contract scrubbing: overall, categories, word-only."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from leaderboard.addresses import category_section
from leaderboard.display import Exact
from leaderboard.ranking import primary
from leaderboard.records import Row
from leaderboard.statistics.measures import MEASURES
from leaderboard.tables.columns import Filled, Number, behind
from leaderboard.tables.cost import cost_per
from leaderboard.tables.table import Better, Column
from scoring.contractscrub import CATEGORIES, Category, ScoreCard

__all__ = [
    "CATEGORIES_CAPTION",
    "CATEGORY",
    "OVERALL",
    "OVERALL_CAPTION",
    "UNRANKED_CAPTION",
    "WORD_ONLY",
    "WORD_ONLY_CAPTION",
]


def _of_card(column: Column, value: Callable[[ScoreCard], Exact | None], digits: int = 3) -> Number:
    """A column filled from a card; a reported row has none."""
    return Number(
        column,
        lambda row: value(row.card) if isinstance(row.card, ScoreCard) else None,
        digits,
        link=behind,
        measure=column.key if column.key in MEASURES else "",
    )


def _recall_of(category: Category) -> Number:
    """Recall of one category, or what a paper prints of it."""

    def value(row: Row) -> Fraction | None:
        if row.reported is not None:
            return row.reported.category_recall.get(category.key)
        card = row.card
        return card.full.categories[category.key].recall if isinstance(card, ScoreCard) else None

    return Number(
        Column(category.key, category.title, f"Recall: {category.entry}.", heat=True),
        value,
        link=_section(category),
        measure=category.key,
    )


def _word_only_recall_of(category: Category) -> Number:
    def value(row: Row) -> Fraction | None:
        card = row.card
        if not isinstance(card, ScoreCard):
            return None
        return card.word_only.categories[category.key].recall

    return Number(
        Column(
            f"word_only_{category.key}",
            category.title,
            f"Word-only recall: {category.entry}.",
            heat=True,
        ),
        value,
        link=_section(category),
    )


def _section(category: Category) -> Callable[[Row], str | None]:
    return lambda row: (
        category_section(row.entrant.id, row.benchmark, category.key) if row.card else None
    )


def _false_flags(card: ScoreCard) -> Fraction | None:
    return Fraction(card.full.micro.fp, len(card.contracts)) if card.contracts else None


MACRO_RECALL: Final = Number(
    Column("macro_recall", "Macro recall", "Mean of the category recalls, 0 to 1."),
    primary,
    link=behind,
    measure="macro_recall",
)
LOCALISATION_GAP: Final = _of_card(
    Column(
        "localisation_gap",
        "Localisation gap",
        "Word-only macro recall less macro recall: right words at a wrong place.",
        better=Better.LOW,
    ),
    lambda card: card.localisation_gap,
)
OVERALL_CAPTION: Final = (
    "Ranked by macro recall, the plain mean of the recalls of the nine categories. Flagging "
    "everything wins recall, so false flags stand beside it."
)
UNRANKED_CAPTION: Final = (
    "No row here carries a rank; reported figures never do. Macro recall is the plain mean of the "
    "recalls of the nine categories."
)
OVERALL: Final[tuple[Filled, ...]] = (
    MACRO_RECALL,
    _of_card(
        Column(
            "false_flags_per_contract",
            "False flags",
            "Entries that equal no gold entry, per contract; some may be real faults that gold "
            "lacks.",
            better=Better.LOW,
        ),
        _false_flags,
        digits=1,
    ),
    _of_card(
        Column(
            "macro_precision",
            "Macro precision",
            "Mean of the category precisions, 0 to 1; a lower bound.",
        ),
        lambda card: card.full.macro_precision,
    ),
    _of_card(
        Column("macro_f1", "Macro F1", "Mean of the category F1 values, 0 to 1."),
        lambda card: card.full.macro_f1,
    ),
    LOCALISATION_GAP,
    cost_per("contract", digits=2),
)
CATEGORIES_CAPTION: Final = "Recall by category, words and place both right."
CATEGORY: Final[tuple[Filled, ...]] = tuple(_recall_of(category) for category in CATEGORIES)
WORD_ONLY_CAPTION: Final = (
    "The same matching with places left out on both sides: did it see the fault at all?"
)
WORD_ONLY: Final[tuple[Filled, ...]] = (
    _of_card(
        Column(
            "word_only_macro_recall",
            "Word-only recall",
            "Macro recall with places left out, 0 to 1.",
        ),
        lambda card: card.word_only.macro_recall,
    ),
    MACRO_RECALL,
    LOCALISATION_GAP,
    _of_card(
        Column(
            "word_only_macro_precision",
            "Word-only precision",
            "Macro precision with places left out, 0 to 1.",
        ),
        lambda card: card.word_only.macro_precision,
    ),
    _of_card(
        Column("word_only_macro_f1", "Word-only F1", "Macro F1 with places left out, 0 to 1."),
        lambda card: card.word_only.macro_f1,
    ),
    *(_word_only_recall_of(category) for category in CATEGORIES),
)
