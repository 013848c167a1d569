from __future__ import annotations

from dataclasses import replace

import pytest

from leaderboard.records import BenchmarkBoard, Rank, Row
from leaderboard.statistics.boards import Certainty
from leaderboard.statistics.intervals import Interval
from leaderboard.tables.build import build_tables
from leaderboard.tables.columns import spans
from leaderboard.tables.table import Cell
from tests.leaderboard.pages import fakes


def cells(board: BenchmarkBoard, table: int, key: str) -> dict[str, Cell]:
    made = build_tables(board)[table]
    place = [column.key for column in made.columns].index(key)
    return {row.key: row.cells[place] for row in made.rows}


@pytest.mark.parametrize(
    ("numbers", "words"),
    [([], ""), ([3], "3"), ([4, 2, 5, 6], "2, 4–6"), ([1, 1, 2], "1–2"), ([1, 3, 5], "1, 3, 5")],
)
def test_numbers_are_listed_as_a_reader_would(numbers: list[int], words: str) -> None:
    assert spans(numbers) == words


def sure(row: Row, tied: tuple[str, ...], ranks: tuple[int, int]) -> Row:
    return replace(
        row, certainty=Certainty({"macro_recall": Interval(0.25, 0.75)}, ranks, 0.5, tied)
    )


def test_intervals_ranks_and_ties_stand_beside_recall() -> None:
    board = fakes.scrub_board()
    ranked = [row for row in board.rows if row.rank]
    ids = [row.entrant.id for row in ranked]
    rows = [
        sure(ranked[0], (ids[1],), (1, 2)),
        sure(ranked[1], (ids[0],), (1, 2)),
        sure(ranked[2], (), (3, 3)),
    ]
    board = replace(board, rows=tuple(rows))
    recall = cells(board, 0, "macro_recall")[ids[0]]
    assert recall.range is not None
    assert (recall.range.text, recall.range.low) == ("0.250–0.750", 0.25)
    ranks = [cells(board, 0, "rank")[id_].range for id_ in ids]
    assert [part and part.text for part in ranks] == ["1–2", "1–2", "3"]
    ties = cells(board, 0, "ties")
    assert [(ties[id_].text, ties[id_].value) for id_ in ids] == [
        (str(rows[1].rank and rows[1].rank.position), 1),
        (str(rows[0].rank and rows[0].rank.position), 1),
        ("none", 0),
    ]


def test_rows_without_a_rank_have_no_tie_group() -> None:
    board = fakes.scrub_board()
    flood = cells(board, 0, "ties")["program--everything"]
    assert (flood.text, flood.value) == ("–", None)


def test_a_board_of_unknown_certainty_has_no_such_column() -> None:
    board = fakes.scrub_board()
    rows = tuple(replace(row, certainty=None) for row in board.rows)
    plain = replace(board, rows=rows)
    assert "ties" not in [column.key for column in build_tables(plain)[0].columns]
    assert all(cell.range is None for cell in cells(plain, 0, "macro_recall").values())
    assert cells(plain, 0, "rank")["acme--lexi-2"].value == Rank(1, shared=False).position + 1


def test_categories_and_clauses_carry_intervals_too() -> None:
    board = fakes.scrub_board()
    certainty = Certainty({"defined_terms": Interval(0.5, 0.75)})
    rows = tuple(replace(row, certainty=certainty) for row in board.rows)
    terms = cells(replace(board, rows=rows), 1, "defined_terms")["acme--lexi-2"]
    assert terms.range is not None
    assert terms.range.text == "0.500–0.750"
    clause = cells(fakes.clause_board(), 0, "strict_accuracy")["program--nothing"]
    assert clause.range is not None
    assert clause.range.low < 0.5 < clause.range.high
    kind = cells(fakes.clause_board(), 1, "governing_law")["program--nothing"]
    assert kind.range is not None
