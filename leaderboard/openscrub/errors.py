"""What can be wrong with the clause library or with a wish for contracts."""

from __future__ import annotations

from leaderboard.errors import LeaderboardError

__all__ = ["LibraryError", "MarkupError", "ProofError"]


class LibraryError(LeaderboardError):
    """The clause library cannot be read, or is too small for what is asked."""


class MarkupError(ValueError):
    """A piece of text breaks the markup; the message says how, the reader adds where."""


class ProofError(LeaderboardError):
    """A contract that was written is not clean: the library or the writer is at fault."""
