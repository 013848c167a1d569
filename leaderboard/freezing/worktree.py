"""What differs between the files that a release is made of and the commit that it will name."""

from __future__ import annotations

import datetime as dt
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from leaderboard.git import GitError, Objects
from leaderboard.releases import RELEASES, is_version

__all__ = [
    "FROZEN_FROM",
    "blob_hash",
    "load_added",
    "load_base",
    "load_commit",
    "load_date",
    "load_uncommitted",
]

FROZEN_FROM: Final = (
    "submissions",
    "reproductions",
    "disputes",
    "scoring",
    "leaderboard",
    "site",
    RELEASES,
    "mkdocs.yml",
    "pyproject.toml",
    "CHANGELOG.md",
)
"""What a release is made of: it must all be committed, or its commit would not reproduce it."""
_CACHE: Final = "__pycache__"
"""Python writes it wherever code runs; it is made of the files beside it."""
_LINK: Final = "120000"
_SHA256_DIGITS: Final = 64


def load_commit(root: Path) -> str:
    """The commit that is checked out.

    Raises:
        GitError: there is no git, no repository of git, or no commit.

    """
    return Objects(root).commit("HEAD")


def load_date(root: Path, commit: str) -> dt.date:
    """The day, in UTC, on which a commit was made; the surroundings cannot name another.

    Raises:
        GitError: git cannot say, or no calendar has that day.

    """
    seconds = Objects(root).time(commit)
    try:
        return dt.datetime.fromtimestamp(seconds, dt.UTC).date()
    except (ValueError, OverflowError, OSError) as error:
        raise GitError(f"the commit {commit} has no date: {seconds} seconds") from error


def load_base(root: Path, revision: str) -> dict[str, str]:
    """Path → git's id of every file below `releases/` in a revision; errors as `load_commit`."""
    objects = Objects(root)
    folder = _folder(objects, objects.commit(revision))
    return {} if folder is None else _below(objects, folder, RELEASES)


def load_added(root: Path) -> dict[str, tuple[str, dict[str, str]]]:
    """Version → the commit that added its release, and path → git's id of its files there.

    Only the line of first parents counts: what a branch did before it was merged was never
    published. Where history was cut off, the oldest commit that is here stands for the one that
    added a release.

    Raises:
        GitError: git cannot say.

    """
    objects = Objects(root)
    added: dict[str, tuple[str, dict[str, str]]] = {}
    for commit in objects.touching(objects.commit("HEAD"), RELEASES):
        folder = _folder(objects, commit)
        for entry in objects.entries(folder) if folder else ():
            version = entry.path.decode("utf-8", "backslashreplace")
            if entry.kind == "tree" and is_version(version) and version not in added:
                added[version] = (commit, _below(objects, entry.id, f"{RELEASES}/{version}"))
    return added


def _folder(objects: Objects, commit: str) -> str | None:
    top = objects.entries(commit)
    return next((each.id for each in top if each.path == RELEASES.encode("ascii")), None)


def _below(objects: Objects, tree: str, start: str) -> dict[str, str]:
    return {
        f"{start}/{os.fsdecode(each.path)}": each.id for each in objects.entries(tree, deep=True)
    }


def load_uncommitted(root: Path, commit: str) -> tuple[str, ...]:
    """Paths of `FROZEN_FROM` that differ from a commit, those that it does not hold too.

    The bytes on disk are compared with the commit itself. What git was told to ignore, or to take
    for unchanged, is read by a build all the same, so it counts.

    Raises:
        GitError: git cannot say.

    """
    committed = {
        path: (entry.mode == _LINK, entry.id)
        for entry in Objects(root).entries(commit, deep=True)
        if (path := os.fsdecode(entry.path)).split("/", 1)[0] in FROZEN_FROM
    }
    here = {
        path.relative_to(root).as_posix(): path
        for name in FROZEN_FROM
        for path in _files(root / name)
    }
    return tuple(
        sorted(
            path
            for path in committed.keys() | here.keys()
            if path not in here
            or path not in committed
            or _as_committed(here[path], committed[path][1]) != committed[path]
        )
    )


def _files(place: Path) -> Iterator[Path]:
    """Whatever is no folder, at or below a place; links are not followed."""
    if place.is_symlink() or not place.is_dir():
        if os.path.lexists(place):
            yield place
        return
    with os.scandir(place) as listed:
        names = [entry.name for entry in listed]
    for name in names:
        if name != _CACHE:
            yield from _files(place / name)


def _as_committed(path: Path, like: str) -> tuple[bool, str | None]:
    """Whether it is a link, and git's id of what it holds; None of what git does not hold."""
    if path.is_symlink():
        return True, blob_hash(os.fsencode(path.readlink()), like)
    return False, blob_hash(path.read_bytes(), like) if path.is_file() else None


def blob_hash(data: bytes, like: str) -> str:
    """The name that git gives a file's bytes ("blob", size, NUL, bytes), hashed as `like` is."""
    kind = "sha256" if len(like) == _SHA256_DIGITS else "sha1"
    return hashlib.new(kind, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
