from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from leaderboard.openscrub.draws import Draws


def test_draws_are_the_same_everywhere() -> None:
    # printf "seed|site|1" | sha256sum, the first eight bytes as a number
    assert Draws("seed").number("site", 1) == 13460402887220033630
    assert Draws("seed").below("a", 2).seed == "seed/a/2"


@given(st.text(max_size=5), st.lists(st.integers(), max_size=8))
def test_a_shuffle_keeps_every_item(seed: str, items: list[int]) -> None:
    shuffled = Draws(seed).shuffled(items, "site")
    assert sorted(shuffled) == sorted(items)
    assert shuffled == Draws(seed).shuffled(items, "site")


@given(st.text(max_size=5), st.integers(min_value=1, max_value=50))
def test_numbers_stay_below_their_limit(seed: str, limit: int) -> None:
    draws = Draws(seed)
    assert 0 <= draws.under(limit, "x") < limit
    assert 0 <= draws.share("x") < 1
    assert draws.choice(range(limit), "x") in range(limit)
