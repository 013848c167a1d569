"""What a ledger says in words and as JSON, and what of it is a finding."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from leaderboard.files import dump_json
from leaderboard.ledger import (
    CauseKind,
    EventKind,
    Ledger,
    NumberMove,
    build_history,
    build_ledger,
    check_ledger,
    event_words,
    ledger_value,
    number_texts,
    parse_changelog,
    render_ledger,
)
from leaderboard.records import Mark
from tests.leaderboard.ledger.published import BUYER, FEE, edited, marked, published, row, signed

LOG = parse_changelog("")


def moved(**more: Any) -> Ledger:
    before = published(row("acme--one", FEE, BUYER), row("acme--gone", FEE), version="2026.12")
    return build_ledger(before, published(row("acme--one", FEE, digest="two", **more)), LOG)


@pytest.mark.parametrize(
    ("old", "new", "texts"),
    [
        (3, 1200, ("3", "1200")),
        (0.5, 0.25, ("0.5000", "0.2500")),
        (0.50001, 0.50002, ("0.50001", "0.50002")),
        (None, 0.5, ("–", "0.5000")),
        (1, None, ("1", "–")),
        (0.0, 1e-20, ("0.00000000000000000", "0.00000000000000000")),
    ],
)
def test_both_values_are_shown_with_as_many_decimals_as_tell_them_apart(
    old: float | None, new: float | None, texts: tuple[str, str]
) -> None:
    assert number_texts(NumberMove("k", "K", old, new, (CauseKind.SCORER,))) == texts


def test_the_text_names_numbers_causes_and_what_is_missing() -> None:
    said = render_ledger(moved())
    assert said.startswith("Since release 2026.12: ")
    assert "acme--one on openscrub\n  Macro recall: 0.3333 → 0.1667 (submission)" in said
    assert "more numbers" in said
    assert "UNEXPLAINED: submission " in said
    assert "(submissions/acme--one/submission.json)" in said
    assert "Rows:\n  acme--gone on openscrub: gone\n" in said
    assert "Ranks that moved with their row" not in said


def test_without_a_release_or_a_move_it_says_so() -> None:
    assert render_ledger(Ledger(None, None, None, None)) == (
        "No release yet, so no published number can have moved.\n"
    )
    one = published(row("acme--one", FEE), version="2026.12")
    quiet = build_ledger(one, replace(one, version="2027.01"), LOG)
    said = render_ledger(quiet)
    assert said.startswith("Since release 2026.12 up to 2027.01: none of ")
    assert said.count("\n") == 1


def test_the_ranks_that_only_neighbours_moved_stand_apart() -> None:
    before = published(row("acme--one", FEE), row("acme--two"), version="2026.12")
    retracted = marked(row("acme--one", FEE, status_reason="Wrong."), Mark.RETRACTED)
    ledger = build_ledger(before, published(retracted, row("acme--two")), LOG)
    assert {rank["id"]: rank["because"] for rank in ledger_value(ledger)["ranks"]} == {
        "acme--one": "own number",
        "acme--two": "neighbours",
    }
    said = render_ledger(ledger)
    with_row, apart = said.split("Ranks that moved only because of other rows:")
    assert "Ranks that moved with their row:\n  acme--one on openscrub: 1 → –" in with_row
    assert "acme--two on openscrub: 2 → 1" in apart
    assert "acme--one on openscrub: retracted: Wrong." in with_row


def test_json_holds_every_number_with_its_causes() -> None:
    value = ledger_value(moved())
    dump_json(value)
    (entry,) = value["moves"]
    assert entry["explained"] is False
    assert entry["causes"][0]["kind"] == "submission"
    assert {number["key"] for number in entry["numbers"]} >= {
        "card.full.macro_recall",
        "card.full.categories.defined_terms.fn",
        "card.contracts",
    }
    assert value["events"][0]["kind"] == "gone"
    assert value["events"][0]["note"] is None


def test_what_is_unexplained_is_a_finding_with_row_number_old_and_new() -> None:
    vanished, moved_ = sorted(check_ledger(moved()), key=lambda finding: finding.file)
    assert (moved_.code, moved_.file, moved_.pointer) == (
        "unexplained_move",
        "submissions/acme--one/submission.json",
        "/changes",
    )
    assert "acme--one on openscrub: Macro recall was 0.3333 in 2026.12 and is 0.1667" in (
        moved_.message
    )
    assert "cause: submission" in moved_.message
    assert moved_.mend.endswith(".")
    assert (vanished.code, vanished.file) == ("vanished_row", "CHANGELOG.md")
    assert '"## Removed acme--gone"' in vanished.mend


def test_one_finding_a_row_and_cause_however_many_numbers_moved() -> None:
    before = published(row("acme--one", FEE, BUYER), version="2026.12")
    after = signed(published(row("acme--one", FEE, digest="two")), "1.1")
    assert [finding.file for finding in check_ledger(build_ledger(before, after, LOG))] == [
        "CHANGELOG.md",
        "submissions/acme--one/submission.json",
    ]


def test_an_explained_ledger_has_no_findings() -> None:
    before = published(row("acme--one", FEE), version="2026.12")
    after = edited(
        signed(published(row("acme--one", FEE)), "1.1"),
        "acme--one",
        lambda found: found["card"]["full"].update(macro_recall=0.9),
    )
    told = parse_changelog("## Scorer 1.1\n\nWhy.")
    ledger = build_ledger(before, after, told)
    assert len(ledger.moves) == 1
    assert check_ledger(ledger) == ()
    assert "Reason: scorer 1.0 → 1.1: Why." in render_ledger(ledger)


def test_a_newcomer_and_an_explained_departure_are_no_findings() -> None:
    before = published(row("acme--gone", FEE), version="2026.12")
    told = parse_changelog("## Removed acme--gone\n\nBy law.")
    ledger = build_ledger(before, published(row("acme--new")), told)
    assert [event.kind for event in ledger.events] == [EventKind.GONE, EventKind.NEW]
    assert check_ledger(ledger) == ()


def test_an_event_names_its_successor() -> None:
    before = published(row("acme--one", FEE), version="2026.12")
    said = row("acme--one", FEE, status_reason="Newer.", successor="acme--two")
    (event,) = build_ledger(before, published(marked(said, Mark.SUPERSEDED)), LOG).events
    assert event.kind is EventKind.SUPERSEDED
    assert event_words(event) == "acme--one on openscrub: superseded (by acme--two): Newer."


def test_the_history_compares_each_release_with_the_one_before() -> None:
    first = published(row("acme--one", FEE, BUYER), version="2026.12")
    second = published(row("acme--one", FEE, digest="two"), version="2027.01")
    now = published(row("acme--one", digest="three"))
    history = build_history([first, second], now, LOG)
    assert [(ledger.baseline, ledger.current) for ledger in history.all] == [
        ("2027.01", None),
        ("2026.12", "2027.01"),
    ]
    assert all(len(ledger.moves) == 1 for ledger in history.all)
    assert history.first == first
    none = build_history([], now, LOG)
    assert (none.all, none.first, none.current.baseline) == ((), None, None)
