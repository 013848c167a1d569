"""How much of an answer is kept: a response over 4 MiB brings nothing, a file has 16 MiB at most.

In contract scrubbing a text over 4 MiB has no entries, whole or cut, and so it has none if it is
left out. A file of outputs holds three of them. Answers within the limit are never touched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from leaderboard.files import dump_json
from scoring.contractscrub.answers import MAX_BYTES

__all__ = ["cut_record", "fit_records", "leave_out"]

LONGEST_CHARACTER: Final = 4
"""Bytes of UTF-8."""


def cut_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record with no more of its response than makes it too large for scoring.

    Half a character at the end is left out; what remains is over the limit all the same.
    """
    response: str | None = record.get("response")
    if response is None or not _is_over(response):
        return dict(record)
    data = response.encode("utf-8")
    kept = data[: MAX_BYTES + LONGEST_CHARACTER].decode("utf-8", "ignore")
    if kept == response:
        return dict(record)
    said = f"the answer has {len(data):,} bytes; what is beyond {MAX_BYTES >> 20} MiB is cut off"
    return {**record, "response": kept, "error": record.get("error") or said}


def leave_out(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record without its response; how it ended stays, so that it counts as an answer."""
    return {
        **record,
        "response": None,
        "finish_reason": record.get("finish_reason") or "other",
        "error": f"an answer over {MAX_BYTES >> 20} MiB is left out: the file would be too large",
    }


def fit_records(records: Sequence[Mapping[str, Any]], excess: int) -> list[dict[str, Any]]:
    """The records without so many of the responses that are too large as make up for `excess`.

    The largest go first, as they are written; of equals the first. Where all of them together do
    not suffice, the file stays too large: an answer that counts is not given up.

    Args:
        records: in the order of the file.
        excess: bytes that the file has too many; below 1 nothing is left out.

    """
    fitted = [dict(record) for record in records]
    over = [at for at, record in enumerate(fitted) if _is_over(record["response"])]
    for at in sorted(over, key=lambda at: (-_written(fitted[at]), at)):
        if excess <= 0:
            break
        before = fitted[at]
        fitted[at] = leave_out(before)
        excess -= _written(before) - _written(fitted[at])
    return fitted


def _is_over(response: str | None) -> bool:
    if response is None or len(response) * LONGEST_CHARACTER <= MAX_BYTES:
        return False
    return len(response.encode("utf-8")) > MAX_BYTES


def _written(record: Mapping[str, Any]) -> int:
    """How many bytes the parts of a record that may change have in the file."""
    parts = [record["response"], record["finish_reason"], record["error"]]
    return len(dump_json(parts, indent=None).encode("utf-8"))
