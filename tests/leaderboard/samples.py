"""Rows and boards made by hand, for tests that need no files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from leaderboard.entries import found_entries
from leaderboard.evaluate import Record, evaluate, read_answers
from leaderboard.records import Entrant, Mark, ReportedScore, Row, Trust
from leaderboard.statistics.analyses import EntryId
from scoring.contractscrub import CATEGORY_KEYS
from scoring.cuad import Case
from scoring.gold import ClauseEdition, Edition, ScrubEdition
from scoring.signature import digest

GOLD: dict[str, dict[str, list[dict[str, Any]]]] = {
    "alpha": {
        "defined_terms": [
            {"term": "Fee", "location": "2(a)"},
            {"term": "Buyer", "location": "P"},
        ],
        "incorrect_references": [
            {
                "wrong_reference": "4",
                "correct_reference": "5",
                "location": "9",
                "distance": 800,
            }
        ],
    },
    "beta": {"unused_defined_terms": [{"term": "Notice", "location": "1.1"}]},
}
SCRUB = ScrubEdition({"alpha": "Text A", "beta": "Text B"}, GOLD, digest(GOLD))
CLAUSES = ClauseEdition(
    {"c1": "The law of Ohio governs this contract."},
    (
        Case("p01", "Governing Law", "One", ("The law of Ohio governs this contract.",)),
        Case("a01", "Insurance", "One", ()),
    ),
    {"p01": "c1", "a01": "c1"},
    {"p01": "Which law?", "a01": "Which insurance?"},
    "sha256:" + "0" * 64,
)


def reply(**entries: list[dict[str, str]]) -> str:
    """An answer with all nine keys."""
    return json.dumps({key: entries.get(key, []) for key in CATEGORY_KEYS})


def record(item: str, response: str, **more: Any) -> dict[str, Any]:
    return {"item": item, "response": response, "finish_reason": "stop", **more}


def entrant(id_: str, **more: Any) -> Entrant:
    plain: dict[str, Any] = {
        "name": id_.title(),
        "organization": "Acme",
        "kind": "model",
        "reasoning": "default",
    }
    return Entrant(id=id_, **{**plain, **more})


def found_of(edition: Edition, records: Sequence[Record]) -> frozenset[EntryId]:
    """The gold entries that `records` have; none where it is no scrubbing."""
    if isinstance(edition, ScrubEdition):
        return found_entries(edition, read_answers(records))
    return frozenset()


def scored(
    id_: str,
    *records: dict[str, Any],
    edition: Edition = SCRUB,
    benchmark: str = "openscrub",
    marks: tuple[Mark, ...] = (),
    **more: Any,
) -> Row:
    return Row(
        entrant=entrant(id_),
        benchmark=benchmark,
        version="1",
        trust=Trust.SCORED,
        card=evaluate(edition, records),
        records=records,
        answered=len(records),
        items=len(edition.items),
        marks=marks,
        found=found_of(edition, records),
        **more,
    )


def reported(id_: str, recall: str, **cells: str) -> Row:
    return Row(
        entrant=entrant(id_),
        benchmark="openscrub",
        version="",
        trust=Trust.REPORTED,
        reported=ReportedScore(
            Fraction(recall),
            {key: Fraction(value) for key, value in cells.items()},
            Fraction("1.38"),
            Fraction(533),
            "Someone et al.",
        ),
    )


def write_json(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), "utf-8")
    return path
