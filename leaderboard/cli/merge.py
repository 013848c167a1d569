"""`leaderboard merge`: parts of a board scored apart, as if scored at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.output import say

__all__ = ["command"]


def command(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...", help="Files written by `score --out`.", show_default=False
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write there instead of to standard output."),
    ] = None,
) -> None:
    """Merge files of score cards, as if scored at once."""
    from leaderboard.errors import UsageError
    from leaderboard.files import dump_json, write_text
    from leaderboard.scorecards import merge_cards
    from leaderboard.strict_json import parse_strict

    parts = []
    for path in files:
        parsed = parse_strict(path.read_bytes(), path.name)
        if parsed.findings:
            raise UsageError(f"{path.name}: {parsed.findings[0].message}")
        parts.append((path.name, parsed.value))
    merged = merge_cards(parts)
    content = dump_json(merged)
    if out is None:
        typer.echo(content, nl=False)
    else:
        write_text(out, content)
    say(f"{len(merged['cards'])} score cards from {len(files)} files.")
