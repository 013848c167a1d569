"""`leaderboard index`: what main publishes of its submissions, for `review` to read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.output import Format, FormatOption, root_of, say

__all__ = ["command"]


def command(
    context: typer.Context,
    rev: Annotated[str, typer.Option(metavar="REV", help="The commit of main.")] = "HEAD",
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write there instead of to standard output."),
    ] = None,
    index: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="An older index: what did not change is taken from it."),
    ] = None,
    style: FormatOption = Format.JSON,
) -> None:
    """Say of every submission of a commit what `review` needs to know of it.

    The file that --out names is always JSON lines; as text one line a submission is printed.
    """
    from leaderboard.cli.review import load_index
    from leaderboard.files import write_text
    from leaderboard.git import Objects
    from leaderboard.review.index import RowRecord, parse_index
    from leaderboard.review.scorer import load_scorer
    from leaderboard.review.standing import build_index

    root = root_of(context)
    objects = Objects(root)
    commit = objects.commit(rev)
    text = build_index(objects, commit, load_scorer(root), load_index(index))
    if out is not None:
        write_text(out, text)
    rows: list[RowRecord] = list(parse_index(text.encode("utf-8"), "index").rows.values())
    if style is Format.TEXT:
        for row in rows:
            where = ", ".join(f"{key} {card.version}" for key, card in row.cards.items())
            typer.echo(f"{row.id}  {where or 'not accepted'}")
    elif out is None:
        typer.echo(text, nl=False)
    say(f"{len(rows):,} {'submission' if len(rows) == 1 else 'submissions'} of {commit[:12]}.")
