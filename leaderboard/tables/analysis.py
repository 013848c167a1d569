"""The tables of a board's analysis: how sure its order is, and what its matches show (SCORING 1.7).

Numbers that chance enters are floats; they become exact fractions of themselves here, so that the
one place that rounds rounds them too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final

from leaderboard.addresses import entrant_page
from leaderboard.records import BenchmarkBoard, Row
from leaderboard.statistics.analyses import DISTANCES, Correlation
from leaderboard.statistics.boards import Analyses, BoardStatistics, PairVerdict
from leaderboard.statistics.intervals import Interval
from leaderboard.statistics.verdict import about
from leaderboard.tables.columns import display_name, spans
from leaderboard.tables.table import Better, Cell, Column, Table, TableRow, number, text
from scoring.contractscrub import CATEGORIES

__all__ = [
    "build_contracts",
    "build_correlations",
    "build_difficulty",
    "build_distances",
    "build_pairs",
    "build_resolvable",
    "build_runs",
    "build_standings",
]

TITLES: Final = {category.key: category.title for category in CATEGORIES}
NEITHER: Final = Better.NEITHER


def _word(key: str, title: str, help_: str) -> Column:
    return Column(key, title, help_, numeric=False, better=NEITHER)


def _count(key: str, title: str, help_: str, better: Better = NEITHER) -> Column:
    return Column(key, title, help_, better=better)


def _exact(value: float | None) -> Fraction | None:
    return None if value is None else Fraction(value)


def _ends(interval: Interval | None) -> tuple[Fraction, Fraction] | None:
    return None if interval is None else (Fraction(interval.low), Fraction(interval.high))


def _names(board: BenchmarkBoard) -> dict[str, str]:
    return {row.entrant.id: display_name(row.entrant) for row in board.rows}


def _ranked(board: BenchmarkBoard) -> list[Row]:
    return [row for row in board.rows if row.rank and row.certainty and row.certainty.ranks]


def build_standings(board: BenchmarkBoard) -> Table:
    """Each ranked row: rank, where it may as well be, chance of being best, tie group."""
    ranked = _ranked(board)
    positions = {row.entrant.id: row.rank.position for row in ranked if row.rank}
    return Table(
        key="standings",
        title="How sure each rank is",
        caption="Where a rank may as well be, how often an entry comes first, and whom it cannot "
        "be told apart from.",
        columns=(
            _word("entry", "Entry", "Model, agent or program."),
            _count("rank", "Rank", "By exact value; equals share it.", Better.LOW),
            _count("best_rank", "Best", "The best rank of its 95 % interval.", Better.LOW),
            _count("worst_rank", "Worst", "The worst rank of its 95 % interval.", Better.LOW),
            _count(
                "chance_of_being_best",
                "First in",
                "Per cent of the draws in which it ranks first; equals share a draw.",
                Better.HIGH,
            ),
            _count("ties", "Tied with", "Ranks that it cannot be told apart from.", Better.LOW),
        ),
        rows=tuple(_standing(row, positions) for row in ranked),
    )


def _standing(row: Row, positions: Mapping[str, int]) -> TableRow:
    certainty, rank = row.certainty, row.rank
    assert certainty is not None  # noqa: S101 - only such rows are ranked here
    assert certainty.ranks is not None  # noqa: S101
    assert rank is not None  # noqa: S101
    tied = spans(positions[other] for other in certainty.tied if other in positions)
    chance = None if certainty.best is None else Fraction(certainty.best) * 100
    cell = number(chance, 1)
    return TableRow(
        row.entrant.id,
        (
            text(display_name(row.entrant), link=entrant_page(row.entrant.id)),
            Cell(str(rank), rank.position),
            number(certainty.ranks[0], 0),
            number(certainty.ranks[1], 0),
            Cell(f"{cell.text} %", cell.value) if chance is not None else cell,
            Cell(tied or "none", len(certainty.tied)),
        ),
    )


def build_pairs(
    board: BenchmarkBoard, pairs: Sequence[PairVerdict], key: str, title: str, caption: str
) -> Table:
    """Pairs of rows, the better one first: difference, interval, what it comes to."""
    names = _names(board)
    assert board.statistics is not None  # noqa: S101 - pairs come from there
    unit = board.statistics.unit
    return Table(
        key=key,
        title=title,
        caption=caption,
        columns=(
            _word("first", "Entry", "The one with the higher value."),
            _word("second", "Next to it", "The one with the lower value."),
            _count("difference", "Difference", "Of the number that the board is ranked by."),
            _word("verdict", "Verdict", "By the 95 % interval of the paired difference."),
            _count(
                "needed",
                f"{unit.capitalize()} needed",
                f"So many {unit} would show this difference in four of five boards.",
                Better.LOW,
            ),
            _count(
                "p_holm",
                "p, Holm",
                "p-value of the pair after Holm's correction over all pairs of ranked entries.",
                Better.LOW,
            ),
        ),
        rows=tuple(
            TableRow(
                f"{pair.first}:{pair.second}",
                (
                    text(names[pair.first], link=entrant_page(pair.first)),
                    text(names[pair.second], link=entrant_page(pair.second)),
                    number(Fraction(pair.difference), 3, ends=_ends(pair.interval)),
                    text("cannot be told apart" if pair.tied else "ahead, by more than chance"),
                    Cell("–", None)
                    if pair.needed is None
                    else Cell(f"about {about(pair.needed)}", pair.needed),
                    _p_value(pair.p_holm),
                ),
            )
            for pair in pairs
        ),
    )


def _p_value(value: float) -> Cell:
    """A p-value; one that would round to nothing is shown as below the least that is shown."""
    cell = number(Fraction(value), 3)
    return cell if cell.text != "0.000" else replace(cell, text="below 0.001")


def build_resolvable(statistics: BoardStatistics) -> Table:
    """What boards of several sizes could tell apart."""
    return Table(
        key="resolvable",
        title="What a board of so many contracts resolves",
        caption="The smallest difference in macro recall that a board of that size shows in four "
        "of five cases, for a pair of entries that differ from contract to contract as much as the "
        "middle pair of this board does.",
        columns=(
            _count("contracts", "Contracts", "On the board."),
            _count("difference", "Difference", "In macro recall.", Better.LOW),
        ),
        rows=tuple(
            TableRow(str(size), (number(size, 0), number(Fraction(value), 3)))
            for size, value in statistics.resolvable.items()
        ),
    )


def build_runs(board: BenchmarkBoard, statistics: BoardStatistics) -> Table:
    """Each run of a system that has several, with its interval."""
    rows = {row.entrant.id: row for row in board.rows}

    def cells(id_: str, value: float, spread: float) -> tuple[Cell, ...]:
        certainty = rows[id_].certainty
        interval = certainty.intervals.get("macro_recall") if certainty else None
        return (
            text(id_, link=entrant_page(id_)),
            text(display_name(rows[id_].entrant)),
            number(Fraction(value), 3, ends=_ends(interval)),
            number(Fraction(spread), 3),
        )

    return Table(
        key="runs",
        title="Several runs of one system",
        caption="The spread between runs is chance in the model; the interval beside it is chance "
        "in the choice of contracts.",
        columns=(
            _word("entry", "Run", "The entry's id."),
            _word("system", "System", "What it is a run of."),
            Column("macro_recall", "Macro recall", "Of this run, 0 to 1."),
            _count("spread", "Between runs", "Standard deviation between the runs.", Better.LOW),
        ),
        rows=tuple(
            TableRow(id_, cells(id_, value, runs.spread))
            for runs in statistics.runs
            for id_, value in zip(runs.ids, runs.values, strict=True)
        ),
    )


def build_distances(board: BenchmarkBoard, analyses: Analyses) -> Table | None:
    """Recall of incorrect references by distance; None where no distance is known."""
    golds = next(iter(analyses.distances.values()), ())
    if not any(part.gold for part in golds):
        return None
    names = _names(board)
    order = [row.entrant.id for row in board.rows if row.entrant.id in analyses.distances]
    return Table(
        key="distances",
        title="Recall of references, by distance",
        caption="Characters between a wrong reference and the section that it should name. "
        "References whose distance is not known are left out. In small print: the 95 % interval.",
        columns=(
            _word("entry", "Entry", "Model, agent or program."),
            *(
                Column(
                    f"distance_{place}",
                    f"{name} ({part.gold:,})",
                    f"Recall of the {part.gold:,} references at a distance of {name} characters.",
                )
                for place, ((name, _, _), part) in enumerate(zip(DISTANCES, golds, strict=True))
            ),
        ),
        rows=tuple(
            TableRow(
                id_,
                (
                    text(names[id_], link=entrant_page(id_)),
                    *(
                        number(
                            Fraction(part.found, part.gold) if part.gold else None,
                            3,
                            ends=_ends(part.interval),
                        )
                        for part in analyses.distances[id_]
                    ),
                ),
            )
            for id_ in order
        ),
    )


def build_correlations(analyses: Analyses) -> Table | None:
    """Correlations of the categories' recalls; None where there are too few entries."""
    if not any(part.r is not None for part in analyses.correlations.values()):
        return None
    keys = [category.key for category in CATEGORIES]
    used = [key for key in keys if any(key in pair for pair in analyses.correlations)]
    return Table(
        key="correlations",
        title="Do categories go together?",
        caption="Pearson's correlation of two categories' recalls over the entries. In small "
        "print: the 95 % interval (Fisher).",
        columns=(
            _word("category", "Category", "One category."),
            *(
                _count(key, TITLES[key], f"Correlation with {TITLES[key]}.", Better.HIGH)
                for key in used[1:]
            ),
        ),
        rows=tuple(
            TableRow(
                one,
                (
                    text(TITLES[one]),
                    *(_correlation(analyses.correlations.get((one, other))) for other in used[1:]),
                ),
            )
            for one in used[:-1]
        ),
    )


