from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from leaderboard.certainty import with_certainty
from leaderboard.pages.boards import benchmark_pages
from leaderboard.pages.page import Page
from leaderboard.pages.rendering import Renderer
from leaderboard.ranking import rank_rows
from leaderboard.records import BenchmarkBoard
from leaderboard.tables.analysis import build_pairs
from leaderboard.tables.build import build_other_editions, build_tables
from scoring.gold import ScrubEdition
from scoring.signature import digest
from tests.conftest import ROOT
from tests.leaderboard.pages import fakes


def many_models(models: int = 6) -> BenchmarkBoard:
    """A board of models that find more and more, with references whose distance is known."""
    plain = fakes.scrub_edition(6)
    gold = {
        name: {
            **kinds,
            "incorrect_references": [
                kinds["incorrect_references"][0] | {"distance": (500, 2_000, 20_000)[place % 3]}
            ],
        }
        for place, (name, kinds) in enumerate(plain.gold.items())
    }
    edition = ScrubEdition(plain.contracts, gold, digest(gold))
    keys = list(gold["contract-1"])
    rows = []
    for number in range(models):
        answers = fakes.answer_of_gold(
            ScrubEdition(
                plain.contracts,
                {
                    name: {
                        key: [
                            {field: text for field, text in entry.items() if field != "distance"}
                            for entry in kinds[key]
                        ]
                        for place, key in enumerate(keys)
                        if (place + contract + number * 3) % (number + 2)
                    }
                    for contract, (name, kinds) in enumerate(gold.items())
                },
                edition.digest,
            )
        )
        who = fakes.entrant(
            f"acme--m{number}",
            f"Model {number // 2}",
            reasoning="off" if number % 2 else "high",
            settings={"run": str(number)} if number > 3 else {},
        )
        rows.append(fakes.scored(who, "openscrub", edition, answers))
    return with_certainty(
        BenchmarkBoard(
            fakes.benchmark("openscrub", caveat=fakes.CAVEAT),
            "0.1",
            {"0.1": edition},
            rank_rows(rows),
            (),
            None,
        )
    )


def analysis(board: BenchmarkBoard) -> Page | None:
    tables = (*build_tables(board), build_other_editions(board))
    return next((p for p in benchmark_pages(board, tables) if "analysis" in p.path), None)


def source(board: BenchmarkBoard) -> str:
    page = analysis(board)
    assert page is not None
    return page.markdown(Renderer(ROOT / "site" / "templates"))


def test_every_table_of_the_page_is_there_with_its_file() -> None:
    board = many_models()
    text, page = source(board), analysis(board)
    assert page is not None
    for key in (
        "standings",
        "neighbours",
        "resolvable",
        "reasoning",
        "distances",
        "difficulty",
        "correlations",
        "contracts",
    ):
        assert f'data-table="{key}"' in text
        (table,) = [v for name, v in page.files.items() if name.endswith(f"analysis-{key}.csv")]
        assert len(list(csv.reader(io.StringIO(table.decode())))) > 1
    assert "Programs stand in" not in text
    assert 'aria-current="page">Analysis' in text
    assert "of ranked entries" in text


def test_intervals_are_in_the_file_as_in_the_page() -> None:
    board = many_models()
    page = analysis(board)
    assert page is not None
    head, first, *_ = csv.reader(
        io.StringIO(page.files["data/openscrub/analysis-neighbours.csv"].decode())
    )
    row = dict(zip(head, first, strict=True))
    assert board.statistics is not None
    pair = board.statistics.neighbours[0]
    assert pair.interval is not None
    assert float(row["difference_low"]) == pair.interval.low
    assert float(row["difference_high"]) == pair.interval.high
    assert row["verdict"] in {"cannot be told apart", "ahead, by more than chance"}


def test_runs_of_one_system_are_drawn_as_dots() -> None:
    board = many_models()
    rows = [
        replace(
            row,
            entrant=replace(
                row.entrant, name="Lexi", reasoning="default", settings={"run": str(place)}
            ),
        )
        for place, row in enumerate(board.rows)
    ]
    text = source(with_certainty(replace(board, rows=rank_rows(rows))))
    assert 'data-table="runs"' in text
    assert "Runs of one system" in text
    assert 'class="whisker"' in text


def test_programs_stand_in_where_no_models_are_ranked() -> None:
    text = source(fakes.scrub_board(models=False))
    assert "programs stand in" in text
    assert 'data-table="distances"' not in text
    assert 'data-table="reasoning"' not in text


def test_entries_are_listed_only_where_gold_may_be_shown() -> None:
    board = many_models()
    assert "that everyone found" in source(board) or "that no one found" in source(board)
    hub = fakes.benchmark(
        "openscrub", source={"kind": "hub", "repository": "a/b", "mapping": "mapping.json"}
    )
    hidden = source(replace(board, benchmark=hub))
    assert '<details class="listed"' not in hidden


def test_a_clause_board_shows_how_sure_its_ranks_are() -> None:
    board = fakes.clause_board()
    text, page = source(board), analysis(board)
    assert page is not None
    assert board.statistics is not None
    assert board.statistics.neighbours
    for key in ("standings", "neighbours"):
        assert f'data-table="{key}"' in text
        assert f"data/{board.benchmark.key}/analysis-{key}.csv" in page.files
    assert 'data-table="correlations"' not in text
    assert "McNemar" in text
    assert "drawn from this one" not in text


@pytest.mark.parametrize("board", [fakes.reported_board(), replace(fakes.scrub_board(), rows=())])
def test_other_boards_have_no_such_page(board: BenchmarkBoard) -> None:
    made = with_certainty(board) if not board.rows else board
    assert analysis(made) is None


def test_hostile_names_are_text() -> None:
    text = source(fakes.scrub_board(hostile=True))
    assert "<img" not in text
    assert "<script" not in text


@pytest.mark.parametrize(
    ("p_value", "words"), [(0.0, "below 0.001"), (0.0004, "below 0.001"), (0.2, "0.200")]
)
def test_a_p_value_is_never_shown_as_nothing(p_value: float, words: str) -> None:
    board = many_models()
    assert board.statistics is not None
    pair = replace(board.statistics.neighbours[0], p_holm=p_value)
    table = build_pairs(board, [pair], "neighbours", "Title", "Caption")
    assert table.rows[0].cells[-1].text == words
