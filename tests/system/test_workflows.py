"""The workflows' own shell, run on real git repositories: honest pull requests and hostile ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from leaderboard.hosting.artifact import MOST_REPORT
from leaderboard.review import parse_report
from tests.leaderboard.cli.test_reproduce import ASKED, answers
from tests.leaderboard.gits import run_git
from tests.leaderboard.hosting.server import Hub, archive, serve
from tests.leaderboard.hosting.test_commenting import event as run_event
from tests.leaderboard.hosting.test_commenting import leave, pull
from tests.leaderboard.repositories import add_submission, echo_gold
from tests.leaderboard.runner.server import ModelServer
from tests.workflows.actions import Event, Ran
from tests.workflows.origin import STANDING, Change, Origin, half

pytestmark = pytest.mark.slow
NEW = "acme--lexi-2"


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Origin:
    return Origin.make(tmp_path_factory.mktemp("hosting"))


@pytest.fixture
def jobs(tmp_path: Path) -> Path:
    return tmp_path / "jobs"


@pytest.fixture(autouse=True)
def _nothing_ran(tmp_path: Path) -> Iterator[None]:
    """Nothing of a head runs: whatever would, leaves a file of this name."""
    yield
    assert [path for path in tmp_path.rglob("pwned*") if path.is_file()] == []


def submits(id_: str, login: str = "ada", **change: Any) -> Change:
    """Add or replace a submission."""

    def change_tree(root: Path) -> None:
        change.setdefault("answer", half)
        add_submission(root, id_, submitters=Origin.submitters(login), **change)

    return change_tree


def writes(path: str, text: str = "x\n") -> Change:
    """Write a file."""

    def change_tree(root: Path) -> None:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")

    return change_tree


def both(*changes: Change) -> Change:
    """Several changes at once."""

    def change_tree(root: Path) -> None:
        for change in changes:
            change(root)

    return change_tree


def report(ran: Ran) -> Any:
    return parse_report((ran.artifacts / "review" / "report.json").read_bytes())


def leaderboard(origin: Origin, *arguments: str) -> None:
    """Run a command in the clone, with the clone's own code."""
    subprocess.run(
        [sys.executable, "-m", "leaderboard", *arguments],
        cwd=origin.work,
        env={**os.environ, "PYTHONPATH": str(origin.work)},
        check=True,
        capture_output=True,
        timeout=600,
    )


def judged(origin: Origin, jobs: Path, event: Event) -> Ran:
    return origin.hosted(jobs).run("validate", event)


def test_an_honest_pull_request_passes_and_is_reported(origin: Origin, jobs: Path) -> None:
    behind = both(submits("zeta--other", "zoe", answer=echo_gold), writes("docs/new.md"))
    event = origin.pull_request(submits(NEW), behind=behind)
    ran = judged(origin, jobs, event)
    job = ran.jobs["validate"]
    assert job.result == "success", job.log
    told = report(ran)
    assert (told.kind, told.id, told.author) == ("new", NEW, "ada")
    assert told.head == event.payload["pull_request"]["head"]["sha"]
    # Main has moved on since: what is judged against is main as it is, not what GitHub names.
    assert told.base == run_git(origin.work, "rev-parse", "main")
    assert told.base != event.payload["pull_request"]["base"]["sha"]
    assert "acme" in job.summary
    assert "CUAD could not be fetched" in job.log
    assert "no index of main is published" in job.log
    # The head is in the object store and nowhere else.
    assert job.workspace is not None
    assert not list(job.workspace.rglob(NEW))
    assert (ran.artifacts / "review" / "report.json").stat().st_size < MOST_REPORT


def test_the_index_that_main_published_is_used_and_checked(origin: Origin, jobs: Path) -> None:
    published = origin.folder / "published" / "board-index.jsonl"
    published.parent.mkdir()
    leaderboard(origin, "index", "--out", str(published))
    event = origin.pull_request(submits(NEW))
    ran = judged(origin, jobs / "indexed", event)
    assert ran.jobs["validate"].result == "success", ran.log
    assert "no index of main" not in ran.log
    text = published.read_text("utf-8")
    published.write_text(text.replace("acme", "acne"), "utf-8")
    ran = judged(origin, jobs / "forged", event)
    published.unlink()
    assert ran.jobs["validate"].result == "failure"
    assert not (ran.artifacts / "review").exists()


