from __future__ import annotations

import datetime as dt
import subprocess
from pathlib import Path

import pytest

from leaderboard.errors import UsageError
from leaderboard.repository import data_folder, find_root, source_date
from tests.leaderboard.repositories import make_root


def git(root: Path, *arguments: str, date: str = "") -> None:
    subprocess.run(
        ["git", "-C", str(root), "-c", "user.name=A", "-c", "user.email=a@b.c", *arguments],
        check=True,
        capture_output=True,
        env={"PATH": "/usr/bin:/bin", "GIT_COMMITTER_DATE": date, "GIT_AUTHOR_DATE": date},
    )


def test_the_root_is_found_from_below(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = make_root(tmp_path / "repository").resolve()
    (root / "submissions" / "acme--x").mkdir()
    assert find_root(root / "submissions" / "acme--x") == root
    monkeypatch.chdir(root)
    assert find_root() == root
    with pytest.raises(UsageError, match="--root") as caught:
        find_root(tmp_path)
    assert f"at or above {tmp_path.resolve()}:" in str(caught.value)


def test_a_root_that_is_not_there_is_not_looked_for_above(tmp_path: Path) -> None:
    root = make_root(tmp_path / "repository")
    with pytest.raises(UsageError, match="no folder"):
        find_root(root / "nowhere")


def test_the_data_folder_can_be_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LEADERBOARD_DATA", raising=False)
    assert data_folder(tmp_path) == tmp_path / "data"
    monkeypatch.setenv("LEADERBOARD_DATA", "/elsewhere")
    assert data_folder(tmp_path) == Path("/elsewhere")


def test_the_date_is_the_commit_s_unless_an_epoch_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    root = make_root(tmp_path / "repository")
    assert source_date(root) is None
    git(root, "init", "-q")
    assert source_date(root) is None
    git(root, "add", ".")
    # Late in the evening west of Greenwich: the date is that of UTC, wherever it is built.
    git(root, "commit", "-qm", "x", date="2026-03-01T23:30:00-0500")
    assert source_date(root) == dt.date(2026, 3, 2)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert source_date(root) == dt.date(1970, 1, 1)
    for wrong in ("soon", "9" * 30):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", wrong)
        with pytest.raises(UsageError, match="SOURCE_DATE_EPOCH"):
            source_date(root)


def test_without_git_a_commit_has_no_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    root = make_root(tmp_path / "repository")
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "x", date="2026-03-01T23:30:00-0500")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert source_date(root) is None
