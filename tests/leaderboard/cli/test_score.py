"""`score` and `merge` on the committed benchmark."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from leaderboard.registry import load_registry
from tests.leaderboard.cli.conftest import Run
from tests.leaderboard.repositories import add_submission, echo_gold, make_root, only_defined


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LEADERBOARD_DATA", str(tmp_path / "data"))
    root = make_root(tmp_path / "repository")
    monkeypatch.chdir(root)
    return root


def swap_places(contract: str, gold: object) -> str:
    """Right words at a wrong place, and one entry that nobody can use."""
    assert isinstance(gold, dict)
    answer = json.loads(echo_gold(contract, gold))
    for entry in answer["unused_defined_terms"]:
        entry["location"] = "Section 99"
    answer["defined_terms"] += [5, {"term": []}]
    return json.dumps(answer)


def test_a_card_is_printed_for_people(run: Run, root: Path) -> None:
    add_submission(root, "acme--definitions", only_defined, records={})
    ended = run("score")
    assert ended.code == 0
    assert ended.out.startswith("acme--definitions on openscrub ")
    assert "macro recall 0.111" in ended.out
    assert "Undefined Capitalized Terms" in ended.out
    assert "contract-scrubbing|scoring:1.0|gold:sha256:" in ended.out
    assert ended.err == "1 submission, 1 score card.\n"


def test_explain_lists_every_entry_and_says_what_a_near_miss_lacked(run: Run, root: Path) -> None:
    add_submission(root, "acme--swapped", swap_places)
    ended = run("score", "--explain", "submissions/acme--swapped")
    lines = ended.out.splitlines()
    assert any(line.startswith("    found     term: ") for line in lines)
    assert any(line.startswith("    missed    term: ") for line in lines)
    assert any("near miss, only the place differs; gold: term: " in line for line in lines)
    assert any("near miss, only the place differs; answered: term: " in line for line in lines)
    assert any(line == "    false     (no usable field)" for line in lines)


def test_costs_are_shown_where_they_are_stated(run: Run, root: Path) -> None:
    add_submission(
        root,
        "acme--priced",
        pricing={"currency": "USD", "input": 1, "output": 1, "as_of": "2026-10-01"},
        outputs={},
        records={},
    )
    path = root / "submissions" / "acme--priced" / "openscrub.json"
    value = json.loads(path.read_text())
    for output in value["outputs"]:
        output |= {
            "usage": {"input_tokens": 1000, "output_tokens": 0},
            "latency_s": 3,
            "cost_is_lower_bound": True,
        }
    path.write_text(json.dumps(value))
    cost = f"{len(value['outputs']) * 0.001:.4f}"
    assert f"cost at least ${cost}   median 3.0 s   p95 3.0 s per item" in run("score").out


def test_cards_as_json_go_to_standard_output_and_to_a_file(run: Run, root: Path) -> None:
    for name in ("one", "two"):
        add_submission(root, f"acme--{name}", only_defined)
    ended = run("score", "--format", "json", "--out", "all.json", "--jobs", "2")
    assert ended.out == (root / "all.json").read_text("utf-8")
    assert [card["id"] for card in json.loads(ended.out)["cards"]] == ["acme--one", "acme--two"]
    for index in ("1", "2"):
        assert run("score", "--shard", f"{index}/2", "--out", f"{index}.json").code == 0
    merged = run("merge", "2.json", "1.json")
    assert merged.out == ended.out
    assert merged.err == "2 score cards from 2 files.\n"
    assert run("merge", "2.json", "1.json", "--out", "merged.json").out == ""
    lines = run("merge", "2.json", "1.json", "--format", "text").out.splitlines()
    assert [line.split("  ")[0] for line in lines] == ["acme--one", "acme--two"]
    assert all(line.endswith("  0.111") for line in lines)
    assert (root / "merged.json").read_text("utf-8") == ended.out


def test_explained_json_holds_the_entries(run: Run, root: Path) -> None:
    add_submission(root, "acme--one", only_defined)
    value = json.loads(run("score", "--explain", "--format", "json").out)
    outcomes = {entry["outcome"] for entry in value["cards"][0]["entries"]}
    assert outcomes == {"found", "missed"}


def test_a_bad_submission_is_named_and_the_others_are_scored(run: Run, root: Path) -> None:
    add_submission(root, "acme--good")
    (add_submission(root, "acme--bad") / "openscrub.json").write_text("NaN")
    ended = run("score")
    assert ended.code == 1
    assert "acme--good on openscrub" in ended.out
    assert "acme--bad" not in ended.out
    assert "submissions/acme--bad/openscrub.json" in ended.err
    assert ended.err.endswith(
        "2 submissions, 1 score card, 1 not scored: mend the findings above.\n"
    )


def test_an_edition_that_is_not_here_is_said_with_the_command_that_brings_it(
    run: Run, root: Path
) -> None:
    folder = add_submission(root, "acme--clauses")
    (folder / "openscrub.json").unlink()
    items = load_registry(root).specs()["cuad"].editions["1"] or ()
    outputs = [
        {"item": item, "response": "None.", "finish_reason": "stop"} for item in sorted(items)
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
    ended = run("score")
    assert ended.code == 0
    assert "leaderboard data fetch cuad" in ended.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("score", "nowhere"), "there is no nowhere"),
        (("score", "--benchmark", "poems"), 'no benchmark "poems"'),
        (("score", "--shard", "5/2"), "--shard"),
        (("merge", "nowhere.json"), "nowhere.json"),
        (("merge", "mkdocs.yml"), "mkdocs.yml"),
    ],
)
def test_what_cannot_be_done_is_a_sentence_and_exit_2(
    run: Run, root: Path, arguments: tuple[str, ...], says: str
) -> None:
    assert root
    ended = run(*arguments)
    assert ended.code == 2
    assert says in ended.err
    assert "Traceback" not in ended.err
