from __future__ import annotations

import pytest

from leaderboard.programs.outline import read_outline
from leaderboard.programs.references import (
    find_references,
    is_below,
    printed,
    stems,
    wrong_references,
)
from leaderboard.programs.text import sentences

TEXT = """1. DEFINITIONS

1.1 Terms. None.

2. SUPPLY

2.1 Orders. The buyer orders flour by telephone from the mill.

2.2 Delivery. The mill delivers flour by lorry at dawn.

3. PAYMENT

3.1 Invoices. The mill sends invoices monthly.

3.2 Interest. Overdue sums bear interest daily at the bank rate.

(a) Interest on invoices is compounded yearly.

(b) Interest on refunds is simple.

4. LIABILITY

4.1 Insurance. The mill keeps insurance against fire and theft.

4.2 Storms. {}

4.3 Closing. All ends.
"""


def wrong(words: str) -> list[tuple[str, str]]:
    text = TEXT.replace("{}", words)
    outline = read_outline(text)
    found = wrong_references(outline, sentences(text, outline.cuts))
    return [(one.reference.words, one.correct) for one in found]


def found(text: str) -> list[str]:
    return [reference.words for reference in find_references(read_outline(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Pay under Section 4.2(b) now.", ["Section 4.2(b)"]),
        ("Pay under section 4 (b) (ii) now.", ["section 4 (b) (ii)"]),
        ("Pay under Article IV now.", ["Article IV"]),
        ("Pay under Section 4.2 of this Agreement.", ["Section 4.2"]),
        ("Pay under Section 4.2 of the Agreement.", ["Section 4.2"]),
        ("Pay under Section 1 of Exhibit A.", ["Section 1"]),
        ("Pay under Section 4.2 of the Loan Agreement.", []),
        ("Pay under Section 4.2 thereof.", []),
        ("Pay under Sections 4.2 and 4.3.", []),
        ("Pay under Section 4.2, 4.3 or 4.4.", []),
        ("Pay under the Act, Section 12.", []),
        ("Pay under Clause IV now.", []),
        ("Section 4.2 Fees. Due.", []),
        ("SECTION 4.2 IS A HEADING", []),
    ],
)
def test_references_to_one_place_of_this_contract(text: str, expected: list[str]) -> None:
    assert found(f"1. FEES\n\nNone.\n\n{text}" if "HEADING" in text else text) == expected or (
        text.startswith("Section 4.2 Fees") and found(f"1. A\n\n{text}") == expected
    )


def test_addresses() -> None:
    assert is_below(("4.2", "b"), ("4.2",))
    assert is_below(("4.2",), ("4",))
    assert not is_below(("42",), ("4",))
    assert not is_below(("4.2",), ("4.2",))
    assert not is_below((), ("4",))
    assert printed(("4.2", "b")) == "Section 4.2(b)"
    assert printed(("4",), article=True) == "Article 4"


def test_stems_leave_out_what_every_clause_says() -> None:
    assert stems("The Supplier shall pay under this Section") == ["suppli", "pay"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("The insurance against fire and theft kept under Section 3.1 pays.",
         [("Section 3.1", "Section 4.1")]),
        ("The insurance against fire and theft kept under Section 4.1 pays.", []),
        ("The insurance against fire and theft kept under Section 4.5 pays.",
         [("Section 4.5", "Section 4.1")]),
        ("The insurance against fire and theft kept under Section 4.15 pays.", []),
        ("The overdue interest at the bank rate on refunds under Section 2.2(b) runs.",
         [("Section 2.2(b)", "Section 3.2(b)")]),
        ("The insurance against fire and theft under Section 3.2(a) pays.",
         [("Section 3.2(a)", "Section 4.1")]),
        ("Nothing is said under Section 3.1.", []),
        ("All this is subject to this Section 4.1.", [("Section 4.1", "Section 4.2")]),
        ("All this is subject to this Section 4.2.", []),
        ("All this is subject to this Section 4.", []),
        ("All this is subject to this Section 9.9.", []),
        ("It is under Section 3.1 (Delivery).", [("Section 3.1", "Section 2.2")]),
        ("It is under Section 3.1 (Invoices).", []),
        ("It is under Section 3.1 (Nothing).", []),
        ("It is under Section 3.2(a) (Delivery).", []),
        ("The insurance against fire and theft under Section 1 of Schedule 1 pays.", []),
        ("The insurance against fire and theft kept under Section 99X pays.", []),
    ],
)  # fmt: skip
def test_wrong_references(words: str, expected: list[tuple[str, str]]) -> None:
    assert wrong(words) == expected


def test_reasons_name_the_places() -> None:
    text = TEXT.replace("{}", "The insurance against fire and theft kept under Section 4.5 pays.")
    outline = read_outline(text)
    (one,) = wrong_references(outline, sentences(text, outline.cuts))
    assert "does not exist" in one.reason
    assert "Section 4.1" in one.reason


def test_articles_are_named_as_articles() -> None:
    text = (
        "ARTICLE I\nORDERS\n\nSection 1.1 The buyer orders flour by telephone.\n\n"
        "ARTICLE II\nINSURANCE\n\nSection 2.1 The mill keeps insurance against fire and theft.\n\n"
        "ARTICLE III\nGENERAL\n\nSection 3.1 The insurance against fire kept under Article I pays."
        "\n\nSection 3.2 All ends, as this Article III says."
    )
    outline = read_outline(text)
    found = wrong_references(outline, sentences(text, outline.cuts))
    assert [(one.reference.words, one.correct) for one in found] in (
        [],
        [("Article I", "Article 2")],
    )


def test_attachments_with_numbers_of_their_own_are_left_alone() -> None:
    text = TEXT.replace("{}", "None.") + (
        "\nEXHIBIT A\n\n1. The insurance against fire and theft under Section 3 pays.\n\n"
        "2. The insurance against fire and theft under Section 3.1 pays.\n\n"
        "3. Nothing in this Section 9 applies.\n"
    )
    outline = read_outline(text)
    found = wrong_references(outline, sentences(text, outline.cuts))
    assert [one.reference.words for one in found] == ["Section 3.1"]


def test_the_preamble_is_not_weighed() -> None:
    text = "The insurance against fire and theft kept under Section 3.1 pays.\n\n" + TEXT
    outline = read_outline(text)
    assert wrong_references(outline, sentences(text, outline.cuts)) == []


def test_weighing_ends_when_its_budget_is_spent() -> None:
    text = "".join(
        f"{major}.{minor} Fee. Of Section {major}.{minor}.\n\n"
        for major in range(1, 130)
        for minor in range(1, 10)
    )
    outline = read_outline("1. FEES\n\n" + text)
    assert wrong_references(outline, sentences(outline.text, outline.cuts)) == []