def test_a_pull_request_of_code_alone_passes_the_required_check(origin: Origin, jobs: Path) -> None:
    event = origin.pull_request(writes("leaderboard/extra.py", "x = 1\n"), "eve")
    ran = judged(origin, jobs, event)
    assert ran.passes("validate"), ran.log
    assert report(ran).kind == "no submission"


def test_the_same_check_works_in_a_merge_queue(origin: Origin, jobs: Path) -> None:
    event = origin.queue(origin.pull_request(submits(NEW)))
    ran = judged(origin, jobs, event)
    assert ran.jobs["validate"].result == "success", ran.log
    assert (report(ran).id, report(ran).author) == (NEW, "ada")
    # Whoever else would have opened it may not change the entry of another.
    stolen = origin.queue(origin.pull_request(submits(STANDING, "eve", notes="Mine."), "eve"))
    ran = judged(origin, jobs / "stolen", stolen)
    assert ran.jobs["validate"].result == "failure"


def odd_files(root: Path) -> None:
    submits(NEW)(root)
    folder = root / "submissions" / NEW
    (folder / "submission.json").chmod(0o755)
    (folder / "openscrub.json").unlink()
    (folder / "openscrub.json").symlink_to("/etc/passwd")
    for name in ("$(touch pwned).json", "a\nb.json", "-rf", "`touch pwned`", "con.json", "x\\y"):
        (folder / name).write_text("{}", "utf-8")


RUNS = "import pathlib\npathlib.Path.home().joinpath('pwned').touch()\n"
WHAT_RUNS = {
    "leaderboard/registry.py": RUNS,
    "scoring/__init__.py": RUNS,
    "sitecustomize.py": RUNS,
    "conftest.py": RUNS,
    ".github/workflows/validate.yml": "on: pull_request_target\n",
    "Makefile": ".venv/.ready:\n\ttouch $(HOME)/pwned pwned\n",
    ".gitmodules": '[submodule "x"]\n\tpath = x\n\turl = ext::touch pwned\n',
    ".gitattributes": "* filter=x\n",
}
HOSTILE: dict[str, tuple[Change, str]] = {
    "another's entry": (submits(STANDING, "eve", notes="Mine."), "eve"),
    "what would run, beside data": (
        both(submits(NEW), *(writes(path, text) for path, text in WHAT_RUNS.items())),
        "ada",
    ),
    "a reproduction beside data": (
        both(submits(NEW), writes(f"reproductions/{NEW}/openscrub.json", "{}")),
        "ada",
    ),
    "odd files": (odd_files, "ada"),
    "a name that is markup": (submits(NEW, name="<img src=x onerror=alert(1)>"), "ada"),
}


@pytest.mark.parametrize("attack", HOSTILE)
def test_a_hostile_pull_request_is_refused_and_nothing_of_it_runs(
    attack: str, origin: Origin, jobs: Path
) -> None:
    change, author = HOSTILE[attack]
    event = origin.pull_request(change, author)
    ran = judged(origin, jobs, event)
    job = ran.jobs["validate"]
    told = report(ran)
    assert "Traceback" not in job.log
    assert job.workspace is not None
    assert run_git(job.workspace / "trusted", "status", "--porcelain", "-uno") == ""
    assert "<img" not in job.summary
    if attack == "a name that is markup":
        return  # harmless, once it is escaped
    assert job.result == "failure", job.log
    assert told.verdict == "refuse"
    assert "::error" in job.log


def test_a_head_that_is_gone_is_left_to_the_next_run(origin: Origin, jobs: Path) -> None:
    event = origin.pull_request(submits(NEW))
    pull = {**event.payload["pull_request"], "head": {"sha": "0" * 40, "ref": "x"}}
    moved = Event(event.name, event.ref, event.sha, {**event.payload, "pull_request": pull})
    ran = judged(origin, jobs, moved)
    assert ran.jobs["validate"].result == "failure"
    assert "the head has moved on" in ran.log
    assert not (ran.artifacts / "review").exists()


def moves_code(root: Path) -> None:
    """What git takes for renamed is taken away somewhere."""
    (root / "mkdocs.yml").rename(root / "submissions" / "mkdocs.yml")


