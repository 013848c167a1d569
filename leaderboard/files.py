"""Writing files: never half of one, and JSON in one way only."""

from __future__ import annotations

import datetime as dt
import errno
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

__all__ = ["dump_json", "write_bytes", "write_json", "write_text"]

MODE: Final = 0o644


def dump_json(value: object, *, indent: int | None = 2) -> str:
    r"""`value` as JSON: the one writer of this project.

    Keys keep the order they were put in: records are written as they are declared, and whoever
    builds a mapping sorts it. Text is written as it is, not as `\u` escapes; the last character
    is a line feed. Tuples and other mappings are written as lists and objects, dates as ISO text.

    Args:
        value: what to write.
        indent: spaces a level, or None for the compact form.

    Raises:
        ValueError: NaN, an infinity, or half a surrogate pair is in it.
        TypeError: something in it has no one JSON form (a set, a fraction, a key that is no text).

    """
    _check_keys(value)
    text = json.dumps(
        value,
        ensure_ascii=False,
        allow_nan=False,
        indent=indent,
        separators=(",", ":") if indent is None else (",", ": "),
        default=_plain,
    )
    text.encode("utf-8")
    return text + "\n"


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        _check_keys(value)
        return dict(value)
    if isinstance(value, dt.date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no one JSON form")


def _check_keys(value: object) -> None:
    """Refuse keys that `json` would turn into text behind our back (1, True, None)."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Mapping):
            for key in part:
                if not isinstance(key, str):
                    raise TypeError(f"the key {key!r} is no text")
            waiting += part.values()
        elif isinstance(part, list | tuple):
            waiting += part


def write_bytes(path: Path, data: bytes) -> None:
    """Write `data` to `path`: the whole of it or nothing, even if the machine stops.

    The bytes go into a temporary file in the same folder, reach the disk, and take the name in one
    step. Missing folders are made.

    Raises:
        OSError: the folder cannot be made or written to, or `path` is a folder; nothing is left
            behind. Its `filename` is never that of the temporary file.

    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        _replace(path, data)
    except OSError as error:
        # A name that is gone already would tell nobody what could not be written.
        error.filename, error.filename2 = str(path), None
        raise


def _replace(path: Path, data: bytes) -> None:
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    temporary = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(MODE)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_text(path: Path, text: str) -> None:
    """Write `text` as UTF-8, line ends as they are; see `write_bytes`."""
    write_bytes(path, text.encode("utf-8"))


def write_json(path: Path, value: object, *, indent: int | None = 2) -> None:
    """Write `value` as `dump_json` gives it; see `write_bytes`."""
    write_text(path, dump_json(value, indent=indent))
