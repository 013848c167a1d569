"""`leaderboard run`: from a model's name to a submission worth merging."""

from __future__ import annotations

import dataclasses
import shlex
import sys
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NoReturn, TypeVar

import typer

from leaderboard.cli.calling import CallTimeout, Concurrency, KeyVariable, MaxCost, check_finite
from leaderboard.cli.output import (
    FindingsFormat,
    Format,
    FormatOption,
    render_findings,
    root_of,
    say,
)

if TYPE_CHECKING:
    from leaderboard.registry import Benchmark, Registry
    from leaderboard.runner.metadata import Question
    from leaderboard.runner.prepare import Request, Work
    from leaderboard.runner.session import Sitting

__all__ = ["command"]

MOST_FAULTS: Final = 10
MOST_FAULT_TEXT: Final = 200
Given = TypeVar("Given")


class Reasoning(StrEnum):
    """How much a model is asked to reason."""

    OFF = "off"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    DEFAULT = "default"


class AnswerForm(StrEnum):
    """How a model is held to the form of its answer."""

    AUTO = "auto"
    PLAIN = "plain"
    JSON_OBJECT = "json_object"
    JSON_SCHEMA = "json_schema"


def command(
    context: typer.Context,
    *,
    benchmark: Annotated[str, typer.Option(metavar="KEY", help="The benchmark to answer.")],
    model: Annotated[
        str | None,
        typer.Option(
            metavar="PROVIDER/NAME",
            help="The model, as litellm names it; openai/NAME for a server like OpenAI's.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The submission's folder, such as submissions/ID."),
    ] = None,
    api_base: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Another server than the provider's own."),
    ] = None,
    api_key_env: KeyVariable = None,
    temperature: Annotated[
        float | None, typer.Option(min=0.0, max=2.0, help="Temperature of sampling.")
    ] = None,
    top_p: Annotated[
        float | None, typer.Option(min=0.0, max=1.0, help="Share of likely tokens to draw from.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of sampling.")] = None,
    max_tokens: Annotated[
        int | None,
        typer.Option(min=1, help="Most tokens of an answer, reasoning among them."),
    ] = None,
    reasoning: Annotated[
        Reasoning | None, typer.Option(help="Reasoning effort; by default submission.json's.")
    ] = None,
    answer_form: Annotated[
        AnswerForm,
        typer.Option(
            help="Hold the model to the answer's form; auto takes a schema where the provider is "
            "known to offer it and the task answers in JSON."
        ),
    ] = AnswerForm.AUTO,
    prompt: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Ask in your own words instead.")
    ] = None,
    show_prompt: Annotated[
        bool, typer.Option("--show-prompt", help="Print what would be asked, and end.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Estimate tokens and cost, and end.")
    ] = False,
    max_cost: MaxCost = None,
    concurrency: Concurrency = 4,
    timeout: CallTimeout = 600.0,
    attempts: Annotated[
        int, typer.Option(min=1, max=20, help="Ask so often before a fault is the outcome.")
    ] = 5,
    max_pause: Annotated[
        float,
        typer.Option(min=0.0, metavar="SECONDS", help="The longest pause before asking again."),
    ] = 60.0,
    name: Annotated[str | None, typer.Option(help="Display name of the model.")] = None,
    organization: Annotated[str | None, typer.Option(help="Who made the model.")] = None,
    access: Annotated[
        str | None, typer.Option(help="api, open-weights, internal or program.")
    ] = None,
    submitter: Annotated[str | None, typer.Option(help="Your display name.")] = None,
    github: Annotated[str | None, typer.Option(help="Your GitHub login.")] = None,
    journal: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Where every answer is kept as it comes; by default below runs/ in the "
            "repository.",
            show_default=False,
        ),
    ] = None,
    style: FormatOption = Format.TEXT,
) -> None:
    """Call a model and write its submission.

    Every answer is on the disk before the next is counted: give the same command again, and a run
    that was stopped goes on where it stopped. At the end the submission is validated and scored.
    Keys come from the environment and are written nowhere.
    """
    from leaderboard.registry import load_registry
    from leaderboard.runner.loop import Limits
    from leaderboard.runner.plan import load_own_prompt
    from leaderboard.runner.prepare import Request

    check_finite(
        {
            "--temperature": temperature,
            "--top-p": top_p,
            "--max-cost": max_cost,
            "--timeout": timeout,
            "--max-pause": max_pause,
        }
    )
    root = root_of(context)
    registry = load_registry(root)
    own_prompt = load_own_prompt(prompt) if prompt is not None else None
    if show_prompt:
        _show_prompt(registry[benchmark], own_prompt, style)
        return
    request = Request(
        benchmark=benchmark,
        model=_needed(model, "--model"),
        out=out if dry_run else _needed(out, "--out"),
        api_base=api_base,
        api_key_env=api_key_env,
        settings={
            "temperature": temperature,
            "top_p": top_p,
            "seed": seed,
            "max_tokens": max_tokens,
        },
        reasoning=None if reasoning is None else reasoning.value,
        answer_form=answer_form.value,
        own_prompt=own_prompt,
        limits=Limits(concurrency, attempts, max_pause),
        timeout_s=timeout,
        max_cost=None if max_cost is None else Fraction(str(max_cost)),
        journal=journal,
        given={
            "--name": name,
            "--organization": organization,
            "--access": access,
            "--submitter": submitter,
            "--github": github,
        },
        dry_run=dry_run,
    )
    _run(root, registry, request, style)


