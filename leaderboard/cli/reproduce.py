"""`leaderboard reproduce`: runs a listed model again, and says whether its interval holds."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from leaderboard.cli.calling import CallTimeout, Concurrency, KeyVariable, MaxCost, check_finite
from leaderboard.cli.output import Format, FormatOption, root_of, say

if TYPE_CHECKING:
    from leaderboard.models import OutputsFile
    from leaderboard.records import BenchmarkBoard, Row
    from leaderboard.registry import Registry
    from leaderboard.runner.prepare import Request
    from leaderboard.runner.session import Sitting

__all__ = ["command"]


def command(
    context: typer.Context,
    entry: Annotated[str, typer.Argument(metavar="ID", help="The entry, by its id.")],
    benchmark: Annotated[
        str, typer.Option(metavar="KEY", help="The benchmark that it is run on.")
    ] = "openscrub",
    api_base: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The server, where it was not the provider's own."),
    ] = None,
    api_key_env: KeyVariable = None,
    prompt: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The prompt, where it was not the benchmark's own."),
    ] = None,
    max_cost: MaxCost = None,
    concurrency: Concurrency = 4,
    timeout: CallTimeout = 600.0,
    style: FormatOption = Format.TEXT,
) -> None:
    """Run a listed model again, as a maintainer, and compare.

    Asks what the submission says that it asked, writes the answers to reproductions/ID, and says
    whether the number lies within the published interval. A run that was stopped goes on where it
    stopped; one that is there already is not made again, since nobody may choose among runs.
    Exits with 1 if the interval does not hold, with 3 if answers are missing.
    """
    from dataclasses import replace

    from leaderboard.errors import UsageError
    from leaderboard.lookup import current_id
    from leaderboard.registry import load_registry
    from leaderboard.reproducing import ask_again, journal_of, place_of
    from leaderboard.runner.loop import Limits
    from leaderboard.runner.plan import load_own_prompt

    check_finite({"--max-cost": max_cost, "--timeout": timeout})
    root = root_of(context)
    registry = load_registry(root)
    id_ = current_id(root, entry)
    place = place_of(root, id_, benchmark)
    if place.exists():
        raise UsageError(f"{place} is there already; nobody may choose among runs")
    board, row, submitted = _listed(root, registry, id_, benchmark)
    journal = journal_of(root, id_, benchmark)
    request = replace(
        ask_again(submitted, registry[benchmark], journal, api_base=api_base),
        api_key_env=api_key_env,
        own_prompt=load_own_prompt(prompt) if prompt is not None else None,
        limits=Limits(concurrency),
        timeout_s=timeout,
        max_cost=None if max_cost is None else Fraction(str(max_cost)),
    )
    run = _run(root, registry, request, submitted, place)
    _compare(board, row, submitted, run, style)


def _listed(
    root: Path, registry: Registry, id_: str, benchmark: str
) -> tuple[BenchmarkBoard, Row, OutputsFile]:
    """The board, the row with its interval, and the outputs behind it."""
    from leaderboard.board import load_board
    from leaderboard.checks import load_submission
    from leaderboard.errors import UsageError
    from leaderboard.findings import printable
    from leaderboard.names import id_problem

    registry[benchmark]
    folder = root / "submissions" / id_
    if id_problem(id_) or not folder.is_dir():
        raise UsageError(f"there is no submission {printable(id_)}")
    board = next(item for item in load_board(root).benchmarks if item.benchmark.key == benchmark)
    row = next((item for item in (*board.rows, *board.others) if item.entrant.id == id_), None)
    if row is None:
        raise UsageError(f"{printable(id_)} is not on the board of {benchmark}")
    accepted = load_submission(folder, registry.specs()).submission
    if accepted is None:
        raise AssertionError("what is on the board was accepted")
    return board, row, accepted.outputs[benchmark]


def _run(
    root: Path, registry: Registry, request: Request, submitted: OutputsFile, place: Path
) -> OutputsFile:
    """Ask, write what came, and read it again as every build will."""
    import datetime as dt

    from leaderboard.checks import parse_outputs
    from leaderboard.files import write_text
    from leaderboard.reproducing import check_same
    from leaderboard.runner.prepare import prepare
    from leaderboard.runner.session import run_sitting

    work = prepare(request, registry, root, today=dt.datetime.now(dt.UTC).date(), ask=None)
    check_same(work.plan, submitted)
    sitting = run_sitting(work.plan, work.caller, work.journal, request.limits, work.budget)
    if sitting.outputs is None or sitting.unanswered:
        _stop(sitting, len(work.plan.questions), work.journal)
    name = place.relative_to(root).as_posix()
    outputs = "" if sitting.outputs is None else sitting.outputs
    run, findings = parse_outputs(
        outputs.encode("utf-8"), request.benchmark, registry.specs(), name
    )
    if run is None or findings:
        raise AssertionError(f"the run wrote what the checks refuse: {findings[0].message}")
    write_text(place, outputs)
    say(f"Wrote {name}.")
    return run


def _stop(sitting: Sitting, items: int, journal: Path) -> None:
    from leaderboard.errors import IncompleteError

    why = f" Stopped: {sitting.stopped_by}." if sitting.stopped_by else ""
    raise IncompleteError(
        f"{items - len(sitting.unanswered)} of {items} answered; nothing is compared before all "
        f"are.{why} Every answer is in {journal}: give the same command again to go on"
    )


def _compare(
    board: BenchmarkBoard, row: Row, submitted: OutputsFile, run: OutputsFile, style: Format
) -> None:
    from dataclasses import replace

    from leaderboard.records import Reproduced
    from leaderboard.reproduction_text import reproduction_text
    from leaderboard.reproductions import compare_run
    from leaderboard.results import reproduction_value

    told = compare_run(row, submitted, run, board.editions.get(row.version))
    if style is Format.JSON:
        from leaderboard.files import dump_json

        about = {"id": row.entrant.id, "benchmark": row.benchmark}
        typer.echo(dump_json({**about, **reproduction_value(told)}), nl=False)
    else:
        typer.echo(f"{row.entrant.id} on {row.benchmark} {row.version}")
        typer.echo(reproduction_text(replace(row, reproduction=told)))
    raise typer.Exit(0 if told.outcome is Reproduced.HOLDS else 1)
