"""`leaderboard compare`: two entries side by side, and whether chance explains it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from leaderboard.cli.output import Format, FormatOption, root_of, say, say_former

if TYPE_CHECKING:
    from leaderboard.comparison import Comparison

__all__ = ["command"]


def command(
    context: typer.Context,
    first: Annotated[
        str,
        typer.Argument(
            metavar="A",
            help="An entry's id, such as acme--reader-2 or program--nothing, or the folder of a "
            "submission.",
            show_default=False,
        ),
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="Another one.", show_default=False)],
    benchmark: Annotated[
        str | None, typer.Option(metavar="KEY", help="Compare on this benchmark only.")
    ] = None,
    *,
    entries: Annotated[
        int,
        typer.Option(min=0, help="Of the entries that differ, list so many of a category."),
    ] = 5,
    style: FormatOption = Format.TEXT,
) -> None:
    """Compare two entries: paired difference, interval, and what differs.

    On every benchmark whose same edition both answered. A lead that chance may explain is no win,
    and the text says so.
    """
    from leaderboard.comparing import compare_entries

    root = root_of(context)
    for name in (first, second):
        say_former(root, name)
    made = compare_entries(root, first, second, benchmark=benchmark)
    typer.echo(_json(made) if style is Format.JSON else _text(made, entries), nl=False)
    for item in made:
        say(f"{item.benchmark} {item.version}: {len(item.differing)} differ.")


def _json(made: tuple[Comparison, ...]) -> str:
    from leaderboard.comparison_text import comparison_value
    from leaderboard.files import dump_json

    return dump_json({"comparisons": [comparison_value(item) for item in made]})


def _text(made: tuple[Comparison, ...], entries: int) -> str:
    from leaderboard.comparison_text import render_comparison

    return "\n".join(render_comparison(item, entries) for item in made)
