"""One folder, one system: what the other benchmarks of a submission were asked with."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from leaderboard.errors import UsageError
from leaderboard.fields import thawed
from leaderboard.models import SystemInfo
from leaderboard.runner.journal import read_journal
from leaderboard.runner.plan import Plan
from leaderboard.strict_json import parse_strict

__all__ = ["Sibling", "check_sibling", "load_siblings", "told_prompt", "told_settings"]

LENGTH: Final = "max_tokens"
"""The one setting that goes with the task: a clause is a shorter answer than a scrubbed contract's
faults."""

SETTING: Final = "setting "


@dataclass(frozen=True, slots=True)
class Sibling:
    """What another benchmark in the same folder was asked with.

    Attributes:
        benchmark: its key.
        asked: as `Plan.settings_asked` has it.
        prompt_sha256: digest of what was asked, None if the file does not say.

    """

    benchmark: str
    asked: Mapping[str, object]
    prompt_sha256: str | None


def load_siblings(folder: Path, journals: Path, keys: Collection[str]) -> tuple[Sibling, ...]:
    """What the run's program has asked for this submission already, in order of keys.

    Outputs of other programs say nothing that can be compared; journals without an outcome bind
    nobody.

    Args:
        folder: of the submission; it may be missing.
        journals: the folder of its journals; it may be missing.
        keys: of the other benchmarks.

    Raises:
        UsageError: a journal is none.
        OSError: a file cannot be read.

    """
    found = (
        _from_outputs(folder / f"{key}.json", key) or _from_journal(journals / f"{key}.jsonl", key)
        for key in sorted(keys)
    )
    return tuple(sibling for sibling in found if sibling is not None)


def _from_outputs(path: Path, key: str) -> Sibling | None:
    if not path.is_file():
        return None
    value: Any = parse_strict(path.read_bytes(), path.name).value
    asked = value.get("settings_asked") if isinstance(value, dict) else None
    if not isinstance(asked, dict) or not {"model", "answer_form"} <= asked.keys():
        return None
    return Sibling(key, asked, value.get("prompt_sha256"))


def _from_journal(path: Path, key: str) -> Sibling | None:
    if not path.is_file():
        return None
    lines, _ = read_journal(path)
    if not any(line["event"] == "outcome" for line in lines):
        return None
    identity: Mapping[str, Any] = lines[0]["identity"]
    asked = {
        "model": identity.get("model"),
        "api_base": "own" if identity.get("api_base") else "provider",
        "answer_form": identity.get("answer_form"),
        **{
            name.removeprefix(SETTING): value
            for name, value in identity.items()
            if name.startswith(SETTING)
        },
    }
    return Sibling(key, asked, identity.get("prompt_sha256"))


def check_sibling(
    sibling: Sibling, asked: Mapping[str, object], *, is_own: bool, was_own: bool
) -> str | None:
    """Refuse a second system in one folder; a sentence where the answers may be of other length.

    Args:
        sibling: what was asked before.
        asked: what the same command would ask there (`Plan.settings_asked`).
        is_own: whether the prompt is not the benchmark's own.
        was_own: whether that of the sibling was not.

    Raises:
        UsageError: something else than the length of answers differs.

    """
    names = sorted({*sibling.asked, *asked} - {LENGTH})
    differ = [name for name in names if sibling.asked.get(name) != asked.get(name)]
    told = [f"{name} was {_said(sibling.asked, name)}, is {_said(asked, name)}" for name in differ]
    if is_own != was_own:
        words = {True: "one of your own", False: "the benchmark's own"}
        told.append(f"the prompt was {words[was_own]}, is {words[is_own]}")
    if told:
        raise UsageError(
            f"the submission has answers to {sibling.benchmark} that were asked for otherwise: "
            f"{'; '.join(told)}. A submission is one model, asked in one way: give the same "
            "options, or another --out"
        )
    if sibling.asked.get(LENGTH) == asked.get(LENGTH):
        return None
    return (
        f"{LENGTH} was {_said(sibling.asked, LENGTH)} on {sibling.benchmark}, is "
        f"{_said(asked, LENGTH)} here: each file of outputs records its own."
    )


def _said(values: Mapping[str, object], name: str) -> str:
    return repr(values[name]) if values.get(name) is not None else "not given"


def told_settings(
    system: SystemInfo, plan: Plan, form: str, siblings: Collection[Sibling]
) -> dict[str, Any]:
    """`system.settings`: what stands there, else what is asked, so that variants differ.

    Args:
        system: as `submission.json` has it.
        plan: what is asked.
        form: how answers are held to their form: the plan's, or `auto` where that goes with the
            task.
        siblings: what was asked before.

    Raises:
        UsageError: what stands there contradicts what is asked.

    """
    asked = {"answer_form": form, **plan.settings}
    asked.pop("reasoning_effort", None)  # it is `system.reasoning`
    if not system.settings:
        return asked
    known: dict[str, Any] = {name: thawed(value) for name, value in system.settings.items()}
    if LENGTH in known:
        known[LENGTH] = _told_length(known[LENGTH], asked.get(LENGTH), plan, siblings)
    accepted: dict[str, tuple[object, ...]] = {name: (value,) for name, value in asked.items()}
    accepted["answer_form"] = (form, plan.form)
    if isinstance(known.get(LENGTH), dict):
        accepted.pop(LENGTH, None)
    differ = [name for name in sorted(accepted.keys() & known) if known[name] not in accepted[name]]
    if differ:
        told = "; ".join(
            f"{name} is {known[name]!r} there and {asked[name]!r} here" for name in differ
        )
        raise UsageError(
            f'"system.settings" of submission.json says something else than the options: {told}; '
            "mend one of them"
        )
    return known


def _told_length(known: object, asked: object, plan: Plan, siblings: Collection[Sibling]) -> object:
    """The most tokens of an answer: one number, or by benchmark once two of them differ."""
    if isinstance(known, dict):
        lengths = known
    else:
        lengths = {sibling.benchmark: sibling.asked.get(LENGTH) for sibling in siblings}
        if known == asked or known not in lengths.values():
            return known
    lengths = {**lengths, plan.benchmark.key: asked}
    return {key: lengths[key] for key in sorted(lengths)}


def told_prompt(known: str | None, own: str | None, *, is_added: bool) -> str | None:
    """`system.prompt`: which prompt was used, if not the benchmark's own.

    Args:
        known: as `submission.json` has it.
        own: the name of the run's own prompt, None for the benchmark's.
        is_added: whether this is a further benchmark beside others that had prompts of one's own,
            so that a name is added to theirs.

    Raises:
        UsageError: the file names a prompt, and the benchmark's own is asked.

    """
    if own is None and known is not None:
        raise UsageError(
            f'"system.prompt" of submission.json says {known!r}, and the benchmark\'s own prompt '
            "is asked; give --prompt, or write null there"
        )
    if known is None or own is None:
        return own
    return f"{known}, {own}" if is_added and own not in known else known
