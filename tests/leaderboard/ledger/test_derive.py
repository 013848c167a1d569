"""Which cause moved a number: worked out from digests and versions."""

from __future__ import annotations

import copy
import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from leaderboard.errors import BrokenRepositoryError
from leaderboard.ledger import (
    CauseKind,
    EventKind,
    Ledger,
    Published,
    RowMove,
    build_ledger,
    parse_changelog,
)
from leaderboard.records import Mark
from tests.leaderboard.ledger.published import (
    BUYER,
    FEE,
    edited,
    marked,
    published,
    row,
    signed,
)
from tests.leaderboard.pages.fakes import spent
from tests.leaderboard.samples import reported

NOTHING = parse_changelog("")
LOG = parse_changelog(
    "## Scorer 1.1\n\nPlaces are read better.\n\n"
    "## OpenScrub 0.2\n\nOne entry mended.\n\n## Scorer 1.0\n\nFirst.\n"
)
WORSE = {"card.full.macro_recall": 0.5}


def only(ledger: Ledger) -> RowMove:
    (move,) = ledger.moves
    return move


def kinds(move: RowMove) -> list[CauseKind]:
    return [cause.kind for cause in move.causes]


def lower(found: dict[str, Any]) -> None:
    found["primary"] = 0.125
    found["card"]["full"]["macro_recall"] = 0.125


def base() -> Published:
    return published(row("acme--one", FEE, BUYER), version="2026.12")


def test_the_same_results_move_nothing() -> None:
    ledger = build_ledger(base(), published(row("acme--one", FEE, BUYER)), NOTHING)
    assert ledger.is_quiet
    assert ledger.compared > 60
    assert (ledger.baseline, ledger.current) == ("2026.12", None)


def test_other_outputs_are_the_submissions_doing_and_its_new_changes_say_why() -> None:
    old = (dt.date(2026, 11, 20), "Prices corrected.")
    new = (dt.date(2026, 12, 5), "Two answers were cut off; run again.")
    before = published(row("acme--one", FEE, BUYER, changes=(old,)), version="2026.12")
    after = published(row("acme--one", FEE, changes=(old, new), digest="sha256:two"))
    move = only(build_ledger(before, after, NOTHING))
    assert kinds(move) == [CauseKind.SUBMISSION]
    (cause,) = move.causes
    assert cause.reasons == ("2026-12-05: Two answers were cut off; run again.",)
    assert cause.file == "submissions/acme--one/submission.json"
    assert move.unexplained == ()
    first = move.numbers[0]
    assert first.key == "card.full.macro_recall"
    assert first.old == pytest.approx(1 / 3)
    assert first.new == pytest.approx(1 / 6)
    by_key = {number.key: number for number in move.numbers}
    assert by_key["card.contracts"].new == 1
    assert "card.word_only.categories.defined_terms.tp" in by_key
    assert "answered" not in by_key


def test_a_change_that_was_known_already_explains_nothing() -> None:
    old = (dt.date(2026, 11, 20), "Prices corrected.")
    before = published(row("acme--one", FEE, BUYER, changes=(old,)), version="2026.12")
    after = published(row("acme--one", FEE, changes=(old,), digest="sha256:two"))
    (cause,) = only(build_ledger(before, after, NOTHING)).unexplained
    assert (cause.kind, cause.pointer) == (CauseKind.SUBMISSION, "/changes")


def test_another_scorer_on_the_same_outputs_and_gold_is_the_scorers_doing() -> None:
    after = edited(signed(published(row("acme--one", FEE, BUYER)), "1.1"), "acme--one", lower)
    move = only(build_ledger(base(), after, LOG))
    assert kinds(move) == [CauseKind.SCORER]
    assert move.causes[0].what == "1.0 → 1.1"
    assert move.causes[0].reasons == ("Places are read better.",)
    assert [number.key for number in move.numbers] == ["card.full.macro_recall"]
    (cause,) = only(build_ledger(base(), after, NOTHING)).unexplained
    assert 'under a heading "## Scorer 1.1"' in cause.mend


