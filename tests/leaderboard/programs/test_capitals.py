from __future__ import annotations

import pytest

from leaderboard.programs.capitals import undefined_phrases
from tests.leaderboard.programs.readings import read

BASE = 'The flour (the "Goods") is sold by Acme (the "Seller").\n\nThe Goods of the Seller rest. '


def undefined(text: str) -> list[str]:
    return [phrase.words for phrase in undefined_phrases(read(BASE + text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It shows the Milling Certificate.", ["Milling Certificate"]),
        ("It shows the Seller's Milling Certificates.", ["Milling Certificates"]),
        ("It shows each Date of Recall.", ["Date of Recall"]),
        ("It names the Inspector.", ["Inspector"]),
        ("Milling Certificates are kept by each mill; milling is a certificate of skill.",
         ["Milling Certificates"]),
        ("It shows the House Rules Board and House Rules Office. It shows the House Rules Board.",
         []),
        (("He reads the Storage Manual and Safety Manual. He keeps the Storage Manual and Safety "
         "Manual."), ["Storage Manual and Safety Manual", "Storage Manual and Safety Manual"]),
        ("He reads the Storage Manual and Safety Manual. He keeps the Safety Manual.",
         ["Storage Manual", "Safety Manual", "Safety Manual"]),
    ],
)  # fmt: skip
def test_terms_without_a_definition(text: str, expected: list[str]) -> None:
    assert undefined(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Delivery is free.",
        "He lives in New York in May.",
        (
            "It is under the Food Safety Reform Act and the Contracts (Rights of Third Parties) "
            "Act 1999."
        ),
        "He is the Chief Executive Officer.",
        "It is at 14 Quay Road, Leeds.",
        "He bought it from the Oakmere Mills Limited at the Oakmere Mills.",
        "He met Mr. Thorn and the Thorn Company.",
        "It is in the Seller Handbook.",
        "It is in the Handbook of Goods.",
        "It is in the GAAP and the ISO.",
        'He said "Milling Certificate" to her.',
        "It is said in the Agreement.",
        "He speaks of Tarnwood and Velmora.",
        "(d) Whole Deal; Change. This is all.",
        "He ends. Whole Deal This ends it.",
        "See the Section 4 and the Exhibit B.",
        "It is the X.",
        "It names Ada Thorn.",
        "It is Part II of the Windrow 4B.",
    ],
)
def test_names_and_positions_are_no_terms(text: str) -> None:
    assert undefined(text) == []


def test_headings_tables_signatures_and_blocks_are_not_read() -> None:
    text = (
        "\n\n1. MILLING CERTIFICATES\n\nThe Milling Grade | The Fee | The Levy\n\n"
        "Attention: the Storage Manager\n\nIt is a mill with a grade, a levy and storage.\n\n"
        "IN WITNESS WHEREOF, the Milling Certificates are signed."
    )
    assert undefined(text) == []


def test_a_heading_that_a_sentence_names_is_no_term() -> None:
    text = "\n\n1. Storage Charges\n\nHe pays what the Storage Charges clause says of storage."
    assert undefined(text) == []


def test_the_word_after_a_heading_or_an_empty_line_opens_a_sentence() -> None:
    text = "\n\n1. Fees. Deliveries cost the deliveries of the day.\n\nPayments too, the payments."
    assert undefined(text) == []
