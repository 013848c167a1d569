"""What in a ledger nobody explained, as findings: CI fails on them, and a release is refused."""

from __future__ import annotations

from collections.abc import Iterator

from leaderboard.findings import Finding, printable, quoted, sort_findings
from leaderboard.ledger.changelog import CHANGELOG
from leaderboard.ledger.records import Cause, EventKind, Ledger, RowMove
from leaderboard.ledger.text import number_texts

__all__ = ["check_ledger"]


def check_ledger(ledger: Ledger) -> tuple[Finding, ...]:
    """A finding for each row and cause without a reason, and for each row that vanished."""
    return sort_findings((*_unexplained(ledger), *_vanished(ledger)))


def _unexplained(ledger: Ledger) -> Iterator[Finding]:
    for move in ledger.moves:
        for cause in move.unexplained:
            yield Finding(
                "unexplained_move",
                cause.file,
                cause.pointer,
                _message(ledger, move, cause),
                cause.mend,
            )


def _message(ledger: Ledger, move: RowMove, cause: Cause) -> str:
    numbers = [number for number in move.numbers if cause.kind in number.causes]
    first = numbers[0]
    old, new = number_texts(first)
    more = len(numbers) - 1
    others = f" (and {more} more {'number' if more == 1 else 'numbers'})" if more else ""
    what = f" {printable(cause.what)}" if cause.what else ""
    return (
        f"{printable(move.id)} on {move.benchmark}: {printable(first.title)} was {old} in "
        f"{ledger.baseline or 'the results'} and is {new}{others}; cause: {cause.kind}{what}, "
        "without a reason"
    )


def _vanished(ledger: Ledger) -> Iterator[Finding]:
    for event in ledger.events:
        if event.kind is EventKind.GONE and not event.note:
            yield Finding(
                "vanished_row",
                CHANGELOG,
                "",
                f"{quoted(event.id)} on {event.benchmark} was published in "
                f"{ledger.baseline or 'the results'} and is gone",
                'Restore the submission and mark it as "retracted" with a reason; if it had to be '
                f'deleted, say why under a heading "## Removed {printable(event.id)}".',
            )
