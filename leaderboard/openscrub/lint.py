"""Checks the clause library: `python -m leaderboard.openscrub.lint [PATH…]`.

Without a path everything is checked; with paths, what is said about those files or folders alone.
Exit code 1 when there is an error, 0 when there are warnings at most.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from leaderboard.openscrub.deals import DEALS_ROOT
from leaderboard.openscrub.library import LIBRARY_ROOT, Family, parse_family
from leaderboard.openscrub.linting.complaint import Complaint
from leaderboard.openscrub.linting.families import check_facts, check_family, check_runs
from leaderboard.openscrub.linting.sheets import check_deals, check_facts_file, check_terms
from leaderboard.openscrub.shelf import read_library

__all__ = ["lint", "main"]


def lint(library: Path = LIBRARY_ROOT, deals: Path = DEALS_ROOT) -> list[Complaint]:
    """Everything that is wrong with the library and the deals, by file and line."""
    read = read_library(library, deals)
    complaints: list[Complaint] = []
    families: dict[Path, Family] = {}
    for path in sorted(library.glob("*/*.txt")):
        complaints += check_family(path, read)
        family, _ = parse_family(path.read_bytes().decode("utf-8"), path.parent.name)
        if family is not None:
            families[path] = family
    complaints += check_facts(families, read, library)
    complaints += check_runs(families)
    for path in sorted((library / "terms").glob("*.yaml")):
        complaints += check_terms(path, read)
    for path in sorted(library.glob("facts*.yaml")):
        complaints += check_facts_file(path)
    for path in sorted(deals.glob("*.yaml")):
        complaints += check_deals(path, read)
    return sorted(set(complaints))


def _within(complaint: Complaint, paths: Iterable[Path]) -> bool:
    place = Path(complaint.file).resolve()
    return any(place == path or path in place.parents for path in paths)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the complaints about `arguments`, or about everything."""
    paths = [Path(name).resolve() for name in (sys.argv[1:] if arguments is None else arguments)]
    complaints = lint()
    chosen = [item for item in complaints if not paths or _within(item, paths)]
    for item in chosen:
        sys.stdout.write(f"{item}\n")
    errors = sum(item.serious for item in chosen)
    sys.stdout.write(f"{errors} errors, {len(chosen) - errors} warnings\n")
    return 1 if errors else 0


if __name__ == "__main__":
    raise SystemExit(main())
