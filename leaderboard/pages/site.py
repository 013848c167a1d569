"""Writes the whole site: prepared beside its place, then swapped in."""

from __future__ import annotations

import importlib.util
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from leaderboard.disputes import load_disputes
from leaderboard.errors import BrokenRepositoryError, UsageError
from leaderboard.files import dump_json
from leaderboard.ledger import (
    build_history,
    load_changelog,
    published_board,
    published_release,
)
from leaderboard.pages.analysis import ANALYSIS, has_analysis
from leaderboard.pages.boards import benchmark_pages, page_path
from leaderboard.pages.builder import add_to_sitemap, build_pages, prune
from leaderboard.pages.changes import changes_page
from leaderboard.pages.details import Detail, detail_pages
from leaderboard.pages.disputed import disputed_page
from leaderboard.pages.home import home_page
from leaderboard.pages.library import library_pages
from leaderboard.pages.moved import moved_pages
from leaderboard.pages.page import Page
from leaderboard.pages.rendering import Place, Renderer
from leaderboard.pages.shell import SHELLS, Shell, shell_source
from leaderboard.pages.versions import (
    RELEASES_PAGE,
    citation_boxes,
    release_pages,
    write_versions,
)
from leaderboard.project import Project, load_project
from leaderboard.records import BenchmarkBoard, Board
from leaderboard.registry import load_registry
from leaderboard.releases import Release, load_releases
from leaderboard.results import build_results
from leaderboard.tables.build import build_other_editions, build_tables
from leaderboard.tables.table import Table

__all__ = ["MARKER", "check_out", "write_site"]

PLOTTING_LIBRARY: Final = "assets/plotly.min.js"
MARKER: Final = ".leaderboard-site"
"""Stands at the root of every site; only a folder that has it is ever replaced."""
MARKER_TEXT: Final = "`leaderboard build` wrote this folder and may replace it.\n"


def write_site(board: Board, out: Path, *, root: Path) -> None:
    """Write the site of `board` into `out`, replacing what is there.

    All is made in a folder beside `out` and takes its name when it is complete; if anything
    fails, `out` is left as it was. The same board gives the same bytes. When `out` is the
    repository's own `build/site`, the pages as they were before rendering are left in `build/docs`,
    for any other builder that reads `mkdocs.yml`.

    Args:
        board: what to show.
        out: the folder of the site; it must be empty, missing, or a site that was written before.
        root: the repository's root, with `mkdocs.yml` and `site/`.

    Raises:
        UsageError: `out` holds something that is no site; see `check_out`.
        BrokenRepositoryError: a template, a release or `mkdocs.yml` is not in order.
        OSError: a folder cannot be written to.

    """
    check_out(out)
    releases, project = load_releases(root), load_project(root)
    out.parent.mkdir(parents=True, exist_ok=True)
    with _work_folder(out) as work:
        docs, site = work / "docs", work / "site"
        renderer = Renderer(root / "site" / "templates")
        about = _pages_about(board, root, releases, project)
        _prepare(board, docs, root, renderer, about)
        settings = {"nav": _navigation(board), "copyright": _foot(board)}
        build_pages(root, docs, site, settings, board.date)
        prune(site)
        details = detail_pages(
            board, renderer, citation_boxes(project, releases), project.repository
        )
        addresses = _fill_shells(board, details, site, renderer)
        # After everything that renders, prunes or rewrites: these bytes are copied and left alone.
        addresses += write_versions(releases, site, renderer)
        add_to_sitemap(site, addresses, board.date, without=[f"{address}/" for address in SHELLS])
        _write(site / MARKER, MARKER_TEXT.encode("utf-8"))
        _swap(site, out)
        if out.resolve() == (root / "build" / "site").resolve():
            _swap(docs, root / "build" / "docs")


def _pages_about(
    board: Board, root: Path, releases: tuple[Release, ...], project: Project
) -> tuple[Page, ...]:
    """The pages about releases, about numbers that moved since, and about disputed gold."""
    changelog = load_changelog(root)
    published = [published_release(release) for release in releases]
    history = build_history(published, published_board(board), changelog)
    disputes = load_disputes(root, load_registry(root))
    return (
        *release_pages(board, releases, project, changelog),
        changes_page(board, history, project.site),
        disputed_page(board, disputes, project.repository),
    )


def check_out(out: Path) -> None:
    """Refuse a folder that a site would take the place of something else in.

    Args:
        out: the folder of the site; it may be missing, empty, or a site written before.

    Raises:
        UsageError: it is no folder, or holds something and not the marker of a site.

    """
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise UsageError(f"{out} is no folder; choose another with --out")
    marker = out / MARKER
    known = marker.is_file() and not marker.is_symlink()
    if out.is_dir() and any(out.iterdir()) and not known:
        raise UsageError(
            f"{out} holds something that was not written as a site (it has no {MARKER}); "
            "choose another folder with --out, or remove this one yourself"
        )


@contextmanager
def _work_folder(out: Path) -> Iterator[Path]:
    work = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent)).resolve()
    try:
        yield work
    finally:
        _remove(work)


