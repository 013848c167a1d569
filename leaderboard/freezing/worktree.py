"""What differs between the files that a release is made of and the commit that it will name."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

from leaderboard.git import GitError, Objects
from leaderboard.releases import RELEASES

__all__ = ["FROZEN_FROM", "load_base", "load_commit", "load_uncommitted"]

FROZEN_FROM: Final = (
    "submissions",
    "scoring",
    "leaderboard",
    "site",
    RELEASES,
    "mkdocs.yml",
    "CHANGELOG.md",
)
"""What a release is made of: it must all be committed, or its commit would not reproduce it."""


def load_commit(root: Path) -> str:
    """The commit that is checked out.

    Raises:
        GitError: there is no git, no repository of git, or no commit.

    """
    return Objects(root).commit("HEAD")


def load_base(root: Path, revision: str) -> dict[str, str]:
    """Path → git's id of every file below `releases/` in a revision; errors as `load_commit`."""
    objects = Objects(root)
    top = objects.entries(objects.commit(revision))
    folder = next((each.id for each in top if each.path == RELEASES.encode("ascii")), None)
    if folder is None:
        return {}
    return {
        f"{RELEASES}/{each.path.decode('utf-8', 'backslashreplace')}": each.id
        for each in objects.entries(folder, deep=True)
    }


def load_uncommitted(root: Path) -> tuple[str, ...]:
    """Paths of `FROZEN_FROM` that differ from the commit, untracked ones too.

    Raises:
        GitError: git cannot say.

    """
    asked = ("status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--")
    done = subprocess.run(  # noqa: S603 - a fixed program, no shell
        ["git", "-C", str(root), *asked, *FROZEN_FROM],  # noqa: S607 - git is on PATH
        capture_output=True,
        check=False,
        text=True,
        encoding="utf-8",
        errors="backslashreplace",
    )
    if done.returncode:
        raise GitError(f"git cannot say what is committed: {done.stderr.strip()[:300]}")
    return tuple(sorted(line[3:] for line in done.stdout.split("\0") if line))
