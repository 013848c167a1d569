"""Pages under former ids: each leads on to where its submission is now."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from leaderboard.addresses import entrant_page, entries_page
from leaderboard.names import id_problem
from leaderboard.pages.rendering import Place, Renderer
from leaderboard.records import Board
from leaderboard.tables.columns import display_name

__all__ = ["moved_pages"]


def moved_pages(
    board: Board, renderer: Renderer, *, taken: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Address and HTML of a page for every former id, and for each benchmark below it.

    Args:
        board: the board.
        renderer: of the templates.
        taken: addresses that have a page of their own; a former id never takes one over.

    """
    written = set(taken)
    for benchmark in board.benchmarks:
        for row in (*benchmark.rows, *benchmark.others):
            entrant = row.entrant
            for alias in entrant.aliases:
                if id_problem(alias):
                    continue
                moves = [(entrant_page(alias), entrant_page(entrant.id))]
                if row.card is not None:
                    moves.append(
                        (
                            entries_page(alias, row.benchmark),
                            entries_page(entrant.id, row.benchmark),
                        )
                    )
                for address, target in moves:
                    if address in written:
                        continue
                    written.add(address)
                    values = {"target": target, "name": display_name(entrant), "alias": alias}
                    yield address, renderer.render("details/moved.html", Place(address), values)
