"""`leaderboard build`: the main job, from submissions to the site."""

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
    from leaderboard.records import Board

__all__ = ["command"]


def command(
    context: typer.Context,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where the site goes; by default build/site."),
    ] = None,
    style: FindingsFormatOption = FindingsFormat.TEXT,
) -> None:
    """Score all submissions and write the site.

    Checks, scores and ranks everything and writes the site with its results.json. Never touches
    the network. A submission with a finding is named and left off the board; the rest is built,
    and the exit code is 1. A folder that holds anything but a site written before is refused.
    """
    from leaderboard.board import load_board
    from leaderboard.pages import check_out, write_site

    root = root_of(context)
    target = out or root / "build" / "site"
    check_out(target)
    board = load_board(root)
    write_site(board, target, root=root)
    _report(board, target, style)
    raise typer.Exit(1 if board.findings else 0)


def _report(board: Board, target: Path, style: FindingsFormat) -> None:
    rows = {item.benchmark.key: len(item.rows) for item in board.benchmarks}
    if style is FindingsFormat.TEXT:
        typer.echo(str(target))
        typer.echo(render_findings(board.findings, style, {}), err=True, nl=False)
    else:
        about = {"site": str(target), "rows": rows}
        typer.echo(render_findings(board.findings, style, about), nl=False)
    for item in board.benchmarks:
        count = rows[item.benchmark.key]
        how = "" if item.at_hand or not count else ", none re-scored (its gold is not here)"
        noun = "row" if count == 1 else "rows"
        say(f"{item.benchmark.title} {item.version}: {count} {noun}{how}")
    if board.findings:
        bad = sorted({finding.file.split("/")[1] for finding in board.findings})
        say(f"Left off the board: {', '.join(bad)}. Mend the findings and build again.")
