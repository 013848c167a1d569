"""A ledger in words and as JSON: for the terminal, the pages, the feed and a release."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final, TypeAlias

from leaderboard.display import MISSING, format_number
from leaderboard.findings import printable
from leaderboard.ledger.records import Cause, Event, Ledger, NumberMove, RankMove, RowMove

__all__ = [
    "event_words",
    "ledger_value",
    "move_lines",
    "number_texts",
    "render_ledger",
    "row_move_value",
]

Json: TypeAlias = dict[str, Any]
DIGITS: Final = 4
MOST_DIGITS: Final = 17
SHOWN: Final = 8
"""So many numbers of one row are printed; JSON has all."""


def number_texts(move: NumberMove) -> tuple[str, str]:
    """Old and new value as a reader sees them, with as many decimals as tell them apart."""
    if all(isinstance(value, int | None) for value in (move.old, move.new)):
        return _text(move.old, 0), _text(move.new, 0)
    texts = (MISSING, MISSING)
    for digits in range(DIGITS, MOST_DIGITS + 1):
        texts = _text(move.old, digits), _text(move.new, digits)
        if texts[0] != texts[1]:
            break
    return texts


def _text(value: float | None, digits: int) -> str:
    return format_number(None if value is None else Fraction(value), digits)


def ledger_value(ledger: Ledger) -> Json:
    """A ledger as JSON."""
    return {
        "baseline": ledger.baseline,
        "baseline_date": ledger.baseline_date,
        "current": ledger.current,
        "date": ledger.date,
        "compared": ledger.compared,
        "moves": [row_move_value(move) for move in ledger.moves],
        "events": [_event_value(event) for event in ledger.events],
        "ranks": [_rank_value(rank) for rank in ledger.ranks],
    }


def row_move_value(move: RowMove) -> Json:
    """A row's moves as JSON."""
    return {
        "benchmark": move.benchmark,
        "id": move.id,
        "name": move.name,
        "explained": not move.unexplained,
        "causes": [
            {"kind": cause.kind.value, "what": cause.what, "reasons": list(cause.reasons)}
            for cause in move.causes
        ],
        "numbers": [
            {
                "key": number.key,
                "title": number.title,
                "old": number.old,
                "new": number.new,
                "causes": [kind.value for kind in number.causes],
            }
            for number in move.numbers
        ],
    }


def _event_value(event: Event) -> Json:
    return {
        "kind": event.kind.value,
        "benchmark": event.benchmark,
        "id": event.id,
        "name": event.name,
        "note": event.note or None,
        "successor": event.successor,
    }


def _rank_value(rank: RankMove) -> Json:
    return {
        "benchmark": rank.benchmark,
        "id": rank.id,
        "name": rank.name,
        "old": rank.old,
        "new": rank.new,
        "because": "own number" if rank.own else "neighbours",
    }


def render_ledger(ledger: Ledger) -> str:
    """A ledger for the terminal."""
    if ledger.baseline is None:
        return "No release yet, so no published number can have moved.\n"
    since = f"Since release {ledger.baseline}"
    until = f" up to {ledger.current}" if ledger.current else ""
    lines = [f"{since}{until}: {_counted(ledger)}"]
    for move in ledger.moves:
        lines += ["", *move_lines(move)]
    if ledger.events:
        lines += ["", "Rows:", *(f"  {event_words(event)}" for event in ledger.events)]
    for title, own in (("Ranks that moved with their row:", True), (NEIGHBOURS, False)):
        ranks = [rank for rank in ledger.ranks if rank.own is own]
        if ranks:
            lines += ["", title, *(f"  {_rank_words(rank)}" for rank in ranks)]
    return "".join(f"{line}\n" for line in lines)


NEIGHBOURS: Final = "Ranks that moved only because of other rows:"


def _counted(ledger: Ledger) -> str:
    numbers = sum(len(move.numbers) for move in ledger.moves)
    rows = len(ledger.moves)
    if not rows:
        return f"none of {ledger.compared:,} published numbers moved."
    return (
        f"{numbers:,} of {ledger.compared:,} published numbers moved, in {rows:,} "
        f"{'row' if rows == 1 else 'rows'}."
    )


def move_lines(move: RowMove) -> Iterator[str]:
    """A row's moves for the terminal: a head, the numbers, the causes with their reasons."""
    yield f"{move.id} on {move.benchmark}"
    for number in move.numbers[:SHOWN]:
        old, new = number_texts(number)
        yield f"  {printable(number.title)}: {old} → {new} ({', '.join(number.causes)})"
    if len(move.numbers) > SHOWN:
        yield f"  and {len(move.numbers) - SHOWN} more numbers"
    for cause in move.causes:
        yield from _cause_lines(cause)


def _cause_lines(cause: Cause) -> Iterator[str]:
    what = f" {printable(cause.what, 200)}" if cause.what else ""
    if not cause.reasons:
        yield f"  UNEXPLAINED: {cause.kind}{what}. {cause.mend} ({cause.file})"
    for reason in cause.reasons:
        yield f"  Reason: {cause.kind}{what}: {printable(reason, 600)}"


def event_words(event: Event) -> str:
    """What happened to a row, in a line."""
    note = f": {printable(event.note, 600)}" if event.note else ""
    by = f" (by {printable(event.successor)})" if event.successor else ""
    return f"{event.id} on {event.benchmark}: {event.kind}{by}{note}"


def _rank_words(rank: RankMove) -> str:
    return f"{rank.id} on {rank.benchmark}: {rank.old or MISSING} → {rank.new or MISSING}"
