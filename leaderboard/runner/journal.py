"""The journal of a run: every call and every outcome, on the disk before it is counted.

One JSON object a line, appended and never changed. The first line says what is run; `call` lines
are written before a request is made, `fault` lines when an attempt failed and another follows,
`outcome` lines when an item has its record. A line that a killed process left half-written is cut
off when the run goes on.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from leaderboard.errors import UsageError
from leaderboard.files import dump_json

__all__ = ["Journal", "Past", "check_journal_path", "read_journal"]

VERSION: Final = 1
OPENING: Final = b'{"event":"run"'
"""How every journal begins."""
FORM: Final[Mapping[str, Mapping[str, type | tuple[type, ...]]]] = {
    "run": {"version": int, "identity": dict},
    "call": {"item": str, "at": str, "most_usd": (str, type(None))},
    "fault": {
        "item": str,
        "at": str,
        "message": str,
        "seconds": (int, float),
        "pause_s": (int, float),
        "spent_usd": (str, type(None)),
    },
    "outcome": {
        "item": str,
        "at": str,
        "record": dict,
        "seconds": (int, float, type(None)),
        "spent_usd": (str, type(None)),
    },
}
"""Event → what its line holds at least, and of which types."""


@dataclass(slots=True)
class Past:
    """What a journal says of one item.

    Attributes:
        calls: how often a request was made, those that a killed run lost among them.
        waited_s: seconds of failed attempts and of the pauses after them; those of the last
            attempt not, unless the item was asked again after it.
        spent_usd: what all calls cost at most, US dollars, so far as a price list or a cap says.
        fault: what the last failed attempt said, None if none failed.
        record: the item's record, without `item`; None if it has none yet. The last one counts.

    """

    calls: int = 0
    waited_s: float = 0.0
    spent_usd: Fraction = Fraction(0)
    fault: str | None = None
    record: Mapping[str, Any] | None = None
    _open_usd: Fraction = Fraction(0)
    _last_s: float = 0.0

    def add(self, line: Mapping[str, Any]) -> None:
        """Take one more line of this item into account."""
        if line["event"] == "call":
            self.calls += 1
            self.waited_s += self._last_s
            self._last_s = 0.0
            # As long as nothing is known of a call it may have cost the most that it could.
            self._open_usd = Fraction(line.get("most_usd") or 0)
            self.spent_usd += self._open_usd
            return
        self.spent_usd += Fraction(line.get("spent_usd") or 0) - self._open_usd
        self._open_usd = Fraction(0)
        if line["event"] == "outcome":
            self.record = line["record"]
            self._last_s = line.get("seconds") or 0.0
        else:
            self.waited_s += line["seconds"] + line["pause_s"]
            self.fault = line["message"]


def check_journal_path(path: Path) -> None:
    """Refuse what is there and no plain file: a device or a pipe may never end.

    Raises:
        UsageError: it is none.

    """
    if path.exists() and not path.is_file():
        raise UsageError(f"{path} is no plain file; name the file of a journal, or a new one")


def read_journal(path: Path) -> tuple[list[dict[str, Any]], int]:
    """The whole lines of a journal, and the length of them in bytes.

    What follows the last line feed is what a killed process left of a line.

    Raises:
        UsageError: a line is not of the form: something else wrote into the file; or it is no
            plain file.
        OSError: the file cannot be read.

    """
    check_journal_path(path)
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    texts = whole.splitlines()
    if not texts and not (data.startswith(OPENING) or OPENING.startswith(data)):
        raise _foreign(path, 1)
    lines: list[dict[str, Any]] = []
    for number, text in enumerate(texts, start=1):
        line = _parse_line(text)
        if line is None or (line["event"] == "run") != (number == 1):
            raise _foreign(path, number)
        lines.append(line)
    return lines, len(whole)


def _foreign(path: Path, number: int) -> UsageError:
    return UsageError(
        f"{path}, line {number}, is no line of a journal; restore the file, or move it away to "
        "begin anew"
    )


def _parse_line(text: bytes) -> dict[str, Any] | None:
    """A line of the form, or None."""
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        return None
    event = line.get("event") if isinstance(line, dict) else None
    parts = FORM.get(event) if isinstance(event, str) else None
    if parts is None or not all(isinstance(line.get(key), kind) for key, kind in parts.items()):
        return None
    return dict(line)


class Journal:
    """A journal that is open for one run; a context.

    Lines are written at once, so that a killed process leaves them behind; `sync` waits until they
    have reached the disk, many at a time.
    """

    def __init__(self, path: Path, identity: Mapping[str, object]) -> None:
        """Open the journal, or begin one.

        Args:
            path: its file; missing folders are made.
            identity: what is run (`Plan.identity`).

        Raises:
            UsageError: it belongs to another run; the sentence says what differs.
            OSError: it cannot be read or written.

        """
        self.path = path
        self.lines: list[dict[str, Any]] = []
        path.parent.mkdir(parents=True, exist_ok=True)
        whole = 0
        if path.exists():
            self.lines, whole = read_journal(path)
        if self.lines:
            _check_same(path, self.lines[0], identity)
        self._file = path.open("ab", buffering=0)
        self._file.truncate(whole)
        self._size = whole
        self._syncing: asyncio.Task[None] | None = None
        if not self.lines:
            self.write({"event": "run", "version": VERSION, "identity": dict(identity)})
            os.fsync(self._file.fileno())

    def __enter__(self) -> Self:
        """The journal itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Bring everything to the disk and close the file."""
        try:
            os.fsync(self._file.fileno())
        finally:
            self._file.close()

    def items(self) -> dict[str, Past]:
        """Item → what is known of it."""
        known: dict[str, Past] = {}
        for line in self.lines:
            if "item" in line:
                known.setdefault(line["item"], Past()).add(line)
        return known

    def write(self, line: dict[str, Any]) -> None:
        """Append a line: the operating system has it when this returns.

        Raises:
            OSError: the disk is full, say; the journal is as it was before.

        """
        data = dump_json(line, indent=None).encode("utf-8")
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError:
            # Others may still write before the run ends: not behind half a line.
            self._file.truncate(self._size)
            raise
        self._size += len(data)
        self.lines.append(line)

    async def sync(self) -> None:
        """Wait until all that was written is on the disk; those who wait together share the way."""
        if self._syncing is not None:
            # What runs already may have begun before our line: it is the next that counts.
            await asyncio.shield(self._syncing)
        if self._syncing is None or self._syncing.done():
            self._syncing = asyncio.ensure_future(asyncio.to_thread(os.fsync, self._file.fileno()))
        await asyncio.shield(self._syncing)


def _check_same(path: Path, first: Mapping[str, Any], identity: Mapping[str, object]) -> None:
    if first.get("event") != "run" or first.get("version") != VERSION:
        raise UsageError(f"{path} was written by another version of the runner; move it away")
    before = first["identity"]
    names = sorted(set(before) | set(identity))
    differ = [name for name in names if before.get(name) != identity.get(name)]
    if differ:
        told = "; ".join(
            f"{name} was {_shown(before, name)} and is {_shown(identity, name)}" for name in differ
        )
        raise UsageError(
            f"{path} belongs to a run with other settings: {told}. Give the same settings to go "
            "on, or another --out for a new run"
        )


def _shown(values: Mapping[str, object], name: str) -> str:
    return repr(values[name]) if values.get(name) is not None else "not given"
