"""Every file of a release, in memory; pure."""

from __future__ import annotations

from typing import Final

from leaderboard.citation import (
    FORMS,
    cite_release,
    cite_row,
    render_bibtex,
)
from leaderboard.files import dump_json
from leaderboard.freezing.facts import Facts, build_manifest
from leaderboard.freezing.pages import frozen_tables, render_pages
from leaderboard.freezing.tables import table_json
from leaderboard.ledger import ledger_value
from leaderboard.pages.downloads import table_csv
from leaderboard.pages.rendering import Renderer
from leaderboard.releases import MANIFEST, PAGES, RESULTS, SUMS, render_sums
from leaderboard.results import build_results, row_value

__all__ = ["CITATIONS", "build_release"]

CITATIONS: Final = {
    "bibtex": "release.bib",
    "cff": "CITATION.cff",
    "csl": "release.csl.json",
    "apa": "release.txt",
    "zenodo": "zenodo.json",
}
"""Form → name of its file below `citation/`."""


def build_release(facts: Facts, renderer: Renderer) -> dict[str, bytes]:
    """Path → bytes of every file of a release, `SHA256SUMS` among them.

    The same facts and templates give the same bytes. There are two lists of digests: one over all
    as it lies in the repository, and one in `pages/` over all as the site serves it, where pages
    and data share a folder.
    """
    texts = {
        RESULTS: dump_json(build_results(facts.board)),
        MANIFEST: dump_json(build_manifest(facts).model_dump()),
        "ledger.json": dump_json({**ledger_value(facts.ledger), "current": facts.version}),
        **_table_files(facts),
        **_citation_files(facts),
    }
    data = {path: text.encode("utf-8") for path, text in texts.items()}
    pages = render_pages(facts, data, renderer)
    pages[SUMS] = render_sums({**data, **pages}).encode("utf-8")
    files = {**data, **{f"{PAGES}/{path}": page for path, page in pages.items()}}
    files[SUMS] = render_sums(files).encode("utf-8")
    return files


def _table_files(facts: Facts) -> dict[str, str]:
    files = {}
    for board in facts.board.benchmarks:
        for table in frozen_tables(board):
            if table.rows:
                start = f"tables/{board.benchmark.key}/{table.key}"
                files[f"{start}.csv"] = table_csv(table)
                files[f"{start}.json"] = table_json(table)
    return files


def _citation_files(facts: Facts) -> dict[str, str]:
    cited = cite_release(facts.project, facts.version, facts.date)
    files = {f"citation/{CITATIONS[form]}": render(cited) for form, render in FORMS.items()}
    rows = [
        render_bibtex(
            cite_row(
                facts.project,
                facts.version,
                facts.date,
                (
                    board.benchmark.key,
                    {"title": board.benchmark.title, "task": board.benchmark.task},
                ),
                row_value(row),
            )
        )
        for board in facts.board.benchmarks
        for row in (*board.rows, *board.others)
    ]
    files["citation/rows.bib"] = "\n".join(rows)
    return files
