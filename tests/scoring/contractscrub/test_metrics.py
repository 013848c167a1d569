from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.contractscrub import CATEGORIES, CATEGORY_KEYS, Answer, score
from scoring.contractscrub.metrics import Reference, Tally, Variant
from scoring.errors import GoldError
from scoring.signature import SCORING_VERSION

Entries = dict[str, list[dict[str, Any]]]
WORDS = ("Fee", "Net Fee", "Buyer", "Seller", "Goods", "Notice")
PLACES = ("P", "1", "2(a)", "2(b)", "3.1", "Exhibit A")


def answer(**entries: list[dict[str, Any]]) -> Answer:
    return with_status("ok", entries)


def with_status(status: str, entries: Entries) -> Answer:
    whole = {key: entries.get(key, []) for key in CATEGORY_KEYS}
    return Answer(status=status, entries=whole, flags=frozenset())


def terms(*pairs: tuple[str, str]) -> list[dict[str, Any]]:
    return [{"term": word, "location": place} for word, place in pairs]


def test_counts_are_pooled_over_contracts_not_averaged() -> None:
    # Case E016: contract 1 TP 1; contract 2 TP 2, FP 8, FN 8. The mean of F1 is 0.600.
    gold = {
        "one": {"defined_terms": terms(("Fee", "1"))},
        "two": {"defined_terms": terms(*((f"T{i}", "1") for i in range(10)))},
    }
    answers = {
        "one": answer(defined_terms=terms(("Fee", "1"))),
        "two": answer(
            defined_terms=terms(
                *((f"T{i}", "1") for i in range(2)), *((f"X{i}", "1") for i in range(8))
            )
        ),
    }
    tally = score(gold, answers).full.categories["defined_terms"]
    assert (tally.tp, tally.fp, tally.fn) == (3, 8, 8)
    assert tally.f1 == Fraction(6, 22)
    assert tally.recall == tally.precision == Fraction(3, 11)


def test_an_answer_matches_gold_of_its_own_contract_only() -> None:
    gold = {name: {"defined_terms": terms((name, "1"))} for name in ("one", "two")}
    crossed = {
        "one": answer(defined_terms=terms(("two", "1"))),
        "two": answer(defined_terms=terms(("one", "1"))),
    }
    assert score(gold, crossed).full.micro == Tally(0, 2, 2)


def test_a_category_without_gold_is_left_out_of_macro_but_its_false_entries_count() -> None:
    # Cases E018, E019.
    gold = {"one": {"defined_terms": terms(("Fee", "1"))}}
    given_ = answer(
        defined_terms=terms(("Fee", "1")), unused_defined_terms=terms(("Fee", "1"), ("A", "1"))
    )
    card = score(gold, {"one": given_})
    assert card.full.macro_recall == card.full.macro_precision == card.full.macro_f1 == 1
    assert card.full.micro == Tally(1, 2, 0)
    assert card.contracts[0].false_flags == 2
    assert card.full.categories["unused_defined_terms"].recall is None
    assert card.full.categories["unused_defined_terms"].precision == 0
    assert card.full.categories["incorrect_references"].precision is None
    assert card.full.categories["incorrect_references"].f1 is None


def test_macro_is_the_plain_mean_and_macro_f1_is_the_mean_of_the_f1_values() -> None:
    variant = Variant(
        {
            "a": Tally(1, 0, 0),
            "b": Tally(1, 3, 1),
            "c": Tally(0, 0, 4),
            "d": Tally(0, 5, 0),
        }
    )
    assert variant.macro_recall == Fraction(1, 2)
    assert variant.macro_precision == Fraction(5, 12)
    assert variant.macro_f1 == (1 + Fraction(1, 3) + 0) / 3


def test_without_any_gold_every_macro_is_none() -> None:
    nothing: list[dict[str, Entries]] = [{}, {"one": {}}]
    for gold in nothing:
        card = score(gold, {})
        assert card.full.macro_recall is None
        assert card.full.macro_precision is None
        assert card.full.macro_f1 is None
        assert card.localisation_gap is None


