"""A report as Markdown for a comment on GitHub, from the report's record alone.

Every text that is not this module's own stands inside `<code>`, where GitHub makes no mentions,
references or links of it, and each of its characters but letters, digits, spaces and those of
`_HARMLESS` is written as an entity, which is never read as Markdown or HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from leaderboard.display import MISSING, format_number
from leaderboard.findings import printable
from leaderboard.review.report import Alarm, BoardReport, FindingRecord, Line, Move, Report
from leaderboard.review.report import Standing as Place

__all__ = ["FIXED_TEXT", "MOST_MARKDOWN", "render_markdown"]

MOST_MARKDOWN: Final = 60_000
"""Characters; a comment on GitHub holds 65,536."""
_ROOM: Final = 400
"""Characters kept for the sentence that says what was cut."""
_TEXT: Final = 300
_HARMLESS: Final = frozenset(" -./")
"""Ids and paths stay legible where a comment is read as plain text, as in an e-mail."""
_HOST: Final = re.compile(r"www(?=\.)", re.IGNORECASE)
_SITE: Final = re.compile(r"https?://[A-Za-z0-9.:/~-]+/")

FIXED_TEXT: Final = """\
### Check of this pull request

It changes something outside the folder of one submission, so its report is not shown here; the run
of the check has it. A pull request with a submission changes that submission's folder and nothing
else; everything else is for a maintainer to look at.
"""
"""What is said where any changed path lies outside: nothing of the report, which may be forged."""

_VERDICTS: Final = {
    "accept": "Nothing to mend, and nothing that a maintainer must look at first.",
    "needs a maintainer": "Nothing to mend. A maintainer looks at what is flagged before a merge.",
    "refuse": "There is something to mend; it is listed with a way to mend it.",
}
_NEXT: Final = {
    "accept": "a maintainer merges it; you need do nothing.",
    "needs a maintainer": "a maintainer answers here; you need do nothing until then.",
    "refuse": "mend what is listed and push to the same branch; the check runs again by itself. "
    "<code>leaderboard validate</code> finds the faults of the files on your own machine.",
}
_KINDS: Final = {
    "new": "a new entry",
    "update": "a change of an entry that stands",
    "rename": "an entry under a new id",
    "no submission": "no submission",
    "not judged": "no submission that could be judged",
}


def render_markdown(report: Report, site: str | None = None) -> str:
    """The comment: at most `MOST_MARKDOWN` characters; what is cut is counted.

    Args:
        report: read from its file or just made.
        site: address of the published site with a slash at its end, for links; None for no links.

    """
    address = site if site and _SITE.fullmatch(site) else None
    kept: list[str] = []
    size = left_out = 0
    for block in _blocks(report, address):
        if size + len(block) + 1 > MOST_MARKDOWN - _ROOM or left_out:
            left_out += 1
            continue
        kept.append(block)
        size += len(block) + 1
    if left_out:
        noun = "part does" if left_out == 1 else "parts do"
        kept.append(f"{left_out:,} more {noun} not fit here; the file `report.json` has them.\n")
    return "\n".join(kept)


def _code(text: str, most: int = _TEXT) -> str:
    """Text of others, as nothing but text."""
    escaped = "".join(
        char if char.isalnum() or char in _HARMLESS else f"&#{ord(char)};"
        for char in printable(text, most)
    )
    # A host's usual first letters are made a link of wherever they stand.
    unlinked = _HOST.sub(lambda found: f"&#{ord(found[0][0])};{found[0][1:]}", escaped)
    return f"<code>{unlinked}</code>"


def _next(report: Report, site: str | None) -> str:
    """What happens next, and where the entry and its boards are to be seen."""
    text = f"**Next:** {_NEXT[report.verdict]}\n"
    if site is None:
        return text
    links = [f"[{board.benchmark}]({site}{board.benchmark}/)" for board in report.boards]
    if report.id and not report.findings:
        when = " after a merge" if report.kind != "update" else ""
        links.append(f"[the entry's page{when}]({site}submissions/{report.id}/)")
    links.append(f"[how to submit]({site}submit/)")
    return f"{text}\nSee {', '.join(links)}.\n"


def _blocks(report: Report, site: str | None) -> Iterator[str]:
    about = f" {_code(report.id)}" if report.id else ""
    former = f", until now {_code(report.former)}" if report.former else ""
    yield (
        f"### Check of this pull request: {report.verdict}\n\n{_VERDICTS[report.verdict]}\n\n"
        f"It holds {_KINDS[report.kind]}{about}{former}. Judged at {_code(report.head[:12])} "
        f"against main at {_code(report.base[:12])}, by scorer {_code(report.scoring_version)}.\n"
    )
    yield _next(report, site)
    if report.alarms:
        yield "#### For a maintainer\n"
        yield from (_alarm(alarm) for alarm in report.alarms)
    if report.findings:
        yield f"#### To mend: {report.findings_count:,}\n"
        yield from (_finding(finding) for finding in report.findings)
        if report.findings_count > len(report.findings):
            more = report.findings_count - len(report.findings)
            yield f"- {more:,} more; `leaderboard validate` lists what is wrong with the files.\n"
    for board in report.boards:
        yield _board(board)
        if board.moves:
            yield _moves(board)
        yield _lines(board)


def _alarm(alarm: Alarm) -> str:
    where = f" on {_code(alarm.benchmark)}" if alarm.benchmark else ""
    return f"- **{alarm.kind.replace('_', ' ')}**{where}: {_code(alarm.message, 600)}\n"


def _finding(finding: FindingRecord) -> str:
    where = f" at {_code(finding.pointer)}" if finding.pointer else ""
    return (
        f"- {_code(finding.code)} in {_code(finding.file)}{where}: {_code(finding.message, 600)}"
        f"<br>{_code(finding.mend, 600)}\n"
    )


def _board(board: BoardReport) -> str:
    head = f"#### {_code(board.title)}, edition {_code(board.version)}\n\n"
    marks = f" Marks: {', '.join(_code(mark) for mark in board.marks)}." if board.marks else ""
    if board.primary.after is None:
        return f"{head}Not scored: the gold of this edition is not at hand.{marks}\n"
    interval = ""
    if board.interval is not None:
        low, high = (_number(end) for end in (board.interval.low, board.interval.high))
        interval = f" (95 % interval {low} to {high})"
    return (
        f"{head}| | before | after |\n|---|---|---|\n"
        f"| **{_code(board.primary.title)}** | {_number(board.primary.before)} | "
        f"**{_number(board.primary.after)}**{interval} |\n"
        f"| rank | {_rank(board.rank_before)} | {_rank(board.rank_after)} |\n\n"
        f"Answered: {board.answered:,} of {board.items:,}.{marks}\n"
    )


def _rank(place: Place | None) -> str:
    if place is None:
        return MISSING
    return f"{'=' if place.shared else ''}{place.position:,} of {place.of:,}"


def _moves(board: BoardReport) -> str:
    lines = [_move(move) for move in board.moves]
    if board.moves_count > len(board.moves):
        lines.append(f"- {board.moves_count - len(board.moves):,} more entries move")
    return f"Who moves: {board.moves_count:,}\n\n" + "".join(f"{line}\n" for line in lines)


def _move(move: Move) -> str:
    if move.before is None or move.after is None:
        return f"- {_code(move.id)} {'gains' if move.after else 'loses'} its rank"
    by = move.after - move.before
    way = f"down by {by:,}" if by > 0 else f"up by {-by:,}"
    return f"- {_code(move.id)}: {move.before:,} → {move.after:,} ({way})"


def _lines(board: BoardReport) -> str:
    if not board.lines:
        return ""
    rows = "".join(f"| {' | '.join(_cells(line))} |\n" for line in board.lines)
    return f"| | before | after | change |\n|---|---|---|---|\n{rows}"


def _cells(line: Line) -> list[str]:
    before, after = (_number(value, line.digits) for value in (line.before, line.after))
    return [_code(line.title), before, after, _change(line)]


def _change(line: Line) -> str:
    if line.before is None or line.after is None:
        return MISSING
    difference = Fraction(repr(line.after)) - Fraction(repr(line.before))
    text = format_number(difference, line.digits)
    return f"+{text}" if difference > 0 else text


def _number(value: float | None, digits: int = 3) -> str:
    return format_number(None if value is None else Fraction(repr(value)), digits)
