"""What main publishes of each submission that stands, so that a check need not read them all.

A file of lines. The first says of which form it is, which code made it, and the SHA-256 of all that
follows; then comes one JSON object for each submission and for each program on each benchmark. A
row is taken for what it says only where its submission's folder has the same object id, the program
the same code, and the gold the same digest: whatever is not so is read and scored again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError

import leaderboard
from leaderboard.checks import Entry
from leaderboard.errors import BrokenRepositoryError
from leaderboard.files import dump_json
from leaderboard.findings import printable
from leaderboard.model_errors import parse_record
from leaderboard.models import SubmissionFile
from leaderboard.names import skeleton
from leaderboard.review.fingerprints import Sketch, unpack
from scoring.gold import GOLD_ROOT

__all__ = [
    "CardRecord",
    "Index",
    "ProgramRecord",
    "RowRecord",
    "SketchRecord",
    "code_digest",
    "entry_keys",
    "parse_index",
    "render_index",
]

INDEX_VERSION: Final = 1
MOST_INDEX: Final = 256 * 1024 * 1024
"""Bytes: some fifty thousand rows."""

Digest: TypeAlias = Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$")]
Value: TypeAlias = Annotated[str, Field(pattern=r"^[0-9]{1,40}(/[1-9][0-9]{0,39})?$")]
Packed: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9+/]*$")]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class SketchRecord(_Record):
    """A sketch: the size of its set, and its least hashes in one text."""

    size: Annotated[int, Field(ge=0)]
    least: Packed

    def sketch(self) -> Sketch:
        """The sketch itself."""
        return Sketch(self.size, unpack(self.least))


class CardRecord(_Record):
    """What stands on one benchmark.

    Attributes:
        version: the edition that was answered.
        gold: digest of its gold; None where the gold was not at hand.
        value: the primary number, exact; None where there is none.
        ranked: whether it may carry a rank in that edition.
        entries: sketch of what was answered.
        false: sketch of what was answered and is not in gold.
        responses: hashes of the responses, in one text.

    """

    version: str
    gold: Digest | None
    value: Value | None
    ranked: bool
    entries: SketchRecord
    false: SketchRecord
    responses: Packed

    @property
    def exact(self) -> Fraction | None:
        """The primary number."""
        return None if self.value is None else Fraction(self.value)


class RowRecord(_Record):
    """One submission that stands.

    Attributes:
        id: its folder's name.
        tree: the object id of its folder.
        accepted: whether nothing is wrong with it: only such a one is on the board.
        keys: what a name or id must not share with it; see `entry_keys`.
        meta: the parts of its `submission.json` that tell it from others; None if it is not of
            the form.
        cards: benchmark key → what stands there.

    """

    kind: Literal["submission"] = "submission"
    id: str
    tree: Annotated[str, Field(pattern=r"^[0-9a-f]{40}([0-9a-f]{24})?$")]
    accepted: bool
    keys: tuple[str, ...]
    meta: dict[str, Any] | None
    cards: dict[str, CardRecord]

    def entry(self) -> Entry | None:
        """What stands beside other submissions; None if its `submission.json` is no such file."""
        if self.meta is None:
            return None
        meta, _ = parse_record(self.meta, SubmissionFile, self.id)
        return Entry(self.id, meta) if meta else None

    def logins(self) -> frozenset[str]:
        """GitHub logins of its submitters, in small letters."""
        submitters = (self.meta or {}).get("submitters", ())
        return frozenset(str(one["github"]).lower() for one in submitters)


class ProgramRecord(_Record):
    """One of the board's own programs on one benchmark.

    Attributes:
        id: as on the board.
        benchmark: key.
        texts: digest of the contracts' texts that it read.
        card: what stands there.

    """

    kind: Literal["program"] = "program"
    id: str
    benchmark: str
    texts: Digest
    card: CardRecord


class _Header(_Record):
    index_version: Literal[1]
    code: Digest
    digest: Digest


class _Line(_Record):
    row: Annotated[RowRecord | ProgramRecord, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class Index:
    """A file of what stands.

    Attributes:
        rows: id → submission.
        programs: (id, benchmark) → program.
        stale: whether other code made the file, so that no row of it was taken.

    """

    rows: Mapping[str, RowRecord] = field(default_factory=lambda: MappingProxyType({}))
    programs: Mapping[tuple[str, str], ProgramRecord] = field(
        default_factory=lambda: MappingProxyType({})
    )
    stale: bool = False


def entry_keys(entry: Entry) -> frozenset[str]:
    """Keys such that two submissions without one in common cannot collide (`check_together`).

    They stand for the skeletons of the name, the maker and the id, and for every id it ever had;
    two of the same system share the skeleton of their names.
    """
    meta = entry.meta
    return frozenset(
        {
            f"name {skeleton(meta.model.name)}",
            f"organization {skeleton(meta.model.organization)}",
            f"id {skeleton(entry.id)}",
            *(f"called {name}" for name in (entry.id, *meta.aliases)),
        }
    )


@cache
def code_digest() -> str:
    """`sha256:…` over the names and bytes of all modules of this program and of the scorer."""
    total = hashlib.sha256()
    for package in (Path(leaderboard.__file__).parent, GOLD_ROOT.parent):
        for path in sorted(package.rglob("*.py")):
            total.update(path.relative_to(package.parent).as_posix().encode() + b"\n")
            total.update(hashlib.sha256(path.read_bytes()).digest())
    return f"sha256:{total.hexdigest()}"


def render_index(rows: Iterable[RowRecord], programs: Iterable[ProgramRecord]) -> str:
    """The file of what stands, in order of ids."""
    ordered: list[RowRecord | ProgramRecord] = [
        *sorted(rows, key=lambda row: row.id),
        *sorted(programs, key=lambda program: (program.id, program.benchmark)),
    ]
    lines = "".join(dump_json({"row": row.model_dump(mode="json")}, indent=None) for row in ordered)
    header = {
        "index_version": INDEX_VERSION,
        "code": code_digest(),
        "digest": _digest(lines.encode("utf-8")),
    }
    return dump_json(header, indent=None) + lines


def parse_index(data: bytes, name: str) -> Index:
    """The rows of a file that `leaderboard index` wrote.

    Args:
        data: its bytes.
        name: how messages call it.

    Raises:
        BrokenRepositoryError: it is not of the form, or not what its digest says it is.

    """
    shown = printable(name, 200)
    first, _, rest = data[:MOST_INDEX].partition(b"\n")
    try:
        header = _Header.model_validate_json(first)
    except ValidationError as error:
        raise BrokenRepositoryError(
            f"{shown} is no index of this program: write one with `leaderboard index`"
        ) from error
    if header.digest != _digest(rest):
        raise BrokenRepositoryError(
            f"{shown} is not what its digest says it is: fetch it again, or leave it out"
        )
    if header.code != code_digest():
        return Index(stale=True)
    try:
        lines = [_Line.model_validate_json(line).row for line in rest.splitlines()]
    except ValidationError as error:
        raise BrokenRepositoryError(f"{shown} has rows of another form") from error
    return Index(
        {row.id: row for row in lines if isinstance(row, RowRecord)},
        {(row.id, row.benchmark): row for row in lines if isinstance(row, ProgramRecord)},
    )


def _digest(data: bytes) -> str:
    return f"sha256:{hashlib.sha256(data).hexdigest()}"
