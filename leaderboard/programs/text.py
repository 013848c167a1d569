"""Plain-text groundwork of the rule-based programs: lines, sentences, words.

Everything here is linear in the length of the text: patterns have no nested repetition, and every
repetition that could start anew at each character is bounded.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

__all__ = [
    "SMALL_WORDS",
    "Span",
    "Spans",
    "fold",
    "lines",
    "sentences",
    "singulars",
    "stem",
    "without_possessive",
    "word_set",
]


def word_set(words: str) -> frozenset[str]:
    """Read a set of words that are separated by white space."""
    return frozenset(words.split())


SMALL_WORDS: Final = word_set(
    "a an and as at by for from in into nor of on or per the to upon via with without"
)
"""Words that a heading or a name writes in lower case."""

_MOST_LINES: Final = 50_000
_SHORTEST: Final = 3
_ENDINGS: Final = tuple(
    """ifications ification izations ization isations isation ations ation ements ement ments ment
    ances ance ences ence ities ity ables able ible ness ions ion ings ing ives ive ors or ers er
    ies ied als al ed es s e y""".split()  # noqa: SIM905  (eighty short strings)
)
_SPACES = re.compile(r"\s+")
_QUOTES: Final = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "‐": "-", "‑": "-"})
_ABBREVIATIONS: Final = word_set(
    """adm approx art assn assoc att attn ave bldg blvd bros cir cl co corp ct dept dist div dr
    e.g ed esq et al etc ex exh ext fed fig gen gov hon i.e inc intl jr l.l.c l.p lit llc lp lt
    ltd mfg mr mrs ms mt n.a no nos op p.l.c para plc pp pres prof pty reg rev s.a sec sect sr st
    ste subs supp u.k u.s u.s.a u.s.c v vol vs viz"""
)
_BREAK = re.compile(r"[.!?][\"”’')\]]{0,3}(?=\s)|\n[ \t\r]*\n")
_SENTENCE_START = re.compile(r"[\s]+[\"“‘'(\[]{0,3}[A-Z0-9$“\"(\[]")
_WORD_BEFORE = re.compile(r"[\w.&]{1,20}\Z")


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of the text: `text[start:end]`, offsets in characters."""

    start: int
    end: int


class Spans:
    """Spans that can be asked whether one of them covers an offset; they may overlap."""

    def __init__(self, spans: Iterable[Span]) -> None:
        """Merge `spans` into disjoint ones."""
        merged: list[Span] = []
        for span in sorted(spans):
            if merged and span.start <= merged[-1].end:
                merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
            else:
                merged.append(span)
        self._spans = merged
        self._starts = [span.start for span in merged]

    def __iter__(self) -> Iterator[Span]:
        """Yield the disjoint spans in order."""
        return iter(self._spans)

    def at(self, offset: int) -> Span | None:
        """Give the span that covers `offset`, or None."""
        index = bisect_right(self._starts, offset) - 1
        if index >= 0 and offset < self._spans[index].end:
            return self._spans[index]
        return None

    def __contains__(self, offset: int) -> bool:
        """Say whether a span covers `offset`."""
        return self.at(offset) is not None


def lines(text: str) -> list[Span]:
    """Split `text` at line feeds; the feeds themselves belong to no line.

    At most 50,000 lines are given: a text with more is no contract.
    """
    found: list[Span] = []
    start = 0
    while start <= len(text) and len(found) < _MOST_LINES:
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        found.append(Span(start, end))
        start = end + 1
    return found


def _ends_sentence(text: str, dot: int, after: int) -> bool:
    """Say whether the stop at `dot` ends a sentence whose next character is at `after`."""
    if text[dot] != ".":
        return True
    start = _SENTENCE_START.match(text, after, after + 200)
    if start is None:
        return False
    before = _WORD_BEFORE.search(text, max(0, dot - 20), dot)
    word = before.group().lower() if before else ""
    single_letter = len(word) == 1 and word.isalpha()
    return word not in _ABBREVIATIONS and not single_letter


def sentences(text: str, cuts: Sequence[int] = ()) -> list[Span]:
    """Split `text` into sentences.

    A sentence ends at a full stop, question or exclamation mark that no abbreviation explains, at
    an empty line, and at every offset of `cuts` (sorted), such as the starts of numbered nodes.
    The sentences cover the text without gaps.
    """
    ends = set(cuts)
    for match in _BREAK.finditer(text):
        if match.group()[0] == "\n" or _ends_sentence(text, match.start(), match.end()):
            ends.add(match.end())
    ordered = sorted(end for end in ends if 0 < end < len(text))
    return [
        Span(start, end)
        for start, end in zip([0, *ordered], [*ordered, len(text)], strict=True)
        if start < end
    ]


def fold(words: str) -> str:
    """Bring a term to the form in which terms are compared: one space, plain quotes, no case."""
    return _SPACES.sub(" ", words.translate(_QUOTES)).strip().casefold()


def without_possessive(words: str) -> str:
    """Cut the ending `'s`, or the apostrophe after a plural."""
    folded = words.replace("’", "'")
    if folded.endswith(("'s", "'S")):
        return words[:-2]
    return words[:-1] if folded.endswith("'") else words


@lru_cache(maxsize=65536)
def singulars(word: str) -> tuple[str, ...]:
    """Give the forms that `word` (folded) can be the plural or possessive of, itself first."""
    forms = [word]
    if word.endswith(("'s", "s'")):
        word = without_possessive(word)
        forms.append(word)
    if word.endswith("ies") and len(word) > _SHORTEST + 1:
        forms.append(word[:-3] + "y")
    if word.endswith(("ses", "xes", "zes", "ches", "shes")):
        forms.append(word[:-2])
    if word.endswith("s") and not word.endswith("ss") and len(word) > _SHORTEST:
        forms.append(word[:-1])
    return tuple(forms)


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Cut a word (lower case) to a rough stem, so that `payment` and `payable` meet `pay`."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word[: -len(ending)]
    return word
