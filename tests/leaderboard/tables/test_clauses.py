"""Columns of clause types, also of those that are not CUAD's."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from leaderboard.evaluate import evaluate
from leaderboard.programs import PROGRAMS, Task
from leaderboard.records import Entrant, Row, Trust
from leaderboard.tables.clauses import type_columns
from scoring.cuad import ClauseCard
from scoring.gold import ClauseEdition, load_clause_edition

TYPES = ("Zoning", "Parties", "My Own Type", "Anti-Assignment")
TEXT = "Supply Agreement. The house rules of the warehouse bind every visitor."


@pytest.fixture
def edition(tmp_path: Path) -> ClauseEdition:
    (tmp_path / "contracts").mkdir()
    (tmp_path / "contracts" / "one.txt").write_text(TEXT, "utf-8")
    cases = [
        {
            "id": f"own_{number}",
            "category": name,
            "title": "One",
            "contract": "one",
            "question": f"Quote {name}.",
            "gold": [],
        }
        for number, name in enumerate(TYPES)
    ]
    (tmp_path / "cases.json").write_text(json.dumps(cases), "utf-8")
    return load_clause_edition(tmp_path)


@pytest.mark.parametrize(
    "key", [program.key for program in PROGRAMS if Task.CLAUSES in program.tasks]
)
def test_types_of_others_are_answered_scored_and_get_columns(
    edition: ClauseEdition, key: str
) -> None:
    program = next(program for program in PROGRAMS if program.key == key)
    card = evaluate(
        edition,
        tuple(
            {
                "item": case.id,
                "response": program.clause_answer(TEXT, case.category),
                "finish_reason": "stop",
            }
            for case in edition.cases
        ),
    )
    assert isinstance(card, ClauseCard)
    row = Row(
        entrant=Entrant(
            id="acme--x", name="X", organization="Acme", kind="program", reasoning="n/a"
        ),
        benchmark="own",
        version="1",
        trust=Trust.SCORED,
        card=card,
    )
    columns = type_columns([row])
    assert [item.column.title for item in columns] == [
        "Anti-Assignment",
        "Parties",
        "My Own Type",
        "Zoning",
    ]
    if key in {"nothing", "regex-clauses"}:
        assert card.strict.by_type["My Own Type"].value == Fraction(1)
