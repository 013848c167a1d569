"""Words: SCORING 1.3, step by step, and the laws that follow from it."""

from __future__ import annotations

import re
import sys
import unicodedata
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.contractscrub.words import MAX_CHARACTERS, normalise_words, plain_characters
from tests.timing import at_most

# Pieces that the steps act on, so that random text meets them together.
PIECES = st.sampled_from(
    [
        *('"', "'", "“", "”", "„", "«", "›", "′", "″", "‴", ".", ",", " ", "\t", "\u00a0"),
        *("&", "amp;", "&amp;", "&quot;", "&#34;", "&#x26;", "&#0;", "&notin", "&sect;", ";", "#"),
        *("²", "⁹", "–", "−", "\u00ad", "\u200b", "\ufeff", "\ufe0f", "ﬁ", "ß", "İ", "ﷺ", "…"),
        *("\u0301", "\u0345", "Ａ", "\ud83d", "\x00", "A", "b", "Fee", "1"),
    ]
)
# Not the operators whose name only mentions the sign, such as UNION WITH MINUS SIGN.
MINUS = "(HEAVY |COMMERCIAL |MODIFIER LETTER )?MINUS SIGN|SU(PER|B)SCRIPT MINUS|HYPHEN BULLET"
TEXTS = st.text() | st.lists(PIECES, max_size=40).map("".join)


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        # length capped at 1,000 characters
        ("a" * 1_001, "a" * 1_000),
        ("a" * 999 + " b", "a" * 999),
        ("ß" * 1_000, "s" * 1_000),
        # ";"-terminated HTML entities decoded until stable
        ("R&amp;D Fee", "r&d fee"),
        ("R&amp;amp;amp;D Fee", "r&d fee"),
        ("&am&#112;;", "&"),
        ("&#8220;Fee&#x201D;", "fee"),
        ("&QUOT;Fee&quot;", "fee"),
        ("R&ampD", "r&ampd"),
        ("&copy 2026", "&copy 2026"),
        ("&notinside;", "&notinside;"),
        ("&nosuchname;", "&nosuchname;"),
        ("Fee&nbsp;Rate", "fee rate"),
        ("&#0;", "\ufffd"),
        ("&#xD800;", "\ufffd"),
        (f"&#{'0' * 900}65;", "a"),
        ("&#;", "&#;"),
        # superscript digits removed
        ("Fee²", "fee"),
        ("Fee¹⁰", "fee"),
        ("Fee₂", "fee2"),
        # curly, low and angle quotes and primes, before and after NFKC
        ("Buyer’s", "buyer's"),
        ("Buyer′s", "buyer's"),
        ("‘Fee’", "fee"),
        ("„Entgelt“", "entgelt"),
        ("‚Entgelt‘", "entgelt"),
        ("«Fee»", "fee"),
        ("‹Fee›", "fee"),
        ("″Fee″", "fee"),
        ("12″ pipe", '12" pipe'),
        ("＂Fee＂", "fee"),
        ("Ｆｅｅ", "fee"),
        ("ﬁne", "fine"),
        # every dash, minus and hyphen character to "-"
        ("A–B", "a-b"),
        ("A—B", "a-b"),
        ("A‑B", "a-b"),
        ("A−B", "a-b"),
        ("A⁻B", "a-b"),
        ("A⁃B", "a-b"),
        ("A﹣B－C", "a-b-c"),
        # zero-width, soft-hyphen and byte order mark
        ("F\u200be\u200de\ufeff", "fee"),
        ("F\u00ade\u2060e", "fee"),
        # white space folded to one space
        ("Net\n\tFee", "net fee"),
        ("  Net\u00a0 \u3000Fee ", "net fee"),
        ("   ", ""),
        # a pair of outer quotes with none of its kind inside
        ('"Fee"', "fee"),
        ("'Fee'", "fee"),
        ('"Buyer\'s Fee"', "buyer's fee"),
        ("\"'Fee'\"", "fee"),
        ('"a" and "b"', '"a" and "b"'),
        ("'Buyer's Fee'", "'buyer's fee'"),
        ('"Fee', '"fee'),
        ("\"Fee'", "\"fee'"),
        ('"', '"'),
        ('""', ""),
        # a final comma or full stop removed; the sequence repeats
        ("Fee.", "fee"),
        ("Fee,", "fee"),
        ('"Fee".', "fee"),
        ('"Fee."', "fee"),
        ('"Fee.".', "fee"),
        ("Fee ...", "fee"),
        ("Fee;", "fee;"),
        (".Fee", ".fee"),
        ("thirty (30) days.", "thirty (30) days"),
        # str.casefold
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("ΣΑΣ", "σασ"),
        # nothing raises
        ("", ""),
        ("Fee \ud83d", "fee \ud83d"),
        ("Fee\x00", "fee\x00"),
    ],
)
def test_each_step(text: str, normal: str) -> None:
    assert normalise_words(text) == normal


def test_words_that_differ_stay_different() -> None:
    forms = ["fee", "fees", "net fee", "netfee", "fee 2", "fee-2", "fee(2)", "1.0", "10", "1,0"]
    assert len({normalise_words(form) for form in forms}) == len(forms)


def test_every_quote_and_dash_of_unicode_is_known() -> None:
    for code in range(sys.maxunicode + 1):
        character = chr(code)
        name = unicodedata.name(character, "")
        category = unicodedata.category(character)
        if category == "Pd" or re.fullmatch(MINUS, name):
            expected = "-"
        elif re.search(r"\bQUOTATION MARK\b", name) and category != "Cf":
            expected = "'" if "SINGLE" in name or "ANGLE QUOTATION MARK ORNAMENT" in name else '"'
        else:
            continue
        assert normalise_words(f"a{character}b") == f"a{expected}b", name


def _reference(text: str) -> str:
    """SCORING 1.3, one step a line, exactly as it is written."""
    text = text[:1000]
    while True:
        decoded = re.sub(
            r"&(#[0-9]+|#[xX][0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);",
            lambda m: m[0] if m[1][0] != "#" and unescape(m[0])[-1:] == ";" else unescape(m[0]),
            text,
        )
        if decoded == text:
            break
        text = decoded
    text = plain_characters(text)
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" and text[0] not in text[1:-1]:
        text = text[1:-1]
    if text[-1:] in {",", "."}:
        text = text[:-1]
    return text.casefold()


@given(TEXTS)
def test_repeating_the_written_sequence_gives_the_same(text: str) -> None:
    expected, before = _reference(text), text
    while expected != before:
        before, expected = expected, _reference(expected)
    assert normalise_words(text) == expected


@given(TEXTS)
def test_normalising_twice_is_normalising_once(text: str) -> None:
    once = normalise_words(text)
    assert normalise_words(once) == once
    assert len(once) <= MAX_CHARACTERS


@given(PIECES, st.integers(1, 1_000))
def test_one_piece_repeated_is_stable(piece: str, times: int) -> None:
    once = normalise_words(piece * times)
    assert normalise_words(once) == once


@given(TEXTS)
def test_plain_characters_are_stable(text: str) -> None:
    once = plain_characters(text)
    assert plain_characters(once) == once


@pytest.mark.parametrize(
    "piece",
    ["&", "&amp;", "amp;", '"', "'", ".", " .", "&#", "&#38;", "\u0345", "ﷺ", "\ud800", "("],
)
def test_a_megabyte_takes_no_time(piece: str) -> None:
    text = "&" + piece * (1_000_000 // len(piece))
    with at_most(0.5):
        normalise_words(text)
