"""From two commits and a login to a report: the order in which a pull request is judged.

First what it changes, then who may, then whether the files are in order, then beside whom they
would stand. Only what has no finding is scored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from leaderboard.board import program_rows
from leaderboard.checks import Checked
from leaderboard.checks.submission import JUDGMENTS
from leaderboard.errors import UsageError
from leaderboard.findings import Finding, Problem, printable, quoted, sort_findings
from leaderboard.git import Objects
from leaderboard.models import Submission, SubmissionFile
from leaderboard.records import Row
from leaderboard.registry import Benchmark
from leaderboard.review.alarms import Other, check_copies, check_entry_alarms, check_row
from leaderboard.review.boards import Field, build_board
from leaderboard.review.fingerprints import Fingerprint, fingerprint
from leaderboard.review.folder import load_tree
from leaderboard.review.index import Index, RowRecord
from leaderboard.review.ownership import check_aliases, check_changes, check_owner
from leaderboard.review.report import (
    LOGIN_PATTERN,
    Alarm,
    BoardReport,
    Kind,
    Report,
    finding_records,
)
from leaderboard.review.scope import SUBMISSIONS, Scope, find_scope
from leaderboard.review.scorer import Scorer, check_loaded, load_scorer
from leaderboard.review.standing import Standing, check_beside, load_standing
from scoring.signature import SCORING_VERSION

__all__ = ["Reviewed", "review"]

_META: Final = "submission.json"


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A report, and what it does not hold.

    Attributes:
        report: for machines and for the comment.
        findings: all of them, uncut.
        read_again: how many submissions the index did not know as they are.

    """

    report: Report
    findings: tuple[Finding, ...]
    read_again: int


def review(  # noqa: PLR0913 - what a pull request is, and what it is judged by
    root: Path,
    base: str,
    head: str,
    author: str,
    index: Index,
    *,
    scorer: Scorer | None = None,
) -> Reviewed:
    """Judge what a branch would do to main.

    Args:
        root: of the trusted clone, whose code, gold and schema judge; it has both commits.
        base: revision of main.
        head: revision of the branch.
        author: GitHub login of who opens the pull request.
        index: what main published of those that stand.
        scorer: what is judged by; None for that of `root`.

    Raises:
        UsageError: a revision is not there, history is cut off, or `author` is no login.
        BrokenRepositoryError: a benchmark, its gold or a price list is not in order.

    """
    if not re.fullmatch(LOGIN_PATTERN, author):
        raise UsageError(f"{quoted(author)} is no GitHub login")
    objects = Objects(root)
    scope = find_scope(objects, objects.commit(base), objects.commit(head))
    if scope.folder is None:
        return _unjudged(scope, author)
    case = _load_case(objects, scope, scope.folder, scorer or load_scorer(root))
    findings = [*scope.findings, *case.findings(author)]
    submission = case.checked.submission
    answered = [
        benchmark
        for benchmark in case.scorer.registry.benchmarks
        if submission and not findings and benchmark.key in submission.outputs
    ]
    standing = load_standing(objects, scope.base, case.scorer, index, answered)
    findings += case.findings_beside(standing, faulty=bool(findings))
    ordered = sort_findings(findings)
    boards: list[BoardReport] = []
    alarms: list[Alarm] = []
    if submission and not ordered:
        alarms += check_entry_alarms(
            submission, case.standing_meta, author, verdicts=case.changes_verdicts
        )
        for benchmark in answered:
            board, raised = _Judged(case, submission, standing, author).on(benchmark)
            boards.append(board)
            alarms += raised
    kind: Kind = "rename" if scope.former else "update" if scope.standing else "new"
    made = _report(scope, author, kind, ordered, alarms, boards)
    return Reviewed(made, ordered, standing.read_again)


