"""Small benchmarks, plans and callers for the tests of a run."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from leaderboard.registry import Registry, load_registry
from leaderboard.runner.client import CallFailedError, Reply
from leaderboard.runner.faults import Fault
from leaderboard.runner.finish import Ending
from leaderboard.runner.plan import Plan, build_plan
from leaderboard.runner.usage import StatedUsage

__all__ = ["KEY", "ScriptedCaller", "answered", "failed", "make_plan", "make_registry"]

KEY = "mine"


def make_registry(folder: Path, texts: Mapping[str, str] | int = 3) -> Registry:
    """A registry whose one benchmark has those contracts."""
    contracts = (
        {f"c{number:03}": f"{number}. Fee. The Fee is due." for number in range(texts)}
        if isinstance(texts, int)
        else texts
    )
    edition = folder / "gold" / KEY / "1"
    for name in ("contracts", "gold"):
        (edition / name).mkdir(parents=True, exist_ok=True)
    for item, text in contracts.items():
        (edition / "contracts" / f"{item}.txt").write_text(text, "utf-8")
        (edition / "gold" / f"{item}.json").write_text("{}", "utf-8")
    spec = {
        "key": KEY,
        "order": 9,
        "title": "Mine",
        "task": "contract-scrubbing",
        "summary": "A benchmark of the tests.",
        "licence": "CC0",
        "current": "1",
        "editions": [{"version": "1", "released": "2026-01-01"}],
        "source": {"kind": "committed"},
    }
    (edition.parent / "benchmark.json").write_text(json.dumps(spec), "utf-8")
    return load_registry(folder, folder / "gold")


def make_plan(folder: Path, texts: Mapping[str, str] | int = 3, **change: Any) -> Plan:
    """A plan on such a benchmark."""
    registry = make_registry(folder, texts)
    return build_plan(registry, registry[KEY], **{"model": "openai/m1", **change})


def answered(
    text: str | None = "{}",
    *,
    reason: Any = "stop",
    raw: str | None = "stop",
    latency_s: float = 0.01,
    **usage: Any,
) -> Reply:
    """A reply; `usage` are fields of `StatedUsage`."""
    return Reply(
        text=text,
        ending=Ending(reason, raw, None),
        model_reported="m1",
        usage=StatedUsage(**usage),
        latency_s=latency_s,
        sent={"max_tokens": 5},
    )


def failed(kind: Any = "retry", reason: Any = "api_error", **change: Any) -> Fault:
    """A fault."""
    plain: dict[str, Any] = {
        "retry_after_s": 0.0,
        "raw": "500",
        "message": "the server is out of order",
        "may_be_billed": False,
    }
    return Fault(kind=kind, reason=reason, **{**plain, **change})


@dataclass
class ScriptedCaller:
    """Answers as a function of the question and of how often it was asked says.

    Attributes:
        script: (question, how often it was asked before) → a reply, or a fault.
        pause_s: how long a call takes.
        asked: the questions in order.
        most_at_once: how many calls were under way at the same time at most.
        is_closed: whether no further call will be made.

    """

    script: Callable[[str, int], Reply | Fault] = lambda _question, _before: answered()
    pause_s: float = 0.0
    asked: list[str] = field(default_factory=list)
    most_at_once: int = 0
    is_closed: bool = False
    _at_once: int = 0

    async def call(self, question: str) -> Reply:
        before = self.asked.count(question)
        self.asked.append(question)
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        try:
            await asyncio.sleep(self.pause_s)
        finally:
            self._at_once -= 1
        said = self.script(question, before)
        if isinstance(said, Fault):
            raise CallFailedError(said)
        return said

    async def close(self) -> None:
        self.is_closed = True
