"""Counting: which label can come next, and on which level it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from leaderboard.programs.labels import Label, Reading, roman_value

__all__ = ["Numbering"]

_MOST_MISSING: Final = 3
"""So many numbers may be missing from a list that goes on."""


@dataclass(slots=True)
class _Open:
    """A minor level that is open: what it is counted as and how it is written."""

    reading: Reading
    value: str


@dataclass(slots=True)
class Numbering:
    """The numbering so far in one part of the contract."""

    article: str = ""
    major: tuple[int, ...] = ()
    head: str = ""
    minor: list[_Open] = field(default_factory=list)
    sections: set[str] = field(default_factory=set)
    restarted: bool = False

    @property
    def levels(self) -> tuple[str, ...]:
        """The address at which the count stands."""
        return (
            (self.head, *(level.value for level in self.minor))
            if self.head
            else tuple(level.value for level in self.minor)
        )

    def open_article(self, value: str) -> None:
        """Start an article."""
        number = value if value.isdigit() else str(roman_value(value))
        self.article, self.head, self.major, self.minor = number, number, (int(number),), []

    def open_major(self, value: str) -> None:
        """Start a section."""
        if self.article and value in self.sections and value.isdigit():
            self.restarted = True
        self.sections.add(value)
        self.head, self.minor = value, []
        self.major = tuple(int(digits) for digits in re.findall(r"\d+", value))

    def follows(self, value: str) -> bool:
        """Say whether a dotted number may come next: it is greater than the last one."""
        parts = tuple(int(digits) for digits in re.findall(r"\d+", value))
        return parts > self.major and parts[0] <= (self.major[0] if self.major else 0) + 2

    def succeeds(self, value: str) -> bool:
        """Say whether a number comes straight after the last one."""
        parts = tuple(int(digits) for digits in re.findall(r"\d+", value))
        now = self.major
        if not now:
            return parts in {(1,), (1, 1), (1, 0), (2,)}
        return parts in {
            *((*now[:depth], now[depth] + 1) for depth in range(len(now))),
            *((*now, 1), (now[0] + 1, 1), (now[0] + 1, 0)),
        }

    def place_minor(self, label: Label, following: str) -> bool:
        """Put a minor label where it belongs; False when it continues or opens no list."""
        options = list(label.readings)
        if len(options) > 1 and roman_value(label.value) == 1:
            # (h) (i) (j) goes on with letters, (h) (i) (ii) opens a list below (h).
            roman_next = following.lower() == "ii"
            options = [r for r in options if (r.ordinal == 1) == roman_next] or options
            if not roman_next and following.lower() != "j" and not self.successor(options):
                options = [r for r in label.readings if r.ordinal == 1]
        depth = self.successor(options)
        for reading in options:
            if depth is not None and self._continues(depth, reading):
                self.minor[depth:] = [_Open(reading, label.value)]
                return True
        return self._start(options, label.value)

    def _continues(self, depth: int, reading: Reading) -> bool:
        level = self.minor[depth].reading
        return level.style == reading.style and level.ordinal + 1 == reading.ordinal

    def successor(self, options: Sequence[Reading]) -> int | None:
        """Find the innermost open level that one of `options` continues."""
        for depth in reversed(range(len(self.minor))):
            if any(self._continues(depth, reading) for reading in options):
                return depth
        return None

    def _start(self, options: Sequence[Reading], value: str) -> bool:
        """Open a list, start one again, or jump over numbers that are missing."""
        for reading in options:
            for depth in reversed(range(len(self.minor))):
                level = self.minor[depth].reading
                if level.style == reading.style and (
                    reading.ordinal == 1 or 0 < reading.ordinal - level.ordinal <= _MOST_MISSING
                ):
                    self.minor[depth:] = [_Open(reading, value)]
                    return True
        for reading in options:
            if reading.ordinal == 1:
                self.minor.append(_Open(reading, value))
                return True
        return False
