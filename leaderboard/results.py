"""`results.json`: every number of the board, exact counts with the values made of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from leaderboard.costs import Spending
from leaderboard.digests import outputs_digest
from leaderboard.display import as_float
from leaderboard.explain import EntryOutcome
from leaderboard.ranking import primary
from leaderboard.records import BenchmarkBoard, Board, Entrant, ReportedScore, Reproduction, Row
from leaderboard.results_certainty import certainty_value, statistics_value
from scoring.contractscrub import ScoreCard
from scoring.contractscrub.metrics import ContractScore, Tally, Variant
from scoring.cuad import ClauseCard, ClauseNumbers, Proportion

__all__ = [
    "RESULTS_VERSION",
    "build_results",
    "card_value",
    "entry_value",
    "reproduction_value",
    "row_value",
]

RESULTS_VERSION: Final = 1
"""Of the file's form; raised when a key changes its meaning or goes."""

Json: TypeAlias = dict[str, Any]


def build_results(board: Board) -> Json:
    """The value of `results.json`, of JSON's own types alone.

    Values are the nearest floats of exact fractions; counts stand beside them, so that anyone can
    compute them again. Missing is null.
    """
    return {
        "results_version": RESULTS_VERSION,
        "scoring_version": board.scoring_version,
        "scorer_digest": board.scorer_digest,
        "common_prices": _day(board.common_prices),
        "date": _day(board.date),
        "benchmarks": {item.benchmark.key: _benchmark(item) for item in board.benchmarks},
    }


def card_value(card: ScoreCard | ClauseCard) -> Json:
    """A score card as JSON: its numbers, its counts, and the same per contract or case."""
    return _scrub_card(card) if isinstance(card, ScoreCard) else _clause_card(card)


def entry_value(entry: EntryOutcome) -> Json:
    """One entry's outcome as JSON; half a surrogate pair, which no file holds, is spelled out."""
    return {
        "contract": entry.contract,
        "category": entry.category,
        "outcome": entry.outcome.value,
        "near": entry.near.value if entry.near else None,
        "answered": _fields(entry.answered),
        "gold": _fields(entry.gold),
        "partner": _fields(entry.partner),
    }


def _fields(fields: Mapping[str, str] | None) -> dict[str, str] | None:
    if fields is None:
        return None
    return {
        name: value.encode("utf-8", "backslashreplace").decode("utf-8")
        for name, value in fields.items()
    }


def _benchmark(board: BenchmarkBoard) -> Json:
    return {
        "title": board.benchmark.title,
        "task": board.benchmark.task,
        "edition": board.version,
        "gold_digest": board.gold_digest,
        "scored_here": board.at_hand,
        "statistics": statistics_value(board.statistics) if board.statistics else None,
        "rows": [row_value(row) for row in board.rows],
        "other_editions": [row_value(row) for row in board.others],
    }


def row_value(row: Row) -> Json:
    """A row as JSON: who, what was answered, what it cost, and its card."""
    return {
        "id": row.entrant.id,
        **_entrant(row.entrant),
        "edition": row.version or None,
        "trust": row.trust.value,
        "marks": [mark.value for mark in row.marks],
        "rank": row.rank.position if row.rank else None,
        "rank_shared": row.rank.shared if row.rank else None,
        "primary": as_float(primary(row)),
        "answered": row.answered,
        "items": row.items,
        "spending": _spending(row.spending) if row.spending else None,
        "reported": _reported(row.reported) if row.reported else None,
        "certainty": certainty_value(row.certainty) if row.certainty else None,
        "reproduction": reproduction_value(row.reproduction) if row.reproduction else None,
        "submission_digest": row.digest,
        "outputs_digest": outputs_digest(row.records) if row.records else None,
        "card": card_value(row.card) if row.card else None,
    }


def _entrant(entrant: Entrant) -> Json:
    return {
        "name": entrant.name,
        "organization": entrant.organization,
        "version": entrant.version,
        "access": entrant.access,
        "kind": entrant.kind,
        "reasoning": entrant.reasoning,
        "submitted": _day(entrant.submitted),
        "aliases": list(entrant.aliases),
        "status_reason": entrant.status_reason,
        "successor": entrant.successor,
        "changes": [{"date": _day(date), "reason": reason} for date, reason in entrant.changes],
    }


