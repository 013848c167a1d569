"""The program that finds nothing: the floor of every board."""

from __future__ import annotations

import json

from leaderboard.programs.regex_clauses import NO_CLAUSE
from scoring.contractscrub.categories import CATEGORY_KEYS

__all__ = ["answer", "clause_answer"]


def answer(_text: str) -> str:
    """Give nine empty lists."""
    return json.dumps({key: [] for key in CATEGORY_KEYS}, indent=1)


def clause_answer(_text: str, _clause_type: str) -> str:
    """Say that there is no such clause."""
    return NO_CLAUSE
