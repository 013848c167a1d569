"""One page a submission, and one for each benchmark that it answered, with the entries behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from leaderboard.addresses import category_section, entrant_page, entries_page
from leaderboard.evaluate import explain_records
from leaderboard.explain import EntryOutcome
from leaderboard.pages.behind import (
    case_table,
    category_table,
    contract_table,
    format_table,
    type_table,
)
from leaderboard.pages.calls import call_table
from leaderboard.pages.disputed import dispute_address
from leaderboard.pages.downloads import cases_csv, entries_csv, entries_json, outputs_json
from leaderboard.pages.figures import counts, headline, marks_of, spent
from leaderboard.pages.rendering import Place, Renderer
from leaderboard.records import BenchmarkBoard, Board, Mark, Row
from leaderboard.reproduction_text import reproduction_text
from leaderboard.tables.build import BADGES
from leaderboard.tables.clauses import clause_key
from leaderboard.tables.columns import display_name
from scoring.contractscrub import CATEGORIES, Category, ScoreCard
from scoring.cuad import ClauseCard
from scoring.gold import ScrubEdition

__all__ = ["MOST_ENTRIES", "Detail", "detail_pages"]

MOST_ENTRIES: Final = 200
"""So many entries of one category and outcome are on the page; downloads have them all."""
OUTCOMES: Final = ("found", "missed", "false", "tolerated")
LAST: Final = {"tolerated": 1, "found": 2}
"""Mistakes are listed first, missed and false together by contract, so that near misses meet."""


@dataclass(frozen=True, slots=True)
class Detail:
    """A page that goes into a shell.

    Attributes:
        address: relative to the site's root.
        title: plain text.
        description: plain text.
        content: HTML.
        files: address → bytes of what can be downloaded with it.

    """

    address: str
    title: str
    description: str
    content: str
    files: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Section:
    """The entries of one category."""

    category: Category
    anchor: str
    counts: tuple[tuple[str, int], ...]
    shown: tuple[EntryOutcome, ...]
    left_out: int


def detail_pages(
    board: Board,
    renderer: Renderer,
    citations: Mapping[tuple[str, str], Mapping[str, str]] = MappingProxyType({}),
    repository: str | None = None,
) -> Iterator[Detail]:
    """Every submission's pages, in order of id; one at a time, since entries may be many.

    Args:
        board: the board.
        renderer: of the templates.
        citations: (id, benchmark) → how to cite the row, of the rows of the newest release.
        repository: its address, where gold is disputed; None where it is not known.

    """
    rows: dict[str, list[tuple[BenchmarkBoard, Row]]] = {}
    for benchmark in board.benchmarks:
        for row in (*benchmark.rows, *benchmark.others):
            rows.setdefault(row.entrant.id, []).append((benchmark, row))
    for entrant in sorted(rows):
        yield _entrant_page(rows[entrant], renderer, citations)
        for benchmark, row in rows[entrant]:
            if row.card is not None:
                cited = _citation(row, citations)
                where = f"{row.benchmark} {row.version}"
                form = dispute_address(repository, benchmark=where)
                yield _entries_page(benchmark, row, renderer, cited, form)


def _entrant_page(
    rows: Sequence[tuple[BenchmarkBoard, Row]],
    renderer: Renderer,
    citations: Mapping[tuple[str, str], Mapping[str, str]],
) -> Detail:
    entrant = rows[0][1].entrant
    place = Place(entrant_page(entrant.id))
    name = display_name(entrant)
    content = renderer.render(
        "details/entrant.html",
        place,
        {
            "entrant": entrant,
            "name": name,
            "status": _status(rows[0][1]),
            "successor_address": entrant_page(entrant.successor) if entrant.successor else None,
            "badges": BADGES,
            "results": [
                {
                    "benchmark": benchmark.benchmark,
                    "row": row,
                    "marks": marks_of(row),
                    "figures": headline(row),
                    "spent": spent(row.spending),
                    "entries": entries_page(entrant.id, row.benchmark) if row.card else None,
                    "citation": _citation(row, citations),
                    "reproduction": reproduction_text(row),
                }
                for benchmark, row in rows
            ],
        },
    )
    return Detail(place.address, name, f"{name} by {entrant.organization}: results.", content)


def _citation(
    row: Row, citations: Mapping[tuple[str, str], Mapping[str, str]]
) -> Mapping[str, str] | None:
    """How to cite a row; one that was renamed since stands there under the id that it bore."""
    names = (row.entrant.id, *row.entrant.aliases)
    found = (citations.get((name, row.benchmark)) for name in names)
    return next((each for each in found if each is not None), None)


def _status(row: Row) -> str | None:
    """Whether the entry was superseded or retracted; None if it stands."""
    return next(
        (mark.value for mark in (Mark.RETRACTED, Mark.SUPERSEDED) if mark in row.marks), None
    )


def _entries_page(
    board: BenchmarkBoard,
    row: Row,
    renderer: Renderer,
    citation: Mapping[str, str] | None,
    form: str | None,
) -> Detail:
    place = Place(entries_page(row.entrant.id, row.benchmark))
    edition = board.editions[row.version]
    name = display_name(row.entrant)
    values: dict[str, Any] = {
        "row": row,
        "name": name,
        "benchmark": board.benchmark,
        "citation": citation,
        "entrant_address": entrant_page(row.entrant.id),
        "badges": BADGES,
        "marks": marks_of(row),
        "figures": headline(row) + counts(row),
        "spent": spent(row.spending),
        "form": format_table(row.card) if row.card else None,
        "dispute": form,
        "calls": call_table(row),
    }
    files: dict[str, bytes] = {}
    if board.benchmark.source.kind == "committed" and row.records:
        files["outputs.json"] = outputs_json(row.records).encode("utf-8")
    if isinstance(row.card, ScoreCard) and isinstance(edition, ScrubEdition):
        entries = explain_records(edition, row.records)
        files["entries.json"] = entries_json(entries).encode("utf-8")
        files["entries.csv"] = entries_csv(entries).encode("utf-8")
        values |= {
            "template": "scrub",
            "categories": category_table(row, row.card),
            "contracts": contract_table(row.card),
            "contract_ids": list(edition.items),
            "outcomes": OUTCOMES,
            "most": MOST_ENTRIES,
            "total": len(entries),
            "sections": _sections(row, entries),
        }
    elif isinstance(row.card, ClauseCard):
        cases = case_table(row.card)
        files["cases.csv"] = cases_csv(cases).encode("utf-8")
        values |= {
            "template": "clauses",
            "types": type_table(row.card),
            "anchors": {kind: clause_key(kind) for kind in row.card.strict.by_type},
            "cases": cases,
        }
    values["files"] = sorted(files)
    return Detail(
        address=place.address,
        title=f"{name} on {board.benchmark.title}",
        description=f"{name} on {board.benchmark.title}: every number and what stands behind it.",
        content=renderer.render("details/entries.html", place, values),
        files={place.address + file: data for file, data in files.items()},
    )


def _anchor(row: Row, category: str) -> str:
    return category_section(row.entrant.id, row.benchmark, category).partition("#")[2]


def _sections(row: Row, entries: Sequence[EntryOutcome]) -> list[Section]:
    """Entries by category; of each outcome at most `MOST_ENTRIES`, so that every kind shows."""
    by_category: dict[str, list[EntryOutcome]] = {category.key: [] for category in CATEGORIES}
    for entry in entries:
        by_category[entry.category].append(entry)
    sections = []
    for category in CATEGORIES:
        seen: Counter[str] = Counter()
        shown: list[EntryOutcome] = []
        for entry in by_category[category.key]:
            seen[entry.outcome.value] += 1
            if seen[entry.outcome.value] <= MOST_ENTRIES:
                shown.append(entry)
        sections.append(
            Section(
                category=category,
                anchor=_anchor(row, category.key),
                counts=tuple((outcome, seen[outcome]) for outcome in OUTCOMES if seen[outcome]),
                shown=tuple(sorted(shown, key=lambda entry: LAST.get(entry.outcome.value, 0))),
                left_out=sum(seen.values()) - len(shown),
            )
        )
    return sections
