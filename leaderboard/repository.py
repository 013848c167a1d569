"""Where things are: the repository's root, the data folder, the date that a build may name."""

from __future__ import annotations

import datetime as dt
import os
import subprocess
from pathlib import Path
from typing import Final

from leaderboard.errors import UsageError

__all__ = ["DATA_VARIABLE", "data_folder", "find_root", "source_date"]

DATA_VARIABLE: Final = "LEADERBOARD_DATA"
"""Environment variable that moves the data folder."""


def find_root(start: Path | None = None) -> Path:
    """The nearest folder at or above `start` that holds `submissions/` and `mkdocs.yml`.

    Args:
        start: where to look from; None for the current folder.

    Raises:
        UsageError: there is none.

    """
    here = (start or Path.cwd()).resolve()
    if not here.is_dir():
        raise UsageError(f"there is no folder {here}")
    for folder in (here, *here.parents):
        if (folder / "submissions").is_dir() and (folder / "mkdocs.yml").is_file():
            return folder
    raise UsageError(
        f"no leaderboard repository at or above {here}: "
        "change into a clone of it, or name one with --root"
    )


def data_folder(root: Path) -> Path:
    """The folder of fetched benchmark data: `$LEADERBOARD_DATA`, else `data` below `root`."""
    named = os.environ.get(DATA_VARIABLE)
    return Path(named) if named else root / "data"


def source_date(root: Path) -> dt.date | None:
    """The date of what is built: `SOURCE_DATE_EPOCH`, else the commit's, else None.

    No clock is read: one commit has one date (DESIGN, decision 4). Where git is not installed, no
    commit's date is known.

    Raises:
        UsageError: `SOURCE_DATE_EPOCH` is no number of seconds.

    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if epoch is None and (root / ".git").exists():
        epoch = _commit_epoch(root)
    if epoch is None:
        return None
    try:
        return dt.datetime.fromtimestamp(int(epoch), dt.UTC).date()
    except (ValueError, OverflowError, OSError) as error:
        raise UsageError(f"SOURCE_DATE_EPOCH is no number of seconds: {epoch!r}") from error


def _commit_epoch(root: Path) -> str | None:
    """The seconds at which the last commit was made; None without a commit, or without git."""
    try:
        shown = subprocess.run(  # noqa: S603 - a fixed command, no shell
            ["git", "-C", str(root), "log", "-1", "--format=%ct"],  # noqa: S607 - git is on PATH
            capture_output=True,
            check=False,
            text=True,
        )
    except (FileNotFoundError, PermissionError):
        return None
    return shown.stdout.strip() or None
