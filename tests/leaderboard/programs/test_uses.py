from __future__ import annotations

from leaderboard.programs.uses import small_uses, tokens, unused_definitions
from tests.leaderboard.programs.readings import read

GOODS = 'The flour (the "Goods") and the plan (the "Recall Plan") exist.\n\n'


def unused(text: str) -> list[str]:
    return [found.term for found in unused_definitions(read(text))]


def small(text: str) -> list[str]:
    return [text[use.start : use.end] for use in small_uses(read(text))]


def test_tokens_keep_hyphens_points_and_possessives() -> None:
    assert [token.word for token in tokens("The Know-How of U.S. buyers' 4.2 Buyer’s")] == [
        *("the", "know-how", "of", "u.s", "buyers'", "4.2", "buyer's"),
    ]


def test_the_longest_term_is_taken_and_plurals_and_possessives_are_uses() -> None:
    text = '"Fee" means a sum. "Net Fee" means less. The Net Fees are due. The Fee\'s amount is 4.'
    reading = read(text)
    uses = [(use.key, text[use.start : use.end]) for use in reading.uses]
    assert ("net fee", "Net Fees") in uses
    assert ("fee", "Fee's") in uses


def test_a_term_may_be_broken_by_one_line_but_not_by_two() -> None:
    assert unused(GOODS + "The Goods rest. The Recall\n  Plan is good.") == []
    assert unused(GOODS + "The Goods rest. The Recall\n\nPlan is good.") == ["Recall Plan"]


def test_terms_that_only_their_definition_names_are_unused() -> None:
    assert unused(GOODS + "The Goods are sound.") == ["Recall Plan"]


def test_headings_quotes_and_signatures_are_no_uses_but_shouted_paragraphs_are() -> None:
    heading = GOODS + '1. RECALL PLAN\n\nIt says "Recall Plan". The Goods are sound.'
    assert unused(heading) == ["Recall Plan"]
    signed = heading + "\n\nIN WITNESS WHEREOF, the Recall Plan is signed."
    assert unused(signed) == ["Recall Plan"]
    shouted = GOODS + "THE RECALL PLAN AND THE GOODS ARE GIVEN " + "WITHOUT ANY WARRANTY " * 8
    assert unused(shouted) == []


def test_a_use_in_an_unused_terms_definition_counts_for_nothing() -> None:
    text = '"Fee" means a sum. "Levy" means the Fee and a tax. The Tax is due.'
    assert unused(text) == ["Fee", "Levy"]
    assert unused(text + " The Levy is due.") == []


def test_terms_that_are_defined_together_are_used_together() -> None:
    text = 'Both (each, a "Party" and together, the "Parties") and a plan (the "Plan") exist.'
    assert unused(text + " Each Party agrees.") == ["Plan"]
    apart = 'A fee (the "Fee") and fees of others (the "Fees") exist. The Fee is due.'
    assert unused(apart) == ["Fees"]


def test_small_letters_of_a_term_of_several_words() -> None:
    text = GOODS + "The recall plan is good. The Recall Plan is good. The Goods rest."
    assert small(text) == ["recall plan"]
    assert small(GOODS + "The recall plan of the baker is his own.") == []
    habit = GOODS + "The recall plan is good. " * 5
    assert small(habit) == []


def test_small_letters_of_one_word_need_a_pointer_and_a_habit_of_capitals() -> None:
    text = GOODS + "The Goods rest. " * 6
    assert small(text + "He keeps the goods.") == ["goods"]
    assert small(text + "He keeps goods.") == []
    assert small(text + "He keeps the good.") == []
    assert small(GOODS + "The Goods rest. He keeps the goods.") == []


def test_the_words_of_its_own_definition_are_no_slip() -> None:
    text = 'The recall plan of the baker, his recall plan (the "Recall Plan"), is a Recall Plan.'
    assert small(text) == []


def test_a_term_of_which_only_half_has_capitals_is_neither() -> None:
    reading = read(GOODS + "The Recall plan rests.")
    assert all(use.key != "recall plan" for use in reading.uses if use.start > len(GOODS))


def test_many_terms_with_one_first_word_are_cut_off() -> None:
    text = "".join(f'"Fee {number}x" means a sum. ' for number in range(150))
    assert len(unused(text)) == 150
