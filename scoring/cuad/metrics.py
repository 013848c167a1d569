"""The numbers of one submission on a suite of clause cases (SCORING 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from scoring.cuad.cases import Case
from scoring.cuad.matchers import Verdict, judge

__all__ = ["PASS_MARK", "ClauseCard", "ClauseNumbers", "JudgedCase", "Proportion", "score"]

PASS_MARK: Final = Fraction(4, 5)
"""Least accuracy that passes the suite."""


@dataclass(frozen=True, slots=True)
class Proportion:
    """How many of how many cases passed.

    Attributes:
        passed: number of cases that passed.
        n: number of cases.

    """

    passed: int
    n: int

    @property
    def value(self) -> Fraction | None:
        """The share that passed, exact; `None` of no cases."""
        return Fraction(self.passed, self.n) if self.n else None


@dataclass(frozen=True, slots=True)
class ClauseNumbers:
    """The numbers by one of the two rules.

    Attributes:
        overall: all cases.
        present: the cases whose clause is present.
        absent: the cases whose clause is absent.
        by_type: clause type → its cases, in the order in which the suite first has them.

    """

    overall: Proportion
    present: Proportion
    absent: Proportion
    by_type: Mapping[str, Proportion]

    @property
    def accuracy(self) -> Fraction | None:
        """Share of all cases that passed."""
        return self.overall.value

    @property
    def recall_present(self) -> Fraction | None:
        """Share of the present cases that passed: low is lazy."""
        return self.present.value

    @property
    def precision_absent(self) -> Fraction | None:
        """Share of the absent cases that passed: low is hallucinating.

        The suite's name for an accuracy; it is not TP/(TP+FP) of the answers that assert absence.
        """
        return self.absent.value

    @property
    def reaches_mark(self) -> bool | None:
        """Whether the accuracy is at least `PASS_MARK`; `None` of no cases."""
        return None if self.accuracy is None else self.accuracy >= PASS_MARK


@dataclass(frozen=True, slots=True)
class JudgedCase:
    """A case and the verdict on its answer."""

    case: Case
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class ClauseCard:
    """One submission's result on one suite.

    Attributes:
        published: the numbers by the suite's own rules.
        strict: the numbers by ours, which the board ranks by.
        cases: every case with its verdict, in the suite's order.
        missing: ids of the cases without any recorded outcome; each counts as failed.
        signature: scorer version and gold digest that the numbers belong to.

    """

    published: ClauseNumbers
    strict: ClauseNumbers
    cases: tuple[JudgedCase, ...]
    missing: tuple[str, ...]
    signature: str


def _verdict(case: Case, answers: Mapping[str, str | None]) -> Verdict:
    answer = answers.get(case.id)
    if answer is not None:
        return judge(answer, case.gold)
    flag = "no_answer" if case.id in answers else "missing"
    return Verdict(passed=False, strict_passed=False, score=Fraction(0), flags=frozenset({flag}))


def _numbers(outcomes: Iterable[tuple[Case, bool]]) -> ClauseNumbers:
    seen: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    kinds: Counter[tuple[bool, bool]] = Counter()
    for case, outcome in outcomes:
        seen[case.category] += 1
        passed[case.category] += outcome
        kinds[case.gold_present, outcome] += 1
    present = Proportion(kinds[True, True], kinds[True, True] + kinds[True, False])
    absent = Proportion(kinds[False, True], kinds[False, True] + kinds[False, False])
    return ClauseNumbers(
        overall=Proportion(present.passed + absent.passed, present.n + absent.n),
        present=present,
        absent=absent,
        by_type={category: Proportion(passed[category], n) for category, n in seen.items()},
    )


def score(
    cases: Sequence[Case], answers: Mapping[str, str | None], *, signature: str
) -> ClauseCard:
    """Return the card of one submission.

    Args:
        cases: the suite.
        answers: case id → the model's raw text, or `None` where the outcome has no text (a
            refusal, a time-out). A case that is no key is missing. Both count as failed.
        signature: scorer version and gold digest, put on the card as it is.

    Raises:
        ValueError: two cases share an id, or an answer belongs to no case.

    """
    ids = {case.id for case in cases}
    if len(ids) != len(cases):
        repeated = min(i for i, n in Counter(case.id for case in cases).items() if n > 1)
        raise ValueError(f"two cases share the id {repeated!r}")
    if unknown := sorted(answers.keys() - ids):
        raise ValueError(f"an answer belongs to no case of the suite: {unknown[0]!r}")

    judged = tuple(JudgedCase(case, _verdict(case, answers)) for case in cases)
    return ClauseCard(
        published=_numbers((item.case, item.verdict.passed) for item in judged),
        strict=_numbers((item.case, item.verdict.strict_passed) for item in judged),
        cases=judged,
        missing=tuple(case.id for case in cases if case.id not in answers),
        signature=signature,
    )
