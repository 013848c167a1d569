"""How sure a board is, as JSON: method, seed and draws beside every interval."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from leaderboard.statistics.analyses import DISTANCES, BinRecall, Correlation, Difficulty
from leaderboard.statistics.boards import Analyses, BoardStatistics, Certainty, PairVerdict
from leaderboard.statistics.intervals import Interval
from leaderboard.statistics.power import POWER

__all__ = ["certainty_value", "interval_value", "statistics_value"]

Json: TypeAlias = dict[str, Any]
_FIGURES: Final = 9
"""Figures that are kept of what a library of functions rounds last; another one gives the same."""


def interval_value(interval: Interval | None) -> list[float] | None:
    """An interval as `[low, high]`, or null."""
    return None if interval is None else [interval.low, interval.high]


def certainty_value(certainty: Certainty) -> Json:
    """How sure one row's numbers are."""
    return {
        "intervals": {
            measure: interval_value(part) for measure, part in certainty.intervals.items()
        },
        "rank_interval": None if certainty.ranks is None else list(certainty.ranks),
        "chance_of_being_best": certainty.best,
        "tied_with": None if certainty.ranks is None else list(certainty.tied),
    }


def statistics_value(made: BoardStatistics) -> Json:
    """How sure a board is; what is said of single rows stands with the rows."""
    return {
        "method": made.method,
        "level": made.level,
        "unit": made.unit,
        "size": made.size,
        "draws": made.draws,
        "seed": made.seed,
        "pairs": made.pairs,
        "separated": made.separated,
        "separated_after_holm": made.separated_holm,
        "neighbours": [_pair(pair) for pair in made.neighbours],
        "power": {
            "chance": POWER,
            "spread_of_the_median_pair": _kept(made.spread),
            "resolvable": [
                {"contracts": size, "difference": _kept(value)}
                for size, value in made.resolvable.items()
            ],
        },
        "reasoning_pairs": [_pair(pair) for pair in made.reasoning],
        "runs": [
            {
                "system": runs.system,
                "ids": list(runs.ids),
                "values": list(runs.values),
                "standard_deviation": _kept(runs.spread),
            }
            for runs in made.runs
        ],
        "analyses": None if made.analyses is None else _analyses(made.analyses),
    }


def _pair(pair: PairVerdict) -> Json:
    return {
        "first": pair.first,
        "second": pair.second,
        "difference": pair.difference,
        "interval": interval_value(pair.interval),
        "tied": pair.tied,
        "needed": pair.needed,
        "p_holm": _kept(pair.p_holm),
    }


def _analyses(made: Analyses) -> Json:
    return {
        "sample": list(made.sample),
        "with_programs": made.programs,
        "distances": {
            id_: [_bin(name, part) for (name, _, _), part in zip(DISTANCES, parts, strict=True)]
            for id_, parts in made.distances.items()
        },
        "correlations": [
            {"categories": list(pair), **_correlation(part)}
            for pair, part in made.correlations.items()
        ],
        "difficulty": {key: _difficulty(part) for key, part in made.difficulty.items()},
        "contracts": [
            {
                "contract": part.contract,
                "gold": part.gold,
                "mean_recall": _kept(part.recall),
                "with_rest": _correlation(part.with_rest),
            }
            for part in made.contracts
        ],
        "saturation": {
            key: {
                "best": part.best,
                "median": part.median,
                "worst": part.worst,
                "saturated": part.saturated,
            }
            for key, part in made.saturation.items()
        },
    }


def _bin(name: str, part: BinRecall) -> Json:
    return {
        "characters": name,
        "found": part.found,
        "gold": part.gold,
        "interval": interval_value(part.interval),
    }


def _correlation(part: Correlation) -> Json:
    ends = part.interval and [_kept(part.interval.low), _kept(part.interval.high)]
    return {"r": _kept(part.r), "interval": ends, "n": part.n}


def _difficulty(part: Difficulty) -> Json:
    return {
        "gold": part.gold,
        "entries_by_times_found": {str(times): count for times, count in part.solved.items()},
        "found_by_all": [list(entry) for entry in part.by_all],
        "found_by_none": [list(entry) for entry in part.by_none],
    }


def _kept(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.{_FIGURES}g}")
