"""What one record of a submission says: its own outcome first, then its text (SCORING 1.2, 1.6).

A record is an item of `outputs` (DESIGN, "A submission"): a plain mapping with the keys `item`,
`response`, `finish_reason`, `attempts`, `error` and others. Any key may be missing or null.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scoring.contractscrub.answers import (
    RECORD_STATUSES,
    Answer,
    parse_answer,
    without_entries,
)

__all__ = [
    "FINISH_REASONS",
    "MIN_TIMEOUT_ATTEMPTS",
    "answer_of",
    "is_answered",
    "response_text",
    "status_of",
]

FINISH_REASONS: Final = (
    "stop",
    "length",
    *RECORD_STATUSES,
    "tool_calls",
    "other",
)
"""The closed vocabulary of `finish_reason`; null or missing means that it is not known."""

MIN_TIMEOUT_ATTEMPTS: Final = 5
"""How many recorded attempts make a timeout the model's own outcome (SCORING 1.6)."""


def response_text(record: Mapping[str, object]) -> str | None:
    """Return the text of the record's response, None if there is no response.

    Text blocks of one message (`{"type": "text", "text": …}`) are joined in order; blocks of
    any other kind are left out.
    """
    match record.get("response"):
        case str() as text:
            return text
        case list() as blocks:
            return "".join(map(_block_text, blocks))
        case _:
            return None


def _block_text(block: object) -> str:
    match block:
        case {"type": "text", "text": str() as text}:
            return text
        case _:
            return ""


def status_of(record: Mapping[str, object]) -> str | None:
    """Return the status that the record itself gives, None if its text decides.

    A recorded error with no response and no known finish reason is an `api_error`.

    Returns:
        One of `RECORD_STATUSES`, or None.

    """
    reason = record.get("finish_reason")
    if reason in RECORD_STATUSES:
        return str(reason)
    if reason not in FINISH_REASONS and record.get("error") and not response_text(record):
        return "api_error"
    return None


def answer_of(record: Mapping[str, object]) -> Answer:
    """Return the answer that the record holds: its own status, or what its text says."""
    status = status_of(record)
    if status is not None:
        return without_entries(status)
    return parse_answer(response_text(record) or "")


def is_answered(record: Mapping[str, object]) -> bool:
    """Whether the record counts as an answer to its contract (SCORING 1.6).

    Any recorded outcome of the model does, whatever it is worth; a timeout only after
    `MIN_TIMEOUT_ATTEMPTS` recorded attempts, a fault of the service never. A record with
    neither a response nor a known finish reason records no outcome.
    """
    match status_of(record):
        case "api_error":
            return False
        case "timeout":
            attempts = record.get("attempts")
            return isinstance(attempts, int) and attempts >= MIN_TIMEOUT_ATTEMPTS
        case None:
            known = record.get("finish_reason") in FINISH_REASONS
            return known or response_text(record) is not None
        case _:
            return True
