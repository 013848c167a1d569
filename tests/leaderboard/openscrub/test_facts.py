from __future__ import annotations

import pytest

from leaderboard.openscrub.errors import MarkupError
from leaderboard.openscrub.facts import parse_fact, parse_value, print_value, spell, spellings


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"),
        (13, "thirteen"),
        (20, "twenty"),
        (45, "forty-five"),
        (100, "one hundred"),
        (180, "one hundred eighty"),
        (365, "three hundred sixty-five"),
    ],
)
def test_numbers_in_words(number: int, words: str) -> None:
    assert spell(number) == words


@pytest.mark.parametrize(
    ("number", "unit", "style", "shown"),
    [
        (30, "days", "both", "thirty (30) days"),
        (30, "days", "figures", "30 days"),
        (30, "days", "words", "thirty days"),
        (1, "days", "both", "one (1) day"),
        (10, "", "both", "ten (10)"),
        (5, "percent", "both", "five percent (5%)"),
        (5, "percent", "figures", "5%"),
        (5, "percent", "words", "five percent"),
        (2_000_000, "dollars", "words", "$2,000,000"),
    ],
)
def test_values_as_printed(number: int, unit: str, style: str, shown: str) -> None:
    assert print_value(number, unit, style) == shown


def test_every_style_is_among_the_spellings() -> None:
    assert spellings(30, "days") == ("thirty (30) days", "30 days", "thirty days")
    assert "5 percent" in spellings(5, "percent")
    assert "500,000 dollars" in spellings(500_000, "dollars")


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("10 days", (10, "days", "")),
        ("ten (10) days", (10, "days", "")),
        ("15", (15, "", "")),
        ("10 days' notice", (10, "days", "' notice")),
        ("9:00 a.m.", None),
        ("5%", None),
        ("5 percent", None),
        ("the first day", None),
    ],
)
def test_values_are_read(text: str, parsed: tuple[int, str, str] | None) -> None:
    assert parse_value(text) == parsed


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([], "not a mapping"),
        ({"unit": "weeks", "values": [2, 3, 4], "what": "x"}, "unit is one of"),
        ({"unit": "days", "values": [1, 2, 3], "what": "x"}, "whole numbers above 1"),
        ({"unit": "days", "values": [2, 3], "what": "x"}, "three different"),
        ({"unit": "days", "values": [2, 3, 4], "what": " "}, "what says"),
    ],
)
def test_a_bad_fact_is_told(value: object, message: str) -> None:
    with pytest.raises(MarkupError, match=message):
        parse_fact("x", value)
