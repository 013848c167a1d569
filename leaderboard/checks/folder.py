"""Reading submissions from the disk: regular files only, bounded, by names that are checked first.

Nothing is followed (no symbolic links), executed, unpacked or waited for (no pipes).
"""

from __future__ import annotations

import dataclasses
import os
import stat
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from leaderboard.checks.benchmarks import BenchmarkSpec
from leaderboard.checks.submission import (
    JUDGMENTS,
    SUBMISSION_FILE,
    check_file_name,
    check_submission,
    parse_meta,
)
from leaderboard.checks.together import Entry, check_together
from leaderboard.findings import Finding, Problem, printable, quoted, sort_findings
from leaderboard.models import Submission
from leaderboard.names import id_problem
from leaderboard.programs import PROGRAMS
from leaderboard.strict_json import MAX_BYTES, TOO_LARGE

__all__ = [
    "Checked",
    "LoadedFolder",
    "list_names",
    "load_entries",
    "load_folder",
    "load_submission",
    "load_submissions",
]

MOST_FILES: Final = 200
_FLAGS: Final = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_STRAY_FILES: Final = frozenset({".gitkeep", "README.md"})
"""Files that may lie beside the submissions' folders."""

_DESKTOP_FILES: Final = frozenset({".ds_store", "thumbs.db", "desktop.ini"})
"""What file managers leave behind unasked, in small letters. Inside a submission they stay
findings: what lies there is published."""


@dataclass(frozen=True, slots=True)
class LoadedFolder:
    """A submission's files as they were read.

    Attributes:
        files: name → bytes; recorded verdicts are left to those who replay them.
        unread: names of files that are there and were not read; a finding says why.
        findings: what is wrong with the files themselves.

    """

    files: Mapping[str, bytes]
    unread: frozenset[str]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """A submission and what was found.

    Attributes:
        id: the folder's name, as it is: anything where the name itself is a finding.
        folder: how findings name the folder.
        submission: None if a file is not of the form.
        findings: all of them, sorted.
        entry: what stands beside other submissions; None if `submission.json` or the id is not of
            the form: no other submission can be taken for such a one.

    """

    id: str
    folder: str
    submission: Submission | None
    findings: tuple[Finding, ...]
    entry: Entry | None = None

    @property
    def accepted(self) -> Submission | None:
        """The submission if there is nothing to say against it: only such a one is scored."""
        return None if self.findings else self.submission


def load_folder(path: Path, folder: str) -> LoadedFolder:
    """Read the files of one submission.

    Args:
        path: its folder.
        folder: how findings name it.

    """
    files: dict[str, bytes] = {}
    unread: set[str] = set()
    findings: list[Finding] = []
    for name in _listed(path, folder, findings):
        refused = check_file_name(name, folder)
        if refused:
            findings.append(refused)
        elif name.startswith(f"{JUDGMENTS}/"):
            findings += _load_file(path / name, f"{folder}/{name}", most=0)[1]
        else:
            data, found = _load_file(path / name, f"{folder}/{name}")
            findings += found
            if data is None:
                unread.add(name)
            else:
                files[name] = data
    return LoadedFolder(files, frozenset(unread), tuple(findings))


def _listed(path: Path, folder: str, findings: list[Finding]) -> Iterator[str]:
    """Names of the files, those of the folder of verdicts with its name before them."""
    for name in _names(path, folder, findings):
        if name != JUDGMENTS:
            yield name
        elif _is_folder(path / name):
            inner = f"{folder}/{JUDGMENTS}"
            for verdicts in _names(path / name, inner, findings):
                yield f"{JUDGMENTS}/{verdicts}"
        else:
            findings.append(
                _not_regular(f"{folder}/{JUDGMENTS}", "Make it a folder, or remove it.")
            )


def _names(path: Path, folder: str, findings: list[Finding]) -> list[str]:
    try:
        with os.scandir(path) as entries:
            names = [entry.name for entry, _ in zip(entries, range(MOST_FILES + 1), strict=False)]
    except OSError:
        findings.append(
            Finding(
                "unreadable_file",
                folder,
                "",
                "the folder cannot be read",
                "Check its permissions.",
            )
        )
        return []
    if len(names) > MOST_FILES:
        findings.append(
            Finding(
                "too_many_files",
                folder,
                "",
                f"the folder holds over {MOST_FILES} files",
                "Keep submission.json and one <benchmark>.json for each benchmark.",
            )
        )
        return []
    return sorted(names)


def _is_folder(path: Path) -> bool:
    return stat.S_ISDIR(path.lstat().st_mode)


def _not_regular(file: str, mend: str) -> Finding:
    return Finding("not_a_regular_file", file, "", "this is not a plain file", mend)


