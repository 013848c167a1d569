"""What the statistics promise of coverage, speed, memory: `python -m tests.bench.statistics [N]`.

Coverage: boards of 44 contracts are drawn from a world whose truth is known, and every interval is
held against it. Speed: 200 submissions on 44 contracts with 10,000 draws, against the matrix
products that they need and nothing else. For intervals those are counts of 27 kinds a submission
(found, answered and found without places, in nine categories) times the draws; for rank intervals,
ties of all pairs and the chance of being best, which are looked at draw by draw, those found once
more. Gold is the same for all and not counted. The products are made in double precision, as anyone
would make them, into memory that is there already: all at once, kept as products are, and in blocks
of draws, each in place of the one before. Intervals have to be quick beside the quicker; all
together beside those at once, and beside the blocks it is printed.

Both sides have one thread, then two, each in processes of its own, for threads of the one would
take the processors from the other. They run in turn, and of each part the least time counts: on a
machine that does other things, that is the one without them. Ends with 1 when coverage, a ratio, or
memory is not what is promised.
"""

# ruff: noqa: T201 -- printing is what a bench is for

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from leaderboard.statistics.bootstrap import Bootstrap
from leaderboard.statistics.counts import Counts
from leaderboard.statistics.draws import DRAWS, Draws, draw_contracts
from leaderboard.statistics.standings import standings
from scoring.contractscrub import CATEGORY_KEYS
from tests.leaderboard.statistics.coverage import NAIVE, OURS, RANKS, Coverage, measure_coverage
from tests.leaderboard.statistics.simulation import CONTRACTS, boards, make_world

BOARDS: Final = 1_000
SUBMISSIONS: Final = 200
MOST_RATIO: Final = 1.5
ROUNDS: Final = 4
RUNS: Final = 8
THREADS: Final = (1, 2)
BLOCK: Final = 400
PRODUCTS: Final = "products"
WORK: Final = "work"
AT_ONCE: Final = "bare products for intervals, all at once"
IN_BLOCKS: Final = "bare products for intervals, in blocks of draws"
ALL_AT_ONCE: Final = "bare products for everything, all at once"
ALL_IN_BLOCKS: Final = "bare products for everything, in blocks of draws"
INTERVALS: Final = "all intervals"
STANDINGS: Final = "rank intervals, ties of all pairs, chance of being best"
HOLDS: Final = (0.93, 0.97)
MEGABYTE: Final = 1 << 20


def made_counts(submissions: int) -> Counts:
    """One board of so many submissions."""
    (counts,) = boards(make_world(submissions), 1)
    return counts


def print_coverage(count: int) -> bool:
    """Print how often intervals held the truth; whether as often as promised."""
    start = time.perf_counter()
    found = measure_coverage(count)
    print(
        f"coverage of 95 % intervals of macro recall: {count:,} boards of {CONTRACTS} contracts, "
        f"12 systems, {DRAWS:,} draws each ({time.perf_counter() - start:.0f} s)"
    )
    for name, part in found.items():
        print(_line(name, part))
    return _promised(found)


def _line(name: str, part: Coverage) -> str:
    width = f"{part.width:.4f}" if name != RANKS else f"{part.width:.2f} ranks"
    return f"  {name:<20} {part.share:7.2%}, least of a system {part.least:7.2%}, width {width}"


def _promised(found: Mapping[str, Coverage]) -> bool:
    low, high = HOLDS
    return bool(
        low <= found[OURS].share <= high and found[RANKS].share >= 0.95 and found[NAIVE].share < low
    )


