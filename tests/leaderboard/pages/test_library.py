"""The methodology page prints every rule that is this project's own, and what models are asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from markupsafe import escape

from leaderboard.pages.library import library_pages
from leaderboard.pages.page import Page
from leaderboard.pages.rendering import Renderer
from leaderboard.prompts import PROMPTS
from tests.conftest import ROOT
from tests.leaderboard.pages import fakes


@pytest.fixture(scope="module")
def page() -> Page:
    board = fakes.board()
    tables = {item.benchmark.key: () for item in board.benchmarks}
    (page,) = [
        page for page in library_pages(board, tables, Path("/x")) if page.path == "methodology.md"
    ]
    return page


@pytest.fixture(scope="module")
def text(page: Page) -> str:
    return page.markdown(Renderer(ROOT / "site" / "templates"))


@pytest.mark.parametrize(
    "rule",
    [
        '**Nothing else is repaired** <span class="ours">',
        'Within one contract and one category <span class="ours">',
        'Precision with no entries is 0 where there is gold <span class="ours">',
        '**The strict rule** <span class="ours">',
        "quotes and dashes are unified first",
        "points and commas between digits are kept",
        "a redaction mark (`[***]`, `[*]`, `*****`) is one token",
        "a line-end hyphen joins nothing",
        "at most 50 + 4 × the tokens of all gold spans together",
        "at most 25 tokens where the span has under 3",
        "a quotation is a double-quoted passage of at least 5 tokens, or a contained gold span",
        "An assertion of absence inside a quotation asserts nothing",
        "asserts absence outside quotations and also quotes is a contradiction",
        "an answer given as JSON whose `answer` is no string fails",
    ],
)
def test_every_rule_of_our_own_is_printed(text: str, rule: str) -> None:
    assert rule in text


def test_what_makes_a_row_partial_is_said_as_it_is(text: str) -> None:
    assert "a missing contract counts as missed and makes the row partial" not in text
    assert "An `api_error`, or a `timeout` with fewer than 5 recorded attempts, does not" in text
    assert "leaves a contract out, or answers one that the benchmark does not have" in text


def test_every_prompt_is_printed_with_its_digest(page: Page, text: str) -> None:
    prompts = {item.benchmark.prompt for item in fakes.board().benchmarks}
    assert {prompt.task for prompt in prompts} == set(PROMPTS)
    for prompt in prompts:
        for line in prompt.text.splitlines():
            assert str(escape(line)) in text
        assert prompt.sha256 in text
        assert prompt.text.encode("utf-8") in page.files.values()
