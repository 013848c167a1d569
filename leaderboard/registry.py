"""The registry of benchmarks: a benchmark is a folder of data plus a task kind.

`scoring/gold/<key>/benchmark.json` says what a benchmark is; a third party adds one by adding such
a folder. No code names a benchmark's key except the choice of the front page.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from leaderboard.checks import BenchmarkSpec, no_benchmark
from leaderboard.errors import BrokenRepositoryError, UsageError
from leaderboard.prompts import Prompt, load_prompt
from leaderboard.repository import data_folder
from scoring.errors import GoldError
from scoring.gold import GOLD_ROOT, Edition, load_clause_edition, load_scrub_edition

__all__ = [
    "ArchiveSource",
    "Benchmark",
    "CommittedSource",
    "EditionInfo",
    "HubSource",
    "Registry",
    "benchmark_specs",
    "load_registry",
]

SCRUBBING: Final = "contract-scrubbing"
CLAUSES: Final = "clause-extraction"
Key: TypeAlias = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,39}$")]
Version: TypeAlias = Annotated[str, Field(pattern=r"^[0-9][0-9a-z.-]{0,39}$")]
Digest: TypeAlias = Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$")]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class EditionInfo(_Record):
    """One edition of a benchmark.

    Attributes:
        version: its name, also that of its folder.
        released: when it was first published.
        digest: the pinned digest of its gold; None where it is not known yet.
        texts: the pinned digest of its contracts' texts; None where they are not in the
            repository.
        items: the ids that a submission must answer, where gold is not in the repository.
        note: what is special about it.

    """

    version: Version
    released: dt.date
    digest: Digest | None = None
    texts: Digest | None = None
    items: tuple[str, ...] | None = None
    note: str = ""


class CommittedSource(_Record):
    """Gold and contracts are in the repository."""

    kind: Literal["committed"]


class HubSource(_Record):
    """Gold is fetched from a dataset on the Hugging Face hub.

    Attributes:
        repository: `owner/name` of the dataset.
        revision: the pinned commit, or None until one is known.
        mapping: file that says which columns are what, beside `benchmark.json`.

    """

    kind: Literal["hub"]
    repository: str
    revision: Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")] | None = None
    mapping: str


class ArchiveSource(_Record):
    """Gold is built from an archive that is downloaded or given by path.

    Attributes:
        url: https address of the archive.
        sha256: the pinned digest of its bytes.

    """

    kind: Literal["archive"]
    url: Annotated[str, Field(pattern=r"^https://")]
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Benchmark(_Record):
    """What a benchmark is.

    Attributes:
        key: its one stable name.
        order: place among the benchmarks, lowest first.
        title: for display.
        task: the task kind, which chooses the scorer.
        summary: what it measures, in a sentence or two.
        caveat: what must stand on every page that shows its scores, or "".
        licence: of its contracts and gold.
        url: where it is described, or None.
        rules: what a model is told of this benchmark beside its task's prompt: the text of
            `rules.txt` in its folder, or "".
        current: the edition that is ranked.
        editions: all editions, oldest first.
        source: where gold comes from.

    """

    key: Key
    order: int
    title: str
    task: Literal["contract-scrubbing", "clause-extraction"]
    summary: str
    caveat: str = ""
    licence: str
    url: Annotated[str, Field(pattern=r"^https://")] | None = None
    rules: str = ""
    current: Version
    editions: Annotated[tuple[EditionInfo, ...], Field(min_length=1)]
    source: Annotated[CommittedSource | HubSource | ArchiveSource, Field(discriminator="kind")]

    @model_validator(mode="after")
    def _current_is_an_edition(self) -> Benchmark:
        if self.current not in {edition.version for edition in self.editions}:
            raise ValueError(f"`current` names {self.current}, which is not among the editions")
        return self

    @property
    def is_scrubbing(self) -> bool:
        """Whether the task is contract scrubbing; else it is clause extraction."""
        return self.task == SCRUBBING

    @property
    def prompt(self) -> Prompt:
        """What a model is asked: the task's prompt with the benchmark's own rules."""
        return load_prompt(self.task, self.rules)

    def edition(self, version: str) -> EditionInfo | None:
        """The edition of that name, or None."""
        return next((item for item in self.editions if item.version == version), None)


@dataclass(frozen=True, slots=True)
class Registry:
    """All benchmarks, and where their editions may lie.

    Attributes:
        benchmarks: by `order`, then key.
        gold: the folder of committed benchmarks.
        data: the folder of fetched ones.

    """

    benchmarks: tuple[Benchmark, ...]
    gold: Path
    data: Path

    def __getitem__(self, key: str) -> Benchmark:
        """The benchmark of that key.

        Raises:
            UsageError: there is none; the sentence names those there are.

        """
        for benchmark in self.benchmarks:
            if benchmark.key == key:
                return benchmark
        raise UsageError(no_benchmark(key, (each.key for each in self.benchmarks)))

    def folder(self, benchmark: Benchmark) -> Path:
        """The folder that holds `benchmark.json`."""
        return self.gold / benchmark.key

    def local_versions(self, benchmark: Benchmark) -> tuple[str, ...]:
        """Editions whose gold is here: the registered ones in order, then other fetched ones."""
        registered = [item.version for item in benchmark.editions]
        fetched = self.data / benchmark.key
        extra = sorted(path.name for path in fetched.glob("*/") if path.name not in registered)
        return tuple(v for v in (*registered, *extra) if self._place(benchmark, v) is not None)

    def load_edition(self, benchmark: Benchmark, version: str) -> Edition | None:
        """The edition's gold and contracts; None if they are not here.

        Raises:
            BrokenRepositoryError: they are here and not in order.

        """
        place = self._place(benchmark, version)
        if place is None:
            return None
        info = benchmark.edition(version)
        load = load_scrub_edition if benchmark.is_scrubbing else load_clause_edition
        try:
            return load(place, info.digest if info else None, info.texts if info else None)
        except GoldError as error:
            committed = place.is_relative_to(self.gold)
            mend = (
                "Restore it with git."
                if committed
                else f"Fetch it again with `leaderboard data fetch {benchmark.key}`."
            )
            raise BrokenRepositoryError(
                f"the gold of {benchmark.key} {version} is not in order: {error}. {mend}"
            ) from error

    def specs(self) -> dict[str, BenchmarkSpec]:
        """What submissions are checked against: the items of every edition that is known.

        Raises:
            BrokenRepositoryError: an edition is here and not in order.

        """
        return {
            benchmark.key: BenchmarkSpec(
                key=benchmark.key,
                task=benchmark.task,
                editions={
                    version: self._items(benchmark, version)
                    for version in self._versions(benchmark)
                },
            )
            for benchmark in self.benchmarks
        }

    def _versions(self, benchmark: Benchmark) -> list[str]:
        """All editions, the current one last."""
        registered = [item.version for item in benchmark.editions]
        extra = [v for v in self.local_versions(benchmark) if v not in registered]
        return [*extra, *(v for v in registered if v != benchmark.current), benchmark.current]

    def _items(self, benchmark: Benchmark, version: str) -> frozenset[str] | None:
        info = benchmark.edition(version)
        if info and info.items is not None:
            return frozenset(info.items)
        edition = self.load_edition(benchmark, version)
        return frozenset(edition.items) if edition else None

    def _place(self, benchmark: Benchmark, version: str) -> Path | None:
        for base in (self.gold, self.data):
            place = base / benchmark.key / version
            if (place / "contracts").is_dir():
                return place
        return None


def load_registry(root: Path, gold: Path = GOLD_ROOT) -> Registry:
    """Read every `<gold>/<key>/benchmark.json`.

    Args:
        root: the repository's root, for the data folder.
        gold: the folder of benchmarks.

    Raises:
        BrokenRepositoryError: a file is not of the form, or its key is not its folder's name.

    """
    benchmarks = []
    for path in sorted(gold.glob("*/benchmark.json")):
        try:
            benchmark = Benchmark.model_validate_json(path.read_bytes())
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = "/".join(str(part) for part in first["loc"])
            raise BrokenRepositoryError(
                f"{path.parent.name}/benchmark.json is not in order at {where or 'the top'}: "
                f"{first['msg']}"
            ) from error
        if benchmark.key != path.parent.name:
            raise BrokenRepositoryError(
                f"{path.parent.name}/benchmark.json names the key {benchmark.key!r}: "
                "key and folder must agree"
            )
        rules = path.with_name("rules.txt")
        if rules.is_file():
            benchmark = benchmark.model_copy(update={"rules": rules.read_text("utf-8")})
        benchmarks.append(benchmark)
    if not benchmarks:
        raise BrokenRepositoryError(f"there is no benchmark below {gold.name}: restore it with git")
    ordered: Mapping[str, Benchmark] = {item.key: item for item in benchmarks}
    return Registry(
        benchmarks=tuple(sorted(ordered.values(), key=lambda item: (item.order, item.key))),
        gold=gold,
        data=data_folder(root),
    )


def benchmark_specs(root: Path) -> dict[str, BenchmarkSpec]:
    """What submissions in the repository at `root` are checked against; errors as `specs`."""
    return load_registry(root).specs()
