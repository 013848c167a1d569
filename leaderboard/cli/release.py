"""`leaderboard release`: freeze what is on the board, for ever."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from leaderboard.cli.output import (
    FindingsFormat,
    FindingsFormatOption,
    render_findings,
    root_of,
    say,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leaderboard.findings import Finding
    from leaderboard.freezing import Frozen

__all__ = ["command"]


def command(
    context: typer.Context,
    version: Annotated[
        str | None,
        typer.Argument(
            metavar="VERSION",
            help="Year and month, such as 2026.12; one more in that month is 2026.12.1.",
            show_default=False,
        ),
    ] = None,
    *,
    check: Annotated[
        bool,
        typer.Option("--check", help="Make none: check that no release changed since its freeze."),
    ] = False,
    base: Annotated[
        str | None,
        typer.Option(
            metavar="REV",
            help="With --check: no file of a release in this revision may differ or be gone.",
        ),
    ] = None,
    style: FindingsFormatOption = FindingsFormat.TEXT,
) -> None:
    """Freeze all results, tables, digests and pages into releases/VERSION.

    Refused while something is not committed, has a finding, or moved without a reason, and when
    the version exists or is older than the latest. Then commit the new folder with CITATION.cff
    and .zenodo.json, and tag it. Never touches the network.
    """
    from leaderboard.errors import UsageError

    root = root_of(context)
    if check == (version is not None):
        raise UsageError("name the version to be made, or ask for --check, and not both")
    if base is not None and not check:
        raise UsageError("--base goes with --check")
    if version is None:
        _check(root, base, style)
    else:
        _freeze(root, version, style)


def _freeze(root: Path, version: str, style: FindingsFormat) -> None:
    from leaderboard.freezing import NotReadyError, freeze

    try:
        made = freeze(root, version)
    except NotReadyError as error:
        if not error.findings:
            raise
        _refuse(error.findings, style)
        say(f"Not released: {error}.")
        raise typer.Exit(error.exit_code) from error
    _report(made, style)


def _refuse(findings: Sequence[Finding], style: FindingsFormat) -> None:
    # Findings are the product where a program reads them, talk where a person does.
    typer.echo(render_findings(findings, style, {}), nl=False, err=style is FindingsFormat.TEXT)


def _report(made: Frozen, style: FindingsFormat) -> None:
    if style is FindingsFormat.JSON:
        about = {
            "release": made.version,
            "folder": str(made.folder),
            "files": made.files,
            "bytes": made.size,
            "rows": dict(made.rows),
        }
        typer.echo(render_findings((), style, about), nl=False)
    else:
        typer.echo(str(made.folder))
    say(
        f"Release {made.version}: {made.files} files, {made.size:,} bytes. Commit "
        f"releases/{made.version}, CITATION.cff and .zenodo.json together, and tag the commit."
    )


def _check(root: Path, base: str | None, style: FindingsFormat) -> None:
    from leaderboard.freezing.checking import check_releases

    releases = check_releases(root, base)
    if style is FindingsFormat.JSON:
        about = {
            "releases": [release.version for release in releases],
            "added": {release.version: release.added for release in releases},
        }
        typer.echo(render_findings((), style, about), nl=False)
    else:
        for release in releases:
            typer.echo(release.version)
    say(f"{len(releases)} {'release is' if len(releases) == 1 else 'releases are'} as frozen.")
    alone = [release.version for release in releases if release.added is None]
    if alone:
        say(f"By its own digests alone, as no commit here added it: {', '.join(alone)}.")
