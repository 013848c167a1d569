from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.programs.outline import Outline, Part, read_outline
from tests.leaderboard.programs.contracts import SUPPLY


def places(text: str) -> list[str]:
    return [node.place for node in read_outline(text).nodes]


def place_of(outline: Outline, words: str) -> str:
    return outline.place_at(outline.text.index(words))


def test_the_parts_of_a_contract() -> None:
    outline = read_outline(SUPPLY)
    assert place_of(outline, "Tarn Valley") == "P"
    assert place_of(outline, "mills flour") == "R"
    assert place_of(outline, '"Price" means') == "1.1"
    assert place_of(outline, "Title passes") == "2.2(b)"
    assert place_of(outline, "Ada Thorn") == "Signature Block"
    assert place_of(outline, "Depot Manager") == "Schedule 1, Section 2"
    assert place_of(outline, "PRICES") == "Schedule 1"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. FEES\n\n1.1 Due.\n\n(a) now\n\n(i) here\n\n(ii) there\n\n(b) later\n\n2. LAW",
         ["P", "1", "1.1", "1.1(a)", "1.1(a)(i)", "1.1(a)(ii)", "1.1(b)", "2"]),
        ("ARTICLE I\nFEES\n\nSection 1.1 Due. Now.\n\n(a) x\n\nARTICLE II\nLAW\n\nSection 2.1 Law.",
         ["P", "1", "1.1", "1.1(a)", "2", "2.1"]),
        ("Section 1. Fees.\n\n(a) Now.\n\n(b) Later.\n\nSection 2. Law.",
         ["P", "1", "1(a)", "1(b)", "2"]),
        ("1. FEES\n\n1.1 Due.\n\n1.1.1 the fee; and\n\n1.1.2 the tax.\n\n1.2 Law.",
         ["P", "1", "1.1", "1.1.1", "1.1.2", "1.2"]),
        ("ARTICLE 1\nFEES\n\n1.01 Due. Now.\n\n1.02 Law. Ours.", ["P", "1", "1.01", "1.02"]),
        ("ARTICLE I\nFEES\n\nSection 1. Due.\n\nARTICLE II\nLAW\n\nSection 1. Ours.",
         ["P", "1", "1", "2", "Article 2, Section 1"]),
        ("1. Fees\n\n1. The first is due.\n\n2. The second is due.", ["P", "1", "1(1)", "1(2)"]),
    ],
)  # fmt: skip
def test_styles_of_numbering(text: str, expected: list[str]) -> None:
    assert places(text) == expected


def test_a_letter_i_follows_h_and_a_numeral_opens_a_list() -> None:
    letters = "\n\n".join(f"({letter}) x." for letter in "abcdefghij")
    assert places(f"1. FEES\n\n{letters}")[-2:] == ["1(i)", "1(j)"]
    below = "\n\n".join(f"({letter}) x." for letter in "abcdefgh")
    assert places(f"1. FEES\n\n{below}\n\n(i) y.\n\n(ii) y.")[-2:] == ["1(h)(i)", "1(h)(ii)"]
    assert places("1. FEES\n\n(a) x.\n\n(i) y.")[-1] == "1(a)(i)"


def test_numbers_may_be_missing_and_lists_may_start_again() -> None:
    assert places("1. FEES\n\n(a) x.\n\n(c) x.\n\n(a) y.") == ["P", "1", "1(a)", "1(c)", "1(a)"]
    assert places("1. FEES\n\n(k) x.") == ["P", "1"]
    assert places("1. Fees\n\n3. Law") == ["P", "1", "3"]


def test_a_run_in_number_is_no_level() -> None:
    outline = read_outline("1. FEES\n\n1.1 The fee is (i) due and (ii) small.")
    assert outline.nodes[-1].place == "1.1"


def test_broken_lines_do_not_start_nodes() -> None:
    text = (
        "1. FEES\n\n1.1 The fee is set in Section\n1.2 of this paper, and\n(b) by the list in\n"
        "2. Then all ends.\n\n1.2 Law. Ours."
    )
    assert places(text) == ["P", "1", "1.1", "1.2"]


