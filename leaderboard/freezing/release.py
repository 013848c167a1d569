"""Making a release: refused unless all is in order, written whole or not at all."""

from __future__ import annotations

import datetime as dt
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from leaderboard.board import load_board
from leaderboard.citation import cite_release, render_cff, render_zenodo
from leaderboard.errors import LeaderboardError, UsageError
from leaderboard.files import write_bytes, write_text
from leaderboard.findings import Finding, printable
from leaderboard.freezing.contents import build_release
from leaderboard.freezing.facts import Facts
from leaderboard.freezing.worktree import load_commit, load_date, load_uncommitted
from leaderboard.ledger import (
    Ledger,
    build_ledger,
    check_ledger,
    load_changelog,
    published_board,
    published_release,
)
from leaderboard.pages.rendering import Renderer
from leaderboard.project import Project, load_project
from leaderboard.records import Board
from leaderboard.releases import (
    RELEASES,
    Release,
    Version,
    list_versions,
    load_latest,
    parse_version,
)

__all__ = ["CITATION_FILE", "ZENODO_FILE", "Frozen", "NotReadyError", "freeze", "root_files"]

CITATION_FILE: Final = "CITATION.cff"
ZENODO_FILE: Final = ".zenodo.json"
MOST_NAMED: Final = 5


class NotReadyError(LeaderboardError):
    """The repository is not in a state that may be frozen.

    Attributes:
        findings: what must be mended; empty where the sentence says it all.

    """

    def __init__(self, sentence: str, findings: Sequence[Finding] = ()) -> None:
        """Refuse with a sentence, and with findings where there are any."""
        super().__init__(sentence)
        self.findings = tuple(findings)


@dataclass(frozen=True, slots=True)
class Frozen:
    """A release that was just made.

    Attributes:
        version: what it is called.
        folder: where it is.
        files: how many files it has.
        size: of all of them, in bytes.
        rows: benchmark key → rows.

    """

    version: str
    folder: Path
    files: int
    size: int
    rows: Mapping[str, int]


def freeze(root: Path, version: str) -> Frozen:
    """Freeze the board of the repository at `root` into `releases/<version>/`.

    The root's `CITATION.cff` and `.zenodo.json` then name the new release. The commit, its date
    and the data that is at hand decide every byte: neither `SOURCE_DATE_EPOCH` nor `SITE_URL` has
    a say.

    Raises:
        UsageError: the version is not of the form, exists, or is older than the latest; or there
            is no commit.
        NotReadyError: something is not committed, has a finding, or moved without a reason; the
            commit is dated before the last release; or a benchmark that it scored is not at hand.
        BrokenRepositoryError: an earlier release, gold or a template is not in order.

    """
    wanted = _new_version(root, version)
    commit = load_commit(root)
    _refuse_uncommitted(root, commit)
    latest = load_latest(root)
    date = load_date(root, commit)
    _refuse_going_back(date, latest)
    board = replace(load_board(root), date=date)
    _refuse_findings(board)
    _refuse_missing_gold(board, latest)
    facts = Facts(
        version=str(wanted),
        date=date,
        commit=commit,
        project=load_project(root, environment={}),
        board=board,
        ledger=_explained(root, board, latest),
    )
    files = build_release(facts, Renderer(root / "site" / "templates"))
    folder = root / RELEASES / str(wanted)
    _write_release(folder, files)
    for name, text in root_files(facts.project, str(wanted), date).items():
        write_text(root / name, text)
    return Frozen(
        version=str(wanted),
        folder=folder,
        files=len(files),
        size=sum(len(data) for data in files.values()),
        rows={item.benchmark.key: len(item.rows) + len(item.others) for item in board.benchmarks},
    )


def root_files(project: Project, version: str, date: dt.date) -> dict[str, str]:
    """Name → text of the citation files at the repository's root, which name the newest release."""
    cited = cite_release(project, version, date)
    return {CITATION_FILE: render_cff(cited), ZENODO_FILE: render_zenodo(cited)}


def _new_version(root: Path, text: str) -> Version:
    wanted, known = parse_version(text), list_versions(root)
    if wanted in known:
        raise UsageError(f"there is a release {wanted} already, and a release never changes")
    if known and wanted < known[-1]:
        raise UsageError(f"{wanted} is older than the latest release, {known[-1]}")
    return wanted


def _refuse_uncommitted(root: Path, commit: str) -> None:
    changed = load_uncommitted(root, commit)
    if changed:
        more = f" and {len(changed) - MOST_NAMED} more" if len(changed) > MOST_NAMED else ""
        named = ", ".join(printable(path) for path in changed[:MOST_NAMED])
        raise NotReadyError(
            f"not committed: {named}{more}. Commit or remove it, so that the commit alone gives "
            "the release again"
        )


def _refuse_going_back(date: dt.date, latest: Release | None) -> None:
    if latest is not None and date < latest.manifest.date:
        raise NotReadyError(
            f"the commit is dated {date}, before release {latest.version} of "
            f"{latest.manifest.date}: set the clock right and commit anew"
        )


def _refuse_findings(board: Board) -> None:
    if board.findings:
        raise NotReadyError("submissions have findings; mend them first", board.findings)


def _refuse_missing_gold(board: Board, latest: Release | None) -> None:
    """What was scored once must not silently come out as not scored."""
    known = latest.manifest.benchmarks if latest else {}
    scored = {key for key, was in known.items() if was.scored_here}
    for item in board.benchmarks:
        key = item.benchmark.key
        if key in scored and not item.at_hand:
            raise NotReadyError(
                f"{key} was scored in the last release and its gold is not here: fetch it with "
                f"`leaderboard data fetch {key}`"
            )


def _explained(root: Path, board: Board, latest: Release | None) -> Ledger:
    """What moved since the last release, each with its reason."""
    if latest is None:
        return Ledger(None, None, None, board.date)
    ledger = build_ledger(published_release(latest), published_board(board), load_changelog(root))
    findings = check_ledger(ledger)
    if findings:
        raise NotReadyError(
            f"numbers moved since release {latest.version} without a reason", findings
        )
    return ledger


def _write_release(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write all of it beside its place, then give it its name in one step."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        for path, data in files.items():
            write_bytes(work / path, data)
        work.chmod(0o755)
        work.rename(folder)
    finally:
        shutil.rmtree(work, ignore_errors=True)
