"""What `reproduced` means: the maintainers ran the model again, and the published interval holds.

`reproductions/<id>/<benchmark>.json` holds the raw outputs of a run that the maintainers made
themselves, in the form of a submission's file. It is scored at each build like any other; nothing
in it says that it holds.

**The rule.** A reproduction is compared if it is a run of its own, complete, of the same edition,
with the same prompt (`prompt_sha256`) and the same settings (`settings_asked`, which name the
model; the server's address may be another). It *holds* if its primary number (macro recall, or
strict accuracy) lies within the 95 % interval that the board shows for the submission's, ends
included. Then the row is `reproduced`. If it lies outside, the row stays `scored` and bears the
mark `reproduction differs`. Whatever comes of it, both numbers stand on the entry's page.

The interval is one over contracts or cases; runs on the same contracts mostly differ by less than
that. So a run that holds is no proof that nothing else differs, and one that does not is an alarm.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Final, TypeAlias

from leaderboard.checks import BenchmarkSpec, list_names, load_folder, parse_outputs
from leaderboard.errors import BrokenRepositoryError
from leaderboard.evaluate import count_answered, evaluate
from leaderboard.findings import Finding, printable
from leaderboard.models import OutputsFile, Submission
from leaderboard.ranking import primary
from leaderboard.records import BenchmarkBoard, Mark, Reproduced, Reproduction, Row, Trust
from scoring.contractscrub import ScoreCard
from scoring.gold import Edition

__all__ = ["REPRODUCTIONS", "Runs", "check_known", "compare_run", "load_runs", "with_reproductions"]

REPRODUCTIONS: Final = "reproductions"
"""Folder of the maintainers' own runs, at the top of the repository."""
SERVER: Final = "api_base"
"""The one setting that may differ: weights that are open run anywhere."""

Runs: TypeAlias = Mapping[tuple[str, str], OutputsFile]
"""(id, benchmark key) → the outputs of the maintainers' run."""


def load_runs(
    root: Path, benchmarks: Mapping[str, BenchmarkSpec]
) -> dict[tuple[str, str], OutputsFile]:
    """Read the maintainers' own runs; none if there is no such folder.

    Raises:
        BrokenRepositoryError: a file there is not of the form. Nobody but the maintainers may write
            there, so that is theirs to mend, and no board is built on it.

    """
    folder = root / REPRODUCTIONS
    if not folder.is_dir():
        return {}
    runs: dict[tuple[str, str], OutputsFile] = {}
    for name in sorted(list_names(folder)):
        place = f"{REPRODUCTIONS}/{printable(name)}"
        if (folder / name).is_symlink() or not (folder / name).is_dir():
            raise BrokenRepositoryError(
                f"{place} is no folder [unreadable_file]. A run lies in "
                f"{REPRODUCTIONS}/<id>/<benchmark>.json, in a folder called after its entry: move "
                "it there, or remove it"
            )
        loaded = load_folder(folder / name, place)
        _refuse(loaded.findings)
        for file, data in sorted(loaded.files.items()):
            key = file.removesuffix(".json")
            outputs, findings = parse_outputs(data, key, benchmarks, f"{place}/{file}")
            _refuse(findings)
            if outputs is None:
                raise AssertionError("a file without findings is of the form")
            runs[name, key] = outputs
    return runs


def _refuse(findings: Collection[Finding]) -> None:
    for finding in findings:
        raise BrokenRepositoryError(
            f"{finding.file}: {finding.message} [{finding.code}]. {finding.mend}"
        )


def check_known(runs: Runs, ids: Collection[str]) -> None:
    """Refuse a run of a submission that there is not.

    Args:
        runs: the maintainers' own runs.
        ids: of all submissions, former ones too.

    Raises:
        BrokenRepositoryError: there is one.

    """
    for name, _ in sorted(runs):
        if name not in ids:
            raise BrokenRepositoryError(
                f"{REPRODUCTIONS}/{name} is a run of no submission: name the folder after its id"
            )


