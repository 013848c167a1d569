"""The loop of a run: which item is asked when, how often, and what is kept of it."""

from __future__ import annotations

import asyncio
import datetime as dt
import random
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from leaderboard.runner.budget import Budget
from leaderboard.runner.client import Caller, CallFailedError, Reply
from leaderboard.runner.finish import Fault, classify_error, masked
from leaderboard.runner.journal import Journal, Past
from leaderboard.runner.list_prices import cost_of
from scoring.outcomes import is_answered

__all__ = ["Limits", "Outcome", "Run", "is_done"]

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


@dataclass(frozen=True, slots=True)
class Outcome:
    """What has just become of one item.

    Attributes:
        item: its id.
        record: its record.

    """

    item: str
    record: Mapping[str, Any]


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
        on_outcome: is told of every item's outcome.
        stopped_by: why no further call is made; None while there is no reason.

    """

    caller: Caller
    journal: Journal
    limits: Limits
    budget: Budget
    on_outcome: Callable[[Outcome], None]
    stopped_by: str | None = None
    _stop: asyncio.Event = field(default_factory=asyncio.Event)

    def stop(self, why: str) -> None:
        """Make no further call; those under way are waited for, for they are paid."""
        if self.stopped_by is None:
            self.stopped_by = why
        self._stop.set()

    async def run(self, questions: Mapping[str, str], items: Iterable[str]) -> None:
        """Ask for each of `items` until it has an outcome or the run is stopped."""
        waiting = deque(items)
        async with asyncio.TaskGroup() as group:
            for _ in range(min(self.limits.concurrency, len(waiting))):
                group.create_task(self._work(questions, waiting))

    async def _work(self, questions: Mapping[str, str], waiting: deque[str]) -> None:
        while waiting and not self._stop.is_set():
            item = waiting.popleft()
            await self._answer(item, questions[item])

    async def _answer(self, item: str, question: str) -> None:
        for attempt in range(1, self.limits.attempts + 1):
            if self._stop.is_set() or not self._admit(question):
                return
            most = self.budget.most(question)
            self.journal.write(
                {
                    "event": "call",
                    "item": item,
                    "at": _now(),
                    **({} if most is None else {"most_usd": str(most)}),
                }
            )
            begun = time.monotonic()
            try:
                reply = await self.caller.call(question)
            except CallFailedError as error:
                fault = classify_error(error.__cause__ or error)
                self.budget.close(most, most if fault.may_be_billed else Fraction(0))
                if await self._fault(item, fault, attempt, time.monotonic() - begun):
                    return
            else:
                cost = cost_of(reply.usage, self.budget.pricing)
                self.budget.close(most, _dearest(cost, reply.usage.gateway_cost_usd, most))
                await self._finish(
                    item, _answered(reply, cost), may_be_billed=cost is None, sent=reply.sent
                )
                return

    def _admit(self, question: str) -> bool:
        if self.budget.admits(question):
            return True
        self.stop(
            f"the next call could pass the cap of ${float(self.budget.cap or 0):.2f} "
            f"(spent so far: at most ${float(self.budget.spent):.4f})"
        )
        return False

    async def _fault(self, item: str, fault: Fault, attempt: int, seconds: float) -> bool:
        """Keep a failed attempt; whether the item is through with."""
        if fault.kind == "stop_run":
            self.stop(fault.message)
        elif fault.kind == "outcome" or attempt == self.limits.attempts:
            await self._finish(item, _failed(fault), may_be_billed=fault.may_be_billed)
            return True
        pause = 0.0 if fault.kind == "stop_run" else self._pause(attempt, fault.retry_after_s)
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
            }
        )
        if fault.kind != "stop_run":
            await self._rest(pause)
        return fault.kind == "stop_run"

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
        self,
        item: str,
        record: dict[str, Any],
        *,
        may_be_billed: bool = False,
        sent: Mapping[str, object] | None = None,
    ) -> None:
        line = {
            "event": "outcome",
            "item": item,
            "at": _now(),
            "may_be_billed": may_be_billed,
            "record": record,
        }
        if sent is not None:
            line["sent"] = dict(sent)
        self.journal.write(line)
        await self.journal.sync()
        self.on_outcome(Outcome(item, record))


def _answered(reply: Reply, cost: Fraction | None) -> dict[str, Any]:
    usage, ending = reply.usage, reply.ending
    return {
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


def _failed(fault: Fault) -> dict[str, Any]:
    """A record of a call that brought no answer.

    What the provider turned away without running it used nothing; what was lost on the way may
    have used anything.
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
        "cost_usd": nothing,
        "cost_is_lower_bound": fault.may_be_billed,
        "gateway_cost_usd": None,
        "latency_s": None,
        "error": _prose(fault.message),
    }


def _dearest(
    cost: Fraction | None, gateway: Decimal | None, most: Fraction | None
) -> Fraction | None:
    stated = [value for value in (cost, None if gateway is None else Fraction(gateway)) if value]
    return max(stated) if stated else most if cost is None else cost


def _line(text: str | None) -> str | None:
    return None if not text else masked(text)[:MOST_LINE] or None


def _prose(text: str | None) -> str | None:
    return None if not text else masked(text)[:MOST_PROSE] or None


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
