"""What the statistics promise of coverage, speed, memory: `python -m tests.bench.statistics [N]`.

Coverage: boards of 44 contracts are drawn from a world whose truth is known, and every interval is
held against it. Speed: all intervals of 200 submissions on 44 contracts with 10,000 draws, against
the matrix products that they need and nothing else: counts of 27 kinds a submission (found,
answered and found without places, in nine categories) times the draws. Gold is the same for all and
not counted. The products are made in double precision, as anyone would make them, all at once and
block of draws by block, both with their memory there already; the quicker of the two counts. In
single precision, in which the intervals are screened, they are shown beside it. Both sides have one
thread, then two. The parts are timed in turn, and of each the least time counts: on a machine that
does other things, that is the one without them. Ends with 1 when coverage, a ratio, or memory is
not what is promised.
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
from leaderboard.statistics.draws import DRAWS, draw_contracts
from leaderboard.statistics.standings import standings
from scoring.contractscrub import CATEGORY_KEYS
from tests.leaderboard.statistics.coverage import NAIVE, OURS, RANKS, Coverage, measure_coverage
from tests.leaderboard.statistics.simulation import CONTRACTS, boards, make_world

BOARDS: Final = 1_000
SUBMISSIONS: Final = 200
MOST_RATIO: Final = 1.5
RUNS: Final = 15
THREADS: Final = (1, 2)
AT_ONCE: Final = "bare products, all at once"
IN_BLOCKS: Final = "bare products, in blocks of draws"
SINGLE: Final = "the same in single precision"
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


def time_parts(threads: int) -> dict[str, float]:
    """The least seconds of each part, in this process, whose library has so many threads."""
    counts = made_counts(SUBMISSIONS)
    draws = draw_contracts(counts.contracts)
    bootstrap = Bootstrap(counts, draws)
    kinds = (counts.found, counts.found + counts.false, counts.words)
    stacked = np.concatenate(kinds, axis=1).reshape(-1, CONTRACTS)
    weights = np.ascontiguousarray(draws.weights.transpose(1, 0, 2).reshape(CONTRACTS, -1))
    whole = np.empty((len(stacked), weights.shape[1]))
    block = np.empty((len(stacked), draws.weights.shape[2]))
    single = stacked.astype(np.float32), draws.weights.astype(np.float32)
    single_block = block.astype(np.float32)

    def in_blocks() -> None:
        for part in draws.weights:
            np.matmul(stacked, part, out=block)

    def in_single_blocks() -> None:
        for part in single[1]:
            np.matmul(single[0], part, out=single_block)

    parts: dict[str, Callable[[], object]] = {
        AT_ONCE: lambda: np.matmul(stacked, weights, out=whole),
        IN_BLOCKS: in_blocks,
        SINGLE: in_single_blocks,
        INTERVALS: lambda: bootstrap.intervals(threads=threads),
        STANDINGS: lambda: standings(bootstrap, threads=threads),
    }
    least = dict.fromkeys(parts, float("inf"))
    for _ in range(RUNS):
        for name, work in parts.items():
            least[name] = min(least[name], seconds(work))
    return least


def print_speed() -> bool:
    """Print each part's time; whether the ratios are as promised."""
    kept = True
    for threads in THREADS:
        told = subprocess.run(
            [sys.executable, "-m", "tests.bench.statistics", f"--threads={threads}"],
            check=True,
            capture_output=True,
            text=True,
            env=os.environ
            | dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), str(threads)),
        )
        least = json.loads(told.stdout)
        products = min(least[AT_ONCE], least[IN_BLOCKS])
        ratio = least[INTERVALS] / products
        print(
            f"speed, {threads} thread{'s' * (threads > 1)}: {SUBMISSIONS} submissions x "
            f"{CONTRACTS} contracts x {DRAWS:,} draws, least of {RUNS} runs in turn\n"
            + "".join(f"  {name}: {value * 1_000:.0f} ms\n" for name, value in least.items())
            + f"  intervals to the quicker products: {ratio:.2f} (at most {MOST_RATIO} wanted); to "
            f"those in single precision: {least[INTERVALS] / least[SINGLE]:.2f}"
        )
        kept = kept and ratio <= MOST_RATIO
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
    if arguments and arguments[0].startswith("--threads="):
        print(json.dumps(time_parts(int(arguments[0].partition("=")[2]))))
        return 0
    count = int(arguments[0]) if arguments else BOARDS
    kept = [print_speed(), print_memory(), print_coverage(count)]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
