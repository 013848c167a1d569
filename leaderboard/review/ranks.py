"""Ranks on one board before and after a row comes, changes or goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from leaderboard.records import Rank

__all__ = ["moved", "ranks_of"]


def ranks_of(values: Mapping[str, Fraction]) -> dict[str, Rank]:
    """Id → rank, of rows that carry one: as `ranking.rank_rows` gives them (SCORING 1.6).

    Args:
        values: id → primary number.

    """
    counts = Counter(values.values())
    first: dict[Fraction, int] = {}
    position = 1
    for value in sorted(counts, reverse=True):
        first[value] = position
        position += counts[value]
    return {
        id_: Rank(first[value], counts[value] > 1)
        for id_, value in sorted(values.items(), key=lambda pair: (-pair[1], pair[0]))
    }


def moved(
    before: Mapping[str, Rank], after: Mapping[str, Rank]
) -> list[tuple[str, int | None, int | None]]:
    """(Id, position before, position after) of each that stands elsewhere, the best first."""
    found = []
    for id_ in {**after, **before}:
        old, new = before.get(id_), after.get(id_)
        places = (old.position if old else None, new.position if new else None)
        if places[0] != places[1]:
            found.append((id_, *places))
    return sorted(found, key=lambda move: (move[2] or move[1] or 0, move[0]))