def test_page_breaks_are_noise() -> None:
    text = "1. FEES\n\n1.1 The fee is\n\n- 2 -\n\n- ------\n\nPage 3\n\ndue.\n\n1.2 Law. Ours."
    outline = read_outline(text)
    assert places(text) == ["P", "1", "1.1", "1.2"]
    assert text.index("Page 3") in outline.noise


def test_values_are_no_numbers() -> None:
    assert places("1. FEES\n\n1.1 Due.\n\n7.5 per cent a year.\n\n2.5% a year.") == [
        "P",
        "1",
        "1.1",
    ]


def test_a_table_of_contents_is_noise() -> None:
    text = (
        "TABLE OF CONTENTS\n\n1. Fees and taxes 2\n\n2. Law 3\n\n3. Notices 4\n\n"
        "This deal is made today.\n\n1. Fees and taxes\n\n2. Law\n\n3. Notices\n\n"
    )
    assert places(text) == ["P", "1", "2", "3"]
    assert places("CONTENTS") == ["P"]
    assert places("TABLE OF CONTENTS\n\nnothing comes again") == ["P"]


def test_headings_are_found_beside_and_below_labels() -> None:
    outline = read_outline("ARTICLE 1\n\nFEES\n\n1.01 Due dates. Now.\n\n1.02 The fee is due.")
    assert [outline.heading_of(node) for node in outline.nodes] == ["", "FEES", "Due dates", ""]


def test_numbered_parties_come_before_the_recitals() -> None:
    text = (
        "BETWEEN\n\n1. Oakmere Limited; and\n\n2. Tarn Limited.\n\nBACKGROUND\n\n"
        "(A) Oakmere mills flour.\n\n1. DEFINITIONS\n\nNone."
    )
    outline = read_outline(text)
    assert place_of(outline, "mills flour") == "R"
    assert outline.nodes[-1].place == "1"


def test_attachments_have_numbers_of_their_own() -> None:
    text = (
        "EXHIBIT 10.5\n\nThis is a deal.\n\n1. FEES\n\nDue under Exhibit A.\n\n"
        "IN WITNESS WHEREOF, signed.\n\nEXHIBIT A\nFORM\n\n1. First.\n\nEXHIBIT A\n\n2. Second.\n\n"
        "Schedule 2 applies to all that is said here.\n\nSCHEDULE 2 - PRICES\n\n(a) Low.\n\n"
        "IN WITNESS WHEREOF, signed again."
    )
    assert places(text) == [
        "P",
        "1",
        "Signature Block",
        "Exhibit A",
        "Exhibit A, Section 1",
        "Exhibit A, Section 2",
        "Schedule 2",
        "Schedule 2, Section a",
    ]


def test_lines_that_lost_their_breaks_are_restored() -> None:
    filler = "and the fee is due on the day that the parties name " * 40
    text = (
        f"This deal is made today. WHEREAS, A mills. ARTICLE I. FEES 1.1 Fees. {filler}. "
        f"1.2 Taxes. As in Section 1.3 Tax is due. {filler}. 1.3 Law. Ours. "
        f"IN WITNESS WHEREOF, signed."
    )
    assert places(text) == ["P", "R", "1", "1.1", "1.2", "1.3", "Signature Block"]
    mixed = f"1. FEES\n\n1.1 Due. {filler}. 1.2 Taxes. Due.\n\nARTICLE II\n\n2.1 Law. Ours."
    assert places(mixed) == ["P", "1", "1.1", "1.2", "2", "2.1"]


def test_a_text_without_numbers_is_one_preamble() -> None:
    outline = read_outline("Nothing is numbered here.")
    assert [node.part for node in outline.nodes] == [Part.PREAMBLE]
    assert places("") == ["P"]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["1.", "1.1", "2.", "(a)", "(i)", "(b)", "A.", "ARTICLE I", "Section 2", "EXHIBIT A",
             "WHEREAS", "IN WITNESS WHEREOF", "Fees", "the fee", "- 3 -", "\n", "\n\n", " ", "."]
        ),
        max_size=40,
    ).map("".join)
)  # fmt: skip
def test_nodes_cover_any_text_in_order(text: str) -> None:
    nodes = read_outline(text).nodes
    assert nodes[0].start == 0
    assert nodes[-1].end == len(text)
    for one, two in pairwise(nodes):
        assert one.end == two.start
        assert one.start <= two.start
