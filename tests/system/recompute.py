"""Computes the board's numbers again from raw outputs, with `scoring` alone.

    python tests/system/recompute.py ROOT SITE

reads ROOT/submissions and the raw outputs of the reference programs in SITE, scores them, and
prints {benchmark: {id: numbers}} as JSON. It shares no code with `leaderboard`.
"""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

from scoring import answer_of, contractscrub, cuad, status_of
from scoring.gold import (
    GOLD_ROOT,
    ClauseEdition,
    ScrubEdition,
    load_clause_edition,
    load_scrub_edition,
)


def editions(data: Path) -> dict[str, ScrubEdition | ClauseEdition]:
    """Benchmark → its current edition, of those that are here."""
    found: dict[str, ScrubEdition | ClauseEdition] = {}
    for path in sorted(GOLD_ROOT.glob("*/benchmark.json")):
        benchmark = json.loads(path.read_text("utf-8"))
        load = (
            load_scrub_edition if benchmark["task"] == "contract-scrubbing" else load_clause_edition
        )
        for base in (path.parent, data / benchmark["key"]):
            if (base / benchmark["current"] / "contracts").is_dir():
                found[benchmark["key"]] = load(base / benchmark["current"])
    return found


def outputs(root: Path, site: Path, benchmark: str) -> dict[str, list[dict[str, Any]]]:
    """Entry → its raw outputs on one benchmark."""
    files = {
        path.parent.name: path for path in sorted(root.glob(f"submissions/*/{benchmark}.json"))
    }
    files |= {
        path.parents[1].name: path
        for path in sorted(site.glob(f"submissions/program--*/{benchmark}/outputs.json"))
    }
    return {name: json.loads(path.read_text("utf-8"))["outputs"] for name, path in files.items()}


def number(value: Fraction | None) -> float | None:
    """The nearest float."""
    return None if value is None else float(value)


def scrub(edition: ScrubEdition, records: list[dict[str, Any]]) -> dict[str, Any]:
    """The numbers of contract scrubbing."""
    card = contractscrub.score(
        edition.gold, {record["item"]: answer_of(record) for record in records}
    )
    return {
        name: {
            "macro_recall": number(part.macro_recall),
            "macro_precision": number(part.macro_precision),
            "macro_f1": number(part.macro_f1),
            "categories": {
                key: [tally.tp, tally.fp, tally.fn] for key, tally in part.categories.items()
            },
        }
        for name, part in (("full", card.full), ("word_only", card.word_only))
    } | {"signature": card.signature}


def clauses(edition: ClauseEdition, records: list[dict[str, Any]]) -> dict[str, Any]:
    """The numbers of clause extraction."""
    given = {record["item"]: record for record in records}
    passed = {"strict": 0, "published": 0}
    for case in edition.cases:
        record = given.get(case.id)
        if record is None or status_of(record) or not isinstance(record["response"], str):
            continue
        verdict = cuad.judge(record["response"], case.gold)
        passed["strict"] += verdict.strict_passed
        passed["published"] += verdict.passed
    return {name: count / len(edition.cases) for name, count in passed.items()}


def recompute(root: Path, site: Path, data: Path) -> dict[str, dict[str, Any]]:
    """Benchmark → entry → numbers."""
    return {
        benchmark: {
            name: scrub(edition, records)
            if isinstance(edition, ScrubEdition)
            else clauses(edition, records)
            for name, records in outputs(root, site, benchmark).items()
        }
        for benchmark, edition in editions(data).items()
    }


if __name__ == "__main__":
    json.dump(
        recompute(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[1]) / "data"), sys.stdout
    )
