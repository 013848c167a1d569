"""Rows of single submissions, each edition's gold read once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from leaderboard.board import submission_row
from leaderboard.checks import BenchmarkSpec, Checked, Entry, LoadedFolder, check_submission
from leaderboard.checks.submission import SUBMISSION_FILE, parse_meta
from leaderboard.costs import Prices
from leaderboard.findings import sort_findings
from leaderboard.models import Submission
from leaderboard.names import id_problem
from leaderboard.pricing import load_common_prices
from leaderboard.records import Row
from leaderboard.registry import Benchmark, Registry, load_registry
from scoring.gold import GOLD_ROOT, Edition

__all__ = ["Scorer", "check_loaded", "load_scorer"]


@dataclass(frozen=True, slots=True)
class Scorer:
    """What submissions are judged by: the code, schema and gold of the running checkout.

    Attributes:
        registry: the benchmarks.
        specs: what submissions are checked against.
        prices: the common price list.

    """

    registry: Registry
    specs: Mapping[str, BenchmarkSpec]
    prices: Mapping[str, Prices]
    _editions: dict[tuple[str, str], Edition | None] = field(default_factory=dict)

    def edition(self, benchmark: Benchmark, version: str) -> Edition | None:
        """The edition's gold and contracts; None if they are not here.

        Raises:
            BrokenRepositoryError: they are here and not in order.

        """
        key = (benchmark.key, version)
        if key not in self._editions:
            self._editions[key] = self.registry.load_edition(benchmark, version)
        return self._editions[key]

    def row(self, submission: Submission, benchmark: Benchmark) -> Row | None:
        """The submission's row, scored where the gold is here; None if it did not answer."""
        outputs = submission.outputs.get(benchmark.key)
        if outputs is None:
            return None
        version = outputs.benchmark_version
        edition = self.edition(benchmark, version)
        editions = {version: edition} if edition else {}
        return submission_row(submission, benchmark, editions, self.prices)


def load_scorer(root: Path, gold: Path = GOLD_ROOT) -> Scorer:
    """What the repository at `root` judges by.

    Args:
        root: the repository's root, for fetched data.
        gold: the folder of benchmarks.

    Raises:
        BrokenRepositoryError: a benchmark, its gold or a price list is not in order.

    """
    registry = load_registry(root, gold)
    return Scorer(registry, registry.specs(), load_common_prices())


def check_loaded(
    loaded: LoadedFolder, name: str, specs: Mapping[str, BenchmarkSpec], folder: str
) -> Checked:
    """Judge a submission by the files that were read.

    Args:
        loaded: its files.
        name: of its folder.
        specs: what it is checked against.
        folder: how findings name it.

    """
    submission, findings = check_submission(
        loaded.files, name, specs, folder=folder, unread=loaded.unread
    )
    meta = submission.meta if submission else parse_meta(loaded.files.get(SUBMISSION_FILE, b""))
    return Checked(
        name,
        folder,
        submission,
        sort_findings((*loaded.findings, *findings)),
        Entry(name, meta) if meta and not id_problem(name) else None,
    )
