from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from leaderboard.cards_text import render_row
from leaderboard.pages.figures import spent
from tests.leaderboard.pages import fakes
from tests.leaderboard.samples import scored

STATED = "Cost as the gateway states it"


def test_a_row_that_states_nothing_shows_nothing() -> None:
    assert spent(None) == ()


def test_every_cost_that_is_a_lower_bound_says_so() -> None:
    shown = dict(spent(fakes.spent("1.5")))
    assert shown["Cost as run, US dollars"] == "≥ 1.5000"
    assert shown["Cost as the submitters state it"] == "≥ 1.5000"
    assert shown["Cost at the common price list"] == "–"


def test_a_gateways_cost_stands_beside_ours_and_a_gap_is_told() -> None:
    assert STATED not in dict(spent(fakes.spent()))
    near = replace(fakes.spent(), gateway=Fraction("1.6"))
    assert dict(spent(near))[STATED] == "1.6000"
    far = replace(near, gateway_differs=True)
    assert dict(spent(far))[STATED] == "1.6000, more than 10 % apart from ours"


def test_the_text_of_a_score_tells_of_a_gap_too() -> None:
    far = replace(fakes.spent(), gateway=Fraction(2), gateway_differs=True)
    told = "the gateway asked $2.0000: more than 10 % apart from the cost by tokens"
    assert told in render_row(scored("acme--m1", spending=far))
    assert "gateway" not in render_row(scored("acme--m1", spending=fakes.spent()))
