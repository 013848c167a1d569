"""Whether every release is as it was frozen, by its own digests and by an earlier revision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import yaml

from leaderboard.errors import BrokenRepositoryError
from leaderboard.findings import printable
from leaderboard.freezing.release import CITATION_FILE, ZENODO_FILE
from leaderboard.freezing.worktree import blob_hash, load_added, load_base
from leaderboard.releases import (
    BrokenReleaseError,
    Release,
    is_version,
    load_releases,
)

__all__ = ["CheckedRelease", "check_releases"]

SHORT: Final = 12
"""So many digits of a commit's id are shown."""


@dataclass(frozen=True, slots=True)
class CheckedRelease:
    """A release that is as it was frozen.

    Attributes:
        version: what it is called.
        added: the commit that added it, with which every file was compared; None where there is no
            history of git, or the release is not committed yet: then its own digests are all that
            speaks for it.

    """

    version: str
    added: str | None


def check_releases(root: Path, base: str | None = None) -> tuple[CheckedRelease, ...]:
    """All releases, oldest first, each found to be as it was frozen.

    Digests alone would not tell: whoever changes a file can change them too. So each release is
    also compared with the commit that added it, where the repository has a history.

    Args:
        root: the repository's root.
        base: a revision, such as the branch that a change is made for: no file of a release in it
            may differ or be gone here.

    Raises:
        BrokenReleaseError: a release changed.
        BrokenRepositoryError: the citation files at the root do not name the latest release.
        UsageError: there is no such revision, or git cannot read the history that there is.

    """
    releases = load_releases(root)
    if base is not None:
        _check_against(root, load_base(root, base), base, base)
    added = load_added(root) if (root / ".git").exists() else {}
    for commit, known in added.values():
        _check_against(root, known, commit[:SHORT], f"commit {commit[:SHORT]}, which added it")
    if releases:
        _check_root_files(root, releases[-1])
    versions = [str(release.version) for release in releases]
    return tuple(
        CheckedRelease(each, added[each][0] if each in added else None) for each in versions
    )


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


def _check_against(root: Path, files: Mapping[str, str], revision: str, whose: str) -> None:
    """Compare with path → git's id, as the releases of `revision` were, which is called `whose`."""
    for path, known in files.items():
        version = path.split("/")[1]
        if not is_version(version):
            continue
        here = root / path
        if here.is_symlink() or not here.is_file():
            raise BrokenReleaseError(version, f"{printable(path)} of {whose} is gone", revision)
        if blob_hash(here.read_bytes(), known) != known:
            raise BrokenReleaseError(version, f"{printable(path)} differs from {whose}", revision)