def _needed(value: Given | None, option: str) -> Given:
    from leaderboard.errors import UsageError

    if value is None:
        raise UsageError(f"{option} is missing")
    return value


def _show_prompt(benchmark: Benchmark, own: tuple[str, str] | None, style: Format) -> None:
    from leaderboard.files import dump_json
    from leaderboard.runner.plan import parse_own_prompt

    prompt = parse_own_prompt(benchmark.task, own[1]) if own else benchmark.prompt
    if style is Format.JSON:
        value = {
            "benchmark": benchmark.key,
            "prompt": prompt.text,
            "prompt_sha256": prompt.sha256,
            "filling": prompt.filling,
        }
        typer.echo(dump_json(value), nl=False)
        return
    typer.echo(prompt.text, nl=False)
    say(f"SHA-256 {prompt.sha256}. {prompt.filling}")


def _run(root: Path, registry: Registry, request: Request, style: Format) -> None:
    import datetime as dt

    from leaderboard.runner.prepare import prepare
    from leaderboard.runner.session import run_sitting

    work = prepare(
        request,
        registry,
        root,
        today=dt.datetime.now(dt.UTC).date(),
        ask=_ask if sys.stdin.isatty() else None,
    )
    for setting in work.dropped:
        say(f"{request.model} does not take {setting}: it is not sent, and recorded so.")
    for note in work.notes:
        say(note)
    if request.dry_run:
        _show_estimate(work, style)
        return
    sitting = run_sitting(work.plan, work.caller, work.journal, request.limits, work.budget)
    folder = _needed(request.out, "--out")
    is_in_order = True
    if sitting.outputs is not None:
        try:
            _write(work, sitting.outputs, folder)
        except OSError as error:
            reason = f"{error.filename or folder} cannot be written: {error.strerror or error}"
            sitting = dataclasses.replace(sitting, stopped_by=reason)
            _leave(work, sitting)
        is_in_order = _score(root, folder, request.benchmark, style)
    if sitting.unanswered:
        _leave(work, sitting)
    _count(work, sitting)
    if not is_in_order:
        raise typer.Exit(1)
    _tell_next(root, folder)


def _ask(question: Question, problem: str | None) -> str:
    if problem is not None:
        say(problem)
    return str(typer.prompt(question.text, err=True))


def _show_estimate(work: Work, style: Format) -> None:
    from leaderboard.files import dump_json
    from leaderboard.runner.budget import suffices
    from leaderboard.runner.prepare import estimate_run

    told = estimate_run(work)
    cap = work.budget.cap
    enough = suffices(cap, told.low, told.high)
    if style is Format.JSON:
        value = {
            "items": len(work.plan.questions),
            "input_tokens": told.input_tokens,
            "most_output_tokens": told.output_tokens,
            "low_usd": None if told.low is None else float(told.low),
            "high_usd": None if told.high is None else float(told.high),
            "max_cost_usd": None if cap is None else float(cap),
            "max_cost_suffices": enough,
        }
        typer.echo(dump_json(value), nl=False)
        return
    most = "no cap known" if told.output_tokens is None else f"at most {told.output_tokens:,}"
    typer.echo(f"{len(work.plan.questions)} calls of {work.plan.model}")
    typer.echo(f"input tokens   about {told.input_tokens:,}")
    typer.echo(f"output tokens  {most}")
    typer.echo(f"cost           {_range(told.low, told.high)}")
    if cap is not None:
        words = {True: "suffices", None: "may not suffice", False: "does not suffice"}
        typer.echo(f"cap            ${float(cap):g}: {words[enough]}")


