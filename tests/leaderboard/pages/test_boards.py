from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from leaderboard.charts import DotPlot, Scatter
from leaderboard.pages.boards import benchmark_pages, build_plot, edition_facts, empty_state
from leaderboard.pages.page import Page
from leaderboard.pages.rendering import Renderer
from leaderboard.records import BenchmarkBoard
from leaderboard.tables.build import build_other_editions, build_tables
from leaderboard.tables.table import Table
from tests.conftest import ROOT
from tests.leaderboard.pages import fakes


def tables(board: BenchmarkBoard) -> tuple[Table, ...]:
    return (*build_tables(board), build_other_editions(board))


def pages(board: BenchmarkBoard) -> dict[str, Page]:
    return {page.path: page for page in benchmark_pages(board, tables(board))}


def source(board: BenchmarkBoard, path: str) -> str:
    return pages(board)[path].markdown(Renderer(ROOT / "site" / "templates"))


def test_each_table_has_a_page_and_a_file() -> None:
    made = pages(fakes.scrub_board())
    assert list(made) == [
        "openscrub/index.md",
        "openscrub/categories.md",
        "openscrub/word-only.md",
        "openscrub/cost.md",
        "openscrub/analysis.md",
    ]
    assert [page.place.address for page in made.values()] == [
        "openscrub/",
        "openscrub/categories/",
        "openscrub/word-only/",
        "openscrub/cost/",
        "openscrub/analysis/",
    ]
    assert set(made["openscrub/index.md"].files) == {
        "data/openscrub/overall.csv",
        "data/openscrub/overall-plot.json",
        "data/openscrub/other-editions.csv",
    }


def test_the_caveat_stands_on_every_page_of_its_benchmark() -> None:
    board = fakes.scrub_board()
    for path in pages(board):
        assert fakes.CAVEAT.replace("'", "&#39;") in source(board, path)


def test_rows_of_other_editions_stand_apart_on_the_overall_page_only() -> None:
    board = fakes.scrub_board()
    assert 'id="other-editions"' in source(board, "openscrub/index.md")
    assert 'id="other-editions"' not in source(board, "openscrub/cost.md")
    assert 'id="other-editions"' not in source(
        fakes.scrub_board(models=False), "openscrub/index.md"
    )


@pytest.mark.parametrize(
    ("board", "state"),
    [
        (fakes.scrub_board(), None),
        (fakes.scrub_board(models=False), "models"),
        (fakes.clause_board(), "models"),
        (fakes.clause_board(at_hand=False), "archive"),
        (fakes.reported_board(), "hub"),
        (replace(fakes.scrub_board(models=False), editions={}), "models"),
    ],
)
def test_an_empty_board_says_why(board: BenchmarkBoard, state: str | None) -> None:
    assert empty_state(board) == state


@pytest.mark.parametrize("key", ["cuad", "contractscrub"])
def test_gold_that_is_not_here_can_be_fetched(key: str) -> None:
    board = fakes.clause_board(at_hand=False) if key == "cuad" else fakes.reported_board()
    assert f"leaderboard data fetch {key} --from PATH" in source(board, f"{key}/index.md")


def test_both_totals_of_the_paper_are_shown() -> None:
    page = source(fakes.reported_board(), "contractscrub/index.md")
    assert "<strong>3,014</strong>" in page
    assert "<strong>1,592</strong>" in page
    assert "F1: every model below 0.650" in page


def test_a_paper_without_counts_claims_none() -> None:
    board = fakes.reported_board()
    bare = replace(fakes.paper(), figures={"macro_recall": []})
    page = source(replace(board, paper=bare), "contractscrub/index.md")
    assert "Both are as printed" not in page


@pytest.mark.parametrize(
    ("board", "facts"),
    [
        (fakes.scrub_board(), {"Edition": "0.1", "Contracts": "6", "Gold entries": "66"}),
        (fakes.clause_board(), {"Cases": "4", "Clause present / absent": "2 / 2"}),
        (fakes.clause_board(at_hand=False), {"Edition": "0.1", "Licence": "CC BY 4.0"}),
    ],
)
def test_facts_of_an_edition(board: BenchmarkBoard, facts: dict[str, str]) -> None:
    assert facts.items() <= dict(edition_facts(board)).items()


def plot_of(board: BenchmarkBoard, key: str) -> Any:
    made = build_plot(board, next(table for table in tables(board) if table.key == key))
    return made and made.drawing


def test_every_board_has_the_plot_that_its_numbers_allow() -> None:
    assert isinstance(plot_of(fakes.scrub_board(), "overall"), Scatter)
    assert isinstance(plot_of(fakes.scrub_board(), "word-only"), DotPlot)
    assert isinstance(plot_of(fakes.reported_board(), "overall"), DotPlot)
    assert isinstance(plot_of(fakes.clause_board(), "overall"), DotPlot)
    assert plot_of(fakes.scrub_board(), "cost") is None
    assert plot_of(fakes.clause_board(at_hand=False), "overall") is None


def test_every_cell_carries_its_exact_value() -> None:
    board = fakes.scrub_board()
    page = source(board, "openscrub/index.md")
    assert 'data-row="acme--lexi-2" data-column="macro_recall" data-value="0.875"' in page
    assert 'data-row="program--nothing" data-column="cost_per_item">' in page


def test_only_a_board_that_ranks_something_says_what_it_ranks_by() -> None:
    for board, path in (
        (fakes.scrub_board(), "openscrub/index.md"),
        (fakes.clause_board(), "openclause/index.md"),
    ):
        assert "Ranked by" in source(board, path)
    assert "Ranked by" not in source(fakes.reported_board(), "contractscrub/index.md")
    assert "reported figures never do" in source(fakes.reported_board(), "contractscrub/index.md")
    unranked = replace(
        fakes.clause_board(),
        rows=tuple(replace(row, rank=None) for row in fakes.clause_board().rows),
    )
    assert "Ranked by" not in source(unranked, "openclause/index.md")


def test_every_column_of_money_names_its_currency() -> None:
    for board in (fakes.scrub_board(), fakes.clause_board(), fakes.reported_board()):
        for table in tables(board):
            for column in table.columns:
                if "US dollars" in column.help:
                    assert column.title.endswith(", $"), column.title
