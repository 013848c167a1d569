"""Where frozen pages are in the site: permanent addresses, and back from one to what it names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from leaderboard.releases.versions import VERSION_PATTERN

__all__ = [
    "LATEST",
    "VERSIONS",
    "FrozenRow",
    "benchmark_place",
    "parse_place",
    "release_place",
    "row_place",
    "standing_place",
]

VERSIONS: Final = "v/"
"""The folder of all frozen pages; what is in it never changes and never goes."""
LATEST: Final = "v/latest/"
"""Leads on to the newest release."""
_ROW: Final = re.compile(
    rf"(?<![A-Za-z0-9._-])v/(?P<version>{VERSION_PATTERN})/(?P<benchmark>[a-z][a-z0-9-]*)/(?P<id>[a-z0-9.-]+)/"
)


@dataclass(frozen=True, slots=True)
class FrozenRow:
    """What the address of a frozen row names.

    Attributes:
        version: of the release.
        benchmark: its key.
        id: of the entry.

    """

    version: str
    benchmark: str
    id: str


def release_place(version: str) -> str:
    """The front page of a release, relative to the site's root."""
    return f"{VERSIONS}{version}/"


def benchmark_place(version: str, benchmark: str) -> str:
    """The page with all tables of one benchmark in a release."""
    return f"{release_place(version)}{benchmark}/"


def row_place(version: str, benchmark: str, entry: str) -> str:
    """The page of one row in a release."""
    return f"{benchmark_place(version, benchmark)}{entry}/"


def standing_place(version: str) -> str:
    """The page, not frozen, that says where a release's numbers stand today."""
    return f"releases/{version}/"


def parse_place(address: str) -> FrozenRow | None:
    """The frozen row that an address names, whichever site it is on; None if it names none."""
    found = _ROW.search(address)
    return FrozenRow(found["version"], found["benchmark"], found["id"]) if found else None
