"""Which contracts each bootstrap draw holds: decided by the contracts' ids and a seed alone.

The indices come from SHAKE-256 (FIPS 202), not from a library's random generator: the same ids
give the same draws with any version of any library, and whoever has neither can draw them again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["DRAWS", "SEED", "Draws", "Floats", "draw_contracts"]

DRAWS: Final = 10_000
SEED: Final = "contractscrub-leaderboard bootstrap 1"
"""Part of what is hashed; changed only together with a note in the changelog."""

Floats: TypeAlias = npt.NDArray[np.float64]
_WORD: Final = 4
"""Bytes that one index is made of."""


@dataclass(frozen=True, slots=True, eq=False)
class Draws:
    """Bootstrap draws of contracts, with replacement, as many as there are.

    Attributes:
        contracts: ids, sorted.
        weights: (contracts, draws); how often a contract is in a draw. Whole numbers, as floats,
            so that products with counts are exact in any order of summing.
        seed: what the indices were made from, beside the ids.

    """

    contracts: tuple[str, ...]
    weights: Floats
    seed: str

    @property
    def count(self) -> int:
        """How many draws there are."""
        return int(self.weights.shape[1])

    @property
    def size(self) -> int:
        """How many contracts there are, and how many each draw holds."""
        return len(self.contracts)


def draw_contracts(contracts: Sequence[str], *, draws: int = DRAWS, seed: str = SEED) -> Draws:
    """`draws` draws of all of `contracts`; the order in which they are given never matters.

    Of the bytes of SHAKE-256 over the JSON of `[seed, ids]`, each four are a little-endian number
    below 2**32; times the number of contracts, divided by 2**32 and cut, it is the index of the
    next contract. No contract is likelier than another by more than one in 2**32.

    Raises:
        ValueError: there are no contracts, two share an id, or no draws are asked for.

    """
    if draws < 1:
        raise ValueError(f"there is no board without draws, and {draws} were asked for")
    ids = tuple(sorted(contracts))
    if not ids or len(set(ids)) < len(ids):
        raise ValueError("draws need contracts, each with an id of its own")
    return _drawn(ids, draws, seed)


@lru_cache(maxsize=4)
def _drawn(ids: tuple[str, ...], draws: int, seed: str) -> Draws:
    """The draws; kept, because the cards of one edition all ask for the same."""
    size = len(ids)
    named = json.dumps([seed, ids], ensure_ascii=True, separators=(",", ":")).encode("ascii")
    stream = hashlib.shake_256(named).digest(_WORD * size * draws)
    words = np.frombuffer(stream, dtype="<u4").astype(np.uint64)
    picked = ((words * np.uint64(size)) >> np.uint64(32)).astype(np.intp).reshape(draws, size)
    cells = picked + np.arange(draws, dtype=np.intp)[:, None] * size
    counts = np.bincount(cells.ravel(), minlength=draws * size).reshape(draws, size)
    weights = np.ascontiguousarray(counts.T, dtype=np.float64)
    weights.flags.writeable = False
    return Draws(ids, weights, seed)
