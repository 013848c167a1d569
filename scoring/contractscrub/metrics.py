"""From matches to numbers (SCORING 1.6). All arithmetic is exact; nothing here rounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from scoring.contractscrub.answers import Answer
from scoring.contractscrub.categories import CATEGORIES, CATEGORY_KEYS
from scoring.contractscrub.matching import GoldEntry, match
from scoring.errors import GoldError
from scoring.signature import digest, sign

__all__ = ["FLOOD", "TASK", "ContractScore", "Reference", "ScoreCard", "Tally", "Variant", "score"]

TASK: Final = "contract-scrubbing"
FLOOD: Final = 10
"""A row with more answered entries per gold entry than this is a flood (SCORING 1.6)."""
MISSING: Final = "missing"
"""The status of a contract that has no answer at all."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of one category or of all: true positives, false positives, false negatives."""

    tp: int = 0
    fp: int = 0
    fn: int = 0

    def __add__(self, other: Tally) -> Tally:
        """The counts of both, pooled."""
        return Tally(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)

    @property
    def gold(self) -> int:
        """How many gold entries there are."""
        return self.tp + self.fn

    @property
    def recall(self) -> Fraction | None:
        """TP / (TP + FN); None without gold."""
        return Fraction(self.tp, self.gold) if self.gold else None

    @property
    def precision(self) -> Fraction | None:
        """TP / (TP + FP); without entries 0 if there is gold, else None."""
        answered = self.tp + self.fp
        if answered:
            return Fraction(self.tp, answered)
        return Fraction(0) if self.gold else None

    @property
    def f1(self) -> Fraction | None:
        """2 TP / (2 TP + FP + FN); None where nothing is in gold or answer."""
        whole = 2 * self.tp + self.fp + self.fn
        return Fraction(2 * self.tp, whole) if whole else None


@dataclass(frozen=True, slots=True)
class Variant:
    """The numbers of one variant, full or word-only.

    Attributes:
        categories: category key → pooled counts over all contracts, all nine keys.

    """

    categories: Mapping[str, Tally]

    @property
    def macro_recall(self) -> Fraction | None:
        """The plain mean of the recalls of the categories that have gold; the primary number."""
        return _mean(tally.recall for tally in self._with_gold())

    @property
    def macro_precision(self) -> Fraction | None:
        """The plain mean of the precisions of the categories that have gold."""
        return _mean(tally.precision for tally in self._with_gold())

    @property
    def macro_f1(self) -> Fraction | None:
        """The plain mean of the F1 values of the categories that have gold."""
        return _mean(tally.f1 for tally in self._with_gold())

    @property
    def micro(self) -> Tally:
        """The counts pooled over all categories, those without gold too; shown, never ranked."""
        return sum(self.categories.values(), Tally())

    def _with_gold(self) -> list[Tally]:
        return [tally for tally in self.categories.values() if tally.gold]


@dataclass(frozen=True, slots=True)
class Reference:
    """One gold entry of `incorrect_references` whose distance is known.

    Attributes:
        distance: characters between the reference and the place that it should name.
        found: whether the answer has it.

    """

    distance: int
    found: bool


@dataclass(frozen=True, slots=True)
class ContractScore:
    """What one contract adds to the numbers.

    Attributes:
        contract: its id.
        status: the status of the answer, or `missing`.
        flags: the flags of the answer.
        answered: how many entries the answer has, malformed ones too.
        full: category key → counts with places.
        word_only: category key → counts without places.
        references: outcome of each gold reference with a known distance, for SCORING 1.7.

    """

    contract: str
    status: str
    flags: frozenset[str]
    answered: int
    full: Mapping[str, Tally]
    word_only: Mapping[str, Tally]
    references: tuple[Reference, ...]

    @property
    def false_flags(self) -> int:
        """How many answered entries equal no gold entry."""
        return sum(tally.fp for tally in self.full.values())


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """The score of one submission on one edition of a scrubbing benchmark.

    Attributes:
        signature: scorer version and gold digest.
        full: numbers with places.
        word_only: numbers without places.
        contracts: per contract, in order of id.

    """

    signature: str
    full: Variant
    word_only: Variant
    contracts: tuple[ContractScore, ...]

    @property
    def localisation_gap(self) -> Fraction | None:
        """Word-only macro recall less full macro recall, at least 0; None without gold."""
        full, word_only = self.full.macro_recall, self.word_only.macro_recall
        return None if full is None or word_only is None else word_only - full

    @property
    def answered(self) -> int:
        """How many entries were answered in all."""
        return sum(contract.answered for contract in self.contracts)

    @property
    def is_flood(self) -> bool:
        """Whether the answers hold more than `FLOOD` entries per gold entry; never without gold."""
        gold = self.full.micro.gold
        return gold > 0 and self.answered > FLOOD * gold


def score(
    gold: Mapping[str, Mapping[str, Sequence[GoldEntry]]], answers: Mapping[str, Answer]
) -> ScoreCard:
    """Score `answers` against `gold` (SCORING 1.5 and 1.6).

    Args:
        gold: contract id → category key → entries. A category left out has none. An entry may
            carry `accept` (field → other spellings), `tolerated` and `distance`.
        answers: contract id → answer. A contract without one counts as missed in full.

    Raises:
        GoldError: gold names an unknown category, or an entry of it is not in order.
        ValueError: there is an answer for a contract that gold does not have.

    """
    strangers = sorted(set(answers) - set(gold))
    if strangers:
        raise ValueError(f"answers for contracts that the gold does not have: {strangers}")
    contracts = tuple(
        _score_contract(contract, gold[contract], answers.get(contract))
        for contract in sorted(gold)
    )
    return ScoreCard(
        signature=sign(TASK, digest(gold)),
        full=_pooled(contract.full for contract in contracts),
        word_only=_pooled(contract.word_only for contract in contracts),
        contracts=contracts,
    )


def _score_contract(
    contract: str, gold: Mapping[str, Sequence[GoldEntry]], answer: Answer | None
) -> ContractScore:
    unknown = sorted(set(gold) - set(CATEGORY_KEYS))
    if unknown:
        raise GoldError(f"gold of {contract} has the unknown category {unknown[0]}")
    entries = answer.entries if answer and answer.status == "ok" else {}
    full: dict[str, Tally] = {}
    word_only: dict[str, Tally] = {}
    references: list[Reference] = []
    for category in CATEGORIES:
        expected, answered = gold.get(category.key, ()), entries.get(category.key, ())
        with_places = match(category, expected, answered)
        found = {index for _, index in with_places.found}
        for index, entry in enumerate(expected):
            distance = entry.get("distance")
            if isinstance(distance, int) and not entry.get("tolerated"):
                references.append(Reference(distance, index in found))
        without = match(category, expected, answered, word_only=True)
        full[category.key], word_only[category.key] = (
            Tally(len(matched.found), len(matched.false), len(matched.missed))
            for matched in (with_places, without)
        )
    return ContractScore(
        contract=contract,
        status=answer.status if answer else MISSING,
        flags=answer.flags if answer else frozenset(),
        answered=sum(len(items) for items in entries.values()),
        full=full,
        word_only=word_only,
        references=tuple(references),
    )


def _pooled(parts: Iterable[Mapping[str, Tally]]) -> Variant:
    pooled = dict.fromkeys(CATEGORY_KEYS, Tally())
    for part in parts:
        for key, tally in part.items():
            pooled[key] += tally
    return Variant(pooled)


def _mean(values: Iterable[Fraction | None]) -> Fraction | None:
    known = [value for value in values if value is not None]
    return sum(known, Fraction(0)) / len(known) if known else None
