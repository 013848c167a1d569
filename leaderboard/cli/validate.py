"""`leaderboard validate`: what is wrong with submissions, and how to mend it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.output import (
    FindingsFormat,
    FindingsFormatOption,
    render_findings,
    root_of,
    say,
)

__all__ = ["command"]


def command(
    context: typer.Context,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[PATH]...",
            help="A submission's folder, or a folder of such folders; by default submissions/.",
            show_default=False,
        ),
    ] = None,
    style: FindingsFormatOption = FindingsFormat.TEXT,
) -> None:
    """List what is wrong with submissions.

    Exits with 0 if nothing is wrong, with 1 if something is.
    """
    from leaderboard.checks import load_paths
    from leaderboard.findings import sort_findings
    from leaderboard.registry import benchmark_specs

    root = root_of(context)
    checked = load_paths(paths or [root / "submissions"], benchmark_specs(root))
    findings = sort_findings(finding for each in checked for finding in each.findings)
    about = {"submissions": [each.folder for each in checked]}
    typer.echo(render_findings(findings, style, about), nl=False)
    bad = sum(1 for each in checked if each.findings)
    say(
        f"{_counted(len(findings), 'finding')} in {bad} of {_counted(len(checked), 'submission')}."
        if bad
        else f"{_counted(len(checked), 'submission')}, nothing to mend."
    )
    raise typer.Exit(1 if bad else 0)


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
