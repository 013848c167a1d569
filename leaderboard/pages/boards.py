"""The pages of one benchmark: one a table, with its plot, its caveat and what to do when empty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from leaderboard.charts import DotPlot, Scatter, Title, build_dots, build_scatter
from leaderboard.files import dump_json
from leaderboard.pages.analysis import ANALYSIS, analysis_page, has_analysis
from leaderboard.pages.downloads import table_csv
from leaderboard.pages.page import Page
from leaderboard.records import BenchmarkBoard, Mark, Paper, Row, Trust
from leaderboard.tables.table import Table
from scoring.contractscrub import CATEGORIES
from scoring.gold import ScrubEdition

__all__ = [
    "OTHER_EDITIONS",
    "Plot",
    "benchmark_pages",
    "board_values",
    "build_plot",
    "has_models",
    "page_path",
    "split_tables",
    "table_address",
]

OTHER_EDITIONS: Final = "other-editions"
"""Key of the table that stands under the overall one instead of on a page of its own."""
LEAD: Final = ("macro_recall", "strict_accuracy", "word_only_macro_recall", "cost_per_item")
"""Columns that are set in bold: of these the first that a table has."""

PRICE_OF_RECALL: Final = Title(
    "What is found, and at what price in false flags",
    "Up is more found, left is fewer false flags per contract; the scale across is logarithmic. "
    "Grey dots are programs.",
)
REPORTED_RECALL: Final = Title(
    "Macro recall", "Hollow dots are figures that the paper reports, not re-scored here."
)
PLACES: Final = Title(
    "With the place, and without",
    "Filled: words and place both right. Ring: words alone. The line between them is the "
    "localisation gap.",
)
STRICTNESS: Final = Title(
    "What the published rule lets through",
    "Filled: strict accuracy. Ring: published accuracy. The line between them is the gap.",
)


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot and the address of its interactive figure."""

    drawing: DotPlot | Scatter
    address: str


def benchmark_pages(board: BenchmarkBoard, tables: Sequence[Table]) -> tuple[Page, ...]:
    """The pages of a benchmark, one a table, the overall one first.

    Args:
        board: the benchmark's board.
        tables: its tables, the overall one first.

    """
    own, others = split_tables(tables)
    pages = []
    for index, table in enumerate(own):
        values = board_values(board, table) | {
            "tabs": tabs_of(board, own, table.key),
            "others": others if index == 0 else None,
            "paper": paper_values(board.paper) if board.paper and index == 0 else None,
            "overall": index == 0,
        }
        plot: Plot | None = values["plot"]
        files = {csv_address(board, table): table_csv(table).encode("utf-8")}
        if index == 0 and others:
            files[csv_address(board, others)] = table_csv(others).encode("utf-8")
        if plot:
            files[plot.address] = dump_json(plot.drawing.figure, indent=None).encode("utf-8")
        pages.append(
            Page(
                path=page_path(board, table, first=index == 0),
                title=f"{board.benchmark.title}: {table.title.lower()}",
                description=table.caption,
                template="pages/board.md",
                values=values,
                files=files,
            )
        )
    analysis = analysis_page(
        board,
        tabs_of(board, own, ANALYSIS),
        {"benchmark": board.benchmark, "facts": edition_facts(board)},
    )
    return (*pages, analysis) if analysis else tuple(pages)


def tabs_of(
    board: BenchmarkBoard, own: Sequence[Table], current: str
) -> list[tuple[str, str, bool]]:
    """(Title, address, whether it is the current one) of each page of a benchmark."""
    tabs = [
        (table.title, table_address(board, table, first=place == 0), table.key == current)
        for place, table in enumerate(own)
    ]
    if has_analysis(board):
        tabs.append(("Analysis", f"{board.benchmark.key}/{ANALYSIS}/", current == ANALYSIS))
    return tabs


def split_tables(tables: Sequence[Table]) -> tuple[tuple[Table, ...], Table | None]:
    """The tables that have a page each, and the one of other editions where it has rows."""
    own = tuple(table for table in tables if table.key != OTHER_EDITIONS)
    others = next((t for t in tables if t.key == OTHER_EDITIONS and t.rows), None)
    return own, others


def board_values(board: BenchmarkBoard, table: Table) -> dict[str, Any]:
    """What a template needs to show one table of a benchmark."""
    keys = {column.key for column in table.columns}
    return {
        "board": board,
        "benchmark": board.benchmark,
        "table": table,
        "lead": next((key for key in LEAD if key in keys), ""),
        "plot": build_plot(board, table),
        "empty": empty_state(board),
        "facts": edition_facts(board),
        "csv": csv_address(board, table),
    }


