"""What a release is made of, gathered before anything is rendered."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from leaderboard.ledger import Ledger
from leaderboard.project import Project
from leaderboard.records import Board, Row
from leaderboard.releases import FrozenBenchmark, FrozenSubmission, Manifest
from leaderboard.releases.manifest import MANIFEST_VERSION
from leaderboard.results import row_value

__all__ = ["Facts", "build_manifest"]


@dataclass(frozen=True, slots=True)
class Facts:
    """A release to be made.

    Attributes:
        version: what it is called.
        date: of the commit.
        commit: that it is made of.
        project: what the board is called and where it is published, as far as is known now.
        board: every number.
        ledger: what moved since the release before; its baseline is None for the first.

    """

    version: str
    date: dt.date
    commit: str
    project: Project
    board: Board
    ledger: Ledger


def build_manifest(facts: Facts) -> Manifest:
    """The value of `release.json`."""
    board = facts.board
    submissions: dict[str, dict[str, str | None]] = {}
    digests: dict[str, str] = {}
    for item in board.benchmarks:
        for row in (*item.rows, *item.others):
            if row.digest is not None:
                digests[row.entrant.id] = row.digest
                outputs = submissions.setdefault(row.entrant.id, {})
                outputs[item.benchmark.key] = outputs_digest(row)
    return Manifest(
        manifest_version=MANIFEST_VERSION,
        version=facts.version,
        date=facts.date,
        commit=facts.commit,
        previous=facts.ledger.baseline,
        title=facts.project.title,
        site=facts.project.site,
        repository=facts.project.repository,
        scoring_version=board.scoring_version,
        scorer_digest=board.scorer_digest,
        benchmarks={
            item.benchmark.key: FrozenBenchmark(
                title=item.benchmark.title,
                edition=item.version,
                gold_digest=item.gold_digest,
                texts_digest=item.editions[item.version].texts_digest if item.at_hand else None,
                scored_here=item.at_hand,
                rows=len(item.rows) + len(item.others),
            )
            for item in board.benchmarks
        },
        submissions={
            id_: FrozenSubmission(digest=digests[id_], benchmarks=submissions[id_])
            for id_ in sorted(digests)
        },
    )


def outputs_digest(row: Row) -> str | None:
    """The digest of a row's raw outputs, as `results.json` has it."""
    digest: str | None = row_value(row)["outputs_digest"]
    return digest
