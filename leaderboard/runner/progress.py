"""What a run shows while it lasts: done, failed, cost so far, time left."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from fractions import Fraction
from types import TracebackType
from typing import Any, Final, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from leaderboard.pricing import exact
from leaderboard.runner.faults import Fault

__all__ = ["Display"]

LINES: Final = 10
"""Without a terminal: about so many lines a run."""

MOST_TEXT: Final = 200
"""Characters of a fault that are shown."""


class Display:
    """A live bar at a terminal, a line now and then elsewhere; on standard error. A context."""

    def __init__(
        self, total: int, done: int, cost: Fraction | None, *, is_bound: bool = False
    ) -> None:
        """Begin.

        Args:
            total: how many items the run has.
            done: how many of them are answered already.
            cost: US dollars so far; None is unknown.
            is_bound: whether it may have been more than that.

        """
        self._total, self._done, self._failed, self._cost = total, done, 0, cost
        self._is_bound = is_bound
        self._faults: set[str] = set()
        self._console = Console(stderr=True)
        self._bar: Progress | None = None
        if self._console.is_terminal:
            self._bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.fields[told]}"),
                TimeRemainingColumn(),
                console=self._console,
            )
            self._task = self._bar.add_task("asked", total=total, completed=done, told=self._told())

    def __enter__(self) -> Self:
        """The display itself."""
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End it."""
        if self._bar is not None:
            self._bar.stop()

    def advance(self, record: Mapping[str, Any]) -> None:
        """One more item has its outcome.

        Args:
            record: of the item; it failed if it brought no text.

        """
        self._done += 1
        self._failed += not record["response"]
        cost = exact(record["cost_usd"])
        if cost is not None:
            self._cost = (self._cost or 0) + cost
        self._is_bound |= cost is None or record["cost_is_lower_bound"]
        if self._bar is not None:
            self._bar.update(self._task, advance=1, told=self._told())
        elif self._done == self._total or self._done % max(1, self._total // LINES) == 0:
            sys.stderr.write(f"{self._done} of {self._total} asked, {self._told()}\n")

    def tell_retry(self, item: str, fault: Fault) -> None:
        """Say why an item is asked again, once for each kind of fault; it may be paid twice."""
        self._is_bound = True
        if fault.raw not in self._faults:
            self._faults.add(fault.raw)
            self.tell(f"{item}: {fault.message[:MOST_TEXT]} [{fault.raw}]. It is asked again.")

    def tell(self, text: str) -> None:
        """Say something beside the bar."""
        self._console.print(text, markup=False, highlight=False, soft_wrap=True)

    def _told(self) -> str:
        if self._cost is None:
            return f"{self._failed} failed, cost unknown"
        return f"{self._failed} failed, {'at least ' * self._is_bound}${float(self._cost):.4f}"
