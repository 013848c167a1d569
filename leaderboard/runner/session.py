"""One sitting of a run: from its journal as it stands to as many outcomes as can be had."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import FrameType
from typing import Any, Final

from filelock import FileLock, Timeout

from leaderboard.errors import UsageError
from leaderboard.pricing import exact
from leaderboard.runner.budget import Budget
from leaderboard.runner.client import Caller
from leaderboard.runner.journal import Journal, Past
from leaderboard.runner.loop import Limits, Run, is_done
from leaderboard.runner.outputs import render_outputs, reprice
from leaderboard.runner.plan import Plan
from leaderboard.runner.progress import Display

__all__ = ["Sitting", "run_sitting"]

INTERRUPTED: Final = "interrupted"
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
"""Ctrl-C, and what a service or a queue of jobs sends before it kills."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """What a sitting came to.

    Attributes:
        outputs: the text of the file of outputs; None while an item has no record at all.
        unanswered: items whose record counts as no answer, or that have none, in order.
        faults: item → the last thing that the provider said of it, for those.
        stopped_by: why no further call was made; None if all were made.
        cost: US dollars so far by the price list; None is unknown.
        cost_is_lower_bound: whether it may have been more: calls were lost, or their cost is not
            known.
        spent: US dollars so far at most, as the cap counts them.
        is_capped: whether it was the cap that stopped it.
        calls: how many calls were made in this sitting.

    """

    outputs: str | None
    unanswered: tuple[str, ...]
    faults: Mapping[str, str]
    stopped_by: str | None
    cost: Fraction | None
    cost_is_lower_bound: bool
    spent: Fraction
    is_capped: bool
    calls: int


def run_sitting(
    plan: Plan,
    caller: Caller,
    path: Path,
    limits: Limits,
    budget: Budget,
) -> Sitting:
    """Ask for everything that is not answered yet.

    Ctrl-C, or a request to end, stops asking and waits for the calls under way; a second one gives
    them up. A disk that is full stops it too: what was kept until then is kept.

    Args:
        plan: what is asked.
        caller: asks the model.
        path: the journal.
        limits: how it asks.
        budget: the price list and the cap; what was spent before is added to it.

    Raises:
        UsageError: the journal belongs to another run, or another process is at work on it.
        OSError: the journal cannot be read or begun.

    """
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path.with_name(f"{path.name}.lock"))
    try:
        lock.acquire(blocking=False)
    except Timeout as error:
        raise UsageError(f"another run is at work on {path}; wait for it, or end it") from error
    try:
        with Journal(path, plan.identity) as journal:
            return _sit(plan, caller, journal, limits, budget)
    finally:
        lock.release()


def _sit(
    plan: Plan,
    caller: Caller,
    journal: Journal,
    limits: Limits,
    budget: Budget,
) -> Sitting:
    before = reprice(journal.items(), budget.pricing)
    waiting = [item for item in plan.questions if not is_done(before.get(item))]
    budget.spent += sum((past.spent_usd for past in before.values()), Fraction(0))
    records = [past.record for past in before.values() if past.record is not None]
    total = len(plan.questions)
    is_bound = any(map(_is_bound, before.values()))
    with Display(total, total - len(waiting), _cost(records), is_bound=is_bound) as shown:
        run = Run(caller, journal, limits, budget, shown.advance, shown.tell_retry)
        try:
            _drive(run, plan.questions, waiting, shown)
        except OSError as error:
            # What the journal has is in order, and may be much: it is told as after any other end.
            run.stopped_by = f"{journal.path} cannot be written: {error.strerror or error}"

    items = reprice(journal.items(), budget.pricing)
    unanswered = tuple(item for item in plan.questions if not is_done(items.get(item)))
    whole = all(item in items and items[item].record is not None for item in plan.questions)
    return Sitting(
        outputs=render_outputs(plan, journal.lines, items, limits.concurrency) if whole else None,
        unanswered=unanswered,
        faults={item: said for item in unanswered if (said := _said(items.get(item)))},
        stopped_by=run.stopped_by,
        cost=_cost([past.record for past in items.values() if past.record is not None]),
        cost_is_lower_bound=any(map(_is_bound, items.values())),
        spent=budget.spent,
        is_capped=budget.is_exhausted,
        calls=sum(past.calls for past in items.values())
        - sum(past.calls for past in before.values()),
    )


def _drive(run: Run, questions: Mapping[str, str], waiting: list[str], shown: Display) -> None:
    async def drive() -> None:
        loop = asyncio.get_running_loop()
        asked = asyncio.ensure_future(run.run(questions, waiting))
        is_interrupted = False

        def interrupt() -> None:
            nonlocal is_interrupted
            if is_interrupted:
                asked.cancel()
                return
            is_interrupted = True
            run.stop(INTERRUPTED)
            shown.tell("Waiting for the calls under way, for they are paid; Ctrl-C gives them up.")

        def hear(_number: int, _frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(interrupt)

        former = {each: signal.signal(each, hear) for each in SIGNALS}
        try:
            await asked
        except asyncio.CancelledError:
            # Given up by a second Ctrl-C: the journal has everything that came before.
            return
        finally:
            for each, handler in former.items():
                signal.signal(each, handler)
            await run.caller.close()

    asyncio.run(drive())


def _cost(records: Iterable[Mapping[str, Any]]) -> Fraction | None:
    """What is known of the cost; None if nothing is."""
    costs = [exact(record["cost_usd"]) for record in records]
    known = [cost for cost in costs if cost is not None]
    return sum(known, Fraction(0)) if known else None


def _is_bound(past: Past) -> bool:
    """Whether an item may have cost more than its record says, as its output will say too."""
    if past.record is None:
        return past.calls > 0
    unknown = past.record["cost_usd"] is None
    return unknown or past.calls > 1 or bool(past.record["cost_is_lower_bound"])


def _said(past: Past | None) -> str | None:
    if past is None:
        return None
    if past.record is not None:
        return str(past.record["error"] or past.record["finish_reason"])
    return past.fault
