from __future__ import annotations

from itertools import pairwise

import pytest

from leaderboard.programs.definitions import Definition, Form, quotations, read_definitions
from leaderboard.programs.outline import read_outline
from leaderboard.programs.text import sentences


def definitions(text: str) -> tuple[Definition, ...]:
    outline = read_outline(text)
    return read_definitions(outline, sentences(text, outline.cuts))


def terms(text: str) -> list[tuple[str, Form]]:
    return [(found.term, found.form) for found in definitions(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"Fee" means the sum.', [("Fee", Form.MEANS)]),
        ("“Net Fee” shall mean the sum.", [("Net Fee", Form.MEANS)]),
        ("``Fee'' refers to the sum.", [("Fee", Form.MEANS)]),
        ('"Fee" or "Fees" means the sum.', [("Fee", Form.MEANS), ("Fees", Form.MEANS)]),
        ('"Affiliate" of a Party means another.', [("Affiliate", Form.MEANS)]),
        ('"Fee" has the following meaning: a sum.', [("Fee", Form.MEANS)]),
        ('"Fee" has the meaning given in the Loan Agreement.', [("Fee", Form.MEANS)]),
        ('"Fee" has the meaning set forth below: a sum.', [("Fee", Form.MEANS)]),
        ('The sum (the "Fee") is due.', [("Fee", Form.BRACKETS)]),
        ('The sum ("Fee") is due.', [("Fee", Form.BRACKETS)]),
        ('The sum ("the Fee") is due.', [("Fee", Form.BRACKETS)]),
        ('The list (the "Buyers\'") is due.', [("Buyers'", Form.BRACKETS)]),
        ('The sum (the "Fee,") is due.', [("Fee", Form.BRACKETS)]),
        ('Both (each, a "Party" and together, the "Parties") agree.',
         [("Party", Form.BRACKETS), ("Parties", Form.BRACKETS)]),
        ('They (with their heirs, the "Heirs") agree.', [("Heirs", Form.BRACKETS)]),
        ('They (together with Acme [sic] and all of its heirs, collectively, "Heirs") agree.',
         [("Heirs", Form.BRACKETS)]),
        ('Acme, hereinafter "Seller", sells.', [("Seller", Form.CALLED)]),
        ('Acme is hereinafter referred to as the "Seller" and each as a "Party".',
         [("Seller", Form.CALLED), ("Party", Form.CALLED)]),
        ('Each of them is a "Party", and together they are the "Parties".',
         [("Party", Form.CALLED), ("Parties", Form.CALLED)]),
        ("Net Fee means the sum.", [("Net Fee", Form.UNQUOTED)]),
        ("1. TERMS\n\n(a) Net Fee shall mean the sum.", [("Net Fee", Form.UNQUOTED)]),
        ('"Fee" has the meaning set forth in Section 2.', [("Fee", Form.POINTER)]),
        ('"Fee" is defined in Section 2.', [("Fee", Form.POINTER)]),
        ('"Fee" and "Tax" have the meanings given in Section 2.',
         [("Fee", Form.POINTER), ("Tax", Form.POINTER)]),
        ('The sum (as defined in the "Fee" clause) is due.', [("Fee", Form.POINTER)]),
        ('The sum ("Fee," as defined in Section 2) is due.', [("Fee", Form.POINTER)]),
        ("Net Fee has the meaning given in Section 2.", [("Net Fee", Form.POINTER)]),
        ('1. TERMS\n\n"Fee" includes the tax.', [("Fee", Form.MEANS)]),
    ],
)  # fmt: skip
def test_forms_of_definitions(text: str, expected: list[tuple[str, Form]]) -> None:
    assert terms(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        'Goods marked "Secret" are kept.',
        'Goods (marked "Secret") are kept.',
        'It is sold ("as is") today.',
        'THE GOODS (SOLD ON A BASIS CALLED "AS IS") ARE OLD.',
        'The names "Acme" and "Bolt" are ours.',
        'See Exhibit "A" below.',
        "This Agreement means a lot.",
        'The word (e.g. "Fee") is used.',
        'All of it, and "Fee" includes the tax.',
        'He said ("Is it so?") and left.',
        "The fee is 4; it means little.",
        'A sum (being what the clerk in his wisdom may at some time see fit to name) "Fee" is due.',
        '("Fee" is too much, said Acme, and "Tax")',
    ],
)
def test_quotations_that_define_nothing(text: str) -> None:
    assert set(terms(text)) <= {("Fee", Form.BRACKETS)}


def test_places_and_scopes_are_kept() -> None:
    text = (
        '1. FEES\n\n1.1 The sum (the "Fee") is due.\n\n'
        '1.2 For the purposes of this clause, "Fee" means the tax.'
    )
    one, two = definitions(text)
    assert (one.place, one.scoped) == ("1.1", False)
    assert (two.place, two.scoped) == ("1.2", True)
    assert text[two.sentence.start : two.sentence.end].startswith("1.2 For the purposes")


def test_a_plural_in_brackets_is_the_same_term() -> None:
    (found,) = definitions('"Patent(s)" means all of them.')
    assert (found.term, found.key) == ("Patent(s)", "patent")


def test_a_quoted_term_may_be_broken_over_two_lines() -> None:
    (found,) = definitions('The sum (the "Net\n   Fee") is due.')
    assert found.term == "Net Fee"


def test_quotations_do_not_overlap() -> None:
    text = '“Fee "x" y” and ‘Tax’ (‘Toll’).'
    found = quotations(text)
    assert all(one.end <= two.start for one, two in pairwise(found))
    assert "Toll" in [text[span.start : span.end] for span in found]
