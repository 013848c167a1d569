"""The comment on a pull request, over HTTP, against hostile pull requests and artifacts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from leaderboard.errors import UsageError
from leaderboard.hosting.client import GitHub, HostingError
from leaderboard.hosting.commenting import (
    MARKER,
    UNREADABLE,
    Commented,
    Said,
    comment_on_run,
    parse_event,
)
from leaderboard.review import FIXED_TEXT, parse_report, render_markdown
from tests.leaderboard.cli.conftest import Ended, run
from tests.leaderboard.hosting.server import BOT, REPOSITORY, TOKEN, Hub, archive, serve
from tests.leaderboard.hosting.test_artifact import bomb, encrypted, lying_bomb, packed

HEAD = "a" * 40
OTHER = "b" * 40
RUN = 77
ID = "acme--lexi-2"
__all__ = ["run"]


def repository(name: str) -> dict[str, Any]:
    owner = name.partition("/")[0]
    return {"full_name": name, "owner": {"login": owner, "type": "User"}, "private": False}


def pull(number: int = 5, **change: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "number": number,
        "state": "open",
        "title": "Add Lexi 2 $(id)",
        "user": {"login": "ada", "type": "User"},
        "head": {"ref": "lexi", "sha": HEAD, "repo": repository("ada/leaderboard")},
        "base": {"ref": "main", "sha": OTHER, "repo": repository(REPOSITORY)},
    }
    return {**plain, **change}


def report(**change: Any) -> bytes:
    value: dict[str, Any] = {
        "review_version": 1,
        "scoring_version": "1.0",
        "verdict": "refuse",
        "needs_human": False,
        "kind": "new",
        "id": ID,
        "former": None,
        "author": "ada",
        "base": OTHER,
        "head": HEAD,
        "start": OTHER,
        "findings": [
            {
                "code": "invalid_json",
                "file": f"submissions/{ID}/openscrub.json",
                "pointer": "",
                "message": "<img src=x onerror=alert(1)> @everyone [x](javascript:y) | #1",
                "mend": "Mend it.",
            }
        ],
        "findings_count": 1,
        "alarms": [],
        "outside": [],
        "outside_count": 0,
        "boards": [],
    }
    return json.dumps({**value, **change}).encode()


def event(**change: Any) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": RUN,
        "name": "validate",
        "path": ".github/workflows/validate.yml",
        "event": "pull_request",
        "conclusion": "failure",
        "head_branch": "lexi",
        "head_sha": HEAD,
        "head_repository": repository("ada/leaderboard"),
        "html_url": "https://example.org/run",
        "pull_requests": [],  # so it is for forks
    }
    return {"action": "completed", "workflow_run": {**told, **change}}


def leave(hub: Hub, data: bytes, **change: Any) -> None:
    listed = {"id": 900, "name": "review", "size_in_bytes": len(data), "expired": False, **change}
    hub.artifacts.setdefault(RUN, []).append((listed, data))


@pytest.fixture
def hub() -> Iterator[Hub]:
    state = Hub(pulls=[pull()], files={5: [{"filename": f"submissions/{ID}/openscrub.json"}]})
    with serve(state) as served:
        yield served


def comment(hub: Hub, **change: Any) -> Commented:
    told = parse_event(json.dumps(event(**change)).encode())
    return comment_on_run(GitHub(hub.api, REPOSITORY, TOKEN), told)


def bodies(hub: Hub, number: int = 5) -> list[str]:
    return [item["body"] for item in hub.comments.get(number, [])]


def rendered() -> str:
    return f"{MARKER}\n{render_markdown(parse_report(report()))}"


def test_the_review_of_a_fork_is_rendered_again_and_posted(hub: Hub) -> None:
    leave(hub, archive(report_json=report()))
    done = comment(hub)
    assert done == Commented(Said.CREATED, 5, "The review.")
    assert bodies(hub) == [rendered()]
    # What was written by others is text, and nothing else.
    assert "<img" not in bodies(hub)[0]
    assert "@everyone" not in bodies(hub)[0]
    assert "javascript:" not in bodies(hub)[0]


def test_the_comment_links_to_the_published_site(hub: Hub) -> None:
    leave(hub, archive(report_json=report()))
    told = parse_event(json.dumps(event()).encode())
    comment_on_run(GitHub(hub.api, REPOSITORY, TOKEN), told, "https://board.example/")
    assert "https://board.example/" in bodies(hub)[0]


def test_a_second_run_brings_the_one_comment_up_to_date(hub: Hub) -> None:
    leave(hub, archive(report_json=report()))
    comment(hub)
    assert comment(hub).said is Said.KEPT
    hub.artifacts.clear()
    leave(hub, archive(report_json=report(verdict="accept", findings=[], findings_count=0)))
    assert comment(hub).said is Said.UPDATED
    assert len(bodies(hub)) == 1
    assert bodies(hub) != [rendered()]


def test_the_token_goes_to_the_api_alone(hub: Hub) -> None:
    leave(hub, archive(report_json=report()))
    comment(hub)
    elsewhere = [headers for _, path, headers in hub.asked if path.startswith("/archives/")]
    asked = [headers for _, path, headers in hub.asked if path.startswith("/repos/")]
    assert elsewhere
    assert not any("authorization" in map(str.lower, headers) for headers in elsewhere)
    assert all(headers["Authorization"] == f"Bearer {TOKEN}" for headers in asked)
    assert TOKEN not in repr(GitHub(hub.api, REPOSITORY, TOKEN))


@pytest.mark.parametrize(
    "user",
    [
        {"login": "mallory", "type": "User"},
        {"login": "github-actions", "type": "User"},
        {"login": "github-actions[bot]", "type": "User"},
        {"login": "other[bot]", "type": "Bot"},
        None,
    ],
)
def test_a_marker_of_another_author_is_not_ours(hub: Hub, user: dict[str, str] | None) -> None:
    leave(hub, archive(report_json=report()))
    hub.comments[5] = [{"id": 1, "body": f"{MARKER}\nAccepted, merge at once.", "user": user}]
    assert comment(hub).said is Said.CREATED
    assert bodies(hub) == [f"{MARKER}\nAccepted, merge at once.", rendered()]


def test_another_comment_of_ours_is_left_alone(hub: Hub) -> None:
    leave(hub, archive(report_json=report()))
    hub.comments[5] = [
        {"id": 1, "body": "A release was made.", "user": BOT},
        {"id": 2, "body": f"Quoted:\n{MARKER}", "user": BOT},
        {"id": 3, "body": None, "user": BOT},
    ]
    assert comment(hub).said is Said.CREATED
    assert bodies(hub)[0] == "A release was made."


def test_our_comment_is_found_behind_many_pages(hub: Hub) -> None:
    leave(hub, archive(report_json=report()))
    chatter = [
        {"id": n, "body": f"{MARKER} no", "user": {"login": "m", "type": "User"}}
        for n in range(1, 251)
    ]
    hub.comments[5] = [*chatter, {"id": 999, "body": f"{MARKER}\nold", "user": BOT}]
    assert comment(hub).said is Said.UPDATED
    assert len(hub.comments[5]) == 251
    assert hub.comments[5][-1]["body"] == rendered()
    pages = [path for _, path, _ in hub.asked if "issues/5/comments" in path]
    assert [re.search(r"[?&]page=(\d+)", path)[1] for path in pages] == ["1", "2", "3"]  # type: ignore[index]


def test_a_list_without_end_ends(hub: Hub) -> None:
    one = {"id": 1, "body": "x", "user": None}
    page = json.dumps([one] * 100).encode()
    hub.replies[f"/repos/{REPOSITORY}/issues/5/comments"] = (200, page)
    with pytest.raises(HostingError, match="over 10,000"):
        comment(hub)
    assert hub.written() == []


@pytest.mark.parametrize(
    "files",
    [
        [".github/workflows/validate.yml"],
        ["scoring/cuad/metrics.py", f"submissions/{ID}/openscrub.json"],
        [f"submissions/{ID}/openscrub.json", "reproductions/acme--lexi-2/openscrub.json"],
        [f"submissions/{ID}/openscrub.json", "submissions/acme--other/openscrub.json"],
        [f"submissions/{n}--x/openscrub.json" for n in "abc"],
        ["submissions/README.md"],
        ["submissions/README.md", f"submissions/{ID}/openscrub.json"],
        ["submissions/../.github/x.json"],
        [f"submissions/{ID}"],
        ["submissions/ACME--Lexi/openscrub.json"],
        ["submissions//openscrub.json"],
        [f"Submissions/{ID}/openscrub.json", f"submissions/{ID}/openscrub.json"],
        [f"submissions/{ID}/openscrub.json"] * 250 + ["leaderboard/board.py"],
    ],
)
def test_where_a_path_lies_outside_the_text_is_fixed_and_nothing_is_opened(
    hub: Hub, files: list[str]
) -> None:
    hub.files[5] = [{"filename": name, "status": "added"} for name in files]
    hub.comments[5] = [{"id": 9, "body": f"{MARKER}\nold", "user": BOT}]
    leave(hub, archive(report_json=report(id="acme--forged")))
    assert comment(hub).fault is None
    assert bodies(hub) == [f"{MARKER}\n{FIXED_TEXT}"]
    # Two submissions may be one that gets a new id; only its report tells.
    two = [f"submissions/{ID}/openscrub.json", "submissions/acme--other/openscrub.json"]
    opened = any(path.startswith("/archives/") for _, path, _ in hub.asked)
    assert opened is (files == two)


def test_what_is_taken_for_renamed_counts_with_both_names(hub: Hub) -> None:
    hub.files[5] = [
        {
            "filename": f"submissions/{ID}/openscrub.json",
            "previous_filename": ".github/workflows/validate.yml",
        }
    ]
    leave(hub, archive(report_json=report()))
    comment(hub)
    assert bodies(hub) == [f"{MARKER}\n{FIXED_TEXT}"]


def test_an_entry_with_a_new_id_is_one_submission(hub: Hub) -> None:
    hub.files[5] = [
        {
            "filename": f"submissions/{ID}/openscrub.json",
            "previous_filename": "submissions/acme--lexi-1/openscrub.json",
        }
    ]
    leave(hub, archive(report_json=report(kind="rename", former="acme--lexi-1")))
    assert comment(hub).why == "The review."
    assert "acme" in bodies(hub)[0]
    assert "until now" in bodies(hub)[0]


def test_code_alone_is_not_commented_unless_a_comment_stands(hub: Hub) -> None:
    hub.files[5] = [{"filename": "leaderboard/board.py"}]
    assert comment(hub) == Commented(Said.NOTHING, 5, "It touches no submission.")
    assert hub.written() == []


@pytest.mark.parametrize(
    "change",
    [
        {"state": "closed"},
        {"head": {"ref": "lexi", "sha": OTHER, "repo": repository("ada/leaderboard")}},
        {"head": {"ref": "other", "sha": HEAD, "repo": repository("ada/leaderboard")}},
        {"head": {"ref": "lexi", "sha": HEAD, "repo": repository("ada/second-fork")}},
        {"head": {"ref": "lexi", "sha": HEAD, "repo": None}},
        {"base": {"ref": "v1", "sha": OTHER, "repo": repository(REPOSITORY)}},
        {"base": {"ref": "main", "sha": OTHER, "repo": repository("ada/leaderboard")}},
    ],
)
def test_a_pull_request_that_is_not_the_one_gets_nothing(hub: Hub, change: dict[str, Any]) -> None:
    hub.pulls = [pull(**change)]
    leave(hub, archive(report_json=report()))
    assert comment(hub).why == "No open pull request has this head."
    assert hub.written() == []


def test_the_right_one_of_several_is_found(hub: Hub) -> None:
    # A filter that GitHub does not understand is one that it leaves out.
    others = [
        pull(n, head={"ref": f"b{n}", "sha": OTHER, "repo": repository("eve/leaderboard")})
        for n in range(10, 140)
    ]
    mine = json.dumps([*others[:50], pull()]).encode()
    hub.pulls = [*others, pull()]
    hub.replies[f"/repos/{REPOSITORY}/pulls"] = (200, mine)
    leave(hub, archive(report_json=report()))
    assert comment(hub).pull == 5


@pytest.mark.parametrize(
    "change",
    [
        {"state": "closed"},
        {"head": {"ref": "other", "sha": HEAD, "repo": repository("ada/leaderboard")}},
    ],
)
def test_a_filter_that_is_left_out_lets_nothing_through(hub: Hub, change: dict[str, Any]) -> None:
    hub.replies[f"/repos/{REPOSITORY}/pulls"] = (200, json.dumps([pull(**change)]).encode())
    leave(hub, archive(report_json=report()))
    assert comment(hub).why == "No open pull request has this head."
    assert hub.written() == []


def test_artifacts_of_other_names_are_left_out(hub: Hub) -> None:
    leave(hub, archive(report_json=report()))
    listed = [item for item, _ in hub.artifacts[RUN]]
    other = {**listed[0], "id": 901, "name": "cards"}
    told = json.dumps({"total_count": 2, "artifacts": [other, *listed]}).encode()
    hub.replies[f"/repos/{REPOSITORY}/actions/runs/{RUN}/artifacts"] = (200, told)
    assert comment(hub).why == "The review."


def test_the_branch_is_asked_for_as_text(hub: Hub) -> None:
    odd = "lexi&state=closed&head=x"
    hub.pulls = [pull(head={"ref": odd, "sha": HEAD, "repo": repository("ada/leaderboard")})]
    leave(hub, archive(report_json=report()))
    assert comment(hub, head_branch=odd).said is Said.CREATED


def test_a_head_that_moves_meanwhile_is_left_to_its_own_run(hub: Hub) -> None:
    hub.moves["pulls/5/files"] = (5, OTHER)
    leave(hub, archive(report_json=report()))
    assert comment(hub).why == "The head has moved on; its own run comments."
    assert hub.written() == []


@pytest.mark.parametrize(
    "change",
    [
        {"event": "push"},
        {"path": ".github/workflows/evil.yml"},
        {"conclusion": "cancelled"},
        {"conclusion": None},
        {"head_repository": None},
        {"head_branch": None},
    ],
)
def test_other_runs_say_nothing(hub: Hub, change: dict[str, Any]) -> None:
    leave(hub, archive(report_json=report()))
    assert comment(hub, **change).said is Said.NOTHING
    assert hub.written() == []


@pytest.mark.parametrize(
    "make",
    [
        bomb,
        lying_bomb,
        encrypted,
        lambda: b"no archive",
        lambda: packed(mode=0o120777, data=b"/etc/passwd"),
        lambda: packed("../../report.json"),
        lambda: archive(report_json="{", more_json="{}"),
        lambda: archive(report_json=b"{"),
        lambda: archive(report_json=b"[" * 100_000),
        lambda: archive(report_json=b'{"a": NaN}'),
        lambda: archive(report_json=b"\xff\xfe{}"),
        lambda: archive(report_json=report(head=OTHER)),
        lambda: archive(report_json=report(extra=1)),
        lambda: archive(report_json=report(verdict="accept")),
        lambda: archive(report_json=report(findings_count=10**30)),
        lambda: b"\0" * (4 * 1024 * 1024 + 1),
    ],
)
def test_a_report_that_cannot_be_read_is_said_so(hub: Hub, make: Callable[[], bytes]) -> None:
    leave(hub, make())
    done = comment(hub)
    assert done.fault
    assert bodies(hub) == [f"{MARKER}\n{UNREADABLE}"]


def test_an_archive_that_is_larger_than_it_says_is_not_read_to_its_end(hub: Hub) -> None:
    leave(hub, b"P" * (64 * 1024 * 1024), size_in_bytes=100)
    assert "over 4,194,304 bytes" in str(comment(hub).fault)


@pytest.mark.parametrize(
    "change", [{"expired": True}, {"name": "other"}, {"size_in_bytes": 10**12}]
)
def test_an_artifact_that_is_not_the_one_is_not_opened(hub: Hub, change: dict[str, Any]) -> None:
    leave(hub, archive(report_json=report()), **change)
    assert comment(hub).fault
    assert not any(path.startswith("/archives/") for _, path, _ in hub.asked)


def test_two_artifacts_of_the_name_are_none(hub: Hub) -> None:
    leave(hub, archive(report_json=report()))
    leave(hub, archive(report_json=report(id="acme--forged")), id=901)
    assert "2 artifacts" in str(comment(hub).fault)


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ((500, b""), "with 500"),
        ((403, b"{}"), "with 403"),
        ((200, b"<html>"), "no JSON"),
        ((200, b"[" * 200_000), "no JSON"),
        ((200, b"{}"), "no list"),
        ((200, b"[1]"), "another form"),
        ((200, b'[{"number": "5"}]'), "another form"),
    ],
)
def test_an_api_that_answers_oddly_is_named(hub: Hub, reply: tuple[int, bytes], words: str) -> None:
    hub.replies[f"/repos/{REPOSITORY}/pulls"] = reply
    with pytest.raises(HostingError, match=words):
        comment(hub)


def test_an_api_that_is_not_there_is_named() -> None:
    told = parse_event(json.dumps(event()).encode())
    with pytest.raises(HostingError, match="could not be asked"):
        comment_on_run(GitHub("http://127.0.0.1:9", REPOSITORY, TOKEN), told)


def test_a_reply_without_end_is_given_up(hub: Hub) -> None:
    told = parse_event(json.dumps(event()).encode())
    github = GitHub(hub.api, REPOSITORY, TOKEN, deadline=-1.0)
    with pytest.raises(HostingError, match="took over"):
        comment_on_run(github, told)


@pytest.mark.parametrize(
    ("api", "name"),
    [("file:///etc/passwd", REPOSITORY), ("http://x", "a/b/../c"), ("http://x", "a b/c")],
)
def test_what_is_no_address_or_no_repository_is_refused(api: str, name: str) -> None:
    with pytest.raises(UsageError):
        GitHub(api, name, TOKEN)


@pytest.mark.parametrize("data", [b"", b"{}", b'{"workflow_run": {"id": 1}}', b"[]"])
def test_another_event_is_refused(data: bytes) -> None:
    with pytest.raises(UsageError, match="no workflow_run"):
        parse_event(data)


def test_the_commit_of_an_event_is_a_commit() -> None:
    with pytest.raises(UsageError):
        parse_event(json.dumps(event(head_sha="main; id")).encode())


def start(
    run: Callable[..., Ended], hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *more: str
) -> Ended:
    path = tmp_path / "event.json"
    path.write_text(json.dumps(event()), "utf-8")
    monkeypatch.setenv("GITHUB_EVENT_PATH", str(path))
    monkeypatch.setenv("GITHUB_REPOSITORY", REPOSITORY)
    monkeypatch.setenv("GITHUB_API_URL", hub.api + "/")
    return run("comment", *more)


def test_the_command_reads_what_actions_sets(
    run: Callable[..., Ended], hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", TOKEN)
    leave(hub, archive(report_json=report()))
    ended = start(run, hub, tmp_path, monkeypatch)
    assert (ended.code, ended.out) == (0, "created #5: The review.\n")
    told = json.loads(start(run, hub, tmp_path, monkeypatch, "--format", "json").out)
    assert told == {"said": "kept", "pull": 5, "why": "The review.", "fault": None}
    hub.artifacts.clear()
    ended = start(run, hub, tmp_path, monkeypatch)
    assert ended.code == 1
    assert ended.err == "leaderboard: the run left 0 artifacts named review\n"
    hub.pulls.clear()
    ended = start(run, hub, tmp_path, monkeypatch)
    assert ended.out == "nothing: No open pull request has this head.\n"


def test_the_command_wants_a_token_and_an_event(
    run: Callable[..., Ended], hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GITHUB_TOKEN", raising=False)
    ended = start(run, hub, tmp_path, monkeypatch)
    assert (ended.code, "GITHUB_TOKEN is not set" in ended.err) == (2, True)
    monkeypatch.setenv("GITHUB_TOKEN", TOKEN)
    huge = tmp_path / "huge.json"
    with huge.open("wb") as file:
        file.truncate(33 * 1024 * 1024)
    ended = start(run, hub, tmp_path, monkeypatch, "--event", str(huge))
    assert (ended.code, "no event" in ended.err) == (2, True)
    assert hub.asked == []