def _load_file(
    path: Path, file: str, *, most: int = MAX_BYTES + 1
) -> tuple[bytes | None, list[Finding]]:
    """The bytes of a regular file, and what is wrong with the file itself.

    Args:
        path: the file.
        file: how findings name it.
        most: so many bytes are read. Where that is fewer than a file may have, its size is told
            here; else it is told by whoever parses the bytes.

    """
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            return None, [_not_regular(file, "Put the file itself there: no link, no folder.")]
        with os.fdopen(os.open(path, _FLAGS), "rb") as opened:
            status = os.fstat(opened.fileno())
            data = opened.read(most)
    except OSError:
        problem = Problem("unreadable_file", "the file cannot be read", "Check its permissions.")
        return None, [problem.at(file)]
    problems: list[Problem] = []
    if status.st_mode & 0o111:
        mend = f"Take the mark away: chmod 644 {path.name}"
        problems.append(Problem("executable_file", "the file is marked as executable", mend))
    if most <= MAX_BYTES < status.st_size:
        problems.append(TOO_LARGE)
    return data, [problem.at(file) for problem in problems]


def load_submission(
    path: Path, benchmarks: Mapping[str, BenchmarkSpec], *, folder: str | None = None
) -> Checked:
    """Read and judge one submission.

    Args:
        path: its folder.
        benchmarks: key → benchmark.
        folder: how findings name it; None for `submissions/<id>`.

    """
    place = folder if folder is not None else f"submissions/{printable(path.name)}"
    if path.is_symlink() or not path.is_dir():
        finding = Finding(
            "not_a_folder",
            place,
            "",
            f"{quoted(path.name)} is not a submission's folder",
            "Put each submission into a folder of its own, and nothing else beside them.",
        )
        return Checked(path.name, place, None, (finding,))
    loaded = load_folder(path, place)
    submission, findings = check_submission(
        loaded.files, path.name, benchmarks, folder=place, unread=loaded.unread
    )
    meta = submission.meta if submission else parse_meta(loaded.files.get(SUBMISSION_FILE, b""))
    return Checked(
        path.name,
        place,
        submission,
        sort_findings((*loaded.findings, *findings)),
        Entry(path.name, meta) if meta and not id_problem(path.name) else None,
    )


def load_submissions(
    parent: Path,
    benchmarks: Mapping[str, BenchmarkSpec],
    *,
    shown: str = "submissions",
    only: Collection[str] | None = None,
) -> tuple[Checked, ...]:
    """Read and judge the submissions of a folder, each alone and all together, in order of ids.

    Args:
        parent: the folder of the submissions' folders.
        benchmarks: key → benchmark.
        shown: how findings name it; "" to name the submissions alone.
        only: names of those that are judged; of the others only the names are read, which must
            not be taken for theirs. None for all.

    Raises:
        OSError: the folder cannot be read.

    """
    names = list_names(parent)
    chosen = names if only is None else set(only)
    alone = [
        load_submission(parent / name, benchmarks, folder=_beside(shown, name))
        for name in sorted(chosen)
    ]
    neighbours = [_load_entry(parent / name) for name in sorted(names - chosen)]
    entries = [entry for entry in (*(each.entry for each in alone), *neighbours) if entry]
    between = check_together(
        entries,
        chosen,
        faulty={each.id for each in alone if each.findings},
        programs={f"program--{program.key}": program.name for program in PROGRAMS},
    )
    return tuple(_with(each, between) for each in alone)


def load_entries(parent: Path) -> tuple[Entry, ...]:
    """What stands beside each other in a folder of submissions, by `submission.json` alone.

    One whose id or `submission.json` is not of the form is left out; `load_submissions` says why.

    Raises:
        OSError: the folder cannot be read.

    """
    entries = (_load_entry(parent / name) for name in sorted(list_names(parent)))
    return tuple(entry for entry in entries if entry is not None)


def list_names(parent: Path) -> set[str]:
    """Names of what stands for a submission in the folder of submissions.

    Raises:
        OSError: the folder cannot be read.

    """
    with os.scandir(parent) as listed:
        names = {entry.name for entry in listed} - _STRAY_FILES
    return {name for name in names if name.lower() not in _DESKTOP_FILES}


def _beside(shown: str, name: str) -> str:
    return f"{shown}/{printable(name)}" if shown else printable(name)


def _load_entry(path: Path) -> Entry | None:
    """A neighbour's names; whatever is wrong with it is its own affair."""
    if id_problem(path.name) or path.is_symlink() or not path.is_dir():
        return None
    data, _ = _load_file(path / SUBMISSION_FILE, SUBMISSION_FILE)
    meta = parse_meta(data) if data is not None else None
    return Entry(path.name, meta) if meta else None


def _with(checked: Checked, between: Sequence[Finding]) -> Checked:
    canonical = f"submissions/{checked.id}/{SUBMISSION_FILE}"
    own = [
        dataclasses.replace(finding, file=f"{checked.folder}/{SUBMISSION_FILE}")
        for finding in between
        if finding.file == canonical
    ]
    return dataclasses.replace(checked, findings=sort_findings((*checked.findings, *own)))
