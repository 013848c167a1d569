"""`leaderboard scrub`: the rule-based proof-reader on a contract of your own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from leaderboard.cli.output import Format, FormatOption, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leaderboard.programs.regex_scrubber import Remark

__all__ = ["command"]

MOST_BYTES: Final = 4 * 1024 * 1024
LIST: Final = "defined_terms"
"""The category that lists what is there; all others are faults."""


def command(
    path: Annotated[
        Path,
        typer.Argument(metavar="FILE", help="A contract as plain text in UTF-8."),
    ],
    style: FormatOption = Format.TEXT,
    *,
    definitions: Annotated[
        bool, typer.Option("--definitions", help="In text, also list the terms that are defined.")
    ] = False,
) -> None:
    """Proof-read a contract by rule.

    Prints what the rule-based proof-reader of the board finds: where, what, and why. Nothing is
    sent anywhere. Rules miss much, and may be wrong: each remark is a place to look.
    """
    from leaderboard.programs.regex_scrubber import scrub

    text = _read(path)
    remarks = scrub(text)
    if style is Format.JSON:
        typer.echo(_json(text, remarks), nl=False)
        return
    faults = [remark for remark in remarks if remark.category != LIST]
    shown = remarks if definitions else faults
    typer.echo(_text(text, shown), nl=False)
    terms = len(remarks) - len(faults)
    say(f"{len(faults)} remarks; {terms} definitions read.")


def _read(path: Path) -> str:
    from leaderboard.errors import UsageError

    if not path.is_file():
        raise UsageError(f"there is no file {path}")
    if path.stat().st_size > MOST_BYTES:
        raise UsageError(f"{path} is over 4 MiB: no contract is that long")
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{path} is no plain text in UTF-8 (byte {error.start}): save it as such first"
        ) from error


def _line(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def _text(text: str, remarks: Sequence[Remark]) -> str:
    from leaderboard.findings import printable
    from scoring.contractscrub.categories import CATEGORIES

    lines: list[str] = []
    for category in CATEGORIES:
        own = [remark for remark in remarks if remark.category == category.key]
        if not own:
            continue
        lines += [""] * bool(lines) + [f"{category.title} ({len(own)})"]
        for remark in own:
            fields = ", ".join(f"{name}: {printable(value)}" for name, value in remark.entry)
            lines += [f"  line {_line(text, remark.start)}: {fields}", f"    {remark.reason}"]
    return "".join(f"{line}\n" for line in lines)


def _json(text: str, remarks: Sequence[Remark]) -> str:
    from leaderboard.files import dump_json

    return dump_json(
        {
            "remarks": [
                {
                    "category": remark.category,
                    "entry": dict(remark.entry),
                    "line": _line(text, remark.start),
                    "start": remark.start,
                    "end": remark.end,
                    "reason": remark.reason,
                }
                for remark in remarks
            ]
        }
    )
