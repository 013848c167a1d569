"""Real errors planted in a small contract: each part of the proof sees its own."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.openscrub.verify.proof import examine
from scoring.contractscrub import CATEGORY_KEYS
from tests.leaderboard.openscrub.verify.sample import (
    GOLD,
    WITNESS,
    codes,
    examined,
    gold_copy,
    material,
)


def test_the_sample_is_proven() -> None:
    assert examined().faults == ()


def test_without_evidence_only_the_text_speaks_and_nothing_is_proven() -> None:
    assert codes(examined(evidence=False).faults) == {"no-declarations", "no-twin"}


UNLOGGED = [
    ("Any Order may", "Any Shipment Plan may", "capital-left-over", "difference-not-logged"),
    ("Any Order may", "Any order may", "lower-case-left-over", "difference-not-logged"),
    ("pay for the Products under", "pay for the Bought Goods under", "capital-left-over", ""),
    ("are late, under", "are late by 9 days, under", "number-left-over", ""),
    ("if a Notice says", "if a Notice under Section 2.2 says", "reference-left-over", ""),
    ("if a Notice says", "if a Notice under Section 9.9 says", "no-such-place", ""),
    ("law of <fact/law:Ohio> governs", "law of <fact/law:Iowa> governs", "fact-not-logged", ""),
    ("within <value:seven", "within Five <value:seven", "number-left-over", ""),
    (
        "under <reference/cure:Section 1.2(b)>",
        "under <reference/cure:Section 1.2(d)>",
        "reference-differs",
        "difference-not-explained",
    ),
    ("Losses may ask", "Losses may ask the Buyer", "", "difference-not-explained"),
    ("The Supplier answers", "The Buyer answers", "", "difference-not-logged"),
    ("<value:five (5) days>", "<value:six (6) days>", "", "difference-not-logged"),
    ("2.1 Law.", "2.2 Law.", "numbering", ""),
    ("mail (each, a", 'mail (the "Post") (each, a', "definition-not-logged", ""),
    ("SCHEDULE 1", "SCHEDULE 2", "no-such-place", "untouchable"),
    ('"Losses" means damages', '"Losses" means thirty (40) damages', "number-left-over", ""),
    ("<fact/law:Ohio> governs", "<fact/cure:thirty (40) days> governs", "fact-thrice", ""),
    ("<fact/law:Ohio> governs", "<fact/law:thirty (40) days> governs", "fact-unreadable", ""),
]


@pytest.mark.parametrize(("old", "new", "alone", "twin"), UNLOGGED)
def test_an_error_that_nobody_logged_is_found(old: str, new: str, alone: str, twin: str) -> None:
    one = examined((old, new))
    found = codes(one.find_faults(one.gold, with_twin=False))
    assert alone in found or not alone
    assert twin in codes(one.faults) or not twin


def test_every_difference_is_found_even_where_no_other_part_looks() -> None:
    for edit in (("Name: Ann Vale", "Name: Ann Hale"), ("V-1     $12", "V-1     $13")):
        one = examined(edit)
        assert one.find_faults(one.gold, with_twin=False) == []
        assert codes(one.faults) == {"difference-not-explained"} or "difference" in str(one.faults)


def test_an_undefined_term_overlaps_with_no_term_heading_or_name() -> None:
    def overlaps(*edits: tuple[str, str], term: str = "Sold Wares") -> list[str]:
        gold = gold_copy()
        gold["undefined_capitalized_terms"][0]["term"] = term
        one = examined(*edits, gold=gold)
        return [f.sentence for f in one.faults if f.code == "undefined-overlaps"]

    assert overlaps() == []
    assert "“order”" in overlaps(term="Order Slip")[0]
    assert "“sold wares”" in overlaps(("Section 1.1 Sale.", "Section 1.1 Sold Wares."))[0]
    assert overlaps(("Section 1.1 Sale.", "Section 1.1 Unsold Wares.")) == []
    named = ("<proper:Marsh Pumps, LLC>", "<proper:Sold Wares, LLC>")
    assert "the name “Sold Wares, LLC”" in overlaps(named)[0]


def test_page_breaks_and_line_ends_are_no_differences() -> None:
    one = examined(("- 1 -\n\n", ""), ("Section 1.2 Remedies. The", "Section 1.2 Remedies.\nThe"))
    assert one.faults == ()


def test_an_item_may_open_with_a_capital_of_its_own() -> None:
    one = examined(("(i) without delay", "(i) The sooner the better"))
    assert one.find_faults(one.gold, with_twin=False) == []
    one = examined(("(i) without delay", "(i) Promptness above all"))
    assert "capital-left-over" in codes(one.find_faults(one.gold, with_twin=False))


def test_a_change_that_neither_raises_nor_lowers_a_word_is_a_puzzle() -> None:
    assert "difference-not-explained" in codes(examined(("stays due", "stays dUe")).faults)


def test_a_name_that_grows_past_its_declared_place_is_a_puzzle() -> None:
    edit = ("apply the law of <fact/law:Ohio>.", "apply the law of <fact/law:North Ohio>.")
    assert "fact-not-logged" in codes(examined(edit).faults)
    edit = ("apply the law of <fact/law:Ohio>.", "<fact/law:apply Iowa>.")
    assert codes(examined(edit).faults)


def test_a_planted_parenthesis_is_a_definition() -> None:
    gold = gold_copy()
    gold["defined_terms"].append({"term": "Receipt Note", "location": "Section 1.2(d)"})
    gold["unused_defined_terms"].append({"term": "Receipt Note", "location": "Section 1.2(d)"})
    edit = ("ask for a receipt", 'ask for a receipt (the "Receipt Note")')
    assert examined(edit, gold=gold).faults == ()
    wordy = ("ask for a receipt", 'ask for a receipt (the "Receipt Note" of freight)')
    assert "difference-not-explained" in codes(examined(wordy, gold=gold).faults)


def test_a_sentence_that_disappeared_is_found() -> None:
    one = examined((" Each Order stays due.", ""))
    assert "difference-not-explained" in codes(one.faults)


def test_a_term_that_only_an_unused_definition_names_is_unused_too() -> None:
    gold = gold_copy()
    gold["defined_terms"].append({"term": "Depot", "location": "Section 2.2"})
    edits = (
        ("Any Order may be changed", '"Depot" means a store. Any Order may be changed'),
        ("whoever moves goods", "whoever moves goods to a Depot"),
    )
    one = examined(*edits, gold=gold)
    assert "few-uses" in codes(one.faults)
    gold["unused_defined_terms"].append({"term": "Depot", "location": "Section 2.2"})
    assert "unused-not-in-text" not in codes(examined(*edits, gold=gold).faults)


def test_a_live_term_keeps_two_correct_uses() -> None:
    edits = (
        ("Any Order may", "Any <ordinary:Order> may"),
        ("until every Order", "until all"),
        ("Each Order stays", "All of it stays"),
    )
    found = codes(examined(*edits).faults)
    assert {"few-uses", "ordinary-word-left-over"} <= found


def test_a_term_that_lost_its_uses_must_be_logged() -> None:
    one = examined(
        ("if a Notice says", "if a letter says"),
        ("from the Notice", "from the letter"),
        ("attached to the Notice", "attached to it"),
        ("changed by Notice", "changed by letter"),
    )
    assert "unused-not-logged" in codes(one.find_faults(one.gold, with_twin=False))


def test_a_third_definition_is_no_gold() -> None:
    one = examined(("Whoever pays", '"Losses" means nothing. Whoever pays'))
    assert "defined-thrice" in codes(one.faults)


def test_the_other_number_of_a_term_is_accounted_for_where_it_is_used() -> None:
    one = examined(("Any Order may", "All Orders and orders may"))
    assert "lower-case-left-over" in codes(one.find_faults(one.gold, with_twin=False))


WRONG = [
    ("defined_terms", 0, {"location": "R"}),
    ("defined_terms", 5, {"term": "Product"}),
    ("undefined_capitalized_terms", 0, {"term": "Losses"}),
    ("undefined_capitalized_terms", 0, {"term": "Sold Ware"}),
    ("undefined_capitalized_terms", 0, {"location": "Section 2.3"}),
    ("uncapitalized_defined_terms", 0, {"location": "Section 1.1(c)"}),
    ("uncapitalized_defined_terms", 0, {"term": "Notice"}),
    ("unused_defined_terms", 0, {"term": "Notice", "location": "Section 1.2(a)"}),
    ("unused_defined_terms", 0, {"location": "Section 2.2"}),
    ("incorrect_references", 0, {"location": "Section 1.2(c)"}),
    ("incorrect_references", 0, {"wrong_reference": "Section 1.2(c)"}),
    ("incorrect_references", 0, {"correct_reference": "Section 1.2(a)"}),
    ("incorrect_references", 0, {"correct_reference": "Section 7"}),
    ("incorrect_references", 0, {"correct_reference": "Section 2.1"}),
    ("incorrect_references", 0, {"distance": 3}),
    ("incorrect_party_references", 0, {"wrong_party": "Supplier"}),
    ("incorrect_party_references", 0, {"correct_party": "Carrier"}),
    ("incorrect_party_references", 0, {"location": "Section 2.1"}),
    ("incorrect_party_references", 0, {"accept": {"wrong_party": ["Quill Valve Works, Inc."]}}),
    ("incorrect_party_references", 0, {"accept": {"correct_party": ["Nobody", ""]}}),
    ("incorrect_capitalization", 0, {"location": "Section 1.2(a)"}),
    ("terms_defined_multiple_times", 0, {"location_2": "Section 2.3"}),
    ("terms_defined_multiple_times", 0, {"term": "Carrier"}),
    ("inconsistent_language", 0, {"text_1": "thirty days"}),
    ("inconsistent_language", 0, {"text_2": "thirty (30) days"}),
    ("inconsistent_language", 0, {"location_1": "Section 2.2"}),
    ("inconsistent_language", 0, {"accept": {"text_1": ["40 days"]}}),
    ("inconsistent_language", 0, {"accept": {"text_1": ["State of "]}}),
]


@pytest.mark.parametrize(("category", "index", "change"), WRONG)
def test_gold_that_the_text_does_not_bear_out_is_found(
    category: str, index: int, change: dict[str, Any]
) -> None:
    gold = gold_copy()
    gold[category][index].update(change)
    one = examined(gold=gold)
    assert one.find_faults(gold, with_twin=False)
    if "accept" not in change and "distance" not in change:
        assert one.find_faults(gold)


@given(st.sampled_from([(key, at) for key in CATEGORY_KEYS for at in range(len(GOLD[key]))]))
def test_no_entry_can_be_left_out(where: tuple[str, int]) -> None:
    gold = gold_copy()
    del gold[where[0]][where[1]]
    assert SAMPLE.find_faults(gold)


@given(st.sampled_from([(key, at) for key in CATEGORY_KEYS for at in range(len(GOLD[key]))]))
def test_no_entry_can_be_given_twice(where: tuple[str, int]) -> None:
    gold = gold_copy()
    gold[where[0]].append(gold[where[0]][where[1]])
    assert SAMPLE.find_faults(gold)


@given(st.randoms(use_true_random=False))
def test_the_order_of_entries_does_not_matter(random: Any) -> None:
    gold = gold_copy()
    for entries in gold.values():
        random.shuffle(entries)
    assert SAMPLE.find_faults(gold) == []


SAMPLE = examined()


def test_a_clean_control_is_its_own_twin() -> None:
    assert "control-differs" in codes(examined(control=True).faults)


def test_a_twin_with_a_fault_of_its_own_is_not_clean() -> None:
    doubled = (("Any Order may", '"Losses" means fines. Any Order may'),)
    assert "twin-not-clean" in codes(examined(twin=doubled).faults)
    lost = (("under <reference/cure:Section 1.2(b)>", "under <reference/cure:Section 8>"),)
    assert "twin-not-clean" in codes(examined(twin=lost).faults)
    unused = (("Whoever pays", '"Pallet" means a tray. Whoever pays'),)
    assert "twin-not-clean" in codes(examined(twin=unused).faults)


def test_a_definition_that_gold_forgot_is_missed_in_the_twin_too() -> None:
    gold = gold_copy()
    gold["defined_terms"] = [e for e in gold["defined_terms"] if e["term"] != "Notice"]
    assert "definition-without-difference" in codes(SAMPLE.find_faults(gold))


def test_witness_definitions_and_first_words_are_not_changed() -> None:
    gold = gold_copy()
    gold["incorrect_party_references"][0]["location"] = "Section 1.1(a)"
    one = examined(("The Supplier shall sell", "The Buyer shall sell"), gold=gold)
    assert {"untouchable", "witness"} <= codes(one.faults)
    words = dict(WITNESS, text="The Buyer shall sell")
    one = examined(("The Supplier shall sell", "The Buyer shall sell"), gold=gold, witness=words)
    assert any("fixes the roles" in fault.sentence for fault in one.faults)
    one = examined(("written demand for Products", "written demand for products"))
    assert any("defines" in fault.sentence for fault in one.faults)
    stored = (("Whoever pays", "Products may be stored. Whoever pays"),)
    one = examined(("Products may be stored", "Merchandise may be stored"), twin=stored)
    assert any("first word" in fault.sentence for fault in one.faults)


def test_a_heading_is_not_changed() -> None:
    one = examined(
        ("2.2 Damages to Order.", "2.2 Damages to Notice."),
        twin=(("2.2 Costs.", "2.2 Damages to Order."),),
    )
    assert "difference-not-explained" in codes(one.faults)
    one = examined(("SCHEDULE 1", "SCHEDULE 2"))
    assert any("a heading" in fault.sentence for fault in one.faults)


def test_the_witness_must_stand_where_it_is_said_to_stand() -> None:
    assert "witness" in codes(examined(witness={"location": "R", "text": "x"}).faults)
    assert "witness" in codes(examined(witness={}).faults)
    gold = gold_copy()
    gold["incorrect_party_references"] = []
    assert "witness" not in codes(examined(witness={}, gold=gold).faults)


def test_an_insertion_was_drawn_from_four_sites() -> None:
    assert "thin-pool" in codes(examined(insertions=[["unused_defined_terms", 9, 12, 3]]).faults)
    assert examined(insertions=[["unused_defined_terms", 9, 12, 4]]).faults == ()


def test_material_is_read_the_same_way_twice() -> None:
    assert examine(material()).faults == examine(material()).faults
