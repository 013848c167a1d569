"""The maintainers' own runs: what they do to a row, and what they may not be."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from leaderboard import load_board
from leaderboard.checks import load_submission
from leaderboard.errors import BrokenRepositoryError
from leaderboard.models import OutputsFile
from leaderboard.records import Mark, Reproduced, Row, Trust
from leaderboard.registry import load_registry
from leaderboard.reproduction_text import reproduction_text
from leaderboard.reproductions import check_known, compare_run, load_runs
from leaderboard.results import row_value
from leaderboard.statistics.boards import Certainty
from leaderboard.statistics.intervals import Interval
from scoring.gold import ScrubEdition
from tests.leaderboard.repositories import (
    Answer,
    add_submission,
    echo_gold,
    make_root,
    only_defined,
    openscrub,
)
from tests.leaderboard.samples import write_json

ID = "acme--lexi-2"
ASKED: dict[str, Any] = {
    "prompt_sha256": load_registry(Path("/nowhere"))["openscrub"].prompt.sha256,
    "settings_asked": {"model": "acme/lexi-2", "api_base": "provider", "temperature": 0.0},
    "run": {"started": "2026-11-01T10:00:00Z", "finished": "2026-11-01T11:00:00Z"},
}
AGAIN = {"started": "2026-12-01T10:00:00Z", "finished": "2026-12-01T11:00:00Z"}


def half(item: str, gold: Mapping[str, Any]) -> str:
    """Every other gold entry of each category."""
    whole = json.loads(echo_gold(item, gold))
    return json.dumps({key: entries[::2] for key, entries in whole.items()})


def nearly_half(item: str, gold: Mapping[str, Any]) -> str:
    """The same but for one contract, of which it finds nothing."""
    return "{}" if item == openscrub()[1].items[0] else half(item, gold)


def outputs_of(answer: Answer, edition: ScrubEdition) -> list[dict[str, Any]]:
    return [
        {"item": item, "response": answer(item, edition.gold[item]), "finish_reason": "stop"}
        for item in edition.items
    ]


def reproduce(
    root: Path, answer: Answer, id_: str = ID, *, name: str = "openscrub", **change: Any
) -> Path:
    """Write the maintainers' run."""
    version, edition = openscrub()
    return write_json(
        root / "reproductions" / id_ / f"{name}.json",
        {
            "schema_version": 1,
            "benchmark": "openscrub",
            "benchmark_version": version,
            **ASKED,
            "run": AGAIN,
            "outputs": outputs_of(answer, edition),
            **change,
        },
    )


def runs_of(root: Path) -> dict[tuple[str, str], OutputsFile]:
    return load_runs(root, load_registry(root).specs())


def only_run(root: Path) -> OutputsFile:
    (run,) = runs_of(root).values()
    return run


def row_of(root: Path, id_: str = ID) -> Row:
    (found,) = load_board(root).rows_of(id_)
    return found


