"""What a maintainer should look at: a row that is too good, or too like another's.

An alarm is no proof. Two honest systems may agree, and a perfect score may be earned; so an alarm
stops nothing but the merge that nobody looks at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from leaderboard.display import format_number
from leaderboard.findings import printable, quoted
from leaderboard.models import Submission, SubmissionFile
from leaderboard.ranking import primary
from leaderboard.records import Mark, Row
from leaderboard.review.fingerprints import Fingerprint, Sketch, unpack
from leaderboard.review.index import CardRecord
from leaderboard.review.ownership import logins
from leaderboard.review.report import Alarm, AlarmKind
from scoring.contractscrub import ScoreCard

__all__ = ["Other", "check_copies", "check_entry_alarms", "check_row"]

GOLD_MATCHED: Final = Fraction(95, 100)
GOLD_FALSE: Final = Fraction(5, 100)
SHARED: Final = Fraction(9, 10)
LEAST_SHARED: Final = 20
"""With fewer entries two rows may agree by chance."""
LEAST_RESPONSES: Final = 2
SAME_RESPONSES: Final = Fraction(5, 100)
NEAR: Final = Fraction(8, 10)
"""A sketch that shows no more than this is not looked at again."""
MOST_LOOKED_AT: Final = 10
_SENTENCE: Final = 600
_KINDS: Final[tuple[tuple[Literal["entries", "false"], str], ...]] = (
    ("entries", "entries"),
    ("false", "false entries"),
)


@dataclass(frozen=True, slots=True)
class Other:
    """A row of somebody else on the same edition.

    Attributes:
        id: its entry.
        card: what the index says of it.
        fingerprint: reads the whole of what it answered.

    """

    id: str
    card: CardRecord
    fingerprint: Callable[[], Fingerprint]


def check_row(row: Row) -> Iterator[Alarm]:
    """What is to be said of a row alone."""
    if row.card is None:
        yield _alarm(row, "not_scored", "the gold of this edition is not at hand here")
        return
    if primary(row) == 1:
        yield _alarm(row, "perfect_score", "the score is perfect")
    matched, false = _gold_shares(row)
    if matched > GOLD_MATCHED:
        message = (
            f"{_percent(matched)} of gold is matched, {_percent(false)} of the answers is false"
        )
        # False entries cost a copy of gold little of its rank and are added in a minute.
        if false >= GOLD_FALSE:
            message += ", which may hide a copy of gold"
        yield _alarm(row, "gold_copy", message)
    if Mark.FLOOD in row.marks:
        yield _alarm(row, "flood", "so many entries were answered that the row carries no rank")
    if Mark.PARTIAL in row.marks:
        message = (
            f"{row.answered:,} of {row.items:,} items are answered, so the row carries no rank"
        )
        yield _alarm(row, "partial", message)


def check_copies(row: Row, own: Fingerprint, others: Iterable[Other]) -> Iterator[Alarm]:
    """Whether a row shares so much with one of somebody else that it may be a copy.

    Args:
        row: of the pull request.
        own: what it answered.
        others: rows on the same edition of entries that the author does not answer for.

    """
    told = list(others)
    for kind, what in _KINDS:
        alike = _alike(getattr(own, kind), told, kind)
        if alike is not None:
            message = f"{_percent(alike[0])} of the {what} are also in {quoted(alike[1])}"
            yield _alarm(row, "near_duplicate", message)
            break
    else:
        covered = _covered(own, told)
        if covered is not None:
            message = f"{_percent(covered[0])} of what {quoted(covered[1])} answered is in it too, "
            message += "and both are right in the same places"
            yield _alarm(row, "near_duplicate", message)
    same = [(len(own.responses & unpack(other.card.responses)), other.id) for other in told]
    count, most_alike = max(same, default=(0, ""))
    if count >= LEAST_RESPONSES and count >= SAME_RESPONSES * row.items:
        message = f"{count:,} responses are those of {quoted(most_alike)}, byte for byte"
        yield _alarm(row, "same_responses", message)


def check_entry_alarms(
    submission: Submission, standing: SubmissionFile | None, author: str, *, verdicts: bool
) -> Iterator[Alarm]:
    """What is to be said of an entry as a whole.

    Args:
        submission: of the pull request.
        standing: what main's `submission.json` says; None if the entry is new.
        author: who opens the pull request.
        verdicts: whether recorded verdicts of a judge are changed.

    """
    if standing is not None and logins(standing) != logins(submission.meta):
        message = "other people than until now answer for the entry"
        yield Alarm(kind="submitters_changed", benchmark=None, message=message)
    if standing is None:
        yield from _check_new(submission.meta, author)
    if standing and standing.status == "retracted" and submission.meta.status != "retracted":
        message = "an entry that was retracted is put back"
        yield Alarm(kind="reinstated", benchmark=None, message=message)
    if verdicts:
        message = "recorded verdicts of a judge are among the files"
        yield Alarm(kind="recorded_verdicts", benchmark=None, message=message)


def _check_new(meta: SubmissionFile, author: str) -> Iterator[Alarm]:
    """What is to be said of a new entry: nobody but its author has said a word about it."""
    others = sorted(logins(meta) - {author.lower()})
    if others:
        named = ", ".join(quoted(login) for login in others)
        message = f"the entry names people who have not said that they answer for it: {named}"
        yield Alarm(kind="names_others", benchmark=None, message=printable(message, _SENTENCE))
    if meta.status != "active":
        message = f"a new entry is {meta.status} from the start"
        yield Alarm(kind="never_active", benchmark=None, message=message)


def _alarm(row: Row, kind: AlarmKind, message: str) -> Alarm:
    return Alarm(kind=kind, benchmark=row.benchmark, message=message)


def _percent(share: Fraction) -> str:
    return f"{format_number(100 * share, 1)} %"


def _gold_shares(row: Row) -> tuple[Fraction, Fraction]:
    """How much of gold is matched, and how much of what was answered is false."""
    if isinstance(row.card, ScoreCard):
        tally = row.card.full.micro
        answered = tally.tp + tally.fp
        return tally.recall or Fraction(0), Fraction(tally.fp, answered) if answered else Fraction(
            0
        )
    assert row.card is not None  # noqa: S101 - only scored rows come here
    strict = row.card.strict
    return strict.recall_present or Fraction(0), 1 - (strict.precision_absent or Fraction(1))


def _alike(
    mine: frozenset[bytes], others: Iterable[Other], kind: Literal["entries", "false"]
) -> tuple[Fraction, str] | None:
    """(Share, id) of a row with which over `SHARED` is shared, or None.

    Of all entries the share is that of one's own. Of the false ones it is that of the smaller set:
    right answers are shared by all who are right, but the same faults have one source, so a copy is
    seen under entries that were added to hide it. Sketches tell which rows to look at; what is said
    is counted on the whole rows.
    """
    if len(mine) < LEAST_SHARED:
        return None

    def share(shared: Fraction | int, theirs: int) -> Fraction:
        whole = min(len(mine), theirs) if kind == "false" else len(mine)
        return Fraction(shared) / whole if whole >= LEAST_SHARED else Fraction(0)

    guesses = []
    for other in others:
        sketch: Sketch = getattr(other.card, kind).sketch()
        guesses.append((share(sketch.shared(mine), sketch.size), other.id, other))
    near = sorted(
        (guess for guess in guesses if guess[0] > NEAR), key=lambda one: (-one[0], one[1])
    )
    for _, id_, other in near[:MOST_LOOKED_AT]:
        theirs: frozenset[bytes] = getattr(other.fingerprint(), kind)
        counted = share(len(mine & theirs), len(theirs))
        if counted > SHARED:
            return counted, id_
    return None


def _covered(own: Fingerprint, others: Iterable[Other]) -> tuple[Fraction, str] | None:
    """(Share of theirs, id) of a row that lies in one's own under what was added to hide it.

    Over `SHARED` of theirs is in one's own. Whoever finds far more than a cautious system holds
    most of what that one found, so the gold entries that both matched must be the same as well:
    over `SHARED` of those that either matched. Added entries are hardly ever right, so no number
    of them blurs that.
    """
    mine = own.entries
    right = mine - own.false
    if len(right) < LEAST_SHARED:
        return None
    guesses = []
    for other in others:
        sketch = other.card.entries.sketch()
        if sketch.size >= LEAST_SHARED:
            guesses.append((sketch.shared(mine) / sketch.size, other.id, other))
    near = sorted(
        (guess for guess in guesses if guess[0] > NEAR), key=lambda one: (-one[0], one[1])
    )
    for _, id_, other in near[:MOST_LOOKED_AT]:
        print_ = other.fingerprint()
        theirs = print_.entries - print_.false
        share = Fraction(len(mine & print_.entries), len(print_.entries))
        alike = Fraction(len(right & theirs), len(right | theirs))
        if share > SHARED and alike > SHARED and len(theirs) >= LEAST_SHARED:
            return share, id_
    return None
