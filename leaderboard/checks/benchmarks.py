"""What the checks need to know of a benchmark."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from leaderboard.findings import quoted

__all__ = ["BenchmarkSpec", "no_benchmark"]


@dataclass(frozen=True, slots=True)
class BenchmarkSpec:
    """A benchmark as far as a submission is checked against it.

    Attributes:
        key: its name, and that of a submission's file.
        task: the task kind.
        editions: version → ids of its items, oldest edition first; None where the items are not
            at hand, so that they cannot be checked.

    """

    key: str
    task: str
    editions: Mapping[str, frozenset[str] | None]

    @property
    def current(self) -> str:
        """The newest edition."""
        return list(self.editions)[-1]


def no_benchmark(key: str, known: Iterable[str]) -> str:
    """What is said, always in the same words and order, of a key that no benchmark has."""
    return f"there is no benchmark {quoted(key)}; choose among: {', '.join(sorted(known))}"
