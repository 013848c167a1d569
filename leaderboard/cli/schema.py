"""`leaderboard schema`: the JSON Schemas of a submission's files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.output import Format, FormatOption, root_of, say

__all__ = ["command"]


def command(
    context: typer.Context,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Their folder; by default site/docs/schemas in the repository.",
            show_default=False,
        ),
    ] = None,
    *,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit with 1 if they are stale.")
    ] = False,
    style: FormatOption = Format.TEXT,
) -> None:
    """Write the JSON Schemas of submissions.

    Prints the files that were written, or with --check those that are stale: the schemas of
    submission.json and of <benchmark>.json.
    """
    from leaderboard.files import dump_json
    from leaderboard.schemas import (
        SCHEMA_FOLDER,
        stale_schemas,
        write_schemas,
    )

    folder = out if out is not None else root_of(context) / SCHEMA_FOLDER
    names = stale_schemas(folder) if check else write_schemas(folder)
    files = [str(folder / name) for name in names]
    if style is Format.JSON:
        typer.echo(dump_json({"stale" if check else "written": files}), nl=False)
    else:
        for file in files:
            typer.echo(file)
    if check and files:
        say("These schemas do not fit the records: run `leaderboard schema` and commit them.")
        raise typer.Exit(1)
