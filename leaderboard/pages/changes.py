"""The page of changes: every published number that moved, release by release; and its feed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from leaderboard.addresses import entrant_page
from leaderboard.files import dump_json
from leaderboard.ledger import (
    CauseKind,
    Event,
    EventKind,
    History,
    Ledger,
    NumberMove,
    RankMove,
    RowMove,
    ledger_value,
    number_texts,
)
from leaderboard.pages.feed import FEED, render_feed
from leaderboard.pages.page import Page
from leaderboard.records import Board

__all__ = ["CHANGES", "changes_page"]

CHANGES: Final = "changes/"
"""Address of the page."""
LISTING: Final = "data/changes.json"
"""Address of the file that holds all of them."""
MOST_ROWS: Final = 200
"""So many rows of one ledger are on the page."""
MOST_NUMBERS: Final = 20
"""So many numbers of one row are on the page, those first that a reader looks at first."""
CAUSES: Final = {
    CauseKind.SUBMISSION: "the submission changed",
    CauseKind.PROGRAM: "the program changed",
    CauseKind.FIGURES: "the printed figures were read again",
    CauseKind.SCORER: "the scorer changed",
    CauseKind.GOLD: "the gold changed",
    CauseKind.PRICES: "the common prices changed",
    CauseKind.INTERVALS: "intervals are computed in another way",
    CauseKind.UNKNOWN: "nothing that was recorded changed",
}
EVENTS: Final = {
    EventKind.NEW: "is new on the board",
    EventKind.GONE: "is gone from the board",
    EventKind.RENAMED: "was renamed",
    EventKind.SUPERSEDED: "was superseded",
    EventKind.RETRACTED: "was retracted",
    EventKind.REINSTATED: "stands again",
    EventKind.FIRST_SCORED: "is scored for the first time",
    EventKind.NOT_SCORED: "is not scored in this build, whose machine lacks the gold",
}


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A row of which numbers moved, as the page shows it.

    Attributes:
        move: the row.
        address: its page, or None where it has none any more.
        numbers: (title, old, new) of the first numbers, as text.
        left_out: how many numbers are in the file alone.
        causes: (what happened, in which step, reasons) of each cause.

    """

    move: RowMove
    address: str | None
    numbers: tuple[tuple[str, str, str], ...]
    left_out: int
    causes: tuple[tuple[str, str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class ShownLedger:
    """One ledger, as the page shows it.

    Attributes:
        anchor: id of its heading.
        title: its heading.
        ledger: the ledger.
        moves: its first rows.
        left_out: how many rows are in the file alone.
        events: (event, page of the row or None, what happened, page of the successor or None).
        own: ranks that moved with their row, with their pages.
        neighbours: ranks that moved only because of other rows, with their pages.

    """

    anchor: str
    title: str
    ledger: Ledger
    moves: tuple[ShownMove, ...]
    left_out: int
    events: tuple[tuple[Event, str | None, str, str | None], ...]
    own: tuple[tuple[RankMove, str | None], ...]
    neighbours: tuple[tuple[RankMove, str | None], ...]


def changes_page(board: Board, history: History, site: str | None) -> Page:
    """The page of changes with its feed.

    Args:
        board: the board, for which entries have a page.
        history: what moved, release by release.
        site: address of the published site with a slash at its end, or None.

    """
    pages = {row.entrant.id for item in board.benchmarks for row in (*item.rows, *item.others)}
    return Page(
        path="changes.md",
        title="Changes of published numbers",
        description="Every published number that moved since a release: old, new and reason.",
        template="pages/changes.md",
        values={
            "first": history.first,
            "ledgers": [_shown(ledger, pages) for ledger in history.all],
            "feed": FEED,
            "listing": LISTING,
        },
        hide=("navigation",),
        files={
            FEED: render_feed(history, board.date, site, CHANGES),
            LISTING: dump_json(
                {"ledgers": [ledger_value(ledger) for ledger in history.all]}, indent=None
            ).encode("utf-8"),
        },
    )


def _shown(ledger: Ledger, pages: Collection[str]) -> ShownLedger:
    def page(id_: str | None) -> str | None:
        return entrant_page(id_) if id_ in pages and id_ is not None else None

    ranks = [(rank, page(rank.id)) for rank in ledger.ranks]
    return ShownLedger(
        anchor=f"since-{ledger.baseline}".replace(".", "-"),
        title=f"Release {ledger.current}" if ledger.current else "Since the latest release",
        ledger=ledger,
        moves=tuple(_shown_move(move, page(move.id)) for move in ledger.moves[:MOST_ROWS]),
        left_out=max(0, len(ledger.moves) - MOST_ROWS),
        events=tuple(
            (event, page(event.id), EVENTS[event.kind], page(event.successor))
            for event in ledger.events
        ),
        own=tuple(pair for pair in ranks if pair[0].own),
        neighbours=tuple(pair for pair in ranks if not pair[0].own),
    )


def _shown_move(move: RowMove, address: str | None) -> ShownMove:
    return ShownMove(
        move,
        address,
        tuple(_number(number) for number in move.numbers[:MOST_NUMBERS]),
        max(0, len(move.numbers) - MOST_NUMBERS),
        tuple((CAUSES[cause.kind], cause.what, cause.reasons) for cause in move.causes),
    )


def _number(number: NumberMove) -> tuple[str, str, str]:
    return (number.title, *number_texts(number))