def test_data_alone_skips_the_tests_and_code_does_not(origin: Origin, jobs: Path) -> None:
    hosted = origin.hosted(jobs)
    data = hosted.run("test", origin.pull_request(submits(NEW)))
    assert (data.jobs["test"].result, data.passes("test")) == ("skipped", True)
    code = hosted.run("test", origin.pull_request(writes("leaderboard/extra.py", "x = 1\n")))
    assert code.jobs["test"].result == "success", code.log
    assert "make test" in code.jobs["test"].log
    moved = hosted.run("test", origin.pull_request(both(submits(NEW), moves_code)))
    assert moved.jobs["scope"].outputs["code"] == "true"
    queued = hosted.run("test", origin.queue(origin.pull_request(submits(NEW))))
    assert queued.jobs["test"].result == "skipped"
    pushed = hosted.run("test", origin.push(writes("docs/pushed.md")))
    assert pushed.jobs["test"].result == "success", pushed.log


def test_where_the_scope_is_not_known_everything_is_tested(origin: Origin, jobs: Path) -> None:
    def broken(workflow: Any) -> None:
        workflow["jobs"]["scope"]["steps"][-1]["run"] = "exit 1"

    hosted = origin.hosted(jobs)
    event = origin.pull_request(submits(NEW))
    assert hosted.run("test", event, change=broken).jobs["test"].result == "success"
    ran = hosted.run("rescore", event, change=broken)
    assert ran.jobs["score"].result == "skipped"
    assert not ran.passes("rescore")


def three_shards(workflow: Any) -> None:
    script = workflow["jobs"]["scope"]["steps"][-1]
    script["run"] = script["run"].replace("entries / 250 + 1", "3")


def test_a_change_of_the_scorer_scores_everything_again_in_parts(
    origin: Origin, jobs: Path
) -> None:
    hosted = origin.hosted(jobs)
    data = hosted.run("rescore", origin.pull_request(submits(NEW)))
    assert (data.jobs["score"].result, data.jobs["rescore"].result) == ("skipped", "skipped")
    assert data.passes("rescore")
    event = origin.pull_request(both(submits(NEW), writes("scoring/extra.py", '"""More."""\n')))
    ran = hosted.run("rescore", event, change=three_shards)
    assert {name for name in ran.jobs if name.startswith("score ")} == {
        "score 1",
        "score 2",
        "score 3",
    }
    assert ran.jobs["rescore"].result == "success", ran.log
    merged = json.loads((ran.artifacts / "cards" / "cards.json").read_text("utf-8"))
    assert [card["id"] for card in merged["cards"]][:2] == [STANDING, NEW]
    assert "````text" in ran.jobs["rescore"].summary

    def failing(workflow: Any) -> None:
        three_shards(workflow)
        step = workflow["jobs"]["score"]["steps"][-2]
        step["run"] = 'if [ "$SHARD" = 2 ]; then exit 1; fi\n' + step["run"]

    ran = hosted.run("rescore", event, change=failing)
    assert ran.jobs["score"].result == "failure"
    assert not ran.passes("rescore")


def test_the_site_is_built_checked_and_deployed(origin: Origin, jobs: Path) -> None:
    ran = origin.hosted(jobs).run("pages", origin.push(writes("docs/pushed.md", "again\n")))
    assert ran.jobs["build"].result == "success", ran.log
    assert ran.jobs["deploy"].result == "success", ran.log
    site = ran.artifacts / "github-pages"
    assert STANDING in (site / "results.json").read_text("utf-8")
    assert "https://board.github.io/leaderboard/" in (site / "sitemap.xml").read_text("utf-8")
    assert (site / "board-index.jsonl").stat().st_size > 100


def test_a_link_in_the_site_fails_the_deploy(origin: Origin, jobs: Path) -> None:
    def planted(workflow: Any) -> None:
        build = workflow["jobs"]["build"]["steps"]
        (at,) = (n for n, step in enumerate(build) if step["name"] == "Build")
        planting = "mkdir -p build/site; touch build/site/{index.html,results.json}; "
        build[at]["run"] = planting + "ln -s /etc/passwd build/site/passwd.txt"
        build[at + 1]["run"] = build[at + 2]["run"] = "true"

    ran = origin.hosted(jobs).run("pages", origin.push(writes("docs/n.md")), change=planted)
    assert ran.jobs["build"].steps["Refuse links and what is no file"] == "failure"
    assert ran.jobs["deploy"].result == "skipped"
    assert not (ran.artifacts / "github-pages").exists()


