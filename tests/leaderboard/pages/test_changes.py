"""The page of changes, its feed, and the page of disputed gold."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from leaderboard.disputes import Dispute
from leaderboard.ledger import History, Published, build_history, parse_changelog, published_board
from leaderboard.pages.changes import MOST_NUMBERS, MOST_ROWS, changes_page
from leaderboard.pages.disputed import dispute_address, disputed_page
from leaderboard.pages.feed import MOST, render_feed
from leaderboard.pages.rendering import Renderer
from leaderboard.records import Board, Mark
from tests.conftest import ROOT
from tests.leaderboard.ledger.published import BUYER, DATE, FEE, board, marked, published, row
from tests.leaderboard.pages.fakes import HOSTILE

ATOM = "{http://www.w3.org/2005/Atom}"
RENDERER = Renderer(ROOT / "site" / "templates")
SITE = "https://board.example/"


def history_of(old: Published, new: Board, log: str = "") -> History:
    return build_history([old], published_board(new), parse_changelog(log))


def changed() -> tuple[Board, History]:
    said = ((DATE, "Run again."),)
    before = published(
        row("acme--one", FEE, BUYER),
        row("acme--gone", FEE),
        row("acme--old"),
        row("acme--wrong"),
        version="2026.12",
    )
    new = board(
        row("acme--one", FEE, digest="sha256:two", changes=said),
        row("acme--new", aliases=("acme--old",), name="Acme--Old"),
        row("acme--newcomer", BUYER),
        marked(row("acme--wrong", status_reason="Saw the gold."), Mark.RETRACTED),
    )
    return new, history_of(before, new)


def page(given: Board, history: History) -> str:
    return changes_page(given, history, None).markdown(RENDERER)


def test_without_a_release_the_page_says_so() -> None:
    given = board(row("acme--one", FEE))
    history = build_history([], published_board(given), parse_changelog(""))
    said = page(given, history)
    assert "<strong>No release yet, so no published number can have moved.</strong>" in said
    assert "<h2" not in said


def test_a_board_that_is_as_it_was_released_says_that_nothing_moved() -> None:
    given = board(row("acme--one", FEE))
    said = page(given, history_of(published(row("acme--one", FEE), version="2026.12"), given))
    assert "<p>No published number moved.</p>" in said
    assert "The first release; there was nothing before it that could have moved." in said


def test_every_number_that_moved_is_on_the_page_with_its_reason() -> None:
    said = page(*changed())
    assert 'Macro recall <span class="nowrap">0.3333 → <strong>0.1667</strong>' in said
    assert "Defined Terms · fn" in said
    assert "The submission changed" in said
    assert "2026-12-01: Run again." in said
    assert "its former id is <code>acme--old</code>" in said
    assert "was retracted: Saw the gold." in said
    assert "is gone from the board" in said
    assert 'href="../submissions/acme--one/"' in said
    # What is gone has no page to lead to.
    assert "submissions/acme--gone" not in said


def test_a_page_is_bounded_and_a_file_holds_all() -> None:
    names = [f"acme--m{number}" for number in range(MOST_ROWS + 3)]
    before = published(*(row(name, FEE, BUYER) for name in names), version="2026.12")
    given = board(*(row(name, FEE, digest="sha256:two") for name in names))
    history = history_of(before, given)
    made = changes_page(given, history, None)
    said = made.markdown(RENDERER)
    assert said.count('<tr id="since-2026-12-') == MOST_ROWS
    assert "3 more rows are in" in said
    numbers = len(history.current.moves[0].numbers)
    assert numbers > MOST_NUMBERS
    assert f"{numbers - 1} more numbers" in said
    assert f"and {numbers - MOST_NUMBERS} more in the file" in said
    (ledger,) = json.loads(made.files["data/changes.json"])["ledgers"]
    assert len(ledger["moves"]) == len(names)
    assert len(ledger["moves"][0]["numbers"]) == numbers


def test_what_nobody_explained_is_marked() -> None:
    before = published(row("acme--one", FEE, BUYER), version="2026.12")
    given = board(row("acme--one", FEE, digest="sha256:two"))
    assert '<span class="outcome outcome-missed">unexplained</span>' in page(
        given, history_of(before, given)
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_a_reason_is_shown_as_text_only(text: str) -> None:
    before = published(row("acme--one", FEE, BUYER), version="2026.12")
    hostile: dict[str, Any] = {"changes": ((DATE, text),), "name": text, "status_reason": text}
    given = board(
        marked(row("acme--one", FEE, digest="sha256:two", **hostile), Mark.SUPERSEDED),
    )
    history = history_of(before, given)
    said = page(given, history)
    for markup in ("<img", "<script", '" autofocus'):
        assert markup not in said
    feed = render_feed(history, DATE, SITE, "changes/")
    entries = list(ET.fromstring(feed).iter(f"{ATOM}entry"))  # noqa: S314 - our own bytes
    assert len(entries) == 2
    assert b"<img" not in feed


def test_the_feed_has_absolute_links_where_the_site_is_known_and_stable_ids() -> None:
    given, history = changed()
    feeds = [
        ET.fromstring(render_feed(history, given.date, site, "changes/"))  # noqa: S314 - our own
        for site in (None, SITE)
    ]
    links = [[link.get("href") for link in feed.findall(f"{ATOM}link")] for feed in feeds]
    assert links == [["changes/"], [f"{SITE}changes/", f"{SITE}changes.xml"]]
    ids = [[found.text for found in feed.iter(f"{ATOM}id")] for feed in feeds]
    assert ids[0] == ids[1]
    assert len(set(ids[0])) == len(ids[0]) == 5
    updated = feeds[1].findtext(f"{ATOM}entry/{ATOM}updated")
    assert updated == "2026-12-01T00:00:00Z"
    # The same move keeps its id once it is part of a release.
    later = replace(history.current, current="2027.01")
    again = render_feed(History(history.current, (), history.first), None, SITE, "changes/")
    frozen = render_feed(History(later, (), history.first), None, SITE, "changes/")
    of = [
        [found.text for found in ET.fromstring(feed).iter(f"{ATOM}id")]  # noqa: S314 - our own
        for feed in (again, frozen)
    ]
    assert of[0] == of[1]
    assert b"<updated>1970-01-01T00:00:00Z</updated>" in again


def test_an_entry_of_the_feed_names_the_first_numbers_and_counts_the_rest() -> None:
    given, history = changed()
    (move,) = history.current.moves
    few = replace(move, numbers=move.numbers[:2])
    texts = [
        render_feed(
            History(replace(history.current, moves=(each,)), (), None), DATE, None, "changes/"
        ).decode("utf-8")
        for each in (move, few)
    ]
    assert f"and {len(move.numbers) - 12} more numbers" in texts[0]
    assert "more numbers" not in texts[1]
    assert given.date == DATE


def test_the_feed_is_bounded() -> None:
    names = [f"acme--m{number}" for number in range(MOST + 5)]
    before = published(*(row(name, FEE, BUYER) for name in names), version="2026.12")
    given = board(*(row(name, FEE, digest="sha256:two") for name in names))
    feed = render_feed(history_of(before, given), DATE, None, "changes/")
    assert feed.count(b"<entry>") == MOST


def dispute(**change: Any) -> Dispute:
    values: dict[str, Any] = {
        "id": "openscrub-1",
        "edition": "0.1",
        "contract": "alpha",
        "category": "defined_terms",
        "entry": {"location": "2(a)", "term": "Fee"},
        "by": "ada",
        "date": dt.date(2026, 12, 3),
        "state": "open",
        "why": "A heading <b>, not a definition.",
    }
    return Dispute.model_validate({**values, **change})


def disputed(*disputes: Dispute, repository: str | None = None) -> str:
    given = board(row("acme--both", FEE, BUYER), row("acme--fee", FEE), row("acme--buyer", BUYER))
    told = {"openscrub": disputes} if disputes else {}
    return disputed_page(given, told, repository).markdown(RENDERER)


def test_no_dispute_is_said_in_words() -> None:
    said = disputed()
    assert "<strong>No gold entry is disputed.</strong>" in said
    assert "issues/new" not in said


def test_a_dispute_is_listed_with_what_it_would_move() -> None:
    said = disputed(dispute(issue="https://github.com/example/board/issues/7"))
    assert '<a href="https://github.com/example/board/issues/7" rel="nofollow noopener">' in said
    assert "A heading &lt;b&gt;, not a definition." in said
    # Fields stand in the category's order, whatever that of the file.
    assert '<bdi class="field">Fee</bdi><bdi class="field">2(a)</bdi>' in said
    assert "2 of 3" in said
    assert "3 of 3 scored rows would change their rank." in said
    assert 'data-column="new" data-value="0.0"' in said


def test_a_rejected_dispute_moves_nothing_and_says_why() -> None:
    said = disputed(dispute(state="rejected", decision="It defines."))
    assert "<strong>Decision:</strong> It defines." in said
    assert "Nothing would move" in said


def test_a_dispute_of_a_benchmark_that_is_not_scored_here_is_listed() -> None:
    blind = board(at_hand=False)
    told = {"openscrub": (dispute(category="Insurance", entry={"case": "a01"}),)}
    said = disputed_page(blind, told, None).markdown(RENDERER)
    assert "Insurance" in said
    assert "Nothing would move" in said


def test_the_form_is_filled_in_where_the_repository_is_known() -> None:
    repository = "https://github.com/example/board"
    assert dispute_address(None, contract="a") is None
    assert dispute_address(repository + "/", benchmark="openscrub 1.0", contract="a&b") == (
        f"{repository}/issues/new?template=dispute.yml&benchmark=openscrub+1.0&contract=a%26b"
    )
    assert f'href="{repository}/issues/new?template=dispute.yml"' in disputed(repository=repository)


def test_the_form_has_the_fields_that_links_fill_in() -> None:
    form = (ROOT / ".github" / "ISSUE_TEMPLATE" / "dispute.yml").read_text("utf-8")
    for field in ("benchmark", "contract", "category", "entry"):
        assert f"    id: {field}\n" in form
