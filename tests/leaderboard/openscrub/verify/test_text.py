"""Words, values, references, forms, definitions: the reader's own grammar."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.openscrub.verify.align import pair_up
from leaderboard.openscrub.verify.forms import Case, Vocabulary, other_numbers
from leaderboard.openscrub.verify.reading import read_contract
from leaderboard.openscrub.verify.references import find_references
from leaderboard.openscrub.verify.values import find_numbers, find_values, read_value
from leaderboard.openscrub.verify.words import (
    flatten,
    is_shouted,
    read_sentences,
    read_words,
    squeeze,
)


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in read_sentences(text, 0, len(text))]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("It is. It was.", 2),
        ("Acme, Inc. and others. Quill, Inc. The rest.", 3),
        ("It ends at 5:00 p.m. The rest. At 6 p.m. Ohio time.", 3),
        ("Ann B. Vale signs. See Exhibit A. Whatever remains.", 3),
        ('He said "so." She left.', 2),
        ("  Two blanks.  ", 1),
        ("", 0),
        ("? It", 2),
    ],
)
def test_sentences_end_where_a_reader_ends_them(text: str, count: int) -> None:
    assert len(sentences(text)) == count


@given(st.text(alphabet="Aa. ?\"'(1\n", max_size=60))
def test_sentences_cover_the_text_in_order(text: str) -> None:
    spans = list(read_sentences(text, 0, len(text)))
    assert spans == sorted(spans)
    assert "".join("".join(text[a:b].split()) for a, b in spans) == "".join(text.split())


@given(st.text(max_size=80))
def test_flat_text_keeps_its_length(text: str) -> None:
    assert len(flatten(text)) == len(text)
    assert squeeze(squeeze(text)) == squeeze(text)


def test_capitals_throughout_make_a_shout() -> None:
    assert is_shouted("NOT AT ALL.")
    assert not is_shouted("ALL")
    assert not is_shouted("Not At All")


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("thirty (30) days", 30, "day"),
        ("30 days'", 30, "day"),
        ("one hundred twenty (120) days", 120, "day"),
        ("one hundred and twenty days", 120, "day"),
        ("$1,000,000", 1_000_000, "dollar"),
        ("US$500,000", 500_000, "dollar"),
        ("two million dollars", 2_000_000, "dollar"),
        ("three thousand five hundred dollars", 3500, "dollar"),
        ("thousand days", 1000, "day"),
        ("hundred days", 100, "day"),
        ("ten percent (10%)", 10, "percent"),
        ("10 per cent", 10, "percent"),
        ("1.5%", Fraction(3, 2), "percent"),
        ("twenty (20) working days", 20, "working day"),
        ("forty-five days", 45, "day"),
        ("7", 7, ""),
    ],
)
def test_values_are_number_and_unit(text: str, number: int | Fraction, unit: str) -> None:
    value = read_value(text)
    assert value is not None
    assert (value.number, value.unit, value.words_agree) == (number, unit, True)


@pytest.mark.parametrize("text", ["Ohio", "", "1.25 to 1.00", "ten five; days"])
def test_what_is_no_value_is_none(text: str) -> None:
    assert read_value(text) is None


def test_words_and_figures_may_disagree() -> None:
    value = read_value("thirty (40) days")
    assert value is not None
    assert not value.words_agree


def test_values_stand_in_sentences() -> None:
    text = (
        "within thirty (30) days of it, $1,500 or 10% per annum, ten percent (10%) a year, 5 of us"
    )
    found = [text[start:end] for start, end in find_values(text, 0, len(text))]
    assert found == ["thirty (30) days", "$1,500", "10%", "ten percent (10%)", "5"]


def test_one_is_a_free_number() -> None:
    text = "one of two, the first of 30 and ninety-nine"
    assert [n.text for n in find_numbers(text, 0, len(text))] == ["two", "30", "ninety-nine"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("under Section 4.2(b) and Article IV", ["4.2(b)", "IV"]),
        ("Sections 7, 9.2 and 12 survive", ["7", "9.2", "12"]),
        ("Section 4.2 (b) of this Agreement", ["4.2(b)"]),
        ("Section 9 of the Loan Note", []),
        ("paragraph 1 of Schedule 2", ["Schedule 2(1)"]),
        ("Exhibits A and B-1", ["Exhibit A", "Exhibit B-1"]),
        ("Sections 3 through 7", ["3", "7"]),
        ("no such Section at all", []),
    ],
)
def test_references_name_places(text: str, found: list[str]) -> None:
    from leaderboard.openscrub.verify.outline import place_of

    names = {place_of(name if name[0] in "ES" else f"Section {name}") for name in found}
    named = [place for r in find_references(text, 0, len(text)) for place in r.places]
    assert set(named) == names
    assert len(named) == len(found)


@pytest.mark.parametrize(
    ("term", "others"),
    [
        ("Party", {"parties"}),
        ("Parties", {"partieses", "party"}),
        ("Losses", {"losseses", "loss", "losse"}),
        ("Key", {"keys"}),
        ("Loss", {"losses"}),
        ("Change of Control", {"change of controls", "changes of control"}),
        ("Prices", {"priceses", "price"}),
        ("Status", {"statuses"}),
    ],
)
def test_terms_have_another_number(term: str, others: set[str]) -> None:
    assert other_numbers(term) >= others - {"partieses", "losseses", "priceses"}


def forms(text: str, *terms: str) -> list[tuple[str, str, Case, bool]]:
    words = list(read_words(text, 0, len(text)))
    return [
        (text[words[m.first].start : words[m.last].end], m.term, m.case, m.exact)
        for m in Vocabulary(terms).find(text, words, len(text))
    ]


def test_the_longest_term_wins() -> None:
    found = forms("the Renewal Term and the Term", "Term", "Renewal Term")
    assert [term for _, term, _, _ in found] == ["Renewal Term", "Term"]


def test_the_case_of_a_form_is_read_beside_its_definition() -> None:
    text = "a Wind-Down Period, wind-down periods, Wind-down period, wind down period"
    found = forms(text, "Wind-Down Period")
    assert [(case, exact) for _, _, case, exact in found] == [
        (Case.CAPITAL, True),
        (Case.LOWER, False),
        (Case.MIXED, True),
    ]
    assert [f[2] for f in forms("PARTY Party party", "PARTY")] == [
        Case.CAPITAL,
        Case.MIXED,
        Case.LOWER,
    ]
    assert forms("Field of Use", "Field of Use")[0][2] is Case.CAPITAL


def test_a_part_of_a_hyphenated_word_is_no_form() -> None:
    assert forms("third-party and party-led, non-Party", "Party") == []
    assert forms("Change of", "Change of Control") == []


def defined(body: str, preamble: str = "This is it.") -> list[str]:
    text = f"{preamble}\n\n1. Terms\n\n{body}"
    return [definition.term for definition in read_contract(text).definitions]


@pytest.mark.parametrize(
    ("body", "terms"),
    [
        ('the goods (the "Goods") and (each, an “Order”)', ["Goods", "Order"]),
        ('"Net Price," means the price.', ["Net Price"]),
        ('"Goods": all of them.', ["Goods"]),
        ('a crate marked "Confidential" is closed', []),
        ('"Fee" has the meaning given to it in Section 9.', []),
        ('"Fee" has the meaning stated here: money.', ["Fee"]),
        ("the goods (hereinafter the Goods) and (hereinafter each an Order)", ["Goods", "Order"]),
        ("those (hereinafter referred to as the Field of Use)", ["Field of Use"]),
        ("those (herein called the Goods)", ["Goods"]),
        ("The term Goods means things.", ["Goods"]),
        ("As used in this Agreement, Goods means things.", ["Goods"]),
        ("Goods shall mean things.", ["Goods"]),
        ("Goods: any things.", ["Goods"]),
        ("This means that it is so. Relief means that time stands still.", []),
        ("It is so. Goods are sold (each of them).", []),
    ],
)
def test_definitions_are_found_in_every_form(body: str, terms: list[str]) -> None:
    assert defined(body) == terms


def test_unquoted_parties_are_defined_in_the_preamble() -> None:
    for preamble in (
        "Between A (hereinafter the Seller) and B (each a Party and, collectively, the Parties).",
        "The Seller and the Buyer are each a Party and together the Parties.",
        "Each of them is a Party, and both are the Parties.",
    ):
        assert {"Party", "Parties"} <= set(defined("It ends.", preamble))


@given(
    st.lists(st.sampled_from("abc"), max_size=6),
    st.lists(st.sampled_from("abc"), max_size=6),
)
def test_pairing_accounts_for_every_piece_that_is_not_equal(one: list[str], two: list[str]) -> None:
    pairs = list(pair_up(one, two))
    left = [i for i, _ in pairs if i is not None]
    right = [j for _, j in pairs if j is not None]
    assert left == sorted(set(left))
    assert right == sorted(set(right))
    rest = [text for at, text in enumerate(one) if at not in left]
    assert rest == [text for at, text in enumerate(two) if at not in right]


def test_likeness_pairs_and_strangers_stay_alone() -> None:
    twin = ["the goods are sold", "x"]
    contract = ["new words stand here", "the wares are sold", "y"]
    assert list(pair_up(twin, contract)) == [(None, 0), (0, 1), (1, 2)]
    assert list(pair_up(["a", "b"], ["c"])) == [(0, None), (1, 0)]
    assert list(pair_up([""], ["", ""])) == [(None, 1)]


def test_an_offset_outside_all_sentences_has_a_sentence_to_show() -> None:
    reading = read_contract("1. Terms\n\n(a) It is.")
    assert reading.span_at(0) is None
    assert reading.sentence_at(1) == "1. Terms (a) It is."
    assert not reading.opens_at(0)
    assert read_contract("").place_at(0) == ""
