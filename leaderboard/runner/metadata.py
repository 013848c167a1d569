"""`submission.json` of a run: from what is there, from options, and from what is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from leaderboard.checks import PLACEHOLDERS
from leaderboard.errors import UsageError
from leaderboard.files import dump_json
from leaderboard.findings import Finding
from leaderboard.model_errors import parse_record
from leaderboard.models import Pricing, SubmissionFile
from leaderboard.strict_json import parse_strict

__all__ = ["QUESTIONS", "Question", "complete_metadata", "load_metadata", "priced"]

FILE: Final = "submission.json"


@dataclass(frozen=True, slots=True)
class Question:
    """Something that only a submitter knows.

    Attributes:
        option: the option that answers it.
        path: where it stands in `submission.json`.
        text: what is asked at a terminal.

    """

    option: str
    path: tuple[str | int, ...]
    text: str


QUESTIONS: Final = (
    Question("--name", ("model", "name"), "Display name of the model"),
    Question("--organization", ("model", "organization"), "Who made the model"),
    Question(
        "--access",
        ("model", "access"),
        "How it is reached (api, open-weights, internal or program)",
    ),
    Question("--submitter", ("submitters", 0, "name"), "Your display name"),
    Question("--github", ("submitters", 0, "github"), "Your GitHub login"),
)
"""In the order in which they are asked."""


def load_metadata(folder: Path, scaffold: str) -> dict[str, Any]:
    """The submission's own `submission.json`, or the one that `new` would write.

    Args:
        folder: of the submission; it may be missing.
        scaffold: the text of a fresh `submission.json`.

    Raises:
        UsageError: the file is no JSON.
        OSError: it cannot be read.

    """
    path = folder / FILE
    data = path.read_bytes() if path.exists() else scaffold.encode("utf-8")
    parsed = parse_strict(data, FILE)
    if not isinstance(parsed.value, dict):
        raise UsageError(_told(path, parsed.findings))
    return parsed.value


def complete_metadata(
    value: Mapping[str, Any],
    given: Mapping[str, str | None],
    *,
    ask: Callable[[str], str] | None,
    where: Path,
) -> SubmissionFile:
    """The whole of `submission.json`, before any call is paid.

    Args:
        value: what is there (`load_metadata`).
        given: option → what it says, None where it was not given.
        ask: asks at a terminal; None where there is none.
        where: the submission's folder, for messages.

    Raises:
        UsageError: something is missing and cannot be asked, an option contradicts the file, or
            the whole is not of the form; the sentence says all of it at once.

    """
    content: dict[str, Any] = dict(value)
    missing = [each for each in QUESTIONS if not _settle(content, each, given[each.option], where)]
    if missing and ask is None:
        options = ", ".join(question.option for question in missing)
        raise UsageError(
            f"{where / FILE} does not say everything yet; give {options}, or fill the file in "
            "(`leaderboard new` starts one)"
        )
    for question in missing:
        assert ask is not None  # noqa: S101 - the branch above has left otherwise
        _put(content, question.path, ask(question.text))
    meta, findings = parse_record(content, SubmissionFile, FILE)
    if meta is None:
        raise UsageError(_told(where / FILE, findings))
    return meta


def priced(meta: SubmissionFile, listed: Pricing | None, *, own_server: bool) -> SubmissionFile:
    """The submission with a price list: its own, else the provider's, else none.

    Args:
        meta: the submission.
        listed: the provider's list price of the model, None if unknown.
        own_server: whether another server than the provider's is called, which has no list price.

    """
    own = meta.pricing
    if own is not None and any(
        price is not None for price in (own.input, own.cached_input, own.output)
    ):
        return meta
    return meta.model_copy(update={"pricing": None if own_server else listed})


def _settle(content: dict[str, Any], question: Question, said: str | None, where: Path) -> bool:
    """Put an answer in; whether there is one."""
    known = _get(content, question.path)
    if known is None or known in PLACEHOLDERS:
        if said is None:
            return False
        _put(content, question.path, said)
    elif said is not None and said != known:
        raise UsageError(
            f"{question.option} says {said!r}, {where / FILE} says {known!r}; mend one of them"
        )
    return True


def _get(content: Any, path: tuple[str | int, ...]) -> Any:  # noqa: ANN401 - JSON
    for key in path:
        try:
            content = content[key]
        except (KeyError, IndexError, TypeError):
            return None
    return content


def _put(content: dict[str, Any], path: tuple[str | int, ...], value: str) -> None:
    *above, last = path
    inner: Any = content
    for key in above:
        if isinstance(key, str):
            inner[key] = (
                list(inner.get(key) or [{}]) if key == "submitters" else dict(inner.get(key) or {})
            )
        else:
            inner[key] = dict(inner[key])
        inner = inner[key]
    inner[last] = value


def _told(path: Path, findings: tuple[Finding, ...]) -> str:
    told = "; ".join(
        f"{finding.pointer}: {finding.message} [{finding.code}]" for finding in findings
    )
    return f"{path} is not of the form: {told or 'it is no object'}"


def render_metadata(meta: SubmissionFile) -> str:
    """The text of `submission.json`."""
    return dump_json(meta.model_dump(mode="json"))
