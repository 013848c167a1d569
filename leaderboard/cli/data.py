"""`leaderboard data`: benchmark data that is not in the repository."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from leaderboard.cli.output import Format, FormatOption, root_of, say

if TYPE_CHECKING:
    from leaderboard.registry import Benchmark, Registry
    from leaderboard.sources.fetch import Suite

__all__ = ["app"]

app = typer.Typer(
    help="Fetch, list and verify benchmark data.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
FromOption = Annotated[
    Path | None,
    typer.Option(
        "--from",
        metavar="PATH",
        help="An archive or a folder that is here already, instead of a download.",
    ),
]
TitlesOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="JSON list of contract titles in file order; by default CUAD's test split.",
    ),
]
PresentOption = Annotated[
    int, typer.Option(min=0, max=41, help="Cases whose clause is present, one a clause type.")
]
AbsentOption = Annotated[
    int, typer.Option(min=0, max=41, help="Cases whose clause is absent, one a clause type.")
]
AllOption = Annotated[bool, typer.Option("--all", help="Every contract with every clause type.")]


@app.command()
def fetch(
    context: typer.Context,
    benchmark: Annotated[str, typer.Argument(metavar="BENCHMARK", help="Key of the benchmark.")],
    path: FromOption = None,
    titles: TitlesOption = None,
    present: PresentOption = 20,
    absent: AbsentOption = 12,
    *,
    every: AllOption = False,
    revision: Annotated[
        str | None,
        typer.Option(metavar="COMMIT", help="Commit of the dataset, 40 hexadecimal digits."),
    ] = None,
    style: FormatOption = Format.TEXT,
) -> None:
    """Bring a benchmark's gold into the data folder, where `build` and `score` find it.

    The size options are for clause benchmarks, --revision for those on the Hugging Face hub. Which
    files and columns of a dataset on the hub are what is said by a mapping file; that of
    ContractScrub, scoring/gold/contractscrub/mapping.json, may have to be filled in when the
    dataset's layout is published.
    """
    from leaderboard.registry import load_registry
    from leaderboard.sources.fetch import fetch_edition

    registry = load_registry(root_of(context))
    chosen = registry[benchmark]
    suite = _suite(chosen, titles, present, absent, every=every)
    _check_revision(revision)
    fetched = fetch_edition(registry, chosen, path=path, suite=suite, revision=revision)
    if style is Format.JSON:
        _print_json(
            {
                "benchmark": benchmark,
                "version": fetched.version,
                "items": fetched.items,
                "digest": fetched.digest,
                "place": str(fetched.place),
            }
        )
    else:
        typer.echo(f"{benchmark} {fetched.version}  {fetched.items} items  {fetched.digest}")
    say(f"Written to {fetched.place}. The next build and score use it.")


@app.command("list")
def list_(context: typer.Context, style: FormatOption = Format.TEXT) -> None:
    """List every benchmark with its editions, and which of them are here."""
    from leaderboard.registry import load_registry

    registry = load_registry(root_of(context))
    editions = [
        item for benchmark in registry.benchmarks for item in _editions(registry, benchmark)
    ]
    if style is Format.JSON:
        _print_json({"editions": editions})
        return
    for item in editions:
        here = "here" if item["here"] else "not here"
        typer.echo(f"{item['benchmark']:<16}{item['version']:<14}{here:<10}{item['digest'] or '–'}")
        if not item["here"]:
            say(f"  {_way_to(registry[item['benchmark']])}")


@app.command()
def verify(
    context: typer.Context,
    benchmark: Annotated[
        str | None, typer.Argument(metavar="[BENCHMARK]", help="By default all of them.")
    ] = None,
    path: FromOption = None,
    titles: TitlesOption = None,
    present: PresentOption = 20,
    absent: AbsentOption = 12,
    *,
    every: AllOption = False,
    style: FormatOption = Format.TEXT,
) -> None:
    """Check digests: of every edition that is here, or of the cases that an archive gives.

    Exits with 1 if nothing of the BENCHMARK is here or an archive gives other cases than the pinned
    ones, with 4 if an edition is not what was pinned.
    """
    from leaderboard.errors import LeaderboardError, UsageError
    from leaderboard.registry import load_registry

    registry = load_registry(root_of(context))
    if path is not None:
        if benchmark is None:
            raise UsageError("--from needs the name of a benchmark before it, such as cuad")
        chosen = registry[benchmark]
        suite = _suite(chosen, titles, present, absent, every=every)
        if suite is None:
            raise UsageError(f"--from verifies archives of clause cases; {benchmark} has none")
        _verify_archive(chosen, path, suite, style)
        return
    chosen_ones = [registry[benchmark]] if benchmark else list(registry.benchmarks)
    editions = [item for one in chosen_ones for item in _editions(registry, one) if item["here"]]
    if style is Format.JSON:
        _print_json({"editions": editions})
    else:
        for item in editions:
            pinned = "as pinned" if item["pinned"] else "not pinned"
            typer.echo(f"{item['benchmark']:<16}{item['version']:<14}{pinned:<12}{item['digest']}")
    if editions:
        return
    if benchmark is None:
        say("Nothing is here to verify: fetch it first with `leaderboard data fetch`.")
        return
    raise LeaderboardError(
        f"nothing of {benchmark} is here to verify; {_way_to(registry[benchmark])}"
    )


def _suite(
    benchmark: Benchmark,
    titles: Path | None,
    present: int,
    absent: int,
    *,
    every: bool,
) -> Suite | None:
    """The suite that was asked for; None for a benchmark that has no archive of cases."""
    from leaderboard.errors import UsageError
    from leaderboard.sources.fetch import Suite

    if benchmark.source.kind == "archive":
        return Suite(present, absent, every, titles)
    if titles is not None or every or (present, absent) != (20, 12):
        raise UsageError(
            f"{benchmark.key} is no clause benchmark: --titles, --present, --absent and --all "
            "are for those"
        )
    return None


def _check_revision(revision: str | None) -> None:
    from leaderboard.errors import UsageError

    commit = re.compile(r"[0-9a-f]{40}")
    if revision is not None and not commit.fullmatch(revision):
        raise UsageError(
            "--revision takes a full commit, 40 hexadecimal digits: a branch or a tag can move"
        )


def _verify_archive(benchmark: Benchmark, path: Path, suite: Suite, style: Format) -> None:
    from leaderboard.sources.fetch import check_pinned, load_suite
    from scoring.cuad import list_cases
    from scoring.gold import case_digest

    source = load_suite(path, suite)
    version = suite.version(benchmark.current)
    digest = case_digest(source.cases)
    if style is Format.JSON:
        _print_json({"cases": list_cases(source.cases)})
    else:
        for case in source.cases:
            kind = "present" if case.gold_present else "absent"
            typer.echo(f"{case.id}  {kind}  {case.category}  {case.title}")
    say(f"{len(source.cases)} cases, edition {version}, digest {digest}")
    check_pinned(benchmark, version, digest)


def _editions(registry: Registry, benchmark: Benchmark) -> list[dict[str, Any]]:
    local = registry.local_versions(benchmark)
    registered = [item.version for item in benchmark.editions]
    found = []
    for version in [*registered, *(v for v in local if v not in registered)]:
        edition = registry.load_edition(benchmark, version) if version in local else None
        info = benchmark.edition(version)
        pinned = info.digest if info else None
        found.append(
            {
                "benchmark": benchmark.key,
                "version": version,
                "current": version == benchmark.current,
                "here": edition is not None,
                "items": len(edition.items) if edition else None,
                "digest": edition.digest if edition else pinned,
                "pinned": pinned is not None,
            }
        )
    return found


def _way_to(benchmark: Benchmark) -> str:
    """How gold that is not here is brought here."""
    source = benchmark.source
    if source.kind == "committed":
        return "it is part of the repository: restore it with git"
    command = f"fetch it with: leaderboard data fetch {benchmark.key}"
    if source.kind == "hub" and source.revision is None:
        return f"{command} --from PATH (or --revision COMMIT; no commit is pinned yet)"
    return command


def _print_json(value: object) -> None:
    from leaderboard.files import dump_json

    typer.echo(dump_json(value), nl=False)
