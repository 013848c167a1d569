"""`data`: fetch, list and verify."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from leaderboard import registry
from leaderboard.registry import load_registry
from scoring.gold import GOLD_ROOT
from tests.leaderboard.cli.conftest import Run
from tests.leaderboard.repositories import make_root
from tests.leaderboard.sources.test_fetch import squad
from tests.leaderboard.sources.test_hub import write


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("LEADERBOARD_DATA", raising=False)
    root = make_root(tmp_path / "repository")
    monkeypatch.chdir(root)
    return root


def test_what_is_here_and_what_is_not_is_listed_with_the_way_to_it(run: Run, root: Path) -> None:
    assert root
    ended = run("data", "list")
    assert ended.code == 0
    assert "openscrub" in ended.out
    assert "fetch it with: leaderboard data fetch cuad\n" in ended.err
    editions = json.loads(run("data", "list", "--format", "json").out)["editions"]
    here = {item["benchmark"]: item["here"] for item in editions}
    assert here["openscrub"]
    assert not here["cuad"]


def test_the_official_gold_is_taken_from_a_folder(run: Run, root: Path) -> None:
    folder = root / "dataset"
    folder.mkdir()
    write(folder)
    ended = run("data", "fetch", "contractscrub", "--from", "dataset")
    assert ended.code == 0
    assert ended.out.startswith("contractscrub 1.0  2 items  sha256:")
    verified = run("data", "verify", "contractscrub")
    assert "not pinned" in verified.out


def test_a_suite_of_other_sizes_is_an_edition_of_its_own(run: Run, root: Path) -> None:
    squad(root)
    chosen = ("--from", "test.json", "--titles", "titles.json", "--present", "2", "--absent", "1")
    assert run("data", "fetch", "cuad", *chosen).out.startswith("cuad 1-p2-a1  3 items")
    assert "1-p2-a1" in run("data", "verify").out
    listed = run("data", "verify", "cuad", *chosen)
    assert listed.code == 0
    assert "present  Anti-Assignment  Full" in listed.out
    cases = json.loads(run("data", "verify", "cuad", *chosen, "--format", "json").out)["cases"]
    assert [set(case) for case in cases] == [{"id", "category", "title", "gold_present"}] * 3


def test_an_archive_that_gives_other_cases_is_not_verified(run: Run, root: Path) -> None:
    squad(root)
    ended = run("data", "verify", "cuad", "--from", "test.json", "--titles", "titles.json")
    assert ended.code == 1
    assert "pinned" in ended.err


def test_the_archive_gives_exactly_the_list(run: Run, root: Path, shared: Path) -> None:
    assert root
    ended = run(
        "data",
        "verify",
        "cuad",
        "--from",
        str(shared / "cuad" / "CUAD_v1.zip"),
        "--titles",
        str(shared / "cuad" / "test_titles.json"),
        "--format",
        "json",
    )
    assert ended.code == 0
    assert json.loads(ended.out) == {
        "cases": json.loads((shared / "cuad" / "cases.json").read_text("utf-8"))
    }


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("fetch", "poems"), "no benchmark"),
        (("fetch", "openscrub"), "nothing to fetch"),
        (("fetch", "contractscrub"), "--revision"),
        (("fetch", "contractscrub", "--revision", "main"), "full commit"),
        (("fetch", "contractscrub", "--present", "3"), "no clause benchmark"),
        (("verify", "--from", "x.zip"), "name of a benchmark"),
        (("verify", "openscrub", "--from", "x.zip"), "clause cases"),
    ],
)
def test_what_cannot_be_done_is_a_sentence_and_exit_2(
    run: Run, root: Path, arguments: tuple[str, ...], says: str
) -> None:
    assert root
    ended = run("data", *arguments)
    assert ended.code == 2
    assert says in ended.err


def test_a_source_that_is_not_what_it_should_be_is_exit_1(run: Run, root: Path) -> None:
    (root / "broken.zip").write_bytes(b"PK\x03\x04")
    for arguments in (
        ("cuad", "--from", "broken.zip"),
        ("contractscrub", "--from", "submissions"),
    ):
        ended = run("data", "fetch", *arguments)
        assert ended.code == 1
        assert ended.err.startswith("leaderboard: ")
    assert not (root / "data").exists()


@pytest.mark.parametrize("verb", ["fetch", "verify"])
def test_a_path_to_no_source_is_a_usage_error(run: Run, root: Path, verb: str) -> None:
    (root / "README.md").write_text("# Contracts\n", "utf-8")
    for path, says in (
        ("nowhere.zip", "No such file"),
        ("submissions", "is a folder"),
        ("/dev/zero", "no file"),
        ("README.md", "README.md holds no JSON and is no archive of CUAD"),
    ):
        ended = run("data", verb, "cuad", "--from", path)
        assert (ended.code, ended.out) == (2, "")
        assert says in ended.err
        assert "download it again" not in ended.err
    ended = run("data", "fetch", "contractscrub", "--from", "nowhere")
    assert ended.code == 2
    assert "nowhere is no folder" in ended.err


def test_what_was_fetched_is_told_to_programs_too(run: Run, root: Path) -> None:
    squad(root)
    chosen = ("--from", "test.json", "--titles", "titles.json", "--present", "2", "--absent", "1")
    fetched = json.loads(run("data", "fetch", "cuad", *chosen, "--format", "json").out)
    assert list(fetched) == ["benchmark", "version", "items", "digest", "place"]
    assert (fetched["benchmark"], fetched["version"], fetched["items"]) == ("cuad", "1-p2-a1", 3)
    assert fetched["digest"].startswith("sha256:")
    assert Path(fetched["place"]).is_dir()


def test_the_way_to_a_dataset_without_a_pinned_commit_can_be_gone(run: Run, root: Path) -> None:
    assert root
    for said in (run("data", "list").err, run("data", "verify", "contractscrub").err):
        assert "leaderboard data fetch contractscrub --from PATH (or --revision COMMIT;" in said


def test_that_the_layout_of_the_official_gold_may_change_is_said(run: Run, root: Path) -> None:
    assert root
    text = " ".join(run("data", "fetch", "--help").out.split())
    assert "scoring/gold/contractscrub/mapping.json, may have to be filled in" in text


def test_a_benchmark_that_is_not_here_is_not_verified(run: Run, root: Path) -> None:
    assert root
    ended = run("data", "verify", "cuad")
    assert (ended.code, ended.out) == (1, "")
    assert "nothing of cuad is here" in ended.err
    assert "leaderboard data fetch cuad" in ended.err
    ended = run("data", "verify", "cuad", "--format", "json")
    assert (ended.code, json.loads(ended.out)) == (1, {"editions": []})
    ended = run("data", "verify", "--format", "json")
    assert ended.code == 0
    assert json.loads(ended.out)["editions"]


def test_a_committed_benchmark_without_its_gold_is_restored_not_fetched(
    run: Run, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gold = root / "gold"
    (gold / "openscrub").mkdir(parents=True)
    about = (GOLD_ROOT / "openscrub" / "benchmark.json").read_bytes()
    (gold / "openscrub" / "benchmark.json").write_bytes(about)
    monkeypatch.setattr(registry, "load_registry", lambda root: load_registry(root, gold))
    assert "restore it with git" in run("data", "list").err
    ended = run("data", "verify")
    assert (ended.code, ended.out) == (0, "")
    assert "Nothing is here to verify" in ended.err
