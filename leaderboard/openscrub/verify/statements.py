"""Whether a text stands at a place."""

from __future__ import annotations

import re

from leaderboard.openscrub.verify.reading import Reading
from leaderboard.openscrub.verify.words import squeeze
from scoring.contractscrub import Place

__all__ = ["find_at", "holds", "says", "says_capitalised"]


def find_at(reading: Reading, place: Place, phrase: str) -> list[tuple[int, int]]:
    """Where a phrase stands in the running text of a place, capitals apart."""
    words = squeeze(phrase).split(" ")
    pattern = re.compile(
        r"(?<![\w-])" + r"\s+".join(map(re.escape, words)) + r"(?![\w-])", re.IGNORECASE
    )
    return [
        match.span()
        for paragraph in reading.stretches.get(place, ())
        for match in pattern.finditer(reading.running, paragraph.lead, paragraph.end)
    ]


def says(reading: Reading, place: Place, phrase: str) -> bool:
    """Whether a phrase stands at a place, letter for letter but for quotes and blanks."""
    wanted = squeeze(phrase)
    return any(
        squeeze(reading.text[start:end]) == wanted for start, end in find_at(reading, place, phrase)
    )


def says_capitalised(reading: Reading, place: Place, phrase: str) -> int:
    """How often a phrase stands at a place with a capital on its first and last word."""
    count = 0
    for start, end in find_at(reading, place, phrase):
        words = reading.text[start:end].split()
        count += words[0][0].isupper() and words[-1][0].isupper()
    return count


def holds(text: str, phrase: str) -> bool:
    """Whether a text holds a phrase as whole words; both have single blanks."""
    at = text.find(phrase)
    while at >= 0:
        before, behind = text[at - 1 : at], text[at + len(phrase) : at + len(phrase) + 1]
        if not (before + behind).replace(" ", "").strip(".,;:()[]"):
            return True
        at = text.find(phrase, at + 1)
    return False
