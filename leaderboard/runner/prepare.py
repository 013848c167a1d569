"""From what was asked for on the command line to a run that is ready: all before a call is paid."""

from __future__ import annotations

import datetime as dt
import os
import tempfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from leaderboard.errors import UsageError
from leaderboard.models import Pricing, SubmissionFile
from leaderboard.names import id_problem
from leaderboard.pricing import prices_of
from leaderboard.registry import Benchmark, Registry
from leaderboard.runner.budget import Budget
from leaderboard.runner.client import LiteLLMCaller
from leaderboard.runner.journal import check_journal_path
from leaderboard.runner.list_prices import Estimate, count_tokens, estimate, list_price, map_key
from leaderboard.runner.loading import load_litellm
from leaderboard.runner.loop import Limits
from leaderboard.runner.metadata import (
    Ask,
    Question,
    check_beside,
    check_metadata,
    complete_metadata,
    load_metadata,
    priced,
)
from leaderboard.runner.outputs import check_overwrite, tool
from leaderboard.runner.params import settle, structured_output
from leaderboard.runner.plan import Plan, build_plan
from leaderboard.runner.siblings import (
    Sibling,
    check_sibling,
    load_siblings,
    told_prompt,
    told_settings,
)
from leaderboard.scaffold import build_scaffold

__all__ = ["Request", "Work", "estimate_run", "prepare"]

