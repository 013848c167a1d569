"""The report of a review: a bounded record that is written here and believed nowhere.

What comments on a pull request reads it from an artifact that the pull request may have forged. So
every text has a length, every list a bound, every number a range, and it is rendered again from
this record alone, each text escaped.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from leaderboard.errors import LeaderboardError
from leaderboard.findings import CODES, Finding, printable
from leaderboard.strict_json import parse_strict

__all__ = [
    "LOGIN_PATTERN",
    "MOST_REPORT",
    "Alarm",
    "AlarmKind",
    "BoardReport",
    "FindingRecord",
    "Interval",
    "Line",
    "Move",
    "Report",
    "ReportError",
    "Standing",
    "Verdict",
    "finding_records",
    "parse_report",
]

REPORT_VERSION: Final = 1
"""Of the report's form; raised when a key changes its meaning or goes."""
MOST_REPORT: Final = 2 * 1024 * 1024
"""Bytes of a report."""
MOST_FINDINGS: Final = 100
MOST_ALARMS: Final = 30
MOST_MOVES: Final = 20
MOST_LINES: Final = 80
MOST_BOARDS: Final = 20
_PLACE: Final = 300
_SENTENCE: Final = 600

LOGIN_PATTERN: Final = r"^[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}(?:\[bot\])?$"
"""A GitHub login, that of an app too."""

Verdict: TypeAlias = Literal["accept", "needs a maintainer", "refuse"]
Kind: TypeAlias = Literal["new", "update", "rename", "no submission", "not judged"]
AlarmKind: TypeAlias = Literal[
    "code",
    "perfect_score",
    "gold_copy",
    "near_duplicate",
    "same_responses",
    "flood",
    "partial",
    "not_scored",
    "submitters_changed",
    "names_others",
    "never_active",
    "reinstated",
    "recorded_verdicts",
]

Commit: TypeAlias = Annotated[str, Field(pattern=r"^[0-9a-f]{40}(?:[0-9a-f]{24})?$")]
Login: TypeAlias = Annotated[str, Field(max_length=50, pattern=LOGIN_PATTERN)]
EntryId: TypeAlias = Annotated[str, Field(max_length=80, pattern=r"^[a-z0-9]+(?:[.-]+[a-z0-9]+)*$")]
Key: TypeAlias = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,39}$")]
Edition: TypeAlias = Annotated[str, Field(pattern=r"^[0-9][0-9a-z.-]{0,39}$")]
Code: TypeAlias = Annotated[str, Field(max_length=60, pattern=r"^[a-z][a-z0-9_]*$")]
Count: TypeAlias = Annotated[int, Field(ge=0, le=10_000_000)]
Number: TypeAlias = Annotated[float, Field(ge=-1e9, le=1e9, allow_inf_nan=False)]
Title: TypeAlias = Annotated[str, Field(max_length=100)]
Place: TypeAlias = Annotated[str, Field(max_length=_PLACE)]
Sentence: TypeAlias = Annotated[str, Field(max_length=_SENTENCE)]


class ReportError(LeaderboardError):
    """A file that is no report, or the report of another commit."""


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class FindingRecord(_Record):
    """A finding, its texts cut."""

    code: Code
    file: Place
    pointer: Place
    message: Sentence
    mend: Sentence


class Alarm(_Record):
    """What a maintainer should look at before anything is merged; no finding.

    Attributes:
        kind: of a closed list.
        benchmark: key, or None where it is of the whole.
        message: what was seen.

    """

    kind: AlarmKind
    benchmark: Key | None
    message: Sentence


class Interval(_Record):
    """Both ends of a 95 % interval."""

    low: Number
    high: Number


class Line(_Record):
    """One number before and after; None is unknown.

    Attributes:
        key: its one stable name.
        title: for display.
        digits: decimals that are shown.
        before: in main.
        after: in the branch.

    """

    key: Title
    title: Title
    digits: Literal[0, 3]
    before: Number | None
    after: Number | None


class Standing(_Record):
    """A rank among so many."""

    position: Annotated[int, Field(ge=1, le=10_000_000)]
    shared: bool
    of: Count


class Move(_Record):
    """An entry whose rank is another; None where it carries none."""

    id: EntryId
    before: Count | None
    after: Count | None


