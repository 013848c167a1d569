"""`build` and `serve`: the main job, inside this process and as a server."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from leaderboard import board
from tests.conftest import ROOT
from tests.leaderboard.cli.conftest import Run
from tests.leaderboard.repositories import add_submission, openscrub
from tests.system.sites import copy_repository

pytestmark = pytest.mark.slow
PATIENCE = 90.0
"""Seconds that a loaded machine may take to build the site."""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LEADERBOARD_DATA", str(tmp_path / "data"))
    return copy_repository(tmp_path / "repository")


def test_the_site_is_built_where_it_is_asked_for(run: Run, root: Path, tmp_path: Path) -> None:
    add_submission(root, "acme--good")
    ended = run("--root", str(root), "build", "--out", str(tmp_path / "site"))
    assert (ended.code, ended.out) == (0, f"{tmp_path / 'site'}\n")
    assert "OpenScrub" in ended.err
    assert "none re-scored (its gold is not here)" in ended.err
    assert json.loads((tmp_path / "site" / "results.json").read_text("utf-8"))["benchmarks"]


def test_a_bad_submission_is_named_and_the_exit_code_is_1(run: Run, root: Path) -> None:
    (add_submission(root, "acme--bad") / "openscrub.json").write_text("{}")
    ended = run("--root", str(root), "build", "--format", "json")
    told = json.loads(ended.out)
    assert told["site"] == str(root / "build" / "site")
    assert {finding["file"] for finding in told["findings"]} == {
        "submissions/acme--bad/openscrub.json"
    }
    ended = run("--root", str(root), "build")
    assert ended.code == 1
    assert "Left off the board: acme--bad." in ended.err
    assert (root / "build" / "site" / "index.html").is_file()


def test_a_submission_that_states_decimals_is_built_with_the_numbers_it_states(
    run: Run, root: Path
) -> None:
    _, edition = openscrub()
    item = min(edition.items)
    add_submission(
        root,
        "acme--decimal",
        records={item: {"latency_s": 1.5, "waited_s": 0.25, "cost_usd": 0.0123, "attempts": 2}},
        outputs={"settings_asked": {"temperature": 0.7}},
        system={"settings": {"temperature": 0.7, "stops": ["a", {"b": 0.5}]}},
        pricing={"currency": "USD", "input": 0.15, "output": 0.6, "as_of": "2026-10-01"},
        aliases=["acme--whole"],
    )
    ended = run("--root", str(root), "build")
    assert ended.code == 0, ended.err
    pages = root / "build" / "site" / "submissions"
    outputs = (pages / "acme--decimal" / "openscrub" / "outputs.json").read_text("utf-8")
    (record,) = [one for one in json.loads(outputs)["outputs"] if one["item"] == item]
    assert [record[key] for key in ("latency_s", "waited_s", "cost_usd")] == [1.5, 0.25, 0.0123]
    assert "../../submissions/acme--decimal/" in (pages / "acme--whole" / "index.html").read_text()


def test_a_folder_that_is_no_site_is_refused_before_anything_is_scored(
    run: Run, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scored(_: Path) -> None:
        pytest.fail("scored first")

    monkeypatch.setattr(board, "load_board", scored)
    out = tmp_path / "mine"
    out.mkdir()
    (out / "results.json").write_text("mine", "utf-8")
    ended = run("--root", str(root), "build", "--out", str(out))
    assert ended.code == 2
    assert "--out" in ended.err
    assert (out / "results.json").read_text("utf-8") == "mine"


@pytest.mark.parametrize("change", ["broken", "missing"])
def test_a_template_that_is_not_in_order_is_named_and_the_exit_code_is_4(
    run: Run, root: Path, change: str
) -> None:
    template = root / "site" / "templates" / "pages" / "home.md"
    if change == "broken":
        template.write_text("# Home\n{{ nothing }}\n", "utf-8")
    else:
        template.unlink()
    ended = run("--root", str(root), "build")
    assert ended.code == 4
    assert "pages/home.md" in ended.err
    assert ("line 2" in ended.err) == (change == "broken")


def test_outside_a_repository_a_sentence_says_what_to_do(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = run("build")
    assert ended.code == 2
    assert "--root" in ended.err


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def fetch(url: str, holds: str) -> None:
    """Wait until the page holds a text."""
    end = time.monotonic() + PATIENCE
    seen = ""
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310 - our own server
                seen = answer.read().decode("utf-8")
        except (urllib.error.URLError, OSError):
            seen = ""
        if holds in seen:
            return
        time.sleep(0.2)
    pytest.fail(f"{url} never held {holds!r}")


def test_serve_builds_again_on_a_change_and_ends_with_ctrl_c(root: Path) -> None:
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "leaderboard", "--root", str(root), "serve", "--port", str(port)],
        cwd=ROOT,
        env=dict(os.environ),
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        fetch(f"http://127.0.0.1:{port}/openscrub/", "Rule-based proof-reader")
        add_submission(root, "acme--newcomer", name="Newcomer")
        fetch(f"http://127.0.0.1:{port}/openscrub/", "Newcomer")
    finally:
        server.send_signal(signal.SIGINT)
        _, said = server.communicate(timeout=PATIENCE)
    assert server.returncode == 0
    assert f"Serving http://127.0.0.1:{port}/" in said
    assert "Ended." in said
    assert "Traceback" not in said
