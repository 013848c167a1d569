"""`submission.json` of a run: from what is there, from options, and from what is asked."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from leaderboard.checks import (
    PLACEHOLDERS,
    Entry,
    check_submission,
    check_together,
    load_entries,
)
from leaderboard.checks.submission import parse_meta
from leaderboard.errors import UsageError
from leaderboard.files import dump_json
from leaderboard.findings import Finding, json_pointer
from leaderboard.models import Pricing, SubmissionFile
from leaderboard.programs import PROGRAMS
from leaderboard.strict_json import parse_strict

__all__ = [
    "QUESTIONS",
    "Ask",
    "Question",
    "check_beside",
    "check_metadata",
    "complete_metadata",
    "load_metadata",
    "priced",
    "render_metadata",
]

FILE: Final = "submission.json"


@dataclass(frozen=True, slots=True)
class Question:
    """Something that only a submitter knows.

    Attributes:
        option: the option that answers it.
        path: where it stands in `submission.json`.
        text: what is asked at a terminal.
        example: an answer that is of the form.

    """

    option: str
    path: tuple[str | int, ...]
    text: str
    example: str


Ask: TypeAlias = Callable[[Question, str | None], str]
"""(what is asked, what was wrong with the last answer) → the answer."""

QUESTIONS: Final = (
    Question("--name", ("model", "name"), "Display name of the model", "Lexi 2"),
    Question("--organization", ("model", "organization"), "Who made the model", "Acme"),
    Question(
        "--access",
        ("model", "access"),
        "How it is reached (api, open-weights, internal or program)",
        "api",
    ),
    Question("--submitter", ("submitters", 0, "name"), "Your display name", "Ada Byron"),
    Question("--github", ("submitters", 0, "github"), "Your GitHub login", "ada"),
)
"""In the order in which they are asked."""


def load_metadata(folder: Path, scaffold: str) -> dict[str, Any]:
    """The submission's own `submission.json`, or the one that `new` would write.

    Args:
        folder: of the submission; it may be missing.
        scaffold: the text of a fresh `submission.json`.

    Raises:
        UsageError: the file is no JSON, or not of the strict form.
        OSError: it cannot be read.

    """
    path = folder / FILE
    data = path.read_bytes() if path.exists() else scaffold.encode("utf-8")
    parsed = parse_strict(data, FILE)
    if not isinstance(parsed.value, dict) or parsed.findings:
        raise UsageError(_told(path, parsed.findings))
    return parsed.value


def complete_metadata(
    value: Mapping[str, Any],
    given: Mapping[str, str | None],
    *,
    ask: Ask | None,
    where: Path,
) -> SubmissionFile:
    """The whole of `submission.json`, before any call is paid.

    Args:
        value: what is there (`load_metadata`).
        given: option → what it says, None where it was not given.
        ask: asks at a terminal, again where an answer is not of the form; None where there is no
            terminal.
        where: the submission's folder, for messages.

    Raises:
        UsageError: something is missing and cannot be asked, an option contradicts the file, or
            the whole is not of the form; the sentence says all of it at once.

    """
    content: dict[str, Any] = {"model": {}, "submitters": [{}], **copy.deepcopy(dict(value))}
    match content:
        case {"model": dict(), "submitters": [dict(), *_]}:
            pass
        case _:
            raise UsageError(_told(where / FILE, _findings(content, where)))
    missing = [each for each in QUESTIONS if not _settle(content, each, given[each.option], where)]
    if missing:
        if ask is None:
            options = ", ".join(question.option for question in missing)
            raise UsageError(
                f"{where / FILE} does not say everything yet, and there is no terminal to ask at; "
                f"give {options}, or fill the file in (`leaderboard new` starts one)"
            )
        for question in missing:
            _ask_for(content, question, ask, where)
    return _checked(content, where)


def check_metadata(meta: SubmissionFile, where: Path) -> SubmissionFile:
    """The submission as it is, if nothing is to be said against it.

    Args:
        meta: the submission.
        where: its folder, for messages.

    Raises:
        UsageError: it is not of the form, as where the name of a prompt's file may not be shown.

    """
    return _checked(meta.model_dump(mode="json"), where)


def check_beside(meta: SubmissionFile, where: Path) -> None:
    """Refuse a submission that can be taken for a neighbour: all calls would be paid in vain.

    Args:
        meta: the submission.
        where: its folder; it may be missing, as may the one above it.

    Raises:
        UsageError: it has the system, the name or the id of another; the sentence says which.
        OSError: the neighbours cannot be read.

    """
    parent = where.absolute().parent
    neighbours = load_entries(parent) if parent.is_dir() else ()
    others = [entry for entry in neighbours if entry.id != where.name]
    findings = check_together(
        [*others, Entry(where.name, meta)],
        {where.name},
        programs={f"program--{program.key}": program.name for program in PROGRAMS},
    )
    if findings:
        raise UsageError(
            f"{where} cannot stand beside the others in {where.parent}: {_list(findings)}"
        )


def priced(meta: SubmissionFile, listed: Pricing | None) -> SubmissionFile:
    """The submission with a price list: its own, else the provider's, else none.

    Args:
        meta: the submission.
        listed: the provider's list price of the model, None if there is none.

    """
    own = meta.pricing
    if own is not None and any(
        price is not None for price in (own.input, own.cached_input, own.output)
    ):
        return meta
    return meta.model_copy(update={"pricing": listed})


def _settle(content: dict[str, Any], question: Question, said: str | None, where: Path) -> bool:
    """Put an answer in; whether there is one."""
    *above, last = question.path
    inner: Any = content
    for key in above:
        inner = inner[key]
    known = inner.get(last)
    said = None if said is None else _writable(said)
    if known is None or (isinstance(known, str) and known in PLACEHOLDERS):
        inner[last] = said
        return said is not None
    if said is not None and said != known:
        raise UsageError(
            f"{question.option} says {said!r}, {where / FILE} says {known!r}; mend one of them"
        )
    return True


def _put(content: dict[str, Any], path: tuple[str | int, ...], value: str) -> None:
    *above, last = path
    inner: Any = content
    for key in above:
        inner = inner[key]
    inner[last] = value


def _ask_for(content: dict[str, Any], question: Question, ask: Ask, where: Path) -> None:
    """Put in what is answered, once it is of the form."""
    problem: str | None = None
    pointer = json_pointer(question.path)
    while True:
        _put(content, question.path, _writable(ask(question, problem)))
        wrong = [each for each in _findings(content, where) if each.pointer == pointer]
        if not wrong:
            return
        problem = f"{wrong[0].message}. {wrong[0].mend}"


def _writable(text: str) -> str:
    """The text without bytes that are no UTF-8, which a terminal or a shell may hand on."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _findings(content: Mapping[str, Any], where: Path) -> list[Finding]:
    """What is to be said against a `submission.json` alone."""
    data = {FILE: dump_json(content).encode("utf-8")}
    _, findings = check_submission(data, where.name, {}, folder=where.name)
    return [each for each in findings if each.file == f"{where.name}/{FILE}"]


def _checked(content: Mapping[str, Any], where: Path) -> SubmissionFile:
    findings = _findings(content, where)
    meta = parse_meta(dump_json(content).encode("utf-8"))
    if meta is None:
        raise UsageError(_told(where / FILE, findings))
    return meta


def _told(path: Path, findings: Sequence[Finding]) -> str:
    return f"{path} is not of the form: {_list(findings) or 'it is no object'}"


def _list(findings: Sequence[Finding]) -> str:
    """The findings with how to mend them, and with the options that say the same."""
    options = {json_pointer(question.path): f" ({question.option})" for question in QUESTIONS}
    return "; ".join(
        f"{finding.pointer}{options.get(finding.pointer, '')}: " * bool(finding.pointer)
        + f"{finding.message} [{finding.code}]. {finding.mend}"
        for finding in findings
    ).removesuffix(".")


def render_metadata(meta: SubmissionFile) -> str:
    """The text of `submission.json`."""
    return dump_json(meta.model_dump(mode="json"))
