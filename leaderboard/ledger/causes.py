"""What made a number move, worked out from digests and versions; and where its reason is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from leaderboard.ledger.changelog import CHANGELOG, Changelog
from leaderboard.ledger.numbers import is_cost, is_interval
from leaderboard.ledger.records import Cause, CauseKind

__all__ = ["Side", "cause_of", "causes_of_number"]

Json: TypeAlias = Mapping[str, Any]
REPRICED: Final = "spending.repriced_usd"
SHORT: Final = 12
"""So many digits of a digest are shown."""


@dataclass(frozen=True, slots=True)
class Side:
    """One row with what stands above it in its results.

    Attributes:
        release: the version that it was published as, or None.
        row: the row.
        benchmark: the benchmark around it.
        results: the whole.

    """

    release: str | None
    row: Json
    benchmark: Json
    results: Json

    @property
    def scorer(self) -> str | None:
        """The scorer's version in the row's signature; None where it has no card."""
        return self._signed("scoring:")

    @property
    def gold(self) -> str | None:
        """The gold's digest in the row's signature; None where it has no card."""
        return self._signed("gold:")

    @property
    def is_program(self) -> bool:
        """Whether the row is one of the board's own programs."""
        return self.row.get("submission_digest") is None and self.row["trust"] != "reported"

    def _signed(self, word: str) -> str | None:
        card = self.row.get("card")
        parts = card["signature"].split("|") if card else ()
        return next((part.removeprefix(word) for part in parts if part.startswith(word)), None)


def causes_of_number(key: str, old: Side, new: Side) -> tuple[CauseKind, ...]:
    """Every cause that holds of a number that moved, `UNKNOWN` if none does.

    The same outputs and gold under another scorer: the scorer. Other gold or another edition: the
    gold. Other outputs: the submission, or the program that made them. Cost and time hang on the
    submission's files and, for the common prices, on the price list.
    """
    kinds: list[CauseKind] = []
    if new.row["trust"] == "reported":
        kinds = [CauseKind.FIGURES]
    elif is_cost(key):
        if old.row.get("submission_digest") != new.row.get("submission_digest"):
            kinds.append(CauseKind.SUBMISSION)
        prices = [side.results.get("common_prices") for side in (old, new)]
        if key == REPRICED and prices[0] != prices[1]:
            kinds.append(CauseKind.PRICES)
    else:
        kinds = _causes_of_score(old, new)
        if not kinds and is_interval(key):
            kinds = [CauseKind.INTERVALS]
    return tuple(kinds) or (CauseKind.UNKNOWN,)


def _causes_of_score(old: Side, new: Side) -> list[CauseKind]:
    kinds = []
    is_other_edition = old.row["edition"] != new.row["edition"]
    if old.row.get("outputs_digest") != new.row.get("outputs_digest"):
        if not new.is_program:
            kinds.append(CauseKind.SUBMISSION)
        elif not is_other_edition or old.row["version"] != new.row["version"]:
            # On other contracts the same program gives other outputs.
            kinds.append(CauseKind.PROGRAM)
    if old.scorer != new.scorer:
        kinds.append(CauseKind.SCORER)
    if is_other_edition or old.gold != new.gold:
        kinds.append(CauseKind.GOLD)
    return kinds


def cause_of(kind: CauseKind, old: Side, new: Side, changelog: Changelog) -> Cause:
    """A cause with its reasons, and with what to do if it has none."""
    return _CAUSES[kind](old, new, changelog)


def _submission(old: Side, new: Side, _: Changelog) -> Cause:
    known = [(change["date"], change["reason"]) for change in old.row.get("changes", ())]
    added = [
        change
        for change in new.row.get("changes", ())
        if (change["date"], change["reason"]) not in known
    ]
    return Cause(
        CauseKind.SUBMISSION,
        _arrow(_short(old.row.get("outputs_digest")), _short(new.row.get("outputs_digest"))),
        tuple(f"{change['date']}: {change['reason']}" for change in added),
        f"submissions/{new.row['id']}/submission.json",
        "/changes",
        'Add {"date": …, "reason": …} to "changes": what was changed, and why.',
    )


