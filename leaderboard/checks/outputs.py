"""Whether outputs answer the benchmark: an edition that it has, and each item of it once.

These checks look at the parsed JSON value, not at a record, so that they also speak where another
part of the file is not of the form.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from leaderboard.checks.benchmarks import BenchmarkSpec
from leaderboard.findings import MOST_OF_A_KIND, Finding, json_pointer, printable, quoted

__all__ = ["check_outputs"]


@dataclass(frozen=True, slots=True)
class _Items:
    """The items that a file has outputs for.

    Attributes:
        first: item → index of its first output.
        doubles: (index, item) of each further output of an item.
        complete: whether every output names its item; if not, nothing is known to be missing.

    """

    first: Mapping[str, int]
    doubles: tuple[tuple[int, str], ...]
    complete: bool


def check_outputs(
    value: Mapping[str, object], key: str, spec: BenchmarkSpec, file: str
) -> Iterator[Finding]:
    """What is wrong between a file of outputs and its benchmark.

    Args:
        value: the parsed file, of any shape below its top.
        key: the benchmark that the file's name gives.
        spec: that benchmark.
        file: the name that findings carry.

    """
    yield from _check_benchmark(value.get("benchmark"), key, file)
    version = value.get("benchmark_version")
    yield from _check_edition(version, spec, file)
    outputs = value.get("outputs")
    if not isinstance(outputs, list):
        return
    items = _items(outputs)
    yield from _shown(_check_doubles(items, file))
    known = spec.editions.get(version) if isinstance(version, str) else None
    if known is not None:
        yield from _shown(_check_unknown(items, known, f"{key} {version}", file))
        yield from _shown(_check_missing(items, known, f"{key} {version}", file))


def _shown(findings: Iterator[Finding]) -> Iterator[Finding]:
    """No more findings of one kind than anyone will be shown."""
    return itertools.islice(findings, MOST_OF_A_KIND + 1)


def _check_benchmark(named: object, key: str, file: str) -> Iterator[Finding]:
    if isinstance(named, str) and named != key:
        yield Finding(
            "benchmark_mismatch",
            file,
            "/benchmark",
            f"the file is named after {quoted(key)} and says {quoted(named)}",
            f'Write "benchmark": "{key}", or rename the file.',
        )


def _check_edition(version: object, spec: BenchmarkSpec, file: str) -> Iterator[Finding]:
    if isinstance(version, str) and version not in spec.editions:
        yield Finding(
            "unknown_edition",
            file,
            "/benchmark_version",
            f"{spec.key} has no edition {quoted(version)}",
            f"Name the edition that was answered: {', '.join(spec.editions)}.",
        )


def _items(outputs: list[object]) -> _Items:
    first: dict[str, int] = {}
    doubles: list[tuple[int, str]] = []
    named = 0
    for index, output in enumerate(outputs):
        item = output.get("item") if isinstance(output, dict) else None
        if isinstance(item, str):
            named += 1
            if item in first:
                doubles.append((index, item))
            else:
                first[item] = index
    return _Items(first, tuple(doubles), complete=named == len(outputs))


def _pointer(index: int) -> str:
    return json_pointer(("outputs", index, "item"))


def _check_doubles(items: _Items, file: str) -> Iterator[Finding]:
    for index, item in items.doubles:
        yield Finding(
            "duplicate_item",
            file,
            _pointer(index),
            f"{quoted(item)} is answered here and at {_pointer(items.first[item])}",
            "Keep the one output that the system gave first; there is one answer for each item.",
        )


def _check_unknown(
    items: _Items, known: frozenset[str], edition: str, file: str
) -> Iterator[Finding]:
    alike = {_bare(item): item for item in sorted(known)}
    for item, index in items.first.items():
        if item not in known:
            meant = alike.get(_bare(item[:200]))
            yield Finding(
                "unknown_item",
                file,
                _pointer(index),
                f"{edition} has no item {quoted(item)}",
                f'Write "{printable(meant)}" if that is meant.'
                if meant
                else "Take the output out, or name the edition that has the item.",
            )


def _bare(item: str) -> str:
    """An item's id without what is easily mistyped."""
    return re.sub(r"[^a-z0-9]", "", item.lower())


def _check_missing(
    items: _Items, known: frozenset[str], edition: str, file: str
) -> Iterator[Finding]:
    if not items.complete:
        return
    for item in sorted(known - items.first.keys()):
        yield Finding(
            "missing_item",
            file,
            "/outputs",
            f"there is no output for {quoted(item)} of {edition}",
            "Add its output; if the system gave none, record what happened as its finish_reason.",
        )
