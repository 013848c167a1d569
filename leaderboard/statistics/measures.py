"""What is measured in every draw, and how: the rules of SCORING 1.6 on pooled counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from leaderboard.statistics.counts import Counts
from leaderboard.statistics.draws import Draws, Floats
from scoring.contractscrub import CATEGORY_KEYS

__all__ = [
    "ANSWERED",
    "FLAGS",
    "FOUND",
    "HEADLINES",
    "LINES",
    "MEASURES",
    "WORDS",
    "PooledGold",
    "fill_measures",
    "is_exact_in_single",
    "mean_over_categories",
    "stacked_counts",
]

FLAGS: Final = "false_flags_per_contract"
HEADLINES: Final = (
    "macro_recall",
    "macro_precision",
    "macro_f1",
    "word_only_macro_recall",
    "localisation_gap",
    FLAGS,
)
MEASURES: Final = (*HEADLINES, *CATEGORY_KEYS)
"""What has an interval: the headline numbers, then the recall of each category."""

_EXACT: Final = 1 << 24
_KINDS: Final = len(CATEGORY_KEYS)
FOUND: Final = slice(0, _KINDS)
ANSWERED: Final = slice(_KINDS, 2 * _KINDS)
WORDS: Final = slice(2 * _KINDS, 3 * _KINDS)
LINES: Final = 3 * _KINDS + 1
"""Lines of a submission's counts: found, answered, found without places, each by category; then
false flags."""


def stacked_counts(counts: Counts) -> Floats:
    """(submissions, `LINES`, contracts): all counts that the measures are made of."""
    flags = np.add.reduce(counts.false, axis=1, keepdims=True)
    return np.concatenate((counts.found, counts.found + counts.false, counts.words, flags), axis=1)


def is_exact_in_single(counts: Counts, draws: Draws) -> bool:
    """Whether single precision holds every pooled count, as it does whole numbers up to 2**24."""
    most = counts.false.sum(axis=1).max(initial=0) + counts.gold.max(initial=0)
    return bool(draws.size * most < _EXACT)


@dataclass(frozen=True, slots=True, eq=False)
class PooledGold:
    """Gold pooled over the contracts of each draw.

    Attributes:
        entries: (categories, draws).
        least: the same, at least 1, to divide by.
        present: (draws,); how many categories have gold, at least 1.

    """

    entries: Floats
    least: Floats
    present: Floats

    @classmethod
    def of(cls, counts: Counts, draws: Draws) -> PooledGold:
        """The gold of `counts` in each of the `draws`."""
        entries = np.matmul(counts.gold, draws.weights)
        present = np.add.reduce(entries > 0, axis=0, dtype=np.float64)
        return cls(entries, np.maximum(entries, 1), np.maximum(present, 1))


def fill_measures(pooled: Floats, least: Floats, present: Floats, size: int, out: Floats) -> None:
    """Every measure of one submission in every draw, number by number.

    A measure that does not exist in a draw comes out as 0.

    Args:
        pooled: (`LINES`, draws); the submission's counts in each draw.
        least: as in `PooledGold`.
        present: as in `PooledGold`.
        size: how many contracts a draw holds.
        out: (measures, draws), in the order of `MEASURES`; filled.

    """
    recall, precision, f1, words_only, gap, flags = out[: len(HEADLINES)]
    found, answered = pooled[FOUND], pooled[ANSWERED]
    recalls = np.divide(found, least, out=out[len(HEADLINES) :])
    mean_over_categories(recalls, present, recall)
    mean_over_categories(pooled[WORDS] / least, present, words_only)
    np.subtract(words_only, recall, out=gap)
    mean_over_categories(found / np.maximum(answered, 1), present, precision)
    # Where there is no gold nothing is found, and nothing in anything is 0.
    mean_over_categories(found / (answered + least), present, f1)
    np.multiply(f1, 2, out=f1)
    np.divide(pooled[-1], size, out=flags)


def mean_over_categories(values: Floats, present: Floats, out: Floats) -> None:
    """The mean over the last axis but one; the categories are added up in their order."""
    np.divide(np.add.reduce(values, axis=-2, out=out), present, out=out)
