"""What the statistics promise of coverage, speed, memory: `python -m tests.bench.statistics [N]`.

Coverage: boards of 44 contracts are drawn from a world whose truth is known, and every interval is
held against it. Speed: all intervals of 200 submissions on 44 contracts with 10,000 draws, against
the matrix products that they need and nothing else, each on one thread in a process of its own: in
one call as anyone would write it, the same call once more when its 400 MB are there already, and in
blocks that stay in the cache. Ends with 1 when coverage, the ratio to the plain call, or memory is
not what is promised.
"""

# ruff: noqa: T201 -- printing is what a bench is for

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from leaderboard.statistics.bootstrap import Bootstrap
from leaderboard.statistics.counts import Counts
from leaderboard.statistics.draws import DRAWS, draw_contracts
from leaderboard.statistics.standings import standings
from scoring.contractscrub import CATEGORY_KEYS
from tests.leaderboard.statistics.coverage import NAIVE, OURS, RANKS, Coverage, measure_coverage
from tests.leaderboard.statistics.simulation import CONTRACTS, boards, make_world

BOARDS: Final = 1_000
SUBMISSIONS: Final = 200
MOST_RATIO: Final = 1.5
RUNS: Final = 7
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


def time_once() -> dict[str, float]:
    """The seconds of each part, in this process, each for the first time but for the library."""
    counts = made_counts(SUBMISSIONS)
    draws = draw_contracts(counts.contracts)
    bootstrap = Bootstrap(counts, draws)
    stacked = np.concatenate((counts.found, counts.false, counts.words), axis=1)
    flat = stacked.reshape(-1, CONTRACTS)
    weights = np.ascontiguousarray(draws.weights.transpose(1, 0, 2).reshape(CONTRACTS, -1))
    buffer = np.empty((len(draws.weights), 3 * len(CATEGORY_KEYS), draws.weights.shape[2]))

    def in_blocks() -> None:
        for part in stacked:
            np.matmul(part, draws.weights, out=buffer)

    return {
        "plain": seconds(lambda: flat @ weights),
        "intervals": seconds(bootstrap.intervals),
        "blocks": seconds(in_blocks),
        "plain, again": seconds(lambda: flat @ weights),
        "standings": seconds(lambda: standings(bootstrap)),
    }


def print_speed() -> bool:
    """Print each part's time, the median over processes; whether the ratio is as promised."""
    runs = [
        json.loads(
            subprocess.run(
                [sys.executable, "-m", "tests.bench.statistics", "--once"],
                check=True,
                capture_output=True,
                text=True,
                env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
            ).stdout
        )
        for _ in range(RUNS)
    ]
    middle = {name: statistics.median(run[name] for run in runs) for name in runs[0]}
    ratio = statistics.median(run["intervals"] / run["plain"] for run in runs)
    warm = statistics.median(run["intervals"] / run["plain, again"] for run in runs)
    tight = statistics.median(run["intervals"] / run["blocks"] for run in runs)
    print(
        f"speed: {SUBMISSIONS} submissions x {CONTRACTS} contracts x {DRAWS:,} draws, median of "
        f"{RUNS} processes\n"
        f"  bare products: {middle['plain']:.3f} s in one call, {middle['plain, again']:.3f} s in "
        f"one call again, {middle['blocks']:.3f} s in blocks into one buffer\n"
        f"  all intervals: {middle['intervals']:.3f} s; ratio {ratio:.2f} (at most {MOST_RATIO} "
        f"wanted), {warm:.2f} to the call repeated, {tight:.2f} to the blocks\n"
        f"  rank intervals, ties of all pairs, chance of being best: {middle['standings']:.3f} s"
    )
    return bool(ratio <= MOST_RATIO)


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
    if "--once" in arguments:
        print(json.dumps(time_once()))
        return 0
    count = int(arguments[0]) if arguments else BOARDS
    kept = [print_speed(), print_memory(), print_coverage(count)]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
