"""Words, sentences and the case of what is printed; offsets are those of the text itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from leaderboard.openscrub.verify.lists import listed

__all__ = ["Word", "flatten", "is_opener", "is_shouted", "read_sentences", "read_words", "squeeze"]

_STRAIGHT: Final = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "\u00a0": " "})
_WORD: Final = re.compile(r"[^\W_]+")
_STOP: Final = re.compile(r"[.?!][\"')\]]{0,3}\s+(?=[\"'(\[]{0,2}[^\W\d_a-z])")
_LAST: Final = re.compile(r"[^\s(\"']{1,24}$")
_SHORT: Final = frozenset(
    listed(
        "inc corp co ltd no nos st mr mrs ms dr sec art approx l.l.c l.p n.a u.s p.a d.c jr "
        "sr rev ft oz lb e.g i.e vs v cf ave blvd"
    )
)
_HALF_DAY: Final = frozenset({"a.m", "p.m"})
_LABELS: Final = frozenset(
    listed("Article Articles Section Clause Paragraph Schedule Exhibit Annex Appendix Attachment")
)
_OPENERS: Final = frozenset(
    listed(
        "a after all an any as at before both by during each either every except for from he "
        "if in it its neither no nobody none nor nothing on one only or other should so such "
        "that the their these they this those to under unless until upon what whatever when "
        "whenever where wherever whether whichever while who whoever with within without"
    )
)


class Word(NamedTuple):
    """A run of letters and digits: where it starts and ends in the text, and itself."""

    start: int
    end: int
    text: str

    @property
    def is_capital(self) -> bool:
        """Whether the word begins with a capital letter."""
        return self.text[0].isupper()


def flatten(text: str) -> str:
    """`text` with straight quotes and plain blanks, character for character as long as before."""
    return text.translate(_STRAIGHT)


def squeeze(text: str) -> str:
    """`text` with straight quotes and every run of white space as one blank."""
    return " ".join(flatten(text).split())


def read_words(flat: str, start: int, end: int) -> Iterator[Word]:
    """The words of a stretch of text, in order."""
    for match in _WORD.finditer(flat, start, end):
        yield Word(match.start(), match.end(), match[0])


def read_sentences(flat: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Start and end of each sentence in a stretch of running text, gaps of white space left out."""
    begin = start
    while begin < end and flat[begin].isspace():
        begin += 1
    for match in _STOP.finditer(flat, begin, end):
        if not _ends_sentence(flat, begin, match):
            continue
        stop = match.start() + len(match[0].rstrip())
        yield begin, stop
        begin = match.end()
    stop = end
    while stop > begin and flat[stop - 1].isspace():
        stop -= 1
    if stop > begin:
        yield begin, stop


def _ends_sentence(flat: str, begin: int, match: re.Match[str]) -> bool:
    """Whether a full stop ends its sentence; one behind an abbreviation does before a new start."""
    last = _LAST.search(flat, max(begin, match.start() - 24), match.start())
    word = last[0].casefold() if last is not None else ""
    initial = len(word) == 1 and word.isalpha() and not _labels(flat, begin, match.start())
    if word not in _SHORT and word not in _HALF_DAY and not initial:
        return True
    following = _WORD.search(flat, match.end())
    return following is not None and following[0].casefold() in _OPENERS


def _labels(flat: str, begin: int, stop: int) -> bool:
    """Whether the single letter before `stop` names a place, as in `Exhibit A.`."""
    before = flat[max(begin, stop - 14) : stop - 1].split()
    return bool(before) and before[-1] in _LABELS


def is_opener(word: str) -> bool:
    """Whether a word is one of those that open sentences and name nothing."""
    return word.casefold() in _OPENERS


def is_shouted(text: str) -> bool:
    """Whether a passage is printed in capitals throughout (three words or more)."""
    return text.isupper() and len(text.split()) > 2  # noqa: PLR2004 - a label is no passage
