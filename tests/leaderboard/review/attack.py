"""Hostile pull requests: each with the row of the threat table, its code, and its check.

A mutation takes the check out: a piece of the source is replaced by one that lets the attack
through. `alone` says that nothing else stands in its way, so that it is accepted then.
"""

from __future__ import annotations

import importlib
import inspect
import json
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any, Final

import pytest

from tests.leaderboard.gits import Hosted
from tests.leaderboard.review.sample import NEW, meta_of, outputs_of, submission

__all__ = [
    "ANY_FILE",
    "BYTES",
    "COPIES",
    "FORMATS",
    "MARKUP",
    "NAMES",
    "PATHS",
    "RUNS",
    "SCOPE",
    "SLOW",
    "Attack",
    "Mutation",
    "about",
    "answers",
    "beside",
    "changed",
    "edited",
    "extra",
    "folder",
    "pull",
    "raw",
    "renamed",
    "take_out",
]

Files = Mapping[str | bytes, Any]
Make = Callable[[Hosted], "str | tuple[str, str]"]
"""Puts a pull request onto the host and fetches it: its head, and its base if that is not main."""


@dataclass(frozen=True)
class Mutation:
    """A check that is taken out.

    Attributes:
        target: `module:function` or `module:Class.method`, or `module:NAME` of a constant.
        old: what stands in its source; "" for a constant.
        new: what is put in its place; the new value of a constant.
    """

    target: str
    old: str
    new: Any


@dataclass(frozen=True)
class Attack:
    """A pull request that must not be merged as it is.

    Attributes:
        name: of the test.
        threat: the row of the threat table.
        code: of the finding, or the kind of the alarm.
        make: the pull request.
        taken_out: the check that tells it.
        author: who opens it.
        alone: whether nothing else refuses or flags it.
    """

    name: str
    threat: str
    code: str
    make: Make
    taken_out: tuple[Mutation, ...]
    author: str = "ada"
    alone: bool = True


def take_out(patch: pytest.MonkeyPatch, mutation: Mutation) -> None:
    """Give a function the code of its own source with a part of it replaced, or a constant a value.

    The function stays the object that it is, so whoever imported or stored it runs the new code.
    """
    module_name, _, path = mutation.target.partition(":")
    *steps, name = path.split(".")
    holder: Any = importlib.import_module(module_name)
    for step in steps:
        holder = holder[int(step)] if step.isdigit() else getattr(holder, step)
    if not mutation.old:
        patch.setattr(holder, name, mutation.new)
        return
    found = getattr(holder, name)
    source = _SOURCES.get(found.__code__) or textwrap.dedent(inspect.getsource(found))
    assert source.count(mutation.old) == 1, f"{mutation.target} no longer says {mutation.old!r}"
    changed = source.replace(mutation.old, mutation.new)
    code = _compiled(changed, found)
    _SOURCES[code] = changed
    patch.setattr(found, "__code__", code)


_SOURCES: dict[CodeType, str] = {}
"""Sources of mutated functions, for those that are mutated twice."""


def _compiled(source: str, found: FunctionType) -> CodeType:
    """The code of a function's new source, with the same variables of functions around it."""
    free = found.__code__.co_freevars
    lines = [f"    {name} = None" for name in free]
    wrapped = "\n".join(["def around():", *lines, textwrap.indent(source, "    ")])
    made: dict[str, Any] = {}
    exec(f"{wrapped}\n    return {found.__name__}", {}, made)  # noqa: S102 - our own source
    code: CodeType = made["around"]().__code__
    assert code.co_freevars == free
    return code


def pull(files: Files | Callable[[], Files]) -> Make:
    """A pull request with these files, which may be made only when they are wanted."""
    return lambda hosted: hosted.pull(files() if callable(files) else files)


def beside(path: str, content: Any = "x") -> Make:
    """A new entry, and a path beside it."""
    return pull(lambda: {**submission(NEW), path: content})


def about(**change: Any) -> Make:
    """A new entry that says other things of itself."""
    return pull(lambda: submission(NEW, about=meta_of("Reader Three", **change)))


def raw(text: str | bytes | Callable[[], bytes], name: str = "submission.json") -> Make:
    """A new entry with one file of just these bytes."""
    return pull(
        lambda: {
            **submission(NEW),
            f"submissions/{NEW}/{name}": text() if callable(text) else text,
        }
    )


def edited(old: str, new: str) -> Make:
    """A valid `submission.json` with a piece of its text replaced."""
    text = json.dumps(meta_of("Reader Three", notes="n", system={"settings": {"s": 0}}))
    assert text.count(old) == 1
    return raw(text.replace(old, new))


def extra(name: str, content: Any = "{}") -> Make:
    """A new entry with one more file."""
    return pull(lambda: submission(NEW, extra={name: content() if callable(content) else content}))


def changed(id_: str, about: Mapping[str, Any], seed: str | None = None) -> Make:
    """A change of an entry that stands."""
    return pull(lambda: submission(id_, about=about, answered=outputs_of(seed or id_)))


def renamed(old: str, new: str, about: Mapping[str, Any]) -> Make:
    """An entry under a new id."""
    return pull(
        lambda: {
            **submission(new, about=about, answered=outputs_of(old)),
            **dict.fromkeys(submission(old)),
        }
    )


def answers(answered: Callable[[str], str], **change: Any) -> Make:
    """A new entry with other answers: item → raw text."""

    def files() -> Files:
        outputs = outputs_of(NEW)
        for record in outputs["outputs"]:
            record["response"] = answered(record["item"])
        return submission(NEW, answered=outputs, **change)

    return pull(files)


def folder(name: str) -> Make:
    """A new entry in a folder of that name."""
    return pull(
        lambda: {
            f"submissions/{name}/submission.json": json.dumps(meta_of("Reader Three")),
            f"submissions/{name}/openscrub.json": json.dumps(outputs_of(NEW)),
        }
    )


SCOPE: Final = "it changes scorer, gold, schema or workflow beside its data"
RUNS: Final = "a pull request that runs"
PATHS: Final = "symlink, submodule, executable, odd path"
COPIES: Final = "gold copied, a perfect score, another's outputs copied"
BYTES: Final = "JSON"
NAMES: Final = "names"
MARKUP: Final = "HTML, Markdown, template or CSV formula in names, notes, links"
SLOW: Final = "regular expressions that blow up"
FORMATS: Final = "YAML tags, archives, pickles, LFS pointers"

ANY_FILE: Final = Mutation(
    "leaderboard.checks.submission:check_file_name",
    "if _FILE_NAME.fullmatch(name) or",
    "if True or",
)
"""Every name is that of a submission's file."""
