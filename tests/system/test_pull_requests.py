"""Pull requests from forks, as the check's workflow judges them: real clones, real pushes."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from tests.leaderboard.gits import run_git
from tests.leaderboard.repositories import add_submission, echo_gold, only_defined
from tests.system.sites import copy_repository, run
from tests.system.test_docs import fork_of_the_repository

pytestmark = pytest.mark.slow

SECONDS: Final = 5.0
"""That a refusal may take; many times as long on a machine that does other work."""
BUSY: Final = 12


@dataclass
class Host:
    """A host with main and pull requests, the trusted clone, and a fork to push from.

    Attributes:
        upstream: the bare repository.
        trusted: the clone whose code judges.
        fork: the attacker's clone.
        index: what main published.
    """

    upstream: Path
    trusted: Path
    fork: Path
    index: Path
    pulls: int = 0

    def pull(self, change: Callable[[Path], None]) -> str:
        """Let somebody change the fork, push it as a pull request, fetch it; gives its head."""
        self.pulls += 1
        ref = f"refs/pull/{self.pulls}/head"
        run_git(self.fork, "switch", "-q", "-c", f"change-{self.pulls}", "origin/main")
        change(self.fork)
        run_git(self.fork, "add", "-A")
        run_git(self.fork, "commit", "-q", "--allow-empty", "-m", "$(touch pwned) `id` ::error::x")
        run_git(self.fork, "push", "-q", "origin", f"HEAD:{ref}")
        run_git(
            self.trusted, "fetch", "-q", "--no-tags", "--no-recurse-submodules", "origin",
            f"+{ref}:refs/judged/head",
        )  # fmt: skip
        run_git(self.fork, "clean", "-qxfd")
        return run_git(self.trusted, "rev-parse", "refs/judged/head")

    def review(self, head: str, author: str = "ada") -> subprocess.CompletedProcess[str]:
        """The line that the workflow runs."""
        return run(
            self.trusted,
            *("review", "--base", "origin/main", "--head", head, "--author", author),
            *("--index", str(self.index)),
            *("--out-json", str(self.index.parent / "report.json")),
            *("--out-markdown", str(self.index.parent / "review.md")),
            *("--format", "github"),
        )


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Host:
    folder = tmp_path_factory.mktemp("host")
    source = fork_of_the_repository(folder / "source")
    add_submission(source, "acme--reader-1", only_defined)
    bob = [{"name": "Bob", "github": "bob"}]
    add_submission(source, "bolt--reader", all_but_defined, submitters=bob)
    run_git(source, "add", "-A")
    run_git(source, "commit", "-q", "-m", "Two entries")
    upstream, trusted, fork = folder / "upstream.git", folder / "trusted", folder / "fork"
    run_git(folder, "clone", "-q", "--bare", str(source), str(upstream))
    for clone in (trusted, fork):
        run_git(folder, "clone", "-q", str(upstream), str(clone))
    (folder / "out").mkdir()
    index = folder / "out" / "board-index.jsonl"
    made = run(trusted, "index", "--rev", "origin/main", "--out", str(index))
    assert made.returncode == 0, made.stderr
    return Host(upstream, trusted, fork, index)


def all_but_defined(item: str, gold: Mapping[str, Any]) -> str:
    """What Bob's system answers."""
    found = json.loads(echo_gold(item, gold))
    return json.dumps({**found, "defined_terms": []})


def untouched(host: Host) -> tuple[str, str, list[str]]:
    """What the trusted clone is: its commit, what differs from it, and what lies beside it."""
    beside = sorted(path.name for path in host.trusted.parent.iterdir())
    status = run_git(host.trusted, "status", "--porcelain", "--ignored=no")
    return run_git(host.trusted, "rev-parse", "HEAD"), status, beside


def new_entry(fork: Path) -> None:
    add_submission(fork, "acme--reader-2", only_defined, name="Reader Two")


def test_an_honest_pull_request_is_accepted_with_score_and_rank(host: Host) -> None:
    before = untouched(host)
    ended = host.review(host.pull(new_entry))
    assert ended.returncode == 0, ended.stderr
    report = json.loads((host.index.parent / "report.json").read_text("utf-8"))
    # Definitions alone, the same as Ada's other entry: equal, and by the same submitter no copy.
    assert (report["verdict"], report["kind"]) == ("accept", "new")
    (board,) = report["boards"]
    assert board["rank_after"]["shared"]
    assert "were not in the index" not in ended.stderr
    assert untouched(host) == before
    shown = run(host.trusted, "review", "--render", str(host.index.parent / "report.json"))
    assert shown.stdout == (host.index.parent / "review.md").read_text("utf-8")


def test_code_alone_passes_and_nothing_of_it_runs(host: Host) -> None:
    def change(fork: Path) -> None:
        (fork / "leaderboard" / "review" / "__init__.py").write_text(
            "from pathlib import Path\nPath('pwned').touch()\nraise SystemExit(0)\n", "utf-8"
        )
        (fork / "sitecustomize.py").write_text("open('pwned', 'w')\n", "utf-8")

    ended = host.review(host.pull(change), "stranger")
    assert ended.returncode == 0
    assert ended.stdout.startswith("::warning title=code::no submission is changed")
    assert not (host.trusted / "pwned").exists()


