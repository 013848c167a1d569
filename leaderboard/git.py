"""Reading a repository's objects with `git`: nothing is checked out, run, fetched or followed.

Whatever lies in the objects was written by others. So git runs with an environment of its own: no
configuration but the repository's, no replaced objects or grafts, no attributes of the machine, no
network. Names come separated by NUL and as bytes. Every answer is bounded, and killed where it
outgrows its bound. A revision is made of harmless characters and turned into an object's id before
anything else is asked; from then on only ids are passed on.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Final

from leaderboard.findings import printable, quoted
from leaderboard.git_trees import (
    Change,
    GitError,
    MalformedError,
    OutgrownError,
    Pair,
    TreeEntry,
    compare,
    parse_tree,
)

__all__ = ["Change", "GitError", "MalformedError", "Objects", "OutgrownError", "TreeEntry"]

MOST_OUTPUT: Final = 32 * 1024 * 1024
"""Bytes of an answer, unless the caller says otherwise."""
MOST_CHANGES: Final = 20_000
"""Paths that two commits hold differently."""
MOST_DEPTH: Final = 64
"""Folders in folders."""
SECONDS: Final = 60.0
_REVISION: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z._/+~^-]{0,199}")
_ID: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_KEPT: Final = ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP")
_SETTINGS: Final = (
    "advice.graftFileDeprecated=false",
    "core.attributesFile=",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.quotePath=true",
    "protocol.allow=never",
)
_TOLD: Final = 300
_CHUNK: Final = 1 << 16


class Objects:
    """The objects of one repository."""

    def __init__(self, root: Path) -> None:
        """Look at the repository whose top folder is `root`.

        Raises:
            GitError: there is none, or git is not installed.

        """
        self._root = root.absolute()
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        self._environment = {
            **kept,
            "GIT_ALLOW_PROTOCOL": "",
            "GIT_ATTR_NOSYSTEM": "1",
            "GIT_CEILING_DIRECTORIES": str(self._root.parent),
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_GRAFT_FILE": os.devnull,
            "GIT_LITERAL_PATHSPECS": "1",
            "GIT_NO_LAZY_FETCH": "1",
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_TERMINAL_PROMPT": "0",
            "LC_ALL": "C",
        }
        try:
            self._run("rev-parse", "--git-dir")
        except GitError as error:
            raise GitError(
                f"{printable(str(self._root), 200)} is no clone that git reads: {error}"
            ) from (error)

    def commit(self, revision: str) -> str:
        """The id of the commit that `revision` names.

        Raises:
            GitError: it is no revision, or names no commit that is here.

        """
        shown = quoted(revision)
        if not _REVISION.fullmatch(revision):
            raise GitError(f"{shown} is no revision: name a commit's id, a branch or a tag")
        asked = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        try:
            return self._id(self._run(*asked))
        except GitError as error:
            raise GitError(
                f"there is no commit {shown} in this clone: fetch it, or name another"
            ) from error

    def merge_bases(self, one: str, other: str) -> tuple[str, ...]:
        """The best common ancestors of two commits: none, one, or several where histories cross."""
        try:
            found = self._run("merge-base", "--all", _checked(one), _checked(other))
        except GitError as error:
            if str(error):
                raise
            return ()
        return tuple(sorted(found.decode("ascii").split()))

    def time(self, commit: str) -> int:
        """When a commit was made: seconds since 1970."""
        printed = self._run(
            "show", "--no-patch", "--no-show-signature", "--format=%ct", _checked(commit)
        )
        return int(printed)

    def touching(self, commit: str, path: str) -> tuple[str, ...]:
        """The commits on a commit's line of first parents that changed a path, oldest first."""
        asked = ("rev-list", "--first-parent", "--reverse", _checked(commit), "--", path)
        return tuple(self._run(*asked).decode("ascii").split())

    @property
    def is_shallow(self) -> bool:
        """Whether history was cut off when it was fetched."""
        return self._run("rev-parse", "--is-shallow-repository").strip() == b"true"

    def changes(self, old: str, new: str, *, most: int = MOST_CHANGES) -> tuple[Change, ...]:
        """The paths that two commits hold differently; no renames are guessed.

        Trees are read level by level, and only where they differ: a few objects can stand for
        more paths than any list holds, and git itself would gather all of them.

        Raises:
            OutgrownError: there are more than `most`, or they lie over `MOST_DEPTH` deep.
            MalformedError: a tree is not here or not of git's form, or what `new` adds bears a
                name that no path can hold.

        """
        level: list[Pair] = [(b"", self._top(old), self._top(new))]
        changes: list[Change] = []
        for _ in range(MOST_DEPTH):
            if not level:
                return tuple(sorted(changes, key=lambda change: change.path))
            trees = self._trees([one for _, *pair in level for one in pair if one is not None])
            below: list[Pair] = []
            for path, *pair in level:
                before, after = (trees[one] if one else None for one in pair)
                deeper, found = compare(path, before, after)
                below += deeper
                changes += found
                if len(changes) + len(below) > most:
                    raise OutgrownError(f"over {most:,} paths are changed")
            level = below
        raise OutgrownError(f"paths are changed over {MOST_DEPTH} folders deep")

    def _top(self, commit: str) -> str:
        """Id of a commit's tree."""
        asked = f"{_checked(commit)}^{{tree}}"
        try:
            return self._id(self._run("rev-parse", asked))
        except GitError as error:
            raise MalformedError(f"the tree of the commit {commit} is not here") from error

    def _trees(self, ids: Sequence[str]) -> dict[str, tuple[TreeEntry, ...]]:
        """Id → what the tree holds, sizes left out."""
        read = self._objects(ids, "tree", most=MOST_OUTPUT)
        return {one: tuple(parse_tree(data, one)) for one, data in read.items()}

    def entries(
        self, tree: str, *, deep: bool = False, most: int = MOST_OUTPUT
    ) -> tuple[TreeEntry, ...]:
        """What a tree holds, in its own order.

        Args:
            tree: id of a tree, or of a commit for the tree of it.
            deep: whether to list files below its folders in the place of the folders.
            most: bytes.

        Raises:
            OutgrownError: the list is longer than `most` bytes.

        """
        deeply = ("-r",) if deep else ()
        listed = self._run(
            "ls-tree", "-z", "-l", "--full-tree", *deeply, _checked(tree), most=most
        ).split(b"\0")
        return tuple(_entry(line) for line in listed[:-1])

    def blobs(self, ids: Sequence[str], *, most: int) -> dict[str, bytes]:
        """Id → bytes of blobs.

        Args:
            ids: of blobs; their sizes were looked at.
            most: bytes of all of them together.

        Raises:
            OutgrownError: they have more.
            MalformedError: one is missing, or is no blob.

        """
        return self._objects(ids, "blob", most=most)

    def _objects(self, ids: Sequence[str], kind: str, *, most: int) -> dict[str, bytes]:
        wanted = [_checked(one) for one in dict.fromkeys(ids)]
        if not wanted:
            return {}
        asked = "".join(f"{one}\n" for one in wanted).encode("ascii")
        # A line before each: id, kind and size; a line feed after each.
        room = most + len(wanted) * 100
        printed = self._run("cat-file", "--batch", "--buffer", data=asked, most=room)
        return dict(_batch(wanted, kind, printed))

    def _id(self, printed: bytes) -> str:
        return _checked(printed.decode("ascii").strip())

    def _run(self, *arguments: str, data: bytes = b"", most: int = MOST_OUTPUT) -> bytes:
        """What git prints.

        Raises:
            OutgrownError: more than `most` bytes.
            GitError: it failed; the text is empty where git said nothing.

        """
        settings = [part for setting in _SETTINGS for part in ("-c", setting)]
        command = ["git", "--no-replace-objects", "--no-pager", *settings, *arguments]
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as said:
            given.write(data)
            given.seek(0)
            printed, code = self._ended(command, given, said, most)
            said.seek(0)
            told = said.read(4 * _TOLD).decode("utf-8", "replace")
        if len(printed) > most:
            raise OutgrownError(f"git {arguments[0]} answers with over {most:,} bytes")
        if code < 0:
            raise GitError(
                f"git {arguments[0]} was stopped: it crashed, or took over {SECONDS:g} s"
            )
        if code:
            text = " ".join(told.split())
            raise GitError(f"git {arguments[0]}: {quoted(text, _TOLD)}" if text else "")
        return printed

    def _ended(
        self, command: Sequence[str], given: IO[bytes], said: IO[bytes], most: int
    ) -> tuple[bytes, int]:
        """What a process printed, up to one byte over `most`, and how it ended."""
        try:
            process = subprocess.Popen(  # noqa: S603 - no shell, and only ids that were checked
                command,
                cwd=self._root,
                env=self._environment,
                stdin=given,
                stdout=subprocess.PIPE,
                stderr=said,
            )
        except FileNotFoundError as error:
            raise GitError("git cannot be started: install it, and name an existing --root") from (
                error
            )
        watch = threading.Timer(SECONDS, process.kill)
        watch.start()
        try:
            with process:
                assert process.stdout is not None  # noqa: S101 - it was asked for
                printed = _bounded(process.stdout, most)
                if len(printed) > most:
                    process.kill()
        finally:
            watch.cancel()
        return printed, process.returncode


def _bounded(stream: IO[bytes], most: int) -> bytes:
    """What a stream holds, up to one byte over `most`."""
    parts: list[bytes] = []
    room = most + 1
    while room > 0 and (part := stream.read(min(room, _CHUNK))):
        parts.append(part)
        room -= len(part)
    return b"".join(parts)


def _checked(one: str) -> str:
    """An object's id; anything else must never reach a command line."""
    if not _ID.fullmatch(one):
        raise GitError(f"{quoted(one)} is no object's id")
    return one


def _entry(line: bytes) -> TreeEntry:
    facts, _, path = line.partition(b"\t")
    mode, kind, one, size = facts.decode("ascii").split()
    return TreeEntry(mode, kind, one, int(size) if size.isdigit() else None, path)


def _batch(wanted: Sequence[str], kind: str, printed: bytes) -> Iterator[tuple[str, bytes]]:
    place = 0
    for one in wanted:
        end = printed.find(b"\n", place)
        facts = printed[place:end].decode("ascii").split()
        if facts[1:2] != [kind]:
            raise MalformedError(f"the object {one} is no {kind} that is here")
        start = end + 1
        place = start + int(facts[2]) + 1
        yield one, printed[start : place - 1]