def page_path(board: BenchmarkBoard, table: Table, *, first: bool) -> str:
    """The file of a table's page; that of the first is the benchmark's own."""
    return f"{board.benchmark.key}/{'index' if first else table.key}.md"


def table_address(board: BenchmarkBoard, table: Table, *, first: bool) -> str:
    """The address of a table's page, relative to the site's root."""
    return f"{board.benchmark.key}/" + ("" if first else f"{table.key}/")


def csv_address(board: BenchmarkBoard, table: Table) -> str:
    """The address of a table's CSV file, relative to the site's root."""
    return f"data/{board.benchmark.key}/{table.key}.csv"


def has_models(rows: Sequence[Row]) -> bool:
    """Whether a language model or agent was scored here, programs aside."""
    return any(row.trust is not Trust.REPORTED and Mark.PROGRAM not in row.marks for row in rows)


def empty_state(board: BenchmarkBoard) -> str | None:
    """Why a board has no scored model, or None if it has one.

    `hub` and `archive`: its gold must be fetched from there first; `models`: none was submitted.
    """
    if has_models(board.rows):
        return None
    if not board.at_hand and board.benchmark.source.kind != "committed":
        return board.benchmark.source.kind
    return "models"


def edition_facts(board: BenchmarkBoard) -> tuple[tuple[str, str], ...]:
    """What the ranked edition is, as (word, value)."""
    facts = [("Edition", board.version)]
    edition = board.editions.get(board.version)
    if isinstance(edition, ScrubEdition):
        entries = sum(
            not entry.get("tolerated", False)
            for categories in edition.gold.values()
            for found in categories.values()
            for entry in found
        )
        facts += [("Contracts", f"{len(edition.contracts):,}"), ("Gold entries", f"{entries:,}")]
    elif edition is not None:
        present = sum(bool(case.gold) for case in edition.cases)
        facts += [
            ("Cases", f"{len(edition.cases):,}"),
            ("Clause present / absent", f"{present:,} / {len(edition.cases) - present:,}"),
        ]
    facts.append(("Licence", board.benchmark.licence))
    if board.gold_digest:
        facts.append(("Gold", board.gold_digest[:19] + "…"))
    return tuple(facts)


def build_plot(board: BenchmarkBoard, table: Table) -> Plot | None:
    """The plot that goes with a table; None where two rows to compare are missing."""
    keys = {column.key for column in table.columns}
    # What was withdrawn stays in the table; in a plot nothing could tell it from what stands.
    stands = tuple(row for row in table.rows if Mark.RETRACTED.value not in row.badges)
    table = replace(table, rows=stands)
    drawing: DotPlot | Scatter | None = None
    if {"false_flags_per_contract", "macro_recall"} <= keys:
        drawing = build_scatter(
            table, "false_flags_per_contract", "macro_recall", PRICE_OF_RECALL, logarithmic=True
        ) or build_dots(table, "macro_recall", REPORTED_RECALL)
    elif {"word_only_macro_recall", "macro_recall"} <= keys:
        drawing = build_dots(table, "macro_recall", PLACES, second="word_only_macro_recall")
    elif {"strict_accuracy", "accuracy"} <= keys:
        drawing = build_dots(table, "strict_accuracy", STRICTNESS, second="accuracy")
    if drawing is None:
        return None
    return Plot(drawing, f"data/{board.benchmark.key}/{table.key}-plot.json")


def paper_values(paper: Paper) -> dict[str, Any]:
    """What a page shows of a paper beside the rows it reports: figures as printed."""
    figures = paper.figures
    dataset: Mapping[str, Any] = figures.get("dataset", {})
    counts: Mapping[str, Sequence[Any]] = figures.get("category_counts", {})
    means: Mapping[str, Any] = figures.get("category_mean_recall", {})
    return {
        "title": paper.title,
        "source": paper.source,
        "arxiv": paper.arxiv,
        "dataset": dataset,
        "headline": f"{dataset['entries']:,}" if "entries" in dataset else None,
        "total": f"{sum(count[0] for count in counts.values()):,}" if counts else None,
        "categories": [
            {
                "title": category.title,
                "count": _exact(counts.get(category.key, (None,))[0]),
                "per_contract": _exact(counts.get(category.key, (None, None))[1]),
                "mean_recall": _exact(means.get(category.key)),
                "key": category.key,
            }
            for category in CATEGORIES
        ],
        "bounds": tuple((key.upper(), text) for key, text in figures.get("bounds", {}).items()),
        "findings": tuple(figures.get("findings", ())),
        "related": [
            {**item, "score": _exact(item["score"])}
            for item in figures.get("related_benchmarks", ())
        ],
    }


def _exact(printed: float | None) -> Fraction | None:
    return None if printed is None else Fraction(str(printed))
