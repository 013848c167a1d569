"""A journal → the file of outputs, the same whatever the order in which answers came."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from leaderboard.checks import PLACEHOLDERS
from leaderboard.errors import UsageError
from leaderboard.files import dump_json
from leaderboard.runner.journal import Past, read_journal
from leaderboard.runner.plan import Plan
from leaderboard.strict_json import parse_strict

__all__ = ["check_overwrite", "render_outputs"]

RECORD: Final = (
    "item",
    "response",
    "finish_reason",
    "finish_reason_raw",
    "model_reported",
    "usage",
    "cost_usd",
    "cost_is_lower_bound",
    "gateway_cost_usd",
    "latency_s",
    "waited_s",
    "attempts",
    "error",
)
"""The order of a record's keys."""


def render_outputs(
    plan: Plan, lines: Sequence[Mapping[str, Any]], items: Mapping[str, Past], concurrency: int
) -> str:
    """The text of `<benchmark>.json`.

    Args:
        plan: what was asked.
        lines: the journal.
        items: what it says of each item.
        concurrency: how many calls ran at once.

    """
    calls = [line["at"] for line in lines if line["event"] == "call"]
    outcomes = [line for line in lines if line["event"] == "outcome"]
    sent = next((line["sent"] for line in outcomes if "sent" in line), None)
    return dump_json(
        {
            "schema_version": 1,
            "benchmark": plan.benchmark.key,
            "benchmark_version": plan.benchmark.current,
            "prompt_sha256": plan.prompt.sha256,
            "run": {
                "started": min(calls, default=None),
                "finished": max((line["at"] for line in outcomes), default=None),
                "tool": tool(),
                "concurrency": concurrency,
            },
            "settings_asked": plan.settings_asked,
            "settings_sent": sent,
            "outputs": [
                _record(item, items[item]) for item in plan.questions if _has_record(items, item)
            ],
        }
    )


def tool() -> str:
    """The program that makes the outputs, with its version and litellm's."""
    return f"leaderboard run {version('contractscrub-leaderboard')}, litellm {version('litellm')}"


def check_overwrite(path: Path, journal: Path) -> None:
    """Refuse to write over answers that the journal does not hold.

    Args:
        path: the file of outputs; it may be missing.
        journal: the journal of this run; it may be missing.

    Raises:
        UsageError: the file holds answers of another run, or the journal is none.
        OSError: one of them cannot be read.

    """
    if not path.exists():
        return
    value = parse_strict(path.read_bytes(), path.name).value
    outputs = value.get("outputs") if isinstance(value, dict) else None
    lines = read_journal(journal)[0] if journal.exists() else []
    kept = {
        (line["item"], line["record"].get("response"), line["record"].get("finish_reason"))
        for line in lines
        if line["event"] == "outcome"
    }
    if not isinstance(outputs, list) or not all(_may_go(each, kept) for each in outputs):
        raise UsageError(
            f"{path} holds outputs of another run: the journal of this one, {journal}, does not "
            "have them; move the file away, or give another --out"
        )


def _may_go(output: object, kept: AbstractSet[tuple[object, ...]]) -> bool:
    """Whether an output is a placeholder of `leaderboard new`, or one that the journal holds."""
    if not isinstance(output, dict):
        return False
    said = tuple(output.get(key) for key in ("item", "response", "finish_reason"))
    if not all(isinstance(part, str | None) for part in said):
        return False
    return said in kept or (said[1] is None and said[2] in PLACEHOLDERS)


def _has_record(items: Mapping[str, Past], item: str) -> bool:
    return item in items and items[item].record is not None


def _record(item: str, past: Past) -> dict[str, Any]:
    record = dict(past.record or {})
    lost = past.calls > 1
    record |= {
        "item": item,
        "waited_s": round(past.waited_s, 3),
        "attempts": past.calls,
        "cost_is_lower_bound": record["cost_is_lower_bound"] or lost,
    }
    return {key: record[key] for key in RECORD}
