"""The ledger: every published number that moved since a release, with old, new and reason.

Nobody keeps it: it is derived from two `results.json`, the older one a release's, and from where
reasons are given: `changes` of a submission, and sections of `CHANGELOG.md`.
"""

from __future__ import annotations

from leaderboard.ledger.baseline import (
    Published,
    load_cards,
    load_results,
    published_board,
    published_release,
)
from leaderboard.ledger.changelog import (
    CHANGELOG,
    Changelog,
    check_changelog,
    load_changelog,
    parse_changelog,
)
from leaderboard.ledger.derive import build_ledger
from leaderboard.ledger.history import History, build_history
from leaderboard.ledger.records import (
    Cause,
    CauseKind,
    Event,
    EventKind,
    Ledger,
    NumberMove,
    RankMove,
    RowMove,
)
from leaderboard.ledger.text import event_words, ledger_value, number_texts, render_ledger
from leaderboard.ledger.unexplained import check_ledger
from leaderboard.ledger.verify import Basis, Outcome, VerifiedRow, verify_rows
from leaderboard.ledger.verify_text import render_verified, verified_value

__all__ = [
    "CHANGELOG",
    "Basis",
    "Cause",
    "CauseKind",
    "Changelog",
    "Event",
    "EventKind",
    "History",
    "Ledger",
    "NumberMove",
    "Outcome",
    "Published",
    "RankMove",
    "RowMove",
    "VerifiedRow",
    "build_history",
    "build_ledger",
    "check_changelog",
    "check_ledger",
    "event_words",
    "ledger_value",
    "load_cards",
    "load_changelog",
    "load_results",
    "number_texts",
    "parse_changelog",
    "published_board",
    "published_release",
    "render_ledger",
    "render_verified",
    "verified_value",
    "verify_rows",
]
