"""Contract scrubbing: from raw answers and gold to exact numbers (SCORING 1).

The names below are the stable interface.
"""

from __future__ import annotations

from scoring.contractscrub.answers import Answer, parse_answer
from scoring.contractscrub.categories import CATEGORIES, CATEGORY_KEYS, Category
from scoring.contractscrub.metrics import ScoreCard, score
from scoring.contractscrub.places import Place, canonical_place
from scoring.contractscrub.words import normalise_words

__all__ = [
    "CATEGORIES",
    "CATEGORY_KEYS",
    "Answer",
    "Category",
    "Place",
    "ScoreCard",
    "canonical_place",
    "normalise_words",
    "parse_answer",
    "score",
]