def test_one_bad_submission_fails_the_deploy(origin: Origin, jobs: Path) -> None:
    bad = writes(f"submissions/{STANDING}/notes.txt")
    event = origin.push(bad)
    try:
        ran = origin.hosted(jobs).run("pages", event)
    finally:
        origin.push(lambda root: (root / f"submissions/{STANDING}/notes.txt").unlink())
    assert ran.jobs["build"].steps["Build"] == "failure"
    assert "unexpected_file" in ran.jobs["build"].log
    assert ran.jobs["deploy"].result == "skipped"


def test_the_comment_shows_the_report_of_the_check(origin: Origin, jobs: Path) -> None:
    """From the check's artifact to the comment, as both workflows stand."""
    event = origin.pull_request(submits(NEW))
    checked = judged(origin, jobs / "check", event)
    head = event.payload["pull_request"]["head"]["sha"]
    fork = pull(5)["head"]["repo"]
    hub = Hub(
        pulls=[pull(5, head={"ref": "lexi", "sha": head, "repo": fork})],
        files={5: [{"filename": f"submissions/{NEW}/openscrub.json"}]},
    )
    leave(hub, archive(report_json=(checked.artifacts / "review/report.json").read_bytes()))
    sha = run_git(origin.work, "rev-parse", "main")
    done = Event("workflow_run", "refs/heads/main", sha, run_event(head_sha=head))
    with serve(hub):
        hosted = origin.hosted(jobs / "comment", environment={"GITHUB_API_URL": hub.api})
        ran = hosted.run("comment", done)
    assert ran.jobs["comment"].result == "success", ran.log
    assert "created #5: The review." in ran.log
    (said,) = hub.comments[5]
    assert "macro recall" in said["body"].lower()
    # Whatever else started the check is not commented on.
    pushed = Event("workflow_run", "refs/heads/main", sha, run_event(event="merge_group"))
    assert hosted.run("comment", pushed).jobs["comment"].result == "skipped"


VERSION = "2026.12"


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Origin:
    """A repository with a release whose tag is pushed."""
    made = Origin.make(tmp_path_factory.mktemp("released"))
    leaderboard(made, "release", VERSION)
    made.push(lambda _: None, f"Release {VERSION}")
    return made


def tag(origin: Origin, name: str, rev: str = "main") -> Event:
    run_git(origin.work, "tag", name, rev)
    run_git(origin.work, "push", "-q", "origin", f"refs/tags/{name}")
    return Event("push", f"refs/tags/{name}", run_git(origin.work, "rev-parse", rev))


def test_a_tag_on_main_publishes_the_frozen_release(released: Origin, jobs: Path) -> None:
    ran = released.hosted(jobs).run("release", tag(released, VERSION))
    assert ran.jobs["check"].result == "success", ran.log
    assert ran.jobs["publish"].result == "success", ran.log
    assets = sorted(path.name for path in (ran.artifacts / "assets").iterdir())
    assert assets == [
        "CITATION.cff",
        "SHA256SUMS",
        f"contractscrub-leaderboard-{VERSION}.tar.gz",
        "release.json",
        "results.json",
    ]
    told = (jobs / "gh-told.txt").read_text("utf-8").splitlines()
    assert told[:3] == ["release", "create", VERSION]
    assert "--verify-tag" in told
    assert sorted(line for line in told if line.startswith("assets/")) == [
        f"assets/{name}" for name in assets
    ]
    assert f"attested {assets}" in ran.log
    again = released.hosted(jobs / "again").run(
        "release",
        Event("push", f"refs/tags/{VERSION}", run_git(released.work, "rev-parse", "main")),
    )
    name = f"contractscrub-leaderboard-{VERSION}.tar.gz"
    packed = [(run.artifacts / "assets" / name).read_bytes() for run in (ran, again)]
    assert packed[0] == packed[1]


