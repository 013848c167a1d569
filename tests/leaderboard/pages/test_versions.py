from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from leaderboard.ledger import Changelog
from leaderboard.pages.details import detail_pages
from leaderboard.pages.rendering import Renderer
from leaderboard.pages.versions import citation_boxes, release_pages, write_versions
from leaderboard.releases import Release, load_releases
from tests.conftest import ROOT
from tests.leaderboard.pages import fakes
from tests.leaderboard.releases import frozen

BOARD = fakes.board()
RENDERER = Renderer(ROOT / "site" / "templates")


@pytest.fixture(scope="module")
def releases(tmp_path_factory: pytest.TempPathFactory) -> tuple[Release, ...]:
    root = tmp_path_factory.mktemp("versions")
    frozen.write_release(root, "2026.12", BOARD)
    frozen.write_release(root, "2027.02", BOARD)
    return load_releases(root)


def test_every_release_is_served_and_latest_leads_to_the_newest(
    releases: tuple[Release, ...], tmp_path: Path
) -> None:
    addresses = write_versions(releases, tmp_path, RENDERER)
    assert addresses == ["v/2026.12/", "v/2027.02/"]
    for release in releases:
        served = tmp_path / "v" / str(release.version)
        page = release.folder / "pages" / "openscrub" / "index.html"
        assert (served / "openscrub" / "index.html").read_bytes() == page.read_bytes()
        assert (served / "results.json").read_bytes() == (
            release.folder / "results.json"
        ).read_bytes()
    latest = (tmp_path / "v" / "latest" / "index.html").read_text("utf-8")
    assert '<meta http-equiv="refresh" content="0; url=../../v/2027.02/">' in latest
    assert '<a href="../../v/2027.02/">Release 2027.02</a>' in latest
    listed = (tmp_path / "v" / "index.html").read_text("utf-8")
    assert 'url=../releases/"' in listed


def test_without_a_release_nothing_is_served(tmp_path: Path) -> None:
    assert write_versions((), tmp_path, RENDERER) == []
    assert list(tmp_path.iterdir()) == []
    assert citation_boxes(frozen.project(), ()) == {}


def test_the_page_about_releases_lists_them_newest_first(releases: tuple[Release, ...]) -> None:
    page, *standing = release_pages(BOARD, releases, frozen.project(), Changelog(()))
    text = page.markdown(RENDERER)
    assert text.index('id="release-2027.02"') < text.index('id="release-2026.12"')
    assert "@misc{contractscrub-leaderboard-2027.02," in text
    assert "@misc{contractscrub-leaderboard," in text
    assert "leaderboard cite acme--lexi-2 --format apa" in text
    assert [each.path for each in standing] == ["releases/2026.12.md", "releases/2027.02.md"]
    assert standing[0].place.address == "releases/2026.12/"
    text = standing[0].markdown(RENDERER)
    assert "None of " in text
    assert '<tr id="openscrub-acme--lexi-2">' in text
    assert '<a href="../../v/2026.12/openscrub/acme--lexi-2/">' in text


def test_the_page_says_so_when_there_is_none() -> None:
    (page,) = release_pages(BOARD, (), frozen.project(), Changelog(()))
    text = page.markdown(RENDERER)
    assert "There is no release yet." in text
    assert "@misc{contractscrub-leaderboard," in text
    dateless = dataclasses.replace(BOARD, date=None)
    (page,) = release_pages(dateless, (), frozen.project(), Changelog(()))
    assert "@misc" not in page.markdown(RENDERER)


def test_a_board_without_a_date_is_cited_with_that_of_its_latest_release(
    releases: tuple[Release, ...],
) -> None:
    dateless = dataclasses.replace(BOARD, date=None)
    page, *_ = release_pages(dateless, releases, frozen.project(), Changelog(()))
    assert page.markdown(RENDERER).count("year = {2026}") == 2


def test_an_example_is_a_program_where_no_model_was_scored(
    tmp_path: Path,
) -> None:
    board = fakes.board(models=False)
    frozen.write_release(tmp_path, board=board)
    page, *_ = release_pages(board, load_releases(tmp_path), frozen.project(), Changelog(()))
    assert "leaderboard cite program--" in page.markdown(RENDERER)


def test_an_entry_page_shows_the_citation_of_the_id_that_it_bore(
    releases: tuple[Release, ...],
) -> None:
    boxes = citation_boxes(frozen.project(), releases)
    scrub = BOARD.benchmarks[1]
    (lexi,) = [row for row in scrub.rows if row.entrant.id == "acme--lexi-2"]
    who = dataclasses.replace(lexi.entrant, id="acme--lexi-3", aliases=("x--y", "acme--lexi-2"))
    rows = (dataclasses.replace(lexi, entrant=who),)
    new = dataclasses.replace(scrub.rows[0], entrant=fakes.entrant("acme--new", "New"))
    board = dataclasses.replace(
        BOARD, benchmarks=(dataclasses.replace(scrub, rows=(*rows, new), others=()),)
    )
    pages = {page.address: page.content for page in detail_pages(board, RENDERER, boxes)}
    for address in ("submissions/acme--lexi-3/", "submissions/acme--lexi-3/openscrub/"):
        assert "v/2027.02/openscrub/acme--lexi-2/" in pages[address]
    assert "@misc{" in pages["submissions/acme--lexi-3/openscrub/"]
    assert "in no release yet" in pages["submissions/acme--new/openscrub/"]


def test_each_row_of_the_newest_release_has_its_citation(releases: tuple[Release, ...]) -> None:
    boxes = citation_boxes(frozen.project(), releases)
    box = boxes["acme--lexi-2", "openscrub"]
    assert box["version"] == "2027.02"
    assert box["place"] == "v/2027.02/openscrub/acme--lexi-2/"
    assert f"{frozen.SITE}v/2027.02/openscrub/acme--lexi-2/" in box["bibtex"]
    assert box["apa"].startswith("The maintainers. (2026).")
    assert ("acme--lexi-1", "openscrub") in boxes
