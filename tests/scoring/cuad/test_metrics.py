"""The card of one submission."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cuad import Case, ClauseCard, Proportion, score

SPAN = "Buyer pays the freight"
CASES = (
    Case("p1", "Insurance", "one", (SPAN,)),
    Case("p2", "Parties", "one", (SPAN,)),
    Case("p3", "Parties", "two", (SPAN,)),
    Case("a1", "Insurance", "two", ()),
    Case("a2", "Parties", "three", ()),
)
CONTRADICTION = 'No clause found. "Buyer pays freight within ten days."'


def card(answers: dict[str, str | None], cases: tuple[Case, ...] = CASES) -> ClauseCard:
    return score(cases, answers, signature="v1")


def test_numbers_by_both_rules() -> None:
    found = card({"p1": SPAN, "p2": "None", "p3": None, "a1": CONTRADICTION})
    assert found.published.accuracy == Fraction(2, 5)
    assert found.published.recall_present == Fraction(1, 3)
    assert found.published.precision_absent == Fraction(1, 2)
    assert found.published.by_type == {"Insurance": Proportion(2, 2), "Parties": Proportion(0, 3)}
    assert found.strict.accuracy == Fraction(1, 5)
    assert found.strict.recall_present == Fraction(1, 3)
    assert found.strict.precision_absent == 0
    assert found.strict.by_type == {"Insurance": Proportion(1, 2), "Parties": Proportion(0, 3)}
    assert (found.strict.overall.n, found.strict.present.n, found.strict.absent.n) == (5, 3, 2)
    assert found.signature == "v1"


def test_every_case_keeps_its_verdict_and_says_why_it_has_no_text() -> None:
    found = card({"p1": SPAN, "p2": "", "p3": None})
    assert [item.case.id for item in found.cases] == ["p1", "p2", "p3", "a1", "a2"]
    flags = {item.case.id: item.verdict.flags for item in found.cases}
    assert flags["p2"] == {"empty"}
    assert flags["p3"] == {"no_answer"}
    assert flags["a1"] == {"missing"}
    assert found.missing == ("a1", "a2")


def test_the_mark_is_four_of_five() -> None:
    right: dict[str, str | None] = {"p1": SPAN, "p2": SPAN, "p3": SPAN, "a1": "None."}
    assert card(right).strict.reaches_mark is True
    assert card({**right, "p1": "?"}).strict.reaches_mark is False


def test_numbers_of_no_cases_are_none() -> None:
    # C029 of the reported faults: a total must not become NaN.
    empty = card({}, ()).strict
    assert (empty.accuracy, empty.recall_present, empty.precision_absent) == (None, None, None)
    assert empty.reaches_mark is None
    assert empty.by_type == {}
    only_absent = card({"a1": "NO CLAUSE FOUND"}, CASES[3:4]).published
    assert only_absent.accuracy == 1
    assert only_absent.recall_present is None


def test_an_answer_without_a_case_is_refused() -> None:
    with pytest.raises(ValueError, match="an answer belongs to no case of the suite: 'x9'"):
        card({"x9": "None", "p1": SPAN})


def test_an_id_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="two cases share the id 'p1'"):
        card({}, (*CASES, CASES[0]))


ANSWERS = st.sampled_from([SPAN, "None.", CONTRADICTION, "", "?", None])


@given(
    st.dictionaries(st.sampled_from([case.id for case in CASES]), ANSWERS),
    st.permutations(CASES),
)
def test_the_order_of_cases_moves_no_number(
    answers: dict[str, str | None], order: list[Case]
) -> None:
    plain, shuffled = card(answers), card(answers, tuple(order))
    assert (plain.published, plain.strict) == (shuffled.published, shuffled.strict)


@given(st.dictionaries(st.sampled_from([case.id for case in CASES]), ANSWERS))
def test_accuracy_lies_between_its_two_parts(answers: dict[str, str | None]) -> None:
    numbers = card(answers).strict
    assert numbers.recall_present is not None
    assert numbers.precision_absent is not None
    assert numbers.accuracy is not None
    low, high = sorted((numbers.recall_present, numbers.precision_absent))
    assert 0 <= low <= numbers.accuracy <= high <= 1
    assert sum(part.passed for part in numbers.by_type.values()) == numbers.overall.passed
    assert sum(part.n for part in numbers.by_type.values()) == numbers.overall.n
