"""`leaderboard review` and `leaderboard index`: options, files, exit codes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from leaderboard.review import FIXED_TEXT, reviewing, scorer
from tests.leaderboard.cli.conftest import Ended, Run
from tests.leaderboard.gits import Hosted
from tests.leaderboard.review.conftest import Check, make_check
from tests.leaderboard.review.sample import NEW, STANDING, meta_of, submission


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Check:
    return make_check(tmp_path_factory.mktemp("cli"))


@dataclass(frozen=True)
class Reviewing:
    """The command on the small board."""

    run: Run
    hosted: Hosted

    def __call__(self, head: str, *arguments: str, author: str = "ada") -> Ended:
        options = ("--base", "origin/main", "--head", head, "--author", author)
        return self.run("--root", str(self.hosted.clone), "review", *options, *arguments)


@pytest.fixture
def review(board: Check, run: Run, monkeypatch: pytest.MonkeyPatch) -> Reviewing:
    monkeypatch.setattr(reviewing, "load_scorer", lambda _: board.scorer)
    monkeypatch.setattr(scorer, "load_scorer", lambda _: board.scorer)
    return Reviewing(run, board.hosted)


def tree_of(folder: Path) -> set[Path]:
    return {path for path in folder.rglob("*") if ".git" not in path.parts}


def test_an_accepted_one_ends_with_0_and_writes_both_files(
    review: Reviewing, tmp_path: Path
) -> None:
    before = tree_of(review.hosted.clone)
    head = review.hosted.pull(submission(NEW))
    out, comment = tmp_path / "report.json", tmp_path / "comment.md"
    ended = review(head, "--out-json", str(out), "--out-markdown", str(comment))
    assert ended.code == 0
    assert ended.out.startswith(f"verdict: accept ({NEW})\n")
    assert ended.err == "accept: 0 findings, 0 for a maintainer.\n"
    assert json.loads(out.read_text("utf-8"))["head"] == head
    assert comment.read_text("utf-8").startswith("### Check of this pull request: accept\n")
    assert tree_of(review.hosted.clone) == before
    again = review.run("review", "--render", str(out), "--head", head)
    assert (again.code, again.out) == (0, comment.read_text("utf-8"))


def test_a_refused_one_ends_with_1_and_writes_both_files(review: Reviewing, tmp_path: Path) -> None:
    head = review.hosted.pull({**submission(NEW), "setup.py": "x"})
    out, comment = tmp_path / "report.json", tmp_path / "comment.md"
    ended = review(head, "--out-json", str(out), "--out-markdown", str(comment))
    assert ended.code == 1
    assert '"setup.py" is changed beside a submission [beside_data]' in ended.out
    assert ended.err == "refuse: 1 finding, 0 for a maintainer.\n"
    assert json.loads(out.read_text("utf-8"))["verdict"] == "refuse"
    assert "beside" in comment.read_text("utf-8")


def test_code_alone_passes_and_is_for_a_maintainer(review: Reviewing) -> None:
    ended = review(review.hosted.pull({"setup.py": "x"}), author="someone-else")
    assert ended.code == 0
    assert ended.out.startswith("verdict: needs a maintainer\n")


@pytest.mark.parametrize("style", ["text", "json", "markdown", "github"])
def test_every_format_tells_the_finding(review: Reviewing, style: str) -> None:
    about = meta_of("##[error]x")
    ended = review(
        review.hosted.pull(submission(NEW, about=about)), "--format", style, author="eve"
    )
    assert ended.code == 1
    assert "not" in ended.out
    if style == "json":
        assert [one["code"] for one in json.loads(ended.out)["findings"]] == ["not_the_owner"]
    if style == "github":
        file = f"submissions/{NEW}/submission.json"
        assert ended.out.startswith(f"::error file={file},title=not_the_owner::/submitters: ")


def test_nothing_of_a_pull_request_is_a_command_of_the_runner(review: Reviewing) -> None:
    head = review.hosted.pull(submission(NEW, extra={"##[error]a\n::error::b": "x"}))
    for style in ("text", "github"):
        ended = review(head, "--format", style)
        assert ended.code == 1
        assert "##[" not in ended.out
        assert not any(line.lstrip().startswith("::error::") for line in ended.out.splitlines())


def test_alarms_are_warnings_of_the_runner(review: Reviewing) -> None:
    ended = review(review.hosted.pull({"x": "y"}), "--format", "github")
    assert ended.out.startswith("::warning title=code::no submission is changed")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--base", "main"),
        ("--base", "main", "--head", "main"),
        ("--base", "main", "--head", "--output=evil", "--author", "ada"),
        ("--base", "main", "--head", "$(id)", "--author", "ada"),
        ("--base", "nowhere", "--head", "main", "--author", "ada"),
        ("--base", "main", "--head", "main", "--author", 'a"; id; "'),
    ],
)
def test_what_cannot_be_asked_ends_with_2(
    review: Reviewing, arguments: tuple[str, ...], tmp_path: Path
) -> None:
    out = tmp_path / "report.json"
    ended = review.run(
        "--root", str(review.hosted.clone), "review", *arguments, "--out-json", str(out)
    )
    assert ended.code == 2
    assert ended.err.startswith(("leaderboard: ", "Usage: "))
    assert ended.out == ""
    assert not out.exists()


def test_an_index_is_written_and_read(review: Reviewing, tmp_path: Path) -> None:
    root = ("--root", str(review.hosted.clone))
    file = tmp_path / "board-index.jsonl"
    ended = review.run(*root, "index", "--rev", "origin/main", "--out", str(file))
    assert (ended.code, ended.out) == (0, "")
    assert ended.err.startswith("2 submissions of ")
    printed = review.run(*root, "index", "--rev", "origin/main", "--index", str(file))
    assert printed.out == file.read_text("utf-8")
    listed = review.run(*root, "index", "--index", str(file), "--format", "text").out
    assert f"{STANDING}  openscrub 1.0\n" in listed
    head = review.hosted.pull(submission(NEW))
    ended = review(head, "--index", str(file))
    assert (ended.code, ended.err) == (0, "accept: 0 findings, 0 for a maintainer.\n")


def test_what_the_index_lacks_is_said(review: Reviewing, board: Check, tmp_path: Path) -> None:
    from leaderboard.review.index import code_digest, render_index

    head = review.hosted.pull(submission(NEW))
    file = tmp_path / "board-index.jsonl"
    text = render_index([], board.index.programs.values())
    file.write_text(text, "utf-8")
    assert "2 submissions were not in the index" in review(head, "--index", str(file)).err
    file.write_text(text.replace(code_digest(), "sha256:" + "0" * 64), "utf-8")
    assert "The index was made by other code" in review(head, "--index", str(file)).err


def test_a_damaged_index_ends_with_4(review: Reviewing, tmp_path: Path) -> None:
    file = tmp_path / "board-index.jsonl"
    file.write_text("{}\n", "utf-8")
    ended = review("origin/main", "--index", str(file))
    assert (ended.code, ended.out) == (4, "")
    assert "is no index of this program" in ended.err


def test_the_fixed_text_needs_nothing(run: Run) -> None:
    ended = run("review", "--fixed-text")
    assert (ended.code, ended.out) == (0, FIXED_TEXT)


def test_the_report_of_another_commit_is_not_shown(review: Reviewing, tmp_path: Path) -> None:
    out = tmp_path / "report.json"
    review(review.hosted.pull({"x": "y"}), "--out-json", str(out))
    ended = review.run("review", "--render", str(out), "--head", "0" * 40)
    assert (ended.code, ended.out) == (1, "")
    assert "the report is of the commit" in ended.err


@pytest.mark.parametrize("content", ["", "{}", "[" * 9_000, '{"verdict": "<script>"}'])
def test_a_forged_report_is_not_shown(run: Run, tmp_path: Path, content: Any) -> None:
    out = tmp_path / "report.json"
    out.write_text(content, "utf-8")
    ended = run("review", "--render", str(out))
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("leaderboard: the report ")
    assert run("review", "--render", str(tmp_path / "none")).code == 2
