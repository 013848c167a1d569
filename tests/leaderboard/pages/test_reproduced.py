"""An entry's page has both numbers of a reproduction, and the badge that follows from them."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from leaderboard.pages.details import detail_pages
from leaderboard.pages.rendering import Renderer
from leaderboard.records import Mark, Reproduced, Reproduction, Row, Trust
from leaderboard.tables.build import BADGES, build_tables
from tests.conftest import ROOT
from tests.leaderboard.pages import fakes

ID = "acme--lexi-2"
INTERVAL = (Fraction(1, 4), Fraction(3, 4))
HOLDS = Reproduction(Reproduced.HOLDS, Fraction(1, 2), INTERVAL, dt.date(2026, 12, 1))
DIFFERS = Reproduction(Reproduced.DIFFERS, Fraction(1, 8), INTERVAL, None)
UNTOLD = Reproduction(Reproduced.UNTOLD, None, None, None, "it asked with <b>another</b> prompt")


def page(reproduction: Reproduction, **change: Any) -> str:
    made = fakes.board()
    boards = tuple(
        replace(
            board,
            rows=tuple(
                replace(row, reproduction=reproduction, **change) if row.entrant.id == ID else row
                for row in board.rows
            ),
        )
        for board in made.benchmarks
    )
    renderer = Renderer(ROOT / "site" / "templates")
    (found,) = (
        detail.content
        for detail in detail_pages(replace(made, benchmarks=boards), renderer)
        if detail.address == f"submissions/{ID}/"
    )
    return found


@pytest.mark.parametrize(
    ("reproduction", "words"),
    [
        (
            HOLDS,
            "(run ended on 2026-12-01): macro recall 0.500, within the published 95 % interval 0.2",
        ),
        (
            DIFFERS,
            "again: macro recall 0.125, outside the published 95 % interval 0.250–0.750. The",
        ),
        (
            UNTOLD,
            "not comparable with the row, because it asked with &lt;b&gt;another&lt;/b&gt; prompt.",
        ),
    ],
)
def test_the_page_says_what_came_of_the_run(reproduction: Reproduction, words: str) -> None:
    assert words in page(reproduction)


def test_trust_and_mark_are_badges_with_their_meaning() -> None:
    assert "badge-reproduced" in page(HOLDS, trust=Trust.REPRODUCED)
    marked = page(DIFFERS, marks=(Mark.REPRODUCTION_DIFFERS,))
    assert "badge-reproduction-differs" in marked
    assert "outside the published interval" in BADGES["reproduction differs"]


def test_the_table_has_the_badge_and_its_legend() -> None:
    made = fakes.scrub_board()

    def marked(row: Row) -> Row:
        return replace(row, marks=(Mark.REPRODUCTION_DIFFERS,)) if row.entrant.id == ID else row

    tables = build_tables(replace(made, rows=tuple(map(marked, made.rows))))
    assert "reproduction differs" in tables[0].notes
