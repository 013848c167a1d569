from __future__ import annotations

import importlib.util
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from leaderboard.errors import BrokenRepositoryError, UsageError
from leaderboard.pages import site, write_site
from leaderboard.pages.shell import SHELLS
from tests.conftest import ROOT
from tests.leaderboard.pages import fakes


def fake_mkdocs(root: Path, docs: Path, made: Path, *_: object) -> None:
    """Stands for MkDocs: copies what shells and sitemap need."""
    assert root == ROOT
    for address in SHELLS:
        text = (docs / f"{address}.md").read_text("utf-8")
        (made / address).mkdir(parents=True, exist_ok=True)
        (made / address / "index.html").write_text(text, "utf-8")
    (made / "results.json").write_bytes((docs / "results.json").read_bytes())
    (made / "sitemap.xml").write_text("<urlset></urlset>", "utf-8")
    (made / "sitemap.xml.gz").write_bytes(b"")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "build_pages", fake_mkdocs)


@pytest.mark.usefixtures("quick")
def test_a_site_is_written_and_written_again(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "site"
    write_site(fakes.board(), out, root=ROOT)
    stale = out / "stale.html"
    stale.write_text("x", "utf-8")
    write_site(fakes.board(), out, root=ROOT)
    assert not stale.exists()
    assert (out / "submissions" / "acme--lexi-2" / "openscrub" / "index.html").is_file()
    assert not (out / "submissions" / "shell").exists()
    assert [path.name for path in out.parent.iterdir()] == ["site"]


@pytest.mark.usefixtures("quick")
def test_former_ids_lead_on(tmp_path: Path) -> None:
    out = tmp_path / "site"
    write_site(fakes.board(hostile=True), out, root=ROOT)
    for address, target in (
        ("acme--lexi", "../../submissions/acme--lexi-2/"),
        ("acme--lexi/openscrub", "../../../submissions/acme--lexi-2/openscrub/"),
    ):
        folder = out / "submissions" / address
        text = (folder / "index.html").read_text("utf-8")
        assert f'<meta http-equiv="refresh" content="0; url={target}">' in text
        assert f'<link rel="canonical" href="{target}">' in text
        assert f'<a href="{target}">' in text
        assert "<script" not in text
        assert (folder / target / "index.html").is_file()
    names = {path.name for path in (out / "submissions").iterdir()}
    assert all(name.count("--") for name in names)


@pytest.mark.usefixtures("quick")
def test_a_former_id_takes_no_page_over(tmp_path: Path) -> None:
    board = fakes.board()
    scrub = board.benchmarks[1]
    taking = replace(scrub.rows[0].entrant, aliases=("program--nothing", "acme--lexi-2"))
    rows = (replace(scrub.rows[0], entrant=taking), *scrub.rows[1:])
    write_site(replace(board, benchmarks=(replace(scrub, rows=rows),)), tmp_path, root=ROOT)
    for name in taking.aliases:
        text = (tmp_path / "submissions" / name / "index.html").read_text("utf-8")
        assert "refresh" not in text


@pytest.mark.usefixtures("quick")
def test_a_clone_that_is_read_only_gives_a_site_that_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "clone"
    shutil.copytree(ROOT / "site", root / "site")
    shutil.copyfile(ROOT / "mkdocs.yml", root / "mkdocs.yml")
    for path in (root, *root.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)

    def build(_: Path, docs: Path, made: Path, *rest: object) -> None:
        assert all(path.stat().st_mode & 0o200 for path in docs.rglob("*"))
        fake_mkdocs(ROOT, docs, made, *rest)

    monkeypatch.setattr(site, "build_pages", build)
    out = tmp_path / "out" / "site"
    write_site(fakes.board(), out, root=root)
    for path in (out, *out.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    write_site(fakes.board(), out, root=root)
    assert [path.name for path in out.parent.iterdir()] == ["site"]
    assert all(path.stat().st_mode & 0o200 for path in out.rglob("*"))


@pytest.mark.usefixtures("quick")
def test_a_build_that_fails_leaves_the_old_site_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "site"
    write_site(fakes.board(), out, root=ROOT)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}

    def fail(*_: object, **__: object) -> None:
        raise BrokenRepositoryError("no")

    monkeypatch.setattr(site, "add_to_sitemap", fail)
    with pytest.raises(BrokenRepositoryError):
        write_site(fakes.board(models=False), out, root=ROOT)
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.usefixtures("quick")
def test_a_swap_that_fails_puts_the_old_site_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "site"
    write_site(fakes.board(), out, root=ROOT)
    rename = Path.rename
    moves: list[Path] = []

    def second_fails(self: Path, target: Path) -> Path:
        moves.append(self)
        if len(moves) == 2:
            raise OSError("no space")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", second_fails)
    with pytest.raises(OSError, match="no space"):
        write_site(fakes.board(), out, root=ROOT)
    assert (out / "results.json").is_file()


@pytest.mark.parametrize("kind", ["file", "folder", "link"])
def test_nothing_that_is_no_site_is_replaced(tmp_path: Path, kind: str) -> None:
    out = tmp_path / "out"
    if kind == "file":
        out.write_text("mine", "utf-8")
    elif kind == "folder":
        out.mkdir()
        (out / "mine.txt").write_text("mine", "utf-8")
    else:
        (tmp_path / "elsewhere").mkdir()
        out.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="--out"):
        write_site(fakes.board(), out, root=ROOT)
    assert out.exists()


@pytest.mark.parametrize("name", ["results.json", "index.html"])
def test_a_folder_with_a_file_that_sites_have_is_no_site(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine", "utf-8")
    (tmp_path / "thesis.txt").write_text("mine", "utf-8")
    with pytest.raises(UsageError, match=r"has no \.leaderboard-site"):
        write_site(fakes.board(), tmp_path, root=ROOT)
    assert (tmp_path / "thesis.txt").read_text("utf-8") == "mine"


@pytest.mark.usefixtures("quick")
def test_an_empty_folder_may_be_filled(tmp_path: Path) -> None:
    write_site(fakes.without_date(fakes.board()), tmp_path, root=ROOT)
    assert (tmp_path / "results.json").is_file()


def test_a_missing_plotting_library_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(BrokenRepositoryError, match="plotly is not installed"):
        write_site(fakes.board(), tmp_path / "site", root=ROOT)
