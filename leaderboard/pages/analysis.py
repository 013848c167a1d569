"""The analysis page of a board: how sure its order is, and what its matches show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from leaderboard.charts import DotPlot, Title, build_dots
from leaderboard.files import dump_json
from leaderboard.pages.downloads import cases_csv
from leaderboard.pages.page import Page
from leaderboard.records import BenchmarkBoard
from leaderboard.statistics.analyses import EntryId
from leaderboard.statistics.boards import Analyses, BoardStatistics
from leaderboard.tables import analysis
from leaderboard.tables.table import Column, Table, TableRow, text
from scoring.contractscrub import CATEGORIES
from scoring.gold import ScrubEdition

__all__ = ["ANALYSIS", "analysis_page", "has_analysis"]

ANALYSIS: Final = "analysis"
MOST_LISTED: Final = 15
"""So many of the entries that all or none found are on the page; results.json has them all."""
DISTANCE: Final = Title(
    "Recall of references, by distance",
    "Characters between a wrong reference and the section that it should name. The lines are 95 % "
    "intervals.",
)
RUNS: Final = Title(
    "Runs of one system", "Each dot is a run; the lines are 95 % intervals over contracts."
)


@dataclass(frozen=True, slots=True)
class Listed:
    """A gold entry that all or none found."""

    contract: str
    category: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A table of the page with its file and its plot."""

    table: Table
    csv: str
    plot: DotPlot | None = None
    figure: str = ""


def has_analysis(board: BenchmarkBoard) -> bool:
    """Whether a board has an analysis page: if matches were analysed, or ranks can be unsure."""
    made = board.statistics
    return made is not None and (made.analyses is not None or bool(made.neighbours))


def analysis_page(
    board: BenchmarkBoard, tabs: Sequence[tuple[str, str, bool]], values: dict[str, Any]
) -> Page | None:
    """The page; None for a board that has no analysis.

    Args:
        board: the benchmark's board.
        tabs: (title, address, whether it is this page) of the benchmark's pages.
        values: what every page of the benchmark shows.

    """
    made = board.statistics
    if made is None or not has_analysis(board):
        return None
    parts = _parts(board, made)
    key = board.benchmark.key
    files = {part.csv: cases_csv(part.table).encode("utf-8") for part in parts.values()}
    for part in parts.values():
        if part.plot:
            files[part.figure] = dump_json(part.plot.figure, indent=None).encode("utf-8")
    return Page(
        path=f"{key}/{ANALYSIS}.md",
        title=f"{board.benchmark.title}: {ANALYSIS}",
        description="How sure the order is, and what the matches show.",
        template="pages/analysis.md",
        values=values
        | {
            "tabs": tabs,
            "made": made,
            "analyses": made.analyses,
            "parts": parts,
            "easy": made.analyses and _listed(board, made.analyses, all_=True),
            "hard": made.analyses and _listed(board, made.analyses, all_=False),
            "most": MOST_LISTED,
        },
        files=files,
    )


def _parts(board: BenchmarkBoard, made: BoardStatistics) -> dict[str, Part]:
    tables = [
        analysis.build_standings(board),
        analysis.build_pairs(
            board,
            made.neighbours,
            "neighbours",
            "Each entry and the next",
            "A lead that chance may explain is no win, however the ranks read.",
        ),
        analysis.build_resolvable(made),
        analysis.build_pairs(
            board,
            made.reasoning,
            "reasoning",
            "Reasoning on and off",
            "Two rows of one model, one of them with its reasoning off.",
        ),
        analysis.build_runs(board, made),
        *(_match_tables(board, made.analyses) if made.analyses else ()),
    ]
    parts = {}
    for table in tables:
        if table.rows:
            address = f"data/{board.benchmark.key}/{ANALYSIS}-{table.key}"
            plot = _plot(board, table)
            parts[table.key] = Part(table, f"{address}.csv", plot, f"{address}-plot.json")
    return parts


def _match_tables(board: BenchmarkBoard, analyses: Analyses) -> list[Table]:
    tables = [
        analysis.build_distances(board, analyses),
        analysis.build_difficulty(analyses),
        analysis.build_correlations(analyses),
        analysis.build_contracts(analyses),
    ]
    return [table for table in tables if table is not None]


def _plot(board: BenchmarkBoard, table: Table) -> DotPlot | None:
    if table.key == "runs":
        return build_dots(table, "macro_recall", RUNS)
    if table.key == "distances":
        return _distance_plot(board, table)
    return None


def _distance_plot(board: BenchmarkBoard, table: Table) -> DotPlot | None:
    """Recall by distance of the best ranked row, one line a bin."""
    best = next((row.entrant.id for row in board.rows if row.rank), None)
    row = next((row for row in table.rows if row.key == best), None)
    if row is None:
        return None
    turned = Table(
        "distance",
        table.title,
        table.caption,
        (
            Column("entry", "Characters", "", numeric=False),
            Column("recall", f"Recall of {row.cells[0].text}", ""),
        ),
        tuple(
            TableRow(column.key, (text(column.title), cell))
            for column, cell in zip(table.columns[1:], row.cells[1:], strict=True)
            if cell.value is not None
        ),
    )
    named = Title(f"{DISTANCE.title}: {row.cells[0].text}", DISTANCE.caption)
    return build_dots(turned, "recall", named)


def _listed(board: BenchmarkBoard, analyses: Analyses, *, all_: bool) -> dict[str, Any]:
    """Entries that all or none found: how many, and some of them where texts may be shown."""
    ids: list[EntryId] = [
        entry
        for part in analyses.difficulty.values()
        for entry in (part.by_all if all_ else part.by_none)
    ]
    edition = board.editions.get(board.version)
    shown: tuple[Listed, ...] = ()
    if isinstance(edition, ScrubEdition) and board.benchmark.source.kind == "committed":
        categories = {category.key: category for category in CATEGORIES}
        shown = tuple(
            Listed(
                contract,
                categories[key].title,
                tuple(
                    str(edition.gold[contract][key][index][field])
                    for field in categories[key].fields
                ),
            )
            for contract, key, index in _spread(ids)
        )
    return {"count": len(ids), "shown": shown}


def _spread(ids: Sequence[EntryId]) -> list[EntryId]:
    """Up to `MOST_LISTED` of them, taken in turn from every category that has any."""
    waiting: dict[str, list[EntryId]] = {}
    for entry in ids:
        waiting.setdefault(entry[1], []).append(entry)
    taken: list[EntryId] = []
    while len(taken) < MOST_LISTED and any(waiting.values()):
        for entries in waiting.values():
            if entries and len(taken) < MOST_LISTED:
                taken.append(entries.pop(0))
    order = {category.key: place for place, category in enumerate(CATEGORIES)}
    return sorted(taken, key=lambda entry: (order[entry[1]], entry))
