"""Analyses of one board's matches (SCORING 1.7): distance, correlations, difficulty, saturation."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from leaderboard.statistics.bootstrap import ratio_intervals
from leaderboard.statistics.counts import Counts
from leaderboard.statistics.distributions import normal_quantile
from leaderboard.statistics.draws import Draws
from leaderboard.statistics.intervals import LEVEL, Interval
from scoring.contractscrub import CATEGORY_KEYS, ScoreCard

__all__ = [
    "DISTANCES",
    "SATURATED",
    "BinRecall",
    "Correlation",
    "Difficulty",
    "Discrimination",
    "EntryId",
    "Saturation",
    "category_correlations",
    "contract_discrimination",
    "correlation",
    "distance_recalls",
    "entry_difficulty",
    "saturation",
]

DISTANCES: Final = (
    ("under 1,000", 0, 1_000),
    ("1,000 to 3,000", 1_000, 3_000),
    ("3,000 to 10,000", 3_000, 10_000),
    ("10,000 and more", 10_000, None),
)
"""Bins of distance in characters: (name, from, to but without it)."""
SATURATED: Final = 0.95
"""A category of which the middle entry finds as much no longer tells good entries apart."""

EntryId = tuple[str, str, int]
"""A gold entry: contract id, category key, index in gold."""


@dataclass(frozen=True, slots=True)
class BinRecall:
    """Recall of the references of one bin of distance.

    Attributes:
        found: how many were found.
        gold: how many there are.
        interval: over contracts; None where there is none.

    """

    found: int
    gold: int
    interval: Interval | None


def distance_recalls(
    cards: Sequence[ScoreCard], draws: Draws, level: float = LEVEL
) -> list[tuple[BinRecall, ...]]:
    """For each card the recall of `incorrect_references` by distance, in the order of `DISTANCES`.

    References without a known distance are left out.
    """
    size, kinds = draws.size, len(DISTANCES)
    hits = np.zeros((len(cards), kinds, size))
    totals = np.zeros((kinds, size))
    for place, card in enumerate(cards):
        totals[:] = 0
        for column, contract in enumerate(card.contracts):
            for reference in contract.references:
                kind = _bin(reference.distance)
                totals[kind, column] += 1
                hits[place, kind, column] += reference.found
    intervals = ratio_intervals(hits, totals, draws, level)
    return [
        tuple(
            BinRecall(int(hits[place, kind].sum()), int(totals[kind].sum()), row[kind])
            for kind in range(kinds)
        )
        for place, row in enumerate(intervals)
    ]


def _bin(distance: int) -> int:
    return sum(distance >= low for _, low, _ in DISTANCES) - 1


@dataclass(frozen=True, slots=True)
class Correlation:
    """Pearson's correlation.

    Attributes:
        r: from -1 to 1; None where one side does not vary or there are fewer than three pairs.
        interval: by Fisher's transformation; None below four pairs.
        n: how many pairs.

    """

    r: float | None
    interval: Interval | None
    n: int


def correlation(first: Sequence[float], second: Sequence[float]) -> Correlation:
    """Pearson's correlation of two equally long sequences, with Fisher's interval."""
    n = len(first)
    x, y = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    if n < 3 or np.ptp(x) == 0 or np.ptp(y) == 0:  # noqa: PLR2004 - two points always lie on a line
        return Correlation(None, None, n)
    x, y = x - x.mean(), y - y.mean()
    r = float((x * y).sum() / math.sqrt(float((x * x).sum()) * float((y * y).sum())))
    r = min(1.0, max(-1.0, r))
    if n < 4:  # noqa: PLR2004 - Fisher's variance is 1 / (n - 3)
        return Correlation(r, None, n)
    if abs(r) == 1:
        return Correlation(r, Interval(r, r), n)
    half = normal_quantile((1 + LEVEL) / 2) / math.sqrt(n - 3)
    return Correlation(
        r, Interval(math.tanh(math.atanh(r) - half), math.tanh(math.atanh(r) + half)), n
    )


def category_correlations(counts: Counts) -> dict[tuple[str, str], Correlation]:
    """Correlation of the recalls of each two categories over submissions (SCORING 1.7).

    Categories without gold are left out.
    """
    pooled = counts.gold.sum(axis=1)
    recalls = counts.found.sum(axis=2) / np.maximum(pooled, 1)
    known = [place for place in range(len(CATEGORY_KEYS)) if pooled[place] > 0]
    return {
        (CATEGORY_KEYS[one], CATEGORY_KEYS[other]): correlation(
            recalls[:, one].tolist(), recalls[:, other].tolist()
        )
        for place, one in enumerate(known)
        for other in known[place + 1 :]
    }


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How many submissions found the entries of one category.

    Attributes:
        solved: number of submissions → number of gold entries that just so many found.
        by_all: entries that everyone found, sorted.
        by_none: entries that no one found, sorted.

    """

    solved: Mapping[int, int]
    by_all: tuple[EntryId, ...]
    by_none: tuple[EntryId, ...]

    @property
    def gold(self) -> int:
        """How many gold entries there are."""
        return sum(self.solved.values())


