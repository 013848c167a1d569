from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.findings import printable
from leaderboard.runner.masking import MASK, masked, masked_answer

BARE: dict[str, str] = {}

SECRET = "abcDEF123456_ghiJKL"  # noqa: S105 - made up


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"Incorrect API key provided: {SECRET}.", f"Incorrect API key provided: {MASK}"),
        (f"Authorization: Bearer {SECRET}", f"Authorization: Bearer {MASK}"),
        (f"with Bearer {SECRET} sent", f"with Bearer {MASK} sent"),
        ("key sk-proj-abcdEFGH****1234 is bad", f"key {MASK} is bad"),
        ("gsk_abcdefghijkl", MASK),
        (f"https://x.example/v1?key={SECRET}&alt=json", f"https://x.example/v1?key={MASK}&alt=json"),
        (f'{{"x-api-key": "{SECRET}"}}', f'{{"x-api-key": "{MASK}"}}'),
        (f"https://me:{SECRET}@x.example/", f"https://{MASK}@x.example/"),
        ("AIzaSyA1234567890abcdefghij", MASK),
        ("AKIAIOSFODNN7EXAMPLE", MASK),
        ("eyJhbGciOiJIUzI1NiJ9.e30.abc", MASK),
        ("max_tokens: 4096, 8192 tokens", "max_tokens: 4096, 8192 tokens"),
        ("Missing bearer or basic authentication in header",
         "Missing bearer or basic authentication in header"),
        ("two\nlines\tand \x00 more", "two lines and \\u0000 more"),
        ("rtl \u202e and zero\u200b", "rtl \\u202e and zero\\u200b"),
    ],
)  # fmt: skip
def test_keys_are_masked(text: str, shown: str) -> None:
    assert masked(text, BARE) == shown


def test_the_values_of_secret_variables_are_masked(monkeypatch: pytest.MonkeyPatch) -> None:
    environ = {"ACME_API_KEY": "s3cr3t!value", "ACME_API_KEY_2": "s3cr3t!value.longer",
               "MY_TOKEN": "short", "HOME": "/home/someone"}  # fmt: skip
    text = "got s3cr3t!value and s3cr3t!value.longer, short, /home/someone"
    assert masked(text, environ) == f"got {MASK} and {MASK}, short, /home/someone"
    assert masked("got further!key", BARE, keys=["further!key"]) == f"got {MASK}"
    monkeypatch.setenv("ACME_API_KEY", "s3cr3t!value")
    assert masked("got s3cr3t!value") == f"got {MASK}"


@settings(deadline=None)
@given(st.text(max_size=60))
def test_masking_gives_one_printable_line_and_is_stable(text: str) -> None:
    once = masked(text, BARE)
    assert once == printable(once, 100_000)
    assert masked(once, BARE) == once


@pytest.mark.parametrize("key", ["k", "key", "]", "sk-1234", "abc1234", "two words"])
def test_a_key_that_is_named_is_masked_however_short(key: str) -> None:
    once = masked(f"no {key}!", BARE, keys=[key])
    assert once == masked(once, BARE, keys=[key])
    assert MASK in once
    assert key not in once.replace(MASK, "")


def test_an_empty_key_is_none() -> None:
    assert masked("said", BARE, keys=[""]) == "said"


def test_a_long_text_is_cut() -> None:
    assert len(masked("word " * 100_000, BARE)) == 20_000


class TestAnswers:
    QUESTION = "Is the Agreement defined in 1.2a?"

    @pytest.mark.parametrize(
        "key", ["s3cr3t!value", "abc1234", "sk-1", "justletters", "1234567890123"]
    )
    def test_a_key_that_was_sent_is_masked(self, key: str) -> None:
        text = f'{{"a": "Bearer {key}\n {key}."}}'
        shown = f'{{"a": "Bearer {MASK}\n {MASK}."}}'
        assert masked_answer(text, self.QUESTION, BARE, keys=[key]) == shown

    def test_the_environments_keys_are_masked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        environ = {"ACME_API_KEY": "s3cr3t!value", "MY_TOKEN": "sh0rt", "HOME": "/home/someone"}
        text = "s3cr3t!value sh0rt /home/someone"
        assert masked_answer(text, "", environ) == f"{MASK} sh0rt /home/someone"
        monkeypatch.setenv("ACME_API_KEY", "s3cr3t!value")
        assert masked_answer(text, "") == f"{MASK} sh0rt /home/someone"

    @pytest.mark.parametrize("key", ["Agreement", "1.2a", "none", "EMPTY", "1", "", "1.1"])
    def test_what_may_be_a_word_of_the_answer_is_none(self, key: str) -> None:
        text = "the Agreement of 1.2a is EMPTY, none, 1, 1.1"
        assert masked_answer(text, self.QUESTION, BARE, keys=[key]) == text

    @given(st.text())
    def test_without_a_key_an_answer_stays_as_it_came(self, text: str) -> None:
        assert masked_answer(text, "", BARE, keys=["s3cr3t!value"]) == text
        assert masked_answer(f"Authorization: Bearer {text}", "", BARE).endswith(text)
