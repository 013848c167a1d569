from __future__ import annotations

import hashlib
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.statistics.draws import DRAWS, SEED, draw_contracts
from tests.leaderboard.statistics.cards import names

SOME = 50
IDS = st.lists(st.text(max_size=8), min_size=1, max_size=12, unique=True)


@given(IDS)
def test_order_of_the_contracts_never_matters(ids: list[str]) -> None:
    drawn = draw_contracts(ids, draws=SOME)
    again = draw_contracts(list(reversed(ids)), draws=SOME)
    assert drawn.contracts == again.contracts == tuple(sorted(ids))
    assert (drawn.weights == again.weights).all()


@given(IDS)
def test_every_draw_holds_as_many_contracts_as_there_are(ids: list[str]) -> None:
    drawn = draw_contracts(ids, draws=2 * SOME)
    assert (drawn.weights.sum(axis=0) == len(ids)).all()
    assert drawn.count == 2 * SOME
    assert drawn.size == len(ids)


def test_draws_can_be_made_again_without_any_library() -> None:
    # The recipe of the docstring, in plain Python.
    ids = names(7)
    stream = hashlib.shake_256(
        json.dumps([SEED, list(ids)], separators=(",", ":")).encode()
    ).digest(4 * 7 * SOME)
    picked = [
        int.from_bytes(stream[at : at + 4], "little") * 7 >> 32 for at in range(0, len(stream), 4)
    ]
    wanted = np.zeros((7, SOME))
    for place, index in enumerate(picked):
        wanted[index, place // 7] += 1
    assert (draw_contracts(ids, draws=SOME).weights == wanted).all()


def test_draws_are_what_they_were() -> None:
    # Pinned: a change of the draws changes every interval that was ever published.
    drawn = draw_contracts(names(44))
    assert drawn.count == DRAWS == 10_000
    flat = np.ascontiguousarray(drawn.weights, dtype="<f8")
    found = hashlib.sha256(flat.tobytes()).hexdigest()
    assert found == "157bbe31a3e6b98092a537a8f92b04900a3975af3af09188eac68ce0d9618a9c"


def test_every_contract_is_drawn_as_often_as_any_other() -> None:
    weights = draw_contracts(names(44)).weights
    # Of 440,000 picks each contract has 10,000 on average, with a standard deviation of 99.
    assert np.abs(weights.sum(axis=1) - DRAWS).max() < 5 * 99
    # Multinomial: a contract's weight has the variance 1 - 1/n.
    assert weights.var(axis=1).mean() == pytest.approx(1 - 1 / 44, rel=0.01)


def test_another_seed_and_other_contracts_give_other_draws() -> None:
    drawn = draw_contracts(names(9), draws=SOME)
    assert (draw_contracts(names(9), draws=SOME, seed="x").weights != drawn.weights).any()
    others = [*names(8), "c99"]
    assert (draw_contracts(others, draws=SOME).weights != drawn.weights).any()


def test_more_draws_begin_with_the_same_ones() -> None:
    few, many = (draw_contracts(names(9), draws=n * SOME).weights for n in (1, 3))
    assert (many[:, :SOME] == few).all()


def test_nobody_can_change_the_draws() -> None:
    drawn = draw_contracts(names(3), draws=SOME)
    with pytest.raises(ValueError, match="read-only"):
        drawn.weights[0, 0] = 9


@pytest.mark.parametrize(("ids", "draws"), [([], 200), (["a", "a"], 200), (["a"], 0), (["a"], -1)])
def test_draws_need_contracts_with_ids_of_their_own(ids: list[str], draws: int) -> None:
    with pytest.raises(ValueError, match="draws"):
        draw_contracts(ids, draws=draws)
