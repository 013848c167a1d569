from __future__ import annotations

import pytest

from leaderboard.programs.labels import Kind, attachment_label, read_labels, roman_value


@pytest.mark.parametrize(
    ("letters", "value"),
    [("i", 1), ("IV", 4), ("xiv", 14), ("XL", 40), ("iiii", 0), ("abc", 0), ("cxc", 190)],
)
def test_roman_numerals(letters: str, value: int) -> None:
    assert roman_value(letters) == value


@pytest.mark.parametrize(
    ("line", "kinds", "values"),
    [
        ("ARTICLE IV - PAYMENT", [Kind.ARTICLE], ["IV"]),
        ("Section 4.2. Fees", [Kind.SECTION], ["4.2"]),
        ("§ 7 Law", [Kind.SECTION], ["7"]),
        ("4.2.1 the goods", [Kind.DECIMAL], ["4.2.1"]),
        ("1.01 Terms", [Kind.DECIMAL], ["1.01"]),
        ("4. Fees", [Kind.INTEGER], ["4"]),
        ("4 Fees", [Kind.INTEGER], ["4"]),
        ("(a) the fee", [Kind.MINOR], ["a"]),
        ("(iv) the fee", [Kind.MINOR], ["iv"]),
        ("b) the fee", [Kind.MINOR], ["b"]),
        ("A. The fee", [Kind.MINOR], ["A"]),
        ("4.2 (b) (i) x", [Kind.DECIMAL, Kind.MINOR, Kind.MINOR], ["4.2", "b", "i"]),
    ],
)
def test_labels_that_open_a_line(line: str, kinds: list[Kind], values: list[str]) -> None:
    labels = read_labels(line, 0, len(line))
    assert [label.kind for label in labels] == kinds
    assert [label.value for label in labels] == values


@pytest.mark.parametrize(
    "line", ["4.5% of sales", "2026 was dry", "(see below) the fee", "abc", "", "(mno) x", "12,500"]
)
def test_what_is_no_label(line: str) -> None:
    assert read_labels(line, 0, len(line)) == ()


def test_i_is_a_letter_and_a_numeral_and_aa_follows_z() -> None:
    (label,) = read_labels("(i) x", 0, 5)
    assert {reading.ordinal for reading in label.readings} == {9, 1}
    (double,) = read_labels("(aa) x", 0, 6)
    assert [reading.ordinal for reading in double.readings] == [27]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("EXHIBIT A", "Exhibit A"),
        ("Schedule 2 - Prices", "Schedule 2"),
        ('EXHIBIT "B"', "Exhibit B"),
        ("Annex No. 3", "Annex 3"),
        ("EXHIBIT A-1: FORM", "Exhibit A-1"),
    ],
)
def test_labels_of_attachments(line: str, name: str) -> None:
    label = attachment_label(line, 0, len(line))
    assert label is not None
    assert label[0] == name


def test_a_word_after_schedule_is_no_label() -> None:
    assert attachment_label("Schedule your visit", 0, 19) is None
