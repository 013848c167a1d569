from __future__ import annotations

import json
from dataclasses import replace

import pytest

from leaderboard.pages.details import MOST_ENTRIES, Detail, detail_pages
from leaderboard.pages.rendering import Renderer
from leaderboard.records import Board
from tests.conftest import ROOT
from tests.leaderboard.pages import fakes


def details(board: Board) -> dict[str, Detail]:
    return {
        detail.address: detail
        for detail in detail_pages(board, Renderer(ROOT / "site" / "templates"))
    }


@pytest.fixture(scope="module")
def pages() -> dict[str, Detail]:
    return details(fakes.board())


def test_every_entrant_has_a_page_and_every_scored_row_one_of_its_own(
    pages: dict[str, Detail],
) -> None:
    assert list(pages) == [
        "submissions/acme--lexi-1/",
        "submissions/acme--lexi-2/",
        "submissions/acme--lexi-2/openscrub/",
        "submissions/globex--draft/",
        "submissions/globex--draft/openscrub/",
        "submissions/one--alpha--reported/",
        "submissions/program--everything/",
        "submissions/program--everything/openscrub/",
        "submissions/program--everything/openclause/",
        "submissions/program--nothing/",
        "submissions/program--nothing/openscrub/",
        "submissions/program--nothing/openclause/",
        "submissions/program--regex-scrubber/",
        "submissions/program--regex-scrubber/openscrub/",
        "submissions/two--beta--reasoning-off--reported/",
    ]


def test_an_entrant_page_says_all_that_was_stated(pages: dict[str, Detail]) -> None:
    page = pages["submissions/acme--lexi-2/"].content
    for fact in ("Ada Example", "Acme Labs", "GitHub: ada", "temperature", "Run once.", "first"):
        assert fact in page
    assert 'href="https://example.org/card"' in page
    assert "Rank 2 on its board" in page
    assert fakes.CAVEAT.replace("'", "&#39;") in page


def test_a_row_whose_gold_is_not_here_says_so(pages: dict[str, Detail]) -> None:
    page = pages["submissions/acme--lexi-1/"].content
    assert "the gold of this edition is not at hand" in page
    assert "Replaced by Lexi 2." in page


def test_a_reported_row_says_where_it_is_printed(pages: dict[str, Detail]) -> None:
    page = pages["submissions/one--alpha--reported/"].content
    assert "Bang et al. 2026" in page
    assert "1.38 US dollars" in page


def test_every_outcome_and_near_miss_is_listed(pages: dict[str, Detail]) -> None:
    page = pages["submissions/acme--lexi-2/openscrub/"].content
    for outcome in ("found", "missed", "false"):
        assert f'data-outcome="{outcome}"' in page
    assert 'data-near="place"' in page
    assert "only the place differs" in page
    assert 'id="defined_terms"' in page
    assert "≥ 1.5000" in page


def test_an_unreadable_answer_is_named_in_the_tables(pages: dict[str, Detail]) -> None:
    page = pages["submissions/globex--draft/openscrub/"].content
    assert ">no_json<" in page
    assert ">missing<" in page


def test_long_lists_are_cut_for_each_outcome_and_whole_in_the_downloads(
    pages: dict[str, Detail],
) -> None:
    detail = pages["submissions/program--everything/openscrub/"]
    entries = json.loads(detail.files[detail.address + "entries.json"])
    false = [entry for entry in entries if entry["outcome"] == "false"]
    assert len(false) == 6 * 80
    shown = detail.content.count('data-outcome="false"')
    assert shown == MOST_ENTRIES
    assert shown >= 200
    assert f"{len(false) - shown} more are in" in detail.content
    assert detail.content.count('<details class="entries-of">') == detail.content.count(
        "</details>"
    )
    assert detail.content.count('<details class="entries-of">') == len(
        {entry["category"] for entry in entries}
    )
    assert f"hold all {len(entries)}" in detail.content
    assert 'data-outcome="found"' in detail.content


def test_clause_pages_have_both_verdicts(pages: dict[str, Detail]) -> None:
    detail = pages["submissions/program--everything/openclause/"]
    assert 'data-strict="failed" data-published="passed"' in detail.content
    assert 'id="change_of_control"' in detail.content
    assert detail.files[detail.address + "cases.csv"].startswith(b"case,type,clause,strict,")


def test_raw_outputs_are_given_only_where_they_may_be() -> None:
    board = fakes.board()
    assert "submissions/acme--lexi-2/openscrub/outputs.json" in {
        address for detail in details(board).values() for address in detail.files
    }
    fetched = replace(
        fakes.clause_board(),
        benchmark=fakes.clause_board(at_hand=False).benchmark,
    )
    made = details(replace(board, benchmarks=(fetched,)))
    assert not [
        address
        for detail in made.values()
        for address in detail.files
        if address.endswith("outputs.json")
    ]


def test_hostile_text_comes_out_as_text() -> None:
    pages = details(fakes.board(hostile=True))
    for number in range(len(fakes.HOSTILE)):
        for part in ("", "openscrub/"):
            content = pages[f"submissions/evil--row-{number}/{part}"].content
            assert "<img" not in content
            assert "<script" not in content
            assert "onfocus=&#34;" in content or 'onfocus="' not in content
            assert 'href="javascript' not in content
            assert "\u202e" not in content
            assert "\x00" not in content
            content.encode("utf-8")
