"""Disputed gold: its records, and what the board would be without it."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from leaderboard.disputes import Dispute, build_effect, load_disputes
from leaderboard.errors import BrokenRepositoryError
from leaderboard.ranking import primary, rank_rows
from leaderboard.records import BenchmarkBoard, Row
from leaderboard.registry import load_registry
from scoring import answer_of
from scoring.contractscrub import score
from scoring.gold import ClauseEdition, Edition
from tests.conftest import ROOT
from tests.leaderboard.ledger.published import BUYER, FEE, row
from tests.leaderboard.pages.fakes import benchmark
from tests.leaderboard.repositories import make_root, openscrub
from tests.leaderboard.samples import CLAUSES, GOLD, SCRUB, record, reported, scored


def dispute(**change: Any) -> Dispute:
    values: dict[str, Any] = {
        "id": "openscrub-1",
        "edition": "0.1",
        "contract": "alpha",
        "category": "defined_terms",
        "entry": FEE,
        "by": "ada",
        "issue": "https://github.com/example/board/issues/7",
        "date": dt.date(2026, 12, 3),
        "state": "open",
        "why": "It is a heading.",
    }
    return Dispute.model_validate({**values, **change})


def board(*rows: Row, edition: Edition = SCRUB, key: str = "openscrub") -> BenchmarkBoard:
    task = "clause-extraction" if isinstance(edition, ClauseEdition) else "contract-scrubbing"
    return BenchmarkBoard(
        benchmark=benchmark(key, task=task),
        version="0.1",
        editions={"0.1": edition},
        rows=rank_rows(rows),
    )


def test_a_dropped_entry_counts_neither_for_nor_against() -> None:
    given = board(row("acme--both", FEE, BUYER), row("acme--fee", FEE), row("acme--buyer", BUYER))
    effect = build_effect(given, [dispute()])
    assert effect is not None
    found = {each.row.entrant.id: each for each in effect.rows}
    # Three categories have gold, and `defined_terms` has one entry instead of two.
    assert found["acme--both"].old == found["acme--both"].new == Fraction(1, 3)
    assert (found["acme--fee"].old, found["acme--fee"].new) == (Fraction(1, 6), Fraction(0))
    assert (found["acme--buyer"].old, found["acme--buyer"].new) == (Fraction(1, 6), Fraction(1, 3))
    assert str(found["acme--both"].old_rank) == "1"
    assert str(found["acme--both"].new_rank) == "=1"
    assert {each.row.entrant.id for each in effect.moved} == {
        "acme--both",
        "acme--buyer",
        "acme--fee",
    }
    assert effect.found == {"openscrub-1": 2}
    assert effect.scored == 3


def test_the_numbers_are_those_of_scoring_the_whole_edition_with_the_entry_tolerated() -> None:
    gold = json.loads(json.dumps(GOLD))
    gold["alpha"]["defined_terms"][0]["tolerated"] = True
    rows = [row("acme--both", FEE, BUYER), row("acme--fee", FEE), row("acme--none")]
    effect = build_effect(board(*rows), [dispute()])
    assert effect is not None
    for each in effect.rows:
        answers = {str(given["item"]): answer_of(given) for given in each.row.records}
        assert each.new == score(gold, answers).full.macro_recall


def test_the_only_entry_of_a_category_takes_its_category_out_of_the_mean() -> None:
    notice = {"term": "Notice", "location": "1.1"}
    given = board(row("acme--both", FEE, BUYER))
    told = dispute(contract="beta", category="unused_defined_terms", entry=notice)
    effect = build_effect(given, [told])
    assert effect is not None
    assert effect.rows[0].new == Fraction(1, 2)
    assert effect.found == {"openscrub-1": 0}


def test_only_open_and_upheld_disputes_of_the_ranked_edition_are_dropped() -> None:
    given = board(row("acme--fee", FEE))
    rejected = dispute(state="rejected", decision="It is a definition.")
    assert build_effect(given, [rejected, dispute(edition="0.0")]) is None
    assert build_effect(given, []) is None
    upheld = dispute(state="upheld", decision="A heading indeed.")
    effect = build_effect(given, [rejected, upheld])
    assert effect is not None
    assert effect.dropped == (upheld,)


def test_where_nothing_is_scored_there_is_no_effect() -> None:
    assert build_effect(board(reported("p--x--reported", "0.5")), [dispute()]) is None
    blind = replace(board(row("acme--fee", FEE)), editions={})
    assert build_effect(blind, [dispute()]) is None


def test_a_disputed_case_is_left_out_with_its_answers() -> None:
    answers = [record("p01", "The law of Ohio governs this contract."), record("a01", "Yes.")]
    rows = [
        replace(
            scored("acme--one", *answers, edition=CLAUSES, benchmark="openclause"), version="0.1"
        )
    ]
    given = board(*rows, edition=CLAUSES, key="openclause")
    told = dispute(
        id="openclause-1", contract="c1", category="Governing Law", entry={"case": "p01"}
    )
    effect = build_effect(given, [told])
    assert effect is not None
    assert (primary(rows[0]), effect.rows[0].new) == (Fraction(1, 2), Fraction(0))
    assert effect.found == {"openclause-1": 1}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LEADERBOARD_DATA", str(tmp_path / "data"))
    return make_root(tmp_path / "repository")


def written(root: Path, text: str, key: str = "openscrub") -> Path:
    path = root / "disputes" / f"{key}.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    return root


def real() -> dict[str, Any]:
    """A dispute about an entry that the committed gold has."""
    version, edition = openscrub()
    contract = edition.items[0]
    entry = edition.gold[contract]["defined_terms"][0]
    return {
        "id": "openscrub-1",
        "edition": version,
        "contract": contract,
        "category": "defined_terms",
        "entry": {key: value for key, value in entry.items() if isinstance(value, str)},
        "by": "ada",
        "date": "2026-12-03",
        "state": "open",
        "why": "It is a heading.",
    }


def as_yaml(*records: dict[str, Any]) -> str:
    """JSON is YAML; a day must stand there without quotes to be one."""
    return json.dumps({"disputes": list(records)}).replace('"2026-12-03"', "2026-12-03")


def test_disputes_are_read_by_benchmark(root: Path) -> None:
    assert load_disputes(root, load_registry(root)) == {}
    written(root, as_yaml(real()))
    written(root, "disputes: []\n", "cuad")
    told = load_disputes(root, load_registry(root))
    assert set(told) == {"openscrub"}
    assert told["openscrub"][0].date == dt.date(2026, 12, 3)
    assert told["openscrub"][0].issue is None


def test_entries_of_gold_that_is_not_here_are_taken_as_they_are(root: Path) -> None:
    record_ = {**real(), "id": "cuad-1", "edition": "1", "entry": {"case": "cuad_p01"}}
    written(root, as_yaml(record_), "cuad")
    assert len(load_disputes(root, load_registry(root))["cuad"]) == 1


def test_disputed_cases_are_checked(root: Path) -> None:
    registry = load_registry(root)
    edition = registry.load_edition(registry["openclause"], "1.0")
    assert isinstance(edition, ClauseEdition)
    case = edition.cases[0]
    good = {
        **real(),
        "id": "openclause-1",
        "contract": edition.contract_of[case.id],
        "category": case.category,
        "entry": {"case": case.id},
    }
    written(root, as_yaml(good), "openclause")
    assert len(load_disputes(root, registry)["openclause"]) == 1
    written(root, as_yaml({**good, "category": "Other"}), "openclause")
    with pytest.raises(BrokenRepositoryError, match="not of that contract and clause type"):
        load_disputes(root, registry)
    written(root, as_yaml({**good, "entry": {"case": "nothing"}}), "openclause")
    with pytest.raises(BrokenRepositoryError, match="there is no such case"):
        load_disputes(root, registry)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"entry": {"term": "Nothing", "location": "1"}}, "has no such entry of defined_terms"),
        ({"category": "nothing"}, "has no such entry of nothing"),
        ({"contract": "nothing"}, "there is no contract nothing"),
        ({"edition": "9.9"}, "there is no edition 9.9"),
        ({"id": "1"}, "disputes/0/id: String should match pattern"),
        ({"state": "closed"}, "disputes/0/state: Input should be 'open', 'upheld' or 'rejected'"),
        ({"state": "upheld"}, "a dispute that is upheld must say its `decision`"),
        ({"decision": "Yes."}, "a dispute that is open must have no `decision` yet"),
        ({"issue": "javascript:alert(1)"}, "disputes/0/issue"),
        ({"date": "yesterday"}, "disputes/0/date"),
        ({"extra": 1}, "Extra inputs are not permitted"),
        ({"entry": {"term": 7}}, "Input should be a valid string"),
    ],
)
def test_a_dispute_that_is_not_in_order_is_told(
    root: Path, change: dict[str, Any], says: str
) -> None:
    written(root, as_yaml({**real(), **change}))
    with pytest.raises(BrokenRepositoryError) as raised:
        load_disputes(root, load_registry(root))
    assert says in str(raised.value)
    assert str(raised.value).startswith("disputes/openscrub.yaml")


def test_all_faults_are_told_at_once(root: Path) -> None:
    first = real()
    written(root, as_yaml(first, first, {**first, "id": "openscrub-2", "contract": "nothing"}))
    written(root, "disputes: []", "nobody")
    with pytest.raises(BrokenRepositoryError) as raised:
        load_disputes(root, load_registry(root))
    for said in (
        "disputes/nobody.yaml: there is no benchmark nobody",
        "openscrub-1: 2 disputes bear this id",
        "openscrub-2: there is no contract nothing",
        "2 disputes are about one entry of",
    ):
        assert said in str(raised.value)


@pytest.mark.parametrize("text", ["a: [", "\x00", "- 1", ""])
def test_what_is_no_list_of_disputes_is_told(root: Path, text: str) -> None:
    written(root, text)
    with pytest.raises(BrokenRepositoryError, match=r"^disputes/openscrub\.yaml"):
        load_disputes(root, load_registry(root))


def test_the_repositorys_own_disputes_are_in_order() -> None:
    load_disputes(ROOT, load_registry(ROOT))
