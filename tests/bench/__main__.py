"""`make bench`: what the documents promise about speed, measured against a baseline each."""

from __future__ import annotations

import sys

from tests.bench import clauses, helptext, review, runner, statistics


def main() -> int:
    """Run every benchmark; the worst exit code."""
    return max(
        clauses.main([]), helptext.main(), statistics.main([]), runner.main([]), review.main([])
    )


if __name__ == "__main__":
    sys.exit(main())