def with_reproductions(
    board: BenchmarkBoard, submissions: Collection[Submission], runs: Runs
) -> BenchmarkBoard:
    """The board with each row's reproduction, and the trust and the mark that it earns.

    Args:
        board: with its certainty computed.
        submissions: those that answered the benchmark.
        runs: the maintainers' own runs, by any id that the submission has borne.

    """
    key = board.benchmark.key
    found: dict[str, tuple[OutputsFile, OutputsFile]] = {}
    for submission in submissions:
        for name in (submission.id, *submission.meta.aliases):
            if (name, key) in runs:
                found[submission.id] = (submission.outputs[key], runs[name, key])
                break

    def judged(row: Row) -> Row:
        if row.entrant.id not in found:
            return row
        submitted, run = found[row.entrant.id]
        return _told(row, compare_run(row, submitted, run, board.editions.get(row.version)))

    return replace(
        board,
        rows=tuple(judged(row) for row in board.rows),
        others=tuple(judged(row) for row in board.others),
    )


def _told(row: Row, reproduction: Reproduction) -> Row:
    marks = set(row.marks)
    if reproduction.outcome is Reproduced.DIFFERS:
        marks.add(Mark.REPRODUCTION_DIFFERS)
    return replace(
        row,
        trust=Trust.REPRODUCED if reproduction.outcome is Reproduced.HOLDS else row.trust,
        marks=tuple(mark for mark in Mark if mark in marks),
        reproduction=reproduction,
    )


def compare_run(
    row: Row, submitted: OutputsFile, run: OutputsFile, edition: Edition | None
) -> Reproduction:
    """What the maintainers' run says of a row.

    Args:
        row: with its certainty.
        submitted: the outputs behind it.
        run: the outputs of the maintainers' run.
        edition: that the row answered; None if it is not here.

    """
    finished = run.run.finished.date() if run.run and run.run.finished else None
    interval = _interval(row)
    value = None
    obstacle = _obstacle(submitted, run) or _unscored(row, edition, interval)
    if obstacle is None and edition is not None and interval is not None:
        value, obstacle = _value(row, run, edition)
    if obstacle is not None or value is None or interval is None:
        return Reproduction(Reproduced.UNTOLD, value, interval, finished, obstacle)
    low, high = interval
    outcome = Reproduced.HOLDS if low <= value <= high else Reproduced.DIFFERS
    return Reproduction(outcome, value, interval, finished)


def _interval(row: Row) -> tuple[Fraction, Fraction] | None:
    """The published 95 % interval of the number that the row is ranked by, exactly as computed."""
    measure = "macro_recall" if isinstance(row.card, ScoreCard) else "strict_accuracy"
    interval = row.certainty.intervals.get(measure) if row.certainty else None
    return None if interval is None else (Fraction(interval.low), Fraction(interval.high))


def _obstacle(submitted: OutputsFile, run: OutputsFile) -> str | None:
    """Why the two runs cannot be compared, if they cannot."""
    asked = _asked(submitted)
    started = run.run.started if run.run else None
    obstacles = {
        "it answered another edition": run.benchmark_version != submitted.benchmark_version,
        "the submission does not say what was asked": submitted.prompt_sha256 is None,
        "it asked with another prompt": run.prompt_sha256 != submitted.prompt_sha256,
        "the submission does not say under which name the model was asked for": (
            "model" not in asked
        ),
        "it asked for another model or other settings": _asked(run) != asked,
        "it is no run of its own": started is None
        or (submitted.run is not None and started == submitted.run.started),
    }
    return next((text for text, there in obstacles.items() if there), None)


def _asked(outputs: OutputsFile) -> dict[str, object]:
    settings = outputs.settings_asked or {}
    return {name: value for name, value in settings.items() if name != SERVER}


def _unscored(
    row: Row, edition: Edition | None, interval: tuple[Fraction, Fraction] | None
) -> str | None:
    if row.card is None or edition is None:
        return "the edition's gold is not at hand"
    return "the row has no interval" if interval is None else None


def _value(row: Row, run: OutputsFile, edition: Edition) -> tuple[Fraction | None, str | None]:
    """The run's primary number, and why it cannot be compared if it cannot."""
    records = tuple(record.model_dump() for record in run.outputs)
    value = primary(replace(row, card=evaluate(edition, records)))
    answered, items = count_answered(edition, records), len(edition.items)
    if answered < items:
        return value, f"only {answered} of its {items} answers count"
    return value, None