AUTO = "auto"
RUNS = "runs"
"""Folder of journals in the repository; git ignores it."""


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked for.

    Attributes:
        benchmark: key of the benchmark.
        model: as litellm names it, with the provider's prefix.
        out: the submission's folder; None for an estimate alone.
        api_base: another server than the provider's own.
        api_key_env: name of the environment variable that holds the key; None for the provider's
            usual one.
        settings: OpenAI's names and values, without the reasoning effort; None is not asked for.
        reasoning: `off`, `low`, `medium`, `high` or `default`; None for what `submission.json`
            says.
        answer_form: one of `answer_forms.FORMS`, or `auto`.
        own_prompt: name and text of a prompt that is not the benchmark's own.
        limits: how it asks.
        timeout_s: seconds after which a call is given up.
        max_cost: US dollars; None for no cap.
        journal: its file; None for the usual place.
        given: option → what it says for `submission.json`.
        dry_run: whether an estimate is all that is wanted.

    """

    benchmark: str
    model: str
    out: Path | None
    api_base: str | None
    api_key_env: str | None
    settings: Mapping[str, object]
    reasoning: str | None
    answer_form: str
    own_prompt: tuple[str, str] | None
    limits: Limits
    timeout_s: float
    max_cost: Fraction | None
    journal: Path | None
    given: Mapping[str, str | None]
    dry_run: bool = False


@dataclass(frozen=True, slots=True)
class Work:
    """A run that is ready.

    Attributes:
        plan: what is asked.
        meta: `submission.json`; None for an estimate alone.
        caller: asks the model.
        journal: the journal's file.
        budget: what it may cost.
        dropped: names of settings that the provider does not take.
        notes: sentences on what differs between the submission's benchmarks and may.

    """

    plan: Plan
    meta: SubmissionFile | None
    caller: LiteLLMCaller
    journal: Path
    budget: Budget
    dropped: tuple[str, ...]
    notes: tuple[str, ...] = ()


def prepare(
    request: Request,
    registry: Registry,
    root: Path,
    *,
    today: dt.date,
    ask: Ask | None,
) -> Work:
    """Make a run ready, and refuse what cannot be run.

    Args:
        request: what was asked for.
        registry: the benchmarks.
        root: the repository's root.
        today: the day of the submission and of its prices.
        ask: asks at a terminal; None where there is none.

    Raises:
        UsageError: something is missing, contradictory or not there; nothing was called.
        BrokenRepositoryError: the benchmark is not in order.
        OSError: the submission's folder cannot be written to; nothing was called.

    """
    benchmark = registry[request.benchmark]
    key = _key(request.api_key_env)
    _check_address(request.api_base)
    listed = list_price(request.model, api_base=request.api_base, today=today)
    journal = _journal(request, root)
    meta = _metadata(request, benchmark, journal, today, _example if request.dry_run else ask)
    if meta is not None:
        meta = priced(meta, listed)
    pricing = meta.pricing if meta is not None else listed
    reasoning = _reasoning(request, meta)
    plan = build_plan(
        registry,
        benchmark,
        request.model,
        api_base=request.api_base,
        own_prompt=request.own_prompt,
        form=_form(request, benchmark),
        settings={**request.settings, "reasoning_effort": _effort(reasoning)},
    )
    notes: tuple[str, ...] = ()
    if meta is not None and request.out is not None:
        siblings = _siblings(request, registry, root)
        notes = _check_siblings(siblings, request, registry, plan, meta)
        told = _told(meta, plan, reasoning, request, siblings)
        meta = check_metadata(told, request.out)
        if not request.dry_run:
            check_beside(meta, request.out)
            _probe(request.out)
    return Work(
        plan=plan,
        meta=meta,
        caller=LiteLLMCaller(
            model=request.model,
            api_base=request.api_base,
            api_key=key,
            parameters=plan.parameters,
            timeout_s=request.timeout_s,
        ),
        journal=journal,
        budget=_budget(request, pricing),
        dropped=settle(plan.parameters, request.model, api_base=request.api_base).dropped,
        notes=notes,
    )


def estimate_run(work: Work) -> Estimate:
    """About how many tokens the whole run takes, and what it may cost."""
    return estimate(
        [count_tokens(work.plan.model, text) for text in work.plan.questions.values()],
        work.budget.pricing,
        _most_output_tokens(work.plan.model, work.plan.settings),
    )


def _metadata(
    request: Request,
    benchmark: Benchmark,
    journal: Path,
    today: dt.date,
    ask: Ask | None,
) -> SubmissionFile | None:
    folder = request.out
    if folder is None:
        return None
    problem = id_problem(folder.name)
    if problem:
        raise UsageError(f"--out: {problem.message}. {problem.mend}")
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is no folder; give the folder of the submission")
    check_overwrite(folder / f"{benchmark.key}.json", journal)
    scaffold = build_scaffold((), today)["submission.json"]
    return complete_metadata(load_metadata(folder, scaffold), request.given, ask=ask, where=folder)


def _example(question: Question, _problem: str | None) -> str:
    """An answer that stands in where only an estimate is wanted, and nothing is written."""
    return question.example


def _reasoning(request: Request, meta: SubmissionFile | None) -> str:
    known = "default" if meta is None else meta.system.reasoning
    if request.reasoning is None or request.reasoning == known:
        return known
    if known != "default":
        raise UsageError(
            f"--reasoning says {request.reasoning!r}, submission.json says {known!r}; mend one of "
            "them"
        )
    return request.reasoning


def _siblings(request: Request, registry: Registry, root: Path) -> tuple[Sibling, ...]:
    if request.out is None:
        return ()
    keys = {benchmark.key for benchmark in registry.benchmarks} - {request.benchmark}
    return load_siblings(request.out, root / RUNS / request.out.name, keys)


def _check_siblings(
    siblings: Collection[Sibling],
    request: Request,
    registry: Registry,
    plan: Plan,
    meta: SubmissionFile,
) -> tuple[str, ...]:
    """Refuse another system beside those that answered before; say what differs and may."""
    notes = []
    for sibling in siblings:
        benchmark = registry[sibling.benchmark]
        asked = {**plan.settings_asked, "answer_form": _form(request, benchmark)}
        note = check_sibling(
            sibling,
            asked,
            is_own=plan.own_prompt is not None,
            # A former prompt of the board is not one of the submitter's own: nothing names one.
            was_own=sibling.prompt_sha256 != benchmark.prompt.sha256
            and (meta.system.prompt is not None or not _is_written(request, sibling.benchmark)),
        )
        notes += [note] if note else []
    return tuple(notes)


def _is_written(request: Request, benchmark: str) -> bool:
    return request.out is not None and (request.out / f"{benchmark}.json").exists()


def _told(
    meta: SubmissionFile,
    plan: Plan,
    reasoning: str,
    request: Request,
    siblings: Collection[Sibling],
) -> SubmissionFile:
    """The submission with what the run knows of its system, where it did not say so itself."""
    is_added = bool(siblings) and not _is_written(request, plan.benchmark.key)
    system: dict[str, Any] = {
        "reasoning": reasoning,
        "settings": told_settings(meta.system, plan, _form_told(request, plan), siblings),
        "prompt": told_prompt(meta.system.prompt, plan.own_prompt, is_added=is_added),
    }
    if meta.system.harness is None:
        system["harness"] = tool()
    return meta.model_copy(update={"system": meta.system.model_copy(update=system)})


def _form_told(request: Request, plan: Plan) -> str:
    """What a submission says of the form: `auto` where each task has its own, else which it is."""
    if request.answer_form != AUTO:
        return plan.form
    return AUTO if structured_output(request.model, api_base=request.api_base) else plan.form


def _probe(folder: Path) -> None:
    """Refuse a folder that cannot be written to, and leave nothing behind."""
    made = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        tempfile.TemporaryFile(dir=folder).close()
    finally:
        for each in made:
            each.rmdir()


def _form(request: Request, benchmark: Benchmark) -> str:
    """The form that answers are held to: a clause is quoted plainly unless that is asked for."""
    if request.answer_form != AUTO:
        return request.answer_form
    if not benchmark.is_scrubbing:
        return "plain"
    return structured_output(request.model, api_base=request.api_base) or "plain"


def _effort(reasoning: str) -> str | None:
    """The word of litellm for a reasoning effort; None for the provider's default."""
    return {"default": None, "n/a": None, "off": "none"}.get(reasoning, reasoning)


