"""`--help` against the bare import of typer: nothing heavy may be imported before it is used."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from typing import Final

MOST: Final = 1.6
"""How many times the bare import a help text may take."""
RUNS: Final = 15
BASE: Final = ("-c", "import typer")
COMMANDS: Final = (
    ("-m", "leaderboard", "--help"),
    ("-m", "leaderboard", "validate", "--help"),
)


def seconds(arguments: tuple[str, ...]) -> float:
    """Wall time of one Python process."""
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def ratio(arguments: tuple[str, ...]) -> float:
    """Median of paired ratios: base and command run in turn, so that drift cancels out."""
    return statistics.median(seconds(arguments) / seconds(BASE) for _ in range(RUNS))


def main() -> int:
    """Print each ratio; 1 if one is above `MOST`."""
    worst = 0.0
    for arguments in (BASE, *COMMANDS):
        seconds(arguments)
    for arguments in COMMANDS:
        measured = ratio(arguments)
        worst = max(worst, measured)
        name = " ".join(arguments[1:])
        sys.stdout.write(f"{name}: {measured:.2f} times `python -c 'import typer'`\n")
    return int(worst > MOST)


if __name__ == "__main__":
    sys.exit(main())