def test_a_contract_without_an_answer_is_missed_whole() -> None:
    gold = {name: {"defined_terms": terms(("Fee", "1"))} for name in ("one", "two")}
    card = score(gold, {"one": answer(defined_terms=terms(("Fee", "1")))})
    assert card.full.macro_recall == Fraction(1, 2)
    assert [contract.status for contract in card.contracts] == ["ok", "missing"]


@pytest.mark.parametrize("status", ["truncated", "refusal", "no_json"])
def test_an_answer_that_is_not_ok_is_scored_as_no_entries(status: str) -> None:
    gold = {"one": {"defined_terms": terms(("Fee", "1"))}}
    card = score(gold, {"one": with_status(status, {"defined_terms": terms(("Fee", "1"))})})
    assert card.full.micro == Tally(0, 0, 1)
    assert card.contracts[0].status == status


def test_an_answer_for_a_strange_contract_is_refused() -> None:
    with pytest.raises(ValueError, match="three"):
        score({"one": {}}, {"three": answer()})


def test_gold_with_a_strange_category_is_refused() -> None:
    with pytest.raises(GoldError, match="typos"):
        score({"one": {"typos": []}}, {})


def test_more_than_ten_entries_per_gold_entry_is_a_flood() -> None:
    gold = {"one": {"defined_terms": terms(("Fee", "1"))}}
    ten = terms(*((f"T{i}", "1") for i in range(10)))
    assert not score(gold, {"one": answer(defined_terms=ten)}).is_flood
    assert score(gold, {"one": answer(defined_terms=[*ten, {}])}).is_flood


def test_distances_of_references_are_kept_with_their_outcome() -> None:
    near = {"wrong_reference": "1", "correct_reference": "2", "location": "3", "distance": 900}
    far = {"wrong_reference": "5", "correct_reference": "6", "location": "7", "distance": 12_000}
    gold = {"one": {"incorrect_references": [near, far, {**far, "tolerated": True}]}}
    found = {key: near[key] for key in ("wrong_reference", "correct_reference", "location")}
    card = score(gold, {"one": answer(incorrect_references=[found])})
    assert card.contracts[0].references == (
        Reference(distance=900, found=True),
        Reference(distance=12_000, found=False),
    )


def test_the_signature_names_scorer_and_gold() -> None:
    gold = {"one": {"defined_terms": terms(("Fee", "1"))}}
    signature = score(gold, {}).signature
    assert signature.startswith(f"contract-scrubbing|scoring:{SCORING_VERSION}|gold:sha256:")
    assert score(gold, {"one": answer()}).signature == signature
    changed = {"one": {"defined_terms": terms(("Fee", "2"))}}
    assert score(changed, {}).signature != signature


def entry_of(fields: tuple[str, ...]) -> st.SearchStrategy[dict[str, str]]:
    return st.fixed_dictionaries(
        {
            name: st.sampled_from(PLACES if "location" in name or "reference" in name else WORDS)
            for name in fields
        }
    )


entries: st.SearchStrategy[Entries] = st.fixed_dictionaries(
    {category.key: st.lists(entry_of(category.fields), max_size=4) for category in CATEGORIES}
)
contracts = st.dictionaries(st.sampled_from(["one", "two", "three"]), entries, min_size=1)


@given(contracts, contracts)
def test_recall_stays_in_bounds_and_word_only_recall_is_never_lower(
    gold: dict[str, Entries], answered: dict[str, Entries]
) -> None:
    answers = {name: answer(**answered[name]) for name in answered if name in gold}
    card = score(gold, answers)
    full, word_only = card.full.macro_recall, card.word_only.macro_recall
    if full is None or word_only is None:
        assert all(not entries for part in gold.values() for entries in part.values())
        return
    assert 0 <= full <= word_only <= 1
    assert card.localisation_gap == word_only - full
    for key in CATEGORY_KEYS:
        assert card.full.categories[key].tp <= card.word_only.categories[key].tp


@given(contracts)
def test_gold_fed_back_scores_exactly_one(gold: dict[str, Entries]) -> None:
    card = score(gold, {name: answer(**part) for name, part in gold.items()})
    assert card.full.macro_recall in {None, 1}
    assert card.full.micro.fp == card.full.micro.fn == 0
