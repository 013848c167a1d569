"""Frozen results: what a release holds, where its pages are, and how it is read and checked.

A release is a folder `releases/<version>/` that never changes: `release.json` (what it is),
`results.json` (every number), `tables/`, `citation/`, `pages/`, and `SHA256SUMS` over all of it.
"""

from leaderboard.releases.manifest import MANIFEST, FrozenBenchmark, FrozenSubmission, Manifest
from leaderboard.releases.places import (
    LATEST,
    VERSIONS,
    FrozenRow,
    benchmark_place,
    parse_place,
    release_place,
    row_place,
    standing_place,
)
from leaderboard.releases.serving import copy_release, served_files
from leaderboard.releases.store import (
    NEWEST,
    PAGES,
    RELEASES,
    RESULTS,
    BrokenReleaseError,
    Release,
    find_row,
    list_versions,
    load_latest,
    load_release,
    load_releases,
)
from leaderboard.releases.sums import SUMS, find_changes, parse_sums, render_sums
from leaderboard.releases.versions import Version, is_version, parse_version

__all__ = [
    "LATEST",
    "MANIFEST",
    "NEWEST",
    "PAGES",
    "RELEASES",
    "RESULTS",
    "SUMS",
    "VERSIONS",
    "BrokenReleaseError",
    "FrozenBenchmark",
    "FrozenRow",
    "FrozenSubmission",
    "Manifest",
    "Release",
    "Version",
    "benchmark_place",
    "copy_release",
    "find_changes",
    "find_row",
    "is_version",
    "list_versions",
    "load_latest",
    "load_release",
    "load_releases",
    "parse_place",
    "parse_sums",
    "parse_version",
    "release_place",
    "render_sums",
    "row_place",
    "served_files",
    "standing_place",
]
