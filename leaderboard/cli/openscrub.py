"""`leaderboard openscrub`: contracts with known errors, and what an edition is made of."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from leaderboard.cli.output import Format, FormatOption, root_of, say

__all__ = ["app"]

app = typer.Typer(
    help="Write contracts with known errors, prove them, count them.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
FolderArgument = Annotated[
    Path | None,
    typer.Argument(metavar="DIR", help="An edition; by default the embedded one."),
]


@app.command()
def generate(
    seed: Annotated[str, typer.Option(metavar="S", help="Seed of all draws.")],
    contracts: Annotated[int, typer.Option(min=1, metavar="N", help="How many contracts.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the edition is written.")],
    wording_pack: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Private wordings that replace the public ones."),
    ] = None,
    *,
    bare: Annotated[
        bool, typer.Option("--bare", help="Without clean twins and declarations, as committed.")
    ] = False,
) -> None:
    """Write fresh contracts and their gold; prints the digests that pin them."""
    from leaderboard.openscrub.edition import write_edition
    from leaderboard.openscrub.shelf import read_library, with_pack
    from scoring.gold import load_scrub_edition

    library = read_library()
    if wording_pack is not None:
        library = with_pack(library, wording_pack)
    count = write_edition(library, seed, contracts, out, evidence=not bare)
    edition = load_scrub_edition(out)
    typer.echo(f"gold   {edition.digest}\ntexts  {edition.texts_digest}")
    say(f"{count} contracts written to {out}")


@app.command()
def clauses(
    seed: Annotated[str, typer.Option(metavar="S", help="Seed of all draws.")],
    contracts: Annotated[int, typer.Option(min=1, metavar="N", help="How many contracts.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the edition is written.")],
) -> None:
    """Write clean sibling contracts and the cases of OpenClause; prints their digests."""
    from leaderboard.openscrub.openclause import write_clause_edition
    from leaderboard.openscrub.shelf import read_library
    from scoring.gold import load_clause_edition

    count = write_clause_edition(read_library(), seed, contracts, out)
    edition = load_clause_edition(out)
    typer.echo(f"cases  {edition.digest}\ntexts  {edition.texts_digest}")
    say(f"{count} cases written to {out}")


@app.command()
def freeze(
    context: typer.Context,
    version: Annotated[str, typer.Argument(metavar="VERSION", help="As 1.0.")],
) -> None:
    """Write the embedded editions again from their seeds and pin them, before a release."""
    from leaderboard.openscrub.freezing import freeze as write_again
    from leaderboard.openscrub.shelf import read_library
    from leaderboard.registry import load_registry

    registry = load_registry(root_of(context))
    for line in write_again(read_library(), registry.gold, version):
        typer.echo(line)


@app.command()
def verify(
    context: typer.Context,
    folder: FolderArgument = None,
    evidence: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="Holds clean/ and proof/; by default DIR, or what DIR's seed gives again.",
        ),
    ] = None,
    lies: Annotated[
        int, typer.Option(min=0, metavar="N", help="Lies planted by category and sort.")
    ] = 25,
    style: FormatOption = Format.TEXT,
) -> None:
    """Prove the gold of an edition against its text, with a reader that is not the writer's.

    Exits 0 when no error is unlogged and no logged error is missing from the text, else 1 with
    what is wrong. Lies planted in copies of the gold show how much the proof sees.
    """
    from leaderboard.openscrub.verify import verify_edition

    edition = folder if folder is not None else _embedded(context)
    with TemporaryDirectory() as scratch:
        found = evidence or _evidence(edition, Path(scratch))
        report = verify_edition(edition, found, lies)
    if style is Format.JSON:
        typer.echo(json.dumps(report.as_json(), indent=2, ensure_ascii=False))
    else:
        typer.echo(report.render_text(), nl=False)
    raise typer.Exit(0 if report.proven else 1)


@app.command()
def stats(
    context: typer.Context, folder: FolderArgument = None, style: FormatOption = Format.TEXT
) -> None:
    """Counts, sizes, kinds, styles, overlap, zero cells and distances of an edition."""
    from leaderboard.openscrub.stats import measure, render_stats

    found = measure(folder if folder is not None else _embedded(context))
    if style is Format.JSON:
        typer.echo(json.dumps(found.as_json(), indent=2, ensure_ascii=False))
    else:
        typer.echo(render_stats(found), nl=False)


@app.command()
def card(context: typer.Context, folder: FolderArgument = None) -> None:
    """The card of an edition as Markdown: counts, form, what is proven, the inverter's score."""
    from leaderboard.openscrub.card import write_card
    from leaderboard.openscrub.shelf import read_library

    place = folder if folder is not None else _embedded(context)
    typer.echo(write_card(place, read_library()), nl=False)


def _evidence(edition: Path, scratch: Path) -> Path:
    """Where clean twins and declarations are: with the edition, or written again from its seed."""
    about = edition / "edition.json"
    if (edition / "clean").is_dir() or not about.is_file():
        return edition
    from leaderboard.openscrub.edition import write_edition
    from leaderboard.openscrub.shelf import read_library

    made = json.loads(about.read_bytes())
    say(f"writing {made['contracts']} contracts again from their seed, for their clean twins")
    write_edition(read_library(), made["seed"], made["contracts"], scratch)
    return scratch


def _embedded(context: typer.Context) -> Path:
    """The folder of the embedded edition."""
    from leaderboard.registry import load_registry

    registry = load_registry(root_of(context))
    benchmark = registry["openscrub"]
    return registry.folder(benchmark) / benchmark.current
