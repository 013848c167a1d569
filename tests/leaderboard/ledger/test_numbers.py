from __future__ import annotations

import copy

import pytest

from leaderboard.ledger.numbers import detail_changes, number_title, row_numbers
from tests.leaderboard.ledger.published import FEE, published, row
from tests.leaderboard.samples import reported

ROW = next(found for _, found in published(row("acme--one", FEE)).rows())


def test_every_number_of_a_row_is_published_but_what_its_neighbours_decide() -> None:
    numbers = row_numbers(ROW)
    assert next(iter(numbers)) == "card.full.macro_recall"
    assert numbers["card.full.categories.defined_terms.tp"] == 1
    assert numbers["card.word_only.categories.defined_terms.recall"] == 0.5
    assert numbers["answered"] == numbers["items"] == 2
    assert not {key for key in numbers if "rank" in key or "best" in key or "tied" in key}
    assert not {key for key in numbers if "contracts" in key.split(".")}
    # What is missing is no number: precision of a category without answers and gold.
    assert ROW["card"]["full"]["categories"]["inconsistent_language"]["recall"] is None
    assert "card.full.categories.inconsistent_language.recall" not in numbers


def test_printed_figures_and_interval_ends_are_published() -> None:
    (_, printed), *_ = published(reported("p--x--reported", "0.5", defined_terms="0.25")).rows()
    assert row_numbers(printed) == {
        "answered": 0,
        "items": 0,
        "reported.macro_recall": 0.5,
        "reported.category_recall.defined_terms": 0.25,
        "reported.cost_per_contract": 1.38,
        "reported.seconds_per_contract": 533.0,
    }
    ranged = copy.deepcopy(dict(ROW))
    ranged["certainty"] = {"intervals": {"macro_recall": [0.1, 0.4], "macro_f1": None}}
    numbers = row_numbers(ranged)
    assert numbers["certainty.intervals.macro_recall.high"] == 0.4
    assert not {key for key in numbers if "intervals.macro_f1" in key}


def test_counts_by_contract_are_one_number_of_how_many_differ() -> None:
    other = copy.deepcopy(dict(ROW))
    assert detail_changes(ROW, other) is None
    other["card"]["contracts"][1]["full"]["defined_terms"] = [0, 9, 9]
    assert detail_changes(ROW, other) == ("card.contracts", 1)
    assert detail_changes(ROW, {**other, "card": None}) is None


@pytest.mark.parametrize(
    ("key", "title"),
    [
        ("card.full.macro_recall", "Macro recall"),
        ("card.full.micro.tp", "Micro · tp"),
        ("card.full.categories.defined_terms.recall", "Defined Terms · recall"),
        ("card.word_only.macro_f1", "Word-only: macro f1"),
        ("card.strict.by_type.Governing Law.passed", "Strict: Governing Law · passed"),
        ("card.published.accuracy", "Published: accuracy"),
        ("certainty.intervals.macro_recall.low", "95 % interval: macro recall · low"),
        ("certainty.intervals.defined_terms.high", "95 % interval: Defined Terms · high"),
        ("reported.category_recall.defined_terms", "As printed: Defined Terms · recall"),
        ("spending.input_tokens", "Input tokens"),
        ("something.new", "something.new"),
    ],
)
def test_a_number_has_a_name_for_readers(key: str, title: str) -> None:
    assert number_title(key) == title
