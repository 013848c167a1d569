"""From two published results to the ledger of what moved between them. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from leaderboard.ledger.baseline import Published, check_form
from leaderboard.ledger.causes import Side, cause_of, causes_of_number
from leaderboard.ledger.changelog import Changelog
from leaderboard.ledger.numbers import (
    detail_changes,
    is_cost,
    is_interval,
    number_title,
    row_numbers,
)
from leaderboard.ledger.records import (
    CauseKind,
    Event,
    EventKind,
    Ledger,
    NumberMove,
    RankMove,
    RowMove,
)

__all__ = ["build_ledger", "compare_rows", "row_sides"]

Json: TypeAlias = Mapping[str, Any]
Key: TypeAlias = tuple[str, str]
"""(Benchmark key, id of the entry today)."""
_STATUS: Final = (EventKind.SUPERSEDED, EventKind.RETRACTED)


def build_ledger(old: Published, new: Published, changelog: Changelog) -> Ledger:
    """What moved between two published results, and why.

    A row is known by its benchmark and its id; a former id leads to the row that it became. A
    number moved if both results hold one and they differ, or one holds it and the other, where the
    row was scored too, does not.

    Args:
        old: a release.
        new: a later one, or the board as it is.
        changelog: where scorer, gold, programs and price lists give their reasons.

    Raises:
        BrokenRepositoryError: results are of a form that this program does not compare.

    """
    before, after = row_sides(check_form(old)), row_sides(check_form(new))
    former = _former_ids(after)
    paired = {
        key: (before[origin], side)
        for key, side in after.items()
        if (origin := _origin(key, before, former)) is not None
    }
    moves = [compare_rows(key[0], *pair, changelog) for key, pair in sorted(paired.items())]
    met = {(key[0], pair[0].row["id"]) for key, pair in paired.items()}
    gone = {key: side for key, side in before.items() if new.whole and key not in met}
    return Ledger(
        baseline=old.version,
        baseline_date=old.date,
        current=new.version,
        date=new.date,
        moves=tuple(move for move in moves if move is not None),
        events=tuple(
            sorted(
                (
                    *_new_rows(after, paired),
                    *_gone_rows(gone, new, changelog),
                    *(event for key, pair in paired.items() for event in _events(key[0], *pair)),
                ),
                key=lambda event: (event.benchmark, event.id, event.kind),
            )
        ),
        ranks=tuple(
            rank
            for key, pair in sorted(paired.items())
            if new.whole and (rank := _rank_move(key[0], *pair)) is not None
        ),
        compared=sum(len(row_numbers(side.row)) for side, _ in paired.values()),
    )


def row_sides(published: Published) -> dict[Key, Side]:
    """(Benchmark key, id) → the row with what stands above it."""
    results = published.results
    return {
        (key, row["id"]): Side(published.version, row, results["benchmarks"][key], results)
        for key, row in published.rows()
    }


def _former_ids(after: Mapping[Key, Side]) -> dict[Key, list[str]]:
    """Today's row → its former ids that no row bears today."""
    return {
        (benchmark, id_): [
            alias for alias in side.row.get("aliases", ()) if (benchmark, alias) not in after
        ]
        for (benchmark, id_), side in after.items()
    }


def _origin(key: Key, before: Mapping[Key, Side], former: Mapping[Key, list[str]]) -> Key | None:
    if key in before:
        return key
    return next(((key[0], id_) for id_ in former[key] if (key[0], id_) in before), None)


def compare_rows(benchmark: str, old: Side, new: Side, changelog: Changelog) -> RowMove | None:
    """The numbers of a row that moved, with their causes; None if none did.

    Where the row could not be scored on one of the sides, because its gold was not at hand, its
    scores are not compared.
    """
    numbers = tuple(
        NumberMove(key, number_title(key), was, now, causes_of_number(key, old, new))
        for key, was, now in _moved_numbers(old, new)
    )
    if not numbers:
        return None
    kinds = {kind for number in numbers for kind in number.causes}
    return RowMove(
        benchmark=benchmark,
        benchmark_title=new.benchmark["title"],
        id=new.row["id"],
        name=display_name(new.row),
        numbers=numbers,
        causes=tuple(cause_of(kind, old, new, changelog) for kind in CauseKind if kind in kinds),
    )


