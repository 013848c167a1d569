"""One page a submission, and one for each benchmark that it answered, with the entries behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from leaderboard.addresses import category_section, entrant_page, entries_page
from leaderboard.costs import Spending
from leaderboard.display import Exact, format_number
from leaderboard.evaluate import explain_records
from leaderboard.explain import EntryOutcome
from leaderboard.pages.behind import (
    case_table,
    category_table,
    contract_table,
    format_table,
    type_table,
)
from leaderboard.pages.downloads import cases_csv, entries_csv, entries_json, outputs_json
from leaderboard.pages.rendering import Place, Renderer
from leaderboard.records import BenchmarkBoard, Board, Row
from leaderboard.tables.build import BADGES
from leaderboard.tables.clauses import clause_key
from leaderboard.tables.columns import display_name, ends
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
class Figure:
    """A number with its name: what it is, as shown, exactly, and out of what."""

    key: str
    title: str
    text: str
    value: Exact | None
    of: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """The entries of one category."""

    category: Category
    anchor: str
    counts: tuple[tuple[str, int], ...]
    shown: tuple[EntryOutcome, ...]
    left_out: int


def detail_pages(board: Board, renderer: Renderer) -> Iterator[Detail]:
    """Every submission's pages, in order of id; one at a time, since entries may be many."""
    rows: dict[str, list[tuple[BenchmarkBoard, Row]]] = {}
    for benchmark in board.benchmarks:
        for row in (*benchmark.rows, *benchmark.others):
            rows.setdefault(row.entrant.id, []).append((benchmark, row))
    for entrant in sorted(rows):
        yield _entrant_page(rows[entrant], renderer)
        for benchmark, row in rows[entrant]:
            if row.card is not None:
                yield _entries_page(benchmark, row, renderer)


def _entrant_page(rows: Sequence[tuple[BenchmarkBoard, Row]], renderer: Renderer) -> Detail:
    entrant = rows[0][1].entrant
    place = Place(entrant_page(entrant.id))
    name = display_name(entrant)
    content = renderer.render(
        "details/entrant.html",
        place,
        {
            "entrant": entrant,
            "name": name,
            "badges": BADGES,
            "results": [
                {
                    "benchmark": benchmark.benchmark,
                    "row": row,
                    "marks": _marks(row),
                    "figures": _headline(row),
                    "spent": _spent(row.spending),
                    "entries": entries_page(entrant.id, row.benchmark) if row.card else None,
                }
                for benchmark, row in rows
            ],
        },
    )
    return Detail(place.address, name, f"{name} by {entrant.organization}: results.", content)


def _entries_page(board: BenchmarkBoard, row: Row, renderer: Renderer) -> Detail:
    place = Place(entries_page(row.entrant.id, row.benchmark))
    edition = board.editions[row.version]
    name = display_name(row.entrant)
    values: dict[str, Any] = {
        "row": row,
        "name": name,
        "benchmark": board.benchmark,
        "entrant_address": entrant_page(row.entrant.id),
        "badges": BADGES,
        "marks": _marks(row),
        "figures": _headline(row) + _counts(row),
        "spent": _spent(row.spending),
        "form": format_table(row.card) if row.card else None,
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


def _marks(row: Row) -> tuple[str, ...]:
    return (row.trust.value, *(mark.value for mark in row.marks))


def _anchor(row: Row, category: str) -> str:
    return category_section(row.entrant.id, row.benchmark, category).partition("#")[2]


def _figure(key: str, title: str, value: Exact | None, digits: int = 3, of: str = "") -> Figure:
    return Figure(key, title, format_number(value, digits), value, of)


def _headline(row: Row) -> tuple[Figure, ...]:
    """The numbers that a row is judged by, each with its interval where it has one."""
    return tuple(_with_interval(row, figure) for figure in _judged_by(row))


def _with_interval(row: Row, figure: Figure) -> Figure:
    both = ends(row, figure.key)
    if both is None or figure.value is None:
        return figure
    interval = "–".join(format_number(end, 3) for end in both)
    return replace(figure, of=f"{figure.of}{'; ' if figure.of else ''}95 % interval {interval}")


def _judged_by(row: Row) -> tuple[Figure, ...]:
    if row.reported is not None:
        return (
            _figure("macro_recall", "Macro recall", row.reported.macro_recall, of="as printed"),
        )
    if isinstance(row.card, ScoreCard):
        card = row.card
        return (
            _figure("macro_recall", "Macro recall", card.full.macro_recall, of="words and place"),
            _figure(
                "word_only_macro_recall",
                "Word-only recall",
                card.word_only.macro_recall,
                of="places left out",
            ),
            _figure(
                "localisation_gap", "Localisation gap", card.localisation_gap, of="the difference"
            ),
            _figure("macro_precision", "Macro precision", card.full.macro_precision),
            _figure("macro_f1", "Macro F1", card.full.macro_f1),
        )
    if isinstance(row.card, ClauseCard):
        strict, published = row.card.strict, row.card.published
        return (
            _figure(
                "strict_accuracy",
                "Strict accuracy",
                strict.accuracy,
                of=f"{strict.overall.passed} of {strict.overall.n} cases",
            ),
            _figure(
                "accuracy",
                "Published accuracy",
                published.accuracy,
                of=f"{published.overall.passed} of {published.overall.n} cases",
            ),
            _figure(
                "recall_present",
                "Clause present",
                strict.recall_present,
                of=f"{strict.present.passed} of {strict.present.n}, strict",
            ),
            _figure(
                "precision_absent",
                "Clause absent",
                strict.precision_absent,
                of=f"{strict.absent.passed} of {strict.absent.n}, strict",
            ),
        )
    return ()


def _counts(row: Row) -> tuple[Figure, ...]:
    """The counts behind a scrubbing row's numbers."""
    if not isinstance(row.card, ScoreCard):
        return ()
    card, micro = row.card, row.card.full.micro
    contracts = len(card.contracts)
    return (
        _figure("tp", "Found", micro.tp, 0, of=f"of {micro.gold:,} gold entries"),
        _figure("fn", "Missed", micro.fn, 0, of=f"of {micro.gold:,} gold entries"),
        _figure("fp", "False", micro.fp, 0, of=f"over {contracts:,} contracts"),
        _figure("answered_entries", "Answered", card.answered, 0, of="entries"),
        _figure("micro_recall", "Micro recall", micro.recall, of="never ranked"),
        _figure("micro_precision", "Micro precision", micro.precision, of="never ranked"),
    )


def _spent(spending: Spending | None) -> tuple[tuple[str, str], ...]:
    """Cost, tokens and time as stated, as (word, value); none for rows that state nothing."""
    if spending is None:
        return ()
    bound = "≥ " if spending.lower_bound and spending.cost is not None else ""

    def dollars(value: Exact | None) -> str:
        return format_number(value, 4)

    def tokens(value: int | None) -> str:
        return format_number(value, 0)

    return (
        ("Cost as run, US dollars", bound + dollars(spending.cost)),
        ("Cost as the submitters state it", dollars(spending.stated)),
        ("Cost at the common price list", dollars(spending.repriced)),
        ("Input tokens", tokens(spending.input_tokens)),
        ("of them cached", tokens(spending.cached_input_tokens)),
        ("Output tokens", tokens(spending.output_tokens)),
        ("of them reasoning", tokens(spending.reasoning_tokens)),
        ("Seconds an item, median", format_number(spending.median_latency, 1)),
        ("Seconds an item, 95th percentile", format_number(spending.p95_latency, 1)),
    )


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
