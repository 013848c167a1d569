"""From the paths that a user names to the submissions that are meant."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from leaderboard.checks.benchmarks import BenchmarkSpec
from leaderboard.checks.folder import Checked, list_names, load_submissions
from leaderboard.checks.submission import JUDGMENTS, SUBMISSION_FILE
from leaderboard.errors import UsageError
from leaderboard.findings import printable

__all__ = ["load_paths", "select_folders"]

_PARENT: str = "submissions"


def load_paths(
    paths: Sequence[Path], benchmarks: Mapping[str, BenchmarkSpec]
) -> tuple[Checked, ...]:
    """Read and judge the submissions that the paths name, each once, in order of folders and ids.

    A path names the folder of a submission, or a folder of such folders. Findings name files
    relative to the current folder, if they are below it.

    Raises:
        UsageError: a path is not there, or is neither of the two.

    """
    chosen = _choose(paths)
    return tuple(
        checked
        for parent in sorted(chosen)
        for checked in load_submissions(
            parent, benchmarks, shown=_shown(parent), only=chosen[parent]
        )
    )


def select_folders(paths: Sequence[Path]) -> tuple[Path, ...]:
    """The folders of the submissions that the paths name, each once, in order of folders and ids.

    Raises:
        UsageError: as `load_paths`.

    """
    return tuple(
        parent / name
        for parent, only in sorted(_choose(paths).items())
        for name in sorted(list_names(parent) if only is None else only)
    )


def _choose(paths: Sequence[Path]) -> dict[Path, set[str] | None]:
    """Folder of submissions → the names in it that are meant; None for all."""
    chosen: dict[Path, set[str] | None] = {}
    for path in paths:
        # Not resolved: a symbolic link must be seen as one.
        absolute = Path(os.path.abspath(path))  # noqa: PTH100
        if _is_submission(absolute):
            only = chosen.setdefault(absolute.parent, set())
            if only is not None:
                only.add(absolute.name)
        else:
            _refuse_others(absolute, str(path))
            chosen[absolute] = None
    return chosen


def _is_submission(path: Path) -> bool:
    """Whether a folder is meant as a submission: by its name, or by what it holds.

    One that has JSON files but no `submission.json` is taken for one if nothing else lies in it:
    many a folder has a JSON file somewhere.
    """
    if not path.is_dir():
        return False
    if "--" in path.name or (path / SUBMISSION_FILE).exists():
        return True
    try:
        names = list_names(path)
    except OSError:
        return False
    return bool(names) and all(name.endswith(".json") or name == JUDGMENTS for name in names)


def _holds_submissions(path: Path) -> bool:
    """Whether a folder is one of submissions: by its name, or since half of it are submissions."""
    names = list_names(path)
    meant = sum(_is_submission(path / name) for name in names)
    return path.name == _PARENT or 0 < len(names) <= 2 * meant


def _refuse_others(path: Path, named: str) -> None:
    shown = printable(named, 200)
    if not os.path.lexists(path):
        raise UsageError(f"there is no {shown}")
    if not path.is_dir():
        raise UsageError(f"{shown} is not a folder: name the submission's folder")
    if not _holds_submissions(path):
        raise UsageError(
            f"{shown} is neither a submission nor a folder of submissions: name one, such as "
            "submissions/acme--reader-2"
        )


def _shown(parent: Path) -> str:
    here = Path.cwd()
    shown = parent.relative_to(here) if parent.is_relative_to(here) else parent
    return "" if shown == Path() else printable(str(shown), 200)
