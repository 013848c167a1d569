from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

from leaderboard.ledger import (
    Changelog,
    Published,
    build_ledger,
    published_board,
    published_release,
)
from leaderboard.pages.standing import Standing, build_standings, standing_table
from leaderboard.records import Board, Mark
from leaderboard.releases import Release, load_release
from tests.leaderboard.pages import fakes
from tests.leaderboard.releases import frozen

BOARD = fakes.board()


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    root = tmp_path_factory.mktemp("standing")
    frozen.write_release(root, board=BOARD)
    return load_release(root, "2026.12")


def standings(release: Release, now: Published) -> dict[str, Standing]:
    ledger = build_ledger(published_release(release), now, Changelog(()))
    made = build_standings(release, now, ledger)
    return {each.frozen["id"]: each for each in made if each.benchmark == "openscrub"}


def changed(**changes: Any) -> Board:
    """The board with changes to the row of Lexi 2."""
    scrub = BOARD.benchmarks[1]
    rows = [
        dataclasses.replace(row, **changes) if row.entrant.id == "acme--lexi-2" else row
        for row in scrub.rows
    ]
    scrub = dataclasses.replace(scrub, rows=tuple(rows))
    return dataclasses.replace(BOARD, benchmarks=(BOARD.benchmarks[0], scrub))


def lexi() -> Any:
    (row,) = [row for row in BOARD.benchmarks[1].rows if row.entrant.id == "acme--lexi-2"]
    return row


def test_on_the_day_of_a_release_nothing_has_moved(release: Release) -> None:
    made = standings(release, published_board(BOARD))
    assert made
    for standing in made.values():
        assert standing.today == standing.frozen
        assert standing.states == ()


def test_a_number_that_moved_is_told_with_both_values(release: Release) -> None:
    (other,) = [r for r in BOARD.benchmarks[1].rows if r.entrant.id == "program--regex-scrubber"]
    made = standings(release, published_board(changed(card=other.card)))
    (state,) = made["acme--lexi-2"].states
    assert state.endswith("numbers moved")
    table = standing_table(release, "openscrub", "OpenScrub", list(made.values()))
    (row,) = [row for row in table.rows if row.key == "acme--lexi-2"]
    entry, was, _, now, _, what = row.cells
    assert entry.link == "v/2026.12/openscrub/acme--lexi-2/"
    assert now.link == "submissions/acme--lexi-2/"
    assert was.text == "0.875"
    assert now.text != was.text
    assert what.text == state
    (same,) = [row for row in table.rows if row.key == "program--nothing"]
    assert same.cells[-1].text == "unchanged"


def test_a_renamed_row_is_found_under_its_new_id(release: Release) -> None:
    who = dataclasses.replace(
        lexi().entrant, id="acme--lexi-3", aliases=("acme--lexi-2", "acme--lexi")
    )
    made = standings(release, published_board(changed(entrant=who)))["acme--lexi-2"]
    assert made.today is not None
    assert made.today["id"] == "acme--lexi-3"
    assert made.states == ("renamed to acme--lexi-3",)


def test_a_retracted_or_superseded_row_says_why_and_by_what(release: Release) -> None:
    who = dataclasses.replace(
        lexi().entrant, status_reason="Wrong prompt.", successor="acme--lexi-4"
    )
    for mark in (Mark.RETRACTED, Mark.SUPERSEDED):
        now = published_board(changed(entrant=who, marks=(mark,), rank=None))
        (state,) = standings(release, now)["acme--lexi-2"].states
        assert state == f"{mark} by acme--lexi-4: Wrong prompt."


def test_a_row_that_came_later_is_no_part_of_the_release(release: Release) -> None:
    new = dataclasses.replace(lexi(), entrant=fakes.entrant("acme--new", "New"))
    scrub = BOARD.benchmarks[1]
    scrub = dataclasses.replace(scrub, rows=(*scrub.rows, new))
    board = dataclasses.replace(BOARD, benchmarks=(BOARD.benchmarks[0], scrub))
    made = standings(release, published_board(board))
    assert "acme--new" not in made
    assert all(standing.states == () for standing in made.values())


def test_a_row_that_is_gone_stands_without_a_value(release: Release) -> None:
    scrub = BOARD.benchmarks[1]
    rows = tuple(row for row in scrub.rows if row.entrant.id != "acme--lexi-2")
    board = dataclasses.replace(
        BOARD, benchmarks=(BOARD.benchmarks[0], dataclasses.replace(scrub, rows=rows))
    )
    made = standings(release, published_board(board))
    assert made["acme--lexi-2"].today is None
    assert made["acme--lexi-2"].states == ("gone",)
    table = standing_table(release, "openscrub", "OpenScrub", list(made.values()))
    (row,) = [row for row in table.rows if row.key == "acme--lexi-2"]
    assert [cell.text for cell in row.cells[3:5]] == ["–", "–"]


def test_shared_ranks_are_shown_as_shared(release: Release) -> None:
    results = json.loads((release.folder / "results.json").read_text("utf-8"))
    rows = results["benchmarks"]["openscrub"]["rows"]
    for row in rows:
        if row["rank"] == 2:
            row["rank_shared"] = True
    now = Published(None, None, results)
    made = standings(release, now)
    table = standing_table(release, "openscrub", "OpenScrub", list(made.values()))
    (row,) = [row for row in table.rows if row.key == "acme--lexi-2"]
    assert [row.cells[2].text, row.cells[4].text] == ["2", "=2"]