def _remove(folder: Path) -> None:
    """Remove a folder and all in it, folders that may not be written to as well."""
    folder.chmod(0o700)
    for parent, names, _ in os.walk(folder):
        for name in names:
            inner = Path(parent, name)
            if not inner.is_symlink():
                inner.chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)


def _copy(source: Path, target: Path) -> None:
    """Copy a folder's bytes and nothing else: a clone that is read-only stays so by itself."""
    target.mkdir(parents=True)
    for path in sorted(source.rglob("*")):
        if path.is_dir():
            (target / path.relative_to(source)).mkdir(exist_ok=True)
        else:
            shutil.copyfile(path, target / path.relative_to(source))


def _swap(made: Path, place: Path) -> None:
    """Give `made` the name `place`; what was there goes only when its successor is in place."""
    made.chmod(0o755)
    if not place.exists():
        made.rename(place)
        return
    # A folder that may not be written to cannot be moved either.
    place.chmod(0o755)
    old = made.with_name(f"{made.name}-old")
    place.rename(old)
    try:
        made.rename(place)
    except OSError:
        old.rename(place)
        raise


def _prepare(
    board: Board, docs: Path, root: Path, renderer: Renderer, about: Sequence[Page]
) -> None:
    """Copy what is written by hand and add what is generated."""
    _copy(root / "site" / "docs", docs)
    tables = {
        item.benchmark.key: _tables_of(board, item.benchmark.key) for item in board.benchmarks
    }
    pages: list[Page] = [
        home_page(board.home, tables[board.home.benchmark.key], board.benchmarks),
        *library_pages(board, tables, docs),
        *about,
    ]
    for item in board.benchmarks:
        pages += benchmark_pages(item, tables[item.benchmark.key])
    for page in pages:
        _write(docs / page.path, page.markdown(renderer).encode("utf-8"))
        for address, data in page.files.items():
            _write(docs / address, data)
    for address in SHELLS:
        _write(docs / f"{address}.md", shell_source().encode("utf-8"))
    _write(docs / "results.json", dump_json(build_results(board)).encode("utf-8"))
    shutil.copyfile(_plotting_library(), docs / PLOTTING_LIBRARY)


def _tables_of(board: Board, key: str) -> tuple[Table, ...]:
    item = next(item for item in board.benchmarks if item.benchmark.key == key)
    others = (build_other_editions(item),) if item.others else ()
    return (*build_tables(item), *others)


def _plotting_library() -> Path:
    """The script that the plotly wheel carries; found without importing plotly."""
    spec = importlib.util.find_spec("plotly")
    if spec is None or spec.origin is None:
        raise BrokenRepositoryError("plotly is not installed; install the locked requirements")
    return Path(spec.origin).parent / "package_data" / "plotly.min.js"


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _navigation(board: Board) -> list[dict[str, Any]]:
    """The navigation of `mkdocs.yml`, with a section for each benchmark of the registry."""
    sections = [{item.benchmark.title: _pages_of(item)} for item in board.benchmarks]
    return [
        {"Home": "index.md"},
        *sections,
        {"Methodology": "methodology.md"},
        {
            "Releases": [
                {"Releases and citing": RELEASES_PAGE},
                {"Changes": "changes.md"},
                {"Disputed gold": "disputes.md"},
            ]
        },
        {"Submit": [{"How to submit": "submit/index.md"}, {"Findings": "submit/findings.md"}]},
        {"Data": "data.md"},
    ]


def _pages_of(board: BenchmarkBoard) -> list[dict[str, str]]:
    """Title → file of each page of a benchmark."""
    pages = [
        {table.title: page_path(board, table, first=place == 0)}
        for place, table in enumerate(build_tables(board))
    ]
    if has_analysis(board):
        pages.append({"Analysis": f"{board.benchmark.key}/{ANALYSIS}.md"})
    return pages


def _foot(board: Board) -> str:
    when = f"Data of {board.date.isoformat()}. " if board.date else ""
    return f"{when}Scorer {board.scoring_version}. Code MIT; own data CC BY 4.0."


def _fill_shells(
    board: Board, details: Iterable[Detail], site: Path, renderer: Renderer
) -> list[str]:
    """Write every submission's pages; gives their addresses."""
    shells = {}
    for address in SHELLS:
        place = Place(f"{address}/")
        page = (site / address / "index.html").read_text("utf-8")
        shells[place.base] = Shell.parse(page, place.address)
    shutil.rmtree(site / SHELLS[0])
    addresses = []
    for detail in details:
        shell = shells[Place(detail.address).base]
        page = shell.fill(
            title=detail.title,
            description=detail.description,
            content=detail.content,
            address=detail.address,
        )
        _write(site / detail.address / "index.html", page.encode("utf-8"))
        for address, data in detail.files.items():
            _write(site / address, data)
        addresses.append(detail.address)
    for address, text in moved_pages(board, renderer, taken=addresses):
        _write(site / address / "index.html", text.encode("utf-8"))
    return addresses
