from __future__ import annotations

import json
from pathlib import Path

from tests.leaderboard.cli.conftest import Run

NAMES = ["outputs.schema.json", "submission.schema.json"]


def test_schemas_are_written_where_the_site_takes_them(run: Run, repository: Path) -> None:
    ended = run("schema")
    folder = repository / "site" / "docs" / "schemas"
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines() == [str(folder / name) for name in NAMES]
    assert run("schema", "--check").code == 0


def test_stale_schemas_are_named(run: Run, repository: Path) -> None:
    run("schema", "--out", "here")
    (repository / "here" / NAMES[1]).write_text("{}\n")
    ended = run("schema", "--check", "--out", "here")
    assert ended.code == 1
    assert ended.out == f"here/{NAMES[1]}\n"
    assert "run `leaderboard schema`" in ended.err
    assert (repository / "here" / NAMES[1]).read_text() == "{}\n"


def test_schemas_for_programs(run: Run, repository: Path) -> None:
    assert repository
    assert json.loads(run("schema", "--out", "here", "--format", "json").out) == {
        "written": [f"here/{name}" for name in NAMES]
    }
    ended = run("schema", "--check", "--out", "here", "--format", "json")
    assert (ended.code, json.loads(ended.out)) == (0, {"stale": []})