def reproduction_value(reproduction: Reproduction) -> Json:
    """What came of the maintainers' own run, as JSON."""
    return {
        "outcome": reproduction.outcome.value,
        "primary": as_float(reproduction.value),
        "interval": (
            [as_float(end) for end in reproduction.interval] if reproduction.interval else None
        ),
        "date": reproduction.date,
        "obstacle": reproduction.obstacle,
    }


def _day(date: dt.date | None) -> str | None:
    return None if date is None else date.isoformat()


def _reported(reported: ReportedScore) -> Json:
    return {
        "macro_recall": as_float(reported.macro_recall),
        "category_recall": {
            key: as_float(value) for key, value in sorted(reported.category_recall.items())
        },
        "cost_per_contract": as_float(reported.cost_per_contract),
        "seconds_per_contract": as_float(reported.seconds_per_contract),
        "source": reported.source,
    }


def _spending(spending: Spending) -> Json:
    return {
        "input_tokens": spending.input_tokens,
        "cached_input_tokens": spending.cached_input_tokens,
        "output_tokens": spending.output_tokens,
        "reasoning_tokens": spending.reasoning_tokens,
        "cost_usd": as_float(spending.cost),
        "cost_is_lower_bound": spending.lower_bound,
        "stated_usd": as_float(spending.stated),
        "repriced_usd": as_float(spending.repriced),
        "inconsistent_usages": spending.inconsistent,
        "median_latency_s": as_float(spending.median_latency),
        "p95_latency_s": as_float(spending.p95_latency),
    }


def _scrub_card(card: ScoreCard) -> Json:
    return {
        "signature": card.signature,
        "full": _variant(card.full),
        "word_only": _variant(card.word_only),
        "localisation_gap": as_float(card.localisation_gap),
        "false_flags": card.full.micro.fp,
        "answered_entries": card.answered,
        "contracts": [_contract(contract) for contract in card.contracts],
    }


def _variant(variant: Variant) -> Json:
    return {
        "macro_recall": as_float(variant.macro_recall),
        "macro_precision": as_float(variant.macro_precision),
        "macro_f1": as_float(variant.macro_f1),
        "micro": _tally(variant.micro),
        "categories": {key: _tally(tally) for key, tally in variant.categories.items()},
    }


def _tally(tally: Tally) -> Json:
    return {
        "tp": tally.tp,
        "fp": tally.fp,
        "fn": tally.fn,
        "recall": as_float(tally.recall),
        "precision": as_float(tally.precision),
        "f1": as_float(tally.f1),
    }


def _contract(contract: ContractScore) -> Json:
    return {
        "contract": contract.contract,
        "status": contract.status,
        "flags": sorted(contract.flags),
        "answered_entries": contract.answered,
        "full": _counts(contract.full),
        "word_only": _counts(contract.word_only),
        "references": [
            {"distance": reference.distance, "found": reference.found}
            for reference in contract.references
        ],
    }


def _counts(tallies: Mapping[str, Tally]) -> dict[str, list[int]]:
    """Category key → [tp, fp, fn]."""
    return {key: [tally.tp, tally.fp, tally.fn] for key, tally in tallies.items()}


def _clause_card(card: ClauseCard) -> Json:
    return {
        "signature": card.signature,
        "published": _clause_numbers(card.published),
        "strict": _clause_numbers(card.strict),
        "cases": [
            {
                "case": judged.case.id,
                "passed": judged.verdict.passed,
                "strict_passed": judged.verdict.strict_passed,
                "score": as_float(judged.verdict.score),
                "flags": sorted(judged.verdict.flags),
            }
            for judged in card.cases
        ],
        "missing": list(card.missing),
    }


def _clause_numbers(numbers: ClauseNumbers) -> Json:
    return {
        "accuracy": as_float(numbers.accuracy),
        "recall_present": as_float(numbers.recall_present),
        "precision_absent": as_float(numbers.precision_absent),
        "reaches_mark": numbers.reaches_mark,
        "overall": _proportion(numbers.overall),
        "present": _proportion(numbers.present),
        "absent": _proportion(numbers.absent),
        "by_type": {name: _proportion(part) for name, part in numbers.by_type.items()},
    }


def _proportion(part: Proportion) -> Json:
    return {"passed": part.passed, "n": part.n}
