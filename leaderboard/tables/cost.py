"""The table of cost and time (SCORING 4), and the cost column of other tables."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from leaderboard.costs import Spending
from leaderboard.display import Exact
from leaderboard.records import Row
from leaderboard.tables.columns import Filled, Number, no_note
from leaderboard.tables.table import Better, Column
from scoring.contractscrub import ScoreCard
from scoring.cuad import ClauseCard

__all__ = ["CAPTION", "columns", "cost_per"]

CAPTION: Final = (
    "Tokens, cost and time as the submitters state them. Unknown is –, never 0; ≥ marks a lower "
    "bound."
)


def cost_per(item: str, digits: int = 4) -> Number:
    """The column of cost as run, per contract or case."""

    def value(row: Row) -> Fraction | None:
        if row.reported is not None:
            return row.reported.cost_per_contract
        return row.spending.per(row.spending.items) if row.spending else None

    return Number(
        Column("cost_per_item", "Cost, $", f"US dollars per {item}, as run.", better=Better.LOW),
        value,
        digits,
        note=_bound,
    )


def columns(item: str) -> tuple[Filled, ...]:
    """All columns of cost and time; `item` is the word for what is paid for."""
    return (
        cost_per(item),
        _spent(
            "cost_total", "Total, $", "US dollars for the whole run, as run.",
            lambda spending: spending.cost, 2, note=_bound,
        ),
        _spent(
            "cost_repriced", "Repriced, $", "US dollars for the run at the common price list.",
            lambda spending: spending.repriced, 2, note=_bound,
        ),
        Number(
            Column(
                "cost_per_correct",
                "Per correct finding, $",
                "US dollars per entry found, or per case passed.",
                better=Better.LOW,
            ),
            lambda row: row.spending.per(_correct(row)) if row.spending else None,
            digits=4,
            note=_bound,
        ),
        Number(
            Column("median_seconds", "Median s", f"Median seconds per {item}.", better=Better.LOW),
            _median_seconds,
            digits=1,
            note=lambda row: "as printed" if row.reported else "",
        ),
        _spent(
            "p95_seconds", "p95 s", f"95th percentile, seconds per {item}.",
            lambda spending: spending.p95_latency, 1,
        ),
        _tokens("input_tokens", "Input tokens", lambda spending: spending.input_tokens),
        _tokens("cached_input_tokens", "Cached", lambda spending: spending.cached_input_tokens),
        _tokens("output_tokens", "Output tokens", lambda spending: spending.output_tokens),
        _tokens("reasoning_tokens", "Reasoning", lambda spending: spending.reasoning_tokens),
    )  # fmt: skip


def _spent(  # noqa: PLR0913 - a column is what its six words say
    key: str,
    title: str,
    help_: str,
    part: Callable[[Spending], Exact | None],
    digits: int,
    *,
    note: Callable[[Row], str] = no_note,
) -> Number:
    """A column that shows one part of a row's spending; less is better."""
    return Number(
        Column(key, title, help_, better=Better.LOW),
        lambda row: part(row.spending) if row.spending else None,
        digits,
        note=note,
    )


def _tokens(key: str, title: str, part: Callable[[Spending], int | None]) -> Number:
    return _spent(key, title, f"{title} of the whole run, as stated.", part, 0)


def _median_seconds(row: Row) -> Fraction | None:
    if row.reported is not None:
        return row.reported.seconds_per_contract
    return row.spending.median_latency if row.spending else None


def _bound(row: Row) -> str:
    return "≥" if row.spending and row.spending.lower_bound else ""


def _correct(row: Row) -> int:
    """Entries found, or cases passed by the strict rule."""
    if isinstance(row.card, ScoreCard):
        return row.card.full.micro.tp
    if isinstance(row.card, ClauseCard):
        return sum(judged.verdict.strict_passed for judged in row.card.cases)
    return 0
