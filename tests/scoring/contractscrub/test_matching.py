from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.contractscrub import CATEGORIES, CATEGORY_KEYS, Category
from scoring.contractscrub.matching import match
from scoring.errors import GoldError

BY_KEY = dict(zip(CATEGORY_KEYS, CATEGORIES, strict=True))
DEFINED = BY_KEY["defined_terms"]
REFERENCES = BY_KEY["incorrect_references"]
TWICE = BY_KEY["terms_defined_multiple_times"]
INCONSISTENT = BY_KEY["inconsistent_language"]


def counts(
    category: Category, gold: list[dict[str, Any]], answered: list[dict[str, str]], **kwargs: bool
) -> tuple[int, int, int]:
    found = match(category, gold, answered, **kwargs)
    return len(found.found), len(found.false), len(found.missed)


def term(name: str, location: str = "2", **annotations: Any) -> dict[str, Any]:
    return {"term": name, "location": location, **annotations}


def test_the_same_entry_twice_is_two_entries_on_either_side() -> None:
    # Case A054.
    fee = term("Fee")
    assert counts(DEFINED, [fee], [fee, fee]) == (1, 1, 0)
    assert counts(DEFINED, [fee, fee], [fee]) == (1, 0, 1)


def test_all_fields_must_be_equal_after_normalisation() -> None:
    assert counts(DEFINED, [term("Fee", "Section 2(a)")], [term("“fee”", "2 (A)")]) == (1, 0, 0)
    assert counts(DEFINED, [term("Fee", "2(a)")], [term("Fee", "2(b)")]) == (0, 1, 1)
    assert counts(DEFINED, [term("Fee", "2(a)")], [term("Fee", "9")], word_only=True) == (1, 0, 0)


def test_references_say_what_is_wrong_and_stay_in_the_word_only_variant() -> None:
    gold = {"wrong_reference": "Section 4.1", "correct_reference": "4.2", "location": "9"}
    answer = {"wrong_reference": "4.1", "correct_reference": "§ 4.2", "location": "8"}
    assert counts(REFERENCES, [gold], [answer]) == (0, 1, 1)
    assert counts(REFERENCES, [gold], [answer], word_only=True) == (1, 0, 0)
    other = {**answer, "correct_reference": "4.3"}
    assert counts(REFERENCES, [gold], [other], word_only=True) == (0, 1, 1)


def test_two_places_of_one_term_have_no_order() -> None:
    gold = {"term": "Fee", "location_1": "2", "location_2": "7"}
    turned = {"term": "Fee", "location_1": "7", "location_2": "2"}
    doubled = {"term": "Fee", "location_1": "2", "location_2": "2"}
    assert counts(TWICE, [gold], [turned]) == (1, 0, 0)
    assert counts(TWICE, [gold], [doubled]) == (0, 1, 1)


def test_contradictions_are_unordered_pairs_whose_text_stays_with_its_place() -> None:
    gold = {"text_1": "30 days", "text_2": "45 days", "location_1": "2", "location_2": "7"}
    turned = {"text_1": "45 days", "text_2": "30 days", "location_1": "7", "location_2": "2"}
    crossed = {"text_1": "45 days", "text_2": "30 days", "location_1": "2", "location_2": "7"}
    assert counts(INCONSISTENT, [gold], [turned]) == (1, 0, 0)
    assert counts(INCONSISTENT, [gold], [crossed]) == (0, 1, 1)
    assert counts(INCONSISTENT, [gold], [crossed], word_only=True) == (1, 0, 0)


def test_a_malformed_entry_counts_as_false() -> None:
    assert counts(DEFINED, [term("Fee")], [{"location": "2"}]) == (0, 1, 1)
    assert counts(DEFINED, [term("Fee")], [{"term": "Fee"}]) == (0, 1, 1)
    assert counts(DEFINED, [term("Fee")], [{"term": "Fee"}], word_only=True) == (1, 0, 0)


