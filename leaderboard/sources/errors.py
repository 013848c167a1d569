"""What goes wrong with a source of benchmark data."""

from __future__ import annotations

from leaderboard.errors import LeaderboardError

__all__ = ["SourceError"]


class SourceError(LeaderboardError):
    """A source cannot be reached, is not what was pinned, or is of an unknown shape."""
