"""The differences between a contract and its clean twin, sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from leaderboard.openscrub.verify.align import pair_up
from leaderboard.openscrub.verify.outline import Kind, Paragraph
from leaderboard.openscrub.verify.reading import Reading
from leaderboard.openscrub.verify.words import read_sentences, squeeze

__all__ = ["Difference", "Stretch", "find_differences", "read_tokens"]

_TOKEN: Final = re.compile(r"\$?\d[\d.,]*\d%?|\$?\d%?|[^\W\d_]+(?:-[^\W\d_]+)*|\S")


class Stretch(NamedTuple):
    """A stretch of a text, by the tokens that lie in it: the text's tokens, first and last + 1."""

    tokens: Sequence[re.Match[str]]
    first: int
    last: int

    @property
    def words(self) -> list[str]:
        """The tokens of the stretch as printed."""
        return [match[0] for match in self.tokens[self.first : self.last]]

    @property
    def start(self) -> int:
        """Where it begins, or where it would."""
        if self.first < len(self.tokens):
            return self.tokens[self.first].start()
        return self.tokens[-1].end() if self.tokens else 0

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.tokens[self.last - 1].end() if self.last > self.first else self.start

    def grown(self, left: int, right: int) -> Stretch | None:
        """The stretch with so many more tokens on each side, or None at the sentence's ends."""
        first, last = self.first - left, self.last + right
        return (
            Stretch(self.tokens, first, last) if first >= 0 and last <= len(self.tokens) else None
        )


class Difference(NamedTuple):
    """One sentence that differs: what the twin has and what the contract has in its stead.

    Attributes:
        before: in the twin; empty where something was added.
        after: in the contract; empty where something was taken away.
        whole: whether a whole sentence or paragraph was added or taken away.

    """

    before: Stretch
    after: Stretch
    whole: bool


def read_tokens(running: str, start: int, end: int) -> list[re.Match[str]]:
    """The tokens of a stretch: numbers with their signs, words with hyphens, single marks."""
    return list(_TOKEN.finditer(running, start, end))


def find_differences(contract: Reading, twin: Reading) -> Iterator[Difference]:
    """Every sentence in which a contract and its twin differ, in order of the contract.

    Page breaks and the last line, which asks not to train on the text, are no part of either.
    """
    old = [p for p in twin.outline.paragraphs if p.kind is not Kind.NOISE]
    new = [p for p in contract.outline.paragraphs if p.kind is not Kind.NOISE]
    pairs = pair_up(
        [squeeze(twin.text[p.start : p.end]) for p in old],
        [squeeze(contract.text[p.start : p.end]) for p in new],
    )
    for one, other in pairs:
        units = _units(twin, old[one]) if one is not None else []
        others = _units(contract, new[other]) if other is not None else []
        yield from _compare(twin, units, contract, others)


def _units(reading: Reading, paragraph: Paragraph) -> list[tuple[int, int]]:
    """Number and heading of a paragraph, then its sentences; a block line by line."""
    found = []
    if paragraph.lead > paragraph.start:
        found.append((paragraph.start, paragraph.lead))
    found += read_sentences(reading.running, paragraph.lead, paragraph.end)
    return found


def _compare(
    twin: Reading,
    units: list[tuple[int, int]],
    contract: Reading,
    others: list[tuple[int, int]],
) -> Iterator[Difference]:
    pairs = pair_up(
        [squeeze(twin.text[start:end]) for start, end in units],
        [squeeze(contract.text[start:end]) for start, end in others],
    )
    for one, other in pairs:
        before = read_tokens(twin.running, *units[one]) if one is not None else []
        after = read_tokens(contract.running, *others[other]) if other is not None else []
        if one is None or other is None:
            yield Difference(
                Stretch(before, 0, len(before)), Stretch(after, 0, len(after)), whole=True
            )
            continue
        yield _trimmed(before, after)


def _trimmed(before: list[re.Match[str]], after: list[re.Match[str]]) -> Difference:
    """The two sentences without the tokens that they share at the start and at the end."""
    shortest = min(len(before), len(after))
    head = 0
    while head < shortest and before[head][0] == after[head][0]:
        head += 1
    tail = 0
    while tail < shortest - head and before[-1 - tail][0] == after[-1 - tail][0]:
        tail += 1
    return Difference(
        Stretch(before, head, len(before) - tail),
        Stretch(after, head, len(after) - tail),
        whole=False,
    )
