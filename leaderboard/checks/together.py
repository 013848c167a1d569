"""Submissions side by side: names that can be taken for each other, ids taken twice."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from leaderboard.fields import thawed
from leaderboard.files import dump_json
from leaderboard.findings import Finding, Problem, printable, quoted, sort_findings
from leaderboard.models import SubmissionFile
from leaderboard.names import skeleton

__all__ = ["Entry", "check_together"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A submission as far as it stands beside others.

    Attributes:
        id: the folder's name.
        meta: its `submission.json`.

    """

    id: str
    meta: SubmissionFile


@dataclass(frozen=True, slots=True)
class _Fault:
    """A collision.

    Attributes:
        entry: who is to blame.
        owner: id of the entry that it collides with, its own where it collides with itself.
        pointer: the place in the `submission.json` of `entry`.
        problem: what for.

    """

    entry: Entry
    owner: str
    pointer: str
    problem: Problem


_NAMES: Final[tuple[tuple[str, str, Callable[[Entry], str]], ...]] = (
    ("/model/name", "name", lambda entry: entry.meta.model.name),
    ("/model/organization", "organization", lambda entry: entry.meta.model.organization),
)
_NO_PROGRAMS: Final[Mapping[str, str]] = MappingProxyType({})


def check_together(
    entries: Iterable[Entry],
    judged: Collection[str] | None = None,
    *,
    faulty: Collection[str] = (),
    programs: Mapping[str, str] = _NO_PROGRAMS,
    parent: str = "submissions",
) -> tuple[Finding, ...]:
    """What is wrong between submissions.

    A finding keeps an entry off the board, so who is blamed for a collision matters: nobody may
    throw an entry off by copying it. Of those that collide the blame falls, in this order,

    1. on one that is judged, never on one that stands: a newcomer's check names the newcomer;
    2. on one with findings of its own, which does not get onto the board anyway;
    3. on the later id, in order of the alphabet. This proves nothing, and the finding says so. It
       happens only where a collision of two flawless entries is looked at as a whole, which the
       check of each newcomer beforehand (1) keeps from ever being published.

    What an entry says of itself, such as the day of its submission, never counts. The programs were
    there before everyone.

    Args:
        entries: all that stand or shall stand beside each other, their ids of the form.
        judged: ids of those that may be blamed, such as those of a pull request; None for all.
        faulty: ids of those that have findings of their own, as far as is known; of them only
            those that are judged count.
        programs: id → display name of the board's own programs.
        parent: how findings name the folder of submissions.

    """
    told = tuple(entries)
    blamable = {entry.id for entry in told} if judged is None else set(judged)
    every = [entry for entry in told if entry.id in blamable or entry.id not in faulty]
    rank = {entry.id: (entry.id in blamable, entry.id in faulty) for entry in every}
    ordered = sorted(every, key=lambda entry: (rank[entry.id], entry.id))
    faults = [*_check_programs(ordered, programs)]
    for check in (_check_names, _check_ids, _check_aliases, _check_successors, _check_doubles):
        faults += check(ordered)
    return sort_findings(
        _told(fault, by_id=rank[fault.entry.id] == rank.get(fault.owner)).at(
            f"{parent}/{fault.entry.id}/submission.json", fault.pointer
        )
        for fault in faults
        if fault.entry.id in blamable
    )


def _told(fault: _Fault, *, by_id: bool) -> Problem:
    """The problem; where only the order of the ids told who is blamed, it says so."""
    if not by_id or fault.owner == fault.entry.id:
        return fault.problem
    doubt = (
        "Nothing here tells which of the two came first, so the later id is named: if "
        f"{printable(fault.owner)} is the new one, mend that one instead."
    )
    return replace(fault.problem, mend=f"{fault.problem.mend} {doubt}")


