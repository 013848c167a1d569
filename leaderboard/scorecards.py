"""Score cards of submissions as JSON: computed in parts or at once, merged to the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from leaderboard.board import submission_row
from leaderboard.certainty import with_own_certainty
from leaderboard.checks import Checked, load_submission, load_submissions
from leaderboard.checks.benchmarks import BenchmarkSpec
from leaderboard.costs import Prices
from leaderboard.errors import UsageError
from leaderboard.evaluate import explain_records
from leaderboard.explain import EntryOutcome
from leaderboard.findings import Finding, sort_findings
from leaderboard.pricing import load_common_prices
from leaderboard.records import Row
from leaderboard.registry import Registry, load_registry
from leaderboard.results import entry_value, row_value
from scoring.gold import Edition, ScrubEdition
from scoring.signature import SCORING_VERSION

__all__ = ["Scored", "Shard", "all_findings", "cards_value", "merge_cards", "score_folders"]

Card: TypeAlias = dict[str, Any]
CARDS_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Shard:
    """One of `count` parts of the work, counted from 1."""

    index: int
    count: int

    @classmethod
    def parse(cls, text: str) -> Shard:
        """The shard that `i/n` names.

        Raises:
            UsageError: it is not of that form, or i is not from 1 to n.

        """
        index, _, count = text.partition("/")
        if not (index.isascii() and index.isdigit() and count.isascii() and count.isdigit()):
            raise UsageError(f"--shard takes i/n, such as 1/4, not {text!r}")
        shard = cls(int(index), int(count))
        if not 1 <= shard.index <= shard.count:
            raise UsageError(f"--shard {text}: i goes from 1 to n")
        return shard

    def of(self, folders: Sequence[Path]) -> list[Path]:
        """Every n-th folder, so that shards are of like size."""
        return list(folders[self.index - 1 :: self.count])


@dataclass(frozen=True, slots=True)
class Scored:
    """What scoring one folder gave.

    Attributes:
        rows: one per benchmark that was asked for; empty if there are findings.
        entries: benchmark key → the outcome of every entry, where that was asked for.
        findings: what is wrong with the submission.

    """

    rows: tuple[Row, ...]
    entries: Mapping[str, tuple[EntryOutcome, ...]]
    findings: tuple[Finding, ...]


def score_folders(
    root: Path,
    folders: Sequence[Path],
    *,
    benchmark: str | None = None,
    explained: bool = False,
    jobs: int = 1,
) -> tuple[Scored, ...]:
    """Check and score submissions, in the order of `folders` whatever `jobs` is.

    They are checked as `validate` checks them, each alone and beside its neighbours, and scored
    as `build` scores them.

    Args:
        root: the repository's root.
        folders: the submissions' folders.
        benchmark: key of the only benchmark to score; None for all.
        explained: whether to list every entry.
        jobs: number of processes.

    Raises:
        UsageError: there is no such benchmark.
        BrokenRepositoryError: gold is not in order.

    """
    registry = load_registry(root)
    if benchmark is not None:
        registry[benchmark]
    checked = dict(_check(folders, registry.specs()))
    accepted = [folder for folder in folders if checked[folder].accepted is not None]
    work = partial(_score_folder, root, benchmark, explained)
    if min(jobs, len(accepted)) <= 1:
        scored = dict(zip(accepted, map(work, accepted), strict=True))
    else:
        with ProcessPoolExecutor(max_workers=min(jobs, len(accepted))) as pool:
            size = max(1, len(accepted) // (4 * jobs))
            scored = dict(zip(accepted, pool.map(work, accepted, chunksize=size), strict=True))
    return tuple(
        scored.get(folder) or Scored((), {}, checked[folder].findings) for folder in folders
    )


def _check(
    folders: Sequence[Path], specs: Mapping[str, BenchmarkSpec]
) -> Iterator[tuple[Path, Checked]]:
    """Each folder with what was found, also beside its neighbours."""
    for parent in sorted({folder.parent for folder in folders}):
        names = {folder.name for folder in folders if folder.parent == parent}
        for checked in load_submissions(parent, specs, shown=parent.name, only=names):
            yield parent / checked.id, checked


def _score_folder(root: Path, only: str | None, explained: bool, folder: Path) -> Scored:  # noqa: FBT001 - bound by partial
    """Score an accepted submission: read again, because a process shares nothing with another."""
    registry, specs, common = _loaded(root)
    submission = load_submission(folder, specs).submission
    rows: list[Row] = []
    entries: dict[str, tuple[EntryOutcome, ...]] = {}
    for benchmark in registry.benchmarks:
        if submission is None or benchmark.key not in submission.outputs:
            continue
        if only not in {None, benchmark.key}:
            continue
        version = submission.outputs[benchmark.key].benchmark_version
        edition = _edition(root, benchmark.key, version)
        editions = {version: edition} if edition else {}
        rows.append(with_own_certainty(submission_row(submission, benchmark, editions, common)))
        if explained and isinstance(edition, ScrubEdition):
            entries[benchmark.key] = explain_records(edition, rows[-1].records)
    return Scored(tuple(rows), entries, ())


@cache
def _loaded(root: Path) -> tuple[Registry, Mapping[str, BenchmarkSpec], Mapping[str, Prices]]:
    """Read once a process."""
    registry = load_registry(root)
    return registry, registry.specs(), load_common_prices()


@cache
def _edition(root: Path, key: str, version: str) -> Edition | None:
    """Read once a process."""
    registry, *_ = _loaded(root)
    return registry.load_edition(registry[key], version)


def cards_value(scored: Iterable[Scored]) -> Card:
    """The cards of all scored submissions as one JSON value, sorted by id and benchmark."""
    cards = [{"benchmark": row.benchmark, **row_value(row)} for item in scored for row in item.rows]
    return _cards_file(cards)


def merge_cards(parts: Sequence[tuple[str, Any]]) -> Card:
    """One file of cards from several: the same value as scoring everything at once.

    Args:
        parts: (name, value) of each file.

    Raises:
        UsageError: a part is no file of cards, was made by another scorer, or a card comes twice.

    """
    cards: list[Card] = []
    origin: dict[tuple[str, str], str] = {}
    gold: dict[tuple[str, str | None], object] = {}
    for name, value in parts:
        for card in _cards_of(name, value):
            key = (card["id"], card["benchmark"])
            if key in origin:
                raise UsageError(f"{key[0]} on {key[1]} is in {origin[key]} and in {name}")
            origin[key] = name
            edition = (card["benchmark"], card["edition"])
            signature = (card["card"] or {}).get("signature")
            if signature is not None and gold.setdefault(edition, signature) != signature:
                raise UsageError(
                    f"{name} was scored against other gold of {card['benchmark']} "
                    f"{card['edition']}: score it again"
                )
            cards.append(card)
    return _cards_file(cards)


def _cards_of(name: str, value: object) -> list[Card]:
    """The cards in one part, if it is of the form."""
    if not isinstance(value, dict) or type(value.get("cards_version")) is not int:
        raise UsageError(f"{name} is no file of `leaderboard score --out`")
    if value["cards_version"] != CARDS_VERSION or value.get("scoring_version") != SCORING_VERSION:
        raise UsageError(
            f"{name} was made by scorer {value.get('scoring_version')}, this is "
            f"{SCORING_VERSION}: score it again"
        )
    cards = value.get("cards")
    if not isinstance(cards, list) or not all(_is_card(card) for card in cards):
        raise UsageError(f"{name} has cards that `leaderboard score --out` did not write")
    return cards


def _is_card(card: object) -> bool:
    return (
        isinstance(card, dict)
        and all(isinstance(card.get(key), str) for key in ("id", "benchmark", "edition"))
        and isinstance(card.get("card"), dict | None)
    )


def _cards_file(cards: list[Card]) -> Card:
    return {
        "cards_version": CARDS_VERSION,
        "scoring_version": SCORING_VERSION,
        "cards": sorted(cards, key=lambda card: (card["id"], card["benchmark"])),
    }


def all_findings(scored: Iterable[Scored]) -> tuple[Finding, ...]:
    """The findings of all submissions, sorted."""
    return sort_findings(finding for item in scored for finding in item.findings)


def explained_value(scored: Iterable[Scored]) -> Card:
    """The cards with every entry behind them, as JSON."""
    items = list(scored)
    value = cards_value(items)
    entries = {
        (row.entrant.id, row.benchmark): item.entries[row.benchmark]
        for item in items
        for row in item.rows
        if row.benchmark in item.entries
    }
    for card in value["cards"]:
        card["entries"] = [
            entry_value(entry) for entry in entries.get((card["id"], card["benchmark"]), ())
        ]
    return value
