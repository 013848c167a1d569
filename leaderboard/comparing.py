"""From two names that a user gives to the comparisons that are meant."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from leaderboard.board import program_rows, submission_row
from leaderboard.checks import load_submission
from leaderboard.comparison import Comparison, compare_rows
from leaderboard.errors import UsageError
from leaderboard.findings import printable
from leaderboard.programs import PROGRAMS
from leaderboard.records import Row
from leaderboard.registry import Registry, load_registry
from scoring.gold import Edition

__all__ = ["compare_entries"]

_PROGRAM = "program--"


def compare_entries(
    root: Path, first: str, second: str, *, benchmark: str | None = None
) -> tuple[Comparison, ...]:
    """Compare two entries on every benchmark whose same edition both answered.

    Args:
        root: the repository's root.
        first: an id, or the folder of a submission.
        second: another one.
        benchmark: key of the only benchmark to compare on; None for all.

    Raises:
        UsageError: a name leads nowhere, a submission has findings, or nothing is in common.
        BrokenRepositoryError: gold is not in order.

    """
    registry = load_registry(root)
    if benchmark is not None:
        registry[benchmark]
    loader = _Loader(root, registry)
    rows = loader.rows(first, benchmark), loader.rows(second, benchmark)
    common = [key for key in rows[0] if key in rows[1]]
    if not common:
        where = f" on {benchmark}" if benchmark else ""
        raise UsageError(
            f"{_shown(first)} and {_shown(second)} have no scored edition in common{where}; "
            "fetch its gold, or name two entries that answered the same edition"
        )
    return tuple(compare_rows(rows[0][key], rows[1][key], loader.edition(*key)) for key in common)


class _Loader:
    """Reads each edition once."""

    def __init__(self, root: Path, registry: Registry) -> None:
        self.root = root
        self.registry = registry
        self.editions: dict[tuple[str, str], Edition | None] = {}

    def edition(self, key: str, version: str) -> Edition:
        """An edition that a row was scored on."""
        edition = self._load(key, version)
        assert edition is not None  # noqa: S101 - its row has a card
        return edition

    def rows(self, name: str, only: str | None) -> Mapping[tuple[str, str], Row]:
        """(Benchmark, edition) → the scored row of an entry."""
        rows = (
            self._program(name, only) if name.startswith(_PROGRAM) else self._submission(name, only)
        )
        return {(row.benchmark, row.version): row for row in rows if row.card is not None}

    def _load(self, key: str, version: str) -> Edition | None:
        if (key, version) not in self.editions:
            self.editions[key, version] = self.registry.load_edition(self.registry[key], version)
        return self.editions[key, version]

    def _program(self, name: str, only: str | None) -> list[Row]:
        known = [f"{_PROGRAM}{program.key}" for program in PROGRAMS]
        if name not in known:
            raise UsageError(f"there is no {_shown(name)}; the programs are {', '.join(known)}")
        return [
            row
            for benchmark in self.registry.benchmarks
            if only in {None, benchmark.key}
            and (edition := self._load(benchmark.key, benchmark.current)) is not None
            for row in program_rows(benchmark, benchmark.current, edition)
            if row.entrant.id == name
        ]

    def _submission(self, name: str, only: str | None) -> list[Row]:
        folder, shown = self.root / "submissions" / name, f"submissions/{name}"
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
        rows = []
        for benchmark in self.registry.benchmarks:
            outputs = checked.accepted.outputs.get(benchmark.key)
            if outputs is None or only not in {None, benchmark.key}:
                continue
            edition = self._load(benchmark.key, outputs.benchmark_version)
            editions = {outputs.benchmark_version: edition} if edition else {}
            rows.append(submission_row(checked.accepted, benchmark, editions, {}))
        return rows


def _shown(name: str) -> str:
    return printable(name, 120)
