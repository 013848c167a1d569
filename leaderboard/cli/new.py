"""`leaderboard new`: the files that a submission starts from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.output import Format, FormatOption, root_of, say

__all__ = ["command"]


def command(
    context: typer.Context,
    submission: Annotated[
        str, typer.Argument(metavar="ID", help="<org>--<model>[--<variant>], also the folder.")
    ],
    *,
    benchmark: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY", help="A benchmark to answer; may be given several times."),
    ] = None,
    name: Annotated[str | None, typer.Option(help="Display name of the model.")] = None,
    organization: Annotated[str | None, typer.Option(help="Who made the model.")] = None,
    submitter: Annotated[str | None, typer.Option(help="Your display name.")] = None,
    github: Annotated[str | None, typer.Option(help="Your GitHub login.")] = None,
    into: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Where to make the folder; by default submissions/ in the repository.",
            show_default=False,
        ),
    ] = None,
    style: FormatOption = Format.TEXT,
) -> None:
    """Start a submission.

    Writes its files with what is to be filled in, and prints their names. Asks nothing and
    overwrites nothing.
    """
    import datetime as dt

    from leaderboard.files import dump_json
    from leaderboard.registry import benchmark_specs
    from leaderboard.scaffold import build_scaffold, choose_benchmarks, write_scaffold

    root = root_of(context)
    files = build_scaffold(
        choose_benchmarks(benchmark or (), benchmark_specs(root)),
        dt.datetime.now(dt.UTC).date(),
        name=name,
        organization=organization,
        submitter=submitter,
        github=github,
    )
    folder = write_scaffold(into if into is not None else root / "submissions", submission, files)
    written = [str(folder / file) for file in files]
    if style is Format.JSON:
        typer.echo(dump_json({"written": written}), nl=False)
    else:
        for file in written:
            typer.echo(file)
    say("Next:")
    say('  1. Put what is true in place of every "FILL IN"; null stands for unknown.')
    say("  2. Put the raw answers into <benchmark>.json, unchanged, one output for each item.")
    say(f"  3. leaderboard validate {folder}")
