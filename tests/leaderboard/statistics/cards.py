"""Small made-up counts and cards."""

from __future__ import annotations

import json

import numpy as np

from leaderboard.statistics.bootstrap import Bootstrap
from leaderboard.statistics.counts import Counts
from leaderboard.statistics.draws import draw_contracts
from scoring.contractscrub import CATEGORY_KEYS, ScoreCard, parse_answer, score


def names(contracts: int) -> tuple[str, ...]:
    return tuple(f"c{number:02}" for number in range(contracts))


def random_counts(submissions: int, contracts: int, seed: int, gold: float = 3.0) -> Counts:
    """Counts without any structure; some contracts have no gold of some categories."""
    chance = np.random.Generator(np.random.PCG64(seed))
    whole = chance.poisson(gold, (len(CATEGORY_KEYS), contracts))
    ability = np.linspace(0.3, 0.8, submissions)[:, None, None]
    found = chance.binomial(whole, ability, (submissions, *whole.shape))
    words = found + chance.binomial(whole - found, 0.3)
    false = chance.poisson(2.0, found.shape)
    return Counts(
        names(contracts),
        whole.astype(np.float64),
        found.astype(np.float64),
        false.astype(np.float64),
        words.astype(np.float64),
    )


def boot(counts: Counts, draws: int = 400) -> Bootstrap:
    return Bootstrap(counts, draw_contracts(counts.contracts, draws=draws))


def card(
    gold: dict[str, dict[str, int]], found: dict[str, dict[str, int]], false: int = 0
) -> ScoreCard:
    """A card whose contracts have so many entries, of which the first so many were found.

    Args:
        gold: contract → category key → number of gold entries (categories of one term).
        found: same; how many of them are answered.
        false: how many false entries each contract's answer has besides.

    """

    def entries(number: int, word: str = "Term") -> list[dict[str, str]]:
        return [{"term": f"{word} {n}", "location": f"{n + 1}"} for n in range(number)]

    return score(
        {name: {key: entries(n) for key, n in kinds.items()} for name, kinds in gold.items()},
        {
            name: parse_answer(
                json.dumps(
                    {key: [] for key in CATEGORY_KEYS}
                    | {key: entries(n) for key, n in kinds.items()}
                    | {"unused_defined_terms": entries(false, "Wrong")}
                )
            )
            for name, kinds in found.items()
        },
    )