def _check_programs(ordered: Sequence[Entry], programs: Mapping[str, str]) -> Iterator[_Fault]:
    names = {skeleton(name): (owner, name) for owner, name in programs.items()}
    ids = {skeleton(owner): owner for owner in programs}
    for entry in ordered:
        name = entry.meta.model.name
        owner, other = names.get(skeleton(name), ("", ""))
        if owner:
            message = f"{quoted(name)} can be taken for the board's own program {quoted(other)}"
            mend = (
                "Choose a name that differs in more than case, spaces, hyphens or look-alike "
                "letters."
            )
            yield _Fault(entry, owner, "/model/name", Problem("look_alike_name", message, mend))
        if owner := ids.get(skeleton(entry.id), ""):
            message = f"the id {quoted(entry.id)} can be taken for {quoted(owner)}"
            mend = (
                "Rename the folder so that it differs in more than hyphens, dots or look-alike "
                "letters."
            )
            yield _Fault(entry, owner, "", Problem("look_alike_id", message, mend))


def _check_names(ordered: Sequence[Entry]) -> Iterator[_Fault]:
    for pointer, what, name_of in _NAMES:
        seen: dict[str, tuple[str, str]] = {}
        for entry in ordered:
            name = name_of(entry)
            other, owner = seen.setdefault(skeleton(name), (name, entry.id))
            if other != name:
                message = f"{quoted(name)} can be taken for {quoted(other)} of {printable(owner)}"
                mend = (
                    f"Spell the {what} as {printable(owner)} does if they are the same; else "
                    "choose a name that differs in more than case, spaces, hyphens or look-alike "
                    "letters."
                )
                yield _Fault(entry, owner, pointer, Problem("look_alike_name", message, mend))


def _check_ids(ordered: Sequence[Entry]) -> Iterator[_Fault]:
    seen: dict[str, str] = {}
    for entry in ordered:
        other = seen.setdefault(skeleton(entry.id), entry.id)
        if other != entry.id:
            message = f"the id {quoted(entry.id)} can be taken for {quoted(other)}"
            mend = (
                "If both are the same system, keep one of them; else rename the folder so that it "
                "differs in more than hyphens, dots or look-alike letters."
            )
            yield _Fault(entry, other, "", Problem("look_alike_id", message, mend))


def _check_aliases(ordered: Sequence[Entry]) -> Iterator[_Fault]:
    owners: dict[str, str] = {}
    for entry in ordered:
        claims = [("", entry.id)]
        claims += [(f"/aliases/{place}", alias) for place, alias in enumerate(entry.meta.aliases)]
        for pointer, name in claims:
            if name in owners:
                owner = owners[name]
                message = f"{quoted(name)} is an id or former id of {printable(owner)} already"
                mend = "Take the alias out." if pointer else "Rename the folder."
                yield _Fault(entry, owner, pointer, Problem("alias_taken", message, mend))
            owners.setdefault(name, entry.id)


def _check_successors(ordered: Sequence[Entry]) -> Iterator[_Fault]:
    known = {name for entry in ordered for name in (entry.id, *entry.meta.aliases)}
    for entry in ordered:
        successor = entry.meta.successor
        own = {entry.id, *entry.meta.aliases}
        if successor is None or successor in known - own:
            continue
        message = (
            "the entry names itself as its successor"
            if successor in own
            else f"there is no entry {quoted(successor)}"
        )
        mend = "Name the id of the entry that takes its place, or take the successor out."
        yield _Fault(entry, entry.id, "/successor", Problem("bad_successor", message, mend))


def _check_doubles(ordered: Sequence[Entry]) -> Iterator[_Fault]:
    seen: dict[tuple[object, ...], str] = {}
    for entry in ordered:
        if entry.meta.status != "active":
            continue
        other = seen.setdefault(_identity(entry), entry.id)
        if other != entry.id:
            message = (
                f"{printable(other)} is an active submission of the same model, version and system"
            )
            mend = (
                "Say in version, reasoning, settings, prompt or harness how they differ, or mark "
                "the older one as superseded."
            )
            yield _Fault(entry, other, "", Problem("duplicate_submission", message, mend))


def _identity(entry: Entry) -> tuple[object, ...]:
    model, system = entry.meta.model, entry.meta.system
    return (
        skeleton(model.organization),
        skeleton(model.name),
        skeleton(model.version or ""),
        system.kind,
        system.reasoning,
        system.prompt,
        skeleton(system.harness or ""),
        dump_json(_sorted(thawed(system.settings))),
    )


def _sorted(value: object) -> object:
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(part) for part in value] if isinstance(value, list) else value
