"""Small boards made of the real records, scored by the real scorer."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from leaderboard.certainty import with_certainty
from leaderboard.costs import Spending
from leaderboard.evaluate import count_answered, evaluate
from leaderboard.ranking import rank_rows
from leaderboard.records import BenchmarkBoard, Board, Entrant, Mark, Paper, Row, Trust
from leaderboard.registry import Benchmark
from leaderboard.reported import reported_rows
from scoring.cuad import Case
from scoring.gold import ClauseEdition, Edition, ScrubEdition
from scoring.signature import SCORING_VERSION, digest
from tests.leaderboard.samples import found_of

DATE = dt.date(2026, 11, 30)
CAVEAT = "Errors are inserted by rule, not by lawyers: scores are not comparable with the paper's."

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "{: onclick=alert(2)}",
    "[x](javascript:alert(3))",
    '--8<-- "mkdocs.yml"',
    "{{7*7}}{% raw %}",
    "a\u202eb\u200bc\x00d",
    "</script><script>alert(4)</script>",
    '" autofocus onfocus="alert(5)',
    "\x02wzxhzdk:0\x03 shell-content-k7q2",
)
"""Strings that must come out as text, whichever field they are in."""


def benchmark(key: str, **changes: object) -> Benchmark:
    values: dict[str, Any] = {
        "key": key,
        "order": 1,
        "title": {"openscrub": "OpenScrub", "openclause": "OpenClause"}.get(key, key.title()),
        "task": "contract-scrubbing",
        "summary": f"What {key} measures.",
        "licence": "CC BY 4.0",
        "current": "0.1",
        "editions": [{"version": "0.1", "released": "2026-11-30", "digest": None}],
        "source": {"kind": "committed"},
    }
    return Benchmark.model_validate_json(json.dumps(values | changes))


def scrub_edition(contracts: int = 6) -> ScrubEdition:
    gold: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for number in range(contracts):
        gold[f"contract-{number + 1}"] = {
            "defined_terms": [
                {"term": term, "location": f"1.{place}"}
                for place, term in enumerate(("Fee", "Goods", "Term", "Territory"), start=1)
            ],
            "undefined_capitalized_terms": [{"term": "Account", "location": "3.1"}],
            "uncapitalized_defined_terms": [{"term": "goods", "location": "2.1"}],
            "unused_defined_terms": [{"term": "Territory", "location": "1.4"}],
            "incorrect_references": [
                {
                    "wrong_reference": "Section 4.2",
                    "correct_reference": "Section 4.3",
                    "location": "2.2",
                }
            ],
            "incorrect_party_references": [
                {"wrong_party": "Supplier", "correct_party": "Buyer", "location": "3.2"}
            ],
            "incorrect_capitalization": [{"term": "Term", "location": "5.1"}],
            "inconsistent_language": [
                {
                    "text_1": "thirty (30) days",
                    "location_1": "5.1",
                    "text_2": "45 days",
                    "location_2": "5.2",
                }
            ],
        }
    texts = {name: f"Contract {name}." for name in gold}
    return ScrubEdition(texts, gold, digest(gold))


def clause_edition() -> ClauseEdition:
    cases = (
        Case("case_p01", "Governing Law", "One", ("laws of the State of New York",)),
        Case("case_p02", "Change Of Control", "Two", ("upon any change of control of a party",)),
        Case("case_a01", "Governing Law", "Three", ()),
        Case("case_a02", "Change Of Control", "Four", ()),
    )
    return ClauseEdition(
        contracts={"one": "One.", "two": "Two."},
        cases=cases,
        contract_of={case.id: "one" for case in cases},
        questions={case.id: "Is there one?" for case in cases},
        digest=digest([case.id for case in cases]),
    )


def entrant(key: str, name: str, **changes: object) -> Entrant:
    values: dict[str, Any] = {
        "id": key,
        "name": name,
        "organization": "Acme",
        "kind": "model",
        "reasoning": "default",
    }
    return Entrant(**(values | changes))


def records(answers: Mapping[str, str]) -> tuple[Mapping[str, object], ...]:
    return tuple(
        {"item": item, "response": response, "finish_reason": "stop"}
        for item, response in answers.items()
    )


def scored(
    who: Entrant,
    key: str,
    edition: Edition,
    answers: Mapping[str, str],
    *,
    marks: Sequence[Mark] = (),
    spending: Spending | None = None,
) -> Row:
    outputs = records(answers)
    return Row(
        entrant=who,
        benchmark=key,
        version="0.1",
        trust=Trust.SCORED,
        card=evaluate(edition, outputs),
        spending=spending,
        records=outputs,
        answered=count_answered(edition, outputs),
        items=len(edition.items),
        marks=tuple(marks),
        found=found_of(edition, outputs),
    )


def spent(cost: str | None = "1.5") -> Spending:
    return Spending(
        items=3,
        input_tokens=30_000,
        cached_input_tokens=None,
        output_tokens=9_000,
        reasoning_tokens=3_000,
        cost=None if cost is None else Fraction(cost),
        stated=None if cost is None else Fraction(cost),
        repriced=None,
        lower_bound=cost is not None,
        inconsistent=0,
        median_latency=Fraction(41, 2),
        p95_latency=Fraction(60),
    )


def answer_of_gold(edition: ScrubEdition, share: int = 1, **extra: object) -> dict[str, str]:
    """Every contract answered with each `share`-th gold entry of each category, and `extra`."""
    return {
        contract: json.dumps(
            {key: entries[::share] for key, entries in edition.gold[contract].items()} | extra
        )
        for contract in edition.items
    }


def flood(words: Sequence[str]) -> dict[str, Any]:
    return {
        "undefined_capitalized_terms": [
            {"term": f"{word} {number}", "location": f"{number}.1"}
            for number in range(40)
            for word in words
        ]
    }


def scrub_board(*, models: bool = True, hostile: bool = False) -> BenchmarkBoard:
    edition = scrub_edition()
    nothing = dict.fromkeys(edition.items, '{"defined_terms": []}')
    rows = [
        scored(
            entrant("program--nothing", "nothing", kind="program", reasoning="n/a"),
            "openscrub",
            edition,
            nothing,
            marks=[Mark.PROGRAM],
        ),
        scored(
            entrant("program--everything", "everything", kind="program", reasoning="n/a"),
            "openscrub",
            edition,
            answer_of_gold(edition, 1, **flood(["Alpha", "Beta"])),
            marks=[Mark.PROGRAM, Mark.FLOOD],
        ),
        scored(
            entrant("program--regex-scrubber", "regex-scrubber", kind="program", reasoning="n/a"),
            "openscrub",
            edition,
            answer_of_gold(edition, 2),
            marks=[Mark.PROGRAM],
        ),
    ]
    if models:
        near = [{"term": "Account", "location": "9.9"}, {"term": "Person", "location": "3.1"}]
        rows += [
            scored(
                entrant(
                    "acme--lexi-2",
                    "Lexi 2",
                    version="2026-10",
                    access="api",
                    submitted=DATE,
                    submitters=(("Ada Example", "ada", "Acme Labs"), ("Bo", None, None)),
                    license="CC BY 4.0",
                    url="https://example.org/lexi",
                    description="A model for contracts.",
                    notes="Run once.",
                    links=(("Model card", "https://example.org/card"),),
                    settings={"temperature": "0"},
                    changes=((DATE, "first"),),
                    aliases=("acme--lexi",),
                ),
                "openscrub",
                edition,
                answer_of_gold(edition, 1, undefined_capitalized_terms=near),
                spending=spent(),
            ),
            scored(
                entrant("globex--draft", "Draft", organization="Globex", reasoning="high"),
                "openscrub",
                edition,
                {"contract-1": "no JSON at all", "contract-2": nothing["contract-2"]},
                marks=[Mark.PARTIAL],
                spending=spent(None),
            ),
        ]
    if hostile:
        rows += hostile_rows(edition)
    others = [
        Row(
            entrant("acme--lexi-1", "Lexi 1", status_reason="Replaced by Lexi 2."),
            "openscrub",
            "0.0",
            Trust.SCORED,
            marks=(Mark.OTHER_EDITION, Mark.SUPERSEDED),
        )
    ]
    return with_certainty(
        BenchmarkBoard(
            benchmark=benchmark("openscrub", caveat=CAVEAT, order=2),
            version="0.1",
            editions={"0.1": edition},
            rows=rank_rows(rows),
            others=rank_rows(others if models else ()),
            paper=None,
        )
    )


def hostile_rows(edition: ScrubEdition) -> list[Row]:
    """One row per hostile string, in every field that holds a submitter's or a model's text."""
    return [
        scored(
            entrant(
                f"evil--row-{number}",
                text,
                organization=text,
                version=text,
                access=text,
                kind=text,
                reasoning=text,
                submitted=DATE,
                submitters=((text, text, text),),
                license=text,
                url=f"javascript:{text}",
                description=text,
                notes=text,
                links=((text, f"https://example.org/{text}"), (text, "javascript:alert(9)")),
                settings={text: text},
                changes=((DATE, text),),
                aliases=(text,),
                status_reason=text,
            ),
            "openscrub",
            edition,
            {
                item: json.dumps({"defined_terms": [{"term": text, "location": text + "\ud800"}]})
                for item in edition.items
            },
        )
        for number, text in enumerate(HOSTILE)
    ]


def clause_board(*, at_hand: bool = True) -> BenchmarkBoard:
    edition = clause_edition()
    key = "openclause" if at_hand else "cuad"
    rows = [
        scored(
            entrant("program--nothing", "nothing", kind="program", reasoning="n/a"),
            key,
            edition,
            dict.fromkeys(edition.items, "NO CLAUSE FOUND"),
            marks=[Mark.PROGRAM],
        ),
        scored(
            entrant("program--everything", "everything", kind="program", reasoning="n/a"),
            key,
            edition,
            dict.fromkeys(
                edition.items,
                "NO CLAUSE FOUND. The laws of the State of New York apply upon any change of "
                "control of a party.",
            ),
            marks=[Mark.PROGRAM],
        ),
    ]
    archive = {
        "kind": "archive",
        "url": "https://example.org/data.zip",
        "sha256": "0" * 64,
    }
    return with_certainty(
        BenchmarkBoard(
            benchmark=benchmark(
                key,
                task="clause-extraction",
                order=4,
                **({} if at_hand else {"source": archive, "title": "CUAD"}),
            ),
            version="0.1",
            editions={"0.1": edition} if at_hand else {},
            rows=rank_rows(rows) if at_hand else (),
            others=(),
            paper=None,
        )
    )


def paper() -> Paper:
    return Paper(
        title="A benchmark",
        arxiv="2608.20204",
        source="Bang et al. 2026, arXiv:2608.20204",
        figures={
            "dataset": {"entries": 3014},
            "category_counts": {"defined_terms": [1505, 34.2], "inconsistent_language": [87, 2.0]},
            "macro_recall": [
                {
                    "model": "Alpha",
                    "organization": "One",
                    "access": "api",
                    "reasoning": "default",
                    "recall": 0.75,
                    "cost_per_contract_usd": 1.38,
                    "seconds_per_contract": 533,
                },
                {
                    "model": "Beta",
                    "organization": "Two",
                    "access": "api",
                    "reasoning": "off",
                    "recall": 0.5,
                },
            ],
            "bounds": {"f1": "every model below 0.650"},
            "category_mean_recall": {"defined_terms": 0.835},
            "findings": ["categories correlate weakly"],
            "related_benchmarks": [{"benchmark": "Other", "model": "Alpha", "score": 0.894}],
        },
    )


def reported_board() -> BenchmarkBoard:
    info = benchmark(
        "contractscrub",
        title="ContractScrub",
        url="https://arxiv.org/abs/2608.20204",
        source={"kind": "hub", "repository": "a/b", "mapping": "mapping.json"},
    )
    return BenchmarkBoard(
        benchmark=info,
        version="0.1",
        editions={},
        rows=rank_rows(reported_rows(info, paper())),
        others=(),
        paper=paper(),
    )


def board(*, models: bool = True, hostile: bool = False) -> Board:
    return Board(
        benchmarks=(
            reported_board(),
            scrub_board(models=models, hostile=hostile),
            clause_board(at_hand=False),
            clause_board(),
        ),
        findings=(),
        date=DATE,
        scoring_version=SCORING_VERSION,
    )


def without_date(made: Board) -> Board:
    return replace(made, date=None)
