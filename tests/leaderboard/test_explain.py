from __future__ import annotations

from typing import Any

from leaderboard.evaluate import explain_records
from leaderboard.explain import EntryOutcome, Near, Outcome, explain
from scoring.contractscrub import parse_answer
from tests.leaderboard.samples import SCRUB, record, reply


def outcomes(
    gold: list[dict[str, Any]], *answered: dict[str, str], category: str = "defined_terms"
) -> list[EntryOutcome]:
    answer = parse_answer(reply(**{category: list(answered)}))
    return list(explain({"one": {category: gold}}, {"one": answer}))


def term(word: str, place: str) -> dict[str, Any]:
    return {"term": word, "location": place}


def test_each_entry_is_found_missed_or_false() -> None:
    found, missed, false = outcomes(
        [term("Fee", "2"), term("Buyer", "P")], term("fee", "Section 2"), term("Goods", "7")
    )
    assert (found.outcome, found.answered, found.gold) == (
        Outcome.FOUND,
        term("fee", "Section 2"),
        term("Fee", "2"),
    )
    assert (missed.outcome, missed.gold, missed.answered) == (
        Outcome.MISSED,
        term("Buyer", "P"),
        None,
    )
    assert (false.outcome, false.answered, false.gold) == (Outcome.FALSE, term("Goods", "7"), None)
    assert found.near is missed.near is false.near is None


def test_a_near_miss_says_what_differs_on_both_sides() -> None:
    missed, false = outcomes([term("Fee", "2")], term("Fee", "3"))
    assert missed.near is false.near is Near.PLACE
    assert missed.partner == term("Fee", "3")
    assert false.partner == term("Fee", "2")
    missed, false = outcomes([term("Fee", "2")], term("Charge", "2"))
    assert missed.near is false.near is Near.WORDS


def test_a_near_miss_in_place_comes_before_one_in_words_and_pairs_one_to_one() -> None:
    gold = [term("Fee", "2"), term("Goods", "3")]
    entries = outcomes(gold, term("Fee", "3"), term("Fee", "9"))
    near = {(entry.outcome, str(entry.answered or entry.gold)): entry.near for entry in entries}
    assert near[Outcome.MISSED, str(term("Fee", "2"))] is Near.PLACE
    assert near[Outcome.FALSE, str(term("Fee", "3"))] is Near.PLACE
    assert near[Outcome.MISSED, str(term("Goods", "3"))] is None
    assert near[Outcome.FALSE, str(term("Fee", "9"))] is None


def test_entries_without_usable_fields_are_false_and_near_nothing() -> None:
    answer = parse_answer('{"defined_terms": [[]]}')
    (entry,) = explain({"one": {}}, {"one": answer})
    assert (entry.outcome, entry.answered, entry.near) == (Outcome.FALSE, {}, None)


def test_tolerated_answers_are_told_apart() -> None:
    (entry,) = outcomes([{**term("Fee", "2"), "tolerated": True}], term("Fee", "2"))
    assert entry.outcome is Outcome.TOLERATED


def test_contracts_without_an_answer_are_missed_in_order() -> None:
    entries = explain_records(SCRUB, [record("beta", reply())])
    assert [(entry.contract, entry.outcome) for entry in entries] == [
        ("alpha", Outcome.MISSED),
        ("alpha", Outcome.MISSED),
        ("alpha", Outcome.MISSED),
        ("beta", Outcome.MISSED),
    ]
