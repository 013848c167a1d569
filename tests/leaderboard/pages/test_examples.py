"""What the methodology page says is true of the scorer: examples come out as the rules say."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from leaderboard.explain import Near
from leaderboard.pages.examples import worked_examples


@pytest.fixture(scope="module")
def examples() -> dict[str, Any]:
    return worked_examples()


def test_places_come_out_as_scoring_1_4_has_them(examples: dict[str, Any]) -> None:
    same = {(pair.left, pair.right) for pair in examples["places"] if pair.same}
    assert same == {
        ("Section 2.1(b)", "paragraph (b) of Section 2.1"),
        ("Article IV, Section 4.2", "Section 4.2"),
        ("Annex I", "Annex 1"),
        ("Sections 2(a) and (b)", "Sections 2(b), 2(a)"),
        ("first paragraph", "Preamble"),
    }


def test_words_come_out_as_scoring_1_3_has_them(examples: dict[str, Any]) -> None:
    assert [normal for _, normal in examples["words"]] == [
        "net sales price",
        "effective date",
        "fee",
        "know-how",
        "at&t",
    ]


def test_answers_are_read_as_scoring_1_2_has_it(examples: dict[str, Any]) -> None:
    assert [(form.status, form.entries) for form in examples["forms"]] == [
        ("ok", 1),
        ("ok", 1),
        ("ok", 0),
        ("invalid_json", 0),
        ("truncated", 0),
        ("no_json", 0),
    ]


def test_the_small_contract_scores_as_counted_by_hand(examples: dict[str, Any]) -> None:
    card = examples["contract"]["card"]
    recalls = [Fraction(3, 4), Fraction(0), Fraction(1), Fraction(1), Fraction(0)]
    assert card.full.macro_recall == sum(recalls) / 5
    assert card.localisation_gap == Fraction(1, 5)
    near = [entry.near for entry in examples["contract"]["outcomes"] if entry.near]
    assert near == [Near.PLACE, Near.PLACE]


def test_clause_verdicts_come_out_as_scoring_2_has_them(examples: dict[str, Any]) -> None:
    assert [(case.published, case.strict) for case in examples["clauses"]] == [
        (True, True),
        (True, True),
        (False, False),
        (True, True),
        (True, True),
        (True, False),
        (True, False),
        (True, False),
        (True, True),
        (True, False),
    ]
