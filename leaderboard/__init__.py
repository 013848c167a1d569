"""The leaderboard: submissions in, a scored board and its site out."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from os import PathLike

    from leaderboard.records import Board

__all__ = ["load_board"]

# Work is shared out over threads here, and each makes its own matrix products. Threads that the
# library of matrix products keeps besides would take the processors from these, waiting busily.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def load_board(root: str | PathLike[str]) -> Board:
    """The scored and ranked board of the repository at `root`.

    A submission with a finding is left off; `Board.findings` names it.

    Raises:
        leaderboard.errors.BrokenRepositoryError: gold or a price list is not in order.
        leaderboard.errors.UsageError: `root` is no such repository.

    """
    from pathlib import Path

    from leaderboard import board

    return board.load_board(Path(root))