def _check_address(address: str | None) -> None:
    if address is None:
        return
    try:
        parts = urlsplit(address)
        fits = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fits = False
    if not fits:
        raise UsageError("--api-base is no address; give one such as http://localhost:8000/v1")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise UsageError(
            "--api-base holds a user, a password, a query or a fragment, where keys may stand; "
            "give the plain address, and the key by --api-key-env"
        )


def _key(variable: str | None) -> str | None:
    if variable is None:
        return None
    key = os.environ.get(variable)
    if not key:
        raise UsageError(f"the environment variable {variable} is empty; put the key into it")
    return key


def _journal(request: Request, root: Path) -> Path:
    if request.journal is not None:
        check_journal_path(request.journal)
        return request.journal
    name = request.out.name if request.out is not None else "estimate"
    return root / RUNS / name / f"{request.benchmark}.jsonl"


def _budget(request: Request, pricing: Pricing | None) -> Budget:
    if request.max_cost is None:
        return Budget(pricing)
    most = _most_output_tokens(request.model, request.settings)
    if pricing is None or any(
        price is None for tier in prices_of(pricing).tiers for price in (tier.input, tier.output)
    ):
        raise UsageError(
            "--max-cost needs prices, and those of this model are not known here; put them into "
            '"pricing" of submission.json'
        )
    if pricing.currency != "USD":
        raise UsageError('--max-cost is in US dollars; "pricing" of submission.json is not')
    if most is None:
        raise UsageError(
            "--max-cost needs to know how long an answer may be; give --max-tokens as well"
        )
    return Budget(
        cap=request.max_cost,
        pricing=pricing,
        most_output_tokens=most,
        count=cache(lambda text: count_tokens(request.model, text)),
    )


def _most_output_tokens(model: str, settings: Mapping[str, object]) -> int | None:
    asked = settings.get("max_tokens")
    if isinstance(asked, int):
        return asked
    models = load_litellm().model_cost
    key = map_key(model, models)
    known = None if key is None else models[key].get("max_output_tokens")
    return known if isinstance(known, int) else None
