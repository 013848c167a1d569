from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.display import MISSING, as_float, format_number


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (Fraction(1, 3), 3, "0.333"),
        (Fraction(2, 3), 3, "0.667"),
        (Fraction(1, 2), 0, "0"),
        (Fraction(3, 2), 0, "2"),
        (Fraction(1, 8), 2, "0.12"),
        (Fraction(3, 8), 2, "0.38"),
        (Fraction(-1, 3), 1, "-0.3"),
        (1, 3, "1.000"),
        (0, 2, "0.00"),
        (12_345_678, 0, "12345678"),
        (Fraction(10**30 + 1, 10**30), 3, "1.000"),
    ],
)
def test_a_number_is_rounded_once_half_to_even(
    value: Fraction | int, digits: int, text: str
) -> None:
    assert format_number(value, digits) == text


def test_missing_is_a_dash_and_stays_none_in_files() -> None:
    assert format_number(None, 3) == MISSING == "–"
    assert as_float(None) is None
    assert as_float(Fraction(1, 4)) == 0.25


@given(st.fractions(min_value=-1000, max_value=1000), st.integers(0, 6))
def test_what_is_shown_is_within_half_a_unit_of_what_is_meant(value: Fraction, digits: int) -> None:
    shown = Fraction(format_number(value, digits))
    assert abs(shown - value) <= Fraction(1, 2 * 10**digits)
