"""The loop of a run: which item is asked when, how often, and what is kept of it."""

from __future__ import annotations

import asyncio
import datetime as dt
import random
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from leaderboard.runner.budget import Budget
from leaderboard.runner.client import Caller, CallFailedError, Reply
from leaderboard.runner.faults import Fault
from leaderboard.runner.journal import Journal, Past
from leaderboard.runner.list_prices import cost_of
from leaderboard.runner.masking import masked
from leaderboard.runner.sizes import cut_record
from leaderboard.runner.usage import StatedUsage
from scoring.outcomes import is_answered

__all__ = ["Limits", "Run", "is_done"]

FIRST_PAUSE_S: Final = 1.0
MOST_LINE: Final = 300
MOST_PROSE: Final = 20_000


@dataclass(frozen=True, slots=True)
class Limits:
    """How a run asks.

    Attributes:
        concurrency: how many calls run at once.
        attempts: how often one item is asked at most before its fault is its outcome.
        most_pause_s: the longest pause between two attempts, whatever the provider asks for.

    """

    concurrency: int = 4
    attempts: int = 5
    most_pause_s: float = 60.0


def is_done(past: Past | None) -> bool:
    """Whether an item needs no further call: its record counts as answered (SCORING 1.6)."""
    if past is None or past.record is None:
        return False
    return is_answered({**past.record, "attempts": past.calls})


