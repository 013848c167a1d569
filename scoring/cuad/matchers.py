"""The verdict on one answer to one clause question, published and strict (SCORING 2)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from scoring.cuad.texts import (
    STRICT_TOKEN,
    Words,
    differs_strictly,
    fold,
    given_answer,
    published_words,
    strict_token,
    strict_tokens,
    words_of,
)

__all__ = [
    "ABSENCE_PHRASES",
    "FLAGS",
    "FLAG_MEANINGS",
    "MIN_QUOTED_TOKENS",
    "PASS_SCORE",
    "Verdict",
    "judge",
    "max_answer_tokens",
]

PASS_SCORE: Final = Fraction(1, 2)
"""Least score that passes where the clause is present."""

MIN_QUOTED_TOKENS: Final = 5
"""Least tokens of a double-quoted passage that is a quotation."""

ABSENCE_PHRASES: Final = (
    "no clause",
    "no clause found",
    "no such clause",
    "no such provision",
    "no relevant clause",
    "no relevant provision",
    "does not contain",
    "does not include",
    "does not address",
    "not contain any",
    "no provision",
    "not present",
    "not found",
    "not addressed",
    "no mention",
    "not mention",
    "not specified",
    "no reference to",
)
"""The closed list of phrases that assert absence, looked for as substrings."""

_ABSENCE_WORD: Final = re.compile(r"\b(?:none|absent|n/?a)\b", re.IGNORECASE)

FLAG_MEANINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "missing": "the case was not answered at all",
        "no_answer": "the case has a recorded outcome without a text",
        "empty": "nothing but white space was answered",
        "json_answer": "the text is a JSON object, and its `answer` was judged",
        "non_string_answer": "the value of `answer` is no string: strict fails",
        "too_deep": "a JSON object nested too deep to be read, judged as text: strict fails",
        "absence_asserted": "the published rule reads an assertion of absence",
        "absence_quoted": "absence is asserted inside quotations only: strict reads none",
        "quoted": "the answer quotes: a long double-quoted passage or a contained gold span",
        "contained": "the published rule finds a gold span in the answer",
        "overlong": "a gold span is contained in an answer too long for strict containment",
        "contradiction": "absence is asserted beside a quotation: strict fails",
    }
)
"""Every flag a verdict may carry, and what it says."""

FLAGS: Final = tuple(FLAG_MEANINGS)

_SMALL_SPAN: Final = 3
_SMALL_SPAN_CAP: Final = 25
_CAP_BASE: Final = 50
_CAP_PER_TOKEN: Final = 4

# Stands where a quotation was cut out, so that the words around it never join to a phrase.
_CUT: Final = "\n"

_Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one answer.

    Attributes:
        passed: by the published rule.
        strict_passed: by the strict rule, which the board ranks by.
        score: the published score, exact: where the clause is present the largest of token F1
            and containment over the gold spans, where it is absent 1 or 0.
        flags: which of `FLAGS` apply.

    """

    passed: bool
    strict_passed: bool
    score: Fraction
    flags: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Hit:
    """A whole word that asserts absence: the range of its first token in the strict text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Reading:
    """All that is read from an answer before gold is looked at.

    Attributes:
        flags: those that do not depend on gold.
        published: words after the SQuAD normalisation.
        strict: words after the strict normalisation.
        passages: ranges of `strict.text` that are double-quoted quotations, in order.
        phrased: whether an absence phrase stands anywhere in `strict.text`.
        hits: the whole words that assert absence, in order.

    """

    flags: frozenset[str]
    published: Words
    strict: Words
    passages: tuple[_Range, ...]
    phrased: bool
    hits: tuple[_Hit, ...]


@dataclass(frozen=True, slots=True)
class _Span:
    """One gold span, read both ways."""

    published: Words
    strict: Words


def max_answer_tokens(span_tokens: int, gold_tokens: int) -> int:
    """Return how many tokens an answer may have for a span's containment to count strictly.

    Args:
        span_tokens: strict tokens of the contained gold span.
        gold_tokens: strict tokens of all gold spans of the case together.

    """
    if span_tokens < _SMALL_SPAN:
        return _SMALL_SPAN_CAP
    return _CAP_BASE + _CAP_PER_TOKEN * gold_tokens


def _has_phrase(text: str) -> bool:
    return any(phrase in text for phrase in ABSENCE_PHRASES)


def _passages(folded: str) -> tuple[list[str], tuple[_Range, ...]]:
    """Return the strict tokens of `folded` and the ranges of its double-quoted quotations.

    Quotation marks pair in order: the first opens, the next closes. One left over opens nothing.
    """
    parts = folded.split('"')
    tokens: list[str] = []
    ranges: list[_Range] = []
    length = 0
    for index, part in enumerate(parts):
        found = strict_tokens(part) if part else []
        if not found:
            continue
        start = length + 1 if length else 0
        length = start + sum(map(len, found)) + len(found) - 1
        tokens += found
        closed = index % 2 == 1 and index < len(parts) - 1
        if closed and len(found) >= MIN_QUOTED_TOKENS:
            ranges.append((start, length))
    return tokens, tuple(ranges)


def _hits(folded: str) -> tuple[_Hit, ...]:
    starts = {match.start() for match in _ABSENCE_WORD.finditer(folded)}
    if not starts:
        return ()
    hits: list[_Hit] = []
    position = 0
    for match in STRICT_TOKEN.finditer(folded):
        if match[1] is None:
            continue
        token = strict_token(match[1])
        if match.start() in starts:
            hits.append(_Hit(position, position + len(token)))
        position += len(token) + 1
    return tuple(hits)


# Few, since an answer may have megabytes: they serve one answer given to many cases in a row.
@lru_cache(maxsize=4)
def _read(answer: str) -> _Reading:
    given = given_answer(answer)
    text = given.text
    flags = set(given.flags)
    if not text.strip():
        flags.add("empty")
    folded = fold(text)
    tokens, passages = _passages(folded)
    strict = words_of(tokens)
    published = published_words(text) if differs_strictly(text) else strict
    if _has_phrase(published.text) or _ABSENCE_WORD.search(text):
        flags.add("absence_asserted")
    return _Reading(
        flags=frozenset(flags),
        published=published,
        strict=strict,
        passages=passages,
        phrased=_has_phrase(strict.text),
        hits=_hits(folded),
    )


@lru_cache(maxsize=16_384)
def _span(text: str) -> _Span:
    published = published_words(text)
    if not differs_strictly(text):
        return _Span(published, published)
    return _Span(published, words_of(strict_tokens(fold(text))))


def _token_f1(answer: Words, span: Words) -> Fraction:
    """Return the F1 of two multisets of tokens: twice the shared over all of both."""
    few, many = sorted((answer, span), key=lambda words: len(words.counts))
    shared = sum(min(count, many.counts[token]) for token, count in few.counts.items())
    # Without a token in common there may be no token at all.
    return Fraction(2 * shared, answer.size + span.size) if shared else Fraction(0)


def _contains(answer: Words, span: Words) -> bool:
    return bool(span.text) and span.text in answer.text


def _places(span: str, text: str) -> list[_Range]:
    """Return where `span` stands in `text`, from left to right, overlaps left out."""
    found: list[_Range] = []
    start = text.find(span)
    while start >= 0:
        end = start + len(span)
        found.append((start, end))
        start = text.find(span, end)
    return found


def _merged(ranges: Sequence[_Range]) -> list[_Range]:
    merged: list[_Range] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _asserts_outside(reading: _Reading, quotations: Sequence[_Range]) -> bool:
    """Return whether absence is asserted by words that stand wholly outside `quotations`.

    `quotations` are ranges of the strict text in order, none touching another. A phrase that
    begins outside and ends inside one asserts nothing.
    """
    text = reading.strict.text
    pieces: list[str] = []
    end = 0
    for start, stop in quotations:
        pieces.append(text[end:start])
        end = stop
    pieces.append(text[end:])
    if reading.phrased and _has_phrase(_CUT.join(pieces)):
        return True
    remaining = iter((*quotations, (len(text) + 1, len(text) + 1)))
    start, stop = next(remaining)
    for hit in reading.hits:
        while stop < hit.end:
            start, stop = next(remaining)
        if hit.start < start:
            return True
    return False


def _contradiction_flags(reading: _Reading, contained: Sequence[Words]) -> set[str]:
    """Return which of `quoted`, `absence_quoted` and `contradiction` apply."""
    flags = {"quoted"} if reading.passages or contained else set()
    if not flags or not (reading.phrased or reading.hits):
        return flags
    places = [place for span in contained for place in _places(span.text, reading.strict.text)]
    outside = _asserts_outside(reading, _merged([*reading.passages, *places]))
    return flags | {"contradiction" if outside else "absence_quoted"}


def _strictly_readable(flags: frozenset[str]) -> bool:
    return not flags & {"non_string_answer", "too_deep"}


def _best_f1(answer: Words, spans: Sequence[Words]) -> Fraction:
    return max(_token_f1(answer, span) for span in spans)


def _judge_present(reading: _Reading, spans: Sequence[_Span]) -> Verdict:
    flags = set(reading.flags)
    if any(_contains(reading.published, span.published) for span in spans):
        score = Fraction(1)
        flags.add("contained")
    else:
        score = _best_f1(reading.published, [span.published for span in spans])

    strict_spans = [span.strict for span in spans]
    contained = [span for span in strict_spans if _contains(reading.strict, span)]
    gold_tokens = sum(span.size for span in strict_spans)
    counts = any(
        reading.strict.size <= max_answer_tokens(span.size, gold_tokens) for span in contained
    )
    if contained and not counts:
        flags.add("overlong")
    flags |= _contradiction_flags(reading, contained)
    strict_passed = (
        _strictly_readable(reading.flags)
        and "contradiction" not in flags
        and (counts or _best_f1(reading.strict, strict_spans) >= PASS_SCORE)
    )
    return Verdict(score >= PASS_SCORE, strict_passed, score, frozenset(flags))


def _judge_absent(reading: _Reading) -> Verdict:
    passed = "absence_asserted" in reading.flags
    flags = reading.flags | _contradiction_flags(reading, ())
    strict_passed = (
        _strictly_readable(reading.flags)
        and (reading.phrased or bool(reading.hits))
        and "quoted" not in flags
    )
    return Verdict(passed, strict_passed, Fraction(passed), flags)


def judge(answer: str, gold_spans: Sequence[str]) -> Verdict:
    """Return the verdict on one answer to one clause question, as SCORING 2 has it.

    Args:
        answer: the model's raw text.
        gold_spans: the clause's spans in the contract; none where the clause is absent.

    Returns:
        The verdict by the published and by the strict rule. Nothing is raised for any text,
        and the time taken is linear in its length (for given gold).

    """
    reading = _read(answer)
    if "empty" in reading.flags:
        return Verdict(passed=False, strict_passed=False, score=Fraction(0), flags=reading.flags)
    if gold_spans:
        return _judge_present(reading, [_span(span) for span in gold_spans])
    return _judge_absent(reading)
