"""The files of one folder → a `Submission`, and everything that is wrong with them."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, TypeVar

from pydantic import BaseModel

from leaderboard.checks.benchmarks import BenchmarkSpec
from leaderboard.checks.outputs import check_outputs
from leaderboard.findings import (
    MOST_OF_A_KIND,
    Finding,
    Problem,
    json_pointer,
    printable,
    quoted,
    sort_findings,
)
from leaderboard.model_errors import parse_record
from leaderboard.models import OutputsFile, Submission, SubmissionFile
from leaderboard.names import id_problem
from leaderboard.strict_json import Path, parse_strict

__all__ = [
    "JUDGMENTS",
    "PLACEHOLDERS",
    "SUBMISSION_FILE",
    "check_file_name",
    "check_submission",
    "parse_meta",
    "parse_outputs",
]

Record = TypeVar("Record", bound=BaseModel)

SUBMISSION_FILE: Final = "submission.json"
JUDGMENTS: Final = "judgments"
"""Folder of recorded verdicts beside a submission's files."""

PLACEHOLDERS: Final = frozenset({"FILL IN", "FILL-IN"})
"""What `leaderboard new` writes where a submitter must; the second where no space may stand."""

_FILE_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,39}[.]json")
_JUDGMENT_NAME: Final = re.compile(JUDGMENTS + r"/[a-z0-9][a-z0-9-]{0,79}[.]json")
_SCORE_WORDS: Final = frozenset(
    {
        "accuracy",
        "f1",
        "metric",
        "metrics",
        "precision",
        "rank",
        "ranking",
        "recall",
        "score",
        "scores",
    }
)
_SETTINGS: Final = frozenset({"settings", "settings_asked", "settings_sent"})
_SETTING_WORDS: Final = frozenset({"precision", "rank"})
"""Words that also name settings of models: numeric precision, rank of an adapter."""

_SETTLING: Final = frozenset(
    {
        "claimed_score",
        "duplicate_key",
        "not_a_number",
        "number_too_large",
        "placeholder",
        "too_many_values",
    }
)
"""Where one of these is found, a record's refusal of the same part says nothing more."""


def check_submission(
    files: Mapping[str, bytes],
    folder_id: str,
    benchmarks: Mapping[str, BenchmarkSpec],
    *,
    folder: str | None = None,
    unread: Collection[str] = (),
) -> tuple[Submission | None, tuple[Finding, ...]]:
    """Judge a submission by its files' names and bytes alone.

    Args:
        files: name → bytes, names relative to the folder.
        folder_id: the folder's name, which is the submission's id.
        benchmarks: key → benchmark.
        folder: how findings name the folder; None for `submissions/<id>`.
        unread: names of files that are there and could not be read; nothing is said about them.

    Returns:
        The submission if every file is of the form, else None; and all findings, sorted. A
        submission with findings (a missing item, say) does not belong on the board.

    """
    place = folder if folder is not None else f"submissions/{printable(folder_id)}"
    findings: list[Finding] = []
    problem = id_problem(folder_id, "bad_folder_name")
    if problem:
        findings.append(problem.at(place))
    findings += _check_names(files, {*files, *unread}, place)
    meta = None
    if SUBMISSION_FILE in files:
        meta, _, found = _parse(files[SUBMISSION_FILE], SubmissionFile, f"{place}/submission.json")
        findings += found
    outputs: dict[str, OutputsFile | None] = {}
    for name in sorted(files):
        if name != SUBMISSION_FILE and _FILE_NAME.fullmatch(name):
            key = name.removesuffix(".json")
            outputs[key], found = parse_outputs(files[name], key, benchmarks, f"{place}/{name}")
            findings += found
    ordered = sort_findings(findings)
    records = {key: record for key, record in outputs.items() if record is not None}
    if meta is None or not records or len(records) < len(outputs):
        return None, ordered
    digest = _digest({name: files[name] for name in (SUBMISSION_FILE, *_names(records))})
    return Submission(folder_id, meta, MappingProxyType(records), digest), ordered


def parse_meta(data: bytes) -> SubmissionFile | None:
    """What `submission.json` says, if it is in order."""
    return _parse(data, SubmissionFile, SUBMISSION_FILE)[0]


def _names(records: Mapping[str, OutputsFile]) -> list[str]:
    return [f"{key}.json" for key in records]


def _digest(files: Mapping[str, bytes]) -> str:
    """One digest over names, lengths and bytes, in order of the names."""
    total = hashlib.sha256()
    for name in sorted(files):
        total.update(f"{name}\n{len(files[name])}\n".encode())
        total.update(files[name])
    return "sha256:" + total.hexdigest()


def check_file_name(name: str, place: str) -> Finding | None:
    """Whether a file of that name, relative to the folder, may be part of a submission."""
    if _FILE_NAME.fullmatch(name) or _JUDGMENT_NAME.fullmatch(name):
        return None
    return Finding(
        "unexpected_file",
        f"{place}/{printable(name)}",
        "",
        f"{quoted(name)} is no part of a submission",
        "Take it out: a submission is submission.json and one <benchmark>.json for each "
        "benchmark, in lower-case letters, digits and hyphens.",
    )


