"""A release as the site serves it: pages and data in one folder, byte for byte."""

from __future__ import annotations

import shutil
from pathlib import Path

from leaderboard.releases.store import PAGES, Release
from leaderboard.releases.sums import SUMS

__all__ = ["copy_release", "served_files"]


def served_files(release: Release) -> dict[str, Path]:
    """Path below `v/<version>/` → the frozen file whose bytes are served there.

    Pages lose their folder's name. Of the two lists of digests the one in `pages/` is served: it
    names files as they are served.
    """
    files = {}
    for path in sorted(release.folder.rglob("*")):
        if path.is_file():
            name = path.relative_to(release.folder).as_posix()
            if name != SUMS:
                files[name.removeprefix(f"{PAGES}/")] = path
    return files


def copy_release(release: Release, folder: Path) -> None:
    """Copy what is served of a release into `folder`, which it makes."""
    for name, path in served_files(release).items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
