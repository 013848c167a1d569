"""Boards drawn from a known truth: contracts differ in size and in how hard they are.

Entries of one contract share its difficulty, so they are not independent: that is what a bootstrap
over contracts is for, and what one over entries overlooks. Sizes are log-normal and go with
difficulty; an entry is found with the probability that a logistic model gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from leaderboard.statistics.counts import Counts
from scoring.contractscrub import CATEGORY_KEYS

__all__ = ["CONTRACTS", "World", "boards", "make_world"]

Floats = npt.NDArray[np.float64]
CONTRACTS: Final = 44
GOLD_PER_CONTRACT: Final = (34.2, 15.7, 7.2, 4.6, 3.4, 3.0, 2.9, 2.2, 2.0)
"""As the ContractScrub paper reports them (arXiv:2608.20204, table 4)."""
SIZE_SPREAD: Final = 0.5
SIZE_AND_DIFFICULTY: Final = -0.5
CONTRACT_SPREAD: Final = 0.8
CONTRACT_AND_SYSTEM_SPREAD: Final = 0.4
FALSE_PER_CONTRACT: Final = 1.5
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(80)


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """What the boards are drawn from.

    Attributes:
        logits: (systems, categories); how well a system finds an entry of a contract of mean
            difficulty.
        macro_recall: (systems,); what boards of ever more contracts would come to.

    """

    logits: Floats
    macro_recall: Floats

    @property
    def ranks(self) -> npt.NDArray[np.int64]:
        """True ranks, 1 for the best."""
        better = self.macro_recall[None, :] > self.macro_recall[:, None]
        return np.asarray(1 + better.sum(axis=1))


def make_world(systems: int, seed: int = 5) -> World:
    """Systems whose abilities are evenly spread, so that neighbours are close."""
    chance = np.random.Generator(np.random.PCG64(seed))
    ability = np.linspace(1.0, -0.6, systems)
    category = np.linspace(0.9, -0.9, len(CATEGORY_KEYS))
    logits = ability[:, None] + category + chance.normal(0, 0.25, (systems, len(CATEGORY_KEYS)))
    return World(logits, _truth(logits))


def _truth(logits: Floats) -> Floats:
    """E[size x recall] / E[size]: weighting by a log-normal size shifts the normal difficulty."""
    shift = SIZE_SPREAD * SIZE_AND_DIFFICULTY * CONTRACT_SPREAD
    spread = np.hypot(CONTRACT_SPREAD, CONTRACT_AND_SYSTEM_SPREAD)
    share = 1 / (1 + np.exp(-(logits[..., None] + shift + spread * NODES)))
    recalls: Floats = (share * WEIGHTS).sum(axis=-1) / WEIGHTS.sum()
    return np.asarray(recalls.mean(axis=1))


def boards(world: World, count: int, seed: int = 11) -> Iterator[Counts]:
    """`count` boards of `CONTRACTS` contracts."""
    chance = np.random.Generator(np.random.PCG64(seed))
    systems, categories = world.logits.shape
    names = tuple(f"contract-{number:03}" for number in range(CONTRACTS))
    means = np.array(GOLD_PER_CONTRACT)[:, None]
    for _ in range(count):
        size, other = chance.normal(size=(2, CONTRACTS))
        ease = CONTRACT_SPREAD * (
            SIZE_AND_DIFFICULTY * size + np.sqrt(1 - SIZE_AND_DIFFICULTY**2) * other
        )
        own = CONTRACT_AND_SYSTEM_SPREAD * chance.normal(size=(systems, 1, CONTRACTS))
        gold = chance.poisson(means * np.exp(SIZE_SPREAD * size - SIZE_SPREAD**2 / 2))
        share = 1 / (1 + np.exp(-(world.logits[:, :, None] + ease + own)))
        found = chance.binomial(gold, share)
        words = found + chance.binomial(gold - found, 0.2)
        false = chance.poisson(FALSE_PER_CONTRACT, (systems, categories, CONTRACTS))
        yield Counts(
            names,
            gold.astype(np.float64),
            found.astype(np.float64),
            false.astype(np.float64),
            words.astype(np.float64),
        )