def _check_names(
    files: Mapping[str, bytes], there: Collection[str], place: str
) -> Iterator[Finding]:
    for name in files:
        finding = check_file_name(name, place)
        if finding:
            yield finding
    if SUBMISSION_FILE not in there:
        yield Finding(
            "missing_file",
            place,
            "",
            "there is no submission.json",
            "Add it; `leaderboard new` writes one to start from.",
        )
    if not any(name != SUBMISSION_FILE and _FILE_NAME.fullmatch(name) for name in there):
        yield Finding(
            "no_outputs",
            place,
            "",
            "there are no outputs on any benchmark",
            "Add a <benchmark>.json with the raw outputs, such as openscrub.json.",
        )


def parse_outputs(
    data: bytes, key: str, benchmarks: Mapping[str, BenchmarkSpec], file: str
) -> tuple[OutputsFile | None, list[Finding]]:
    """A file of outputs if there is nothing to say against its form, and all findings.

    Args:
        data: its bytes.
        key: the benchmark that its name gives.
        benchmarks: key → benchmark.
        file: the name that findings carry.

    """
    spec = benchmarks.get(key)
    if spec is None:
        return None, [
            Finding(
                "unknown_benchmark",
                file,
                "",
                f"there is no benchmark {quoted(key)}",
                f"Name the file after one of the benchmarks: {', '.join(sorted(benchmarks))}.",
            )
        ]
    record, value, findings = _parse(data, OutputsFile, file)
    if isinstance(value, dict):
        findings += check_outputs(value, key, spec, file)
    return record, findings


def _parse(
    data: bytes, model: type[Record], file: str
) -> tuple[Record | None, object, list[Finding]]:
    """The record if there is nothing to say against it, the value, and the findings."""
    parsed = parse_strict(data, file, exempt=_is_response)
    findings = list(parsed.findings)
    if not parsed.readable:
        return None, None, findings
    findings += _check_parts(parsed.value, file)
    record, refusals = parse_record(parsed.value, model, file)
    findings = _merged(findings, refusals)
    return None if findings else record, parsed.value, findings


def _merged(findings: list[Finding], refusals: Sequence[Finding]) -> list[Finding]:
    """Findings about a file's parts and a record's refusals, nothing said twice of one part.

    A placeholder is mended by one of the words that its field knows, where the record names them.
    """
    settled = {finding.pointer for finding in findings if finding.code in _SETTLING}
    words = {refusal.pointer: refusal.mend for refusal in refusals if _names_words(refusal)}
    return [
        replace(finding, mend=words.get(finding.pointer, finding.mend))
        if finding.code == "placeholder"
        else finding
        for finding in findings
    ] + [refusal for refusal in refusals if refusal.pointer not in settled]


def _names_words(refusal: Finding) -> bool:
    return refusal.code == "not_a_choice"


def _is_response(path: Path) -> bool:
    """Whether a path is that of a model's answer, which is scored and not judged."""
    match path:
        case ("outputs", int(), "response"):
            return True
        case _:
            return False


def _check_parts(value: object, file: str) -> list[Finding]:
    """Scores and placeholders, wherever they stand; of each no more than will be shown."""
    parts = list(_parts(value))
    claims = (
        _claimed_score(key).at(file, json_pointer((*path, key)))
        for path, part in parts
        if isinstance(part, dict)
        for key, member in part.items()
        if _claims_score(key, member, path)
    )
    placeholders = (
        _placeholder(part).at(file, json_pointer(path))
        for path, part in parts
        if isinstance(part, str) and part in PLACEHOLDERS and not _is_response(path)
    )
    most = MOST_OF_A_KIND + 1
    return [*itertools.islice(claims, most), *itertools.islice(placeholders, most)]


def _parts(value: object) -> Iterator[tuple[Path, object]]:
    """Each object, list and text in a value, with its path."""
    waiting: list[tuple[Path, object]] = [((), value)]
    while waiting:
        path, part = waiting.pop()
        yield path, part
        if isinstance(part, dict):
            inner: Iterable[tuple[str | int, object]] = part.items()
        elif isinstance(part, list):
            inner = enumerate(part)
        else:
            continue
        waiting += [
            ((*path, step), member)
            for step, member in inner
            if isinstance(member, dict | list | str)
        ]


def _placeholder(text: str) -> Problem:
    return Problem(
        "placeholder",
        f"{quoted(text)} is still there",
        "Write what belongs there, or null where it is unknown and may be.",
    )


def _claims_score(key: str, part: object, path: Path) -> bool:
    words = set(re.split(r"[^a-z0-9]+", key[:200].lower())) & _SCORE_WORDS
    if _SETTINGS.isdisjoint(path):
        return bool(words)
    is_number = isinstance(part, int | float) and not isinstance(part, bool)
    return is_number and bool(words - _SETTING_WORDS)


def _claimed_score(key: str) -> Problem:
    return Problem(
        "claimed_score",
        f"the key {quoted(key)} states a score",
        "Take it out: scores are computed here from the raw outputs, never stated.",
    )
