"""Brings a benchmark's gold into the data folder, by download or from a path."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from leaderboard.errors import UsageError
from leaderboard.registry import ArchiveSource, Benchmark, HubSource, Registry
from leaderboard.sources.cuad import CuadSource, fetch_cuad, load_cuad, load_titles
from leaderboard.sources.errors import SourceError
from leaderboard.sources.hub import fetch_dataset, load_mapping, read_dataset
from leaderboard.sources.store import store_clauses, store_scrubbing
from scoring.gold import case_digest

__all__ = ["Fetched", "Suite", "check_pinned", "fetch_edition", "load_suite"]

ARCHIVES: Final = ".archives"
"""Where downloads are kept, below the data folder."""


@dataclass(frozen=True, slots=True)
class Suite:
    """Which clause cases are built.

    Attributes:
        present: number of cases whose clause is present.
        absent: number of cases whose clause is absent.
        every: every contract with every clause type, whatever the two numbers say.
        titles: JSON file with the contracts in file order; None for CUAD's test split.

    """

    present: int = 20
    absent: int = 12
    every: bool = False
    titles: Path | None = None

    def version(self, current: str) -> str:
        """The name of the edition: the benchmark's current one for the default sizes."""
        if self.every:
            return f"{current}-all"
        if (self.present, self.absent) == (20, 12):
            return current
        return f"{current}-p{self.present}-a{self.absent}"


@dataclass(frozen=True, slots=True)
class Fetched:
    """An edition that was brought into the data folder.

    Attributes:
        version: its name.
        place: its folder.
        digest: of its gold.
        items: how many contracts or cases it has.

    """

    version: str
    place: Path
    digest: str
    items: int


def fetch_edition(
    registry: Registry,
    benchmark: Benchmark,
    *,
    path: Path | None = None,
    suite: Suite | None = None,
    revision: str | None = None,
) -> Fetched:
    """Fetch a benchmark's gold and write it to the data folder.

    Args:
        registry: where benchmarks and data lie.
        benchmark: which one.
        path: an archive, or a folder with the dataset's files, instead of a download.
        suite: which clause cases to build; None for the default ones.
        revision: commit of the dataset instead of the pinned one.

    Raises:
        UsageError: the benchmark is in the repository, or no revision is known.
        SourceError: the source cannot be reached or is not what was pinned.

    """
    source = benchmark.source
    if isinstance(source, HubSource):
        version = _fetch_hub(registry, benchmark, source, path, revision)
    elif isinstance(source, ArchiveSource):
        chosen = suite or Suite()
        archive = path or fetch_cuad(registry.data / ARCHIVES, url=source.url, sha256=source.sha256)
        version = _store_suite(registry, benchmark, load_suite(archive, chosen), chosen)
    else:
        raise UsageError(f"{benchmark.key} is part of the repository: there is nothing to fetch")
    edition = registry.load_edition(benchmark, version)
    if edition is None:
        raise SourceError(f"{benchmark.key} {version} was written, but cannot be found again")
    place = registry.data / benchmark.key / version
    return Fetched(version, place, edition.digest, len(edition.items))


def load_suite(archive: Path, suite: Suite) -> CuadSource:
    """The contracts and cases of a clause archive; errors as `load_cuad`."""
    return load_cuad(
        archive,
        titles=load_titles(suite.titles) if suite.titles else None,
        present=suite.present,
        absent=suite.absent,
        every=suite.every,
    )


def check_pinned(benchmark: Benchmark, version: str, digest: str) -> None:
    """Raise SourceError unless `digest` is the one that is pinned for the edition, if any is."""
    info = benchmark.edition(version)
    if info and info.digest and info.digest != digest:
        raise SourceError(
            f"the cases of {benchmark.key} {version} have the digest {digest}, not the pinned "
            f"{info.digest}: the archive or the list of titles is another one"
        )


def _store_suite(registry: Registry, benchmark: Benchmark, source: CuadSource, suite: Suite) -> str:
    version = suite.version(benchmark.current)
    check_pinned(benchmark, version, case_digest(source.cases))
    used = {case.title for case in source.cases}
    contracts = [contract for contract in source.contracts if contract.title in used]
    # Titles are no safe file names (some end in a space, some hold a slash's stand-in).
    names = {contract.title: f"{n:03d}" for n, contract in enumerate(contracts, start=1)}
    by_title = {contract.title: contract for contract in contracts}
    store_clauses(
        registry.data / benchmark.key / version,
        {names[contract.title]: contract.text for contract in contracts},
        [
            {
                "id": case.id,
                "category": case.category,
                "title": case.title,
                "contract": names[case.title],
                "question": by_title[case.title].questions[case.category],
                "gold": list(case.gold),
            }
            for case in source.cases
        ],
    )
    return version


def _fetch_hub(
    registry: Registry,
    benchmark: Benchmark,
    source: HubSource,
    path: Path | None,
    revision: str | None,
) -> str:
    mapping = load_mapping(registry.folder(benchmark) / source.mapping)
    commit = revision or source.revision
    if path is None and commit is None:
        raise UsageError(
            f"no revision of {source.repository} is pinned yet: name the commit with --revision, "
            "or pass a folder with its files with --from"
        )
    with tempfile.TemporaryDirectory() as downloads:
        folder = path or fetch_dataset(source.repository, str(commit), Path(downloads), mapping)
        dataset = read_dataset(folder, mapping)
    store_scrubbing(
        registry.data / benchmark.key / benchmark.current, dataset.contracts, dataset.gold
    )
    return benchmark.current
