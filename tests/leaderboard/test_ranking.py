from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.ranking import primary, rank_rows
from leaderboard.records import Mark, Row
from scoring.cuad import ClauseCard
from tests.leaderboard.samples import CLAUSES, record, reply, reported, scored

FULL = reply(
    defined_terms=[{"term": "Fee", "location": "2(a)"}, {"term": "Buyer", "location": "P"}]
)
HALF = reply(defined_terms=[{"term": "Fee", "location": "2(a)"}])
NONE = reply()


def row(id_: str, reply_: str, *marks: Mark) -> Row:
    return scored(id_, record("alpha", reply_), record("beta", NONE), marks=marks)


def ranks(rows: list[Row]) -> list[tuple[str, str | None]]:
    return [(r.entrant.id, str(r.rank) if r.rank else None) for r in rank_rows(rows)]


def test_equal_values_share_a_rank_and_are_listed_by_id() -> None:
    # Case E002.
    rows = [row("d", NONE), row("c", HALF), row("b", HALF), row("a", FULL)]
    assert ranks(rows) == [("a", "1"), ("b", "=2"), ("c", "=2"), ("d", "4")]


@pytest.mark.parametrize(
    "mark",
    [Mark.PARTIAL, Mark.FLOOD, Mark.OTHER_EDITION, Mark.SUPERSEDED, Mark.RETRACTED],
)
def test_a_row_that_may_not_be_ranked_stands_in_its_place_without_a_rank(mark: Mark) -> None:
    rows = [row("a", FULL, mark), row("b", HALF)]
    assert ranks(rows) == [("a", None), ("b", "1")]


def test_programs_and_own_prompts_are_ranked() -> None:
    rows = [row("a", FULL, Mark.PROGRAM), row("b", HALF, Mark.OWN_PROMPT)]
    assert ranks(rows) == [("a", "1"), ("b", "2")]


def test_reported_rows_carry_no_rank() -> None:
    assert ranks([reported("paper", "0.9"), row("a", HALF)]) == [("paper", None), ("a", "1")]


def test_unknown_values_come_last() -> None:
    unknown = replace(row("a", FULL), card=None)
    assert primary(unknown) is None
    assert ranks([unknown, row("b", NONE)]) == [("b", "1"), ("a", None)]


def test_ranks_stand_on_exact_values_not_on_what_is_shown() -> None:
    first, second = reported("a", "0.3333"), reported("b", "0.33331")
    assert [r.entrant.id for r in rank_rows([first, second])] == ["b", "a"]


def test_clause_rows_are_ranked_by_the_strict_rule() -> None:
    clause = CLAUSES.contracts["c1"]
    everything = f"NO CLAUSE FOUND\n{clause} " + "word " * 200
    rows = [
        scored("sly", record("p01", everything), record("a01", everything), edition=CLAUSES),
        scored("plain", record("p01", clause), record("a01", "No clause found"), edition=CLAUSES),
    ]
    assert [r.card.published.accuracy for r in rows if isinstance(r.card, ClauseCard)] == [1, 1]
    ranked = rank_rows(rows)
    assert [(r.entrant.id, primary(r)) for r in ranked] == [("plain", 1), ("sly", Fraction(1, 2))]


@given(
    st.lists(st.sampled_from([FULL, HALF, NONE]), min_size=1, max_size=6),
    st.randoms(use_true_random=False),
)
def test_input_order_never_matters_and_a_new_weak_row_moves_no_value(
    replies: list[str], chance: random.Random
) -> None:
    rows = [row(f"r{index}", text) for index, text in enumerate(replies)]
    before = rank_rows(rows)
    chance.shuffle(rows)
    assert rank_rows(rows) == before
    # Case E038.
    after = rank_rows([*rows, row("weak", NONE)])
    kept = [r for r in after if r.entrant.id != "weak"]
    assert [primary(r) for r in kept] == [primary(r) for r in before]
    better = [r.rank.position for r in kept if r.rank and primary(r)]
    assert better == [r.rank.position for r in before if r.rank and primary(r)]