def test_another_edition_is_the_golds_doing() -> None:
    def next_edition(found: dict[str, Any]) -> None:
        lower(found)
        found["edition"] = "0.2"

    after = edited(published(row("acme--one", FEE, BUYER)), "acme--one", next_edition)
    move = only(build_ledger(base(), after, LOG))
    assert kinds(move) == [CauseKind.GOLD]
    assert move.causes[0].reasons == ("One entry mended.",)


def test_other_gold_under_the_same_edition_must_name_the_release_after_which_it_changed() -> None:
    def other_gold(found: dict[str, Any]) -> None:
        lower(found)
        card = found["card"]
        card["signature"] = card["signature"].partition("gold:")[0] + "gold:sha256:other"

    after = edited(published(row("acme--one", FEE, BUYER)), "acme--one", other_gold)
    move = only(build_ledger(base(), after, LOG))
    assert kinds(move) == [CauseKind.GOLD]
    assert "## OpenScrub 0.1 after 2026.12" in move.unexplained[0].mend
    told = parse_changelog("## OpenScrub 0.1 after 2026.12\n\nThe dataset was revised.")
    assert only(build_ledger(base(), after, told)).unexplained == ()


def test_every_cause_that_holds_is_named() -> None:
    after = signed(published(row("acme--one", FEE, digest="sha256:two")), "1.1")
    move = only(build_ledger(base(), after, LOG))
    assert kinds(move) == [CauseKind.SUBMISSION, CauseKind.SCORER]
    assert [cause.kind for cause in move.unexplained] == [CauseKind.SUBMISSION]


def test_other_words_in_the_submission_are_no_cause_of_a_score() -> None:
    after = signed(published(row("acme--one", FEE, BUYER, digest="sha256:two")), "1.1")
    move = only(build_ledger(base(), edited(after, "acme--one", lower), LOG))
    assert kinds(move) == [CauseKind.SCORER]


def test_a_scorer_that_changed_under_its_version_is_never_explained() -> None:
    after = edited(published(row("acme--one", FEE, BUYER)), "acme--one", lower)
    (cause,) = only(build_ledger(base(), after, LOG)).unexplained
    assert (cause.kind, cause.file) == (CauseKind.UNKNOWN, "CHANGELOG.md")
    assert isinstance(after.results, dict)
    after.results["scorer_digest"] = "code-2"
    (cause,) = only(build_ledger(base(), after, LOG)).unexplained
    assert cause.file == "scoring/signature.py"
    assert "Raise SCORING_VERSION" in cause.mend


def test_cost_hangs_on_the_submissions_files_not_on_its_outputs() -> None:
    def priced(cost: str, digest: str) -> Published:
        return published(replace(row("acme--one", FEE, BUYER, digest=digest), spending=spent(cost)))

    before = replace(priced("1.5", "sha256:one"), version="2026.12")
    move = only(build_ledger(before, priced("2", "sha256:two"), NOTHING))
    assert kinds(move) == [CauseKind.SUBMISSION]
    assert {number.key for number in move.numbers} == {
        "spending.cost_usd",
        "spending.stated_usd",
    }
    move = only(build_ledger(before, priced("2", "sha256:one"), NOTHING))
    assert kinds(move) == [CauseKind.UNKNOWN]


def test_common_prices_of_another_day_explain_what_is_repriced() -> None:
    def repriced(value: float, day: str) -> Published:
        made = published(replace(row("acme--one", FEE, BUYER), spending=spent()))
        assert isinstance(made.results, dict)
        made.results["common_prices"] = day
        return edited(made, "acme--one", lambda found: found["spending"].update(repriced_usd=value))

    before = replace(repriced(1.0, "2026-11-30"), version="2026.12")
    after = repriced(2.0, "2027-01-01")
    move = only(build_ledger(before, after, NOTHING))
    assert kinds(move) == [CauseKind.PRICES]
    assert "## Common prices 2027-01-01" in move.unexplained[0].mend
    told = parse_changelog("## Common prices 2027-01-01\n\nA maker halved its price.")
    assert only(build_ledger(before, after, told)).unexplained == ()


