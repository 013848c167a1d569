"""The submissions and programs that stand in main, read from an index where it is fresh."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from leaderboard.board import program_rows
from leaderboard.checks import Entry, check_together
from leaderboard.findings import Finding
from leaderboard.git import Objects, TreeEntry
from leaderboard.models import SubmissionFile
from leaderboard.names import id_problem
from leaderboard.programs import PROGRAMS
from leaderboard.ranking import UNRANKING, primary
from leaderboard.records import Mark, Row
from leaderboard.registry import Benchmark
from leaderboard.review.fingerprints import Fingerprint, Sketch, fingerprint, pack
from leaderboard.review.folder import load_tree
from leaderboard.review.index import (
    CardRecord,
    Index,
    ProgramRecord,
    RowRecord,
    SketchRecord,
    entry_keys,
    render_index,
)
from leaderboard.review.scope import SUBMISSIONS, submission_trees
from leaderboard.review.scorer import Scorer, check_loaded
from scoring.gold import Edition

__all__ = ["Standing", "build_index", "check_beside", "load_standing"]

_TOLD_APART: Final = frozenset(
    {"schema_version", "model", "system", "submitters", "submitted", "license"}
    | {"aliases", "status", "reason", "successor"}
)
_TAKING: Final = UNRANKING - {Mark.OTHER_EDITION}
"""Whether an edition is the ranked one is asked when the rank is."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands in main.

    Attributes:
        rows: the submissions, in order of ids.
        programs: the board's own programs on the benchmarks that were asked for.
        read_again: how many submissions no index had, or had otherwise.

    """

    rows: tuple[RowRecord, ...]
    programs: tuple[ProgramRecord, ...]
    read_again: int = 0


def load_standing(
    objects: Objects,
    base: str,
    scorer: Scorer,
    index: Index,
    benchmarks: Iterable[Benchmark],
) -> Standing:
    """The submissions and programs that stand in the commit `base`.

    Args:
        objects: of the clone.
        base: id of main's commit.
        scorer: what is judged by.
        index: what is known already.
        benchmarks: on which ranks are asked for.

    Raises:
        BrokenRepositoryError: gold is not in order.

    """
    asked = list(benchmarks)
    rows: list[RowRecord] = []
    again = 0
    for entry in submission_trees(objects, base):
        name = entry.path.decode("utf-8", "backslashreplace")
        if entry.kind != "tree" or id_problem(name):
            continue
        known = index.rows.get(name)
        if known is None or not _is_fresh(known, entry.id, scorer, asked):
            known = _build_row(objects, entry, name, scorer)
            again += 1
        rows.append(known)
    programs = [
        record for benchmark in asked for record in _programs(benchmark, scorer, index.programs)
    ]
    return Standing(tuple(rows), tuple(programs), again)


def build_index(objects: Objects, commit: str, scorer: Scorer, index: Index) -> str:
    """The text of the index of a commit; rows of `index` that are fresh are taken over."""
    standing = load_standing(objects, commit, scorer, index, scorer.registry.benchmarks)
    return render_index(standing.rows, standing.programs)


def check_beside(
    entry: Entry, standing: Iterable[RowRecord], without: Collection[str], *, faulty: bool
) -> tuple[Finding, ...]:
    """What is wrong between a submission and those that stand (`check_together`).

    Only those that share a key with it are looked at: no other can collide with it.

    Args:
        entry: of the pull request.
        standing: all that stand in main.
        without: ids that it takes the place of.
        faulty: whether it has findings of its own.

    """
    wanted = {*entry_keys(entry), f"called {entry.meta.successor}"}
    near = [
        other
        for row in standing
        if row.id not in without and not wanted.isdisjoint(row.keys)
        if (other := row.entry()) is not None
    ]
    return check_together(
        [entry, *near],
        {entry.id},
        faulty={entry.id} if faulty else (),
        programs={f"program--{program.key}": program.name for program in PROGRAMS},
        parent=SUBMISSIONS,
    )


def _is_fresh(row: RowRecord, tree: str, scorer: Scorer, benchmarks: Iterable[Benchmark]) -> bool:
    """Whether a row says what would be said now, as far as it is asked for."""
    if row.tree != tree:
        return False
    for benchmark in benchmarks:
        card = row.cards.get(benchmark.key)
        if card is not None and card.version == benchmark.current:
            edition = scorer.edition(benchmark, benchmark.current)
            if card.gold != (edition.digest if edition else None):
                return False
    return True


def _build_row(objects: Objects, entry: TreeEntry, name: str, scorer: Scorer) -> RowRecord:
    folder = f"{SUBMISSIONS}/{name}"
    checked = check_loaded(load_tree(objects, entry.id, folder), name, scorer.specs, folder)
    submission = checked.accepted
    cards: dict[str, CardRecord] = {}
    for benchmark in scorer.registry.benchmarks:
        row = scorer.row(submission, benchmark) if submission else None
        if row is not None:
            cards[benchmark.key] = _card(row, scorer.edition(benchmark, row.version))
    return RowRecord(
        id=name,
        tree=entry.id,
        accepted=submission is not None,
        keys=tuple(sorted(entry_keys(checked.entry))) if checked.entry else (),
        meta=_meta(checked.entry.meta) if checked.entry else None,
        cards=cards,
    )


def _meta(meta: SubmissionFile) -> dict[str, object]:
    dumped = meta.model_dump(mode="json", include=set(_TOLD_APART))
    dumped["system"].pop("description", None)
    return dumped


def _card(row: Row, edition: Edition | None) -> CardRecord:
    value = primary(row)
    made = fingerprint(row, edition) if edition else Fingerprint()
    return CardRecord(
        version=row.version,
        gold=edition.digest if edition else None,
        value=None if value is None else str(value),
        ranked=value is not None and not _TAKING.intersection(row.marks),
        entries=_sketch(made.entries),
        false=_sketch(made.false),
        responses=pack(made.responses),
    )


def _sketch(hashes: frozenset[bytes]) -> SketchRecord:
    sketch = Sketch.of(hashes)
    return SketchRecord(size=sketch.size, least=pack(sketch.least))


def _programs(
    benchmark: Benchmark, scorer: Scorer, known: Mapping[tuple[str, str], ProgramRecord]
) -> Iterator[ProgramRecord]:
    edition = scorer.edition(benchmark, benchmark.current)
    if edition is None:
        return
    ids = [f"program--{one.key}" for one in PROGRAMS if benchmark.task in one.tasks]
    found = [known.get((one, benchmark.key)) for one in ids]
    texts = edition.texts_digest
    fresh = [
        record
        for record in found
        if record and (record.texts, record.card.gold) == (texts, edition.digest)
    ]
    if len(fresh) == len(ids):
        yield from fresh
        return
    for row in program_rows(benchmark, benchmark.current, edition):
        yield ProgramRecord(
            id=row.entrant.id, benchmark=benchmark.key, texts=texts, card=_card(row, edition)
        )
