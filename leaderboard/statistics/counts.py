"""The counts behind scrubbing cards as arrays: all that a bootstrap over contracts needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from leaderboard.statistics.draws import Floats
from scoring.contractscrub import CATEGORY_KEYS, ScoreCard

__all__ = ["Counts", "counts_of"]


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """Counts of submissions on one edition; all whole numbers, as floats.

    Attributes:
        contracts: ids, sorted.
        gold: (categories, contracts); gold entries.
        found: (submissions, categories, contracts); true positives with places.
        false: same; false positives with places.
        words: same; true positives without places.

    """

    contracts: tuple[str, ...]
    gold: Floats
    found: Floats
    false: Floats
    words: Floats

    @property
    def submissions(self) -> int:
        """How many there are."""
        return int(self.found.shape[0])

    def pick(self, *places: int) -> Counts:
        """Those of some of the submissions, in the order given."""
        chosen = list(places)
        return Counts(
            self.contracts,
            self.gold,
            self.found[chosen],
            self.false[chosen],
            self.words[chosen],
        )

    def macro_recalls(self) -> list[float]:
        """Macro recall of each submission, as the nearest float of few roundings; 0 of no gold."""
        pooled = self.gold.sum(axis=1)
        some = pooled > 0
        recalls = self.found[:, some].sum(axis=2) / pooled[some]
        return [float(sum(row) / len(row)) if len(row) else 0.0 for row in recalls.tolist()]

    def influences(self) -> Floats:
        """What each contract adds to macro recall, (submissions, contracts), each row of mean 0.

        The linear part of macro recall as a function of the contracts' weights: with pooled gold
        G_k, recall r_k and n contracts, the mean over categories of n (found - r_k gold) / G_k.
        Their standard deviation over contracts, divided by √n, is macro recall's standard error
        (linearisation; Särndal, Swensson and Wretman 1992, section 5.5).
        """
        pooled = self.gold.sum(axis=1)
        some = pooled > 0
        gold, found = self.gold[some], self.found[:, some]
        recall = found.sum(axis=2) / pooled[some]
        parts = (found - recall[..., None] * gold) / pooled[some][:, None]
        return np.asarray(
            np.add.reduce(parts, axis=1) * (len(self.contracts) / max(1, int(some.sum())))
        )


def counts_of(cards: Sequence[ScoreCard]) -> Counts:
    """The counts of `cards`, which all belong to one edition.

    Raises:
        ValueError: there is no card, or they are of different gold.

    """
    if not cards:
        raise ValueError("counts need a card")
    contracts = tuple(contract.contract for contract in cards[0].contracts)
    shape = (len(cards), len(CATEGORY_KEYS), len(contracts))
    gold, found, false, words = (np.zeros(shape) for _ in range(4))
    for place, card in enumerate(cards):
        if tuple(contract.contract for contract in card.contracts) != contracts:
            raise ValueError("these cards are of different contracts")
        for column, contract in enumerate(card.contracts):
            for line, key in enumerate(CATEGORY_KEYS):
                full = contract.full[key]
                gold[place, line, column] = full.gold
                found[place, line, column] = full.tp
                false[place, line, column] = full.fp
                words[place, line, column] = contract.word_only[key].tp
    if (gold != gold[0]).any():
        raise ValueError("these cards are of different gold")
    return Counts(contracts, gold[0], found, false, words)
