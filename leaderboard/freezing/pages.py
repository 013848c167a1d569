"""The frozen pages: rendered once, complete in themselves, at addresses that never change."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from leaderboard.citation import cite_release, cite_row, render_apa, render_bibtex
from leaderboard.freezing.facts import Facts, build_manifest, outputs_digest
from leaderboard.ledger import Ledger, number_texts
from leaderboard.pages.behind import category_table, format_table, type_table
from leaderboard.pages.figures import counts, headline, marks_of, spent
from leaderboard.pages.rendering import Place, Renderer
from leaderboard.records import BenchmarkBoard, Row
from leaderboard.releases import (
    RESULTS,
    FrozenBenchmark,
    Manifest,
    benchmark_place,
    release_place,
    row_place,
    standing_place,
)
from leaderboard.results import row_value
from leaderboard.tables import build_tables
from leaderboard.tables.build import BADGES, build_other_editions
from leaderboard.tables.columns import display_name
from leaderboard.tables.table import Table
from scoring.contractscrub import ScoreCard
from scoring.cuad import ClauseCard

__all__ = ["frozen_tables", "render_pages"]


@dataclass(frozen=True, slots=True)
class Item:
    """A benchmark as the templates see it."""

    board: BenchmarkBoard
    frozen: FrozenBenchmark
    place: str
    tables: tuple[Table, ...]
    files: tuple[tuple[str, str], ...]

    @property
    def key(self) -> str:
        """Key of the benchmark."""
        return self.board.benchmark.key

    @property
    def overall(self) -> Table:
        """The table that the benchmark is ranked by."""
        return self.tables[0]


def frozen_tables(board: BenchmarkBoard) -> tuple[Table, ...]:
    """All tables of a benchmark, the overall one first."""
    others = (build_other_editions(board),) if board.others else ()
    return (*build_tables(board), *others)


def render_pages(facts: Facts, files: Mapping[str, bytes], renderer: Renderer) -> dict[str, bytes]:
    """Path below `pages/` → HTML of every page of a release.

    Args:
        facts: what the release is made of.
        files: path → bytes of its data files, which its front page lists.
        renderer: of the templates.

    """
    return {
        f"{place.removeprefix(release_place(facts.version))}index.html": text.encode("utf-8")
        for place, text in _pages(facts, files, renderer)
    }


def _pages(
    facts: Facts, files: Mapping[str, bytes], renderer: Renderer
) -> Iterator[tuple[str, str]]:
    """Address and HTML of each page."""
    manifest = build_manifest(facts)
    items = [_item(facts, manifest, board, sorted(files)) for board in facts.board.benchmarks]
    front = release_place(facts.version)
    shared: dict[str, Any] = {
        "project": facts.project,
        "release": manifest,
        "front": front,
        "standing": standing_place(facts.version),
        "badges": BADGES,
    }

    def render(template: str, place: str, values: Mapping[str, Any]) -> tuple[str, str]:
        return place, renderer.render(f"frozen/{template}", Place(place), {**shared, **values})

    yield render("release.html", front, _front_values(facts, items, files))
    for item in items:
        title = f"{item.frozen.title} in release {facts.version}"
        yield render("benchmark.html", item.place, {"title": title, "item": item})
        for row in (*item.board.rows, *item.board.others):
            place = row_place(facts.version, item.key, row.entrant.id)
            yield render("row.html", place, _row_values(facts, item, row))


def _item(facts: Facts, manifest: Manifest, board: BenchmarkBoard, paths: Sequence[str]) -> Item:
    key = board.benchmark.key
    start = f"tables/{key}/"
    return Item(
        board=board,
        frozen=manifest.benchmarks[key],
        place=benchmark_place(facts.version, key),
        tables=frozen_tables(board),
        files=tuple((path.removeprefix(start), path) for path in paths if path.startswith(start)),
    )


def _front_values(
    facts: Facts, items: Sequence[Item], files: Mapping[str, bytes]
) -> dict[str, Any]:
    cited = cite_release(facts.project, facts.version, facts.date)
    return {
        "title": f"Release {facts.version}",
        "items": items,
        "changes": _changes(facts.ledger),
        "results_sha256": hashlib.sha256(files[RESULTS]).hexdigest(),
        "citations": [path for path in sorted(files) if path.startswith("citation/")],
        "apa": render_apa(cited),
        "bibtex": render_bibtex(cited),
        "command": f"leaderboard cite --release {facts.version}",
    }


def _changes(ledger: Ledger) -> list[str]:
    """Each row that moved, by its first number, with the reasons."""
    told = []
    for move in ledger.moves:
        old, new = number_texts(move.numbers[0])
        more = len(move.numbers) - 1
        others = f" and {more} more" if more else ""
        why = "; ".join(
            f"{cause.kind}: {' '.join(cause.reasons)}" for cause in move.causes if cause.reasons
        )
        told.append(
            f"{move.name} on {move.benchmark_title}: {move.numbers[0].title} {old} → {new}"
            f"{others}. {why}"
        )
    return told


def _row_values(facts: Facts, item: Item, row: Row) -> dict[str, Any]:
    board, name = item.board, display_name(row.entrant)
    cited = cite_row(
        facts.project,
        facts.version,
        facts.date,
        (item.key, {"title": item.frozen.title, "task": board.benchmark.task}),
        row_value(row),
    )
    return {
        "title": f"{name} on {item.frozen.title}",
        "item": item,
        "row": row,
        "name": name,
        "marks": marks_of(row),
        "figures": headline(row) + counts(row),
        "tables": _tables(row),
        "spent": spent(row.spending),
        "signature": row.card.signature if row.card else None,
        "outputs_digest": outputs_digest(row),
        "apa": render_apa(cited),
        "bibtex": render_bibtex(cited),
        "command": f"leaderboard cite {row.entrant.id} --benchmark {item.key} "
        f"--release {facts.version}",
    }


def _tables(row: Row) -> list[Table]:
    """By category or clause type, and the form of the answers where anything is said of it."""
    if isinstance(row.card, ScoreCard):
        made = [category_table(row, row.card), format_table(row.card)]
    elif isinstance(row.card, ClauseCard):
        made = [type_table(row.card), format_table(row.card)]
    else:
        return []
    return [table for table in made if table.rows]
