"""What the writer declares about a contract, as its proof file says it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

__all__ = ["Declared", "Insertion", "Span", "Witness", "parse_declared"]


class Span(NamedTuple):
    """A stretch of text with what the writer says it is, where, and by which name."""

    start: int
    end: int
    kind: str
    place: str
    key: str


class Insertion(NamedTuple):
    """A change that the writer made, and from how many eligible sites it was drawn."""

    category: str
    start: int
    end: int
    pool: int


class Witness(NamedTuple):
    """The sentence that says who does what for whom, and its place; empty when undeclared."""

    place: str
    text: str


@dataclass(frozen=True)
class Declared:
    """A proof file.

    Of its spans the reader believes ordinary words, proper nouns, values, facts and references;
    what it can see for itself, it sees for itself.

    Attributes:
        control: whether the contract is said to be a clean control.
        spans: by start.
        witness: the sentence that fixes the roles.
        insertions: what was changed.

    """

    control: bool
    spans: tuple[Span, ...]
    witness: Witness
    insertions: tuple[Insertion, ...]

    @cached_property
    def _starts(self) -> list[int]:
        return [span.start for span in self.spans]

    def at(self, offset: int) -> Span | None:
        """The span around an offset, or None."""
        index = bisect_right(self._starts, offset) - 1
        if index >= 0 and self.spans[index].end > offset:
            return self.spans[index]
        return None


def parse_declared(value: Mapping[str, Any]) -> Declared:
    """Read a proof file's JSON object.

    Raises:
        KeyError, TypeError, ValueError: it is not what a writer writes.

    """
    spans = sorted(
        Span(int(start), int(end), str(kind), str(place), str(key))
        for start, end, kind, place, key in value["spans"]
    )
    witness = value.get("witness") or {}
    return Declared(
        control=bool(value.get("control", False)),
        spans=tuple(spans),
        witness=Witness(str(witness.get("location", "")), str(witness.get("text", ""))),
        insertions=tuple(
            Insertion(str(category), int(start), int(end), int(pool))
            for category, start, end, pool in value.get("insertions", [])
        ),
    )
