"""What a reader who asks for a citation means: the board, a release, or a row of one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from leaderboard.citation.cited import Cited, cite_board, cite_release, cite_row
from leaderboard.errors import UsageError
from leaderboard.findings import printable
from leaderboard.lookup import known_names
from leaderboard.project import load_project
from leaderboard.releases import (
    NEWEST,
    Release,
    find_row,
    load_latest,
    load_release,
    parse_place,
)
from leaderboard.repository import source_date

__all__ = ["load_cited", "load_frozen_row", "rows_of"]


def load_cited(
    root: Path, entry: str | None = None, version: str | None = None, benchmark: str | None = None
) -> Cited:
    """What is to be cited.

    Args:
        root: the repository's root.
        entry: id of an entry, for one of its rows; None for the whole.
        version: of a release, or `latest`. Without it a row is that of the latest release, since
            no other number may be cited; without it and `entry` it is the board as a whole.
        benchmark: key of the row's benchmark; by default the first that the entry is on.

    Raises:
        UsageError: there is no such release, entry or row.
        BrokenRepositoryError: a release or `mkdocs.yml` is not in order.

    """
    project = load_project(root)
    if entry is None:
        if benchmark is not None:
            raise UsageError("--benchmark goes with the id of an entry")
        if version is None:
            return cite_board(project, _state_date(root))
        release = load_release(root, version)
        return cite_release(project, str(release.version), release.manifest.date)
    release = load_release(root, version or NEWEST)
    # An entry that was renamed since is in the release under the id that it bore then.
    found = (rows_of(release, name) for name in known_names(root, entry))
    rows = next((rows for rows in found if rows), None)
    if rows is None:
        raise UsageError(f"release {release.version} has no entry {printable(entry)}")
    key = benchmark or next(iter(rows))
    if key not in rows:
        raise UsageError(
            f"{printable(entry)} is not on {printable(key)} in release {release.version}; it is "
            f"on {', '.join(rows)}"
        )
    board = release.results["benchmarks"][key]
    return cite_row(project, str(release.version), release.manifest.date, (key, board), rows[key])


def _state_date(root: Path) -> dt.date:
    """The date of what is on the board: of the commit, else of the latest release."""
    latest = load_latest(root)
    date = source_date(root) or (latest.manifest.date if latest else None)
    if date is None:
        raise UsageError("the board has no date yet: commit it, or set SOURCE_DATE_EPOCH")
    return date


def rows_of(release: Release, entry: str) -> dict[str, Mapping[str, Any]]:
    """Benchmark key → the frozen row of an entry, in the order of the benchmarks."""
    return {
        key: row
        for key in release.results["benchmarks"]
        if (row := find_row(release, entry, key)) is not None
    }


def load_frozen_row(root: Path, address: str) -> tuple[Release, Mapping[str, Any]]:
    """The release and the row of its `results.json` that a cited address names.

    Args:
        root: the repository's root.
        address: full, or relative to the site's root; or any text that holds one.

    Raises:
        UsageError: it names no frozen row, or one that there is not.

    """
    named = parse_place(address)
    if named is None:
        raise UsageError(f"{printable(address)} is no address of a frozen row")
    release = load_release(root, named.version)
    row = find_row(release, named.id, named.benchmark)
    if row is None:
        raise UsageError(f"release {named.version} has no {named.id} on {named.benchmark}")
    return release, row