@dataclass(slots=True)
class Run:
    """One run, or one part of a run that was interrupted.

    Attributes:
        caller: asks the model.
        journal: keeps everything.
        limits: how it asks.
        budget: the price list, and what the run may cost.
        on_outcome: is told of every item's record when it has one.
        on_retry: is told of every item that is asked again, and of the fault.
        stopped_by: why no further call is made; None while there is no reason.

    """

    caller: Caller
    journal: Journal
    limits: Limits
    budget: Budget
    on_outcome: Callable[[Mapping[str, Any]], None]
    on_retry: Callable[[str, Fault], None] = lambda _item, _fault: None
    stopped_by: str | None = None
    _stop: asyncio.Event = field(default_factory=asyncio.Event)
    _closed: asyncio.Event = field(default_factory=asyncio.Event)

    def stop(self, why: str) -> None:
        """Make no further call; those under way are waited for, for they are paid."""
        if self.stopped_by is None:
            self.stopped_by = why
        self._stop.set()
        self._closed.set()

    async def run(self, questions: Mapping[str, str], items: Iterable[str]) -> None:
        """Ask for each of `items` until it has an outcome or the run is stopped.

        Raises:
            OSError: the journal cannot be written; nothing more is asked then.

        """
        waiting = deque(items)
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(self.limits.concurrency, len(waiting))):
                    group.create_task(self._work(questions, waiting))
        except* OSError as errors:
            raise _first(errors) from None

    async def _work(self, questions: Mapping[str, str], waiting: deque[str]) -> None:
        while waiting and not self._stop.is_set():
            item = waiting.popleft()
            await self._answer(item, questions[item])

    async def _answer(self, item: str, question: str) -> None:
        attempt = 0
        while True:
            attempt += 1
            if not await self._admitted(question):
                return
            most = self.budget.most(question)
            told = {} if most is None else {"most_usd": str(most)}
            self.journal.write({"event": "call", "item": item, "at": _now(), **told})
            begun = time.monotonic()
            try:
                reply = await self.caller.call(question)
            except CallFailedError as error:
                fault = error.fault
                spent = self._close(most, most if fault.may_be_billed else None)
            else:
                cost = cost_of(reply.usage, self.budget.pricing)
                spent = self._close(most, _dearest(cost, reply.usage, most))
                if reply.ending.reason != "api_error":
                    await self._finish(item, _answered(reply, cost), spent, sent=dict(reply.sent))
                    return
                fault = _fault_of(reply)
            if await self._fault(item, fault, attempt, time.monotonic() - begun, spent):
                return

    async def _admitted(self, question: str) -> bool:
        """Whether a call may be made; it waits for calls under way that leave room for it."""
        while not self._stop.is_set():
            if self.budget.admits(question):
                return True
            if self.budget.is_reserved:
                self._closed.clear()
                await self._closed.wait()
            else:
                self.stop(
                    f"the next call could pass the cap of ${float(self.budget.cap or 0):g} "
                    f"(spent so far: at most ${float(self.budget.spent):.4f})"
                )
        return False

    def _close(self, reserved: Fraction | None, cost: Fraction | None) -> dict[str, str]:
        """A call is over: what the journal keeps of its cost, at most."""
        self.budget.close(reserved, cost)
        self._closed.set()
        return {} if cost is None else {"spent_usd": str(cost)}

    async def _fault(
        self, item: str, fault: Fault, attempt: int, seconds: float, spent: Mapping[str, str]
    ) -> bool:
        """Keep a failed attempt; whether the item is through with."""
        stops = fault.kind == "stop_run"
        if stops:
            self.stop(fault.message)
        elif fault.kind == "outcome" or attempt == self.limits.attempts:
            record = _failed(fault, priced=self.budget.pricing is not None)
            await self._finish(item, record, spent, seconds=round(seconds, 3))
            return True
        pause = 0.0 if stops else self._pause(attempt, fault.retry_after_s)
        self.journal.write(
            {
                "event": "fault",
                "item": item,
                "at": _now(),
                "raw": fault.raw,
                "message": fault.message,
                "seconds": round(seconds, 3),
                "pause_s": round(pause, 3),
                "may_be_billed": fault.may_be_billed,
                **spent,
            }
        )
        if not stops:
            self.on_retry(item, fault)
            await self._rest(pause)
        return stops

    def _pause(self, attempt: int, asked: float | None) -> float:
        """Doubling pauses with jitter, at least what the provider asks for, up to the cap."""
        jitter = 0.5 + random.random()  # noqa: S311 - it spreads calls, it guards nothing
        own = FIRST_PAUSE_S * float(2 ** (attempt - 1)) * jitter
        return min(max(own, asked or 0.0), self.limits.most_pause_s)

    async def _rest(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._stop.wait()
        except TimeoutError:
            return

    async def _finish(
        self, item: str, record: dict[str, Any], spent: Mapping[str, str], **known: object
    ) -> None:
        """Keep an outcome, and count it once it is on the disk."""
        self.journal.write(
            {"event": "outcome", "item": item, "at": _now(), "record": record, **spent, **known}
        )
        await self.journal.sync()
        self.on_outcome(record)


def _first(errors: BaseExceptionGroup[OSError]) -> OSError:
    """One of the errors of a group; they say the same."""
    error = errors.exceptions[0]
    return _first(error) if isinstance(error, BaseExceptionGroup) else error


def _answered(reply: Reply, cost: Fraction | None) -> dict[str, Any]:
    usage, ending = reply.usage, reply.ending
    record = {
        "response": reply.text,
        "finish_reason": ending.reason,
        "finish_reason_raw": _line(ending.raw),
        "model_reported": _line(reply.model_reported),
        "usage": {
            "input_tokens": usage.input_tokens,
            "cached_input_tokens": usage.cached_input_tokens,
            "output_tokens": usage.output_tokens,
            "reasoning_tokens": usage.reasoning_tokens,
        },
        "cost_usd": None if cost is None else float(cost),
        "cost_is_lower_bound": usage.lower_bound,
        "gateway_cost_usd": (
            None if usage.gateway_cost_usd is None else float(usage.gateway_cost_usd)
        ),
        "latency_s": round(reply.latency_s, 3),
        "error": _prose(ending.refusal),
    }
    return cut_record(record)


def _fault_of(reply: Reply) -> Fault:
    """A reply whose provider says that it broke off: what came of the answer is no answer."""
    return Fault(
        kind="retry",
        reason="api_error",
        retry_after_s=None,
        raw=_line(reply.ending.raw) or "",
        message=f"the reply broke off: {_line(reply.ending.raw)}",
        may_be_billed=True,
    )


def _failed(fault: Fault, *, priced: bool) -> dict[str, Any]:
    """A record of a call that brought no answer.

    What the provider turned away without running it used nothing, and cost nothing where tokens
    have a price; what was lost on the way may have used anything.
    """
    nothing = None if fault.may_be_billed else 0
    return {
        "response": None,
        "finish_reason": fault.reason,
        "finish_reason_raw": _line(fault.raw),
        "model_reported": None,
        "usage": {
            "input_tokens": nothing,
            "cached_input_tokens": nothing,
            "output_tokens": nothing,
            "reasoning_tokens": nothing,
        },
        "cost_usd": nothing if priced else None,
        "cost_is_lower_bound": fault.may_be_billed,
        "gateway_cost_usd": None,
        "latency_s": None,
        "error": _prose(fault.message),
    }


def _dearest(cost: Fraction | None, usage: StatedUsage, most: Fraction | None) -> Fraction | None:
    """What an answer cost at most, US dollars: by our list, the gateway, or what was set aside."""
    gateway = usage.gateway_cost_usd
    stated = [cost, None if gateway is None else Fraction(gateway)]
    known = [value for value in stated if value is not None]
    if most is not None and (usage.lower_bound or not known):
        known.append(most)
    return max(known, default=None)


def _line(text: str | None) -> str | None:
    return None if not text else masked(text)[:MOST_LINE] or None


def _prose(text: str | None) -> str | None:
    return None if not text else masked(text)[:MOST_PROSE] or None


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
