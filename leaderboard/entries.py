"""Which gold entries a submission found, entry by entry: for comparisons and for difficulty."""

from __future__ import annotations

from collections.abc import Mapping

from leaderboard.statistics.analyses import EntryId
from scoring.contractscrub import CATEGORIES, Answer
from scoring.contractscrub.matching import match
from scoring.gold import ScrubEdition

__all__ = ["found_entries", "gold_entries"]


def gold_entries(edition: ScrubEdition) -> tuple[EntryId, ...]:
    """All gold entries, those that are only tolerated left out; by contract, then category."""
    return tuple(
        (contract, category.key, index)
        for contract in edition.items
        for category in CATEGORIES
        for index, entry in enumerate(edition.gold[contract].get(category.key, ()))
        if not entry.get("tolerated")
    )


def found_entries(edition: ScrubEdition, answers: Mapping[str, Answer]) -> frozenset[EntryId]:
    """The gold entries that the answers to contracts have, places and all.

    Of several equal entries the first are found first, so two submissions that found as many of
    them found the same.
    """
    return frozenset(
        (contract, category.key, index)
        for contract in edition.items
        if contract in answers
        for category in CATEGORIES
        for _, index in match(
            category,
            edition.gold[contract].get(category.key, ()),
            answers[contract].entries.get(category.key, ())
            if answers[contract].status == "ok"
            else (),
        ).found
    )
