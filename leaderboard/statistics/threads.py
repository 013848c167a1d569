"""Work that is shared out over threads, in such a way that their number changes no result."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Final, TypeVar

__all__ = ["map_shares", "usable_threads"]

_MOST: Final = 8
"""More threads than so wait for memory, not for each other."""
Part = TypeVar("Part")


def usable_threads() -> int:
    """How many processors this process may use, up to eight."""
    if hasattr(os, "sched_getaffinity"):
        return min(_MOST, len(os.sched_getaffinity(0)))
    return min(_MOST, os.cpu_count() or 1)


def map_shares(
    work: Callable[[range], Part], count: int, threads: int | None = None
) -> Sequence[Part]:
    """What `work` makes of consecutive shares of `range(count)`, in their order.

    Args:
        work: called once a thread. Only within numpy do threads run at the same time, and what
            passes from one call to the next is waited for: it has to make few calls, of much.
        count: how many things there are.
        threads: how many to use; None for as many as the process may. Never more than things.

    """
    many = max(1, min(count, usable_threads() if threads is None else threads))
    edges = [count * share // many for share in range(many + 1)]
    shares = [range(low, high) for low, high in pairwise(edges)]
    with ThreadPoolExecutor(many) as pool:
        return list(pool.map(work, shares))