@pytest.mark.parametrize("fault", ["off main", "no such release", "changed"])
def test_a_tag_that_main_does_not_stand_behind_publishes_nothing(
    fault: str, released: Origin, jobs: Path
) -> None:
    name, rev = (
        {"no such release": "2027.1", "off main": "2026.12.8", "changed": "2026.12.9"}[fault],
        "main",
    )
    if fault != "no such release":
        run_git(released.work, "switch", "-q", "-c", fault.replace(" ", "-"))
        frozen = released.work / "releases"

        def change(_: Path) -> None:
            (frozen / VERSION).rename(frozen / name)
            if fault == "changed":
                results = frozen / name / "results.json"
                results.write_text(results.read_text("utf-8").replace("1", "2", 1), "utf-8")

        rev = released.commit(change)
        run_git(released.work, "switch", "-q", "main")
    if fault == "changed":
        run_git(released.work, "push", "-q", "origin", f"{rev}:refs/heads/main")
    try:
        ran = released.hosted(jobs).run("release", tag(released, name, rev))
    finally:
        run_git(released.work, "push", "-q", "--force", "origin", "main:refs/heads/main")
    assert ran.jobs["check"].result == "failure"
    assert ran.jobs["publish"].result == "skipped"
    assert not (jobs / "gh-told.txt").exists()
    words = {
        "off main": "the tag is no ancestor of main",
        "no such release": "main has no release of this version",
        "changed": "results.json: FAILED",
    }
    assert words[fault] in ran.log


def test_a_citation_of_another_release_publishes_nothing(released: Origin, jobs: Path) -> None:
    name = "2026.12.7"

    def stale(root: Path) -> None:
        """A second release beside the first, whose files at the top were left as they were."""
        leaderboard(released, "release", name)
        run_git(root, "checkout", "--", "CITATION.cff", ".zenodo.json")

    before = run_git(released.work, "rev-parse", "main")
    released.push(stale)
    ran = released.hosted(jobs).run("release", tag(released, name))
    run_git(released.work, "reset", "-q", "--hard", before)
    run_git(released.work, "push", "-q", "--force", "origin", "main")
    assert ran.jobs["check"].steps["Check that the release is whole"] == "failure"
    assert "CITATION.cff does not name the latest release" in ran.log
    assert ran.jobs["publish"].result == "skipped"


def looser(root: Path) -> None:
    """A scorer that counts each answered entry twice; its version stays."""
    path = root / "scoring" / "contractscrub" / "metrics.py"
    text = path.read_text("utf-8")
    before = "return Fraction(self.tp, self.gold)"
    assert before in text
    path.write_text(text.replace(before, "return Fraction(self.tp, 2 * self.gold)"), "utf-8")


def test_a_number_that_moves_without_a_reason_fails_the_rescore(
    released: Origin, jobs: Path
) -> None:
    ran = released.hosted(jobs).run("rescore", released.pull_request(looser))
    assert ran.jobs["score"].result == "success", ran.log
    assert ran.jobs["rescore"].steps["List what moved, and refuse what has no reason"] == "failure"
    assert not ran.passes("rescore")
    assert STANDING in ran.jobs["rescore"].summary


def test_a_release_that_changed_fails_the_tests(released: Origin, jobs: Path) -> None:
    change = writes(f"releases/{VERSION}/results.json", "{}\n")
    ran = released.hosted(jobs).run("test", released.pull_request(change))
    assert ran.jobs["test"].steps["Refuse a release that changed"] == "failure"
    assert not ran.passes("test")


def test_a_listed_model_is_run_again_by_hand(origin: Origin, jobs: Path) -> None:
    id_ = "acme--again"
    event = origin.push(submits(id_, outputs=ASKED))
    started = Event("workflow_dispatch", "refs/heads/main", event.sha)
    with ModelServer() as server:
        server.script = answers(half)
        inputs = {"id": id_, "benchmark": "openscrub", "most-usd": "1", "api-base": server.address}
        secrets = {"OPENAI_API_KEY": "sk-of-this-test"}
        hosted = origin.hosted(jobs, inputs=inputs, secrets=secrets)
        ran = hosted.run("reproduce", started)
    assert ran.jobs["reproduce"].result == "success", ran.log
    assert "within the published 95 % interval" in ran.jobs["reproduce"].summary
    assert (ran.artifacts / "reproduction" / id_ / "openscrub.json").is_file()
    assert "sk-of-this-test" not in ran.log
    branch = Event("workflow_dispatch", "refs/heads/other", event.sha)
    assert hosted.run("reproduce", branch).jobs["reproduce"].result == "skipped"
