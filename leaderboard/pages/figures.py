"""The numbers of one row, as its own pages show them: what it is judged by, counts, cost."""

from __future__ import annotations

from dataclasses import dataclass, replace

from leaderboard.costs import Spending
from leaderboard.display import Exact, format_number
from leaderboard.records import Row
from leaderboard.tables.columns import ends
from scoring.contractscrub import ScoreCard
from scoring.cuad import ClauseCard

__all__ = ["Figure", "counts", "headline", "marks_of", "spent"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its name: what it is, as shown, exactly, and out of what."""

    key: str
    title: str
    text: str
    value: Exact | None
    of: str = ""


def marks_of(row: Row) -> tuple[str, ...]:
    """Its trust, then its remarks: what its badges say."""
    return (row.trust.value, *(mark.value for mark in row.marks))


def _figure(key: str, title: str, value: Exact | None, digits: int = 3, of: str = "") -> Figure:
    return Figure(key, title, format_number(value, digits), value, of)


def headline(row: Row) -> tuple[Figure, ...]:
    """The numbers that a row is judged by, each with its interval where it has one."""
    return tuple(_with_interval(row, figure) for figure in _judged_by(row))


def _with_interval(row: Row, figure: Figure) -> Figure:
    both = ends(row, figure.key)
    if both is None or figure.value is None:
        return figure
    interval = "–".join(format_number(end, 3) for end in both)
    return replace(figure, of=f"{figure.of}{'; ' if figure.of else ''}95 % interval {interval}")


def _judged_by(row: Row) -> tuple[Figure, ...]:
    if row.reported is not None:
        return (
            _figure("macro_recall", "Macro recall", row.reported.macro_recall, of="as printed"),
        )
    if isinstance(row.card, ScoreCard):
        card = row.card
        return (
            _figure("macro_recall", "Macro recall", card.full.macro_recall, of="words and place"),
            _figure(
                "word_only_macro_recall",
                "Word-only recall",
                card.word_only.macro_recall,
                of="places left out",
            ),
            _figure(
                "localisation_gap", "Localisation gap", card.localisation_gap, of="the difference"
            ),
            _figure("macro_precision", "Macro precision", card.full.macro_precision),
            _figure("macro_f1", "Macro F1", card.full.macro_f1),
        )
    if isinstance(row.card, ClauseCard):
        strict, published = row.card.strict, row.card.published
        return (
            _figure(
                "strict_accuracy",
                "Strict accuracy",
                strict.accuracy,
                of=f"{strict.overall.passed} of {strict.overall.n} cases",
            ),
            _figure(
                "accuracy",
                "Published accuracy",
                published.accuracy,
                of=f"{published.overall.passed} of {published.overall.n} cases",
            ),
            _figure(
                "recall_present",
                "Clause present",
                strict.recall_present,
                of=f"{strict.present.passed} of {strict.present.n}, strict",
            ),
            _figure(
                "precision_absent",
                "Clause absent",
                strict.precision_absent,
                of=f"{strict.absent.passed} of {strict.absent.n}, strict",
            ),
        )
    return ()


def counts(row: Row) -> tuple[Figure, ...]:
    """The counts behind a scrubbing row's numbers."""
    if not isinstance(row.card, ScoreCard):
        return ()
    card, micro = row.card, row.card.full.micro
    contracts = len(card.contracts)
    return (
        _figure("tp", "Found", micro.tp, 0, of=f"of {micro.gold:,} gold entries"),
        _figure("fn", "Missed", micro.fn, 0, of=f"of {micro.gold:,} gold entries"),
        _figure("fp", "False", micro.fp, 0, of=f"over {contracts:,} contracts"),
        _figure("answered_entries", "Answered", card.answered, 0, of="entries"),
        _figure("micro_recall", "Micro recall", micro.recall, of="never ranked"),
        _figure("micro_precision", "Micro precision", micro.precision, of="never ranked"),
    )


def spent(spending: Spending | None) -> tuple[tuple[str, str], ...]:
    """Cost, tokens and time as stated, as (word, value); none for rows that state nothing."""
    if spending is None:
        return ()
    bound = "≥ " if spending.lower_bound else ""

    def bound_of(value: Exact | None) -> str:
        return ("" if value is None else bound) + format_number(value, 4)

    def tokens(value: int | None) -> str:
        return format_number(value, 0)

    return (
        ("Cost as run, US dollars", bound_of(spending.cost)),
        ("Cost as the submitters state it", bound_of(spending.stated)),
        ("Cost at the common price list", bound_of(spending.repriced)),
        *_gateway(spending),
        ("Input tokens", tokens(spending.input_tokens)),
        ("of them cached", tokens(spending.cached_input_tokens)),
        ("Output tokens", tokens(spending.output_tokens)),
        ("of them reasoning", tokens(spending.reasoning_tokens)),
        ("Seconds an item, median", format_number(spending.median_latency, 1)),
        ("Seconds an item, 95th percentile", format_number(spending.p95_latency, 1)),
    )


def _gateway(spending: Spending) -> tuple[tuple[str, str], ...]:
    """What a gateway asked, where there was one."""
    if spending.gateway is None:
        return ()
    apart = ", more than 10 % apart from ours" if spending.gateway_differs else ""
    return (("Cost as the gateway states it", format_number(spending.gateway, 4) + apart),)