def test_a_program_is_explained_by_its_own_version() -> None:
    def program(version: str, *found: dict[str, str]) -> Published:
        made = row("program--p", *found, digest=None, name="Proof-reader", version=version)
        return published(marked(made, Mark.PROGRAM))

    before = replace(program("1", FEE, BUYER), version="2026.12")
    move = only(build_ledger(before, program("2", FEE), NOTHING))
    assert kinds(move) == [CauseKind.PROGRAM]
    assert "## Proof-reader 2" in move.unexplained[0].mend
    told = parse_changelog("## Proof-reader 2\n\nIt reads titles.\n\n## Proof-reader 1\n\nFirst.")
    assert only(build_ledger(before, program("2", FEE), told)).causes[0].reasons == (
        "It reads titles.",
    )
    unversioned = only(build_ledger(before, program("1", FEE), told))
    assert unversioned.unexplained[0].mend.startswith("Raise the program's version.")


def test_other_contracts_give_a_program_other_outputs_and_the_gold_alone_explains_them() -> None:
    def program(edition: str, *found: dict[str, str]) -> Published:
        made = row("program--p", *found, digest=None, name="Proof-reader", version="1")
        return published(marked(replace(made, version=edition), Mark.PROGRAM))

    before = replace(program("0.1", FEE, BUYER), version="2026.12")
    assert kinds(only(build_ledger(before, program("0.2", FEE), LOG))) == [CauseKind.GOLD]


def test_printed_figures_that_were_read_again_name_the_release() -> None:
    before = published(reported("p--x--reported", "0.5"), version="2026.12")
    after = published(reported("p--x--reported", "0.6"))
    move = only(build_ledger(before, after, NOTHING))
    assert kinds(move) == [CauseKind.FIGURES]
    assert "## OpenScrub figures after 2026.12" in move.unexplained[0].mend


def test_intervals_that_move_alone_are_a_matter_of_method() -> None:
    def ranged(high: float) -> Published:
        def add(found: dict[str, Any]) -> None:
            found["certainty"] = {"intervals": {"macro_recall": [0.1, high]}}

        return edited(base(), "acme--one", add)

    move = only(build_ledger(ranged(0.5), replace(ranged(0.6), version=None), NOTHING))
    assert kinds(move) == [CauseKind.INTERVALS]
    assert "## Intervals after 2026.12" in move.unexplained[0].mend
    # A row whose edition is no longer ranked has no intervals any more: nothing moved.
    without = edited(base(), "acme--one", lambda found: found.update(certainty=None))
    assert build_ledger(ranged(0.5), without, NOTHING).moves == ()


def test_counts_that_shift_between_contracts_are_seen_though_the_sums_stand() -> None:
    def shift(found: dict[str, Any]) -> None:
        first, second = found["card"]["contracts"]
        first["full"], second["full"] = second["full"], first["full"]

    after = edited(published(row("acme--one", FEE, BUYER)), "acme--one", shift)
    move = only(build_ledger(base(), after, NOTHING))
    assert [(number.key, number.new) for number in move.numbers] == [("card.contracts", 2)]


def test_rows_that_come_and_go_are_events_and_only_those_that_go_need_a_reason() -> None:
    before = published(row("acme--one", FEE), row("acme--two", BUYER), version="2026.12")
    after = published(row("acme--one", FEE), row("acme--three"))
    ledger = build_ledger(before, after, parse_changelog("## Removed acme--two\n\nBy law."))
    assert [(event.kind, event.id, event.note) for event in ledger.events] == [
        (EventKind.NEW, "acme--three", ""),
        (EventKind.GONE, "acme--two", "By law."),
    ]


