"""`leaderboard cite`: how to cite the board, a release, or one row of a release."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from leaderboard.cli.output import root_of, say, say_former

__all__ = ["command"]


class CitationFormat(StrEnum):
    """The forms of a citation."""

    BIBTEX = "bibtex"
    CFF = "cff"
    CSL = "csl"
    APA = "apa"
    ZENODO = "zenodo"


def command(
    context: typer.Context,
    entry: Annotated[
        str | None,
        typer.Argument(
            metavar="ID",
            help="An entry's id, such as acme--reader-2: cites its row. Without it: the release, "
            "or the board as a whole.",
            show_default=False,
        ),
    ] = None,
    *,
    release: Annotated[
        str | None,
        typer.Option(metavar="V", help="A release, such as 2026.12, or latest."),
    ] = None,
    benchmark: Annotated[
        str | None,
        typer.Option(metavar="KEY", help="The row on this benchmark; by default the first."),
    ] = None,
    form: Annotated[
        CitationFormat, typer.Option("--format", help="The form of the citation.")
    ] = CitationFormat.BIBTEX,
) -> None:
    """Print a citation of the board, of a release, or of one row of a release.

    A row is always cited as a release has it, by default the latest: its number never moves.
    """
    from leaderboard.citation import FORMS
    from leaderboard.citation.choosing import load_cited

    root = root_of(context)
    if entry is not None:
        say_former(root, entry)
    cited = load_cited(root, entry, release, benchmark)
    typer.echo(FORMS[form.value](cited), nl=False)
    if cited.url is None:
        say(
            "The site's address is not set (`site_url` in mkdocs.yml, or SITE_URL), so the page is "
            "named by its path."
        )
    if entry is None and release is None:
        say("Numbers of the board may move; to cite one, cite a release of it.")
