"""Releases of small boards, written as `leaderboard release` writes them, without git."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path

from leaderboard.freezing import Facts, build_release
from leaderboard.ledger import Ledger
from leaderboard.pages.rendering import Renderer
from leaderboard.project import Author, Project
from leaderboard.records import Board
from leaderboard.releases import RELEASES
from tests.conftest import ROOT
from tests.leaderboard.pages import fakes

DATE = dt.date(2026, 12, 1)
COMMIT = "0123456789abcdef0123456789abcdef01234567"
SITE = "https://board.example/x/"


def project(*, site: str | None = SITE) -> Project:
    return Project(
        title="ContractScrub Leaderboard",
        abstract="Which model proof-reads best?",
        authors=(Author(name="The maintainers"),),
        license="CC-BY-4.0",
        keywords=("contracts", "benchmark"),
        doi=None,
        site=site,
        repository="https://code.example/board",
    )


def facts(
    version: str = "2026.12",
    board: Board | None = None,
    *,
    site: str | None = SITE,
    ledger: Ledger | None = None,
) -> Facts:
    return Facts(
        version=version,
        date=DATE,
        commit=COMMIT,
        project=project(site=site),
        board=board or fakes.board(),
        ledger=ledger or Ledger(None, None, None, DATE),
    )


def files(
    version: str = "2026.12", board: Board | None = None, *, site: str | None = SITE
) -> dict[str, bytes]:
    renderer = Renderer(ROOT / "site" / "templates")
    return build_release(facts(version, board, site=site), renderer)


def write_release(
    root: Path,
    version: str = "2026.12",
    board: Board | None = None,
    *,
    site: str | None = SITE,
) -> Path:
    folder = root / RELEASES / version
    for path, data in files(version, board, site=site).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def make_root(folder: Path) -> Path:
    """A repository with this one's settings and templates, and nothing submitted."""
    (folder / "submissions").mkdir(parents=True)
    shutil.copyfile(ROOT / "mkdocs.yml", folder / "mkdocs.yml")
    shutil.copytree(ROOT / "site", folder / "site")
    return folder
