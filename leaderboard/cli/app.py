"""The program `leaderboard`: its commands, its global options, and what ends it.

To add a command, write `leaderboard/cli/<name>.py` with a function `command`, or with a
`typer.Typer` called `app` for a command of several verbs, and name it in `COMMANDS`. Such a module
imports only typer and the standard library at its top, so that help stays fast.
"""

from __future__ import annotations

import importlib
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

from leaderboard.errors import LeaderboardError

__all__ = ["COMMANDS", "main"]

COMMANDS: Final = (
    "new",
    "run",
    "validate",
    "score",
    "merge",
    "compare",
    "review",
    "index",
    "comment",
    "reproduce",
    "ledger",
    "verify",
    "release",
    "cite",
    "build",
    "serve",
    "scrub",
    "data",
    "openscrub",
    "schema",
)
"""Every command, in the order of the help text."""

_INTERRUPTED: Final = 130
_USAGE: Final = 2


def _version(*, asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        from scoring.signature import SCORING_VERSION

        typer.echo(f"leaderboard {version('contractscrub-leaderboard')}")
        typer.echo(f"scoring {SCORING_VERSION}")
        raise typer.Exit


def _options(
    context: typer.Context,
    root: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="A clone of the leaderboard's repository; by default the one around the "
            "current folder.",
        ),
    ] = None,
    *,
    version: Annotated[  # noqa: ARG001 - its callback has answered already
        bool,
        typer.Option(
            "--version",
            callback=lambda value: _version(asked=value),
            is_eager=True,
            help="Print the versions of the package and of the scorer.",
        ),
    ] = False,
) -> None:
    """Score language models that proof-read contracts, from their raw answers."""
    context.obj = root


def _wanted(arguments: Sequence[str]) -> tuple[str, ...]:
    """The command that is called, so that no other is loaded; all of them for the help text."""
    waiting = iter(arguments)
    for argument in waiting:
        if argument == "--root":
            next(waiting, None)
        elif not argument.startswith("-"):
            return (argument,) if argument in COMMANDS else COMMANDS
    return COMMANDS


def _app(commands: Sequence[str]) -> typer.Typer:
    app = typer.Typer(
        add_completion=False,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_options)
    for name in commands:
        module = importlib.import_module(f"leaderboard.cli.{name}")
        if hasattr(module, "app"):
            app.add_typer(module.app, name=name)
        else:
            app.command(name)(module.command)
    return app


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit.

    Whatever a user can cause ends in a sentence on standard error and an exit code (DESIGN,
    "Commands"). A fault of this program itself still shows its traceback.

    Args:
        arguments: instead of those that the process was started with.

    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that lacks a character gets its escape, not a traceback.
            stream.reconfigure(errors="backslashreplace")
    try:
        given = sys.argv[1:] if arguments is None else arguments
        _app(_wanted(given))(args=given, prog_name="leaderboard")
    except LeaderboardError as error:
        _say(str(error))
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    except OSError as error:
        _say(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}")
        sys.exit(_USAGE)


def _say(text: str) -> None:
    typer.echo(f"leaderboard: {text}", err=True)
