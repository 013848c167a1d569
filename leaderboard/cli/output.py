"""What the commands share: the repository they work on, and how findings are printed.

Checks return, reporters print: the product goes to standard output, talk to standard error.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from leaderboard.findings import Finding

__all__ = [
    "FindingsFormat",
    "FindingsFormatOption",
    "Format",
    "FormatOption",
    "render_findings",
    "root_of",
    "say",
    "say_former",
]


class Format(StrEnum):
    """How a command prints its product."""

    TEXT = "text"
    JSON = "json"


class FindingsFormat(StrEnum):
    """How a command prints findings: for people, for programs, or as GitHub's annotations."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


FormatOption: TypeAlias = Annotated[Format, typer.Option("--format", help="How to print.")]
FindingsFormatOption: TypeAlias = Annotated[
    FindingsFormat,
    typer.Option("--format", help="How to print: for people, programs, or GitHub's annotations."),
]


def root_of(context: typer.Context) -> Path:
    """The root of the repository that the command works on.

    Raises:
        UsageError: there is none around the folder that was named, or around the current one.

    """
    from leaderboard.repository import find_root

    named: Path | None = context.find_root().obj
    return find_root(named)


def say(text: str) -> None:
    """Talk: a line on standard error."""
    typer.echo(text, err=True)


def say_former(root: Path, name: str) -> str:
    """The id that an entry bears today; a word on standard error where `name` is a former one."""
    from leaderboard.lookup import current_id

    now = current_id(root, name)
    if now != name:
        say(f"{name} is a former id of {now}.")
    return now


def render_findings(
    findings: Sequence[Finding], style: FindingsFormat, about: Mapping[str, object]
) -> str:
    """Findings in one of the three forms, with a line feed at the end unless it is empty.

    Args:
        findings: sorted.
        style: the form.
        about: what stands before the findings in the JSON form.

    """
    if style is FindingsFormat.JSON:
        from dataclasses import asdict

        from leaderboard.files import dump_json

        return dump_json({**about, "findings": [asdict(finding) for finding in findings]})
    if style is FindingsFormat.GITHUB:
        return "".join(_annotation(finding) for finding in findings)
    return _text(findings)


def _text(findings: Sequence[Finding]) -> str:
    lines: list[str] = []
    file = None
    for finding in findings:
        if finding.file != file:
            file = finding.file
            lines += [""] * bool(lines) + [file]
        where = f"{finding.pointer}: " if finding.pointer else ""
        lines += [f"  {where}{finding.message} [{finding.code}]", f"    {finding.mend}"]
    return "".join(f"{line}\n" for line in lines)


def _annotation(finding: Finding) -> str:
    """A workflow command; its data and its properties are escaped as the runner reads them."""
    where = f"{finding.pointer}: " if finding.pointer else ""
    text = _escaped(f"{where}{finding.message}\n{finding.mend}")
    file, title = (
        _escaped(part).replace(":", "%3A").replace(",", "%2C")
        for part in (finding.file, finding.code)
    )
    return f"::error file={file},title={title}::{text}\n"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