def _unjudged(scope: Scope, author: str) -> Reviewed:
    """Of what holds no submission that can be judged: it is refused, or a maintainer's to judge."""
    if scope.findings:
        report = _report(scope, author, "not judged", scope.findings, [], [])
    else:
        message = "no submission is changed: a maintainer judges the rest"
        alarm = Alarm(kind="code", benchmark=None, message=message)
        report = _report(scope, author, "no submission", (), [alarm], [])
    return Reviewed(report, scope.findings, 0)


def _report(  # noqa: PLR0913, PLR0917 - the parts of a report
    scope: Scope,
    author: str,
    kind: Kind,
    findings: tuple[Finding, ...],
    alarms: list[Alarm],
    boards: list[BoardReport],
) -> Report:
    return Report(
        review_version=1,
        scoring_version=SCORING_VERSION,
        verdict="refuse" if findings else "needs a maintainer" if alarms else "accept",
        needs_human=bool(alarms),
        kind=kind,
        id=scope.folder,
        former=scope.former,
        author=author,
        base=scope.base,
        head=scope.head,
        start=scope.start,
        findings=finding_records(findings),
        findings_count=len(findings),
        alarms=tuple(alarms),
        outside=scope.outside,
        outside_count=scope.outside_count,
        boards=tuple(boards),
    )


@dataclass(frozen=True, slots=True)
class _Case:
    """One submission, as it is in the branch and as it stands in main.

    Attributes:
        objects: of the clone.
        scope: what is changed.
        scorer: what is judged by.
        checked: of the branch.
        old: of main; None if the entry is new.
        lost: names of files that main has and the branch has not.
        changes_verdicts: whether recorded verdicts are other than in main.

    """

    objects: Objects
    scope: Scope
    scorer: Scorer
    checked: Checked
    old: Checked | None
    lost: tuple[str, ...]
    changes_verdicts: bool

    @property
    def standing_meta(self) -> SubmissionFile | None:
        """What main's `submission.json` says."""
        return self.old.entry.meta if self.old and self.old.entry else None

    @property
    def replaced(self) -> tuple[str, ...]:
        """Ids that the entry takes the place of."""
        return tuple(name for name in (self.checked.id, self.scope.former) if name)

    def findings(self, author: str) -> Iterator[Finding]:
        """What is wrong with the files, with who changes them, and with what they leave out."""
        file = f"{self.checked.folder}/{_META}"
        meta = self.checked.entry.meta if self.checked.entry else None
        is_new = self.scope.standing is None
        yield from self.checked.findings
        yield from check_owner(author, meta if is_new else self.standing_meta, file, is_new=is_new)
        if self.checked.entry is not None:
            former = self.scope.former
            yield from check_aliases(self.checked.entry, self.standing_meta, former, file)
        if self.checked.submission is not None and self.old and self.standing_meta:
            yield from check_changes(
                self.checked.submission, self.standing_meta, self.old.submission, file
            )
        if self.scope.former:
            for name in self.lost:
                mend = "Move every file of the folder, with its name."
                message = f"{quoted(name)} is lost on the way to the new id"
                yield Problem("deleted_file", message, mend).at(
                    f"{SUBMISSIONS}/{self.scope.former}/{printable(name)}"
                )

    def findings_beside(self, standing: Standing, *, faulty: bool) -> Iterator[Finding]:
        """What is wrong between the entry and those that stand."""
        if self.checked.entry is not None:
            yield from check_beside(self.checked.entry, standing.rows, self.replaced, faulty=faulty)


def _load_case(objects: Objects, scope: Scope, folder: str, scorer: Scorer) -> _Case:
    assert scope.tree is not None  # noqa: S101 - a folder that is judged is there
    checked = _check(objects, scope.tree, folder, scorer)
    # Not listed again where it was not read: it may be larger than anything that is listed.
    files = _files(objects, scope.tree) if checked.submission else {}
    if scope.standing is None:
        return _Case(objects, scope, scorer, checked, None, (), _has_verdicts(files, {}))
    old = _check(objects, scope.standing, scope.former or folder, scorer)
    before = _files(objects, scope.standing)
    lost = tuple(sorted(before.keys() - files.keys())) if checked.submission else ()
    return _Case(objects, scope, scorer, checked, old, lost, _has_verdicts(files, before))


