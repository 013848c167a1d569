"""From an answer's raw text to the words that are compared (SCORING 2)."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

__all__ = [
    "MAX_JSON_DEPTH",
    "REDACTED",
    "STRICT_TOKEN",
    "Given",
    "Words",
    "differs_strictly",
    "fold",
    "given_answer",
    "published_words",
    "strict_token",
    "strict_tokens",
    "words_of",
]

REDACTED: Final = "REDACTED"
"""The token of a redaction mark; in capitals, so that no word of a text equals it."""

MAX_JSON_DEPTH: Final = 100
"""Deepest nesting that is read as JSON, as in SCORING 1.2."""

# The first branch takes an article away as a whole word while the punctuation around it still
# stands: "A/S" loses its "A", "a_b" and "éa" lose nothing.
_ARTICLE: Final = r"\b(?:an?|the)\b"
_PUBLISHED_TOKEN: Final = re.compile(rf"{_ARTICLE}|([a-z0-9]+)")
_STARS: Final = "*∗"
STRICT_TOKEN: Final = re.compile(
    rf"{_ARTICLE}|("
    rf"\[\s*+[{_STARS}][\s{_STARS}]*+\]"
    rf"|[{_STARS}]{{3,}}"
    r"|[a-z0-9]+(?:(?<=[0-9])[.,](?=[0-9])[a-z0-9]+)*"
    r")"
)
"""Matches an article (group 1 unset) or one strict token (group 1), on folded text."""

_STRICT_ONLY: Final = re.compile(rf"[{_STARS}]|[0-9][.,][0-9]")
_DOUBLE_QUOTES: Final = re.compile("[“”„‟«»❝❞〝〞〟＂]")
_SINGLE_QUOTES: Final = re.compile("[‘’‚‛‹›❛❜ʻʼʽ`´＇]")
_DASHES: Final = re.compile("[\u00ad\u058a\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]")

# Strings are taken whole, closed or not, so that a bracket inside one is never counted.
_JSON_BRACKET: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{]|[\]}]', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Words:
    """Normalised text, ready to be compared.

    Attributes:
        text: the tokens, joined by single spaces.
        counts: how often each token stands in it; never to be changed.
        size: number of tokens.

    """

    text: str
    counts: Counter[str]
    size: int


@dataclass(frozen=True, slots=True)
class Given:
    """What an answer's text gives to be judged.

    Attributes:
        text: the stripped raw text, or `str()` of the value of `answer`.
        flags: which of `json_answer`, `non_string_answer` and `too_deep` apply.

    """

    text: str
    flags: frozenset[str]


class _Number(str):
    """An integer of JSON, kept as its digits.

    `int` refuses more than 4,300 digits and takes quadratic time for them; as digits any
    length prints as `str(int(...))` would.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _whole_number(digits: str) -> _Number:
    return _Number("0" if digits == "-0" else digits)


def _too_deep(text: str) -> bool:
    if text.count("[") + text.count("{") <= MAX_JSON_DEPTH:
        return False
    depth = 0
    for match in _JSON_BRACKET.finditer(text):
        bracket = match[0]
        if bracket in "[{":
            depth += 1
            if depth > MAX_JSON_DEPTH:
                return True
        elif bracket in "]}":
            depth -= 1
    return False


def given_answer(raw: str) -> Given:
    """Return what `raw` gives to be judged: itself, or its `answer` where it is a JSON object.

    An object nested deeper than `MAX_JSON_DEPTH` is not read: it is judged as the text it is,
    flagged `too_deep`. Source: SCORING 2, "An answer is …".
    """
    text = raw.strip()
    if not (text.startswith("{") and text.endswith("}")):
        return Given(text, frozenset())
    if _too_deep(text):
        return Given(text, frozenset({"too_deep"}))
    try:
        value = json.loads(text, parse_int=_whole_number)
    except json.JSONDecodeError:
        return Given(text, frozenset())
    if "answer" not in value:
        return Given(text, frozenset())
    answer = value["answer"]
    if isinstance(answer, str) and not isinstance(answer, _Number):
        return Given(answer, frozenset({"json_answer"}))
    return Given(str(answer), frozenset({"json_answer", "non_string_answer"}))


def words_of(tokens: Sequence[str]) -> Words:
    """Return `tokens` as comparable words."""
    return Words(" ".join(tokens), Counter(tokens), len(tokens))


def published_words(text: str) -> Words:
    """Return `text` after the SQuAD normalisation of SCORING 2."""
    return words_of([token for token in _PUBLISHED_TOKEN.findall(text.lower()) if token])


def fold(text: str) -> str:
    """Return `text` with quotes and dashes unified and letters lower-cased.

    The first step of the strict normalisation. Primes stay as they are: they mark feet and
    inches, not quotations.
    """
    if not text.isascii():
        text = _DOUBLE_QUOTES.sub('"', text)
        text = _SINGLE_QUOTES.sub("'", text)
        text = _DASHES.sub("-", text)
    return text.lower()


def strict_token(found: str) -> str:
    """Return the token that `found`, group 1 of `STRICT_TOKEN`, stands for."""
    return REDACTED if found[0] in "[*∗" else found


def strict_tokens(folded: str) -> list[str]:
    """Return the strict tokens of text that `fold` gave.

    As the SQuAD normalisation, except that points and commas between digits stay and that a
    redaction mark is the token `REDACTED`: asterisks in square brackets, or three and more in
    a row. (Two in a row are Markdown's bold.) A hyphen is a space, at a line's end as anywhere.
    """
    return [strict_token(found) for found in STRICT_TOKEN.findall(folded) if found]


def differs_strictly(text: str) -> bool:
    """Return whether `text` may have other words strictly than in the published way."""
    return not text.isascii() or _STRICT_ONLY.search(text) is not None
