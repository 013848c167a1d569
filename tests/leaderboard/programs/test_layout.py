from __future__ import annotations

import pytest

from leaderboard.programs.layout import (
    LineKind,
    heading_length,
    is_capitals,
    is_heading_words,
    read_lines,
)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("", LineKind.BLANK),
        ("  ", LineKind.BLANK),
        ("- 12 -", LineKind.NOISE),
        ("Page 3 of 20", LineKind.NOISE),
        ("--------", LineKind.NOISE),
        ("Source: ACME INC, 8-K, 1/1/2020", LineKind.NOISE),
        ("1. Fees ........ 4", LineKind.NOISE),
        ("Month | Fee | Tax", LineKind.TABLE),
        ("THE GOODS ARE SOLD AS THEY STAND", LineKind.HEADING),
        ("Limits of Liability", LineKind.HEADING),
        ("Attention: Ada Thorn", LineKind.BLOCK),
        ("14 Quay Road, Leeds, ME 04101", LineKind.BLOCK),
        ("The Buyer shall pay.", LineKind.TEXT),
        ("and the fee is due on delivery to the other side", LineKind.TEXT),
    ],
)
def test_kinds_of_lines(line: str, kind: LineKind) -> None:
    assert read_lines(line)[0].kind is kind


def test_a_line_that_comes_again_and_again_is_noise() -> None:
    text = "\n".join(["Oakmere draft of the contract.", "The fee is due."] * 4)
    kinds = [line.kind for line in read_lines(text)]
    assert kinds[::2] == [LineKind.NOISE] * 4
    assert kinds[1::2] == [LineKind.NOISE] * 4
    assert read_lines("The fee is due.\n" * 3)[0].kind is LineKind.TEXT


def test_a_paragraph_opens_after_an_empty_line_or_a_stop() -> None:
    found = read_lines("The fee that we name\nis due.\nIt is small\n\nand fair")
    assert [line.opens for line in found if line.kind is not LineKind.BLANK] == [
        True,
        False,
        True,
        True,
    ]


def test_indents_are_kept_out_of_the_line() -> None:
    (line,) = read_lines("   The fee.  ")
    assert (line.start, line.end, line.indent) == (3, 11, 3)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("Payment Terms", True),
        ("Limits of Liability", True),
        ("PAYMENT", True),
        ("Late payment", True),
        ("The Buyer shall pay", False),
        ("payment", False),
        ("", False),
        ("The sum of all the other things that were said before", False),
        ("A " * 20, False),
        ("X" * 200, False),
        ("44", False),
    ],
)
def test_words_of_headings(words: str, answer: object) -> None:
    assert is_heading_words(words) is answer


@pytest.mark.parametrize(
    ("words", "whole_line", "heading"),
    [
        ("Payment Terms. The Buyer pays.", True, "Payment Terms."),
        ("Payment: all sums", True, "Payment:"),
        ("Payment – all sums", False, "Payment –"),
        ("Payment Terms", True, "Payment Terms"),
        ("PAYMENT TERMS", False, "PAYMENT TERMS"),
        ("The Buyer shall pay. It is late.", True, ""),
        ("The Buyer shall pay", True, ""),
    ],
)
def test_headings_after_a_label(words: str, whole_line: object, heading: str) -> None:
    length = heading_length(words, whole_line=bool(whole_line))
    assert words[:length].strip() == heading


def test_capitals() -> None:
    assert is_capitals("NO WARRANTY")
    assert not is_capitals("No Warranty")
    assert not is_capitals("A")
    assert heading_length("NO WARRANTY " * 20, whole_line=False) == 0
