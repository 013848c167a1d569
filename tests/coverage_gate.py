"""Fails unless branch coverage reaches the gate of each package. Run after pytest, on its data."""

from __future__ import annotations

import io
import sys
from typing import Final

from coverage import Coverage

GATES: Final = {"scoring": 100.0, "leaderboard": 95.0}
"""Package → the least branch coverage, in per cent."""


def main() -> int:
    """Print each package's coverage; 1 if one is below its gate."""
    coverage = Coverage()
    coverage.load()
    failed = 0
    for package, gate in GATES.items():
        report = io.StringIO()
        total = coverage.report(
            include=[f"{package}/*"], file=report, show_missing=True, skip_covered=True
        )
        # Never rounded up: 99.996 is not 100.
        reached = total >= gate
        sys.stdout.write(f"coverage of {package}: {total:.2f} % (gate {gate:.0f} %)\n")
        if not reached:
            failed = 1
            sys.stdout.write(report.getvalue())
    return failed


if __name__ == "__main__":
    sys.exit(main())
