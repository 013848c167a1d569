"""The files that a new submission starts from."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from leaderboard.checks import BenchmarkSpec, no_benchmark
from leaderboard.errors import UsageError
from leaderboard.files import dump_json, write_text
from leaderboard.names import id_problem

__all__ = ["build_scaffold", "choose_benchmarks", "write_scaffold"]

_TEXT: Final = "FILL IN"
_LOGIN: Final = "FILL-IN"
# Both are in `checks.PLACEHOLDERS`, so that validation lists what is still to be filled in.


def build_scaffold(  # noqa: PLR0913 - one argument for each answer that may be given at once
    benchmarks: Sequence[BenchmarkSpec],
    today: dt.date,
    *,
    name: str | None = None,
    organization: str | None = None,
    submitter: str | None = None,
    github: str | None = None,
) -> dict[str, str]:
    """File name → text. What is not given is left to be filled in.

    Args:
        benchmarks: those that the submission will answer, each in its newest edition.
        today: the day of the submission and of its price list.
        name: display name of the model.
        organization: who made the model.
        submitter: display name of who submits.
        github: their GitHub login.

    """
    submission = {
        "schema_version": 1,
        "model": {
            "name": name or _TEXT,
            "organization": organization or _TEXT,
            "version": None,
            "released": None,
            "access": _TEXT,
            "license": None,
            "url": None,
        },
        "system": {
            "kind": "model",
            "reasoning": "default",
            "settings": {},
            "prompt": None,
            "harness": None,
            "description": None,
        },
        "submitters": [
            {"name": submitter or _TEXT, "github": github or _LOGIN, "affiliation": None}
        ],
        "submitted": today,
        "pricing": {
            "currency": "USD",
            "input": None,
            "cached_input": None,
            "output": None,
            "tiers": [],
            "source": None,
            "as_of": today,
        },
        "license": "CC-BY-4.0",
        "aliases": [],
        "status": "active",
        "reason": None,
        "successor": None,
        "changes": [],
        "links": [],
        "notes": None,
    }
    files = {"submission.json": dump_json(submission)}
    files.update({f"{spec.key}.json": dump_json(_outputs(spec)) for spec in benchmarks})
    return files


def _outputs(spec: BenchmarkSpec) -> dict[str, object]:
    return {
        "schema_version": 1,
        "benchmark": spec.key,
        "benchmark_version": spec.current,
        "prompt_sha256": None,
        "run": None,
        "settings_asked": None,
        "settings_sent": None,
        "outputs": [
            {"item": item, "response": None, "finish_reason": _TEXT}
            for item in sorted(spec.editions[spec.current] or ())
        ],
    }


def choose_benchmarks(
    keys: Iterable[str], benchmarks: Mapping[str, BenchmarkSpec]
) -> list[BenchmarkSpec]:
    """The benchmarks of those keys, each once.

    Raises:
        UsageError: there is no such benchmark; the sentence names those there are.

    """
    for key in keys:
        if key not in benchmarks:
            raise UsageError(no_benchmark(key, benchmarks))
    return [benchmarks[key] for key in dict.fromkeys(keys)]


def write_scaffold(parent: Path, submission: str, files: Mapping[str, str]) -> Path:
    """Write the files into a new folder `parent/submission`; gives that folder.

    Raises:
        UsageError: the id is not of the form or reserved, or the folder is there already.
        OSError: the folder cannot be made or written to.

    """
    problem = id_problem(submission)
    if problem:
        raise UsageError(f"{problem.message}. {problem.mend}")
    folder = parent / submission
    try:
        folder.mkdir(parents=True)
    except FileExistsError as error:
        raise UsageError(f"{folder} is there already; nothing was written") from error
    for name, text in files.items():
        write_text(folder / name, text)
    return folder
