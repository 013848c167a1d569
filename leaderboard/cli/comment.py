"""`leaderboard comment`: what the workflow of that name does on a pull request."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final

import typer

from leaderboard.cli.output import Format, FormatOption, say

__all__ = ["command"]

MOST_EVENT: Final = 32 * 1024 * 1024
TOKEN: Final = "GITHUB_TOKEN"  # noqa: S105 - the variable's name, not a token


def command(
    event: Annotated[
        Path,
        typer.Option(
            envvar="GITHUB_EVENT_PATH",
            metavar="FILE",
            help="The event workflow_run, as GitHub Actions hands it over.",
        ),
    ],
    repository: Annotated[
        str, typer.Option(envvar="GITHUB_REPOSITORY", metavar="OWNER/NAME", help="Where it is.")
    ],
    api: Annotated[
        str, typer.Option(envvar="GITHUB_API_URL", metavar="URL", help="GitHub's REST API.")
    ] = "https://api.github.com",
    site: Annotated[
        str | None,
        typer.Option(
            envvar="SITE_URL", metavar="URL", help="The published site, which the comment links to."
        ),
    ] = None,
    style: FormatOption = Format.TEXT,
) -> None:
    """Comment on a pull request what its check found (for comment.yml).

    One comment, kept up to date. Of the pull request nothing is run, and of the check's report
    nothing is believed. The token is read from GITHUB_TOKEN. Exits with 1 if GitHub cannot be
    asked, or if the check left a report that cannot be read.
    """
    from dataclasses import asdict

    from leaderboard.errors import UsageError
    from leaderboard.files import dump_json
    from leaderboard.hosting.client import GitHub
    from leaderboard.hosting.commenting import comment_on_run, parse_event

    token = os.environ.get(TOKEN)
    if not token:
        raise UsageError(f"{TOKEN} is not set: give the token of the workflow")
    if event.stat().st_size > MOST_EVENT:
        raise UsageError(f"{event} is over {MOST_EVENT:,} bytes: that is no event")
    run = parse_event(event.read_bytes())
    done = comment_on_run(GitHub(api.rstrip("/"), repository, token), run, site)
    if style is Format.JSON:
        typer.echo(dump_json(asdict(done)), nl=False)
    else:
        where = "" if done.pull is None else f" #{done.pull}"
        typer.echo(f"{done.said}{where}: {done.why}")
    if done.fault is not None:
        say(f"leaderboard: {done.fault}")
    raise typer.Exit(0 if done.fault is None else 1)