class BoardReport(_Record):
    """One benchmark.

    Attributes:
        benchmark: key.
        title: for display.
        version: the edition that was answered.
        signature: of the score; None where the gold is not at hand.
        measure: what the primary number is.
        primary: before and after.
        interval: of the number after.
        answered: items that count as answered.
        items: items that there are.
        marks: remarks about the row.
        rank_before: None where there was none.
        rank_after: None where there is none.
        moves: the first entries that move.
        moves_count: how many move.
        lines: headline numbers and categories.

    """

    benchmark: Key
    title: Title
    version: Edition
    signature: Annotated[str, Field(max_length=200)] | None
    measure: Title
    primary: Line
    interval: Interval | None
    answered: Count
    items: Count
    marks: Annotated[tuple[Title, ...], Field(max_length=20)]
    rank_before: Standing | None
    rank_after: Standing | None
    moves: Annotated[tuple[Move, ...], Field(max_length=MOST_MOVES)]
    moves_count: Count
    lines: Annotated[tuple[Line, ...], Field(max_length=MOST_LINES)]


class Report(_Record):
    """What a review found.

    Attributes:
        review_version: of this form.
        scoring_version: of the scorer.
        verdict: `refuse` with findings, else `needs a maintainer` with alarms, else `accept`.
        needs_human: whether there are alarms.
        kind: what the pull request does.
        id: the submission that is judged; None where there is none.
        former: its id until now, where it is renamed.
        author: who opened the pull request.
        base: main's commit.
        head: the branch's commit.
        start: the commit that the branch started from; None where there is not one.
        findings: the first of them.
        findings_count: how many there are.
        alarms: all of them.
        outside: the first paths that are no submission's.
        outside_count: how many there are.
        boards: a part for each benchmark that was answered; empty with findings.

    """

    review_version: Literal[1]
    scoring_version: Annotated[str, Field(max_length=40, pattern=r"^[0-9][0-9a-z.]*$")]
    verdict: Verdict
    needs_human: bool
    kind: Kind
    id: EntryId | None
    former: EntryId | None
    author: Login
    base: Commit
    head: Commit
    start: Commit | None
    findings: Annotated[tuple[FindingRecord, ...], Field(max_length=MOST_FINDINGS)]
    findings_count: Count
    alarms: Annotated[tuple[Alarm, ...], Field(max_length=MOST_ALARMS)]
    outside: Annotated[tuple[Place, ...], Field(max_length=20)]
    outside_count: Count
    boards: Annotated[tuple[BoardReport, ...], Field(max_length=MOST_BOARDS)]

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Report:
        counts = (len(self.findings) > 0) == (self.findings_count > 0)
        if self.needs_human != bool(self.alarms) or not counts or self.verdict != self._due():
            raise ValueError("the verdict is not what findings and alarms make of it")
        return self

    def _due(self) -> Verdict:
        if self.findings:
            return "refuse"
        return "needs a maintainer" if self.alarms else "accept"


def finding_records(findings: tuple[Finding, ...]) -> tuple[FindingRecord, ...]:
    """The first findings, cut to what a report holds."""
    return tuple(
        FindingRecord(
            code=finding.code,
            file=printable(finding.file, _PLACE),
            pointer=printable(finding.pointer, _PLACE),
            message=printable(finding.message, _SENTENCE),
            mend=printable(finding.mend, _SENTENCE),
        )
        for finding in findings[:MOST_FINDINGS]
    )


def parse_report(data: bytes) -> Report:
    """A report from bytes that anyone may have written.

    Raises:
        ReportError: they are no report of this form.

    """
    if len(data) > MOST_REPORT:
        raise ReportError(f"the report has over {MOST_REPORT:,} bytes")
    parsed = parse_strict(data, "report.json")
    if parsed.findings:
        raise ReportError(f"the report is refused: {parsed.findings[0].message}")
    try:
        report = Report.model_validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = printable("/".join(str(part) for part in first["loc"]), _PLACE)
        raise ReportError(f"the report is not of the form, at {where or 'the top'}") from error
    unknown = sorted({finding.code for finding in report.findings} - set(CODES))
    if unknown:
        raise ReportError(f"the report names the code {unknown[0]}, which there is not")
    return report
