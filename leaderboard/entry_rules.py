"""What must fit together in a `submission.json`: people, dates, status and reasons."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence

from leaderboard.fields import refused
from leaderboard.findings import Problem, quoted

__all__ = ["each_once", "fits_successor", "none_before", "says_why"]


def each_once(logins: Sequence[str]) -> None:
    """Refuse a GitHub login that stands twice; GitHub tells no case apart."""
    counts = Counter(login.lower() for login in logins)
    twice = sorted(login for login, count in counts.items() if count > 1)
    if twice:
        raise refused(
            Problem(
                "repeated_submitter",
                f"one login stands with several submitters: {', '.join(map(quoted, twice))}",
                "Name each person once, with a login of their own.",
            )
        )


def none_before(changes: Sequence[dt.date], submitted: dt.date | None) -> None:
    """Refuse a change before the day of the submission; None is a day that could not be read."""
    early = [date for date in changes if submitted and date < submitted]
    if early:
        raise refused(
            Problem(
                "early_change",
                f"a change is dated {min(early)}, before the submission of {submitted}",
                "Give the day on which it was changed; what was done before is no change.",
            )
        )


def says_why(status: str, reason: str | None) -> None:
    """Refuse an entry that does not stand and gives no reason."""
    if status != "active" and reason is None:
        raise refused(
            Problem(
                "missing_reason",
                f"the entry is {status} and says no reason",
                'Write a sentence into "reason".',
            )
        )


def fits_successor(status: str, successor: str | None) -> None:
    """Refuse a successor of an entry that is not superseded."""
    if successor is not None and status != "superseded":
        raise refused(
            Problem(
                "bad_successor",
                f"the entry is {status} and names a successor",
                'Write "status": "superseded", or take the successor out.',
            )
        )
