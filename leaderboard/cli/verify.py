"""`leaderboard verify`: reproduces an entry from the repository alone, number by number."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from leaderboard.cli.output import Format, FormatOption, root_of, say, say_former

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leaderboard.ledger import Published, VerifiedRow

__all__ = ["command"]

_INCOMPLETE = 3


def command(
    context: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            help="An entry's id, such as acme--reader-2 or program--nothing, or a former one.",
            show_default=False,
        ),
    ],
    *,
    release: Annotated[
        str | None,
        typer.Option(metavar="VERSION", help="The release to compare with; by default the latest."),
    ] = None,
    results: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Compare with a results.json instead of a release."),
    ] = None,
    style: FormatOption = Format.TEXT,
) -> None:
    """Score an entry again from raw outputs, gold and scorer, and compare it with a release.

    Uses the repository alone: no network, no cache. Exit code 0 if every number is equal, or
    moved for a reason that the ledger gives; 1 if one is unexplained; 3 if a row could not be
    scored because its gold is not here; 4 if the release's files are not those of its SHA256SUMS.
    """
    from leaderboard.ledger import Outcome, load_changelog, verify_rows
    from leaderboard.lookup import Lookup
    from leaderboard.pricing import load_common_prices
    from leaderboard.registry import load_registry

    root = root_of(context)
    if release is not None and results is not None:
        raise typer.BadParameter("give --release or --results, not both")
    published, against = _published(root, release, results)
    name = say_former(root, name)
    lookup = Lookup(root, load_registry(root), load_common_prices())
    rows = verify_rows(lookup, name, published, load_changelog(root))
    typer.echo(_rendered(name, against, rows, style), nl=False)
    missing = [row for row in rows if row.outcome is Outcome.NOT_SCORED]
    for row in missing:
        say(f"{row.title} is not verified: fetch its gold with `leaderboard data fetch`.")
    if not all(row.is_explained for row in rows):
        raise typer.Exit(1)
    raise typer.Exit(_INCOMPLETE if missing else 0)


def _published(
    root: Path, release: str | None, results: Path | None
) -> tuple[Published | None, str | None]:
    """What to compare with, and what it is called; None where nothing was released."""
    from leaderboard.ledger import load_results, published_release
    from leaderboard.releases import NEWEST, list_versions, load_release

    if results is not None:
        return load_results(results), results.name
    if release is None and not list_versions(root):
        say("No release yet: the numbers are reproduced, and compared with nothing.")
        return None, None
    found = load_release(root, release or NEWEST)
    say(f"Every file of release {found.version} has the bytes that its SHA256SUMS lists.")
    return published_release(found), f"release {found.version}"


def _rendered(name: str, against: str | None, rows: Sequence[VerifiedRow], style: Format) -> str:
    from leaderboard.files import dump_json
    from leaderboard.ledger import render_verified, verified_value

    if style is Format.JSON:
        return dump_json(
            {"id": name, "against": against, "rows": [verified_value(row) for row in rows]}
        )
    return "\n".join(render_verified(name, against, row) for row in rows)
