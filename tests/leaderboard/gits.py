"""Real git repositories for tests: main, forks whose heads are pull requests, a trusted clone."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

__all__ = ["EXECUTABLE", "LINK", "MODULE", "PLAIN", "Blob", "Hosted", "run_git"]

PLAIN: Final = "100644"
EXECUTABLE: Final = "100755"
LINK: Final = "120000"
MODULE: Final = "160000"
FOLDER: Final = "40000"
_WHO: Final = "Ada <ada@example.org> 1790000000 +0000"
_CLEAN: Final = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_DATE": "1790000000 +0000",
    "GIT_COMMITTER_DATE": "1790000000 +0000",
    **{f"GIT_{who}_NAME": "Ada" for who in ("AUTHOR", "COMMITTER")},
    **{f"GIT_{who}_EMAIL": "ada@example.org" for who in ("AUTHOR", "COMMITTER")},
}


def run_git(folder: Path, *arguments: str, data: bytes | None = None) -> str:
    """What git prints, stripped."""
    ended = subprocess.run(
        ["git", *arguments],
        cwd=folder,
        env={"PATH": os.environ["PATH"], **_CLEAN},
        input=data,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == 0, ended.stderr.decode("utf-8", "replace")
    return ended.stdout.decode("utf-8", "replace").strip()


@dataclass(frozen=True)
class Blob:
    """What a path of a commit holds."""

    data: bytes
    mode: str = PLAIN


Files = Mapping[str | bytes, "Blob | bytes | str | None"]
"""Path → what it holds; None takes it away."""


@dataclass
class Hosted:
    """A repository on a host, and the trusted clone that a check works in.

    Attributes:
        host: the bare repository: main, and a head for each pull request.
        clone: what main's code runs in; heads are fetched into it.
        marks: of commits, for `git fast-import`.
    """

    host: Path
    clone: Path
    pulls: int = 0
    marks: dict[str, str] = field(default_factory=dict)

    @classmethod
    def make(cls, folder: Path, files: Files) -> Hosted:
        """A host whose main holds `files`, and a clone of it."""
        host, clone = folder / "host.git", folder / "clone"
        host.mkdir(parents=True)
        run_git(host, "init", "-q", "--bare", "-b", "main")
        made = cls(host, clone)
        made.commit("refs/heads/main", files, message="Start")
        run_git(folder, "clone", "-q", str(host), str(clone))
        return made

    def commit(
        self,
        ref: str,
        files: Files,
        *,
        parents: Sequence[str] = (),
        message: str = "Change",
    ) -> str:
        """Make a commit on `ref` of the host with git's own importer; gives its id."""
        stream = [f"commit {ref}", "mark :1", f"committer {_WHO}", *_data(message.encode())]
        lines: list[bytes] = [
            part if isinstance(part, bytes) else part.encode() + b"\n" for part in stream
        ]
        for word, parent in zip(("from", *["merge"] * len(parents)), parents, strict=False):
            lines.append(f"{word} {parent}\n".encode())
        for path, content in files.items():
            lines += _change(path, content)
        lines.append(b"get-mark :1\n")
        if not parents and ref != "refs/heads/main":
            lines.insert(0, f"reset {ref}\n".encode())
        return run_git(
            self.host,
            "fast-import",
            "--quiet",
            "--force",
            "--date-format=raw",
            data=b"".join(lines),
        )

    @property
    def main(self) -> str:
        """The id of main's newest commit."""
        return run_git(self.host, "rev-parse", "main")

    def advance(self, files: Files) -> str:
        """Put a commit onto main, and fetch it."""
        commit = self.commit("refs/heads/main", files, parents=[self.main])
        run_git(self.clone, "fetch", "-q", "origin", "main")
        run_git(self.clone, "reset", "-q", "--hard", commit)
        return commit

    def pull(self, files: Files, *, parents: Sequence[str] | None = None) -> str:
        """A pull request from a fork: the id of its head, fetched into the clone."""
        self.pulls += 1
        ref = f"refs/pull/{self.pulls}/head"
        self.commit(ref, files, parents=[self.main] if parents is None else parents)
        return self.fetch(ref)

    def fetch(self, ref: str) -> str:
        """Fetch a ref as the check's workflow does; the id of its commit."""
        local = f"refs/judged/{self.pulls}"
        run_git(self.clone, "fetch", "-q", "--no-tags", "origin", f"+{ref}:{local}")
        return run_git(self.clone, "rev-parse", local)

    def base(self, files: Files, *parents: str) -> str:
        """A commit that stands for main in one pull request: its id, fetched into the clone."""
        self.pulls += 1
        ref = f"refs/heads/base-{self.pulls}"
        self.commit(ref, files, parents=parents or [self.main])
        return self.fetch(ref)

    def pull_tree(self, entries: Sequence[tuple[str, bytes, bytes]]) -> str:
        """A pull request whose folder of submissions is made by hand, however broken.

        Args:
            entries: (mode, name, id in hexadecimal) of the folder of submissions, in that order.

        """
        made = ("40000", b"submissions", self.tree(entries).encode())
        top = [entry for entry in self.entries("") if entry[1] != b"submissions"]
        return self.pull_top(sorted([*top, made], key=lambda entry: entry[1]))

    def pull_top(self, entries: Sequence[tuple[str, bytes, bytes]]) -> str:
        """A pull request whose top folder is made by hand, as `pull_tree` makes that one."""
        self.pulls += 1
        tree = self.tree(entries)
        commit = run_git(self.clone, "commit-tree", tree, "-p", self.main, "-m", "By hand")
        run_git(self.clone, "update-ref", f"refs/judged/{self.pulls}", commit)
        return commit

    def tree(self, entries: Sequence[tuple[str, bytes, bytes]]) -> str:
        """Write a tree object just as it is given."""
        body = b"".join(
            mode.lstrip("0").encode() + b" " + name + b"\0" + bytes.fromhex(one.decode())
            for mode, name, one in entries
        )
        return self.raw_tree(body)

    def raw_tree(self, body: bytes) -> str:
        """Write a tree object of these bytes, be they a tree's or not."""
        return run_git(
            self.clone, "hash-object", "-t", "tree", "-w", "--literally", "--stdin", data=body
        )

    def blob(self, data: bytes) -> bytes:
        """Write a blob; gives its id in hexadecimal."""
        return run_git(self.clone, "hash-object", "-w", "--stdin", data=data).encode()

    def entries(self, folder: str) -> list[tuple[str, bytes, bytes]]:
        """What a folder of main holds, as `tree` takes it."""
        listed = run_git(self.clone, "ls-tree", f"{self.main}:{folder}").splitlines()
        return [
            (facts.split()[0], name.encode(), facts.split()[2].encode())
            for facts, name in (line.split("\t") for line in listed)
        ]


def _data(data: bytes) -> list[str | bytes]:
    return [f"data {len(data)}", data + b"\n"]


def _change(path: str | bytes, content: Blob | bytes | str | None) -> list[bytes]:
    name = path.encode() if isinstance(path, str) else path
    quoted = (
        b'"'
        + b"".join(
            bytes([byte]) if 0x20 <= byte < 0x7F and byte not in b'"\\' else b"\\%03o" % byte
            for byte in name
        )
        + b'"'
    )
    if content is None:
        return [b"D " + quoted + b"\n"]
    if isinstance(content, str):
        content = content.encode()
    if isinstance(content, bytes):
        content = Blob(content)
    if content.mode == MODULE:
        one = hashlib.sha1(content.data, usedforsecurity=False).hexdigest()
        return [f"M {MODULE} {one} ".encode() + quoted + b"\n"]
    return [
        f"M {content.mode} inline ".encode() + quoted + b"\n",
        f"data {len(content.data)}\n".encode(),
        content.data + b"\n",
    ]
