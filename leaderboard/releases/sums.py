"""`SHA256SUMS`: what every file of a release must be, in the form that `sha256sum -c` reads."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

__all__ = ["SUMS", "find_changes", "parse_sums", "render_sums"]

SUMS: Final = "SHA256SUMS"
_LINE: Final = re.compile(
    r"([0-9a-f]{64})  ((?:[A-Za-z0-9_-][A-Za-z0-9._-]*/)*[A-Za-z0-9_-][A-Za-z0-9._-]*)"
)
"""A digest, two spaces, a plain relative path: no part of it starts with a dot."""


def render_sums(files: Mapping[str, bytes]) -> str:
    """One line a file, in order of its path.

    Raises:
        ValueError: a path is not plain enough to be listed.

    """
    lines = [f"{hashlib.sha256(files[path]).hexdigest()}  {path}" for path in sorted(files)]
    for line in lines:
        if not _LINE.fullmatch(line):
            raise ValueError(f"{line[66:]!r} cannot be listed")
    return "".join(f"{line}\n" for line in lines)


def parse_sums(text: str) -> dict[str, str]:
    """Path → digest in hexadecimal.

    Raises:
        ValueError: a line is not of the form, or a path stands twice.

    """
    sums: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        found = _LINE.fullmatch(line)
        if found is None:
            raise ValueError(f"line {number} is not a digest, two spaces and a plain path")
        digest, path = found.groups()
        if path in sums:
            raise ValueError(f"line {number} names {path} again")
        sums[path] = digest
    return sums


def find_changes(folder: Path) -> Iterator[str]:
    """What in a frozen folder is not as its `SHA256SUMS` says, a phrase each; nothing if all is."""
    listing = folder / SUMS
    try:
        sums = parse_sums(listing.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, ValueError) as error:
        yield f"{SUMS} cannot be read ({getattr(error, 'strerror', None) or error})"
        return
    here = {
        path.relative_to(folder).as_posix(): path
        for path in sorted(folder.rglob("*"))
        if path.is_symlink() or not path.is_dir()
    }
    for name in sorted(sums.keys() | here.keys() - {SUMS}):
        if name not in here:
            yield f"{name} is missing"
        elif name not in sums:
            yield f"{name} is not listed in {SUMS}"
        elif here[name].is_symlink() or not here[name].is_file():
            yield f"{name} is no regular file"
        elif hashlib.sha256(here[name].read_bytes()).hexdigest() != sums[name]:
            yield f"{name} has other bytes than were frozen"
