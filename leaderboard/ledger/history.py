"""The ledgers of all releases, each against the one before, and of the board since the latest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from leaderboard.ledger.baseline import Published
from leaderboard.ledger.changelog import Changelog
from leaderboard.ledger.derive import build_ledger
from leaderboard.ledger.records import Ledger

__all__ = ["History", "build_history"]


@dataclass(frozen=True, slots=True)
class History:
    """What moved, release by release.

    Attributes:
        current: since the latest release; its baseline is None where there is none.
        earlier: between releases, the newest pair first.
        first: the first release, or None.

    """

    current: Ledger
    earlier: tuple[Ledger, ...]
    first: Published | None = None

    @property
    def all(self) -> tuple[Ledger, ...]:
        """Every ledger that has a baseline, the newest first."""
        head = () if self.current.baseline is None else (self.current,)
        return (*head, *self.earlier)


def build_history(releases: Sequence[Published], now: Published, changelog: Changelog) -> History:
    """The ledgers of all releases.

    Each pair of neighbours is compared anew from what the two releases froze, so that no ledger
    has to be kept.

    Args:
        releases: oldest first.
        now: the board as it is.
        changelog: as it is today; it keeps what it said of earlier versions.

    """
    earlier = tuple(build_ledger(old, new, changelog) for old, new in pairwise(releases))
    current = (
        build_ledger(releases[-1], now, changelog)
        if releases
        else Ledger(None, None, None, now.date)
    )
    return History(current, earlier[::-1], releases[0] if releases else None)