def test_other_spellings_are_read_as_gold_s_own_on_either_side_of_a_pair() -> None:
    gold = {
        "text_1": "thirty (30) days",
        "text_2": "45 days",
        "location_1": "2",
        "location_2": "7",
        "accept": {"text_1": ["30 days"]},
    }
    answer = {"text_1": "45 days", "text_2": "30 days", "location_1": "7", "location_2": "2"}
    assert counts(INCONSISTENT, [gold], [answer]) == (1, 0, 0)


def test_an_alias_still_takes_part_in_one_match_only() -> None:
    gold = [term("Acme", accept={"term": ["Acme Corp"]}), term("Acme")]
    assert counts(DEFINED, gold, [term("Acme Corp"), term("Acme"), term("acme corp")]) == (2, 1, 0)


@pytest.mark.parametrize(
    "gold",
    [
        [term("Fee", accept={"term": ["Dues"]}), term("Charge", accept={"term": ["dues"]})],
        [term("Fee", accept={"term": ["Charge"]}), term("Charge")],
        [term("Fee", accept={"place": ["2"]})],
        [term("Fee", accept={"term": "Dues"})],
        [term("Fee", accept={"term": [1]})],
        [term("Fee", accept=["Dues"])],
        [term("Fee", tolerated="yes")],
        [term("Fee", remark="?")],
        [{"term": "Fee"}],
        [{"term": 3, "location": "2"}],
    ],
)
def test_gold_that_is_not_in_order_is_refused(gold: list[dict[str, Any]]) -> None:
    with pytest.raises(GoldError):
        match(DEFINED, gold, [])


def test_an_alias_equal_to_its_own_spelling_is_harmless() -> None:
    assert counts(DEFINED, [term("Fee", accept={"term": ["FEE"]})], [term("fee")]) == (1, 0, 0)


def test_each_tolerated_entry_absorbs_one_unmatched_answer() -> None:
    gold = [term("Fee"), term("Notice", tolerated=True)]
    matched = match(DEFINED, gold, [term("Notice"), term("Notice"), term("Fee")])
    assert matched.found == ((2, 0),)
    assert matched.tolerated == (0,)
    assert matched.false == (1,)
    assert matched.missed == ()


def test_tolerated_gold_yields_to_a_real_entry_of_the_same_form() -> None:
    gold = [term("Fee", tolerated=True), term("Fee")]
    assert counts(DEFINED, gold, [term("Fee")]) == (1, 0, 0)
    assert counts(DEFINED, gold, [term("Fee"), term("Fee")]) == (1, 0, 0)


terms = st.builds(
    term, st.sampled_from(["Fee", "fee", "Net Fee", "Buyer"]), st.sampled_from(["1", "2(a)", "P"])
)


@given(st.lists(terms), st.lists(terms), st.randoms(use_true_random=False))
def test_order_never_matters(
    gold: list[dict[str, Any]], answered: list[dict[str, str]], chance: random.Random
) -> None:
    before = counts(DEFINED, gold, answered)
    chance.shuffle(gold)
    chance.shuffle(answered)
    assert counts(DEFINED, gold, answered) == before


@given(st.lists(terms), st.lists(terms))
def test_every_entry_is_counted_once(
    gold: list[dict[str, Any]], answered: list[dict[str, str]]
) -> None:
    for word_only in (False, True):
        tp, fp, fn = counts(DEFINED, gold, answered, word_only=word_only)
        assert tp + fn == len(gold)
        assert tp + fp == len(answered)


@given(st.lists(terms), st.lists(terms))
def test_leaving_places_out_never_loses_a_match(
    gold: list[dict[str, Any]], answered: list[dict[str, str]]
) -> None:
    assert counts(DEFINED, gold, answered, word_only=True)[0] >= counts(DEFINED, gold, answered)[0]


@given(st.lists(terms))
def test_gold_fed_back_is_found_whole(gold: list[dict[str, Any]]) -> None:
    assert counts(DEFINED, gold, gold) == (len(gold), 0, 0)