def entry_difficulty(
    gold: Collection[EntryId], found: Sequence[Collection[EntryId]]
) -> dict[str, Difficulty]:
    """Category key → how many submissions found its entries.

    Args:
        gold: all gold entries.
        found: for each submission those that it found.

    """
    times = Counter(entry for own in found for entry in own)
    result = {}
    for key in CATEGORY_KEYS:
        entries = sorted(entry for entry in gold if entry[1] == key)
        solved = Counter(times[entry] for entry in entries)
        result[key] = Difficulty(
            dict(sorted(solved.items())),
            tuple(entry for entry in entries if found and times[entry] == len(found)),
            tuple(entry for entry in entries if found and not times[entry]),
        )
    return result


@dataclass(frozen=True, slots=True)
class Discrimination:
    """How well one contract tells good submissions from weak ones.

    Attributes:
        contract: its id.
        gold: its gold entries.
        recall: mean over submissions of the share of its gold entries that was found.
        with_rest: correlation over submissions of that share with macro recall on all the other
            contracts; near 0 or below, the contract says little about the rest of the board.

    """

    contract: str
    gold: int
    recall: float | None
    with_rest: Correlation


def contract_discrimination(counts: Counts) -> list[Discrimination]:
    """Each contract's discrimination, in order of id (a corrected item-total correlation)."""
    rest_gold = counts.gold.sum(axis=1)[:, None] - counts.gold
    rest = (counts.found.sum(axis=2)[..., None] - counts.found) / np.maximum(rest_gold, 1)
    present = np.maximum((rest_gold > 0).sum(axis=0), 1)
    macro = np.add.reduce(rest, axis=1) / present
    result = []
    for column, contract in enumerate(counts.contracts):
        gold = int(counts.gold[:, column].sum())
        share = counts.found[:, :, column].sum(axis=1) / max(gold, 1)
        result.append(
            Discrimination(
                contract,
                gold,
                float(share.mean()) if gold else None,
                correlation(share.tolist(), macro[:, column].tolist()),
            )
        )
    return result


@dataclass(frozen=True, slots=True)
class Saturation:
    """How much room one category leaves.

    Attributes:
        best: highest recall.
        median: recall of the middle submission.
        worst: lowest recall.
        saturated: whether the middle submission reaches `SATURATED`.

    """

    best: float
    median: float
    worst: float
    saturated: bool


def saturation(counts: Counts) -> dict[str, Saturation]:
    """Category key → how much room it leaves; categories without gold are left out."""
    pooled = counts.gold.sum(axis=1)
    result = {}
    for place, key in enumerate(CATEGORY_KEYS):
        if pooled[place] > 0:
            recalls = counts.found[:, place].sum(axis=1) / pooled[place]
            median = float(np.median(recalls))
            result[key] = Saturation(
                float(recalls.max()), median, float(recalls.min()), median >= SATURATED
            )
    return result
