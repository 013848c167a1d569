"""Says on a pull request what the check found: one comment, kept up to date.

It runs with the right to comment, after the check of a pull request that a stranger may have
opened. So nothing that the check left is believed:

- The pull request is found by asking for those that are open from the run's branch, and taken only
  if its head is still the commit that was checked. (`workflow_run.pull_requests` is empty for
  forks.)
- Which files it changes is asked of GitHub. If one of them lies outside one submission's folder,
  the pull request may have changed the check itself and written the report: a fixed text is
  posted, and the report is not opened.
- The report is one bounded JSON file in an artifact, read in memory, and rendered again by this
  code.
- The comment is recognised by its marker and by its author: anybody may write the marker.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from pydantic import ValidationError

from leaderboard.errors import UsageError
from leaderboard.hosting.artifact import MOST_ARCHIVE, ArtifactError, parse_artifact
from leaderboard.hosting.client import GitHub, LargeReplyError
from leaderboard.hosting.records import ChangedFile, Comment, Pull, RunEvent, WorkflowRun
from leaderboard.names import id_problem
from leaderboard.review import FIXED_TEXT, Report, ReportError, parse_report, render_markdown

__all__ = ["ARTIFACT", "AUTHOR", "MARKER", "Commented", "Said", "comment_on_run", "parse_event"]

WORKFLOW: Final = ".github/workflows/validate.yml"
BRANCH: Final = "main"
SUBMISSIONS: Final = "submissions"
ARTIFACT: Final = "review"
AUTHOR: Final = "github-actions[bot]"
"""Who writes with the token of a workflow."""
MARKER: Final = "<!-- leaderboard: review -->"
"""First line of the comment; not shown."""
UNREADABLE: Final = (
    "The check of this pull request left no report that can be read. Its log says what happened; "
    "a new commit, or *Re-run jobs*, starts it again."
)


class Said(StrEnum):
    """What became of the comment."""

    CREATED = "created"
    UPDATED = "updated"
    KEPT = "kept"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Commented:
    """What was done.

    Attributes:
        said: what became of the comment.
        pull: the pull request's number, or None where none was found.
        why: in a sentence, what was posted, or why nothing was.
        fault: what was wrong with the report, if it should have been readable.

    """

    said: Said
    pull: int | None
    why: str
    fault: str | None = None


@dataclass(frozen=True, slots=True)
class _Body:
    text: str
    why: str
    fault: str | None = None


def parse_event(data: bytes) -> WorkflowRun:
    """The run that the event `workflow_run` tells of.

    Args:
        data: the file that `GITHUB_EVENT_PATH` names.

    Raises:
        UsageError: it tells of no run.

    """
    try:
        return RunEvent.model_validate_json(data).workflow_run
    except ValidationError as error:
        raise UsageError("the event is no workflow_run: this command is for comment.yml") from error


def comment_on_run(github: GitHub, run: WorkflowRun, site: str | None = None) -> Commented:
    """Post, or bring up to date, the comment on the pull request that `run` has checked.

    Args:
        github: the repository's side of GitHub.
        run: the check's run.
        site: address of the published site, for links; None for no links.

    Raises:
        HostingError: GitHub could not be asked.

    """
    if (run.path.partition("@")[0], run.event) != (WORKFLOW, "pull_request"):
        return Commented(Said.NOTHING, None, "The run was not the check of a pull request.")
    if run.conclusion not in {"success", "failure"}:
        return Commented(Said.NOTHING, None, "The check did not come to an end.")
    pull = _find_pull(github, run)
    if pull is None:
        return Commented(Said.NOTHING, None, "No open pull request has this head.")
    paths = _changed_paths(github.files(pull.number))
    own = _own_comment(github.comments(pull.number))
    if own is None and not any(path.startswith(f"{SUBMISSIONS}/") for path in paths):
        return Commented(Said.NOTHING, pull.number, "It touches no submission.")
    body = _body(github, run, paths, site)
    # The list of files carries no commit: a push in between would have been listed instead.
    if github.pull(pull.number).head.sha != run.head_sha:
        return Commented(Said.NOTHING, pull.number, "The head has moved on; its own run comments.")
    return Commented(_say(github, pull.number, own, body.text), pull.number, body.why, body.fault)


def _find_pull(github: GitHub, run: WorkflowRun) -> Pull | None:
    """The open pull request into main whose head is the run's, in the same fork and branch."""
    origin = run.head_repository
    if origin is None or run.head_branch is None:
        return None
    for pull in github.open_pulls(f"{origin.owner.login}:{run.head_branch}"):
        head, base = pull.head, pull.base
        if (
            pull.state == "open"
            and (head.sha, head.ref) == (run.head_sha, run.head_branch)
            and head.repo is not None
            and head.repo.full_name == origin.full_name
            and base.ref == BRANCH
            and base.repo is not None
            and base.repo.full_name == github.repository
        ):
            return pull
    return None


