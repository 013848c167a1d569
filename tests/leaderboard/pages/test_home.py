from __future__ import annotations

from dataclasses import replace

import pytest

from leaderboard.evaluate import evaluate
from leaderboard.pages.home import Glance, build_glance
from leaderboard.ranking import rank_rows
from leaderboard.records import BenchmarkBoard, Mark
from leaderboard.statistics.boards import Certainty
from tests.leaderboard.pages import fakes


def glances(board: BenchmarkBoard) -> dict[str, Glance]:
    return {glance.question: glance for glance in build_glance(board)}


def test_a_program_is_never_the_model_to_pick() -> None:
    board = fakes.scrub_board()
    assert board.rows[0].entrant.name == "regex-scrubber"
    pick = glances(board)["Which model to pick"]
    assert pick.figure == "Lexi 2 2026-10"
    assert pick.text == (
        "Highest macro recall on OpenScrub: 0.875. It raises 2.0 false flags a contract. "
        "A program, regex-scrubber, reaches 0.938."
    )
    assert pick.link == "submissions/acme--lexi-2/"


def test_without_a_model_the_page_says_so_and_how_to_submit_one() -> None:
    made = glances(fakes.scrub_board(models=False))
    assert made["Which model to pick"].figure == "None yet"
    assert "program" in made["Which model to pick"].text
    assert made["Which model to pick"].link == "submit/"
    assert made["What it costs"].figure == "–"


def test_a_model_that_finds_nothing_is_no_model_to_pick() -> None:
    board = fakes.scrub_board()
    best = next(row for row in board.rows if row.entrant.name == "Lexi 2")
    silent = [{"item": record["item"], "response": "{}"} for record in best.records]
    lost = replace(best, card=evaluate(board.editions[board.version], silent))
    programs = [row for row in board.rows if Mark.PROGRAM in row.marks]
    pick = glances(replace(board, rows=rank_rows([*programs, lost])))["Which model to pick"]
    assert (pick.figure, pick.link) == ("None yet", "openscrub/")
    assert pick.text == (
        "No model on OpenScrub gets anything right yet. A program, regex-scrubber, reaches 0.938."
    )


def test_without_any_row_the_page_still_says_so() -> None:
    made = glances(replace(fakes.scrub_board(), rows=()))
    assert made["Which model to pick"].text == "OpenScrub has no scored row."


def test_models_that_share_the_best_rank_are_all_named_up_to_three() -> None:
    board = fakes.scrub_board()
    best = next(row for row in board.rows if row.entrant.name == "Lexi 2")
    twins = [
        replace(best, entrant=replace(best.entrant, id=f"twin--{n}", name=f"Twin {n}"))
        for n in range(4)
    ]
    pick = glances(replace(board, rows=rank_rows([*board.rows, *twins])))["Which model to pick"]
    assert pick.figure == "Lexi 2 2026-10, Twin 0 2026-10, Twin 1 2026-10 and 2 more"


def test_a_lead_that_chance_may_explain_is_not_sold_as_one() -> None:
    board = fakes.scrub_board()
    best = next(row for row in board.rows if row.entrant.name == "Lexi 2")
    other = replace(best, entrant=replace(best.entrant, id="acme--other", name="Other"))
    rows = rank_rows([*board.rows, other])
    tied = tuple(
        replace(
            row,
            rank=replace(row.rank, position=row.rank.position + (row.entrant.name == "Other"))
            if row.rank
            else None,
            certainty=Certainty({}, (1, 2), 0.5, ("acme--lexi-2", "acme--other")),
        )
        for row in rows
    )
    # As if the other had found a little less.
    less = next(row for row in board.rows if row.entrant.name == "regex-scrubber").card
    tied = tuple(replace(row, card=less) if row.entrant.name == "Other" else row for row in tied)
    pick = glances(replace(board, rows=tied))["Which model to pick"]
    assert pick.figure == "Lexi 2 2026-10 or Other 2026-10"
    assert "the lead may be chance" in pick.text
    assert "Highest" not in pick.text


def test_how_sure_counts_pairs_that_are_told_apart() -> None:
    board = fakes.scrub_board()
    assert "pairs of ranked entries" in glances(board)["How sure that is"].text
    plain = glances(replace(board, statistics=None))["How sure that is"].text
    assert "the less a small lead means" in plain
    two = glances(fakes.scrub_board(models=False))["How sure that is"].text
    assert "Of the one pair of ranked entries, 1 can be told apart." in two


def test_how_sure_says_what_it_rests_on() -> None:
    sure = glances(fakes.scrub_board())["How sure that is"]
    assert sure.figure == "6 contracts"
    assert "66 gold entries" in sure.text
    assert "5 rows scored, 0 reproduced" in sure.text


def test_reported_figures_are_called_so() -> None:
    made = glances(fakes.reported_board())
    assert made["How sure that is"].figure == "Not re-scored"
    assert made["What it costs"].figure == "$1.38 a contract"
    assert made["What it costs"].text == "Alpha, as the paper prints it."


def test_the_cost_is_that_of_the_model_to_pick() -> None:
    assert glances(fakes.scrub_board())["What it costs"].figure == "$0.50 a contract"


def test_a_model_that_states_no_cost_has_none() -> None:
    board = fakes.scrub_board()
    rows = rank_rows(replace(row, spending=None) for row in board.rows)
    cost = glances(replace(board, rows=rows))["What it costs"]
    assert (cost.figure, cost.text) == ("–", "No model on this board states what it costs.")


@pytest.mark.parametrize("board", [fakes.clause_board(), fakes.clause_board(at_hand=False)])
def test_clause_boards_have_their_own_words(board: BenchmarkBoard) -> None:
    made = glances(board)
    assert made["Which model to pick"].figure == "None yet"
    if board.at_hand:
        assert "strict accuracy 0.500" in made["Which model to pick"].text
        assert Mark.PROGRAM in board.rows[0].marks
        assert "gold entries" not in made["How sure that is"].text
