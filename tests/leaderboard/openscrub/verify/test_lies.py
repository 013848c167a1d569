from __future__ import annotations

from dataclasses import replace

import pytest

from leaderboard.openscrub.verify.entries import Gold
from leaderboard.openscrub.verify.extras import propose
from leaderboard.openscrub.verify.lies import SORTS, Tally, draw, measure_kills, plant_lies
from leaderboard.openscrub.verify.proof import Examined, examine
from leaderboard.openscrub.verify.reading import read_contract
from scoring.contractscrub import CATEGORY_KEYS
from tests.leaderboard.openscrub.verify.sample import GOLD, codes, examined, gold_copy, material

SAMPLE = examined()


@pytest.mark.parametrize("category", CATEGORY_KEYS)
def test_every_lie_of_every_sort_is_found_with_the_twin(category: str) -> None:
    tallies = measure_kills([SAMPLE], 3)[category]
    assert list(tallies) == list(SORTS)
    for tally in tallies.values():
        assert tally.planted
        assert tally.with_twin == tally.planted
        assert tally.without_twin <= tally.planted


def test_the_twin_shows_what_text_and_declarations_do_not() -> None:
    kills = measure_kills([SAMPLE], 3)
    missing = kills["incorrect_party_references"]["missing entry"]
    assert missing == Tally(planted=1, without_twin=0, with_twin=1)


def test_lies_are_the_same_every_time_and_spare_the_true_gold() -> None:
    first = [list(plant_lies([SAMPLE], "defined_terms", sort, 5)) for sort in SORTS]
    again = [list(plant_lies([examined()], "defined_terms", sort, 5)) for sort in SORTS]
    assert first == again
    assert [len(lies) for lies in first] == [5, 5, 5, 5]
    assert SAMPLE.gold == GOLD


def test_draws_depend_on_their_parts_alone() -> None:
    assert draw("a", 1) == draw("a", 1) != draw("a", 2)
    assert draw("a", 1) < 2**64


def test_a_lie_differs_from_the_truth_in_one_entry() -> None:
    for category in CATEGORY_KEYS:
        for sort in SORTS:
            for lie in plant_lies([SAMPLE], category, sort, 9):
                true, false = GOLD[category], list(lie.gold[category])
                assert len(false) - len(true) == {"missing entry": -1, "extra entry": 1}.get(
                    sort, 0
                )
                assert sum(entry not in true for entry in false) <= 1
                assert {k: v for k, v in lie.gold.items() if k != category} == {
                    k: v for k, v in GOLD.items() if k != category
                }


def bare() -> Examined:
    """A contract that says nothing of which an extra entry could be made."""
    empty: Gold = {key: [] for key in CATEGORY_KEYS}
    return examine(replace(material(evidence=False), text="It ends.", gold=empty))


@pytest.mark.parametrize("category", CATEGORY_KEYS)
def test_where_nothing_suggests_itself_no_extra_entry_is_made(category: str) -> None:
    assert propose(bare(), category, 7) == []
    assert list(plant_lies([bare()], category, "extra entry", 2)) == []


def test_extra_entries_name_what_stands_there() -> None:
    for lot in range(12):
        for category in CATEGORY_KEYS:
            for entry in propose(SAMPLE, category, lot):
                gold = gold_copy()
                gold[category].append(dict(entry))
                assert SAMPLE.find_faults(gold), (category, entry)


def test_parties_and_values_without_a_second_place_make_no_lie() -> None:
    gold = gold_copy()
    one = examine(replace(material(gold=gold), text="1. A\n\n(a) It takes 5 days.", twin=None))
    assert propose(one, "incorrect_party_references", 1) == []
    assert propose(one, "inconsistent_language", 1) == []


def test_a_place_in_a_text_without_places_stays() -> None:
    one = bare()
    gold = {**one.gold, "defined_terms": [{"term": "It", "location": "P"}]}
    liar = replace(one, gold=gold)
    for sort in ("wrong place", "shifted number"):
        assert list(plant_lies([liar], "defined_terms", sort, 2)) == []


def test_codes_are_few_words() -> None:
    assert all(code.replace("-", "").isalpha() for code in codes(bare().faults))
    assert read_contract("It ends.").definitions == ()