def seconds(work: Callable[[], object]) -> float:
    """Wall time of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def products(counts: Counts, draws: Draws) -> dict[str, Callable[[], object]]:
    """The bare products."""
    kinds = (counts.found, counts.found + counts.false, counts.words)
    lines = [np.concatenate(some, axis=1).reshape(-1, CONTRACTS) for some in (kinds, kinds[:1])]
    blocks = [draws.weights[:, at : at + BLOCK].copy() for at in range(0, draws.count, BLOCK)]
    whole = [np.empty((len(part), draws.count)) for part in lines]
    room = [np.empty((len(part), BLOCK)) for part in lines]

    def at_once(parts: int) -> None:
        for part, out in zip(lines[:parts], whole, strict=False):
            np.matmul(part, draws.weights, out=out)

    def in_blocks(parts: int) -> None:
        for part, out in zip(lines[:parts], room, strict=False):
            for block in blocks:
                np.matmul(part, block, out=out)

    return {
        AT_ONCE: lambda: at_once(1),
        IN_BLOCKS: lambda: in_blocks(1),
        ALL_AT_ONCE: lambda: at_once(2),
        ALL_IN_BLOCKS: lambda: in_blocks(2),
    }


def time_parts(side: str, threads: int) -> dict[str, float]:
    """The least seconds of each part of one side, in this process."""
    counts = made_counts(SUBMISSIONS)
    draws = draw_contracts(counts.contracts)
    bootstrap = Bootstrap(counts, draws)
    parts: dict[str, Callable[[], object]] = (
        products(counts, draws)
        if side == PRODUCTS
        else {
            INTERVALS: lambda: bootstrap.intervals(threads=threads),
            STANDINGS: lambda: standings(bootstrap, threads=threads),
        }
    )
    return {name: min(seconds(work) for _ in range(RUNS)) for name, work in parts.items()}


def in_process(side: str, threads: int) -> dict[str, float]:
    """`time_parts` in a process of its own, where the products alone have a library's threads."""
    keep = str(threads) if side == PRODUCTS else "1"
    told = subprocess.run(
        [sys.executable, "-m", "tests.bench.statistics", side, str(threads)],
        check=True,
        capture_output=True,
        text=True,
        env=os.environ | dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), keep),
    )
    least: dict[str, float] = json.loads(told.stdout)
    return least


def print_speed() -> bool:
    """Print each part's time; whether the ratios are as promised."""
    kept = True
    for threads in THREADS:
        least: dict[str, float] = {}
        for _ in range(ROUNDS):
            for side in (PRODUCTS, WORK):
                for name, value in in_process(side, threads).items():
                    least[name] = min(value, least.get(name, value))
        everything = least[INTERVALS] + least[STANDINGS]
        intervals = least[INTERVALS] / min(least[AT_ONCE], least[IN_BLOCKS])
        ratio = everything / least[ALL_AT_ONCE]
        print(
            f"speed, {threads} thread{'s' * (threads > 1)}: {SUBMISSIONS} submissions x "
            f"{CONTRACTS} contracts x {DRAWS:,} draws, least of {ROUNDS * RUNS} runs in turn\n"
            + "".join(f"  {name}: {value * 1_000:.0f} ms\n" for name, value in least.items())
            + f"  intervals to the quicker of their products: {intervals:.2f}; everything to its "
            f"products: {ratio:.2f} (at most {MOST_RATIO} wanted of both), to those in blocks: "
            f"{everything / least[ALL_IN_BLOCKS]:.2f}"
        )
        kept = kept and max(intervals, ratio) <= MOST_RATIO
    return kept


def peak(submissions: int, draws: int) -> float:
    """Megabytes that intervals and standings take at most, beyond counts and draws."""
    counts = made_counts(submissions)
    bootstrap = Bootstrap(counts, draw_contracts(counts.contracts, draws=draws))
    tracemalloc.start()
    bootstrap.intervals(threads=1)
    standings(bootstrap, threads=1)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / MEGABYTE


def print_memory() -> bool:
    """Print the peaks; whether twice the draws cost no more when there are more submissions."""
    few, few_twice = peak(20, DRAWS), peak(20, 2 * DRAWS)
    many, many_twice = peak(SUBMISSIONS, DRAWS), peak(SUBMISSIONS, 2 * DRAWS)
    whole = SUBMISSIONS * DRAWS * 3 * len(CATEGORY_KEYS) * 8 / MEGABYTE
    print(
        f"memory beyond counts and draws: {few:.1f} MB for 20 submissions, {many:.1f} MB for "
        f"{SUBMISSIONS}; twice the draws take {few_twice - few:.1f} MB and "
        f"{many_twice - many:.1f} MB more; all products at once would take {whole:.0f} MB"
    )
    return many_twice - many <= few_twice - few + 1 and many < whole / 5


def main(arguments: list[str]) -> int:
    """Print the measurements and return the exit code."""
    if arguments[:1] in ([PRODUCTS], [WORK]):
        print(json.dumps(time_parts(arguments[0], int(arguments[1]))))
        return 0
    count = int(arguments[0]) if arguments else BOARDS
    kept = [print_speed(), print_memory(), print_coverage(count)]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
