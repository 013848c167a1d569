"""The page of disputed gold, and the address at which an entry of gold is disputed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from leaderboard.addresses import entrant_page
from leaderboard.disputes import Dispute, DisputeEffect, build_effect
from leaderboard.pages.page import Page
from leaderboard.records import BenchmarkBoard, Board
from leaderboard.tables.columns import display_name
from leaderboard.tables.table import Better, Cell, Column, Table, TableRow, number, text
from scoring.contractscrub import CATEGORIES

__all__ = ["DISPUTED", "dispute_address", "disputed_page"]

DISPUTED: Final = "disputes/"
"""Address of the page."""
FORM: Final = "dispute.yml"
"""The issue form; its fields' ids are `benchmark`, `contract`, `category`, `entry`, `evidence`."""
DIGITS: Final = 5
"""One entry of thousands moves a number in its fourth or fifth decimal."""
STATES: Final = {
    "open": "not decided yet",
    "upheld": "accepted; the next edition mends it",
    "rejected": "not accepted; the entry stands and is not dropped below",
}


@dataclass(frozen=True, slots=True)
class ShownDispute:
    """A dispute as the page shows it.

    Attributes:
        dispute: the record.
        category: title of its category or clause type.
        fields: what the entry says, in the order of the category's fields.
        found: of how many scored rows the answer has the entry; None where that was not counted.

    """

    dispute: Dispute
    category: str
    fields: tuple[str, ...]
    found: int | None


def dispute_address(repository: str | None, **fields: str) -> str | None:
    """Where an entry of gold is disputed, with fields filled in; None without a repository.

    Args:
        repository: its address on GitHub.
        fields: id of a field of the issue form → what stands in it.

    """
    if repository is None:
        return None
    return f"{repository.rstrip('/')}/issues/new?" + urlencode({"template": FORM, **fields})


def disputed_page(
    board: Board, disputes: Mapping[str, Sequence[Dispute]], repository: str | None
) -> Page:
    """The page of disputed gold: every dispute, and what dropping the entries would move.

    Args:
        board: the board.
        disputes: benchmark key → its disputes.
        repository: address of the repository, or None.

    """
    parts = []
    for item in board.benchmarks:
        told = disputes.get(item.benchmark.key, ())
        effect = build_effect(item, told)
        if told:
            parts.append(
                {
                    "benchmark": item.benchmark,
                    "edition": item.version,
                    "disputes": [_shown(each, effect) for each in told],
                    "effect": effect,
                    "table": _table(item, effect) if effect else None,
                }
            )
    return Page(
        path="disputes.md",
        title="Disputed gold",
        description="Gold entries that somebody disputes, and the ranks that they would move.",
        template="pages/disputes.md",
        values={
            "parts": parts,
            "states": STATES,
            "form": dispute_address(repository),
        },
        hide=("navigation",),
    )


def _shown(dispute: Dispute, effect: DisputeEffect | None) -> ShownDispute:
    category = next((each for each in CATEGORIES if each.key == dispute.category), None)
    names = category.fields if category else tuple(dispute.entry)
    return ShownDispute(
        dispute,
        category.title if category else dispute.category,
        tuple(dispute.entry[name] for name in names),
        effect.found.get(dispute.id) if effect else None,
    )


def _table(board: BenchmarkBoard, effect: DisputeEffect) -> Table:
    """Every scored row with its number and rank, as they are and without the disputed entries."""
    measure = "macro recall" if board.benchmark.is_scrubbing else "strict accuracy"
    rank_help = "Rank on the board as it is.", "Rank if the disputed entries were dropped."
    return Table(
        key=f"disputed-{board.benchmark.key}",
        title=f"{board.benchmark.title} without the disputed entries",
        caption=f"Each scored row's {measure} and rank, as they are and if every disputed entry "
        "that is not rejected were dropped.",
        columns=(
            Column(
                "entry", "Entry", "Model, agent or program.", numeric=False, better=Better.NEITHER
            ),
            Column("old_rank", "Rank", rank_help[0], better=Better.LOW),
            Column("new_rank", "Rank without", rank_help[1], better=Better.LOW),
            Column("old", measure.capitalize(), f"{measure.capitalize()}, 0 to 1."),
            Column("new", "Without", f"{measure.capitalize()} without the entries, 0 to 1."),
            Column("change", "Change", "Without them less as it is.", better=Better.NEITHER),
        ),
        rows=tuple(
            TableRow(
                each.row.entrant.id,
                (
                    text(display_name(each.row.entrant), link=entrant_page(each.row.entrant.id)),
                    *(
                        text(None) if rank is None else Cell(str(rank), rank.position)
                        for rank in (each.old_rank, each.new_rank)
                    ),
                    number(each.old, DIGITS),
                    number(each.new, DIGITS),
                    number(
                        None if each.old is None or each.new is None else each.new - each.old,
                        DIGITS,
                    ),
                ),
            )
            for each in effect.rows
        ),
    )