def _check(objects: Objects, tree: str, name: str, scorer: Scorer) -> Checked:
    place = f"{SUBMISSIONS}/{name}"
    return check_loaded(load_tree(objects, tree, place), name, scorer.specs, place)


def _files(objects: Objects, tree: str) -> dict[str, str]:
    """Name → object id."""
    return {
        entry.path.decode("utf-8", "backslashreplace"): entry.id
        for entry in objects.entries(tree, deep=True)
    }


def _has_verdicts(files: dict[str, str], before: dict[str, str]) -> bool:
    """Whether any recorded verdicts are new or other than before."""
    return any(
        name.startswith(f"{JUDGMENTS}/") and before.get(name) != one for name, one in files.items()
    )


@dataclass(frozen=True, slots=True)
class _Judged:
    """A submission without findings, beside those that stand."""

    case: _Case
    submission: Submission
    standing: Standing
    author: str

    def on(self, benchmark: Benchmark) -> tuple[BoardReport, list[Alarm]]:
        """Its part of the report on a benchmark that it answered, and what a human should see."""
        scorer = self.case.scorer
        row = scorer.row(self.submission, benchmark)
        assert row is not None  # noqa: S101 - it answered
        edition = scorer.edition(benchmark, row.version)
        old = self.case.old.accepted if self.case.old else None
        former = scorer.row(old, benchmark) if old else None
        if former is not None and former.version != row.version:
            former = None
        current = scorer.edition(benchmark, benchmark.current)
        cards = {
            **{
                record.id: record.cards[benchmark.key]
                for record in self.standing.rows
                if record.accepted and benchmark.key in record.cards
            },
            **{
                program.id: program.card
                for program in self.standing.programs
                if program.benchmark == benchmark.key
            },
        }
        board = build_board(
            row, former, Field(benchmark, current, cards), edition, self.case.replaced
        )
        alarms = list(check_row(row))
        if edition is not None:
            alarms += check_copies(row, fingerprint(row, edition), self._others(row, benchmark))
        return board, alarms

    def _others(self, row: Row, benchmark: Benchmark) -> Iterator[Other]:
        """Rows on the same edition of entries that the author does not answer for.

        Whom the branch names as submitters does not count: else a copy would only have to name
        whom it copies.
        """
        for record in self.standing.rows:
            card = record.cards.get(benchmark.key)
            if (
                card is not None
                and card.version == row.version
                and record.id not in self.case.replaced
                and self.author.lower() not in record.logins()
            ):
                yield Other(record.id, card, partial(self._read, record, benchmark))
        for program in self.standing.programs:
            if program.benchmark == benchmark.key and program.card.version == row.version:
                yield Other(program.id, program.card, partial(self._run, program.id, benchmark))

    def _read(self, record: RowRecord, benchmark: Benchmark) -> Fingerprint:
        """The whole of what another's entry answered."""
        checked = _check(self.case.objects, record.tree, record.id, self.case.scorer)
        assert checked.submission is not None  # noqa: S101 - only accepted ones have cards
        return self._print(self.case.scorer.row(checked.submission, benchmark), benchmark)

    def _run(self, id_: str, benchmark: Benchmark) -> Fingerprint:
        """The whole of what a program answers."""
        edition = self.case.scorer.edition(benchmark, benchmark.current)
        assert edition is not None  # noqa: S101 - its card was made on it
        rows = program_rows(benchmark, benchmark.current, edition)
        return self._print(next(row for row in rows if row.entrant.id == id_), benchmark)

    def _print(self, row: Row | None, benchmark: Benchmark) -> Fingerprint:
        edition = self.case.scorer.edition(benchmark, row.version) if row else None
        return fingerprint(row, edition) if row and edition else Fingerprint()