def _logged(
    kind: CauseKind, what: str, reasons: tuple[str, ...], topic: str, before: str = ""
) -> Cause:
    """A cause whose reason stands in the changelog."""
    mend = f'Say what moved and why under a heading "## {topic}".'
    return Cause(kind, what, reasons, CHANGELOG, "", f"{before}{mend}")


def _program(old: Side, new: Side, changelog: Changelog) -> Cause:
    was, now, name = old.row["version"], new.row["version"], new.row["name"]
    changed = was != now
    return _logged(
        CauseKind.PROGRAM,
        _arrow(was, now),
        changelog.reasons_since(name, was, now) if changed else (),
        f"{name} {now}" if changed else f"{name} VERSION",
        "" if changed else "Raise the program's version. ",
    )


def _figures(old: Side, new: Side, changelog: Changelog) -> Cause:
    topic = f"{new.benchmark['title']} figures after {old.release}"
    return _logged(CauseKind.FIGURES, "", changelog.reason(topic), topic)


def _scorer(old: Side, new: Side, changelog: Changelog) -> Cause:
    now = str(new.scorer)
    reasons = changelog.reasons_since("Scorer", old.scorer, now)
    return _logged(CauseKind.SCORER, _arrow(old.scorer, now), reasons, f"Scorer {now}")


def _gold(old: Side, new: Side, changelog: Changelog) -> Cause:
    title, was, now = new.benchmark["title"], old.row["edition"], new.row["edition"]
    if was == now:
        topic = f"{title} {now} after {old.release}"
        what = f"{now}, {_arrow(_short(old.gold), _short(new.gold))}"
        return _logged(CauseKind.GOLD, what, changelog.reason(topic), topic)
    reasons = changelog.reasons_since(title, was, now)
    return _logged(CauseKind.GOLD, _arrow(was, now), reasons, f"{title} {now}")


def _prices(old: Side, new: Side, changelog: Changelog) -> Cause:
    was, now = (side.results.get("common_prices") for side in (old, new))
    reasons = changelog.reasons_since("Common prices", was, str(now))
    return _logged(CauseKind.PRICES, _arrow(was, now), reasons, f"Common prices {now}")


def _intervals(old: Side, _: Side, changelog: Changelog) -> Cause:
    topic = f"Intervals after {old.release}"
    return _logged(CauseKind.INTERVALS, "", changelog.reason(topic), topic)


def _unknown(old: Side, new: Side, _: Changelog) -> Cause:
    """Never explained: whoever changed something must give it a version first."""
    digests = [side.results.get("scorer_digest") for side in (old, new)]
    if None not in digests and digests[0] != digests[1]:
        file, what = "scoring/signature.py", f"the scorer's code changed under {new.scorer}"
        mend = "Raise SCORING_VERSION, and say in CHANGELOG.md what moved and why."
    else:
        file, what = CHANGELOG, "outputs, gold and scorer are the same"
        mend = "Find what changed, and give it a version and a section of its own."
    return Cause(CauseKind.UNKNOWN, what, (), file, "", mend)


def _arrow(old: str | None, new: str | None) -> str:
    return f"{old or 'none'} → {new or 'none'}"


def _short(digest: str | None) -> str | None:
    return f"{digest.removeprefix('sha256:')[:SHORT]}…" if digest else None


_CAUSES: Final[Mapping[CauseKind, Callable[[Side, Side, Changelog], Cause]]] = {
    CauseKind.SUBMISSION: _submission,
    CauseKind.PROGRAM: _program,
    CauseKind.FIGURES: _figures,
    CauseKind.SCORER: _scorer,
    CauseKind.GOLD: _gold,
    CauseKind.PRICES: _prices,
    CauseKind.INTERVALS: _intervals,
    CauseKind.UNKNOWN: _unknown,
}
