"""What a board is made of: entrants, rows, benchmarks. Frozen and typed; nothing here computes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from leaderboard.costs import Spending
from leaderboard.findings import Finding
from leaderboard.registry import Benchmark
from leaderboard.statistics.analyses import EntryId
from leaderboard.statistics.boards import BoardStatistics, Certainty
from scoring.contractscrub import ScoreCard
from scoring.cuad import ClauseCard
from scoring.gold import Edition

__all__ = [
    "BenchmarkBoard",
    "Board",
    "Entrant",
    "Mark",
    "Paper",
    "Rank",
    "ReportedScore",
    "Reproduced",
    "Reproduction",
    "Row",
    "Trust",
]


class Trust(StrEnum):
    """How far a row's numbers are this project's own (DESIGN, "A submission")."""

    REPORTED = "reported"
    SCORED = "scored"
    REPRODUCED = "reproduced"


class Mark(StrEnum):
    """A remark about a whole row; all but the first three take its rank away."""

    PROGRAM = "program"
    OWN_PROMPT = "own prompt"
    REPRODUCTION_DIFFERS = "reproduction differs"
    PARTIAL = "partial"
    FLOOD = "flood"
    OTHER_EDITION = "other edition"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who answered.

    Attributes:
        id: the submission's id, unique on the board; also the name of its page.
        name: display name of the model, program or agent.
        organization: who made it.
        version: the maker's version, or None.
        access: api, open-weights, internal, program; None if a paper does not say.
        kind: model, agent or program.
        reasoning: off, low, medium, high, default or n/a.
        submitted: date of the submission, None for reference programs and reported rows.
        submitters: (name, GitHub login or None, affiliation or None) of each.
        license: licence of the outputs, or None.
        url: where the model is described, or None.
        description: what it is, in a sentence or two, or None.
        notes: the submitter's own remarks, or None.
        links: (title, https address) of each.
        settings: name → value, as text, of the system's settings.
        changes: (date, reason) of each change of the entry.
        aliases: former ids.
        status_reason: why it is superseded or retracted, or None.
        successor: id of the entry that takes the place of a superseded one, or None.

    """

    id: str
    name: str
    organization: str
    kind: str
    reasoning: str
    version: str | None = None
    access: str | None = None
    submitted: dt.date | None = None
    submitters: tuple[tuple[str, str | None, str | None], ...] = ()
    license: str | None = None
    url: str | None = None
    description: str | None = None
    notes: str | None = None
    links: tuple[tuple[str, str], ...] = ()
    settings: Mapping[str, str] | None = None
    changes: tuple[tuple[dt.date, str], ...] = ()
    aliases: tuple[str, ...] = ()
    status_reason: str | None = None
    successor: str | None = None


@dataclass(frozen=True, slots=True)
class Rank:
    """A rank on exact values.

    Attributes:
        position: 1 for the best; equal values share it.
        shared: whether another row has the same.

    """

    position: int
    shared: bool

    def __str__(self) -> str:
        """`3`, or `=3` when shared."""
        return f"={self.position}" if self.shared else str(self.position)


@dataclass(frozen=True, slots=True)
class ReportedScore:
    """Figures that a paper prints, as it prints them; None is unknown.

    Attributes:
        macro_recall: as printed.
        category_recall: category key → recall, only the cells that are printed.
        cost_per_contract: US dollars.
        seconds_per_contract: seconds.
        source: where they are printed.

    """

    macro_recall: Fraction
    category_recall: Mapping[str, Fraction]
    cost_per_contract: Fraction | None
    seconds_per_contract: Fraction | None
    source: str


class Reproduced(StrEnum):
    """What came of the maintainers' own run."""

    HOLDS = "holds"
    DIFFERS = "differs"
    UNTOLD = "not comparable"


@dataclass(frozen=True, slots=True)
class Reproduction:
    """The maintainers' own run of a row; `leaderboard.reproductions` states the rule.

    Attributes:
        outcome: whether the published interval holds.
        value: the run's primary number, None where it was not scored.
        interval: the row's published interval, low and high; None where it has none.
        date: the day on which the run ended, or None.
        obstacle: why it cannot be compared, None where it can.

    """

    outcome: Reproduced
    value: Fraction | None
    interval: tuple[Fraction, Fraction] | None
    date: dt.date | None
    obstacle: str | None = None


