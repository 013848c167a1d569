from __future__ import annotations

import random
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.findings import (
    CODES,
    MOST_OF_A_KIND,
    Finding,
    Problem,
    json_pointer,
    printable,
    quoted,
    sort_findings,
)


def finding(pointer: str = "", code: str = "unknown_key", file: str = "a/b.json") -> Finding:
    return Finding(code, file, pointer, "message", "mend")


def test_codes_are_snake_case_and_explained_in_one_sentence() -> None:
    for code, meaning in CODES.items():
        assert re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", code)
        assert meaning.endswith(".")
        assert len(meaning) < 100


def test_a_code_that_is_not_listed_is_refused() -> None:
    with pytest.raises(ValueError, match="no_such_code"):
        Finding("no_such_code", "f", "", "m", "n")


def test_a_problem_becomes_a_finding_at_its_place() -> None:
    assert Problem("too_deep", "m", "n").at("f", "/a") == Finding("too_deep", "f", "/a", "m", "n")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Modèle é, v2", "Modèle é, v2"),
        ("a\nb", "a\\u000ab"),
        ("\u202e\u200b\ud800", "\\u202e\\u200b\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("a\u3164b\ufe0f", "a\\u3164b\\ufe0f"),
        ("\u00a0", "\\u00a0"),
        ("x" * 80, "x" * 80),
        ("x" * 81, "x" * 79 + "…"),
        ("\x00" * 40, ("\\u0000" * 40)[:79] + "…"),
    ],
)
def test_echoed_text_is_escaped_and_cut(text: str, shown: str) -> None:
    assert printable(text) == shown


@given(st.text(st.characters(exclude_categories=())))
def test_printable_text_is_short_and_printable_and_stays(text: str) -> None:
    shown = printable(text)
    assert len(shown) <= 80
    assert shown.isprintable()
    assert all(unicodedata.category(char)[0] != "C" for char in shown)
    assert printable(shown) == shown


def test_quoted_text_stands_in_quotes() -> None:
    assert quoted("a\x00b", 4) == '"a\\u…"'


def test_pointers_follow_rfc_6901() -> None:
    assert json_pointer(()) == ""
    assert json_pointer(("a/b", 0, "m~n", "")) == "/a~1b/0/m~0n/"
    assert json_pointer(("k" * 1000,)) == "/" + "k" * 79 + "…"
    assert json_pointer(("\u202e",)) == "/\\u202e"


def test_findings_are_ordered_by_file_and_natural_pointer() -> None:
    wanted = [
        finding("", file="a"),
        finding("/outputs/2/item", file="a"),
        finding("/outputs/2/item", code="wrong_type", file="a"),
        finding("/outputs/10/item", file="a"),
        finding("/outputs/9999999999", file="a"),
        finding("/outputs/x", file="a"),
        finding("", file="b"),
    ]
    mixed = [*wanted, *wanted]
    random.Random(0).shuffle(mixed)  # noqa: S311 - nothing is kept secret
    assert list(sort_findings(mixed)) == wanted


def test_a_flood_of_one_kind_is_cut_and_says_so() -> None:
    flood = [finding(f"/{index}") for index in range(MOST_OF_A_KIND + 5)]
    other = finding("/x", code="wrong_type")
    kept = sort_findings([*flood, other])
    assert len(kept) == MOST_OF_A_KIND + 2
    assert kept[0].pointer == ""
    assert "more than 50" in kept[0].message
    assert other in kept
    assert sort_findings(flood[:MOST_OF_A_KIND]) == tuple(flood[:MOST_OF_A_KIND])
