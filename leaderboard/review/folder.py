"""The files of one submission out of a git tree: names and modes first, then sizes, then bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from leaderboard.checks import LoadedFolder
from leaderboard.checks.folder import MOST_FILES
from leaderboard.checks.submission import JUDGMENTS, check_file_name
from leaderboard.findings import Finding, Problem, printable
from leaderboard.git import GitError, MalformedError, Objects, OutgrownError, TreeEntry
from leaderboard.review.scope import broken
from leaderboard.strict_json import MAX_BYTES, TOO_LARGE

__all__ = ["MOST_BYTES", "load_tree"]

MOST_BYTES: Final = 40 * 1024 * 1024
"""Bytes of all files of a submission together."""
_MOST_LIST: Final = 1024 * 1024
_PLAIN: Final = "100644"
_LFS: Final = b"version https://git-lfs.github.com/spec/"


def load_tree(objects: Objects, tree: str, folder: str) -> LoadedFolder:
    """Read the files of one submission.

    A file is read only when its name, its mode and its size are those of a submission's file.

    Args:
        objects: of the clone.
        tree: id of the folder's tree.
        folder: how findings name it.

    """
    try:
        entries = objects.entries(tree, deep=True, most=_MOST_LIST)
    except OutgrownError:
        return LoadedFolder({}, frozenset(), (_too_many(folder),))
    except GitError as error:
        return LoadedFolder({}, frozenset(), (broken(str(error)).at(folder),))
    if len(entries) > MOST_FILES:
        return LoadedFolder({}, frozenset(), (_too_many(folder),))
    findings = [finding for entry in entries for finding in _check_entry(entry, folder)]
    findings += _check_repeated(entries, folder)
    sound = [entry for entry in entries if not any(_check_entry(entry, folder))]
    if sum(entry.size or 0 for entry in sound) > MOST_BYTES:
        findings.append(_too_large(folder))
        sound = []
    wanted = {
        _name(entry): entry.id for entry in sound if not _name(entry).startswith(f"{JUDGMENTS}/")
    }
    try:
        blobs = objects.blobs(list(wanted.values()), most=MOST_BYTES)
    except MalformedError as error:
        return LoadedFolder({}, frozenset(), (*findings, broken(str(error)).at(folder)))
    files = {name: blobs[one] for name, one in wanted.items()}
    pointers = {name for name, data in files.items() if data.startswith(_LFS)}
    findings += [_pointer().at(f"{folder}/{name}") for name in sorted(pointers)]
    read = {name: data for name, data in files.items() if name not in pointers}
    unread = {_name(entry) for entry in entries} - read.keys()
    return LoadedFolder(read, frozenset(unread), tuple(findings))


def _name(entry: TreeEntry) -> str:
    return entry.path.decode("utf-8", "backslashreplace")


def _check_entry(entry: TreeEntry, folder: str) -> Iterator[Finding]:
    """What is wrong with a name, or else with what stands under it."""
    refused = check_file_name(_name(entry), folder)
    file = f"{folder}/{printable(_name(entry))}"
    if refused:
        yield refused
    elif entry.kind == "commit":
        mend = "Put the file itself there."
        message = "this is another repository (a submodule), not a file"
        yield Problem("not_a_regular_file", message, mend).at(file)
    elif entry.mode == "100755":
        mend = f"Take the mark away: git update-index --chmod=-x {printable(_name(entry))}"
        yield Problem("executable_file", "the file is marked as executable", f"{mend}.").at(file)
    elif entry.mode != _PLAIN:
        mend = "Put the file itself there: no link, no folder."
        yield Problem("not_a_regular_file", "this is not a plain file", mend).at(file)
    elif entry.size is None:
        yield broken(f"the object {entry.id} is no blob that is here").at(file)
    elif entry.size > MAX_BYTES:
        yield TOO_LARGE.at(file)


def _check_repeated(entries: tuple[TreeEntry, ...], folder: str) -> Iterator[Finding]:
    counts = Counter(_name(entry).lower() for entry in entries)
    for name in sorted(name for name, count in counts.items() if count > 1):
        yield Problem(
            "repeated_path",
            "the name stands twice in the folder, but for its case",
            "Keep one of them; if they read the same, make the branch again with git itself.",
        ).at(f"{folder}/{printable(name)}")


def _too_many(folder: str) -> Finding:
    return Problem(
        "too_many_files",
        f"the folder holds over {MOST_FILES} files",
        "Keep submission.json and one <benchmark>.json for each benchmark.",
    ).at(folder)


def _too_large(folder: str) -> Finding:
    return Problem(
        "folder_too_large",
        f"the files have over {MOST_BYTES:,} bytes together",
        "Cut what no one scores, such as logs and repeated answers.",
    ).at(folder)


def _pointer() -> Problem:
    return Problem(
        "lfs_pointer",
        "this is a pointer of Git LFS, not the file itself",
        "Take the path out of .gitattributes and commit the file as it is.",
    )