def _range(low: Fraction | None, high: Fraction | None) -> str:
    if low is None:
        return "unknown: no price list for this model"
    if high is None:
        return f"from ${float(low):.4f}; give --max-tokens for an upper bound"
    return f"${float(low):.4f} to ${float(high):.4f}"


def _write(work: Work, outputs: str, folder: Path) -> None:
    from leaderboard.files import write_text
    from leaderboard.runner.metadata import render_metadata

    if work.meta is None:
        raise AssertionError("a run has its metadata before its first call")
    write_text(folder / f"{work.plan.benchmark.key}.json", outputs)
    write_text(folder / "submission.json", render_metadata(work.meta))
    say(f"Wrote {folder / 'submission.json'} and {folder / f'{work.plan.benchmark.key}.json'}.")


def _score(root: Path, folder: Path, benchmark: str, style: Format) -> bool:
    """Validate and score what was written, as the merge check will; whether it is in order."""
    from leaderboard.cards_text import render_row
    from leaderboard.files import dump_json
    from leaderboard.scorecards import all_findings, cards_value, score_folders

    scored = score_folders(root, [folder], benchmark=benchmark)
    findings = all_findings(scored)
    if findings:
        typer.echo(render_findings(findings, FindingsFormat.TEXT, {}), err=True, nl=False)
        say("The answers are kept; mend what is said above, then run `leaderboard validate`.")
    elif style is Format.JSON:
        typer.echo(dump_json(cards_value(scored)), nl=False)
    else:
        typer.echo("\n".join(render_row(row) for item in scored for row in item.rows), nl=False)
    return not findings


def _count(work: Work, sitting: Sitting) -> None:
    """Say how many are answered, and what they cost."""
    total = len(work.plan.questions)
    cost = ""
    if sitting.cost is not None:
        bound = "at least " if sitting.cost_is_lower_bound else ""
        cost = f", {bound}${float(sitting.cost):.4f} by the price list"
    say(f"{total - len(sitting.unanswered)} of {total} answered, {sitting.calls} calls made{cost}.")
    if work.budget.cap is not None and sitting.spent > (sitting.cost or 0):
        say(
            f"The cap counts at most ${float(sitting.spent):.4f}: what a gateway asked where that "
            "is more, and the most that a call could cost where its cost is not known."
        )


def _tell_next(root: Path, folder: Path) -> None:
    say("Next:")
    steps = [f"Look through {folder / 'submission.json'}: is everything true?"]
    home = root / "submissions"
    if folder.resolve().parent != home.resolve():
        steps.append(
            f"mv {shlex.quote(str(folder))} {shlex.quote(str(home))}  (where submissions stand)"
        )
        folder = home / folder.name
    steps += [
        f"git switch --create {folder.name} && git add {shlex.quote(str(folder))}",
        f'git commit --message "Add {folder.name}", push, and open a pull request.',
    ]
    for number, step in enumerate(steps, start=1):
        say(f"  {number}. {step}")


def _leave(work: Work, sitting: Sitting) -> NoReturn:
    """Say what was left and how to go on, and exit 3."""
    _count(work, sitting)
    if sitting.stopped_by:
        say(f"Stopped: {sitting.stopped_by}")
    for item, fault in list(sitting.faults.items())[:MOST_FAULTS]:
        say(f"  {item}: {fault[:MOST_FAULT_TEXT]}")
    if len(sitting.faults) > MOST_FAULTS:
        say(f"  and {len(sitting.faults) - MOST_FAULTS} more")
    say(f"Nothing is lost: every answer is in {work.journal}.")
    higher = " with a higher --max-cost" if sitting.is_capped else ""
    say(f"Give the same command again{higher} to go on; what is answered is not asked again.")
    raise typer.Exit(3)
