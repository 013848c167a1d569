"""The board: every benchmark's rows, scored and ranked. The heart of `build`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from leaderboard.certainty import with_certainty
from leaderboard.checks import load_submissions
from leaderboard.costs import Prices, spending
from leaderboard.digests import scorer_digest
from leaderboard.entries import found_entries
from leaderboard.evaluate import Record, count_answered, evaluate, evaluate_answers, read_answers
from leaderboard.fields import thawed
from leaderboard.files import dump_json
from leaderboard.findings import sort_findings
from leaderboard.models import OutputsFile, Submission, SubmissionFile
from leaderboard.pricing import (
    load_common_prices,
    load_common_prices_date,
    prices_of,
    usage_of,
)
from leaderboard.programs import PROGRAMS, Program
from leaderboard.ranking import rank_rows
from leaderboard.records import BenchmarkBoard, Board, Entrant, Mark, Row, Trust
from leaderboard.registry import Benchmark, Registry, load_registry
from leaderboard.reported import load_paper, reported_rows
from leaderboard.repository import source_date
from leaderboard.reproductions import Runs, check_known, load_runs, with_reproductions
from scoring.contractscrub import ScoreCard
from scoring.cuad import ClauseCard
from scoring.gold import ClauseEdition, Edition, ScrubEdition
from scoring.signature import SCORING_VERSION

__all__ = ["MAINTAINERS", "load_board", "program_rows", "submission_row"]

MAINTAINERS: Final = "ContractScrub leaderboard"
"""Who made the reference programs."""
_PROGRAM_ROWS: Final[dict[tuple[str, str, str, str], tuple[Row, ...]]] = {}


def load_board(root: Path) -> Board:
    """Read, check, score and rank everything in the repository at `root`.

    A submission with a finding is left off; the board's `findings` name it.

    Raises:
        BrokenRepositoryError: a benchmark, its gold, a price list or a run of the maintainers' own
            is not in order.
        UsageError: `root` has no folder of submissions.

    """
    registry = load_registry(root)
    checked = load_submissions(root / "submissions", registry.specs())
    accepted = _with_successors(item.accepted for item in checked if item.accepted is not None)
    common = load_common_prices()
    runs = load_runs(root, registry.specs())
    former = {name for submission in accepted for name in submission.meta.aliases}
    check_known(runs, {item.id for item in checked} | former)
    return Board(
        benchmarks=tuple(
            _board(registry, benchmark, accepted, common, runs) for benchmark in registry.benchmarks
        ),
        findings=sort_findings(finding for item in checked for finding in item.findings),
        date=source_date(root) or _newest(accepted),
        scoring_version=SCORING_VERSION,
        scorer_digest=scorer_digest(),
        common_prices=load_common_prices_date(),
    )


def _with_successors(submissions: Iterable[Submission]) -> list[Submission]:
    """The submissions, each successor named by its id of today; left out if it is not on the board.

    Whoever is left off the board, or goes, takes nobody else along.
    """
    told = list(submissions)
    known = {name: each.id for each in told for name in (*each.meta.aliases, each.id)}
    return [
        replace(
            each, meta=each.meta.model_copy(update={"successor": known.get(each.meta.successor)})
        )
        if each.meta.successor is not None
        else each
        for each in told
    ]


def _newest(submissions: Iterable[Submission]) -> dt.date | None:
    return max((submission.meta.submitted for submission in submissions), default=None)


def _board(
    registry: Registry,
    benchmark: Benchmark,
    submissions: Sequence[Submission],
    common: Mapping[str, Prices],
    runs: Runs,
) -> BenchmarkBoard:
    answered = [item for item in submissions if benchmark.key in item.outputs]
    versions = {item.outputs[benchmark.key].benchmark_version for item in answered}
    editions = {
        version: edition
        for version in sorted(versions | {benchmark.current})
        if (edition := registry.load_edition(benchmark, version)) is not None
    }
    rows = [submission_row(item, benchmark, editions, common) for item in answered]
    if benchmark.current in editions:
        rows += program_rows(benchmark, benchmark.current, editions[benchmark.current])
    paper = load_paper(registry.folder(benchmark))
    if paper is not None:
        rows += reported_rows(benchmark, paper)
    others = [row for row in rows if Mark.OTHER_EDITION in row.marks]
    board = with_certainty(
        BenchmarkBoard(
            benchmark=benchmark,
            version=benchmark.current,
            editions=editions,
            rows=rank_rows(row for row in rows if Mark.OTHER_EDITION not in row.marks),
            others=rank_rows(others),
            paper=paper,
        )
    )
    return with_reproductions(board, answered, runs)


def submission_row(
    submission: Submission,
    benchmark: Benchmark,
    editions: Mapping[str, Edition],
    common: Mapping[str, Prices],
) -> Row:
    """The row of a submission on one benchmark.

    Args:
        submission: a checked one that answered the benchmark.
        benchmark: the benchmark.
        editions: version → gold, of the editions that are here.
        common: model name → prices on the common date.

    """
    outputs = submission.outputs[benchmark.key]
    meta = submission.meta
    records = tuple(record.model_dump() for record in outputs.outputs)
    row = Row(
        entrant=_entrant(submission),
        benchmark=benchmark.key,
        version=outputs.benchmark_version,
        trust=Trust.SCORED,
        spending=spending(
            [usage_of(record) for record in outputs.outputs],
            prices_of(meta.pricing) if meta.pricing else None,
            common.get(meta.model.name),
        ),
        records=records,
        digest=submission.digest,
    )
    marks = _marks_of(meta, outputs, benchmark)
    return _scored(row, editions.get(outputs.benchmark_version), marks)


def program_rows(benchmark: Benchmark, version: str, edition: Edition) -> tuple[Row, ...]:
    """The rows of the reference programs, which see only the contracts' text.

    They are kept while this process lives: the same programs on the same texts and gold give the
    same rows, and a server builds again at every change.
    """
    key = (benchmark.key, version, edition.digest, edition.texts_digest)
    if key not in _PROGRAM_ROWS:
        _PROGRAM_ROWS[key] = _score_programs(benchmark, version, edition)
    return _PROGRAM_ROWS[key]


def _score_programs(benchmark: Benchmark, version: str, edition: Edition) -> tuple[Row, ...]:
    return tuple(
        _scored(
            Row(
                entrant=Entrant(
                    id=f"program--{program.key}",
                    name=program.name,
                    organization=MAINTAINERS,
                    kind="program",
                    reasoning="n/a",
                    version=program.version,
                    access="program",
                    license="MIT",
                    description=program.description,
                ),
                benchmark=benchmark.key,
                version=version,
                trust=Trust.SCORED,
                records=_run(program, edition),
            ),
            edition,
            {Mark.PROGRAM},
        )
        for program in PROGRAMS
        if benchmark.task in program.tasks
    )


def _run(program: Program, edition: Edition) -> tuple[Record, ...]:
    if isinstance(edition, ScrubEdition):
        answers = {name: program.answer(text) for name, text in edition.contracts.items()}
    else:
        answers = _run_clauses(program, edition)
    return tuple(
        {"item": item, "response": response, "finish_reason": "stop"}
        for item, response in answers.items()
    )


def _run_clauses(program: Program, edition: ClauseEdition) -> dict[str, str]:
    return {
        case.id: program.clause_answer(
            edition.contracts[edition.contract_of[case.id]], case.category
        )
        for case in edition.cases
    }


def _scored(row: Row, edition: Edition | None, marks: set[Mark]) -> Row:
    """The row with its card, its coverage and all its marks, if the gold is here."""
    if edition is not None:
        card: ScoreCard | ClauseCard
        if isinstance(edition, ScrubEdition):
            answers = read_answers(row.records)
            card = evaluate_answers(edition, answers)
            row = replace(row, found=found_entries(edition, answers))
        else:
            card = evaluate(edition, row.records)
        answered, items = count_answered(edition, row.records), len(edition.items)
        if answered < items:
            marks.add(Mark.PARTIAL)
        if isinstance(card, ScoreCard) and card.is_flood:
            marks.add(Mark.FLOOD)
        row = replace(row, card=card, answered=answered, items=items)
    return replace(row, marks=tuple(mark for mark in Mark if mark in marks))


def _marks_of(meta: SubmissionFile, outputs: OutputsFile, benchmark: Benchmark) -> set[Mark]:
    holds = {
        Mark.PROGRAM: meta.system.kind == "program",
        Mark.OWN_PROMPT: meta.system.prompt is not None
        or outputs.prompt_sha256 not in {None, benchmark.prompt.sha256},
        Mark.OTHER_EDITION: outputs.benchmark_version != benchmark.current,
        Mark.SUPERSEDED: meta.status == "superseded",
        Mark.RETRACTED: meta.status == "retracted",
    }
    return {mark for mark, held in holds.items() if held}


def _entrant(submission: Submission) -> Entrant:
    meta = submission.meta
    model, system = meta.model, meta.system
    return Entrant(
        id=submission.id,
        name=model.name,
        organization=model.organization,
        kind=system.kind,
        reasoning=system.reasoning,
        version=model.version,
        access=model.access,
        submitted=meta.submitted,
        submitters=tuple((who.name, who.github, who.affiliation) for who in meta.submitters),
        license=meta.license,
        url=model.url,
        description=system.description,
        notes=meta.notes,
        links=tuple((link.title, link.url) for link in meta.links),
        settings=(
            {name: _shown(value) for name, value in system.settings.items()}
            if system.settings
            else None
        ),
        changes=tuple((change.date, change.reason) for change in meta.changes),
        aliases=tuple(meta.aliases),
        status_reason=meta.reason,
        successor=meta.successor,
    )


def _shown(value: object) -> str:
    """A setting as text: words as they are, anything else as JSON."""
    return value if isinstance(value, str) else dump_json(thawed(value), indent=None).strip()
