"""What was verified of an entry, said plainly and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final, TypeAlias

from leaderboard.display import MISSING, format_number
from leaderboard.findings import printable
from leaderboard.ledger.text import move_lines, row_move_value
from leaderboard.ledger.verify import Basis, Outcome, VerifiedRow

__all__ = ["render_verified", "verified_value"]

Json: TypeAlias = dict[str, Any]
_SAID: Final = {
    Outcome.REPRODUCED: "reproduced; compared with nothing",
    Outcome.EQUAL: "equal",
    Outcome.MOVED: "moved",
    Outcome.NOT_THERE: "not there; reproduced, compared with nothing",
    Outcome.NOT_SCORED: "not verified: its gold is not here",
    Outcome.GONE: "published, and gone from the repository",
}


def verified_value(row: VerifiedRow) -> Json:
    """A verified row as JSON."""
    return {
        "benchmark": row.benchmark,
        "edition": row.edition or None,
        "outcome": row.outcome.value,
        "explained": row.is_explained,
        "published_id": row.published_id,
        "outputs": row.outputs,
        "numbers": row.numbers,
        "primary": row.primary,
        "bases": [
            {"what": basis.what, "published": basis.old, "here": basis.new, "same": basis.same}
            for basis in row.bases
        ],
        "move": row_move_value(row.move) if row.move else None,
    }


def render_verified(name: str, against: str | None, row: VerifiedRow) -> str:
    """A verified row for the terminal.

    Args:
        name: the entry's id.
        against: what it was compared with, or None.
        row: what was found.

    """
    with_ = f", against {printable(against)}" if against else ""
    edition = f" {row.edition}" if row.edition else ""
    lines = [f"{name} on {row.title}{edition}{with_}: {_SAID[row.outcome]}."]
    if row.published_id not in {None, name}:
        lines.append(f"  It was published as {row.published_id}.")
    if row.outcome not in {Outcome.NOT_SCORED, Outcome.GONE}:
        lines.append(f"  {_reproduced(row)}")
    lines += [f"  {_basis_words(basis)}" for basis in row.bases]
    lines += _moved(row)
    return "".join(f"{line}\n" for line in lines)


def _reproduced(row: VerifiedRow) -> str:
    primary = MISSING if row.primary is None else format_number(Fraction(row.primary), 6)
    source = f"from {row.outputs:,} raw outputs" if row.edition else "as the paper prints them"
    equal = ", all equal" if row.outcome is Outcome.EQUAL else ""
    return f"{row.numbers:,} numbers {source}{equal}; ranked by {primary}."


def _basis_words(basis: Basis) -> str:
    what = f"{basis.what[:1].upper()}{basis.what[1:]}: {basis.new or MISSING}"
    return f"{what}, as published" if basis.same else f"{what}, published: {basis.old or 'none'}"


def _moved(row: VerifiedRow) -> Iterator[str]:
    if row.move is not None:
        _, *lines = move_lines(row.move)
        yield from lines
