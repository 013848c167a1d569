"""`leaderboard review`: what the pull-request check says, from git objects alone."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from leaderboard.cli.output import FindingsFormat, render_findings, root_of, say

if TYPE_CHECKING:
    from leaderboard.review import Index, Reviewed

__all__ = ["ReviewFormat", "command", "load_index"]


class ReviewFormat(StrEnum):
    """How a review is printed: for people, for programs, as a comment, as GitHub's annotations."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    GITHUB = "github"


def command(
    context: typer.Context,
    base: Annotated[
        str | None, typer.Option(metavar="REV", help="Main, as it was just fetched.")
    ] = None,
    head: Annotated[
        str | None,
        typer.Option(
            metavar="REV",
            help="The branch. With --render the commit that the report must be of.",
        ),
    ] = None,
    author: Annotated[
        str | None, typer.Option(metavar="LOGIN", help="Who opens the pull request on GitHub.")
    ] = None,
    index: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="What main published with `leaderboard index`; without it every submission that "
            "stands is read and scored again.",
        ),
    ] = None,
    out_json: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the report there.")
    ] = None,
    out_markdown: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the comment there.")
    ] = None,
    render: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Review nothing: print the comment of a report, of which nothing is trusted.",
        ),
    ] = None,
    *,
    fixed_text: Annotated[
        bool,
        typer.Option(
            "--fixed-text",
            help="Review nothing: print what is said where a path lies outside a submission.",
        ),
    ] = False,
    style: Annotated[
        ReviewFormat, typer.Option("--format", help="How to print.")
    ] = ReviewFormat.TEXT,
) -> None:
    """Judge a pull request: scope, owner, findings, score, ranks before and after, alarms.

    Nothing of the branch is checked out or run. Exits with 0 if it may be merged or a maintainer
    has to look at it first, with 1 if there is something to mend.
    """
    from leaderboard.errors import UsageError
    from leaderboard.review import FIXED_TEXT, review

    if fixed_text:
        typer.echo(FIXED_TEXT, nl=False)
        return
    if render is not None:
        typer.echo(_rendered(render, head, _site(context)), nl=False)
        return
    if base is None or head is None or author is None:
        raise UsageError("a review needs --base, --head and --author; see `review --help`")
    known = load_index(index)
    reviewed = review(root_of(context), base, head, author, known)
    site = _site(context)
    _write(reviewed, out_json, out_markdown, site)
    typer.echo(_shown(reviewed, style, site), nl=False)
    _talk(reviewed, known, given=index is not None)
    raise typer.Exit(1 if reviewed.findings else 0)


def load_index(path: Path | None) -> Index:
    """The index in a file; one that knows nothing where none is named.

    Raises:
        BrokenRepositoryError: it is no index, or not what its digest says.

    """
    from leaderboard.review import Index, parse_index

    return Index() if path is None else parse_index(path.read_bytes(), str(path))


def _site(context: typer.Context) -> str | None:
    """The published site's address, where the repository or its environment states one."""
    from leaderboard.project import CONFIG, load_project

    root = root_of(context)
    return load_project(root).site if (root / CONFIG).is_file() else None


def _rendered(path: Path, head: str | None, site: str | None) -> str:
    """The comment of a report that anyone may have written."""
    from leaderboard.findings import quoted
    from leaderboard.review import ReportError, parse_report, render_markdown
    from leaderboard.review.report import MOST_REPORT

    with path.open("rb") as file:
        report = parse_report(file.read(MOST_REPORT + 1))
    if head is not None and report.head != head:
        raise ReportError(f"the report is of the commit {report.head}, not of {quoted(head)}")
    return render_markdown(report, site)


def _write(
    reviewed: Reviewed, out_json: Path | None, out_markdown: Path | None, site: str | None
) -> None:
    from leaderboard.files import write_text
    from leaderboard.review import render_markdown

    if out_json is not None:
        write_text(out_json, _json(reviewed))
    if out_markdown is not None:
        write_text(out_markdown, render_markdown(reviewed.report, site))


def _json(reviewed: Reviewed) -> str:
    from leaderboard.files import dump_json

    return dump_json(reviewed.report.model_dump(mode="json"))


def _shown(reviewed: Reviewed, style: ReviewFormat, site: str | None) -> str:
    from leaderboard.review import render_markdown
    from leaderboard.review.text import render_annotations, render_text

    if style is ReviewFormat.JSON:
        return _json(reviewed)
    if style is ReviewFormat.MARKDOWN:
        return render_markdown(reviewed.report, site)
    github = style is ReviewFormat.GITHUB
    form = FindingsFormat.GITHUB if github else FindingsFormat.TEXT
    findings = render_findings(reviewed.findings, form, {})
    more = render_annotations(reviewed.report) if github else render_text(reviewed.report)
    # The runner takes this for a command wherever it stands in a line.
    return f"{findings}{more}".replace("##[", "## [")


def _talk(reviewed: Reviewed, known: Index, *, given: bool) -> None:
    report = reviewed.report
    if known.stale:
        say("The index was made by other code: every submission that stands was read again.")
    elif given and reviewed.read_again:
        say(f"{reviewed.read_again:,} submissions were not in the index as they are.")
    count = report.findings_count
    say(
        f"{report.verdict}: {count:,} {'finding' if count == 1 else 'findings'}, "
        f"{len(report.alarms)} for a maintainer."
    )
