"""Who may change an entry, which names it may bear, and what it must say of a change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from leaderboard.checks import Entry
from leaderboard.digests import outputs_digest
from leaderboard.findings import Finding, Problem, quoted
from leaderboard.models import OutputsFile, Submission, SubmissionFile

__all__ = ["check_aliases", "check_changes", "check_owner", "logins"]

_SAID: Final = ("model", "system", "pricing", "submitted", "license")
"""What readers are told of an entry beside its answers; prices decide its costs."""


def logins(meta: SubmissionFile) -> frozenset[str]:
    """The GitHub logins of the submitters, in small letters: GitHub tells no case apart."""
    return frozenset(submitter.github.lower() for submitter in meta.submitters)


def check_owner(
    author: str, meta: SubmissionFile | None, file: str, *, is_new: bool
) -> Iterator[Finding]:
    """Whether the author of a pull request may change an entry.

    Args:
        author: GitHub login.
        meta: of the new entry in the branch, or of an old one in main, never in the branch: else
            anyone could write himself in. None where it cannot be read.
        file: the `submission.json` that the finding names.
        is_new: whether the entry is new.

    """
    if meta is not None and author.lower() in logins(meta):
        return
    if is_new:
        if meta is not None:
            mend = f'Add {{"name": …, "github": "{author}"}} to the submitters, or have one of '
            mend += "those who are named open the pull request."
            message = f"{quoted(author)} opens the pull request and is no submitter"
            yield Problem("not_the_owner", message, mend).at(file, "/submitters")
        return
    yield Problem(
        "not_the_owner",
        f"{quoted(author)} is not among the submitters that main names",
        "Have one of them open the pull request; who else may change the entry is theirs to say, "
        "in a pull request of their own.",
    ).at(file, "/submitters")


def check_aliases(
    entry: Entry, standing: SubmissionFile | None, former: str | None, file: str
) -> Iterator[Finding]:
    """Whether an entry bears just the former ids that are its own.

    Args:
        entry: of the branch.
        standing: of main; None if the entry is new.
        former: its id until now, where it is renamed.
        file: its `submission.json`.

    """
    ever = [*(standing.aliases if standing else ()), *([former] if former else ())]
    # An entry may take an id back that it bore before.
    own = [alias for alias in ever if alias != entry.id]
    aliases = entry.meta.aliases
    for place, alias in enumerate(aliases):
        if alias not in own:
            message = f"{quoted(alias)} was never an id of this submission"
            mend = "Take it out: an id becomes an alias in the pull request that renames its entry."
            yield Problem("alias_not_own", message, mend).at(file, f"/aliases/{place}")
    for alias in own:
        if alias not in aliases:
            message = f"{quoted(alias)} is no longer among the former ids"
            mend = f"Add {quoted(alias)} to the aliases: links to it must keep working."
            yield Problem("alias_dropped", message, mend).at(file, "/aliases")


def check_changes(
    submission: Submission, meta: SubmissionFile, standing: Submission | None, file: str
) -> Iterator[Finding]:
    """Whether an old entry says why it is changed, and leaves standing what it said before.

    Args:
        submission: of the branch.
        meta: what main's `submission.json` says.
        standing: of main; None where its files are not in order.
        file: its `submission.json`.

    """
    before, now = meta.changes, submission.meta.changes
    if now[: len(before)] != before:
        yield Problem(
            "changed_history",
            "what was changed before reads otherwise than in main",
            "Leave those lines as they are and add one at the end.",
        ).at(file, "/changes")
    elif len(now) == len(before) and (moved := _moved(submission, standing)):
        yield Problem(
            "missing_change",
            f"{moved} is changed, and no line of `changes` says why",
            'Add {"date": …, "reason": …} at the end of changes.',
        ).at(file, "/changes")


def _moved(submission: Submission, standing: Submission | None) -> str:
    """The first thing that readers are told, or that numbers are made of, that is another."""
    if standing is None:
        return "the submission"
    for part in _SAID:
        if getattr(submission.meta, part) != getattr(standing.meta, part):
            return part
    for key in sorted({*submission.outputs, *standing.outputs}):
        if _answers(submission.outputs.get(key)) != _answers(standing.outputs.get(key)):
            return f"{key}.json"
    return ""


def _answers(outputs: OutputsFile | None) -> tuple[str | None, ...]:
    if outputs is None:
        return ()
    records = [record.model_dump() for record in outputs.outputs]
    return outputs.benchmark_version, outputs.prompt_sha256, outputs_digest(records)