def _correlation(part: Correlation | None) -> Cell:
    if part is None or part.r is None:
        return text(None)
    return number(Fraction(part.r), 2, ends=_ends(part.interval))


def build_difficulty(analyses: Analyses) -> Table:
    """How many entries of each category everyone or no one found, and the room that is left."""
    rows = []
    for key, part in analyses.difficulty.items():
        left = analyses.saturation.get(key)
        mean = (
            Fraction(
                sum(times * count for times, count in part.solved.items()),
                part.gold * len(analyses.sample),
            )
            if part.gold and analyses.sample
            else None
        )
        rows.append(
            TableRow(
                key,
                (
                    text(TITLES[key]),
                    number(part.gold, 0),
                    number(len(part.by_all), 0),
                    number(len(part.by_none), 0),
                    number(mean, 3),
                    number(_exact(left.best) if left else None, 3),
                    number(_exact(left.median) if left else None, 3),
                    text(None if left is None else "saturated" if left.saturated else "room left"),
                ),
            )
        )
    return Table(
        key="difficulty",
        title="What is easy, what is hard, what is used up",
        caption="Gold entries that every entry on the board found, and that none did. A category "
        "of which the middle entry finds 95 % is saturated: it no longer tells good ones apart.",
        columns=(
            _word("category", "Category", "The kind of error."),
            _count("gold", "Gold", "Gold entries."),
            _count("by_all", "Found by all", "Gold entries that everyone found."),
            _count("by_none", "Found by none", "Gold entries that no one found."),
            Column("mean_recall", "Mean recall", "Over the entries on the board, 0 to 1."),
            Column("best_recall", "Best", "The highest recall, 0 to 1."),
            Column("median_recall", "Middle", "The recall of the middle entry, 0 to 1."),
            _word("room", "Room", "Whether the category still tells good entries apart."),
        ),
        rows=tuple(rows),
    )


def build_contracts(analyses: Analyses) -> Table:
    """How well each contract tells good entries from weak ones."""
    return Table(
        key="contracts",
        title="Which contracts tell entries apart?",
        caption="The correlation, over the entries, of the share of a contract's gold that was "
        "found with macro recall on all the other contracts. Near 0 or below, a contract says "
        "little about the rest of the board.",
        columns=(
            _word("contract", "Contract", "Its id."),
            _count("gold", "Gold", "Gold entries."),
            Column("mean_recall", "Mean share found", "Over the entries on the board, 0 to 1."),
            _count("with_rest", "With the rest", "Correlation, from -1 to 1.", Better.HIGH),
        ),
        rows=tuple(
            TableRow(
                part.contract,
                (
                    text(part.contract),
                    number(part.gold, 0),
                    number(_exact(part.recall), 3),
                    _correlation(part.with_rest),
                ),
            )
            for part in analyses.contracts
        ),
    )
