"""Everything that is said of how sure one board is, from the cards of its rows."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Final

from leaderboard.statistics.analyses import (
    BinRecall,
    Correlation,
    Difficulty,
    Discrimination,
    EntryId,
    Saturation,
    category_correlations,
    contract_discrimination,
    distance_recalls,
    entry_difficulty,
    saturation,
)
from leaderboard.statistics.bootstrap import Bootstrap
from leaderboard.statistics.counts import counts_of
from leaderboard.statistics.differences import difference_interval
from leaderboard.statistics.draws import SEED, draw_contracts
from leaderboard.statistics.intervals import LEVEL, METHOD, Interval
from leaderboard.statistics.pairs import deviation, holm, paired_p
from leaderboard.statistics.power import contracts_needed, resolvable
from leaderboard.statistics.standings import Standings, standings
from scoring.contractscrub import ScoreCard
from scoring.cuad import ClauseCard

__all__ = [
    "SIGNIFICANT",
    "SIZES",
    "Analyses",
    "BoardStatistics",
    "Certainty",
    "Contestant",
    "PairVerdict",
    "Runs",
    "scrub_certainty",
    "scrub_statistics",
]

SIGNIFICANT: Final = 1 - LEVEL
BOARD_METHOD: Final = (
    f"{METHOD} Ranks are those of macro recall in every draw. p-values of pairs: Student's t over "
    "what each contract adds to the difference (linearisation), then Holm's correction over all "
    "pairs. Power: normal approximation. Correlations: Pearson's, with Fisher's interval."
)
SIZES: Final = (11, 22, 44, 88, 176, 352)
"""Boards of so many contracts are asked what they could resolve."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A scored row, as far as statistics need it.

    Attributes:
        id: of the row.
        card: its score.
        ranked: whether it carries a rank.
        program: whether it is a program and no model.
        system: what model and settings it is, reasoning left out: two with the same differ in
            reasoning, or are runs of one system.
        reasoning: off, low, medium, high, default or n/a.
        found: the gold entries that it found; empty for clauses.

    """

    id: str
    card: ScoreCard | ClauseCard
    ranked: bool
    program: bool
    system: str
    reasoning: str
    found: frozenset[EntryId] = frozenset()


@dataclass(frozen=True, slots=True)
class Certainty:
    """How sure one row's numbers are.

    Attributes:
        intervals: measure → its 95 % interval; a measure without one is left out.
        ranks: best and worst rank; None for a row without rank, or where there is none.
        best: chance of being best, as the share of draws in which it ranks first; None likewise,
            and for clauses.
        tied: ids of the ranked rows that it cannot be told apart from, sorted.

    """

    intervals: Mapping[str, Interval]
    ranks: tuple[int, int] | None = None
    best: float | None = None
    tied: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PairVerdict:
    """Two ranked rows, the better one first.

    Attributes:
        first: id.
        second: id.
        difference: the first's primary number less the second's.
        interval: of the difference; None for clauses.
        tied: whether chance may explain it.
        needed: how many contracts or cases would show it; None if no number would.
        p_holm: p-value after Holm's correction over all pairs of ranked rows.

    """

    first: str
    second: str
    difference: float
    interval: Interval | None
    tied: bool
    needed: int | None
    p_holm: float


@dataclass(frozen=True, slots=True)
class Runs:
    """Several runs of one system.

    Attributes:
        system: what it is.
        ids: of the runs, sorted.
        values: their primary numbers, in the same order.
        spread: standard deviation between the runs.

    """

    system: str
    ids: tuple[str, ...]
    values: tuple[float, ...]
    spread: float


@dataclass(frozen=True, slots=True)
class Analyses:
    """Analyses of a scrubbing board.

    Attributes:
        sample: ids of the rows that are looked at together: the ranked models, or, where fewer
            than two are, all ranked rows.
        programs: whether programs are among them.
        distances: row id → recall by distance, in the order of `DISTANCES`; every scored row.
        correlations: (category key, category key) → correlation over the sample.
        difficulty: category key → how many of the sample found its entries.
        contracts: how well each contract tells the sample apart.
        saturation: category key → the room that it leaves.

    """

    sample: tuple[str, ...]
    programs: bool
    distances: Mapping[str, tuple[BinRecall, ...]]
    correlations: Mapping[tuple[str, str], Correlation]
    difficulty: Mapping[str, Difficulty]
    contracts: tuple[Discrimination, ...]
    saturation: Mapping[str, Saturation]


@dataclass(frozen=True, slots=True)
class BoardStatistics:
    """How sure a board is.

    Attributes:
        method: of the intervals, in words.
        level: of the intervals.
        unit: `contracts` or `cases`.
        size: how many of them there are.
        draws: how many bootstrap draws; None for clauses.
        seed: of the draws; None for clauses.
        rows: row id → how sure its numbers are.
        neighbours: each ranked row and the next.
        pairs: how many pairs of ranked rows there are.
        separated: how many of them are told apart, each by itself.
        separated_holm: how many still after Holm's correction.
        spread: median over the pairs of a difference's standard deviation over contracts; None
            without pairs, and for clauses.
        resolvable: number of contracts → the smallest difference that so many show.
        reasoning: two rows of one model that differ in reasoning, the better one first.
        runs: systems with several runs.
        analyses: of a scrubbing board.

    """

    method: str
    level: float
    unit: str
    size: int
    draws: int | None
    seed: str | None
    rows: Mapping[str, Certainty]
    neighbours: tuple[PairVerdict, ...] = ()
    pairs: int = 0
    separated: int = 0
    separated_holm: int = 0
    spread: float | None = None
    resolvable: Mapping[int, float] = field(default_factory=dict)
    reasoning: tuple[PairVerdict, ...] = ()
    runs: tuple[Runs, ...] = ()
    analyses: Analyses | None = None


Ids = tuple[str, str]


def scrub_statistics(
    contestants: Sequence[Contestant], contracts: Sequence[str], gold: Sequence[EntryId]
) -> BoardStatistics:
    """The statistics of a scrubbing board.

    Args:
        contestants: its scored rows, best first.
        contracts: the edition's contracts.
        gold: its gold entries.

    """
    draws = draw_contracts(contracts)
    plain = BoardStatistics(BOARD_METHOD, LEVEL, "contracts", draws.size, draws.count, SEED, {})
    cards = [one.card for one in contestants if isinstance(one.card, ScoreCard)]
    if not cards:
        return plain
    bootstrap = Bootstrap(counts_of(cards), draws)
    ranked = [place for place, one in enumerate(contestants) if one.ranked]
    found = standings(bootstrap.pick(*ranked)) if ranked else None
    pairs = _Pairs(bootstrap, [one.id for one in contestants], ranked, found)
    return BoardStatistics(
        method=BOARD_METHOD,
        level=LEVEL,
        unit="contracts",
        size=draws.size,
        draws=draws.count,
        seed=draws.seed,
        rows=_certainties(contestants, bootstrap, ranked, found),
        neighbours=tuple(pairs.verdict(one, other) for one, other in pairwise(ranked)),
        pairs=len(pairs.holm),
        separated=pairs.separated,
        separated_holm=sum(p < SIGNIFICANT for p in pairs.holm.values()),
        spread=pairs.spread,
        resolvable=(
            {size: resolvable(pairs.spread, size) for size in SIZES} if pairs.spread else {}
        ),
        reasoning=tuple(
            pairs.verdict(one, other) for one, other in _reasoning_pairs(contestants, ranked)
        ),
        runs=_runs(contestants, ranked, pairs.values),
        analyses=_analyses(contestants, cards, bootstrap, gold),
    )


def scrub_certainty(card: ScoreCard) -> Certainty:
    """How sure one card's numbers are, to the last bit as on any board that it is on.

    Its place among others is none of its own, so it has no rank and is tied with no one.
    """
    counts = counts_of([card])
    (intervals,) = Bootstrap(counts, draw_contracts(counts.contracts)).intervals()
    return Certainty({key: part for key, part in intervals.items() if part is not None})


def _certainties(
    contestants: Sequence[Contestant],
    bootstrap: Bootstrap,
    ranked: Sequence[int],
    found: Standings | None,
) -> dict[str, Certainty]:
    standing = {place: index for index, place in enumerate(ranked)} if found else {}
    rows = {}
    for place, (one, intervals) in enumerate(zip(contestants, bootstrap.intervals(), strict=True)):
        known = {measure: part for measure, part in intervals.items() if part is not None}
        if found is None or place not in standing:
            rows[one.id] = Certainty(known)
            continue
        index = standing[place]
        rows[one.id] = Certainty(
            known,
            found.ranks[index],
            found.best[index],
            tuple(sorted(contestants[ranked[other]].id for other in found.tied[index])),
        )
    return rows


class _Pairs:
    """Pairs of ranked rows, and what is said of all of them together."""

    def __init__(
        self,
        bootstrap: Bootstrap,
        ids: Sequence[str],
        ranked: Sequence[int],
        found: Standings | None,
    ) -> None:
        self.bootstrap = bootstrap
        self.ids = ids
        self.tied: set[Ids] = {
            (ids[ranked[one]], ids[ranked[other]])
            for one, others in enumerate(found.tied if found else ())
            for other in others
        }
        influences = bootstrap.counts.influences()
        self.values = bootstrap.counts.macro_recalls()
        size = bootstrap.draws.size
        couples = list(combinations(ranked, 2)) if found else []
        self.spreads = {
            (one, other): deviation(influences[one], influences[other]) for one, other in couples
        }
        p_values = [
            paired_p(self.values[one] - self.values[other], self.spreads[one, other], size)
            for one, other in couples
        ]
        self.holm = dict(zip(couples, holm(p_values), strict=True))
        self.separated = sum((ids[one], ids[other]) not in self.tied for one, other in couples)

    @property
    def spread(self) -> float | None:
        """The middle pair's standard deviation over contracts."""
        known = [value for value in self.spreads.values() if value > 0]
        return statistics.median(known) if known else None

    def verdict(self, one: int, other: int) -> PairVerdict:
        """What is said of two ranked rows, the better one given first."""
        difference = self.values[one] - self.values[other]
        tied = (self.ids[one], self.ids[other]) in self.tied
        needed = (
            contracts_needed(difference, self.spreads[one, other])
            if (one, other) in self.spreads
            else None
        )
        return PairVerdict(
            self.ids[one],
            self.ids[other],
            difference,
            difference_interval(self.bootstrap.pick(one, other)),
            tied=tied or (one, other) not in self.holm,
            needed=needed,
            p_holm=self.holm.get((one, other), 1.0),
        )


