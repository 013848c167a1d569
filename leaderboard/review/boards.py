"""What a submission does to one board: its numbers before and after, its rank, and who moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from leaderboard.certainty import with_certainty
from leaderboard.display import Exact, format_number
from leaderboard.findings import printable
from leaderboard.ranking import UNRANKING, primary
from leaderboard.records import BenchmarkBoard, Rank, Row
from leaderboard.registry import Benchmark
from leaderboard.review.index import CardRecord
from leaderboard.review.ranks import moved, ranks_of
from leaderboard.review.report import (
    MOST_LINES,
    MOST_MOVES,
    BoardReport,
    Interval,
    Line,
    Move,
    Standing,
)
from scoring.contractscrub import CATEGORIES, ScoreCard
from scoring.cuad import ClauseCard
from scoring.gold import Edition

__all__ = ["Field", "build_board"]

_DIGITS: Final = 3
_TITLE: Final = 100


@dataclass(frozen=True, slots=True)
class Field:
    """Those who stand on one board in main.

    Attributes:
        benchmark: the board's.
        edition: of the ranked version; None where it is not at hand.
        cards: id → what stands there, of every accepted entry and program.

    """

    benchmark: Benchmark
    edition: Edition | None
    cards: Mapping[str, CardRecord]

    def values(self) -> dict[str, Fraction]:
        """Id → primary number of those that carry a rank."""
        gold = self.edition.digest if self.edition else None
        return {
            id_: card.exact
            for id_, card in self.cards.items()
            if card.ranked
            and card.exact is not None
            and (card.version, card.gold) == (self.benchmark.current, gold)
        }


def build_board(
    row: Row, former: Row | None, field: Field, edition: Edition | None, without: Iterable[str]
) -> BoardReport:
    """The part of a report about one benchmark.

    Args:
        row: of the pull request.
        former: the same entry's row in main, if it answered the same edition; else None.
        field: who stands there.
        edition: that the row was scored on; None where it is not at hand.
        without: ids that the row takes the place of.

    """
    before, after = field.values(), field.values()
    for id_ in without:
        after.pop(id_, None)
    value = primary(row)
    if value is not None and not UNRANKING.intersection(row.marks):
        after[row.entrant.id] = value
    ranks = ranks_of(before), ranks_of(after)
    own = row.entrant.id
    was = next((ranks[0][id_] for id_ in without if id_ in ranks[0]), None)
    moves = [move for move in moved(*ranks) if move[0] != own and move[0] not in without]
    measure, title = (
        ("macro_recall", "Macro recall")
        if field.benchmark.is_scrubbing
        else ("strict_accuracy", "Strict accuracy")
    )
    return BoardReport(
        benchmark=row.benchmark,
        title=printable(field.benchmark.title, _TITLE),
        version=row.version,
        signature=row.card.signature if row.card else None,
        measure=measure,
        primary=_line(measure, title, primary(former) if former else None, value),
        interval=_interval(row, field.benchmark, edition, measure),
        answered=row.answered,
        items=row.items,
        marks=tuple(mark.value for mark in row.marks),
        rank_before=_standing(was, len(before)),
        rank_after=_standing(ranks[1].get(own), len(after)),
        moves=tuple(Move(id=id_, before=old, after=new) for id_, old, new in moves[:MOST_MOVES]),
        moves_count=len(moves),
        lines=_lines(former, row)[:MOST_LINES],
    )


def _standing(rank: Rank | None, of: int) -> Standing | None:
    return Standing(position=rank.position, shared=rank.shared, of=of) if rank else None


def _interval(
    row: Row, benchmark: Benchmark, edition: Edition | None, measure: str
) -> Interval | None:
    if edition is None:
        return None
    # Alone on its board: its own interval hangs on nobody else (the same draws for all entries).
    alone = BenchmarkBoard(benchmark, row.version, {row.version: edition}, (row,))
    (sure,) = with_certainty(alone).rows
    found = sure.certainty.intervals.get(measure) if sure.certainty else None
    if found is None:
        return None
    low, high = (_number(Fraction(end)) for end in (found.low, found.high))
    assert low is not None  # noqa: S101 - an interval has ends
    assert high is not None  # noqa: S101 - same
    return Interval(low=low, high=high)


def _lines(former: Row | None, row: Row) -> tuple[Line, ...]:
    """Numbers by what they are, before and after."""
    before, after = (_numbers(one) if one else {} for one in (former, row))
    return tuple(
        _line(key, title, before.get(key, ("", None))[1], value)
        for key, (title, value) in after.items()
    )


def _numbers(row: Row) -> dict[str, tuple[str, Exact | None]]:
    """Key → title and value, headline numbers first."""
    card = row.card
    if isinstance(card, ScoreCard):
        return {
            "macro_precision": ("Macro precision", card.full.macro_precision),
            "macro_f1": ("Macro F1", card.full.macro_f1),
            "word_only": ("Word-only macro recall", card.word_only.macro_recall),
            "false_flags": ("False flags", card.full.micro.fp),
            **{
                category.key: (
                    f"Recall: {category.title}",
                    card.full.categories[category.key].recall,
                )
                for category in CATEGORIES
            },
        }
    if isinstance(card, ClauseCard):
        return {
            "published": ("Published accuracy", card.published.accuracy),
            "present": ("Recall on present clauses", card.strict.recall_present),
            "absent": ("Share of absent clauses", card.strict.precision_absent),
            **{
                printable(f"type:{name}", _TITLE): (printable(name, _TITLE), part.value)
                for name, part in card.strict.by_type.items()
            },
        }
    return {}


def _line(key: str, title: str, before: Exact | None, after: Exact | None) -> Line:
    # Counts are whole numbers, shares are fractions, even where they are 0 or 1.
    digits: Literal[0, 3] = 0 if isinstance(after, int) else _DIGITS
    return Line(key=key, title=title, digits=digits, before=_number(before), after=_number(after))


def _number(value: Exact | None) -> float | None:
    """The number that is shown."""
    return None if value is None else float(format_number(value, _DIGITS))
