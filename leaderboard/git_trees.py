"""Trees of git as bytes: what they hold, and what two of them hold differently.

Anyone can write a tree object by hand, and git takes it as it comes. So the form is checked here,
and a name that no path can hold is refused before anything is told by its path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from leaderboard.errors import UsageError
from leaderboard.findings import printable, quoted

__all__ = [
    "Change",
    "GitError",
    "MalformedError",
    "OutgrownError",
    "Pair",
    "TreeEntry",
    "compare",
    "parse_tree",
]

Pair: TypeAlias = tuple[bytes, str | None, str | None]
"""A folder's path with a slash at its end, and its id before and after; None where it is not."""

_MODE: Final = re.compile(rb"[0-7]{5,6}")
_KINDS: Final = {"040000": "tree", "160000": "commit"}
_SPECIAL: Final = frozenset({b"", b".", b"..", b".git", b"git~1"})
_ENDS: Final = b". "
"""What Windows cuts off the end of a name."""
_SHOWN: Final = 200


class GitError(UsageError):
    """Git could not answer; the text is its own, made printable."""


class OutgrownError(GitError):
    """An answer is longer than anything that is ever read."""


class MalformedError(GitError):
    """An object is missing or not of git's form, or a tree holds what no path can lead to."""


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """What stands under one name in a tree.

    Attributes:
        mode: six octal digits: 100644 a file, 100755 a program, 120000 a symbolic link, 160000
            another repository, 040000 a folder.
        kind: blob, tree or commit.
        id: of the object.
        size: bytes of a blob; None of anything else, and of a blob that is not here.
        path: from the tree on, as it is: any bytes but NUL.

    """

    mode: str
    kind: str
    id: str
    size: int | None
    path: bytes


@dataclass(frozen=True, slots=True)
class Change:
    """A path that two commits hold differently.

    Attributes:
        status: A added, D taken away, M changed in bytes or mode.
        path: from the top, as it is: any bytes but NUL.
        id: of the object that is there now, or that was until now; None where a name stands twice.

    """

    status: str
    path: bytes
    id: str | None


def parse_tree(data: bytes, tree: str) -> Iterator[TreeEntry]:
    """The entries of a tree object: mode, space, name, NUL, id in bytes; sizes left out.

    Args:
        data: of the object.
        tree: its id.

    Raises:
        MalformedError: the bytes are of another form.

    """
    width = len(tree) // 2
    place = 0
    while place < len(data):
        space = data.find(b" ", place)
        end = data.find(b"\0", place)
        after = end + 1 + width
        if not place < space < end or after > len(data):
            raise MalformedError(f"the tree {tree} is cut off or not of git's form")
        if not _MODE.fullmatch(data, place, space):
            raise MalformedError(f"the tree {tree} holds a mode that there is not")
        mode = data[place:space].decode("ascii").rjust(6, "0")
        kind = _KINDS.get(mode, "blob")
        yield TreeEntry(mode, kind, data[end + 1 : after].hex(), None, data[space + 1 : end])
        place = after


def compare(
    path: bytes, before: Sequence[TreeEntry] | None, after: Sequence[TreeEntry] | None
) -> tuple[list[Pair], list[Change]]:
    """Folders to look into, and paths that are changed, of one folder.

    Args:
        path: of the folder, with a slash at its end; empty for the top.
        before: what it held; None where there was none.
        after: what it holds; None where there is none.

    Raises:
        MalformedError: it holds nothing now, or a name that no path can hold, which was not there.

    """
    if after is not None and not after:
        where = f"the folder {quoted(_shown(path))}" if path else "the branch"
        raise MalformedError(f"{where} holds nothing, which git itself never records")
    olds, news = _by_name(before or ()), _by_name(after or ())
    deeper: list[Pair] = []
    changes: list[Change] = []
    for name in olds.keys() | news.keys():
        below, found = _compare_name(path + name, olds.get(name, ()), news.get(name, ()))
        if (below or found) and name in news and _is_impossible(name):
            raise MalformedError(f"no path can hold the name {quoted(_shown(name))}")
        deeper += below
        changes += found
    return deeper, changes


def _is_impossible(name: bytes) -> bool:
    """Whether a name is none, leads elsewhere, or is that of git's own folder.

    A name with a slash reads like a path into another folder than the one that holds it.
    """
    return b"/" in name or name in _SPECIAL or name.rstrip(_ENDS).lower() in _SPECIAL


def _shown(path: bytes) -> str:
    return printable(path.decode("utf-8", "backslashreplace"), _SHOWN)


def _by_name(entries: Sequence[TreeEntry]) -> dict[bytes, tuple[TreeEntry, ...]]:
    """Name → what bears it: one thing, but in a tree that was made by hand."""
    found: dict[bytes, tuple[TreeEntry, ...]] = {}
    for entry in entries:
        found[entry.path] = (*found.get(entry.path, ()), entry)
    return found


def _compare_name(
    path: bytes, before: Sequence[TreeEntry], after: Sequence[TreeEntry]
) -> tuple[list[Pair], list[Change]]:
    """Folders to look into, and paths that are changed, where a name leads elsewhere than before.

    A name that stands twice is changed, and not looked into.
    """
    if [(one.mode, one.id) for one in before] == [(one.mode, one.id) for one in after]:
        return [], []
    if len(before) > 1 or len(after) > 1:
        return [], [Change("M", path, None)]
    old, new = (next(iter(entries), None) for entries in (before, after))
    folders = [one.id if one and one.kind == "tree" else None for one in (old, new)]
    deeper = [(path + b"/", folders[0], folders[1])] if any(folders) else []
    files = [one.id if one and one.kind != "tree" else None for one in (old, new)]
    match files:
        case [None, None]:
            return deeper, []
        case [_, None]:
            return deeper, [Change("D", path, files[0])]
        case [None, _]:
            return deeper, [Change("A", path, files[1])]
        case _:
            return deeper, [Change("M", path, files[1])]