@pytest.mark.parametrize(
    ("answer", "kinds"),
    [
        (echo_gold, {"perfect_score", "gold_copy"}),
        (all_but_defined, {"near_duplicate", "same_responses"}),
    ],
    ids=["gold", "another's"],
)
def test_what_was_copied_is_flagged_for_a_maintainer(
    host: Host, answer: Callable[[str, Mapping[str, Any]], str], kinds: set[str]
) -> None:
    def change(fork: Path) -> None:
        add_submission(fork, "acme--reader-3", answer)

    ended = host.review(host.pull(change))
    assert ended.returncode == 0
    lines = ended.stdout.splitlines()
    assert {line.partition("title=")[2].partition("::")[0] for line in lines} == kinds


def with_workflow(fork: Path) -> None:
    new_entry(fork)
    workflow = fork / ".github" / "workflows" / "validate.yml"
    workflow.parent.mkdir(parents=True, exist_ok=True)
    workflow.write_text("on: pull_request_target\n", "utf-8")


def with_filters(fork: Path) -> None:
    new_entry(fork)
    (fork / ".gitattributes").write_text("* filter=evil diff=evil\n", "utf-8")
    (fork / ".git" / "info" / "exclude").write_text("", "utf-8")


def with_link(fork: Path) -> None:
    new_entry(fork)
    outputs = fork / "submissions" / "acme--reader-2" / "openscrub.json"
    outputs.unlink()
    outputs.symlink_to("../../../../../../etc/passwd")


def with_link_for_a_folder(fork: Path) -> None:
    (fork / "submissions" / "acme--reader-2").symlink_to("../scoring")


def with_mark(fork: Path) -> None:
    new_entry(fork)
    (fork / "submissions" / "acme--reader-2" / "openscrub.json").chmod(0o755)


def with_odd_names(fork: Path) -> None:
    new_entry(fork)
    for name in ("$(touch pwned).json", "-rf", "a\nb.json", "..\\x", "CON", "dot."):
        (fork / "submissions" / "acme--reader-2" / name).write_text("{}", "utf-8")


def with_module(fork: Path) -> None:
    new_entry(fork)
    commit = run_git(fork, "rev-parse", "HEAD")
    run_git(fork, "update-index", "--add", "--cacheinfo", f"160000,{commit},submissions/acme--sub")
    (fork / "submissions" / "acme--sub").mkdir()
    (fork / ".gitmodules").write_text(
        '[submodule "s"]\n\tpath = submissions/acme--sub\n\turl = ext::sh -c touch% pwned\n',
        "utf-8",
    )


def with_takeover(fork: Path) -> None:
    path = fork / "submissions" / "bolt--reader" / "submission.json"
    about = json.loads(path.read_text("utf-8"))
    about["submitters"].append({"name": "Ada", "github": "ada"})
    path.write_text(json.dumps(about), "utf-8")


def with_deletion(fork: Path) -> None:
    for path in (fork / "submissions" / "bolt--reader").iterdir():
        path.unlink()


def with_theft(fork: Path) -> None:
    """Another's folder under one's own name: git would guess a rename."""
    old, new = (fork / "submissions" / name for name in ("bolt--reader", "acme--stolen"))
    old.rename(new)
    about = json.loads((new / "submission.json").read_text("utf-8"))
    about |= {"submitters": [{"name": "Ada", "github": "ada"}], "aliases": ["bolt--reader"]}
    (new / "submission.json").write_text(json.dumps(about), "utf-8")


def with_gold(fork: Path) -> None:
    new_entry(fork)
    path = next((fork / "scoring" / "gold" / "openscrub" / "1.0" / "gold").glob("*.json"))
    path.write_text("{}", "utf-8")


def with_deep_json(fork: Path) -> None:
    new_entry(fork)
    path = fork / "submissions" / "acme--reader-2" / "submission.json"
    path.write_text('{"a":' * 200_000, "utf-8")


HOSTILE: Final = {
    "workflow": (with_workflow, "beside_data"),
    "filters": (with_filters, "beside_data"),
    "link": (with_link, "not_a_regular_file"),
    "link for a folder": (with_link_for_a_folder, "not_a_folder"),
    "executable": (with_mark, "executable_file"),
    "odd names": (with_odd_names, "unexpected_file"),
    "submodule": (with_module, "beside_data"),
    "takeover": (with_takeover, "not_the_owner"),
    "deletion": (with_deletion, "deleted_file"),
    "theft": (with_theft, "not_the_owner"),
    "gold": (with_gold, "beside_data"),
    "deep JSON": (with_deep_json, "too_deep"),
}


@pytest.mark.parametrize(("change", "code"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_fork_is_refused_and_changes_nothing(
    host: Host, change: Callable[[Path], None], code: str
) -> None:
    before = untouched(host)
    head = host.pull(change)
    start = time.monotonic()
    ended = host.review(head)
    assert time.monotonic() - start < SECONDS * BUSY
    assert ended.returncode == 1
    assert f"title={code}::" in ended.stdout
    assert "Traceback" not in ended.stdout + ended.stderr
    commands = [line for line in ended.stdout.splitlines() if line.startswith("::")]
    assert len(commands) == len(ended.stdout.splitlines())
    assert untouched(host) == before
    assert not list(host.trusted.parent.rglob("pwned"))


def test_a_report_of_the_check_is_all_that_a_comment_needs(host: Host, tmp_path: Path) -> None:
    host.review(host.pull(with_odd_names))
    report = tmp_path / "report.json"
    report.write_bytes((host.index.parent / "report.json").read_bytes())
    shown = run(copy_repository(tmp_path / "other"), "review", "--render", str(report))
    assert shown.returncode == 0
    assert "touch" in shown.stdout
    assert "$(" not in shown.stdout
    assert os.linesep + "a\nb" not in shown.stdout
