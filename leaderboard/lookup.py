"""From the name that a user gives to the scored rows of the entry that is meant."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from leaderboard.board import program_rows, submission_row
from leaderboard.checks import load_entries, load_submission
from leaderboard.costs import Prices
from leaderboard.errors import UsageError
from leaderboard.findings import printable
from leaderboard.models import Submission
from leaderboard.programs import PROGRAMS
from leaderboard.records import Row
from leaderboard.registry import Registry
from leaderboard.reported import load_paper, reported_rows
from scoring.gold import Edition

__all__ = ["Lookup", "current_id", "known_names"]

PROGRAM: Final = "program--"
REPORTED: Final = "--reported"


def current_id(root: Path, name: str) -> str:
    """The id that an entry bears today: `name` itself, or whose former id it is.

    A name that is nobody's is given back as it is, so that whoever uses it says so.

    Args:
        root: the repository's root.
        name: an id, a former id, or anything else.

    """
    folder = root / "submissions"
    if "/" in name or (folder / name).exists() or not folder.is_dir():
        return name
    for entry in load_entries(folder):
        if name in entry.meta.aliases:
            return entry.id
    return name


def known_names(root: Path, name: str) -> tuple[str, ...]:
    """Every id that an entry bears or bore: `name` first, then today's, then former ones.

    Args:
        root: the repository's root.
        name: an id, a former id, or anything else; a name that is nobody's stands alone.

    """
    now = current_id(root, name)
    entries = load_entries(root / "submissions") if (root / "submissions").is_dir() else ()
    former = [alias for entry in entries if entry.id == now for alias in entry.meta.aliases]
    return tuple(dict.fromkeys((name, now, *former)))


class Lookup:
    """Finds entries in one repository; each edition is read once."""

    def __init__(self, root: Path, registry: Registry, common: Mapping[str, Prices]) -> None:
        """Look in a repository.

        Args:
            root: its root.
            registry: its benchmarks.
            common: model name → prices on the common date.

        """
        self.root = root
        self.registry = registry
        self._common = common
        self._editions: dict[tuple[str, str], Edition | None] = {}

    def edition(self, key: str, version: str) -> Edition | None:
        """An edition of a benchmark; None where it is not here.

        Raises:
            BrokenRepositoryError: it is here and not in order.

        """
        if (key, version) not in self._editions:
            self._editions[key, version] = self.registry.load_edition(self.registry[key], version)
        return self._editions[key, version]

    def rows(self, name: str, only: str | None = None) -> tuple[Row, ...]:
        """The rows of an entry, scored where its gold is here, without rank or certainty.

        Args:
            name: an id, a former id, the folder of a submission, or the id of a program or of a
                figure that a paper reports.
            only: key of the only benchmark that matters; None for all.

        Raises:
            UsageError: the name leads nowhere, or the submission has findings.
            BrokenRepositoryError: gold is not in order.

        """
        if name.startswith(PROGRAM):
            return self._program(name, only)
        if name.endswith(REPORTED):
            return self._reported(name, only)
        return self._submission(name, only)

    def _program(self, name: str, only: str | None) -> tuple[Row, ...]:
        known = [f"{PROGRAM}{program.key}" for program in PROGRAMS]
        if name not in known:
            raise UsageError(f"there is no {_shown(name)}; the programs are {', '.join(known)}")
        return tuple(
            row
            for benchmark in self.registry.benchmarks
            if only in {None, benchmark.key}
            and (edition := self.edition(benchmark.key, benchmark.current)) is not None
            for row in program_rows(benchmark, benchmark.current, edition)
            if row.entrant.id == name
        )

    def _reported(self, name: str, only: str | None) -> tuple[Row, ...]:
        rows = tuple(
            row
            for benchmark in self.registry.benchmarks
            if only in {None, benchmark.key}
            and (paper := load_paper(self.registry.folder(benchmark))) is not None
            for row in reported_rows(benchmark, paper)
            if row.entrant.id == name
        )
        if not rows:
            raise UsageError(f"no paper reports {_shown(name)}")
        return rows

    def _submission(self, name: str, only: str | None) -> tuple[Row, ...]:
        id_ = current_id(self.root, name)
        folder, shown = self.root / "submissions" / id_, f"submissions/{id_}"
        if "/" in name or not folder.is_dir():
            folder, shown = Path(name), name
        if not folder.is_dir():
            raise UsageError(
                f"there is no entry {_shown(name)}: name a folder below submissions/, the folder "
                "of a submission elsewhere, or a program"
            )
        checked = load_submission(folder, self.registry.specs())
        if checked.accepted is None:
            raise UsageError(
                f"{_shown(name)} has {len(checked.findings)} findings and is not scored; "
                f"`leaderboard validate {_shown(shown)}` lists them"
            )
        return self.score(checked.accepted, only)

    def score(self, submission: Submission, only: str | None = None) -> tuple[Row, ...]:
        """The rows of a checked submission, in order of the benchmarks."""
        rows = []
        for benchmark in self.registry.benchmarks:
            outputs = submission.outputs.get(benchmark.key)
            if outputs is None or only not in {None, benchmark.key}:
                continue
            edition = self.edition(benchmark.key, outputs.benchmark_version)
            editions = {outputs.benchmark_version: edition} if edition else {}
            rows.append(submission_row(submission, benchmark, editions, self._common))
        return tuple(rows)


def _shown(name: str) -> str:
    return printable(name, 120)
