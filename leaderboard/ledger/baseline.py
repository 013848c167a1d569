"""Published results: those of a release, of the board as it is, or of a file that a build wrote."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from leaderboard.digests import scorer_digest
from leaderboard.errors import BrokenRepositoryError, UsageError
from leaderboard.findings import printable
from leaderboard.pricing import load_common_prices_date
from leaderboard.records import Board
from leaderboard.registry import Registry
from leaderboard.releases import Release
from leaderboard.results import RESULTS_VERSION, build_results
from leaderboard.scorecards import merge_cards
from scoring.signature import SCORING_VERSION

__all__ = ["Published", "load_cards", "load_results", "published_board", "published_release"]

Json: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Published:
    """What was published at one time.

    Attributes:
        version: of the release; None for a board that is not released.
        date: of its data, or None.
        results: the value of its `results.json`.
        whole: whether every row of the board is in it, with its rank.

    """

    version: str | None
    date: dt.date | None
    results: Json
    whole: bool = True

    def rows(self) -> Iterator[tuple[str, Json]]:
        """(Benchmark key, row) of every row, those of other editions too."""
        for key, benchmark in self.results["benchmarks"].items():
            for row in (*benchmark["rows"], *benchmark["other_editions"]):
                yield key, row


def published_release(release: Release) -> Published:
    """What a release froze."""
    return Published(str(release.version), release.manifest.date, release.results)


def published_board(board: Board) -> Published:
    """The board as it is, in the form in which it would be published."""
    return Published(None, board.date, build_results(board))


def load_results(path: Path) -> Published:
    """A `results.json` as `leaderboard build` writes it.

    Raises:
        UsageError: there is no such file, or it is not one of those.

    """
    value = _load_json(path)
    if not _is_results(value):
        raise UsageError(
            f"{_shown(path)} is no results.json of form {RESULTS_VERSION}, as `leaderboard build` "
            "writes"
        )
    date = value.get("date")
    return Published(None, dt.date.fromisoformat(date) if date else None, value)


def load_cards(path: Path, registry: Registry) -> Published:
    """The rows in a file of score cards, as `leaderboard score --out` and `merge` write.

    Cards are of submissions alone and know no ranks, so what is not among them counts as not
    looked at, never as gone.

    Raises:
        UsageError: there is no such file, or it was not made by this scorer.

    """
    merged = merge_cards([(_shown(path), _load_json(path))])
    rows: dict[str, list[Json]] = {benchmark.key: [] for benchmark in registry.benchmarks}
    for card in merged["cards"]:
        rows[registry[card["benchmark"]].key].append(card)
    results = {
        "results_version": RESULTS_VERSION,
        "scoring_version": SCORING_VERSION,
        "scorer_digest": scorer_digest(),
        "common_prices": load_common_prices_date().isoformat(),
        "benchmarks": {
            benchmark.key: {
                "title": benchmark.title,
                "scored_here": True,
                "rows": rows[benchmark.key],
                "other_editions": [],
            }
            for benchmark in registry.benchmarks
        },
    }
    return Published(None, None, results, whole=False)


def _shown(path: Path) -> str:
    return printable(str(path), 120)


def _load_json(path: Path) -> Any:  # noqa: ANN401 - JSON can be anything
    if not path.is_file():
        raise UsageError(f"there is no file {_shown(path)}")
    try:
        return json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{_shown(path)} is no JSON: {printable(str(error))}") from error


def check_form(published: Published) -> Published:
    """The same results, which this program can compare.

    Raises:
        BrokenRepositoryError: they are of another form.

    """
    if not _is_results(published.results):
        raise BrokenRepositoryError(
            f"the results of release {published.version} are not of form {RESULTS_VERSION}, "
            "which this program compares"
        )
    return published


def _is_results(value: object) -> bool:
    """Whether a value has the skeleton of results; what stands in the rows is read as it is."""
    if not isinstance(value, Mapping) or value.get("results_version") != RESULTS_VERSION:
        return False
    benchmarks = value.get("benchmarks")
    return isinstance(benchmarks, Mapping) and all(
        isinstance(benchmark, Mapping)
        and all(_are_rows(benchmark.get(key)) for key in ("rows", "other_editions"))
        for benchmark in benchmarks.values()
    )


def _are_rows(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(row, Mapping) and isinstance(row.get("id"), str) for row in value
    )