def _changed_paths(files: Iterable[ChangedFile]) -> tuple[str, ...]:
    """Every path that is touched, both names of what GitHub takes for renamed."""
    return tuple(path for file in files for path in (file.filename, file.previous_filename) if path)


def _folders(paths: Iterable[str]) -> frozenset[str]:
    """Names of the submissions' folders that are touched; empty if anything lies outside them."""
    folders = set()
    for path in paths:
        top, _, inner = path.partition("/")
        folder, _, name = inner.partition("/")
        if top != SUBMISSIONS or not name or id_problem(folder):
            return frozenset()
        folders.add(folder)
    return frozenset(folders)


def _body(github: GitHub, run: WorkflowRun, paths: tuple[str, ...], site: str | None) -> _Body:
    fixed = _Body(FIXED_TEXT, "The fixed text: a path lies outside one submission's folder.")
    folders = _folders(paths)
    if len(folders) not in {1, 2}:
        return fixed
    try:
        report = _parse(_load_report(github, run), run.head_sha)
    except (ArtifactError, LargeReplyError, ReportError) as error:
        return _Body(UNREADABLE, "The report could not be read.", str(error))
    # Two folders are one submission's where it gets a new id, and only there.
    if len(folders) > 1 and folders != {report.id, report.former}:
        return fixed
    return _Body(render_markdown(report, site), "The review.")


def _parse(data: bytes, head: str) -> Report:
    report = parse_report(data)
    if report.head != head:
        raise ArtifactError("the report is of another commit")
    return report


def _load_report(github: GitHub, run: WorkflowRun) -> bytes:
    listed = github.artifacts(run.id, ARTIFACT).artifacts
    found = [item for item in listed if item.name == ARTIFACT and not item.expired]
    if len(found) != 1:
        raise ArtifactError(f"the run left {len(found)} artifacts named {ARTIFACT}")
    if found[0].size_in_bytes > MOST_ARCHIVE:
        raise ArtifactError(f"the artifact has {found[0].size_in_bytes:,} bytes")
    return parse_artifact(github.archive(found[0].id, MOST_ARCHIVE))


def _own_comment(comments: Iterable[Comment]) -> Comment | None:
    for comment in comments:
        who = comment.user
        if (
            who is not None
            and (who.login, who.type) == (AUTHOR, "Bot")
            and (comment.body or "").startswith(MARKER)
        ):
            return comment
    return None


def _say(github: GitHub, pull: int, own: Comment | None, text: str) -> Said:
    body = f"{MARKER}\n{text}"
    if own is None:
        github.comment(pull, body)
        return Said.CREATED
    # GitHub gives back what it was given, with other line ends in old comments.
    if (own.body or "").replace("\r\n", "\n").strip() == body.strip():
        return Said.KEPT
    github.change_comment(own.id, body)
    return Said.UPDATED
