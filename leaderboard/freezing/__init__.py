"""Making a release: what may be frozen, every file of it, its pages, and writing it whole."""

from leaderboard.freezing.contents import build_release
from leaderboard.freezing.facts import Facts
from leaderboard.freezing.release import (
    CITATION_FILE,
    ZENODO_FILE,
    Frozen,
    NotReadyError,
    freeze,
    root_files,
)

__all__ = [
    "CITATION_FILE",
    "ZENODO_FILE",
    "Facts",
    "Frozen",
    "NotReadyError",
    "build_release",
    "freeze",
    "root_files",
]
