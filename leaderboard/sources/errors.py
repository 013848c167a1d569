"""What goes wrong with a source of benchmark data."""

from __future__ import annotations

from typing import ClassVar

from leaderboard.errors import LeaderboardError, UsageError

__all__ = ["NoSourceError", "SourceError"]


class SourceError(LeaderboardError):
    """A source cannot be reached, is not what was pinned, or is of an unknown shape."""


class NoSourceError(SourceError):
    """A path that was named leads to nothing that could be a source: wrong use, not damage."""

    exit_code: ClassVar[int] = UsageError.exit_code
