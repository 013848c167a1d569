"""Reading releases: each is checked against its `SHA256SUMS` before anything of it is used."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from leaderboard.errors import BrokenRepositoryError, UsageError
from leaderboard.releases.manifest import MANIFEST, Manifest
from leaderboard.releases.sums import find_changes
from leaderboard.releases.versions import Version, is_version, parse_version

__all__ = [
    "NEWEST",
    "PAGES",
    "RELEASES",
    "RESULTS",
    "BrokenReleaseError",
    "Release",
    "find_row",
    "list_versions",
    "load_latest",
    "load_release",
    "load_releases",
]

RELEASES: Final = "releases"
"""The folder of all releases, below the repository's root."""
RESULTS: Final = "results.json"
PAGES: Final = "pages"
NEWEST: Final = "latest"
"""What stands for the newest release where a version is asked for."""
MOST_NAMED: Final = 3


class BrokenReleaseError(BrokenRepositoryError):
    """A release is not as it was frozen."""

    def __init__(self, version: str, what: str, revision: str | None = None) -> None:
        """Name the release, what is wrong, the code, and the way to mend it.

        Args:
            version: which release.
            what: is wrong with it.
            revision: that has it as it was frozen; None for the commit that is checked out.

        """
        whence = f"{shlex.quote(revision)} -- " if revision else "-- "
        super().__init__(
            f"{RELEASES}/{version} is not as it was frozen: {what} [broken_release]. A release "
            f"never changes: restore it with `git checkout {whence}{RELEASES}/{version}`."
        )


@dataclass(frozen=True, slots=True)
class Release:
    """One release, checked.

    Attributes:
        version: its name, which orders releases.
        folder: where its files are.
        manifest: what it is.
        results: `results.json` as it was.

    """

    version: Version
    folder: Path
    manifest: Manifest
    results: Mapping[str, Any]


def list_versions(root: Path) -> tuple[Version, ...]:
    """The releases in the repository at `root`, oldest first.

    Raises:
        BrokenRepositoryError: something else lies among them.

    """
    versions = []
    for path in (root / RELEASES).glob("*"):
        if path.name.startswith(".") or path.name == "README.md":
            continue
        if not is_version(path.name) or path.is_symlink() or not path.is_dir():
            raise BrokenRepositoryError(
                f"{RELEASES}/{path.name[:80]!r} is no release: a release is a folder called "
                "year.month, such as 2026.12. Remove it."
            )
        versions.append(parse_version(path.name))
    return tuple(sorted(versions))


def load_release(root: Path, version: str) -> Release:
    """One release, checked.

    Args:
        root: the repository's root.
        version: of the release, or `latest`.

    Raises:
        UsageError: there is none of that version; the sentence names those there are.
        BrokenReleaseError: it is not as it was frozen.

    """
    known = list_versions(root)
    if not known:
        raise UsageError("there is no release yet; `leaderboard release VERSION` makes one")
    wanted = known[-1] if version == NEWEST else parse_version(version)
    if wanted not in known:
        names = ", ".join(str(each) for each in known)
        raise UsageError(f"there is no release {wanted}; there is {names}")
    return _load(root, wanted)


def load_releases(root: Path) -> tuple[Release, ...]:
    """All releases, oldest first; errors as `load_release` but that there may be none."""
    return tuple(_load(root, version) for version in list_versions(root))


def load_latest(root: Path) -> Release | None:
    """The newest release; None if there is none yet. Errors as `load_release`."""
    versions = list_versions(root)
    return _load(root, versions[-1]) if versions else None


def _load(root: Path, version: Version) -> Release:
    folder = root / RELEASES / str(version)
    changes = list(find_changes(folder))
    if changes:
        more = f", and {len(changes) - MOST_NAMED} more" if len(changes) > MOST_NAMED else ""
        raise BrokenReleaseError(str(version), "; ".join(changes[:MOST_NAMED]) + more)
    try:
        manifest = Manifest.model_validate_json((folder / MANIFEST).read_bytes())
        results = json.loads((folder / RESULTS).read_bytes())
    except (OSError, ValidationError, ValueError) as error:
        said = str(error).splitlines()[0]
        raise BrokenReleaseError(str(version), f"it cannot be read ({said})") from error
    if manifest.version != str(version):
        raise BrokenReleaseError(str(version), f"{MANIFEST} names {manifest.version}")
    return Release(version, folder, manifest, results)


def find_row(release: Release, entry: str, benchmark: str) -> Mapping[str, Any] | None:
    """The frozen row of an entry on a benchmark, as `results.json` has it; None if it has none.

    Args:
        release: where to look.
        entry: the id that the entry bore then.
        benchmark: key of the benchmark.

    """
    board = release.results["benchmarks"].get(benchmark)
    if board is None:
        return None
    rows = (*board["rows"], *board["other_editions"])
    return next((row for row in rows if row["id"] == entry), None)
