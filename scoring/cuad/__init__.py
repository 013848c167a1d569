"""The clause-extraction task: cases, verdicts and numbers (SCORING 2)."""

from scoring.cuad.cases import (
    CLAUSE_TYPES,
    Case,
    ClauseDataError,
    Contract,
    all_cases,
    build_cases,
    clause_prompt,
    list_cases,
    parse_squad,
)
from scoring.cuad.matchers import FLAG_MEANINGS, FLAGS, Verdict, judge
from scoring.cuad.metrics import PASS_MARK, ClauseCard, ClauseNumbers, JudgedCase, Proportion, score

__all__ = [
    "CLAUSE_TYPES",
    "FLAGS",
    "FLAG_MEANINGS",
    "PASS_MARK",
    "Case",
    "ClauseCard",
    "ClauseDataError",
    "ClauseNumbers",
    "Contract",
    "JudgedCase",
    "Proportion",
    "Verdict",
    "all_cases",
    "build_cases",
    "clause_prompt",
    "judge",
    "list_cases",
    "parse_squad",
    "score",
]
