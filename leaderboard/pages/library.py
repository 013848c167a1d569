"""The pages about the board rather than of it: methodology, findings, data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from leaderboard.addresses import entries_page
from leaderboard.findings import CODES
from leaderboard.pages.boards import csv_address, split_tables
from leaderboard.pages.downloads import archive
from leaderboard.pages.examples import worked_examples
from leaderboard.pages.page import Page
from leaderboard.prompts import Prompt
from leaderboard.records import BenchmarkBoard, Board, Mark
from leaderboard.statistics.draws import DRAWS, SEED
from leaderboard.statistics.intervals import LEAST_CONTRACTS
from leaderboard.tables.columns import display_name
from leaderboard.tables.table import Table
from scoring.contractscrub import CATEGORIES
from scoring.cuad.matchers import MIN_QUOTED_TOKENS
from scoring.gold import GOLD_ROOT
from scoring.outcomes import MIN_TIMEOUT_ATTEMPTS

__all__ = ["library_pages"]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A prompt on the page: the titles of the benchmarks that it is put to, and its file."""

    prompt: Prompt
    titles: str
    address: str


def library_pages(
    board: Board, tables: Mapping[str, Sequence[Table]], docs: Path
) -> tuple[Page, ...]:
    """Methodology, findings and data.

    Args:
        board: the board.
        tables: benchmark key → its tables.
        docs: the prepared folder of pages, for the schemas in it.

    """
    return (
        _methodology_page(board),
        Page(
            path="submit/findings.md",
            title="Findings",
            description="Every code that validation reports, and what it means.",
            template="pages/findings.md",
            values={"codes": CODES},
            hide=("navigation",),
        ),
        _data_page(board, tables, docs),
    )


def _methodology_page(board: Board) -> Page:
    prompts = _prompts(board)
    return Page(
        path="methodology.md",
        title="Methodology",
        description="How a score is made, with worked examples computed by the scorer.",
        template="pages/methodology.md",
        values={
            "scoring_version": board.scoring_version,
            "categories": CATEGORIES,
            "examples": worked_examples(),
            "benchmarks": [item.benchmark for item in board.benchmarks],
            "prompts": prompts,
            "min_attempts": MIN_TIMEOUT_ATTEMPTS,
            "quotation_tokens": MIN_QUOTED_TOKENS,
            "draws": DRAWS,
            "seed": SEED,
            "least_contracts": LEAST_CONTRACTS,
        },
        hide=("navigation",),
        files={
            asked.address: asked.prompt.text.encode("utf-8")
            for each in prompts.values()
            for asked in each
        },
    )


def _prompts(board: Board) -> Mapping[str, Sequence[_Asked]]:
    """Task → its prompts, each with the benchmarks that are asked with it."""
    titles: dict[Prompt, list[str]] = {}
    for item in board.benchmarks:
        titles.setdefault(item.benchmark.prompt, []).append(item.benchmark.title)
    by_task: dict[str, list[_Asked]] = {}
    for prompt, names in titles.items():
        address = f"data/prompts/{prompt.task}-{prompt.version}-{prompt.sha256[:8]}.txt"
        by_task.setdefault(prompt.task, []).append(_Asked(prompt, " and ".join(names), address))
    return by_task


def _data_page(board: Board, tables: Mapping[str, Sequence[Table]], docs: Path) -> Page:
    files: dict[str, bytes] = {}
    boards = []
    for item in board.benchmarks:
        archives = _archives(item)
        files |= dict(archives.values())
        own, others = split_tables(tables[item.benchmark.key])
        boards.append(
            {
                "benchmark": item.benchmark,
                "digests": _digests(item),
                "archives": {
                    edition.version: archives[edition.version][0]
                    if edition.version in archives
                    else None
                    for edition in item.benchmark.editions
                },
                "tables": [
                    (table.title, csv_address(item, table))
                    for table in (*own, *((others,) if others else ()))
                ],
            }
        )
    return Page(
        path="data.md",
        title="Data",
        description="Results, contracts, gold, raw outputs and schemas to take away.",
        template="pages/data.md",
        values={
            "scoring_version": board.scoring_version,
            "date": board.date,
            "boards": boards,
            "outputs": [
                (
                    display_name(row.entrant),
                    item.benchmark.title,
                    entries_page(row.entrant.id, item.benchmark.key) + "outputs.json",
                )
                for item in board.benchmarks
                if item.benchmark.source.kind == "committed"
                for row in item.rows
                if Mark.PROGRAM in row.marks and row.card and row.records
            ],
            "schemas": sorted(path.name for path in (docs / "schemas").glob("*.json")),
        },
        hide=("navigation",),
        files=files,
    )


def _digests(board: BenchmarkBoard) -> dict[str, str | None]:
    """Version → digest of gold, as loaded, or as pinned where it is not here."""
    digests = {edition.version: edition.digest for edition in board.benchmark.editions}
    return digests | {version: edition.digest for version, edition in board.editions.items()}


def _archives(board: BenchmarkBoard) -> dict[str, tuple[str, bytes]]:
    """Version → address and bytes of an archive with contracts and gold, of committed editions."""
    if board.benchmark.source.kind != "committed":
        return {}
    archives = {}
    for edition in board.benchmark.editions:
        folder = GOLD_ROOT / board.benchmark.key / edition.version
        files = {
            f"{board.benchmark.key}-{edition.version}/{path.relative_to(folder).as_posix()}": (
                path.read_bytes()
            )
            for path in sorted(folder.rglob("*"))
            if path.is_file() and not path.is_symlink()
        }
        if files:
            address = f"data/{board.benchmark.key}/{board.benchmark.key}-{edition.version}.zip"
            archives[edition.version] = (address, archive(files))
    return archives
