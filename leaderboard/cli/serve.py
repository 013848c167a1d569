"""`leaderboard serve`: the site on this machine, built again whenever its sources change."""

from __future__ import annotations

from typing import Annotated

import typer

from leaderboard.cli.output import root_of, say

__all__ = ["command"]


def command(
    context: typer.Context,
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port on 127.0.0.1.")] = 8000,
) -> None:
    """Build the site and serve it, with reload.

    Serves on 127.0.0.1. Watches submissions, templates, pages, gold and fetched data. End it with
    Ctrl-C.
    """
    from mkdocs.livereload import LiveReloadServer

    from leaderboard.board import load_board
    from leaderboard.errors import LeaderboardError
    from leaderboard.pages import check_out, write_site

    root = root_of(context)
    site = root / "build" / "site"

    check_out(site)

    def build() -> None:
        board = load_board(root)
        write_site(board, site, root=root)
        for finding in board.findings:
            say(f"left off: {finding.file}: {finding.message} [{finding.code}]")

    def rebuild() -> None:
        # While it serves, a broken file is a message, not the end: the next change may mend it.
        try:
            build()
        except LeaderboardError as error:
            say(f"leaderboard: {error}")

    build()
    server = LiveReloadServer(
        builder=rebuild, host="127.0.0.1", port=port, root=str(site), mount_path="/"
    )
    for watched in ("submissions", "reproductions", "site", "scoring/gold", "data"):
        if (root / watched).is_dir():
            server.watch(str(root / watched))
    say(f"Serving http://127.0.0.1:{port}/ – end it with Ctrl-C.")
    try:
        server.serve()
    except KeyboardInterrupt:
        say("Ended.")
    finally:
        server.shutdown()
