from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.programs.text import (
    Span,
    Spans,
    fold,
    lines,
    sentences,
    singulars,
    stem,
    without_possessive,
)


def test_lines_leave_the_feeds_out() -> None:
    assert lines("a\n\nbc") == [Span(0, 1), Span(2, 2), Span(3, 5)]


def test_lines_of_a_text_with_too_many_end_early() -> None:
    assert len(lines("\n" * 60_000)) == 50_000


def test_sentences_end_at_stops_but_not_at_abbreviations() -> None:
    text = "Acme Inc. sells. It is No. 4 of A. B. Cole! Is it? “Yes.” Then all ends"
    found = [text[span.start : span.end].strip() for span in sentences(text)]
    assert found == [
        "Acme Inc. sells.",
        "It is No. 4 of A. B. Cole!",
        "Is it?",
        "“Yes.”",
        "Then all ends",
    ]


def test_sentences_end_at_empty_lines_and_cuts() -> None:
    text = "one\ntwo\n\nthree four"
    found = [text[span.start : span.end] for span in sentences(text, (15,))]
    assert found == ["one\ntwo\n\n", "three ", "four"]


def test_a_stop_before_a_small_letter_ends_nothing() -> None:
    assert len(sentences("The fee is 4. percent.")) == 1


@given(st.text(alphabet="aB. \n\"?!'4", max_size=200))
def test_sentences_cover_the_text(text: str) -> None:
    assert "".join(text[span.start : span.end] for span in sentences(text)) == text


def test_spans_merge_and_answer() -> None:
    spans = Spans([Span(5, 8), Span(0, 2), Span(1, 3)])
    assert list(spans) == [Span(0, 3), Span(5, 8)]
    assert 2 in spans
    assert 3 not in spans
    assert spans.at(7) == Span(5, 8)
    assert spans.at(9) is None


def test_fold_compares_terms_across_quotes_case_and_breaks() -> None:
    assert fold(" Buyer’s\n  Goods ") == "buyer's goods"


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("parties", "party"),
        ("boxes", "box"),
        ("goods", "good"),
        ("buyer's", "buyer"),
        ("suppliers'", "supplier"),
        ("class", "class"),
    ],
)
def test_singulars_hold_the_singular(word: str, form: str) -> None:
    assert form in singulars(word)
    assert singulars(word)[0] == word


def test_singulars_leave_words_that_end_in_double_s() -> None:
    assert singulars("class") == ("class",)


@pytest.mark.parametrize(
    ("words", "bare"), [("Buyer's", "Buyer"), ("Buyers’", "Buyers"), ("Buyer", "Buyer")]
)
def test_possessive_endings_are_cut(words: str, bare: str) -> None:
    assert without_possessive(words) == bare


def test_stems_of_one_family_meet() -> None:
    assert stem("payments") == stem("payable") == "pay"
    assert stem("it") == "it"
