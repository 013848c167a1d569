from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import leaderboard
from leaderboard.board import load_board
from leaderboard.errors import BrokenRepositoryError, UsageError
from leaderboard.pricing import load_common_prices
from leaderboard.records import BenchmarkBoard, Board, Mark, Row, Trust
from leaderboard.registry import load_registry
from leaderboard.sources.fetch import Suite, fetch_edition
from scoring.contractscrub import ScoreCard
from scoring.cuad import ClauseCard
from tests.leaderboard.repositories import add_submission, make_root, only_defined, openscrub


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.setenv("LEADERBOARD_DATA", str(tmp_path / "data"))
    return make_root(tmp_path / "repository")


def board_of(board: Board, key: str = "openscrub") -> BenchmarkBoard:
    return next(item for item in board.benchmarks if item.benchmark.key == key)


def row_of(board: Board, id_: str, key: str = "openscrub") -> Row:
    found = board_of(board, key)
    return next(row for row in (*found.rows, *found.others) if row.entrant.id == id_)


def test_without_submissions_the_board_has_programs_and_reported_rows(root: Path) -> None:
    board = leaderboard.load_board(root)
    programs = {row.entrant.id: row for row in board_of(board).rows}
    assert set(programs) == {"program--nothing", "program--everything", "program--regex-scrubber"}
    for row in programs.values():
        assert row.trust is Trust.SCORED
        assert Mark.PROGRAM in row.marks
        assert row.answered == row.items == len(openscrub()[1].items)
    nothing, everything = programs["program--nothing"], programs["program--everything"]
    assert isinstance(nothing.card, ScoreCard)
    assert nothing.card.full.macro_recall == 0
    assert Mark.FLOOD in everything.marks
    assert everything.rank is None
    paper = board_of(board, "contractscrub")
    assert len(paper.rows) == 12
    assert all(row.trust is Trust.REPORTED and row.rank is None for row in paper.rows)
    assert paper.rows[0].entrant.name == "GPT-5.5"
    assert paper.rows[0].reported is not None
    assert paper.rows[0].reported.category_recall["incorrect_party_references"] == Fraction("0.562")
    assert not paper.at_hand
    assert paper.gold_digest is None
    assert board.home.benchmark.key == "openscrub"
    assert board.date is None
    assert board.findings == ()


def test_the_front_page_turns_to_contractscrub_once_it_has_a_scored_row(root: Path) -> None:
    board = load_board(root)
    official = board_of(board, "contractscrub")
    scored = replace(board_of(board).rows[0], benchmark="contractscrub")
    turned = replace(
        board,
        benchmarks=(replace(official, rows=(*official.rows, scored)), *board.benchmarks[1:]),
    )
    assert turned.home.benchmark.key == "contractscrub"


def test_gold_fed_back_leads_with_exactly_one(root: Path) -> None:
    add_submission(root, "acme--perfect")
    add_submission(root, "acme--definitions", only_defined)
    board = load_board(root)
    perfect = row_of(board, "acme--perfect")
    assert isinstance(perfect.card, ScoreCard)
    assert perfect.card.full.macro_recall == perfect.card.full.macro_precision == 1
    assert str(perfect.rank) == "1"
    partial = row_of(board, "acme--definitions")
    assert isinstance(partial.card, ScoreCard)
    assert partial.card.full.macro_recall == Fraction(1, 9)
    assert board.date == dt.date(2026, 11, 1)
    assert [row.benchmark for row in board.rows_of("acme--perfect")] == ["openscrub"]


def test_a_bad_submission_is_named_and_left_off_and_the_rest_is_scored(root: Path) -> None:
    add_submission(root, "acme--good")
    bad = add_submission(root, "acme--bad")
    (bad / "openscrub.json").write_text("{", "utf-8")
    board = load_board(root)
    assert {finding.file for finding in board.findings} == {"submissions/acme--bad/openscrub.json"}
    ids = {row.entrant.id for row in board_of(board).rows}
    assert "acme--good" in ids
    assert "acme--bad" not in ids


def test_an_api_error_makes_a_row_partial_and_a_refusal_does_not(root: Path) -> None:
    item = openscrub()[1].items[0]
    failed = {item: {"response": None, "finish_reason": "api_error", "error": "503"}}
    refused = {item: {"response": None, "finish_reason": "refusal"}}
    early = {item: {"response": None, "finish_reason": "timeout", "attempts": 4}}
    late = {item: {"response": None, "finish_reason": "timeout", "attempts": 5}}
    for name, records in (
        ("failed", failed),
        ("refused", refused),
        ("early", early),
        ("late", late),
    ):
        add_submission(root, f"acme--{name}", records=records)
    board = load_board(root)
    marks = {name: row_of(board, f"acme--{name}").marks for name in ("failed", "refused")}
    assert marks == {"failed": (Mark.PARTIAL,), "refused": ()}
    assert row_of(board, "acme--failed").rank is None
    assert row_of(board, "acme--early").marks == (Mark.PARTIAL,)
    assert row_of(board, "acme--late").marks == ()
    one, other = row_of(board, "acme--failed").card, row_of(board, "acme--refused").card
    assert isinstance(one, ScoreCard)
    assert isinstance(other, ScoreCard)
    assert one.full.macro_recall == other.full.macro_recall