@dataclass(frozen=True, slots=True)
class Paper:
    """What a paper reports of a benchmark.

    Attributes:
        title: of the paper.
        arxiv: its arXiv number.
        source: how a row names it, such as `Bang et al. 2026, arXiv:2608.20204`.
        figures: the whole file, as printed; pages show parts of it.

    """

    title: str
    arxiv: str
    source: str
    figures: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant on one benchmark.

    Attributes:
        entrant: who.
        benchmark: key.
        version: the edition that was answered; "" for reported rows.
        trust: how far the number is our own.
        card: the score, None for reported rows and where the edition's gold is not at hand.
        reported: printed figures, only for reported rows.
        spending: tokens, cost and time as stated; None for reported rows.
        records: the raw outputs, one mapping per item as in `<benchmark>.json`.
        answered: how many items count as answered.
        items: how many the edition has.
        marks: remarks, in order of `Mark`.
        rank: None where the row carries none.
        certainty: how sure its numbers are; None where that was not computed.
        reproduction: what the maintainers' own run came to; None where there is none.
        digest: `sha256:…` over the submission's files; None for programs and reported rows.
        found: the gold entries that it found; none where it is no scrubbing.

    """

    entrant: Entrant
    benchmark: str
    version: str
    trust: Trust
    card: ScoreCard | ClauseCard | None = None
    reported: ReportedScore | None = None
    spending: Spending | None = None
    records: tuple[Mapping[str, object], ...] = ()
    answered: int = 0
    items: int = 0
    marks: tuple[Mark, ...] = ()
    rank: Rank | None = None
    certainty: Certainty | None = None
    reproduction: Reproduction | None = None
    digest: str | None = None
    found: frozenset[EntryId] = frozenset()


@dataclass(frozen=True, slots=True)
class BenchmarkBoard:
    """One benchmark's board.

    Attributes:
        benchmark: what it is.
        version: the edition that is ranked.
        editions: version → gold and contracts, of every edition that is here and was answered.
        rows: of that edition and reported ones, best first, equals by id.
        others: rows of other editions, unranked, same order.
        paper: what a paper reports of the benchmark, or None.
        statistics: how sure the board is; None where its gold is not at hand.

    """

    benchmark: Benchmark
    version: str
    editions: Mapping[str, Edition]
    rows: tuple[Row, ...]
    others: tuple[Row, ...] = ()
    paper: Paper | None = None
    statistics: BoardStatistics | None = None

    @property
    def at_hand(self) -> bool:
        """Whether the ranked edition's gold is here, so that rows can be scored."""
        return self.version in self.editions

    @property
    def gold_digest(self) -> str | None:
        """Digest of the ranked edition; None if it is neither here nor pinned."""
        if self.at_hand:
            return self.editions[self.version].digest
        info = self.benchmark.edition(self.version)
        return info.digest if info else None


@dataclass(frozen=True, slots=True)
class Board:
    """All benchmarks, never averaged.

    Attributes:
        benchmarks: in order of the registry.
        findings: of submissions that are left off; empty when all is well.
        date: of the commit or of the newest submission; None if there is neither.
        scoring_version: of the scorer.
        scorer_digest: of the scorer's code; None for a board made by hand.
        common_prices: the day of the common price list; None for a board made by hand.

    """

    benchmarks: tuple[BenchmarkBoard, ...]
    findings: tuple[Finding, ...]
    date: dt.date | None
    scoring_version: str
    scorer_digest: str | None = None
    common_prices: dt.date | None = None

    @property
    def home(self) -> BenchmarkBoard:
        """What the front page shows: `contractscrub` once it has a scored row, else `openscrub`."""
        by_key = {board.benchmark.key: board for board in self.benchmarks}
        official = by_key.get("contractscrub")
        if official and any(row.trust is not Trust.REPORTED for row in official.rows):
            return official
        return by_key.get("openscrub", self.benchmarks[0])

    def rows_of(self, entrant: str) -> tuple[Row, ...]:
        """All rows of one entrant, in order of benchmark."""
        return tuple(
            row
            for board in self.benchmarks
            for row in (*board.rows, *board.others)
            if row.entrant.id == entrant
        )
