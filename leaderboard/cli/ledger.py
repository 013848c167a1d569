"""`leaderboard ledger`: every published number that moved since the latest release, and why."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from leaderboard.cli.output import (
    FindingsFormat,
    FindingsFormatOption,
    render_findings,
    root_of,
    say,
)

if TYPE_CHECKING:
    from leaderboard.findings import Finding
    from leaderboard.ledger import Ledger, Published

__all__ = ["command"]


def command(
    context: typer.Context,
    *,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            help="Exit with 1 if anything is unexplained, and say what is missing where.",
        ),
    ] = False,
    results: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A results.json that was just built, to save scoring everything again.",
        ),
    ] = None,
    cards: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Score cards that `score --out` or `merge` wrote, for the same; programs and "
            "ranks are left out.",
        ),
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(metavar="VERSION", help="The release to compare with; by default the latest."),
    ] = None,
    style: FindingsFormatOption = FindingsFormat.TEXT,
) -> None:
    """List every published number that moved since a release, with its reason.

    The reasons are not kept here: a submission gives its own in `changes`, scorer, gold, programs
    and price lists give theirs in sections of CHANGELOG.md. With --check, whatever has no reason
    is a finding that says which file must give it. Before the first release nothing can have moved.
    """
    from leaderboard.ledger import check_ledger

    root = root_of(context)
    ledger = _ledger(root, results, cards, since)
    findings = (*_changelog_findings(root), *check_ledger(ledger))
    typer.echo(_rendered(ledger, findings if check else (), style), nl=False)
    if check and style is FindingsFormat.TEXT:
        typer.echo(render_findings(findings, style, {}), err=True, nl=False)
    if check:
        say(f"{len(findings)} {'finding' if len(findings) == 1 else 'findings'}.")
    raise typer.Exit(1 if check and findings else 0)


def _ledger(root: Path, results: Path | None, cards: Path | None, since: str | None) -> Ledger:
    from leaderboard.ledger import Ledger, build_ledger, load_changelog, published_release
    from leaderboard.releases import NEWEST, list_versions, load_release

    if since is None and not list_versions(root):
        return Ledger(None, None, None, None)
    baseline = published_release(load_release(root, since or NEWEST))
    return build_ledger(baseline, _now(root, results, cards), load_changelog(root))


def _now(root: Path, results: Path | None, cards: Path | None) -> Published:
    """The board as it is: from a file, or scored now."""
    from leaderboard.ledger import load_cards, load_results, published_board

    if results is not None:
        return load_results(results)
    if cards is not None:
        from leaderboard.registry import load_registry

        return load_cards(cards, load_registry(root))
    from leaderboard.board import load_board

    return published_board(load_board(root))


def _changelog_findings(root: Path) -> tuple[Finding, ...]:
    from leaderboard.ledger import CHANGELOG, check_changelog, load_changelog
    from leaderboard.registry import load_registry
    from scoring.signature import SCORING_VERSION

    if not (root / CHANGELOG).exists():
        return ()
    committed = {
        benchmark.title: benchmark.current
        for benchmark in load_registry(root).benchmarks
        if benchmark.source.kind == "committed"
    }
    return check_changelog(load_changelog(root), SCORING_VERSION, committed)


def _rendered(ledger: Ledger, findings: tuple[Finding, ...], style: FindingsFormat) -> str:
    from leaderboard.ledger import ledger_value, render_ledger

    if style is FindingsFormat.JSON:
        return render_findings(findings, style, ledger_value(ledger))
    if style is FindingsFormat.GITHUB:
        return render_findings(findings, style, {})
    return render_ledger(ledger)
