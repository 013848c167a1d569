"""What stands behind a score: each entry found, missed or false, and what it nearly was."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.contractscrub import CATEGORIES, Answer, Category
from scoring.contractscrub.matching import (
    AnswerEntry,
    GoldEntry,
    aliases_of,
    entry_key,
    match,
)

__all__ = ["EntryOutcome", "Near", "Outcome", "explain"]


class Outcome(StrEnum):
    """What became of an entry."""

    FOUND = "found"
    MISSED = "missed"
    FALSE = "false"
    TOLERATED = "tolerated"


class Near(StrEnum):
    """In what a missed and a false entry of one contract and category differ."""

    PLACE = "only the place differs"
    WORDS = "only the words differ"


@dataclass(frozen=True, slots=True)
class EntryOutcome:
    """One entry of gold or answer.

    Attributes:
        contract: id.
        category: key.
        outcome: what became of it.
        answered: the answered fields as the model wrote them; None for a missed entry.
        gold: gold's fields; None for a false or tolerated entry.
        near: why a missed or false entry just failed, or None.
        partner: the fields of the entry that it nearly matched, or None.

    """

    contract: str
    category: str
    outcome: Outcome
    answered: Mapping[str, str] | None = None
    gold: Mapping[str, str] | None = None
    near: Near | None = None
    partner: Mapping[str, str] | None = None


def explain(
    gold: Mapping[str, Mapping[str, Sequence[GoldEntry]]], answers: Mapping[str, Answer]
) -> tuple[EntryOutcome, ...]:
    """Every entry's outcome in the full variant, by contract, then category.

    Args:
        gold: as for `scoring.contractscrub.score`.
        answers: contract id → answer.

    """
    outcomes: list[EntryOutcome] = []
    for contract in sorted(gold):
        answer = answers.get(contract)
        for category in CATEGORIES:
            expected = gold[contract].get(category.key, ())
            answered = answer.entries.get(category.key, ()) if answer else ()
            outcomes.extend(_explain_category(contract, category, expected, answered))
    return tuple(outcomes)


def _explain_category(
    contract: str,
    category: Category,
    gold: Sequence[GoldEntry],
    answered: Sequence[AnswerEntry],
) -> list[EntryOutcome]:
    matched = match(category, gold, answered)
    near_of_gold, near_of_answer = _near_misses(
        category, gold, answered, matched.missed, matched.false
    )
    outcomes = [
        EntryOutcome(
            contract,
            category.key,
            Outcome.FOUND,
            answered=answered[answer_index],
            gold=_fields(category, gold[gold_index]),
        )
        for answer_index, gold_index in sorted(matched.found, key=lambda pair: pair[1])
    ]
    for index in matched.missed:
        near, partner = near_of_gold.get(index, (None, None))
        outcomes.append(
            EntryOutcome(
                contract,
                category.key,
                Outcome.MISSED,
                gold=_fields(category, gold[index]),
                near=near,
                partner=None if partner is None else answered[partner],
            )
        )
    for index in matched.false:
        near, partner = near_of_answer.get(index, (None, None))
        outcomes.append(
            EntryOutcome(
                contract,
                category.key,
                Outcome.FALSE,
                answered=answered[index],
                near=near,
                partner=None if partner is None else _fields(category, gold[partner]),
            )
        )
    outcomes.extend(
        EntryOutcome(contract, category.key, Outcome.TOLERATED, answered=answered[index])
        for index in matched.tolerated
    )
    return outcomes


_Nears = dict[int, tuple[Near | None, int | None]]


def _near_misses(
    category: Category,
    gold: Sequence[GoldEntry],
    answered: Sequence[AnswerEntry],
    missed: Sequence[int],
    false: Sequence[int],
) -> tuple[_Nears, _Nears]:
    """Missed gold and false answers that agree in words or in place, paired one to one."""
    aliases = aliases_of(category, gold)
    of_gold: _Nears = {}
    of_answer: _Nears = {}
    for near, fields in ((Near.PLACE, category.word_fields), (Near.WORDS, category.places)):
        waiting: dict[Hashable, list[int]] = defaultdict(list)
        for index in missed:
            if index not in of_gold:
                waiting[entry_key(category, gold[index], fields)].append(index)
        for index in false:
            key = entry_key(category, answered[index], fields, aliases)
            if index not in of_answer and key is not None and waiting.get(key):
                partner = waiting[key].pop(0)
                of_gold[partner] = (near, index)
                of_answer[index] = (near, partner)
    return of_gold, of_answer


def _fields(category: Category, entry: GoldEntry) -> dict[str, str]:
    return {field: str(entry[field]) for field in category.fields}
