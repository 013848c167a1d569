"""What the lines of a contract are, before any numbering is believed.

Page numbers and running notes are noise; tables, address blocks, lines in capitals and unnumbered
headings are text in which capital letters say nothing about defined terms.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from leaderboard.programs.text import SMALL_WORDS, Span, lines, word_set

__all__ = [
    "Line",
    "LineKind",
    "heading_length",
    "is_capitals",
    "is_heading_words",
    "read_lines",
    "spans_of",
]

_LONGEST_HEADING: Final = 110
_MOST_HEADING_WORDS: Final = 14
_SENTENCE_CASE_WORDS: Final = 4
_FEWEST_CAPITALS: Final = 3
_SHORT: Final = 200
_SHORT_HEADING: Final = 80
_SHORT_BLOCK: Final = 60
_REPEATS_OF_NOISE: Final = 4
_BRIEF: Final = 6
_COLUMNS: Final = 2
"""So many bars, or tabs in a short line, make a table."""

_VERBS: Final = word_set(
    """shall will may must can means mean is are was has have had be agrees agree agreed includes
    include hereby grants pays"""
)
_WORD = re.compile(r"[A-Za-z][\w'’&/.-]*")
_PAGE = re.compile(
    r"(?:-\s{0,3})?(?:page\s{1,3})?[A-Za-z]{0,2}-?\d{1,4}(?:\s{1,3}of\s{1,3}\d{1,4})?(?:\s{0,3}-)?\Z",
    re.IGNORECASE,
)
_RULE = re.compile(r"[-_=*. \t~—–]{3,}\Z")
_SOURCE = re.compile(
    r"(?:Source:|\[\s?\*+\s?\]\s|CONFIDENTIAL TREATMENT|EXECUTION (?:COPY|VERSION))"
)
_CONTENTS = re.compile(r"(?:\.[ \t]?){4,}[ \t]{0,20}[A-Za-z-]{0,3}\d{1,3}\s*\Z|\t\d{1,3}\s*\Z")
_HEADING_END = re.compile(r"\.(?=[ \t]|\Z)|:(?=[ \t]|\Z)|[ \t](?:-{1,2}|[—–])[ \t]|[—–]")


class LineKind(StrEnum):
    """What a line is by its looks."""

    BLANK = "blank"
    NOISE = "noise"
    HEADING = "heading"
    TABLE = "table"
    BLOCK = "block"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Line:
    """One line: `start` is the offset of its first visible character, `end` that after its last.

    Attributes:
        start: where its text starts.
        end: where its text ends.
        indent: how many characters of white space stand before it.
        kind: what it is by its looks.
        opens: whether a paragraph opens with it: the line before is blank, or ends a sentence.

    """

    start: int
    end: int
    indent: int
    kind: LineKind
    opens: bool


def is_capitals(words: str) -> bool:
    """Say whether `words` are set in capitals: three or more letters and hardly a small one."""
    upper = sum(map(str.isupper, words))
    lower = sum(map(str.islower, words))
    return upper >= _FEWEST_CAPITALS and lower * 12 <= upper


def is_heading_words(words: str) -> bool:
    """Say whether `words` look like a heading: title case or capitals, and no verb of a clause."""
    if len(words) > _LONGEST_HEADING or not words[:1].isalnum():
        return False
    found = _WORD.findall(words)
    if not found or len(found) > _MOST_HEADING_WORDS:
        return False
    if is_capitals(words):
        return True
    if any(word in _VERBS for word in found):
        return False
    small = [word for word in found if word[0].islower() and word not in SMALL_WORDS]
    return found[0][0].isupper() and (
        not small or (len(found) <= _SENTENCE_CASE_WORDS and len(small) < len(found))
    )


def heading_length(words: str, *, whole_line: bool) -> int:
    """Give how many characters of `words`, the text after a label, are its heading; 0 for none.

    A heading is the whole line where that has no full stop, or runs in before a stop, colon or
    dash that more text follows.
    """
    bare = words.rstrip(" .:-–—_")
    if whole_line and is_heading_words(bare) and words[-1] not in ";," and ". " not in bare:
        return bare.find(": ") + 1 or len(words)
    if is_capitals(words):
        return len(words) if len(words) <= _LONGEST_HEADING else 0
    match = _HEADING_END.search(words, 0, _LONGEST_HEADING + 2)
    if match is None or not is_heading_words(words[: match.start()]):
        return 0
    return match.end()


def _kind(text: str, seen: Counter[str]) -> LineKind:
    """Classify one stripped line; `seen` counts the lines of the text."""
    if not text:
        return LineKind.BLANK
    if _is_noise(text, seen):
        return LineKind.NOISE
    short = len(text) <= _SHORT
    if text.count("|") >= _COLUMNS or (short and text.count("\t") >= _COLUMNS):
        return LineKind.TABLE
    untitled = text[-1] in '.;:,!?)"”' or len(text) > _SHORT_HEADING
    if len(text) <= _SHORT_BLOCK and text[-1] not in ".;!?" and _is_block(text):
        return LineKind.BLOCK
    if is_capitals(text) or (not untitled and is_heading_words(text)):
        return LineKind.HEADING
    return LineKind.TEXT


def _is_noise(text: str, seen: Counter[str]) -> bool:
    """Say whether a line is a page number, a rule, a running note or an entry of contents."""
    if len(text) <= _SHORT and (_PAGE.match(text) or _RULE.match(text) or _CONTENTS.search(text)):
        return True
    repeated = len(text) > 2 * _BRIEF and seen[text] >= _REPEATS_OF_NOISE
    return bool(_SOURCE.match(text)) or (repeated and text[-1] not in ";,")


_BLOCK = re.compile(
    r"(?:attention|attn|name|title|by|its|date|tel|telephone|fax|facsimile|phone|e-?mail|address"
    r"|if to|with a copy|to)\b[^:]{0,40}:",
    re.IGNORECASE,
)
_STREET = re.compile(r".{0,50},\s[A-Z]{2}\s{1,3}\d{5}|\d{1,5}\s[A-Z][a-z]+\s[A-Z]?")


def _is_block(text: str) -> bool:
    """Say whether a short line belongs to an address or signature block."""
    return bool(_BLOCK.match(text) or _STREET.match(text))


def read_lines(text: str) -> list[Line]:
    """Split `text` into lines and say what each is by its looks."""
    raw = [(span, text[span.start : span.end]) for span in lines(text)]
    seen = Counter(words.strip() for _, words in raw)
    found: list[Line] = []
    opens = True
    for span, words in raw:
        stripped = words.strip()
        indent = len(words) - len(words.lstrip())
        start = span.start + min(indent, len(words))
        kind = _kind(stripped, seen)
        if kind is LineKind.HEADING and not opens and not is_capitals(stripped):
            kind = LineKind.TEXT  # the end of a broken sentence
        found.append(Line(start, start + len(stripped), indent, kind, opens))
        if kind is LineKind.BLANK:
            opens = True
        elif kind is not LineKind.NOISE:
            opens = stripped[-1] in '.;:!?"”' or stripped.endswith((" and", " or"))
            opens = opens or kind is LineKind.HEADING
    return found


def spans_of(found: Iterable[Line], *kinds: LineKind) -> list[Span]:
    """Give the spans of the lines of some kinds."""
    return [Span(line.start, line.end) for line in found if line.kind in kinds]
