"""`leaderboard merge`: parts of a board scored apart, as if scored at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from leaderboard.cli.output import Format, FormatOption, say

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
    style: FormatOption = Format.JSON,
) -> None:
    """Merge files of score cards, as if scored at once.

    The file that --out names is always JSON; as text one line a card is printed.
    """
    from leaderboard.display import MISSING
    from leaderboard.errors import UsageError
    from leaderboard.files import dump_json, write_text
    from leaderboard.scorecards import merge_cards
    from leaderboard.strict_json import parse_strict

    parts = []
    for path in files:
        parsed = parse_strict(path.read_bytes(), str(path))
        if parsed.findings:
            raise UsageError(f"{path}: {parsed.findings[0].message}")
        parts.append((str(path), parsed.value))
    merged = merge_cards(parts)
    content = dump_json(merged)
    if out is not None:
        write_text(out, content)
    if style is Format.TEXT:
        for card in merged["cards"]:
            value = MISSING if card["primary"] is None else f"{card['primary']:.3f}"
            typer.echo(f"{card['id']}  {card['benchmark']} {card['edition']}  {value}")
    elif out is None:
        typer.echo(content, nl=False)
    say(f"{len(merged['cards'])} score cards from {len(files)} files.")
