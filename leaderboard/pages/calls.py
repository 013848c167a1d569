"""How each call of a row ended: what the submission states of it, and why an answer failed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from leaderboard.evaluate import Record
from leaderboard.records import Row
from leaderboard.tables.table import Better, Column, Table, TableRow, number, text
from scoring.contractscrub import ScoreCard
from scoring.contractscrub.answers import OK, STATUS_MEANINGS
from scoring.outcomes import answer_of, status_of

__all__ = ["call_table"]

_STATED: Final = ("usage", "latency_s", "attempts", "error", "finish_reason_raw", "model_reported")


def call_table(row: Row) -> Table | None:
    """One line an item; None where nothing is stated of how the calls went."""
    records = [record for record in row.records if any(record.get(key) for key in _STATED)]
    if not records:
        return None
    scrubbing = isinstance(row.card, ScoreCard)
    return Table(
        key="calls",
        title="How each call ended",
        caption="As the submission states it. Seconds are those of the attempt that gave the "
        "answer; earlier attempts and pauses are waiting.",
        columns=(
            _word("item", "Item", "Id of the contract or case."),
            _word("ended", "Ended", "The finish reason of the call."),
            _word("read", "Answer", "How the answer was read, or why there is none."),
            _word("said", "The provider said", "Its own word for the end, or its error."),
            _number("attempts", "Attempts", "How often the call was made."),
            _number("latency_s", "Seconds", "Of the attempt that gave the answer."),
            _number("waited_s", "Waited", "Seconds of earlier attempts and pauses."),
            _number("input_tokens", "Input", "Tokens of the prompt."),
            _number("cached_input_tokens", "Cached", "Those of them read from a cache."),
            _number("output_tokens", "Output", "Tokens of the answer."),
            _number("cost_usd", "Cost", "US dollars, as stated."),
        ),
        rows=tuple(_line(record, scrubbing=scrubbing) for record in records),
    )


def _line(record: Record, *, scrubbing: bool) -> TableRow:
    usage = record.get("usage")
    tokens: Mapping[str, object] = usage if isinstance(usage, Mapping) else {}
    said = record.get("error") or record.get("finish_reason_raw")
    bound = "≥" if record.get("cost_is_lower_bound") else ""
    return TableRow(
        str(record["item"]),
        (
            text(str(record["item"])),
            text(_words(record.get("finish_reason"))),
            text(_reading(record, scrubbing=scrubbing)),
            text(_words(said)),
            number(_exact(record.get("attempts")), 0),
            number(_exact(record.get("latency_s")), 1),
            number(_exact(record.get("waited_s")), 1),
            number(_exact(tokens.get("input_tokens")), 0),
            number(_exact(tokens.get("cached_input_tokens")), 0),
            number(_exact(tokens.get("output_tokens")), 0),
            number(_exact(record.get("cost_usd")), 4, note=bound),
        ),
    )


def _reading(record: Record, *, scrubbing: bool) -> str:
    """The status of the answer, and in words what it means where there is nothing to score."""
    status = answer_of(record).status if scrubbing else status_of(record) or OK
    if status != OK:
        return f"{status}: {STATUS_MEANINGS[status]}"
    return status if scrubbing or record.get("response") else "empty: there is no text"


def _words(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _exact(value: object) -> Fraction | None:
    return None if value is None else Fraction(str(value))


def _word(key: str, title: str, help_: str) -> Column:
    return Column(key, title, help_, numeric=False, better=Better.NEITHER)


def _number(key: str, title: str, help_: str) -> Column:
    return Column(key, title, help_, better=Better.LOW)
