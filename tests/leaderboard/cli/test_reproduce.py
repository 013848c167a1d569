"""A listed model is run again, over HTTP, and its interval is looked at."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from leaderboard.registry import load_registry
from tests.leaderboard.cli.conftest import Ended
from tests.leaderboard.repositories import Answer, add_submission, echo_gold, make_root, openscrub
from tests.leaderboard.runner.conftest import server
from tests.leaderboard.runner.server import ModelServer, Request, Scripted, completion, failure
from tests.leaderboard.test_reproductions import half, nearly_half

__all__ = ["server"]
ID = "acme--lexi-2"
ASKED = {
    "prompt_sha256": load_registry(Path("/nowhere"))["openscrub"].prompt.sha256,
    "settings_asked": {
        "model": "openai/lexi-2",
        "api_base": "own",
        "answer_form": "plain",
        "temperature": 0.0,
        "max_tokens": 4000,
    },
    "run": {"started": "2026-11-01T10:00:00Z", "finished": "2026-11-01T11:00:00Z"},
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = make_root(tmp_path / "repository")
    add_submission(root, ID, half, outputs=ASKED)
    monkeypatch.chdir(root)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-this-test")
    return root


def answers(answer: Answer, *, fails: str | None = None) -> Callable[[Request], Scripted]:
    """A model that knows the contracts by their text."""
    _, edition = openscrub()

    def reply(request: Request) -> Scripted:
        asked = json.dumps(request.body["messages"])
        (item,) = [
            item for item, text in edition.contracts.items() if json.dumps(text)[1:-1] in asked
        ]
        if item == fails:
            return failure("No such model.", status=400)
        return Scripted(completion(answer(item, edition.gold[item])))

    return reply


def reproduce(run: Callable[..., Ended], server: ModelServer, *more: str) -> Ended:
    return run("reproduce", ID, "--api-base", server.address, *more)


@pytest.mark.slow
def test_a_run_that_holds_is_written_once(
    run: Callable[..., Ended], root: Path, server: ModelServer
) -> None:
    _, edition = openscrub()
    server.script = answers(nearly_half)
    ended = reproduce(run, server)
    assert ended.code == 0, ended.err
    assert ended.out.startswith(f"{ID} on openscrub ")
    assert "within the published 95 % interval" in ended.out
    assert len(server.requests) == len(edition.items)
    assert {request.body["model"] for request in server.requests} == {"lexi-2"}
    assert {request.body["temperature"] for request in server.requests} == {0.0}
    written = json.loads((root / "reproductions" / ID / "openscrub.json").read_text("utf-8"))
    assert written["settings_asked"] == ASKED["settings_asked"]
    assert written["prompt_sha256"] == ASKED["prompt_sha256"]
    # Nothing of the submission is touched, and nobody may choose among runs.
    assert sorted(path.name for path in (root / "submissions" / ID).iterdir()) == [
        "openscrub.json",
        "submission.json",
    ]
    again = reproduce(run, server)
    assert (again.code, "nobody may choose among runs" in again.err) == (2, True)
    assert len(server.requests) == len(edition.items)


@pytest.mark.slow
def test_a_run_that_was_stopped_goes_on_and_may_differ(
    run: Callable[..., Ended], root: Path, server: ModelServer
) -> None:
    _, edition = openscrub()
    server.script = answers(echo_gold, fails=edition.items[3])
    ended = reproduce(run, server)
    assert ended.code == 3
    assert "43 of 44 answered" in ended.err
    assert not (root / "reproductions").exists()
    server.script = answers(echo_gold)
    before = len(server.requests)
    ended = reproduce(run, server, "--format", "json")
    assert ended.code == 1
    assert len(server.requests) == before + 1
    told: dict[str, Any] = json.loads(ended.out)
    assert (told["id"], told["outcome"], told["primary"]) == (ID, "differs", 1.0)
    assert (root / "reproductions" / ID / "openscrub.json").is_file()


@pytest.mark.usefixtures("root")
def test_only_a_listed_submission_is_run_again(
    run: Callable[..., Ended], server: ModelServer
) -> None:
    for name in ("acme--nobody", "../acme", "program--nothing"):
        ended = run("reproduce", name, "--api-base", server.address)
        assert (ended.code, "there is no submission" in ended.err) == (2, True), name
    ended = run("reproduce", ID, "--benchmark", "nonsense")
    assert ended.code == 2
    assert server.requests == []


@pytest.mark.slow
def test_nothing_is_asked_where_the_same_cannot_be(
    run: Callable[..., Ended], root: Path, server: ModelServer
) -> None:
    ended = run("reproduce", ID, "--benchmark", "openclause", "--api-base", server.address)
    assert (ended.code, f"{ID} is not on the board of openclause" in ended.err) == (2, True)
    shutil.rmtree(root / "submissions" / ID)
    add_submission(root, ID, half, outputs={**ASKED, "prompt_sha256": "ab" * 32})
    ended = reproduce(run, server)
    assert (ended.code, "give its text with --prompt" in ended.err) == (2, True)
    assert server.requests == []


@pytest.mark.parametrize(("option", "value"), [("--max-cost", "nan"), ("--timeout", "inf")])
def test_what_is_no_finite_number_is_refused_before_anything_is_asked(
    root: Path, run: Callable[..., Ended], server: ModelServer, option: str, value: str
) -> None:
    ended = reproduce(run, server, option, value)
    assert ended.code == 2
    assert f"{option} must be a finite number" in ended.err
    assert not server.requests
    assert not (root / "reproductions").exists()
