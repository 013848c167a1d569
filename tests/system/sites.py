"""Whole builds through the command line, in a copy of this repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.conftest import ROOT

__all__ = ["copy_repository", "run"]

SOURCES: Final = ("leaderboard", "scoring", "site", "submissions", "mkdocs.yml")


def copy_repository(folder: Path) -> Path:
    """What a clone holds of what a build reads; no data, no git."""
    folder.mkdir()
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(source, folder / name)
    return folder


def run(root: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `leaderboard` on a copy, with the copy's own code and data folder."""
    clean = {
        name: value
        for name, value in os.environ.items()
        if name not in {"LEADERBOARD_DATA", "SOURCE_DATE_EPOCH"}
    }
    return subprocess.run(
        [sys.executable, "-m", "leaderboard", *arguments],
        cwd=root,
        env={**clean, "PYTHONPATH": str(root), **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
