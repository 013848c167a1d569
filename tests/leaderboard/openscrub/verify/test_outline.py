from __future__ import annotations

import pytest

from leaderboard.openscrub.verify.headings import heading_end
from leaderboard.openscrub.verify.levels import Ladder
from leaderboard.openscrub.verify.outline import Kind, place_of, read_outline


def places(text: str) -> list[str]:
    return [paragraph.place for paragraph in read_outline(text).paragraphs]


@pytest.mark.parametrize(
    ("marks", "paths"),
    [
        ("a b c", "a b c"),
        ("a i ii b", "a a/i a/ii b"),
        ("g h i j", "g h i j"),
        ("h i ii i", "h h/i h/ii i"),
        ("a i ii iii iv v vi b", "a a/i a/ii a/iii a/iv a/v a/vi b"),
        ("1 2 a b 3", "1 2 2/a 2/b 3"),
        ("A I II B", "A A/I A/II B"),
        ("x y z aa bb", "x y z aa bb"),
        ("a c", "a c"),
        ("a qqq b", "a a/qqq b"),
    ],
)
def test_bracketed_marks_find_their_level(marks: str, paths: str) -> None:
    ladder = Ladder()
    sequence = marks.split()
    if sequence[0] not in {"a", "1", "A"}:
        for mark in "abcdefghijklmnopqrstuvw"[: ord(sequence[0]) - ord("a")]:
            ladder.step(mark, "")
    found = [
        "/".join(ladder.step(mark, following))
        for mark, following in zip(sequence, [*sequence[1:], ""], strict=True)
    ]
    assert found == paths.split()


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("Sale of Goods. The rest", "The rest"),
        ("[Sale of Goods] The rest", "The rest"),
        ("Governing Law; Venue. The rest", "The rest"),
        ("The goods are sold.", "The goods are sold."),
        ("Term of Payment", "Term of Payment"),
        ("One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen. X", "One"),
        ("? what", "? what"),
    ],
)
def test_an_inline_heading_ends_with_its_full_stop(text: str, rest: str) -> None:
    assert text[heading_end(text, 0, len(text)) :].startswith(rest)


def test_a_heading_may_be_all_of_its_paragraph() -> None:
    text = "Sale of Goods"
    assert heading_end(text, 0, len(text), inline=False) == len(text)


CONTRACT = """AGREEMENT

This is made between A and B.

BACKGROUND

A. A has goods.

The parties agree as follows:

ARTICLE I — Scope

Section 1.1 Sale. A sells.

(a) Goods. Goods are sold.

This goes on.

(i) one; and

(ii) two.

If to A:
    1 Road
    Town

1.2 Price
of Goods

Page 3

Section 2. {end}

EXHIBIT A

Particulars

1. The price is low.

(a) It stays low.

The end. canary"""


def test_places_are_read_off_every_sort_of_line() -> None:
    assert places(CONTRACT.format(end="The end is near.")) == [
        "", "P", "", "R", "", "Article I", "Section 1.1", "Section 1.1(a)", "Section 1.1(a)",
        "Section 1.1(a)(i)", "Section 1.1(a)(ii)", "Section 1.1(a)(ii)", "Section 1.2", "",
        "Section 2", "Exhibit A", "Exhibit A", "Exhibit A(1)", "Exhibit A(1)(a)", "",
    ]  # fmt: skip


def test_kinds_of_paragraphs() -> None:
    kinds = [p.kind for p in read_outline(CONTRACT.format(end="End.")).paragraphs]
    assert kinds[:5] == [Kind.TITLE, Kind.PREAMBLE, Kind.FORMULA, Kind.RECITAL, Kind.FORMULA]
    assert kinds[11] is Kind.BLOCK
    assert kinds[13] is kinds[-1] is Kind.NOISE


def test_a_signature_block_is_no_part_of_the_last_section() -> None:
    text = (
        "1. Term. It ends.\n\nThe parties have signed this.\n\nA Inc.\n\nBy: ____\n\nSCHEDULE 1\nX"
    )
    assert places(text) == [
        "Section 1", "Signature Block", "Signature Block", "Signature Block", "Schedule 1",
    ]  # fmt: skip


def test_a_number_given_twice_is_remembered() -> None:
    outline = read_outline("1. One. It is.\n\n1. One. It is.")
    assert outline.doubled == ("Section 1",)
    assert outline.starts[place_of("1")] == 0


def test_recitals_may_begin_without_a_heading() -> None:
    assert places("WHEREAS, x is.\n\nMore of it.\n\n1. One. It is.") == ["R", "R", "Section 1"]


def test_a_text_without_numbers_has_no_body() -> None:
    assert places("Only this.") == ["P"]
    assert places("") == []
    assert places("ONLY THIS") == [""]
