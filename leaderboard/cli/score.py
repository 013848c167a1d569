"""`leaderboard score`: the score card exactly as the merge check computes it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from leaderboard.cli.output import (
    FindingsFormat,
    Format,
    FormatOption,
    render_findings,
    root_of,
    say,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leaderboard.scorecards import Scored

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
    benchmark: Annotated[
        str | None, typer.Option(metavar="KEY", help="Score this benchmark only.")
    ] = None,
    *,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain",
            help="List every entry: found, missed, false, and where it was a near miss why.",
        ),
    ] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the cards to FILE, as JSON.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Number of processes.")] = 1,
    shard: Annotated[
        str | None, typer.Option(metavar="I/N", help="Score the I-th of N parts only.")
    ] = None,
    style: FormatOption = Format.TEXT,
) -> None:
    """Score submissions from their raw outputs.

    A submission with a finding is not scored: its findings are listed, and the exit code is 1.
    """
    from leaderboard.checks import select_folders
    from leaderboard.files import dump_json, write_text
    from leaderboard.scorecards import (
        Shard,
        all_findings,
        cards_value,
        explained_value,
        score_folders,
    )

    root = root_of(context)
    folders: Sequence[Path] = select_folders(paths or [root / "submissions"])
    if shard is not None:
        folders = Shard.parse(shard).of(folders)
    scored = score_folders(root, folders, benchmark=benchmark, explained=explain, jobs=jobs)
    content = dump_json(explained_value(scored) if explain else cards_value(scored))
    if out is not None:
        write_text(out, content)
    typer.echo(content if style is Format.JSON else _text(scored), nl=False)
    findings = all_findings(scored)
    if findings:
        typer.echo(render_findings(findings, FindingsFormat.TEXT, {}), err=True, nl=False)
    bad = sum(1 for item in scored if item.findings)
    rows = sum(len(item.rows) for item in scored)
    say(
        f"{len(folders)} {'submission' if len(folders) == 1 else 'submissions'}, "
        f"{rows} {'score card' if rows == 1 else 'score cards'}"
        + (f", {bad} not scored: mend the findings above." if bad else ".")
    )
    raise typer.Exit(1 if findings else 0)


def _text(scored: Sequence[Scored]) -> str:
    from leaderboard.cards_text import render_entries, render_row

    blocks = []
    for item in scored:
        for row in item.rows:
            blocks.append(render_row(row))
            if row.benchmark in item.entries:
                blocks.append(render_entries(item.entries[row.benchmark]))
    return "\n".join(blocks)