def _reasoning_pairs(
    contestants: Sequence[Contestant], ranked: Sequence[int]
) -> list[tuple[int, int]]:
    """Ranked rows of one system of which one has its reasoning off, in order of rank."""
    return [
        (one, other)
        for one, other in combinations(ranked, 2)
        if contestants[one].system == contestants[other].system
        and (contestants[one].reasoning == "off") != (contestants[other].reasoning == "off")
        and "n/a" not in {contestants[one].reasoning, contestants[other].reasoning}
    ]


def _runs(
    contestants: Sequence[Contestant], ranked: Sequence[int], values: Sequence[float]
) -> tuple[Runs, ...]:
    """Systems that several ranked rows are runs of, the reasoning the same too."""
    groups: dict[tuple[str, str], list[tuple[str, float]]] = {}
    for place in ranked:
        one = contestants[place]
        if not one.program:
            groups.setdefault((one.system, one.reasoning), []).append((one.id, values[place]))
    return tuple(
        Runs(
            system,
            tuple(id_ for id_, _ in sorted(runs)),
            tuple(value for _, value in sorted(runs)),
            statistics.stdev(value for _, value in runs),
        )
        for (system, _), runs in groups.items()
        if len(runs) > 1
    )


def _analyses(
    contestants: Sequence[Contestant],
    cards: Sequence[ScoreCard],
    bootstrap: Bootstrap,
    gold: Sequence[EntryId],
) -> Analyses:
    models = [place for place, one in enumerate(contestants) if one.ranked and not one.program]
    programs = len(models) < 2  # noqa: PLR2004 - nothing varies over one
    sample = [place for place, one in enumerate(contestants) if one.ranked] if programs else models
    counts = bootstrap.counts.pick(*sample)
    return Analyses(
        sample=tuple(contestants[place].id for place in sample),
        programs=programs,
        distances=dict(
            zip(
                [one.id for one in contestants],
                distance_recalls(cards, bootstrap.draws),
                strict=True,
            )
        ),
        correlations=category_correlations(counts) if sample else {},
        difficulty=entry_difficulty(gold, [contestants[place].found for place in sample]),
        contracts=tuple(contract_discrimination(counts)) if sample else (),
        saturation=saturation(counts) if sample else {},
    )