def test_marks_say_what_a_row_is(root: Path) -> None:
    add_submission(
        root,
        "acme--old",
        status="retracted",
        reason="The outputs were mixed up.",
        system={"kind": "program", "prompt": "Our own prompt."},
    )
    row = row_of(load_board(root), "acme--old")
    assert row.marks == (Mark.PROGRAM, Mark.OWN_PROMPT, Mark.RETRACTED)
    assert row.rank is None
    assert row.entrant.status_reason == "The outputs were mixed up."


def test_settings_are_shown_as_text(root: Path) -> None:
    settings = {"temperature": 0.2, "stop": ["a"], "tool": {"name": "grep"}, "mode": "strict"}
    add_submission(root, "acme--set", system={"kind": "agent", "settings": settings})
    assert row_of(load_board(root), "acme--set").entrant.settings == {
        "temperature": "0.2",
        "stop": '["a"]',
        "tool": '{"name":"grep"}',
        "mode": "strict",
    }


def test_costs_are_summed_from_what_is_stated(root: Path) -> None:
    _, edition = openscrub()
    usage = {"usage": {"input_tokens": 1_000_000, "output_tokens": 0}, "latency_s": 2.5}
    add_submission(
        root,
        "acme--priced",
        records=dict.fromkeys(edition.items, usage),
        pricing={"currency": "USD", "input": 0.1, "output": 1, "as_of": "2026-10-01"},
    )
    spending = row_of(load_board(root), "acme--priced").spending
    assert spending is not None
    assert spending.cost == Fraction(1, 10) * len(edition.items)
    assert spending.repriced is None
    assert spending.median_latency == Fraction(5, 2)


def test_an_archive_at_hand_is_scored_with_its_programs(root: Path, shared: Path) -> None:
    registry = load_registry(root)
    archive = shared / "cuad" / "CUAD_v1.zip"
    fetch_edition(registry, registry["cuad"], path=archive)
    fetch_edition(registry, registry["cuad"], path=archive, suite=Suite(2, 1))
    cases = json.loads((shared / "cuad" / "cases.json").read_text())
    for name, version, items in (
        ("whole", "1", [case["id"] for case in cases]),
        ("small", "1-p2-a1", [case["id"] for case in (*cases[:2], cases[20])]),
    ):
        folder = add_submission(root, f"acme--{name}")
        (folder / "openscrub.json").rename(folder / "cuad.json")
        outputs = [
            {"item": item, "response": "No clause found.", "finish_reason": "stop"}
            for item in items
        ]
        (folder / "cuad.json").write_text(
            json.dumps(
                {
                    "schema_version": 1,
                    "benchmark": "cuad",
                    "benchmark_version": version,
                    "outputs": outputs,
                }
            )
        )
    cuad = board_of(load_board(root), "cuad")
    rows = {row.entrant.id: row for row in cuad.rows}
    assert set(rows) == {
        "acme--whole",
        "program--nothing",
        "program--everything",
        "program--regex-clauses",
    }
    everything = rows["program--everything"].card
    assert isinstance(everything, ClauseCard)
    assert everything.published.accuracy == 1
    assert everything.strict.accuracy is not None
    assert everything.strict.accuracy < Fraction(1, 2)
    whole = rows["acme--whole"].card
    assert isinstance(whole, ClauseCard)
    assert whole.strict.accuracy == Fraction(12, 32)
    assert str(rows["acme--whole"].rank) == str(rows["program--nothing"].rank)
    assert [(row.entrant.id, row.marks) for row in cuad.others] == [
        ("acme--small", (Mark.OTHER_EDITION,))
    ]


def test_an_edition_whose_gold_is_not_here_is_listed_unscored(root: Path, shared: Path) -> None:
    cases = json.loads((shared / "cuad" / "cases.json").read_text())
    folder = add_submission(root, "acme--clauses")
    (folder / "openscrub.json").unlink()
    outputs = [
        {"item": case["id"], "response": "No clause found.", "finish_reason": "stop"}
        for case in cases
    ]
    (folder / "cuad.json").write_text(
        json.dumps(
            {
                "schema_version": 1,
                "benchmark": "cuad",
                "benchmark_version": "1",
                "outputs": outputs,
            }
        )
    )
    board = load_board(root)
    assert board.findings == ()
    row = row_of(board, "acme--clauses", "cuad")
    assert row.card is None
    assert row.rank is None
    assert not board_of(board, "cuad").at_hand


def test_the_date_is_the_commit_s_or_the_epoch_s(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert load_board(root).date == dt.date(1970, 1, 2)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    with pytest.raises(UsageError, match="SOURCE_DATE_EPOCH"):
        load_board(root)


def test_a_broken_price_list_breaks_the_repository(tmp_path: Path) -> None:
    broken = tmp_path / "prices.yaml"
    for content in ("[]", "as_of: 2026-01-01\nmodels: {A: {input: -1}}", "as_of: soon", ": :"):
        broken.write_text(content, "utf-8")
        with pytest.raises(BrokenRepositoryError, match=r"prices\.yaml"):
            load_common_prices(broken)
    broken.write_text("as_of: 2026-01-01\nmodels: {A: {input: 1.5, output: 3}}", "utf-8")
    prices = load_common_prices(broken)
    assert prices["A"].tiers[0].input == Fraction(3, 2)
