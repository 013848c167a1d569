"""Whether every release is as it was frozen, by its own digests and by an earlier revision."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import yaml

from leaderboard.errors import BrokenRepositoryError
from leaderboard.freezing.release import CITATION_FILE, ZENODO_FILE
from leaderboard.freezing.worktree import load_base
from leaderboard.releases import (
    BrokenReleaseError,
    Release,
    is_version,
    load_releases,
)

__all__ = ["check_releases"]

SHA256_DIGITS: Final = 64


def check_releases(root: Path, base: str | None = None) -> tuple[str, ...]:
    """The versions of all releases, each found to be as it was frozen.

    Args:
        root: the repository's root.
        base: a revision, such as the branch that a change is made for: no file of a release in it
            may differ or be gone here.

    Raises:
        BrokenReleaseError: a release changed.
        BrokenRepositoryError: the citation files at the root do not name the latest release.
        UsageError: there is no such revision.

    """
    releases = load_releases(root)
    if base is not None:
        _check_against(root, base)
    if releases:
        _check_root_files(root, releases[-1])
    return tuple(str(release.version) for release in releases)


def _check_root_files(root: Path, latest: Release) -> None:
    """The citation files at the root name the latest release; what else they say is free."""
    version, date = str(latest.version), latest.manifest.date.isoformat()
    for name, form, wanted in (
        (CITATION_FILE, "cff", {"version": version, "date-released": date}),
        (ZENODO_FILE, "zenodo", {"publication_date": date}),
    ):
        said = _load_yaml(root / name)
        if any(str(said.get(key)) != value for key, value in wanted.items()):
            raise BrokenRepositoryError(
                f"{name} does not name the latest release, {version} of {date}: write it anew with "
                f"`leaderboard cite --release latest --format {form} > {name}`"
            )


def _load_yaml(path: Path) -> Mapping[str, object]:
    """A file of YAML or JSON, which is YAML; empty where it cannot be read."""
    try:
        value = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError):
        return {}
    return value if isinstance(value, dict) else {}


def _check_against(root: Path, base: str) -> None:
    for path, known in load_base(root, base).items():
        version = path.split("/")[1]
        if not is_version(version):
            continue
        here = root / path
        if here.is_symlink() or not here.is_file():
            raise BrokenReleaseError(version, f"{path} of {base} is gone")
        if _blob_hash(here.read_bytes(), known) != known:
            raise BrokenReleaseError(version, f"{path} differs from {base}")


def _blob_hash(data: bytes, like: str) -> str:
    """The name that git gives a file's bytes ("blob", size, NUL, bytes), hashed as `like` is."""
    kind = "sha256" if len(like) == SHA256_DIGITS else "sha1"
    return hashlib.new(kind, b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
