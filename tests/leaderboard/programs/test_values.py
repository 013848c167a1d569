from __future__ import annotations

from fractions import Fraction

import pytest

from leaderboard.programs.outline import read_outline
from leaderboard.programs.text import sentences
from leaderboard.programs.values import find_facts, number_in_words, value_conflicts


def conflicts(text: str) -> list[tuple[str, str]]:
    outline = read_outline(text)
    return [
        (found.one.words, found.two.words)
        for found in value_conflicts(outline, sentences(text, outline.cuts))
    ]


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("seven", 7),
        ("forty-five", 45),
        ("one hundred and twenty", 120),
        ("two thousand three hundred", 2300),
        ("hundred", 100),
        ("one million", 1_000_000),
    ],
)
def test_numbers_in_words(words: str, number: int) -> None:
    assert number_in_words(words) == number


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("thirty (30) days", 30, "day"),
        ("30 days", 30, "day"),
        ("ten Business Days", 10, "business day"),
        ("ten working days", 10, "business day"),
        ("six full months", 6, "month"),
        ("4.5%", Fraction(9, 2), "%"),
        ("five per cent", 5, "%"),
        ("$1,250,000", 1_250_000, "$"),
        ("£2 million", 2_000_000, "£"),
        ("1.25 to 1.00", Fraction(5, 4), "ratio"),
    ],
)
def test_facts(text: str, value: Fraction, unit: str) -> None:
    (fact,), torn = find_facts(f"It is {text} or so.")
    assert (fact.value, fact.unit, fact.words) == (value, unit, text)
    assert torn == []


def test_words_and_digits_that_differ() -> None:
    assert conflicts("Pay within thirty (60) days.") == [("thirty days", "60 days")]
    assert conflicts("Pay within one hundred  twenty (120) days.") == []


INVOICES = (
    "1. FEES\n\n1.1 Invoices. The buyer pays each invoice within thirty (30) days after "
    "receipt.\n\n(a) Refunds take 50 days.\n\n2. REST\n\n2.1 Late. {}\n"
)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("An invoice that the buyer pays within the sixty (60) days after receipt set by Section "
         "1.1 is in time."), [("thirty (30) days", "sixty (60) days")]),
        (("An invoice that the buyer pays within the thirty days after receipt set by Section 1.1 "
         "is in time."), []),
        ("An invoice bears 4% when it is late under Section 1.1.", []),
        ("Storms last sixty days, says Section 1.1.", []),
        ("A sack is late after 60 days; a buyer gets a receipt under Section 1.1.", []),
        ("Storms of 60 days are named in Section 9.9.", []),
        ("Storms of 60 days are named in Section 2.1.", []),
    ],
)  # fmt: skip
def test_values_against_the_section_that_is_cited(
    words: str, expected: list[tuple[str, str]]
) -> None:
    assert conflicts(INVOICES.format(words)) == expected


def test_the_earlier_value_comes_first_whichever_cites() -> None:
    text = (
        "1. FEES\n\n1.1 Late. An invoice that the buyer pays within the sixty days after receipt "
        "set by Section 2.1 is in time.\n\n2. REST\n\n2.1 Invoices. The buyer pays each invoice "
        "within thirty days after receipt."
    )
    assert conflicts(text) == [("sixty days", "thirty days")]


TWICE = (
    "1. FEES\n\n1.1 The mill stores damaged flour sacks free for {} days.\n\n"
    "1.2 The mill stores damaged flour sacks free for 12 days.\n\n"
    "2. REST\n\n2.1 The mill stores damaged flour sacks free for {} days.\n"
)


def test_passages_in_the_same_words() -> None:
    assert conflicts(TWICE.format(9, 9).replace("1.2", "1.2 Other. Nothing. 8.")) == []
    text = TWICE.replace("1.2 The mill stores damaged flour sacks free for 12 days.\n\n", "")
    assert conflicts(text.format(9, 8)) == [("9 days", "8 days")]
    assert conflicts(text.format(9, 9)) == []


def test_two_governing_laws() -> None:
    text = (
        "1. LAW\n\nThis deal is governed by the laws of the State of Ohio.\n\n2. MORE\n\n"
        "It is construed under the laws of {}.\n\n3. REST\n\nCopies are governed by the laws of "
        "United States agencies.\n"
    )
    assert conflicts(text.format("Kent")) == [("Ohio", "Kent")]
    assert conflicts(text.format("Ohio")) == []
