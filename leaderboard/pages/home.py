"""The front page: which model to pick, how sure that is, what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from leaderboard.addresses import entrant_page
from leaderboard.display import format_number
from leaderboard.pages.boards import (
    board_values,
    edition_facts,
    has_models,
    page_path,
    split_tables,
)
from leaderboard.pages.page import Page
from leaderboard.ranking import primary
from leaderboard.records import BenchmarkBoard, Mark, Row, Trust
from leaderboard.tables.columns import display_name
from leaderboard.tables.table import Table
from scoring.contractscrub import ScoreCard

__all__ = ["Glance", "build_glance", "home_page"]

MOST_NAMES: Final = 3


@dataclass(frozen=True, slots=True)
class Glance:
    """One of the short answers at the top.

    Attributes:
        question: what it answers.
        figure: the answer.
        text: what it rests on.
        link: where to read on, relative to the site's root, or None.

    """

    question: str
    figure: str
    text: str
    link: str | None = None


def home_page(
    board: BenchmarkBoard, tables: Sequence[Table], boards: Sequence[BenchmarkBoard]
) -> Page:
    """The front page, which shows one benchmark's overall table."""
    own, _ = split_tables(tables)
    values = board_values(board, own[0]) | {
        "boards": boards,
        "glances": build_glance(board),
        "address": page_path(board, own[0], first=True).removesuffix("index.md"),
    }
    return Page(
        path="index.md",
        title="Which language model proof-reads a contract best?",
        description="Language models that proof-read contracts, scored from their raw outputs.",
        template="pages/home.md",
        values=values,
    )


def build_glance(board: BenchmarkBoard) -> tuple[Glance, ...]:
    """Which to pick, how sure, what it costs: as far as the board can say."""
    return (_pick(board), _certainty(board), _cost(board))


def _best(board: BenchmarkBoard) -> list[Row]:
    """The models that share the best rank; empty if no model carries one."""
    ranked = [row for row in board.rows if row.rank and Mark.PROGRAM not in row.marks]
    best = primary(ranked[0]) if ranked else None
    return [row for row in ranked if primary(row) == best]


def _pick(board: BenchmarkBoard) -> Glance:
    best = _best(board)
    question = "Which model to pick"
    measure = "macro recall" if board.benchmark.is_scrubbing else "strict accuracy"
    if not best:
        programs = [row for row in board.rows if row.rank]
        text = (
            f"{board.benchmark.title} has no scored model. The best program on it reaches "
            f"{measure} {format_number(primary(programs[0]), 3)}."
            if programs
            else f"{board.benchmark.title} has no scored row."
        )
        return Glance(question, "None yet", text, "submit/")
    if not primary(best[0]):
        text = f"No model on {board.benchmark.title} gets anything right yet. {_yardstick(board)}"
        return Glance(question, "None yet", text.strip(), f"{board.benchmark.key}/")
    tied = _tied(board, best)
    group = [*best, *tied]
    names = [display_name(row.entrant) for row in group[:MOST_NAMES]]
    more = len(group) - len(names)
    figure = (" or " if tied else ", ").join(names) + (f" and {more} more" if more else "")
    text = f"Highest {measure} on {board.benchmark.title}: {format_number(primary(best[0]), 3)}."
    if tied:
        them = "the others cannot" if len(tied) > 1 else "the other cannot"
        text = (
            f"{names[0]} has the highest {measure} on {board.benchmark.title}, "
            f"{format_number(primary(best[0]), 3)}, but {them} be told apart from it: the lead may "
            "be chance."
        )
    card = best[0].card
    if isinstance(card, ScoreCard) and card.contracts:
        flags = Fraction(card.full.micro.fp, len(card.contracts))
        text += f" It raises {format_number(flags, 1)} false flags a contract."
    text = f"{text} {_yardstick(board)}".strip()
    return Glance(question, figure, text, entrant_page(best[0].entrant.id))


def _yardstick(board: BenchmarkBoard) -> str:
    """The best program, where it stands above every model; "" where none does."""
    ranked = [row for row in board.rows if row.rank]
    if not ranked or Mark.PROGRAM not in ranked[0].marks:
        return ""
    reached = format_number(primary(ranked[0]), 3)
    return f"A program, {display_name(ranked[0].entrant)}, reaches {reached}."


def _tied(board: BenchmarkBoard, best: Sequence[Row]) -> list[Row]:
    """The other models that cannot be told apart from the first, best first."""
    certainty = best[0].certainty
    ids = set(certainty.tied if certainty else ()) - {row.entrant.id for row in best}
    return [row for row in board.rows if row.entrant.id in ids and Mark.PROGRAM not in row.marks]


def _certainty(board: BenchmarkBoard) -> Glance:
    question = "How sure that is"
    if not board.at_hand:
        reported = sum(row.trust is Trust.REPORTED for row in board.rows)
        return Glance(
            question,
            "Not re-scored",
            f"{reported} figures are as a paper prints them; no row was scored here.",
            "methodology/#trust",
        )
    edition = board.editions[board.version]
    contracts = len(edition.contracts)
    reproduced = sum(row.trust is Trust.REPRODUCED for row in board.rows)
    scored = sum(row.trust is Trust.SCORED for row in board.rows)
    count = dict(edition_facts(board)).get("Gold entries")
    text = (
        f"Re-scored here from raw outputs{f' against {count} gold entries' if count else ''}: "
        f"{scored} rows scored, {reproduced} reproduced. "
        + (_told_apart(board) or "The fewer the contracts, the less a small lead means.")
    )
    return Glance(question, f"{contracts:,} contracts", text, "methodology/#uncertainty")


def _told_apart(board: BenchmarkBoard) -> str:
    """How many pairs of ranked rows are told apart; "" where that is not known."""
    made = board.statistics
    if made is None or not made.pairs:
        return ""
    pairs = "the one pair" if made.pairs == 1 else f"{made.pairs:,} pairs"
    return f"Of {pairs} of ranked entries, {made.separated:,} can be told apart."


def _cost(board: BenchmarkBoard) -> Glance:
    question = "What it costs"
    item = "contract" if board.benchmark.is_scrubbing else "case"
    costs = [
        (cost, row)
        for row in board.rows
        if (cost := _cost_of(row)) is not None and Mark.PROGRAM not in row.marks
    ]
    if not costs:
        why = (
            "No model on this board states what it costs."
            if has_models(board.rows)
            else "Known once a model is scored; programs call no model."
        )
        return Glance(question, "–", why, f"{board.benchmark.key}/cost/")
    ids = {row.entrant.id for row in _best(board)}
    best = [pair for pair in costs if pair[1].entrant.id in ids]
    cost, row = best[0] if best else min(costs, key=lambda pair: (pair[0], pair[1].entrant.id))
    return Glance(
        question,
        f"${format_number(cost, 2)} a {item}",
        f"{display_name(row.entrant)}, as its submitters state it."
        if row.trust is not Trust.REPORTED
        else f"{display_name(row.entrant)}, as the paper prints it.",
        f"{board.benchmark.key}/cost/",
    )


def _cost_of(row: Row) -> Fraction | None:
    if row.reported is not None:
        return row.reported.cost_per_contract
    return row.spending.per(row.spending.items) if row.spending else None
