"""Running a listed model again: from what its submission says was asked to the same request.

Nothing is chosen here. Model, settings, prompt and edition are those of the submission's own file
(`settings_asked`, `prompt_sha256`, `benchmark_version`); where it does not say them, or says what
cannot be asked again, the run is refused before it costs anything.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from leaderboard.errors import UsageError
from leaderboard.fields import thawed
from leaderboard.models import OutputsFile
from leaderboard.registry import Benchmark
from leaderboard.reproductions import REPRODUCTIONS, SERVER
from leaderboard.runner.loop import Limits
from leaderboard.runner.plan import Plan
from leaderboard.runner.prepare import RUNS, Request

__all__ = ["ask_again", "check_same", "journal_of", "place_of"]

SETTINGS: Final = ("temperature", "top_p", "seed", "max_tokens")
"""Settings that a run of ours takes, besides the reasoning effort and the answer's form."""
EFFORT: Final = "reasoning_effort"
EFFORTS: Final[Mapping[object, str]] = {None: "default", "none": "off"}
"""litellm's word for a reasoning effort → ours, where they differ."""
FORM: Final = "answer_form"
MODEL: Final = "model"
TIMEOUT: Final = 600.0
"""Seconds after which a call is given up."""


def place_of(root: Path, id_: str, benchmark: str) -> Path:
    """Where the maintainers' own run of an entry is kept."""
    return root / REPRODUCTIONS / id_ / f"{benchmark}.json"


def journal_of(root: Path, id_: str, benchmark: str) -> Path:
    """Where its journal is kept: apart from that of the submission's own run."""
    return root / RUNS / REPRODUCTIONS / id_ / f"{benchmark}.jsonl"


def ask_again(
    submitted: OutputsFile, benchmark: Benchmark, journal: Path, *, api_base: str | None = None
) -> Request:
    """The request that a submission's outputs came from; whoever asks adds key, cap and limits.

    Args:
        submitted: those outputs.
        benchmark: that they answer.
        journal: where the new run keeps its own.
        api_base: the server, where the submission says that it was not the provider's.

    Raises:
        UsageError: the submission does not say what was asked, or it cannot be asked again.

    """
    if submitted.benchmark_version != benchmark.current:
        raise UsageError(
            f"it answered {benchmark.key} {submitted.benchmark_version}; only the edition that is "
            f"ranked, {benchmark.current}, is run again"
        )
    asked = {name: thawed(value) for name, value in (submitted.settings_asked or {}).items()}
    model = asked.get(MODEL)
    if not isinstance(model, str):
        raise UsageError(
            "its settings_asked do not say under which name the model was asked for, so the same "
            "cannot be asked again"
        )
    unknown = sorted(asked.keys() - {MODEL, SERVER, FORM, EFFORT, *SETTINGS})
    if unknown:
        raise UsageError(f"it was asked with settings that no run of ours has: {unknown[0]}")
    if asked.get(SERVER) == "own" and api_base is None:
        raise UsageError(
            "it was run on a server of its submitters' own; name yours with --api-base"
        )
    effort = asked.get(EFFORT)
    return Request(
        benchmark=benchmark.key,
        model=model,
        out=None,
        api_base=api_base,
        api_key_env=None,
        settings={name: asked[name] for name in SETTINGS if name in asked},
        reasoning=EFFORTS.get(effort, str(effort)),
        answer_form=str(asked.get(FORM, "plain")),
        own_prompt=None,
        limits=Limits(),
        timeout_s=TIMEOUT,
        max_cost=None,
        journal=journal,
        given={},
    )


def check_same(plan: Plan, submitted: OutputsFile) -> None:
    """Refuse a run that would not ask what the submission's did.

    Raises:
        UsageError: prompt or settings are others; nothing was called.

    """
    if submitted.prompt_sha256 is None:
        raise UsageError("it says no prompt_sha256, so nobody knows what was asked")
    if plan.prompt.sha256 != submitted.prompt_sha256:
        raise UsageError(
            f"it was asked with the prompt {submitted.prompt_sha256}, not with "
            f"{plan.prompt.sha256}: give its text with --prompt"
        )
    asked = {name: thawed(value) for name, value in (submitted.settings_asked or {}).items()}
    planned = plan.settings_asked
    for name in sorted((asked.keys() | planned.keys()) - {SERVER}):
        if asked.get(name) != planned.get(name):
            raise UsageError(
                f"it was asked with {name} {asked.get(name)!r}; this run would ask with "
                f"{planned.get(name)!r}"
            )
