"""Entries that are reproduced from a repository on disk."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from leaderboard.board import load_board
from leaderboard.errors import UsageError
from leaderboard.files import write_json
from leaderboard.ledger import (
    Outcome,
    Published,
    VerifiedRow,
    load_cards,
    load_changelog,
    load_results,
    parse_changelog,
    published_board,
    render_verified,
    verified_value,
    verify_rows,
)
from leaderboard.lookup import Lookup
from leaderboard.pricing import load_common_prices
from leaderboard.registry import load_registry
from leaderboard.results import build_results
from tests.leaderboard.repositories import add_submission, make_root, only_defined
from tests.leaderboard.samples import write_json as write_raw


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LEADERBOARD_DATA", str(tmp_path / "data"))
    made = make_root(tmp_path / "repository")
    add_submission(made, "acme--one", only_defined)
    return made


def lookup(root: Path) -> Lookup:
    return Lookup(root, load_registry(root), load_common_prices())


def verify(root: Path, name: str, published: Published | None) -> tuple[VerifiedRow, ...]:
    return verify_rows(lookup(root), name, published, load_changelog(root))


def edit(root: Path, **change: object) -> None:
    path = root / "submissions" / "acme--one" / "submission.json"
    write_raw(path, {**json.loads(path.read_text("utf-8")), **change})


def test_every_number_of_a_row_is_reproduced_intervals_too(root: Path) -> None:
    published = published_board(load_board(root))
    (row,) = verify(root, "acme--one", published)
    assert row.outcome is Outcome.EQUAL
    assert row.is_explained
    assert row.numbers > 120
    assert row.outputs == 44
    assert [basis.what for basis in row.bases] == [
        "submission",
        "raw outputs",
        "gold",
        "scorer",
        "scorer's code",
    ]
    assert all(basis.same for basis in row.bases)
    said = render_verified("acme--one", "release 2026.12", row)
    assert said.startswith("acme--one on OpenScrub 1.0, against release 2026.12: equal.\n")
    assert "numbers from 44 raw outputs, all equal; ranked by 0.111111." in said
    assert said.count(", as published") == 5
    assert verified_value(row)["outcome"] == "equal"


def test_without_anything_to_compare_with_the_numbers_are_reproduced(root: Path) -> None:
    (row,) = verify(root, "acme--one", None)
    assert (row.outcome, row.bases, row.move) == (Outcome.REPRODUCED, (), None)
    assert "reproduced; compared with nothing" in render_verified("acme--one", None, row)


def test_programs_and_printed_figures_are_verified_as_well(root: Path) -> None:
    published = published_board(load_board(root))
    rows = verify(root, "program--nothing", published)
    assert {row.benchmark: row.outcome for row in rows} == {
        "openscrub": Outcome.EQUAL,
        "openclause": Outcome.EQUAL,
    }
    id_ = next(id_ for _, id_ in named(published) if id_.endswith("--reported"))
    (row,) = verify(root, id_, published)
    assert row.outcome is Outcome.EQUAL
    assert "as the paper prints them" in render_verified(id_, None, row)


def named(published: Published) -> list[tuple[str, str]]:
    return [(key, row["id"]) for key, row in published.rows()]


def test_a_row_that_moved_names_the_cause_and_what_it_rests_on(root: Path) -> None:
    published = published_board(load_board(root))
    shutil.rmtree(root / "submissions" / "acme--one")
    add_submission(root, "acme--one")
    (row,) = verify(root, "acme--one", published)
    assert row.outcome is Outcome.MOVED
    assert not row.is_explained
    said = render_verified("acme--one", "results.json", row)
    assert "Raw outputs: sha256:" in said
    assert ", published: sha256:" in said
    assert "UNEXPLAINED: submission" in said
    assert verified_value(row)["explained"] is False
    edit(root, changes=[{"date": "2026-12-05", "reason": "All of it."}])
    (row,) = verify(root, "acme--one", published)
    assert row.is_explained
    assert "Reason: submission" in render_verified("acme--one", "results.json", row)


def test_a_renamed_entry_is_found_by_either_name(root: Path) -> None:
    published = published_board(load_board(root))
    (root / "submissions" / "acme--one").rename(root / "submissions" / "acme--uno")
    path = root / "submissions" / "acme--uno" / "submission.json"
    write_raw(path, {**json.loads(path.read_text("utf-8")), "aliases": ["acme--one"]})
    for name in ("acme--one", "acme--uno"):
        (row,) = verify(root, name, published)
        assert (row.outcome, row.published_id) == (Outcome.EQUAL, "acme--one")
    assert "It was published as acme--one." in render_verified("acme--uno", None, row)


def test_a_row_that_was_not_published_is_compared_with_nothing(root: Path) -> None:
    published = published_board(load_board(root))
    add_submission(root, "acme--two", name="Two")
    (row,) = verify(root, "acme--two", published)
    assert row.outcome is Outcome.NOT_THERE
    assert row.is_explained


def test_a_row_whose_gold_is_not_here_is_not_verified(root: Path, tmp_path: Path) -> None:
    registry = load_registry(root)
    cuad = registry["cuad"]
    items = cuad.editions[-1].items
    assert items is not None
    write_raw(
        root / "submissions" / "acme--one" / "cuad.json",
        {
            "schema_version": 1,
            "benchmark": "cuad",
            "benchmark_version": cuad.current,
            "outputs": [{"item": i, "response": "", "finish_reason": "stop"} for i in items],
        },
    )
    assert not (tmp_path / "data").exists()
    rows = {row.benchmark: row for row in verify(root, "acme--one", None)}
    assert rows["cuad"].outcome is Outcome.NOT_SCORED
    said = render_verified("acme--one", None, rows["cuad"])
    assert said == "acme--one on CUAD 1: not verified: its gold is not here.\n"


def test_a_published_row_that_the_entry_has_no_more_is_gone(root: Path) -> None:
    published = published_board(load_board(root))
    for benchmark, row in published.rows():
        if row["id"] == "acme--one":
            copied = {**row, "submission_digest": "sha256:x"}
            cuad = published.results["benchmarks"]["cuad"]["rows"]
            unseen = {**copied, "id": "program--nothing", "submission_digest": None}
            cuad += [copied, unseen]
            assert benchmark == "openscrub"
            break
    rows = {row.benchmark: row for row in verify(root, "acme--one", published)}
    assert rows["cuad"].outcome is Outcome.GONE
    assert not rows["cuad"].is_explained
    assert "gone from the repository" in render_verified("acme--one", None, rows["cuad"])
    # A program has no row where the gold is not here, which says nothing against it.
    programs = {row.benchmark: row for row in verify(root, "program--nothing", published)}
    assert programs["cuad"].outcome is Outcome.NOT_SCORED
    board = published.results["benchmarks"]["openclause"]["rows"]
    board.append({**copied, "id": "program--regex-scrubber", "submission_digest": None})
    gone = {row.benchmark: row for row in verify(root, "program--regex-scrubber", published)}
    assert gone["openclause"].outcome is Outcome.GONE


@pytest.mark.parametrize("name", ["acme--nobody", "program--nobody", "x--y--reported"])
def test_a_name_that_leads_nowhere_is_told(root: Path, name: str) -> None:
    with pytest.raises(UsageError, match=name):
        verify(root, name, None)


def test_a_submission_with_findings_is_not_verified(root: Path) -> None:
    edit(root, license=7)
    with pytest.raises(UsageError, match="has 1 findings and is not scored"):
        verify(root, "acme--one", None)


def test_results_and_cards_are_read_from_files(root: Path, tmp_path: Path) -> None:
    board = load_board(root)
    write_json(tmp_path / "results.json", build_results(board))
    read = load_results(tmp_path / "results.json")
    assert read.results == published_board(board).results
    (row,) = verify_rows(lookup(root), "acme--one", read, parse_changelog(""))
    assert row.outcome is Outcome.EQUAL
    undated = {**build_results(board), "date": None}
    write_json(tmp_path / "undated.json", undated)
    assert load_results(tmp_path / "undated.json").date is None


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"{", "is no JSON"),
        (b"[]", "is no results.json of form 1"),
        (b'{"results_version": 2}', "is no results.json of form 1"),
        (b'{"results_version": 1, "benchmarks": {"a": {"rows": 1}}}', "is no results.json"),
        (None, "there is no file"),
    ],
)
def test_files_of_another_form_are_told(tmp_path: Path, content: bytes | None, says: str) -> None:
    path = tmp_path / "results.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UsageError, match=says):
        load_results(path)


def test_cards_of_another_scorer_are_told(root: Path, tmp_path: Path) -> None:
    write_json(tmp_path / "cards.json", {"cards_version": 1, "scoring_version": "0", "cards": []})
    with pytest.raises(UsageError, match="score it again"):
        load_cards(tmp_path / "cards.json", load_registry(root))
