"""Everything that must hold of a submission before it is scored.

`check_submission` judges the files of one folder, `check_together` several submissions side by
side; both are pure and return findings, all of them at once. `load_folder`, `load_submission`,
`load_submissions` and `load_paths` read from the disk, safely, and call them.
"""

from __future__ import annotations

from leaderboard.checks.benchmarks import BenchmarkSpec, no_benchmark
from leaderboard.checks.folder import (
    Checked,
    LoadedFolder,
    list_names,
    load_entries,
    load_folder,
    load_submission,
    load_submissions,
)
from leaderboard.checks.selection import load_paths, select_folders
from leaderboard.checks.submission import PLACEHOLDERS, check_submission, parse_outputs
from leaderboard.checks.together import Entry, check_together

__all__ = [
    "PLACEHOLDERS",
    "BenchmarkSpec",
    "Checked",
    "Entry",
    "LoadedFolder",
    "check_submission",
    "check_together",
    "list_names",
    "load_entries",
    "load_folder",
    "load_paths",
    "load_submission",
    "load_submissions",
    "no_benchmark",
    "parse_outputs",
    "select_folders",
]
