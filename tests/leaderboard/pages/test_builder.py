from __future__ import annotations

import datetime as dt
import gzip
from pathlib import Path

import pytest

from leaderboard.errors import BrokenRepositoryError
from leaderboard.pages.builder import add_to_sitemap, build_pages, epoch, prune
from tests.conftest import ROOT

DATE = dt.date(2026, 11, 30)
SITEMAP = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{}
</urlset>"""


def sitemap(folder: Path, *addresses: str) -> Path:
    urls = "".join(f"<url><loc>{address}</loc></url>" for address in addresses)
    path = folder / "sitemap.xml"
    path.write_text(SITEMAP.format(urls), "utf-8")
    (folder / "sitemap.xml.gz").write_bytes(b"")
    return path


@pytest.mark.parametrize(
    ("date", "seconds"), [(None, 0), (dt.date(1970, 1, 2), 86_400), (DATE, 1_795_996_800)]
)
def test_epoch(date: dt.date | None, seconds: int) -> None:
    assert epoch(date) == seconds


def test_pages_are_added_to_the_sitemap_and_shells_taken_out(tmp_path: Path) -> None:
    path = sitemap(tmp_path, "https://x.org/b/", "https://x.org/b/shell/")
    add_to_sitemap(tmp_path, ["z/", "a/"], DATE, without=["shell/"])
    text = path.read_text("utf-8")
    assert text.index("https://x.org/b/a/") < text.index("https://x.org/b/z/")
    assert "shell" not in text
    assert text.count("<lastmod>2026-11-30</lastmod>") == 3
    packed = (tmp_path / "sitemap.xml.gz").read_bytes()
    assert gzip.decompress(packed).decode("utf-8") == text
    assert int.from_bytes(packed[4:8], "little") == epoch(DATE)


def test_a_site_without_a_date_names_none(tmp_path: Path) -> None:
    path = sitemap(tmp_path, "https://x.org/")
    add_to_sitemap(tmp_path, [], None)
    assert "lastmod" not in path.read_text("utf-8")


def test_a_site_without_an_address_has_no_sitemap(tmp_path: Path) -> None:
    sitemap(tmp_path)
    add_to_sitemap(tmp_path, ["a/"], DATE)
    assert not list(tmp_path.iterdir())


def test_what_no_page_needs_is_dropped(tmp_path: Path) -> None:
    scripts = tmp_path / "assets" / "javascripts"
    (scripts / "lunr").mkdir(parents=True)
    for name in ("bundle.js", "bundle.js.map", "lunr/lunr.da.js"):
        (scripts / name).write_text("x", "utf-8")
    prune(tmp_path)
    assert [path.name for path in scripts.iterdir()] == ["bundle.js"]


@pytest.mark.slow
def test_pages_that_link_nowhere_are_refused_with_what_is_wrong(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text("# Home\n\n[x](nowhere.md)\n", "utf-8")
    settings = {"nav": [{"Home": "index.md"}]}
    with pytest.raises(BrokenRepositoryError, match=r"MkDocs refuses the pages: .*nowhere\.md"):
        build_pages(ROOT, docs, tmp_path / "site", settings, None)
