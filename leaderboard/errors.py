"""The one small family of exceptions; each knows the exit code that it ends a command with."""

from __future__ import annotations

from typing import ClassVar

__all__ = ["BrokenRepositoryError", "IncompleteError", "LeaderboardError", "UsageError"]


class LeaderboardError(Exception):
    """Something that a user can cause or mend; its text is shown without a traceback.

    Attributes:
        exit_code: what the command ends with (DESIGN, "Commands").

    """

    exit_code: ClassVar[int] = 1


class UsageError(LeaderboardError):
    """The command was asked for something that it cannot do: a path or a name that is not there."""

    exit_code = 2


class IncompleteError(LeaderboardError):
    """A run stopped before it answered every item."""

    exit_code = 3


class BrokenRepositoryError(LeaderboardError):
    """The repository, its gold or its scorer is not in order: nothing may be scored on it."""

    exit_code = 4
