"""A journal → the file of outputs, the same whatever the order in which answers came."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from leaderboard.checks import PLACEHOLDERS
from leaderboard.errors import UsageError
from leaderboard.files import dump_json
from leaderboard.models import Pricing
from leaderboard.runner.journal import Past, read_journal
from leaderboard.runner.list_prices import recorded_cost
from leaderboard.runner.plan import Plan
from leaderboard.runner.sizes import cut_record, fit_records, leave_out
from leaderboard.strict_json import MAX_BYTES, parse_strict

__all__ = ["check_overwrite", "render_outputs", "reprice"]

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
    """The text of `<benchmark>.json`; of answers over 4 MiB, as many as fit into 16 MiB.

    Args:
        plan: what was asked.
        lines: the journal.
        items: what it says of each item.
        concurrency: how many calls ran at once.

    """
    calls = [line["at"] for line in lines if line["event"] == "call"]
    outcomes = [line for line in lines if line["event"] == "outcome"]
    sent = next((line["sent"] for line in outcomes if "sent" in line), None)
    document: dict[str, Any] = {
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
    text = dump_json(document)
    excess = len(text.encode("utf-8")) - MAX_BYTES
    if excess <= 0:
        return text
    return dump_json({**document, "outputs": fit_records(document["outputs"], excess)})


def reprice(items: Mapping[str, Past], pricing: Pricing | None) -> dict[str, Past]:
    """What is known of the items, with every cost by this price list, US dollars.

    A journal keeps tokens, which are facts; its costs are by the list of the day, which may have
    been wrong, or unknown, and was mended since.
    """
    return {
        item: past
        if past.record is None
        else replace(past, record={**past.record, "cost_usd": recorded_cost(past.record, pricing)})
        for item, past in items.items()
    }


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
    kept = {said for line in lines if line["event"] == "outcome" for said in _written_as(line)}
    if not isinstance(outputs, list) or not all(_may_go(each, kept) for each in outputs):
        raise UsageError(
            f"{path} holds outputs of another run: the journal of this one, {journal}, does not "
            "have them; move the file away, or give another --out"
        )


def _written_as(outcome: Mapping[str, Any]) -> Iterator[tuple[object, ...]]:
    """Item, response and finish reason of an outcome, in all the forms that a file may have it."""
    record = outcome["record"]
    for form in (record, cut_record(record), leave_out(record)):
        yield outcome["item"], form.get("response"), form.get("finish_reason")


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
    record = cut_record(past.record or {})
    lost = past.calls > 1
    record |= {
        "item": item,
        "waited_s": round(past.waited_s, 3),
        "attempts": past.calls,
        "cost_is_lower_bound": record["cost_is_lower_bound"] or lost,
    }
    return {key: record[key] for key in RECORD}