@pytest.fixture(scope="module")
def board_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository whose board is scored once."""
    root = make_root(tmp_path_factory.mktemp("r") / "repository")
    add_submission(root, ID, half, outputs=ASKED)
    return root


@pytest.fixture(scope="module")
def row(board_root: Path) -> Row:
    return row_of(board_root)


@pytest.fixture(scope="module")
def submitted(board_root: Path) -> OutputsFile:
    specs = load_registry(board_root).specs()
    accepted = load_submission(board_root / "submissions" / ID, specs).accepted
    assert accepted is not None
    return accepted.outputs["openscrub"]


def test_a_row_without_a_run_says_nothing(row: Row) -> None:
    assert row.trust is Trust.SCORED
    assert row.reproduction is None
    assert reproduction_text(row) is None
    assert row_value(row)["reproduction"] is None


@pytest.mark.slow
def test_a_run_within_the_interval_makes_a_row_reproduced(tmp_path: Path, row: Row) -> None:
    """Under a former id: an entry that is renamed keeps its reproduction."""
    root = make_root(tmp_path)
    add_submission(root, ID, half, outputs=ASKED, aliases=["acme--lexi-one"])
    reproduce(root, nearly_half, "acme--lexi-one")
    found = row_of(root)
    assert found.trust is Trust.REPRODUCED
    assert found.marks == ()
    assert found.reproduction is not None
    assert found.reproduction.outcome is Reproduced.HOLDS
    assert found.reproduction.interval is not None
    assert found.reproduction.value is not None
    low, high = found.reproduction.interval
    assert low < found.reproduction.value < high
    # The row's own number, rank and certainty are those of the submission's outputs alone.
    assert (found.card, found.rank, found.certainty) == (row.card, row.rank, row.certainty)
    text = reproduction_text(found)
    assert text is not None
    assert "(run ended on 2026-12-01)" in text
    assert ", within the published 95 % interval " in text
    assert "The submission's own run has 0.5" in text


@pytest.mark.slow
def test_a_run_outside_it_is_marked_and_takes_no_rank(tmp_path: Path) -> None:
    root = make_root(tmp_path)
    add_submission(root, ID, half, outputs=ASKED)
    reproduce(root, only_defined)
    found = row_of(root)
    assert found.trust is Trust.SCORED
    assert found.marks == (Mark.REPRODUCTION_DIFFERS,)
    assert found.rank is not None
    assert ", outside the published 95 % interval " in str(reproduction_text(found))
    value = row_value(found)
    assert value["reproduction"]["outcome"] == "differs"
    assert value["reproduction"]["date"].isoformat() == "2026-12-01"
    assert value["marks"] == ["reproduction differs"]


@pytest.mark.parametrize(
    ("ends", "outcome"),
    [
        ((0, 0), Reproduced.HOLDS),
        ((-1, 0), Reproduced.HOLDS),
        ((0, 1), Reproduced.HOLDS),
        ((-2, -1), Reproduced.DIFFERS),
        ((1, 2), Reproduced.DIFFERS),
    ],
)
def test_the_ends_of_the_interval_are_within(
    tmp_path: Path, row: Row, submitted: OutputsFile, ends: tuple[int, int], outcome: Reproduced
) -> None:
    """The interval's ends stand so many thousandths beside the run's own value, 1."""
    reproduce(tmp_path, echo_gold)
    interval = Interval(*(1 + end / 1024 for end in ends))
    shown = replace(row, certainty=Certainty({"macro_recall": interval}))
    told = compare_run(shown, submitted, only_run(tmp_path), openscrub()[1])
    assert told.value == 1
    assert told.outcome is outcome


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"prompt_sha256": "cd" * 32}, "another prompt"),
        ({"prompt_sha256": None}, "another prompt"),
        ({"settings_asked": {**ASKED["settings_asked"], "temperature": 1.0}}, "other settings"),
        ({"settings_asked": {**ASKED["settings_asked"], "model": "acme/lexi-3"}}, "another model"),
        ({"settings_asked": None}, "another model"),
        ({"run": ASKED["run"]}, "no run of its own"),
        ({"run": None}, "no run of its own"),
    ],
)
def test_a_run_that_asked_something_else_is_not_compared(
    tmp_path: Path, row: Row, submitted: OutputsFile, change: dict[str, Any], words: str
) -> None:
    reproduce(tmp_path, half, **change)
    told = compare_run(row, submitted, only_run(tmp_path), openscrub()[1])
    assert told.outcome is Reproduced.UNTOLD
    assert words in str(told.obstacle)
    text = str(reproduction_text(replace(row, reproduction=told)))
    assert "not comparable with the row, because " in text


def test_another_server_is_no_other_model(tmp_path: Path, row: Row, submitted: OutputsFile) -> None:
    reproduce(tmp_path, half, settings_asked={**ASKED["settings_asked"], "api_base": "own"})
    told = compare_run(row, submitted, only_run(tmp_path), openscrub()[1])
    assert told.outcome is Reproduced.HOLDS


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"prompt_sha256": None}, "does not say what was asked"),
        ({"settings_asked": None}, "under which name"),
        ({"settings_asked": {"temperature": 0.0}}, "under which name"),
        ({"benchmark_version": "0.1"}, "another edition"),
    ],
)
def test_a_submission_that_does_not_say_what_it_asked_is_not_compared(
    tmp_path: Path, row: Row, submitted: OutputsFile, change: dict[str, Any], words: str
) -> None:
    reproduce(tmp_path, half, **{k: v for k, v in change.items() if k != "benchmark_version"})
    said = submitted.model_copy(update=change)
    told = compare_run(row, said, only_run(tmp_path), openscrub()[1])
    assert words in str(told.obstacle)


def test_a_run_with_answers_missing_is_not_compared(
    tmp_path: Path, row: Row, submitted: OutputsFile
) -> None:
    _, edition = openscrub()
    outputs = outputs_of(half, edition)
    outputs[0] = {"item": edition.items[0], "response": None, "finish_reason": "timeout"}
    reproduce(tmp_path, half, outputs=outputs)
    told = compare_run(row, submitted, only_run(tmp_path), edition)
    assert told.value is not None
    assert f"only {len(outputs) - 1} of its {len(outputs)} answers count" == told.obstacle
    assert "macro recall 0." in str(reproduction_text(replace(row, reproduction=told)))


def test_a_row_without_gold_or_interval_has_nothing_to_hold(
    tmp_path: Path, row: Row, submitted: OutputsFile
) -> None:
    reproduce(tmp_path, half)
    run = only_run(tmp_path)
    unscored = replace(row, card=None, certainty=None)
    assert "gold is not at hand" in str(compare_run(unscored, submitted, run, None).obstacle)
    unsure = replace(row, certainty=None)
    told = compare_run(unsure, submitted, run, openscrub()[1])
    assert told.obstacle == "the row has no interval"


def test_a_run_of_no_submission_is_refused(tmp_path: Path) -> None:
    reproduce(tmp_path, half, "acme--nobody")
    with pytest.raises(BrokenRepositoryError, match="run of no submission"):
        check_known(runs_of(tmp_path), {ID})


@pytest.mark.slow
def test_the_run_of_a_submission_that_is_left_off_breaks_nothing(tmp_path: Path) -> None:
    root = make_root(tmp_path)
    (add_submission(root, ID, half, outputs=ASKED) / "stray.txt").touch()
    reproduce(root, half)
    board = load_board(root)
    assert board.rows_of(ID) == ()
    assert [finding.code for finding in board.findings] == ["unexpected_file"]


def broken_json(root: Path) -> None:
    reproduce(root, half).write_text("{", "utf-8")


def claimed(root: Path) -> None:
    reproduce(root, half, score=1.0)


def missing(root: Path) -> None:
    path = reproduce(root, half)
    value = json.loads(path.read_text("utf-8"))
    write_json(path, {**value, "outputs": value["outputs"][1:]})


def unknown_benchmark(root: Path) -> None:
    reproduce(root, half, name="nonsense")


def with_a_name(root: Path) -> None:
    reproduce(root, half, name="submission")


def stray(root: Path) -> None:
    (reproduce(root, half).parent / "notes.txt").touch()


def link(root: Path) -> None:
    path = reproduce(root, half)
    path.rename(root / "elsewhere.json")
    path.symlink_to(root / "elsewhere.json")


def file_for_folder(root: Path) -> None:
    (root / "reproductions").mkdir()
    (root / "reproductions" / ID).touch()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (broken_json, "invalid_json"),
        (claimed, "claimed_score"),
        (missing, "missing_item"),
        (unknown_benchmark, "unknown_benchmark"),
        (with_a_name, "unknown_benchmark"),
        (stray, "unexpected_file"),
        (link, "not_a_regular_file"),
        (file_for_folder, "unreadable_file"),
    ],
)
def test_a_file_that_is_not_of_the_form_breaks_the_build(
    tmp_path: Path, change: Any, code: str
) -> None:
    change(tmp_path)
    with pytest.raises(BrokenRepositoryError, match=rf"reproductions/{ID}.*\[{code}\]"):
        runs_of(tmp_path)


def test_a_run_that_lies_in_no_folder_is_told_where_it_belongs(tmp_path: Path) -> None:
    root = make_root(tmp_path / "repository")
    write_json(root / "reproductions" / "x.json", {})
    with pytest.raises(
        BrokenRepositoryError, match=r"x\.json is no folder .*<id>/<benchmark>\.json"
    ):
        runs_of(root)


def test_a_note_beside_the_runs_is_no_run(tmp_path: Path) -> None:
    assert runs_of(tmp_path) == {}
    (tmp_path / "reproductions").mkdir()
    (tmp_path / "reproductions" / "README.md").write_text("Runs.", "utf-8")
    assert runs_of(tmp_path) == {}
