"""What is said of the maintainers' own run: both numbers, whatever came of it."""

from __future__ import annotations

from typing import Final

from leaderboard.display import format_number
from leaderboard.ranking import primary
from leaderboard.records import Reproduced, Reproduction, Row
from scoring.contractscrub import ScoreCard

__all__ = ["reproduction_text"]

PLACES: Final = {Reproduced.HOLDS: "within", Reproduced.DIFFERS: "outside"}


def reproduction_text(row: Row) -> str | None:
    """A sentence or two; None where the maintainers made no run of their own."""
    told = row.reproduction
    if told is None:
        return None
    when = f" (run ended on {told.date.isoformat()})" if told.date else ""
    return f"The maintainers ran the model again{when}: {_found(row, told)}"


def _found(row: Row, told: Reproduction) -> str:
    measure = "macro recall" if isinstance(row.card, ScoreCard) else "strict accuracy"
    number = f"{measure} {format_number(told.value, 3)}"
    if told.outcome is Reproduced.UNTOLD or told.interval is None:
        shown = "" if told.value is None else f"{number}, "
        return f"{shown}not comparable with the row, because {told.obstacle}."
    interval = "–".join(format_number(end, 3) for end in told.interval)
    return (
        f"{number}, {PLACES[told.outcome]} the published 95 % interval {interval}. "
        f"The submission's own run has {format_number(primary(row), 3)}."
    )
