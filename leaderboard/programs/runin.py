"""Lines that lost their breaks, as in filings whose pages became one line each.

Numbers inside a long line are believed where they go on counting; before each, a line is broken.
"""

from __future__ import annotations

import re
from typing import Final

from leaderboard.programs.labels import Kind, read_labels
from leaderboard.programs.numbering import Numbering
from leaderboard.programs.text import lines

__all__ = ["ends_in_reference", "restore_lines"]

_BROKEN_REFERENCE = re.compile(
    r"(?:sections?|articles?|clauses?|paragraphs?|exhibit|schedule|annex|appendix|and|or|to|of|in"
    r"|under|with|by|than|§)\Z",
    re.IGNORECASE,
)
_RUN_IN = re.compile(
    r"(?<=[\w.;:)\]\"”]) (?:(ARTICLE [IVX]{1,6}\b|\d{1,2}(?:\.\d{1,2}){1,3}\.?|\d{1,2}\.)"
    r"(?=[.:]? {1,6}[A-Z\"“\[])|(?=RECITALS\b|WHEREAS\b|NOW,? THEREFORE\b|IN WITNESS WHEREOF\b))"
)
_LONG_LINE: Final = 1500
"""Lines longer than this many characters lost their breaks: numbers inside them are looked for."""


def _goes_on(numbering: Numbering, text: str, match: re.Match[str]) -> bool:
    """Count a number inside a line, when it comes next and is no reference."""
    value = match.group(1).rstrip(".")
    if value.startswith("ARTICLE"):
        numbering.open_article(value.split()[1])
        return True
    cited = ends_in_reference(text[max(0, match.start() - 20) : match.start()])
    if cited or not numbering.succeeds(value):
        return False
    numbering.open_major(value)
    return True


def restore_lines(text: str) -> str:
    """Break lines that lost their breaks before each number that goes on counting.

    A space is replaced by a line feed, so that every offset stays what it was.
    """
    pieces: list[str] = []
    done = 0
    numbering = Numbering()
    for line in lines(text):
        for label in read_labels(text, line.start, line.end)[:1]:
            if label.kind is Kind.ARTICLE:
                numbering.open_article(label.value)
            elif label.kind is not Kind.MINOR and numbering.follows(label.value):
                numbering.open_major(label.value)
        if line.end - line.start <= _LONG_LINE:
            continue
        for match in _RUN_IN.finditer(text, line.start, line.end):
            if match.group(1) is None or _goes_on(numbering, text, match):
                pieces += [text[done : match.start()], "\n"]
                done = match.start() + 1
    return "".join([*pieces, text[done:]])


def ends_in_reference(words: str) -> bool:
    """Say whether `words` make a number after them a reference or a quantity, not a label."""
    return _BROKEN_REFERENCE.search(words) is not None or words.endswith(",")
