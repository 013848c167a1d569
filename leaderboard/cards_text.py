"""Score cards for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from leaderboard.costs import Spending
from leaderboard.display import MISSING, Exact, format_number
from leaderboard.explain import EntryOutcome, Outcome
from leaderboard.findings import printable
from leaderboard.records import Row
from scoring.contractscrub import CATEGORIES, ScoreCard
from scoring.cuad import ClauseCard

__all__ = ["render_entries", "render_row"]

TITLES: Final = {category.key: category.title for category in CATEGORIES}
LONGEST: Final = 100
SHOWN: Final = {
    "macro_recall": "macro recall",
    "macro_precision": "precision",
    "macro_f1": "F1",
    "word_only_macro_recall": "word-only recall",
}
CLAUSES_SHOWN: Final = {"strict_accuracy": "strict accuracy", "accuracy": "published"}
"""Measure → its name in the line of intervals."""


def render_row(row: Row) -> str:
    """The score card of one row, as a block of lines."""
    marks = f"  [{', '.join(mark.value for mark in row.marks)}]" if row.marks else ""
    lines = [f"{row.entrant.id} on {row.benchmark} {row.version}{marks}"]
    if isinstance(row.card, ScoreCard):
        lines += _scrub(row, row.card)
    elif isinstance(row.card, ClauseCard):
        lines += _clauses(row, row.card)
    else:
        lines.append(
            "  not scored: the gold of this edition is not here. Bring it with: "
            f"leaderboard data fetch {row.benchmark}"
        )
    return "\n".join(lines) + "\n"


def render_entries(entries: Sequence[EntryOutcome]) -> str:
    """Every entry with what became of it, by contract and category."""
    lines = []
    heading = None
    for entry in entries:
        if heading != (entry.contract, entry.category):
            heading = (entry.contract, entry.category)
            lines.append(f"  {entry.contract} · {TITLES[entry.category]}")
        lines.append(f"    {entry.outcome.value:<10}{_fields(_own(entry))}")
        if entry.near is not None and entry.partner is not None:
            other = "gold" if entry.outcome is Outcome.FALSE else "answered"
            near = f"near miss, {entry.near.value}; {other}: {_fields(entry.partner)}"
            lines.append(f"    {'':<10}{near}")
    return "".join(f"{line}\n" for line in lines)


def _own(entry: EntryOutcome) -> Mapping[str, str]:
    return entry.answered if entry.answered is not None else entry.gold or {}


def _fields(fields: Mapping[str, str]) -> str:
    if not fields:
        return "(no usable field)"
    return ", ".join(f"{name}: {printable(text, LONGEST)}" for name, text in fields.items())


def _scrub(row: Row, card: ScoreCard) -> list[str]:
    full, word_only = card.full, card.word_only
    statuses = sorted({contract.status for contract in card.contracts})
    counted = [
        f"{status} {sum(contract.status == status for contract in card.contracts)}"
        for status in statuses
    ]
    table = [
        f"  {'category':<52}{'recall':>8}{'word-only':>11}{'prec.':>8}{'TP':>6}{'FP':>6}{'FN':>6}"
    ]
    for category in CATEGORIES:
        tally = full.categories[category.key]
        table.append(
            f"  {category.title:<52}{_three(tally.recall):>8}"
            f"{_three(word_only.categories[category.key].recall):>11}"
            f"{_three(tally.precision):>8}{tally.tp:>6}{tally.fp:>6}{tally.fn:>6}"
        )
    recall = (
        f"  macro recall {_three(full.macro_recall)}   precision {_three(full.macro_precision)}   "
        f"F1 {_three(full.macro_f1)}   word-only recall {_three(word_only.macro_recall)}   "
        f"localisation gap {_three(card.localisation_gap)}"
    )
    coverage = (
        f"  false flags {full.micro.fp} in {len(card.contracts)} contracts   "
        f"answered {row.answered} of {row.items}   answers: {', '.join(counted)}"
    )
    return [
        recall,
        *_sure(row, SHOWN),
        coverage,
        *_spent(row.spending),
        *table,
        f"  {card.signature}",
    ]


def _clauses(row: Row, card: ClauseCard) -> list[str]:
    strict, published = card.strict, card.published
    accuracy = (
        f"  strict accuracy {_three(strict.accuracy)}   published {_three(published.accuracy)}   "
        f"({strict.overall.passed} and {published.overall.passed} of {strict.overall.n} cases)"
    )
    parts = (
        f"  strict: recall on present clauses {_three(strict.recall_present)} "
        f"({strict.present.passed} of {strict.present.n})   on absent ones "
        f"{_three(strict.precision_absent)} ({strict.absent.passed} of {strict.absent.n})"
    )
    return [
        accuracy,
        *_sure(row, CLAUSES_SHOWN),
        parts,
        f"  answered {row.answered} of {row.items}",
        *_spent(row.spending),
        *(
            f"    {_verdict(judged.verdict.strict_passed):<8}"
            f"{_verdict(judged.verdict.passed):<8}{judged.case.id}"
            + (f"  ({', '.join(sorted(judged.verdict.flags))})" if judged.verdict.flags else "")
            for judged in card.cases
        ),
        f"  {card.signature}",
    ]


def _sure(row: Row, shown: Mapping[str, str]) -> list[str]:
    """The 95 % intervals of some measures on one line; no line without any."""
    intervals = row.certainty.intervals if row.certainty else {}
    told = [
        f"{title} {' to '.join(_three(Fraction(end)) for end in (part.low, part.high))}"
        for key, title in shown.items()
        if (part := intervals.get(key)) is not None
    ]
    return [f"  95 % intervals: {'   '.join(told)}"] if told else []


def _verdict(passed: bool) -> str:  # noqa: FBT001 - the verdict is the argument
    return "pass" if passed else "fail"


def _spent(spending: Spending | None) -> list[str]:
    if spending is None or (spending.cost is None and spending.median_latency is None):
        return []
    bound = "at least " if spending.lower_bound else ""
    cost = MISSING if spending.cost is None else f"{bound}${format_number(spending.cost, 4)}"
    median, p95 = (
        format_number(seconds, 1) for seconds in (spending.median_latency, spending.p95_latency)
    )
    lines = [f"  cost {cost}   median {median} s   p95 {p95} s per item"]
    if spending.gateway_differs:
        asked = format_number(spending.gateway, 4)
        lines.append(f"  the gateway asked ${asked}: more than 10 % apart from the cost by tokens")
    return lines


def _three(value: Exact | None) -> str:
    return format_number(value, 3)
