"""Submissions side by side: names that can be taken for each other, ids taken twice."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from leaderboard.fields import thawed
from leaderboard.files import dump_json
from leaderboard.findings import Finding, Problem, quoted, sort_findings
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


Fault: TypeAlias = tuple[Entry, str, Problem]
"""Who is to blame, the pointer into its `submission.json`, and what for."""

_NAMES: Final[tuple[tuple[str, str, Callable[[Entry], str]], ...]] = (
    ("/model/name", "name", lambda entry: entry.meta.model.name),
    ("/model/organization", "organization", lambda entry: entry.meta.model.organization),
)


def check_together(
    entries: Iterable[Entry],
    judged: Collection[str] | None = None,
    *,
    parent: str = "submissions",
) -> tuple[Finding, ...]:
    """What is wrong between submissions.

    Of two that collide the later one is blamed: the one that is judged, else the one with the
    later date, else with the later id.

    Args:
        entries: all that stand or shall stand beside each other.
        judged: ids of those that may be blamed, such as those of a pull request; None for all.
        parent: how findings name the folder of submissions.

    """
    every = tuple(entries)
    blamable = {entry.id for entry in every} if judged is None else set(judged)
    ordered = sorted(
        every, key=lambda entry: (entry.id in blamable, entry.meta.submitted, entry.id)
    )
    checks = (_check_names, _check_ids, _check_aliases, _check_doubles)
    return sort_findings(
        problem.at(f"{parent}/{entry.id}/submission.json", pointer)
        for check in checks
        for entry, pointer, problem in check(ordered)
        if entry.id in blamable
    )


def _check_names(ordered: Sequence[Entry]) -> Iterator[Fault]:
    for pointer, what, name_of in _NAMES:
        seen: dict[str, tuple[str, str]] = {}
        for entry in ordered:
            name = name_of(entry)
            other, owner = seen.setdefault(skeleton(name), (name, entry.id))
            if other != name:
                message = f"{quoted(name)} can be taken for {quoted(other)} of {owner}"
                mend = (
                    f"Spell the {what} as {owner} does if they are the same; else choose a name "
                    "that differs in more than case, spaces, hyphens or look-alike letters."
                )
                yield entry, pointer, Problem("look_alike_name", message, mend)


def _check_ids(ordered: Sequence[Entry]) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for entry in ordered:
        other = seen.setdefault(skeleton(entry.id), entry.id)
        if other != entry.id:
            message = f"the id {quoted(entry.id)} can be taken for {quoted(other)}"
            mend = (
                "If both are the same system, keep one of them; else rename the folder so that it "
                "differs in more than hyphens, dots or look-alike letters."
            )
            yield entry, "", Problem("look_alike_id", message, mend)


def _check_aliases(ordered: Sequence[Entry]) -> Iterator[Fault]:
    owners: dict[str, str] = {}
    for entry in ordered:
        claims = [("", entry.id)]
        claims += [(f"/aliases/{place}", alias) for place, alias in enumerate(entry.meta.aliases)]
        for pointer, name in claims:
            if name in owners:
                message = f"{quoted(name)} is an id or former id of {owners[name]} already"
                mend = "Take the alias out." if pointer else "Rename the folder."
                yield entry, pointer, Problem("alias_taken", message, mend)
            owners.setdefault(name, entry.id)


def _check_doubles(ordered: Sequence[Entry]) -> Iterator[Fault]:
    seen: dict[tuple[object, ...], str] = {}
    for entry in ordered:
        if entry.meta.status != "active":
            continue
        other = seen.setdefault(_identity(entry), entry.id)
        if other != entry.id:
            message = f"{other} is an active submission of the same model, version and system"
            mend = (
                "Say in version, reasoning, settings, prompt or harness how they differ, or mark "
                "the older one as superseded."
            )
            yield entry, "", Problem("duplicate_submission", message, mend)


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
