from __future__ import annotations

import pytest

from leaderboard.programs.definitions import read_definitions
from leaderboard.programs.outline import read_outline
from leaderboard.programs.parties import find_roles, wrong_parties
from leaderboard.programs.text import sentences

HEAD = (
    'This deal (the "Agreement") is made today (the "Effective Date") between Oakmere (the '
    '"{0}") and Tarn (the "{1}") (each, a "Party").\n\n1. DUTIES\n\n1.1 Basics. The {0} shall act. '
    "The {1} shall act.\n\n1.2 Insurance. The {0} shall maintain insurance.\n\n(a) The {0} shall "
    "promptly renew it.\n\n2. REST\n\n"
)


def wrong(words: str, roles: tuple[str, str] = ("Supplier", "Buyer")) -> list[tuple[str, str]]:
    text = HEAD.format(*roles) + words
    outline = read_outline(text)
    definitions = read_definitions(outline, sentences(text, outline.cuts))
    return [(one.wrong, one.correct) for one in wrong_parties(outline, definitions)]


@pytest.mark.parametrize(
    "words",
    [
        "The Supplier shall indemnify the Supplier.",
        "It lies between the Supplier and the Supplier.",
        "Neither the Supplier nor the Supplier is liable.",
        "The Supplier may not assign it without the Supplier's prior written consent.",
        "The Supplier shall not assign it without the consent of the Supplier.",
        "At the Supplier's request, the Supplier shall help.",
        "The Supplier shall pay the Price.",
    ],
)
def test_a_supplier_that_should_be_the_buyer(words: str) -> None:
    assert wrong(words) == [("Supplier", "Buyer")]


@pytest.mark.parametrize(
    "words",
    [
        "The Buyer shall pay the sum of the Buyer's invoice.",
        "The Supplier shall indemnify the Buyer against loss arising from any breach by the Buyer.",
        "He keeps the insurance that the Buyer is required to maintain under Section 1.2.",
        "He keeps the policy that the Buyer is obliged to renew under Section 1.2.",
        "The Buyer shall invoice the sums.",
    ],
)
def test_a_buyer_that_should_be_the_supplier(words: str) -> None:
    assert wrong(words) == [("Buyer", "Supplier")]


@pytest.mark.parametrize(
    "words",
    [
        "The Supplier shall indemnify the Buyer.",
        "It lies between the Supplier and the Buyer.",
        "The Supplier may not assign it without the Buyer's prior written consent.",
        "At the Buyer's request, the Supplier shall help.",
        "The Supplier shall pay the Price to the Buyer.",
        "The Buyer shall pay the Supplier's invoice.",
        (
            "The Supplier shall indemnify the Buyer against loss except that caused by breach of "
            "the Buyer."
        ),
        (
            "The Supplier shall indemnify the Buyer against loss arising from any breach by the "
            "Supplier."
        ),
        "He keeps the insurance that the Supplier is required to maintain under Section 1.2.",
        "The Buyer is required to maintain it. See Section 1.2.",
        "The Buyer is required to maintain it under Section 9.9.",
        "The Buyer is required to dance under Section 1.2.",
        "The Supplier shall invoice the sums.",
    ],
)
def test_right_parties(words: str) -> None:
    assert wrong(words) == []


def test_verbs_of_other_bargains() -> None:
    assert wrong("The Lender shall repay it.", ("Lender", "Borrower")) == [("Lender", "Borrower")]
    assert wrong("The Tenant shall vacate it.", ("Landlord", "Tenant")) == []


def test_roles_are_the_acting_terms_of_the_preamble() -> None:
    text = HEAD.format("Supplier", "Buyer").replace("Effective Date", "Mill Yard Gate")
    outline = read_outline(text)
    roles = find_roles(outline, read_definitions(outline, sentences(text, outline.cuts)))
    assert [(role.name, role.side) for role in roles] == [
        ("Supplier", "giving"),
        ("Buyer", "taking"),
    ]


def test_three_parties_are_not_judged() -> None:
    text = HEAD.format("Supplier", "Buyer").replace(
        '(each, a "Party")', '(each, a "Party") and Bolt (the "Agent")'
    )
    text += "The Agent shall act. The Supplier shall indemnify the Supplier."
    outline = read_outline(text)
    assert wrong_parties(outline, read_definitions(outline, sentences(text, outline.cuts))) == []