def _moved_numbers(old: Side, new: Side) -> Iterator[tuple[str, float | None, float | None]]:
    was, now = row_numbers(old.row), row_numbers(new.row)
    scored = is_scored(old) == is_scored(new)
    # A row whose edition is no longer the ranked one has no intervals any more.
    ranged = bool(old.row.get("certainty")) == bool(new.row.get("certainty"))
    for key in dict.fromkeys((*was, *now)):
        comparable = is_cost(key) or (scored and (ranged or not is_interval(key)))
        if comparable and was.get(key) != now.get(key):
            yield key, was.get(key), now.get(key)
    changed = detail_changes(old.row, new.row)
    if changed is not None:
        yield changed[0], 0, changed[1]


def is_scored(side: Side) -> bool:
    """Whether a row has numbers of its own: scored here, or printed."""
    return side.row.get("card") is not None or side.row["trust"] == "reported"


def display_name(row: Json) -> str:
    """A row's name with what tells two variants of one model apart."""
    version = f" {row['version']}" if row.get("version") else ""
    told = row.get("reasoning") not in {"default", "n/a", None}
    return f"{row['name']}{version}" + (f" (reasoning {row['reasoning']})" if told else "")


def _event(
    kind: EventKind, benchmark: str, side: Side, note: str = "", successor: str | None = None
) -> Event:
    return Event(
        kind,
        benchmark,
        side.benchmark["title"],
        side.row["id"],
        display_name(side.row),
        note,
        successor,
    )


def _new_rows(after: Mapping[Key, Side], paired: Mapping[Key, object]) -> Iterator[Event]:
    for key, side in after.items():
        if key not in paired:
            yield _event(EventKind.NEW, key[0], side, side.row.get("status_reason") or "")


def _gone_rows(gone: Mapping[Key, Side], new: Published, changelog: Changelog) -> Iterator[Event]:
    for (benchmark, id_), side in gone.items():
        board = new.results["benchmarks"].get(benchmark)
        if side.is_program and board is not None and not board["scored_here"]:
            yield _event(EventKind.NOT_SCORED, benchmark, side)
        else:
            reason = " ".join(changelog.reason(f"Removed {id_}"))
            yield _event(EventKind.GONE, benchmark, side, reason)


def _events(benchmark: str, old: Side, new: Side) -> Iterator[Event]:
    if old.row["id"] != new.row["id"]:
        yield _event(EventKind.RENAMED, benchmark, new, old.row["id"])
    was, now = ({kind for kind in _STATUS if kind in side.row["marks"]} for side in (old, new))
    reason = new.row.get("status_reason") or ""
    for kind in _STATUS:
        if kind in now - was:
            yield _event(kind, benchmark, new, reason, new.row.get("successor"))
    if was and not now:
        yield _event(EventKind.REINSTATED, benchmark, new)
    if is_scored(new) and not is_scored(old):
        yield _event(EventKind.FIRST_SCORED, benchmark, new)
    if is_scored(old) and not is_scored(new):
        yield _event(EventKind.NOT_SCORED, benchmark, new)


def _rank_move(benchmark: str, old: Side, new: Side) -> RankMove | None:
    was, now = _rank(old.row), _rank(new.row)
    if was == now or not new.benchmark["scored_here"]:
        return None
    own = ("primary", "marks", "edition", "trust")
    return RankMove(
        benchmark,
        new.benchmark["title"],
        new.row["id"],
        display_name(new.row),
        was,
        now,
        own=any(old.row.get(key) != new.row.get(key) for key in own),
    )


def _rank(row: Json) -> str | None:
    if row["rank"] is None:
        return None
    return f"={row['rank']}" if row["rank_shared"] else str(row["rank"])
