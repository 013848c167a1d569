"""From two names that a user gives to the comparisons that are meant."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from leaderboard.comparison import Comparison, compare_rows
from leaderboard.errors import UsageError
from leaderboard.findings import printable
from leaderboard.lookup import Lookup
from leaderboard.records import Row
from leaderboard.registry import load_registry
from scoring.gold import Edition

__all__ = ["compare_entries"]


def compare_entries(
    root: Path, first: str, second: str, *, benchmark: str | None = None
) -> tuple[Comparison, ...]:
    """Compare two entries on every benchmark whose same edition both answered.

    Args:
        root: the repository's root.
        first: an id, a former id, or the folder of a submission.
        second: another one.
        benchmark: key of the only benchmark to compare on; None for all.

    Raises:
        UsageError: a name leads nowhere, a submission has findings, or nothing is in common.
        BrokenRepositoryError: gold is not in order.

    """
    registry = load_registry(root)
    if benchmark is not None:
        registry[benchmark]
    lookup = Lookup(root, registry, {})
    rows = [_scored(lookup, name, benchmark) for name in (first, second)]
    common = [key for key in rows[0] if key in rows[1]]
    if not common:
        where = f" on {benchmark}" if benchmark else ""
        raise UsageError(
            f"{_shown(first)} and {_shown(second)} have no scored edition in common{where}; "
            "fetch its gold, or name two entries that answered the same edition"
        )
    return tuple(compare_rows(rows[0][key], rows[1][key], _edition(lookup, key)) for key in common)


def _scored(lookup: Lookup, name: str, only: str | None) -> Mapping[tuple[str, str], Row]:
    """(Benchmark, edition) → the scored row of an entry."""
    rows = lookup.rows(name, only)
    return {(row.benchmark, row.version): row for row in rows if row.card is not None}


def _edition(lookup: Lookup, key: tuple[str, str]) -> Edition:
    """An edition that a row was scored on."""
    edition = lookup.edition(*key)
    assert edition is not None  # noqa: S101 - its row has a card
    return edition


def _shown(name: str) -> str:
    return printable(name, 120)
