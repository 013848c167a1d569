"""Releases in the site: frozen bytes at their addresses, and the pages about them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from leaderboard.citation import (
    cite_board,
    cite_release,
    cite_row,
    render_apa,
    render_bibtex,
)
from leaderboard.ledger import (
    Changelog,
    Published,
    build_ledger,
    published_board,
    published_release,
)
from leaderboard.pages.page import Page
from leaderboard.pages.rendering import Place, Renderer
from leaderboard.pages.standing import build_standings, standing_table
from leaderboard.project import Project
from leaderboard.records import Board
from leaderboard.releases import (
    LATEST,
    VERSIONS,
    Release,
    copy_release,
    release_place,
    standing_place,
)

__all__ = ["RELEASES_PAGE", "citation_boxes", "release_pages", "write_versions"]

RELEASES_PAGE: Final = "releases/index.md"


def write_versions(releases: tuple[Release, ...], site: Path, renderer: Renderer) -> list[str]:
    """Copy every release into the rendered site, with what leads to the newest one.

    Nothing of the frozen bytes is touched: no template, theme or setting of today reaches them.

    Args:
        releases: oldest first, each checked against its digests when it was loaded.
        site: the rendered site.
        renderer: of the templates.

    Returns:
        Addresses for the sitemap: the front page of each release.

    """
    for release in releases:
        copy_release(release, site / release_place(str(release.version)))
    if releases:
        newest = str(releases[-1].version)
        _lead_on(site, renderer, LATEST, release_place(newest), f"Release {newest}")
        _lead_on(site, renderer, VERSIONS, "releases/", "Releases")
    return [release_place(str(release.version)) for release in releases]


def _lead_on(site: Path, renderer: Renderer, address: str, target: str, name: str) -> None:
    values = {"target": target, "name": name}
    page = renderer.render("frozen/onward.html", Place(address), values)
    path = site / address / "index.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(page.encode("utf-8"))


def release_pages(
    board: Board, releases: tuple[Release, ...], project: Project, changelog: Changelog
) -> tuple[Page, ...]:
    """The page about releases and citing, and for each release where it stands today.

    Args:
        board: the board of today.
        releases: oldest first.
        project: what is cited.
        changelog: for the reasons of what moved.

    """
    newest = releases[-1] if releases else None
    date = board.date or (newest.manifest.date if newest else None)
    citations = [] if date is None else [("The board as a whole", cite_board(project, date))]
    if newest is not None:
        version = str(newest.version)
        cited = cite_release(project, version, newest.manifest.date)
        citations.insert(0, (f"Release {version}", cited))
    page = Page(
        path=RELEASES_PAGE,
        title="Releases and citing",
        description="Frozen, dated results with checksums, and how to cite a number.",
        template="pages/releases.md",
        values={
            "releases": [_listed(release) for release in reversed(releases)],
            "latest": LATEST,
            "citations": [
                (title, render_apa(cited), render_bibtex(cited)) for title, cited in citations
            ],
            "example": _example(newest),
        },
        hide=("navigation",),
    )
    now = published_board(board)
    return (page, *(_standing_page(release, now, changelog) for release in releases))


def _listed(release: Release) -> Mapping[str, Any]:
    version, manifest = str(release.version), release.manifest
    return {
        "version": version,
        "manifest": manifest,
        "place": release_place(version),
        "standing": standing_place(version),
        "rows": sum(item.rows for item in manifest.benchmarks.values()),
    }


def _example(release: Release | None) -> str | None:
    """An id that the newest release has, for the page's commands; a model's if there is one."""
    if release is None:
        return None
    rows = [
        row
        for board in release.results["benchmarks"].values()
        for row in board["rows"]
        if row["card"] is not None
    ]
    models = [row["id"] for row in rows if "program" not in row["marks"]]
    return next(iter([*models, *(row["id"] for row in rows)]), None)


def _standing_page(release: Release, now: Published, changelog: Changelog) -> Page:
    version = str(release.version)
    ledger = build_ledger(published_release(release), now, changelog)
    standings = build_standings(release, now, ledger)
    tables = {
        key: standing_table(release, key, benchmark.title, standings)
        for key, benchmark in release.manifest.benchmarks.items()
    }
    return Page(
        path=f"{standing_place(version).rstrip('/')}.md",
        title=f"Where release {version} stands today",
        description=f"Every row of release {version} beside the same row today.",
        template="pages/standing.md",
        values={
            "version": version,
            "manifest": release.manifest,
            "place_of_release": release_place(version),
            "tables": [
                (table, {row.key: f"{key}-{row.key}" for row in table.rows})
                for key, table in tables.items()
                if table.rows
            ],
            "moved": len(ledger.moves),
            "rows": len(standings),
            "compared": f"{ledger.compared:,}",
        },
    )


def citation_boxes(
    project: Project, releases: tuple[Release, ...]
) -> Mapping[tuple[str, str], Mapping[str, str]]:
    """(Id, benchmark) → how to cite that row of the newest release, for the pages of entries."""
    if not releases:
        return {}
    release = releases[-1]
    version, date = str(release.version), release.manifest.date
    boxes = {}
    for key, board in release.results["benchmarks"].items():
        for row in (*board["rows"], *board["other_editions"]):
            cited = cite_row(project, version, date, (key, board), row)
            boxes[row["id"], key] = {
                "version": version,
                "place": cited.place,
                "apa": render_apa(cited),
                "bibtex": render_bibtex(cited),
            }
    return boxes
