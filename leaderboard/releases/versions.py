"""What releases are called: `2026.12`, and `2026.12.1` for one more in the same month."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from leaderboard.errors import UsageError

__all__ = ["VERSION_PATTERN", "Version", "is_version", "parse_version"]

VERSION_PATTERN: Final = r"([0-9]{4})\.(0[1-9]|1[0-2])(?:\.([1-9][0-9]{0,3}))?"
"""Year, month, and from 1 the number of a further release in that month."""
_VERSION: Final = re.compile(VERSION_PATTERN)


@dataclass(frozen=True, slots=True, order=True)
class Version:
    """The name of a release; later ones are greater.

    Attributes:
        year: four digits.
        month: 1 to 12.
        number: of further releases in that month, 0 for the first.

    """

    year: int
    month: int
    number: int = 0

    def __str__(self) -> str:
        """`2026.12` or `2026.12.1`."""
        further = f".{self.number}" if self.number else ""
        return f"{self.year:04}.{self.month:02}{further}"


def is_version(text: str) -> bool:
    """Whether a release may be called `text`."""
    return _VERSION.fullmatch(text) is not None


def parse_version(text: str) -> Version:
    """The version that `text` names.

    Raises:
        UsageError: no release may be called so.

    """
    found = _VERSION.fullmatch(text)
    if found is None:
        raise UsageError(
            f"{text[:40]!r} is no version of a release: give year and month, such as 2026.12, "
            "and a number for one more in that month, such as 2026.12.1"
        )
    year, month, number = found.groups()
    return Version(int(year), int(month), int(number or 0))