def test_a_renamed_row_is_the_same_row() -> None:
    before = published(row("acme--one", FEE), version="2026.12")
    after = published(row("acme--uno", FEE, aliases=("acme--older", "acme--one"), name="Acme--One"))
    ledger = build_ledger(before, after, NOTHING)
    assert ledger.moves == ()
    (event,) = ledger.events
    assert (event.kind, event.id, event.note) == (EventKind.RENAMED, "acme--uno", "acme--one")
    # A former id that somebody bears today is that one's.
    both = published(row("acme--uno", FEE, aliases=("acme--one",)), row("acme--one", FEE))
    assert [event.kind for event in build_ledger(before, both, NOTHING).events] == [EventKind.NEW]


def test_a_row_that_is_superseded_retracted_or_stands_again_says_so() -> None:
    plain = row("acme--one", FEE)
    said = row("acme--one", FEE, status_reason="Wrong prompt.", successor="acme--two")
    before = published(plain, version="2026.12")
    (event,) = build_ledger(before, published(marked(said, Mark.RETRACTED)), NOTHING).events
    assert (event.kind, event.note) == (EventKind.RETRACTED, "Wrong prompt.")
    ledger = build_ledger(before, published(marked(said, Mark.SUPERSEDED)), NOTHING)
    (event,) = ledger.events
    assert (event.kind, event.successor) == (EventKind.SUPERSEDED, "acme--two")
    assert ledger.moves == ()
    (rank,) = ledger.ranks
    assert (rank.old, rank.new, rank.own) == ("1", None, True)
    retracted = published(marked(said, Mark.RETRACTED), version="2026.12")
    (event,) = build_ledger(retracted, published(plain), NOTHING).events
    assert event.kind is EventKind.REINSTATED


def test_a_rank_that_moves_because_of_a_newcomer_is_shown_apart() -> None:
    before = published(row("acme--one", FEE), row("acme--same", FEE), version="2026.12")
    after = published(row("acme--one", FEE), row("acme--same", FEE), row("acme--best", FEE, BUYER))
    ledger = build_ledger(before, after, NOTHING)
    assert ledger.moves == ()
    assert [(rank.id, rank.old, rank.new, rank.own) for rank in ledger.ranks] == [
        ("acme--one", "=1", "=2", False),
        ("acme--same", "=1", "=2", False),
    ]


def test_where_gold_is_not_at_hand_nothing_is_said_to_have_moved_or_gone() -> None:
    program = marked(row("program--p", FEE, digest=None), Mark.PROGRAM)
    before = published(program, row("acme--one", FEE), version="2026.12")
    blind = replace(row("acme--one", FEE), card=None)
    after = published(blind, at_hand=False)
    ledger = build_ledger(before, after, NOTHING)
    assert ledger.moves == ()
    assert ledger.ranks == ()
    assert [(event.kind, event.id) for event in ledger.events] == [
        (EventKind.NOT_SCORED, "acme--one"),
        (EventKind.NOT_SCORED, "program--p"),
    ]
    unseen = published(blind, at_hand=False, version="2026.12")
    back = build_ledger(unseen, published(row("acme--one", FEE)), NOTHING)
    assert back.moves == ()
    assert [event.kind for event in back.events] == [EventKind.FIRST_SCORED]


def test_two_variants_of_a_model_are_told_apart_by_name() -> None:
    before = published(row("acme--one", FEE, version="2", reasoning="high"), version="2026.12")
    after = published(row("acme--one", version="2", reasoning="high", digest="sha256:two"))
    assert only(build_ledger(before, after, NOTHING)).name == "Acme--One 2 (reasoning high)"


def test_a_row_of_cards_alone_knows_nothing_of_ranks_and_of_what_is_gone() -> None:
    before = published(row("acme--one", FEE), row("acme--two"), version="2026.12")
    part = replace(published(row("acme--one", FEE)), whole=False)
    for _, found in part.rows():
        assert isinstance(found, dict)
        found["rank"] = None
    assert build_ledger(before, part, NOTHING).is_quiet


def test_results_of_another_form_are_not_compared() -> None:
    old = base()
    other = replace(old, results={**copy.deepcopy(dict(old.results)), "results_version": 2})
    with pytest.raises(BrokenRepositoryError, match=r"release 2026\.12 are not of form 1"):
        build_ledger(other, replace(other, version="2026.12"), NOTHING)
