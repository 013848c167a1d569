"""Where a heading ends and the running text begins."""

from __future__ import annotations

import re
from typing import Final

from leaderboard.openscrub.verify.lists import listed

__all__ = ["heading_end"]

_SMALL: Final = frozenset(
    listed(
        "a an and as at but by for from if in into its nor not of off on or other over per "
        "than that the their to toward under until upon versus via when where which with "
        "within without"
    )
)
_PIECE: Final = re.compile(r"\s*[—–-]?\s*([^\W_][\w'&/,;-]*)(?:\s(?:&|—|–)(?=\s))?")
_BRACKETED: Final = re.compile(r"\s*\[[^\]\n]{1,80}\]\.?(?=\s|$)")
_MOST: Final = 12


def heading_end(flat: str, start: int, end: int, *, inline: bool = True) -> int:
    """Where the heading that may stand at `start` ends: at the running text, or at `end`.

    A heading is a short run of words in title case, alone in its paragraph or closed by a full
    stop, or anything in square brackets.

    Args:
        flat: the contract.
        start: after the number.
        end: of the paragraph.
        inline: whether a heading needs its full stop, as one before running text does.

    Returns:
        The offset where running text begins; `start`, with blanks skipped, if there is no heading.

    """
    if match := _BRACKETED.match(flat, start, end):
        return _skip(flat, match.end(), end)
    begin = _skip(flat, start, end)
    at = begin
    for count in range(_MOST):
        match = _PIECE.match(flat, at, end)
        if match is None or not _titled(match[1], first=count == 0):
            break
        at = match.end()
        if at >= end:
            return end if not inline else begin
        if flat[at] == "." and (at + 1 == end or flat[at + 1].isspace()):
            return _skip(flat, at + 1, end)
    return begin


def _titled(word: str, *, first: bool) -> bool:
    return not word[0].islower() or (not first and word.rstrip(",;") in _SMALL)


def _skip(flat: str, at: int, end: int) -> int:
    while at < end and flat[at].isspace():
        at += 1
    return at
