"""What a ledger is made of. Frozen and typed; nothing here computes."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

__all__ = [
    "Cause",
    "CauseKind",
    "Event",
    "EventKind",
    "Ledger",
    "NumberMove",
    "RankMove",
    "RowMove",
]


class CauseKind(StrEnum):
    """What can move a number; each is worked out from digests and versions, never guessed."""

    SUBMISSION = "submission"
    PROGRAM = "program"
    FIGURES = "printed figures"
    SCORER = "scorer"
    GOLD = "gold"
    PRICES = "common prices"
    INTERVALS = "intervals"
    UNKNOWN = "unknown"


class EventKind(StrEnum):
    """What can happen to a whole row."""

    NEW = "new"
    GONE = "gone"
    RENAMED = "renamed"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    REINSTATED = "reinstated"
    FIRST_SCORED = "first scored"
    NOT_SCORED = "not scored here"


@dataclass(frozen=True, slots=True)
class Cause:
    """Why numbers of one row moved.

    Attributes:
        kind: what changed.
        what: the change, such as `1.0 → 1.1`; "" where there is no short form.
        reasons: the sentences that say why; empty where none was given.
        file: the file that gives the reason, or ought to.
        pointer: JSON pointer into it, or "".
        mend: a sentence that says how to give the reason.

    """

    kind: CauseKind
    what: str
    reasons: tuple[str, ...]
    file: str
    pointer: str
    mend: str


@dataclass(frozen=True, slots=True)
class NumberMove:
    """A published number that is another one now.

    Attributes:
        key: path of the number in its row of `results.json`.
        title: what it is, for readers.
        old: as published; None where it was missing.
        new: as it is now; None where it is missing.
        causes: all that hold.

    """

    key: str
    title: str
    old: float | None
    new: float | None
    causes: tuple[CauseKind, ...]


@dataclass(frozen=True, slots=True)
class RowMove:
    """A row of which a number moved.

    Attributes:
        benchmark: its key.
        benchmark_title: its title.
        id: the entry's id now.
        name: its display name now.
        numbers: at least one, those that a reader looks at first in front.
        causes: every cause that a number names, in order of `CauseKind`.

    """

    benchmark: str
    benchmark_title: str
    id: str
    name: str
    numbers: tuple[NumberMove, ...]
    causes: tuple[Cause, ...]

    @property
    def unexplained(self) -> tuple[Cause, ...]:
        """The causes that nobody gave a reason for."""
        return tuple(cause for cause in self.causes if not cause.reasons)


@dataclass(frozen=True, slots=True)
class Event:
    """What happened to a whole row.

    Attributes:
        kind: what.
        benchmark: key of the benchmark.
        benchmark_title: its title.
        id: the entry's id, the newer one where it was renamed.
        name: its display name.
        note: the former id, the reason, or "".
        successor: id of the entry that took its place, or None.

    """

    kind: EventKind
    benchmark: str
    benchmark_title: str
    id: str
    name: str
    note: str = ""
    successor: str | None = None


@dataclass(frozen=True, slots=True)
class RankMove:
    """A rank that is another one now; no published number of the row's own, so never explained.

    Attributes:
        benchmark: key of the benchmark.
        benchmark_title: its title.
        id: the entry's id.
        name: its display name.
        old: rank at the baseline, such as `=3`; None where it had none.
        new: rank now.
        own: whether the row's own number or its marks changed; else only its neighbours did.

    """

    benchmark: str
    benchmark_title: str
    id: str
    name: str
    old: str | None
    new: str | None
    own: bool


@dataclass(frozen=True, slots=True)
class Ledger:
    """What moved between a release and what came after it.

    Attributes:
        baseline: the older release; None where nothing was released yet, so that nothing can move.
        baseline_date: its date, or None.
        current: the newer release; None for the board as it is.
        date: of the newer one, or None.
        moves: rows of which a number moved, by benchmark, then id.
        events: what happened to whole rows, same order.
        ranks: ranks that moved, same order.
        compared: how many numbers were compared.

    """

    baseline: str | None
    baseline_date: dt.date | None
    current: str | None
    date: dt.date | None
    moves: tuple[RowMove, ...] = ()
    events: tuple[Event, ...] = ()
    ranks: tuple[RankMove, ...] = ()
    compared: int = 0

    @property
    def is_quiet(self) -> bool:
        """Whether nothing at all happened."""
        return not (self.moves or self.events or self.ranks)
