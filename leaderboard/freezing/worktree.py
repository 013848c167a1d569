"""What git says of the repository that a release is made of."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

from leaderboard.errors import UsageError

__all__ = ["FROZEN_FROM", "load_commit", "load_hashes", "load_uncommitted"]

FROZEN_FROM: Final = (
    "submissions",
    "scoring",
    "leaderboard",
    "site",
    "releases",
    "mkdocs.yml",
    "CHANGELOG.md",
)
"""What a release is made of: it must all be committed, or its commit would not reproduce it."""


def load_commit(root: Path) -> str:
    """The commit that is checked out.

    Raises:
        UsageError: there is no git, no repository of git, or no commit.

    """
    return _git(root, "rev-parse", "--verify", "HEAD").strip()


def load_uncommitted(root: Path) -> tuple[str, ...]:
    """Paths of `FROZEN_FROM` that differ from the commit, untracked ones too; errors as above."""
    said = _git(
        root, "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--",
        *FROZEN_FROM,
    )  # fmt: skip
    return tuple(sorted(line[3:] for line in said.split("\0") if line))


def load_hashes(root: Path, revision: str, folder: str) -> dict[str, str]:
    """Path → git's hash of every file below a folder in a revision.

    Raises:
        UsageError: there is no such revision.

    """
    if revision.startswith("-"):
        raise UsageError(f"{revision[:80]!r} is no revision")
    said = _git(root, "ls-tree", "-r", "-z", "--full-tree", revision, "--", folder)
    entries = (line.split("\t", 1) for line in said.split("\0") if line)
    return {path: about.split()[2] for about, path in entries}


def _git(root: Path, *arguments: str) -> str:
    refused = (
        f"git has no such commit in {root}: a release is made of, and checked against, a commit"
    )
    try:
        done = subprocess.run(  # noqa: S603 - a fixed program, no shell
            ["git", "-C", str(root), *arguments],  # noqa: S607 - git is on PATH
            capture_output=True,
            check=False,
            text=True,
            encoding="utf-8",
            errors="backslashreplace",
        )
    except (FileNotFoundError, PermissionError) as error:
        raise UsageError(refused) from error
    if done.returncode:
        raise UsageError(refused)
    return done.stdout
