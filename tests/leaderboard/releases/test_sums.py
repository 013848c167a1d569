from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.releases import SUMS, find_changes, parse_sums, render_sums
from tests.conftest import need

FILES = {"results.json": b"{}\n", "pages/index.html": b"<p>", "tables/a-b/c.csv": b""}
PATHS = st.from_regex(
    r"[a-z0-9_-][a-z0-9._-]{0,8}(/[a-z0-9_-][a-z0-9._-]{0,8}){0,2}", fullmatch=True
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path, data in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    (tmp_path / SUMS).write_text(render_sums(FILES), "utf-8")
    return tmp_path


def test_a_folder_as_it_was_frozen_has_no_changes(folder: Path) -> None:
    assert list(find_changes(folder)) == []


def test_sha256sum_reads_the_list_and_agrees(folder: Path) -> None:
    need(shutil.which("sha256sum"), "sha256sum")

    def check() -> int:
        return subprocess.run(
            ["sha256sum", "--check", "--strict", "--quiet", SUMS],
            cwd=folder,
            capture_output=True,
            check=False,
        ).returncode

    assert check() == 0
    (folder / "results.json").write_bytes(b"{} \n")
    assert check() != 0


@given(st.dictionaries(PATHS, st.binary(max_size=20), max_size=5))
def test_a_list_is_read_back(files: dict[str, bytes]) -> None:
    text = render_sums(files)
    assert sorted(parse_sums(text)) == sorted(files)
    assert render_sums(dict(reversed(files.items()))) == text


def test_every_change_is_named(folder: Path) -> None:
    (folder / "results.json").write_bytes(b"[]\n")
    (folder / "pages" / "index.html").unlink()
    (folder / "pages" / "more.html").write_bytes(b"")
    (folder / "tables" / "a-b" / "c.csv").unlink()
    (folder / "tables" / "a-b" / "c.csv").symlink_to(folder / "results.json")
    assert list(find_changes(folder)) == [
        "pages/index.html is missing",
        "pages/more.html is not listed in SHA256SUMS",
        "results.json has other bytes than were frozen",
        "tables/a-b/c.csv is no regular file",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "0" * 63 + "  a\n",
        "0" * 64 + " a\n",
        "0" * 64 + "  ../a\n",
        "0" * 64 + "  /a\n",
        "0" * 64 + "  .hidden\n",
        "0" * 64 + "  a//b\n",
        "A" * 64 + "  a\n",
        ("0" * 64 + "  a\n") * 2,
    ],
)
def test_a_list_that_is_not_of_the_form_is_itself_a_change(folder: Path, text: str) -> None:
    (folder / SUMS).write_text(text, "utf-8")
    (change,) = find_changes(folder)
    assert change.startswith("SHA256SUMS cannot be read (line ")


def test_a_list_that_is_gone_or_no_text_is_a_change(folder: Path) -> None:
    (folder / SUMS).write_bytes(b"\xff")
    assert "cannot be read" in next(find_changes(folder))
    (folder / SUMS).unlink()
    assert next(find_changes(folder)) == "SHA256SUMS cannot be read (No such file or directory)"


@pytest.mark.parametrize("path", ["a b", "../a", "a\nb", "é", ".a"])
def test_a_path_that_is_not_plain_cannot_be_listed(path: str) -> None:
    with pytest.raises(ValueError, match="cannot be listed"):
        render_sums({path: b""})
