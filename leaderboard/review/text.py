"""A report for a terminal, and as annotations of GitHub."""

from __future__ import annotations

from leaderboard.display import MISSING
from leaderboard.findings import printable
from leaderboard.review.report import BoardReport, Report
from leaderboard.review.report import Standing as Place

__all__ = ["render_annotations", "render_text"]

_WIDE = 34
_SENTENCE = 600


def render_text(report: Report) -> str:
    """Verdict, alarms and numbers, a line each; findings are printed as everywhere else."""
    about = f" ({report.id})" if report.id else ""
    lines = [f"verdict: {report.verdict}{about}"]
    for alarm in report.alarms:
        where = f" on {alarm.benchmark}" if alarm.benchmark else ""
        message = printable(alarm.message, _SENTENCE)
        lines.append(f"  for a maintainer: {message}{where} [{alarm.kind}]")
    for board in report.boards:
        lines += ["", *_board(board)]
    return "".join(f"{line}\n" for line in lines)


def render_annotations(report: Report) -> str:
    """The alarms as warnings of a workflow."""
    return "".join(
        f"::warning title={alarm.kind}::{_escaped(printable(alarm.message, _SENTENCE))}\n"
        for alarm in report.alarms
    )


def _escaped(text: str) -> str:
    return text.replace("%", "%25")


def _board(board: BoardReport) -> list[str]:
    marks = f"  [{', '.join(board.marks)}]" if board.marks else ""
    lines = [f"{board.benchmark} {board.version}{marks}"]
    if board.primary.after is None:
        return [*lines, "  not scored: the gold of this edition is not at hand"]
    interval = ""
    if board.interval is not None:
        interval = f"   95 % interval {board.interval.low:.3f} to {board.interval.high:.3f}"
    lines.append(f"  rank {_rank(board.rank_before)} → {_rank(board.rank_after)}{interval}")
    for line in (board.primary, *board.lines):
        before, after = (_number(value, line.digits) for value in (line.before, line.after))
        lines.append(f"  {printable(line.title, _WIDE):{_WIDE}} {before:>8} → {after}")
    if board.moves_count:
        lines.append(f"  {board.moves_count:,} other entries move")
    return lines


def _rank(place: Place | None) -> str:
    if place is None:
        return MISSING
    return f"{'=' if place.shared else ''}{place.position:,} of {place.of:,}"


def _number(value: float | None, digits: int) -> str:
    return MISSING if value is None else f"{value:.{digits}f}"
