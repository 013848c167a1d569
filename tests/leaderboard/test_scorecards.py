from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from leaderboard.board import load_board
from leaderboard.cards_text import render_row
from leaderboard.certainty import with_own_certainty
from leaderboard.errors import UsageError
from leaderboard.files import dump_json
from leaderboard.records import Mark
from leaderboard.scorecards import (
    Shard,
    all_findings,
    cards_value,
    explained_value,
    merge_cards,
    score_folders,
)
from leaderboard.statistics.intervals import wilson
from tests.leaderboard.repositories import add_submission, echo_gold, make_root, only_defined
from tests.leaderboard.samples import CLAUSES, record, scored


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LEADERBOARD_DATA", str(tmp_path / "data"))
    root = make_root(tmp_path / "repository")
    for name in ("alpha", "beta", "gamma"):
        add_submission(root, f"acme--{name}", only_defined)
    return root


def folders(root: Path) -> list[Path]:
    return sorted((root / "submissions").iterdir())


def test_parts_merge_to_the_same_bytes_whatever_the_number_of_processes(root: Path) -> None:
    add_submission(root, "acme--delta", now_and_then)
    whole = dump_json(cards_value(score_folders(root, folders(root))))
    parallel = dump_json(cards_value(score_folders(root, folders(root), jobs=2)))
    parts = [
        (
            f"{index}.json",
            json.loads(
                dump_json(cards_value(score_folders(root, Shard(index, 2).of(folders(root)))))
            ),
        )
        for index in (2, 1)
    ]
    assert parallel == whole
    assert dump_json(merge_cards(parts)) == whole
    assert len(json.loads(whole)["cards"]) == 4


def now_and_then(item: str, gold: Mapping[str, Any]) -> str:
    """Everything in some contracts, nothing in others."""
    return echo_gold(item, gold) if sum(map(ord, item)) % 3 else json.dumps({"defined_terms": []})


def test_a_card_is_as_sure_as_its_row_on_the_board(root: Path) -> None:
    add_submission(root, "acme--delta", now_and_then)
    (board,) = (part for part in load_board(root).benchmarks if part.benchmark.key == "openscrub")
    certain = {row.entrant.id: row.certainty for row in board.rows}
    cards = cards_value(score_folders(root, folders(root)))["cards"]
    assert [card["id"] for card in cards] == [folder.name for folder in folders(root)]
    for card in cards:
        certainty = certain[card["id"]]
        assert certainty is not None
        assert card["certainty"] == {
            "intervals": {key: [part.low, part.high] for key, part in certainty.intervals.items()},
            "rank_interval": None,
            "chance_of_being_best": None,
            "tied_with": None,
        }
    (card,) = (card for card in cards if card["id"] == "acme--delta")
    low, high = card["certainty"]["intervals"]["macro_recall"]
    assert low < card["card"]["full"]["macro_recall"] < high


def test_a_card_is_printed_with_its_intervals(root: Path) -> None:
    folder = add_submission(root, "acme--delta", now_and_then)
    ((row,),) = (found.rows for found in score_folders(root, [folder]))
    assert row.certainty is not None
    part = row.certainty.intervals["macro_recall"]
    line = f"\n  95 % intervals: macro recall {part.low:.3f} to {part.high:.3f}   F1 "
    assert line in render_row(row)
    assert "95 % intervals" not in render_row(replace(row, certainty=None))


def test_a_clause_card_has_wilsons_intervals() -> None:
    plain = scored(
        "acme--clauses",
        record("p01", CLAUSES.contracts["c1"]),
        record("a01", "It is there."),
        edition=CLAUSES,
        benchmark="cuad",
    )
    half = wilson(1, 2)
    assert half is not None
    row = with_own_certainty(plain)
    assert row.certainty is not None
    assert row.certainty.intervals["strict_accuracy"] == half
    ends = f"{half.low:.3f} to {half.high:.3f}"
    assert f"95 % intervals: strict accuracy {ends}   published {ends}\n" in render_row(row)


def test_what_was_not_scored_is_not_sure_either() -> None:
    row = replace(scored("acme--a"), card=None)
    assert with_own_certainty(row) == row
    assert "95 % intervals" not in render_row(row)


def test_shards_share_the_work_without_loss(root: Path) -> None:
    parts = [Shard.parse(f"{index}/2").of(folders(root)) for index in (1, 2)]
    assert sorted(parts[0] + parts[1]) == folders(root)


@pytest.mark.parametrize("text", ["", "1", "0/2", "3/2", "a/b", "1/2/3", "-1/2", "1/²"])
def test_a_shard_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="--shard"):
        Shard.parse(text)


def test_what_does_not_fit_is_not_merged(root: Path) -> None:
    value = json.loads(dump_json(cards_value(score_folders(root, folders(root)))))
    with pytest.raises(UsageError, match=r"is in a\.json and in b\.json"):
        merge_cards([("a.json", value), ("b.json", value)])
    other_gold = json.loads(json.dumps(value).replace("acme--", "other--"))
    for card in other_gold["cards"]:
        card["card"]["signature"] = "another"
    with pytest.raises(UsageError, match="other gold of openscrub"):
        merge_cards([("a.json", value), ("b.json", other_gold)])
    for cards in (5, [1], [{"id": "a"}], [{"id": 1, "benchmark": []}]):
        with pytest.raises(UsageError, match="did not write"):
            merge_cards([("a.json", {**value, "cards": cards})])
    with pytest.raises(UsageError, match="scorer 0"):
        merge_cards([("a.json", {**value, "scoring_version": "0"})])
    others: list[object] = [[], {"cards": []}]
    for other in others:
        with pytest.raises(UsageError, match="no file of"):
            merge_cards([("a.json", other)])


def test_a_submission_is_judged_beside_its_neighbours_as_in_a_build(root: Path) -> None:
    first = folders(root)[0]
    shutil.copytree(first, first.with_name("acme--zeta"))
    scored = score_folders(root, [first.with_name("acme--zeta")])
    assert {finding.code for finding in all_findings(scored)} >= {"duplicate_submission"}


def test_a_submission_with_a_finding_is_not_scored(root: Path) -> None:
    (folders(root)[0] / "openscrub.json").write_text("[]")
    scored = score_folders(root, folders(root))
    assert [len(item.rows) for item in scored] == [0, 1, 1]
    assert all_findings(scored)


def test_one_benchmark_can_be_asked_for(root: Path) -> None:
    assert [item.rows for item in score_folders(root, folders(root), benchmark="cuad")] == [()] * 3
    with pytest.raises(UsageError, match="no benchmark"):
        score_folders(root, folders(root), benchmark="poems")


def test_explained_cards_hold_every_entry(root: Path) -> None:
    value = explained_value(score_folders(root, folders(root)[:1], explained=True))
    entries = value["cards"][0]["entries"]
    counts = value["cards"][0]["card"]["full"]["micro"]
    assert sum(entry["outcome"] == "found" for entry in entries) == counts["tp"]
    assert sum(entry["outcome"] == "missed" for entry in entries) == counts["fn"]


def test_a_clause_card_is_printed_case_by_case() -> None:
    right = scored(
        "acme--clauses",
        record("p01", CLAUSES.contracts["c1"]),
        record("a01", "It is there."),
        edition=CLAUSES,
        benchmark="cuad",
        marks=(Mark.PARTIAL,),
    )
    text = render_row(right)
    assert text.startswith("acme--clauses on cuad 1  [partial]\n")
    assert "strict accuracy 0.500   published 0.500   (1 and 1 of 2 cases)" in text
    assert "    pass    pass    p01" in text
    assert "    fail    fail    a01" in text
