from __future__ import annotations

import json
from pathlib import Path

import pytest

from leaderboard.openscrub.edition import Written
from leaderboard.openscrub.errors import LibraryError
from leaderboard.openscrub.openclause import (
    OPTIONAL_TYPES,
    QUESTIONS,
    clause_contracts,
    write_clause_edition,
)
from leaderboard.openscrub.shelf import Library
from scoring.cuad import CLAUSE_TYPES, Contract
from scoring.gold import load_clause_edition


@pytest.fixture(scope="module")
def contracts(library: Library) -> list[Contract]:
    return list(clause_contracts(library, "tests", 12))


def test_spans_are_passages_of_the_text(contracts: list[Contract]) -> None:
    for contract in contracts:
        for spans in contract.spans.values():
            assert all(span in contract.text for span in spans)
        assert contract.spans["Parties"]
        assert contract.spans["Document Name"]


def test_they_are_not_the_contracts_of_openscrub(
    contracts: list[Contract], written: list[Written]
) -> None:
    twins = {one.twin for one in written}
    assert not twins & {contract.text for contract in contracts}


def test_an_edition_pairs_present_and_absent(library: Library, tmp_path: Path) -> None:
    write_clause_edition(library, "former", 16, tmp_path)
    count = write_clause_edition(library, "tests", 16, tmp_path)
    edition = load_clause_edition(tmp_path)
    assert len(edition.cases) == count
    assert set(edition.contracts) == set(edition.contract_of.values())
    present = {case.category for case in edition.cases if case.gold}
    absent = {case.category for case in edition.cases if not case.gold}
    assert absent <= present
    assert len(absent) >= 24
    for case in edition.cases:
        text = edition.contracts[edition.contract_of[case.id]]
        assert all(span in text for span in case.gold)
        assert edition.questions[case.id] == QUESTIONS[case.category]
    rows = json.loads((tmp_path / "cases.json").read_text())
    assert rows[0]["id"].startswith("openclause_p01_")


def test_too_few_contracts_make_too_few_pairs(library: Library, tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="clause types are present"):
        write_clause_edition(library, "tests", 1, tmp_path)


def test_every_type_has_a_question() -> None:
    assert set(QUESTIONS) == set(CLAUSE_TYPES)
    assert len(OPTIONAL_TYPES) == 37
