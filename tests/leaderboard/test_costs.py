"""Cost and time by SCORING 4; the D cases that it decides are named."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.costs import Prices, Tier, Usage, answer_cost, differs, spending


def prices(
    input_: str = "1", cached: str | None = "0.5", output: str = "4", currency: str = "USD"
) -> Prices:
    base = Tier(-1, Fraction(input_), Fraction(cached) if cached else None, Fraction(output))
    return Prices(currency, (base,))


def test_cost_is_tokens_times_price_by_kind() -> None:
    usage = Usage(input_tokens=1000, cached_input_tokens=400, output_tokens=100)
    assert answer_cost(usage, prices()) == Fraction(600 + 200 + 400, 1_000_000)


def test_reasoning_is_part_of_output() -> None:
    # Case D008: prompt 1000, answer 200 + reasoning 1800, 1.25 in, 10 out per million.
    usage = Usage(input_tokens=1000, output_tokens=2000, reasoning_tokens=1800)
    assert answer_cost(usage, prices("1.25", None, "10")) == Fraction("0.02125")


def test_more_cached_than_input_is_flagged_and_never_negative() -> None:
    # Case D007.
    usage = Usage(input_tokens=100, cached_input_tokens=500, output_tokens=0)
    assert not usage.is_consistent
    assert answer_cost(usage, prices()) == Fraction(50, 1_000_000)
    assert not Usage(output_tokens=1, reasoning_tokens=2).is_consistent
    assert spending([usage]).inconsistent == 1


def test_the_whole_request_moves_tier_and_the_bound_itself_stays_low() -> None:
    # Case D016.
    tiered = Prices(
        "USD",
        (
            Tier(-1, Fraction("1.25"), None, Fraction(10)),
            Tier(200_000, Fraction("2.5"), None, Fraction(15)),
        ),
    )
    low = answer_cost(Usage(input_tokens=200_000, output_tokens=1000), tiered)
    high = answer_cost(Usage(input_tokens=200_001, output_tokens=1000), tiered)
    assert low == Fraction("0.26")
    assert high == Fraction("0.5150025")


def test_cost_is_summed_per_request_not_by_totals() -> None:
    # Case D017.
    tiered = Prices(
        "USD",
        (
            Tier(-1, Fraction(1), None, Fraction(0)),
            Tier(100, Fraction(2), None, Fraction(0)),
        ),
    )
    runs = [Usage(input_tokens=60, output_tokens=0)] * 2
    assert spending(runs, tiered).cost == Fraction(120, 1_000_000)


def test_unknown_is_none_and_never_nothing() -> None:
    # Case D013: no usage at all.
    assert answer_cost(Usage(), prices()) is None
    assert answer_cost(Usage(input_tokens=1), prices()) is None
    cached = Usage(input_tokens=10, cached_input_tokens=5, output_tokens=1)
    assert answer_cost(cached, prices(cached=None)) is None
    empty = spending([Usage(), Usage(cost=Fraction(1))])
    assert empty.cost is None
    assert empty.input_tokens is None
    assert empty.median_latency is empty.p95_latency is None
    assert empty.per(3) is None
    assert spending([]).cost is None


def test_cost_is_computed_where_it_can_be_and_the_stated_one_stands_beside_it() -> None:
    runs = [
        Usage(input_tokens=1_000_000, output_tokens=0, cost=Fraction(5)),
        Usage(cost=Fraction(2)),
    ]
    spent = spending(runs, prices(), prices("3"))
    assert spent.cost == 3
    assert spent.stated == 7
    assert spent.repriced is None
    assert spent.per(2) == Fraction(3, 2)
    assert spent.per(0) is None


def test_prices_in_another_currency_are_no_dollars() -> None:
    runs = [Usage(input_tokens=1, output_tokens=1)]
    assert spending(runs, prices(currency="EUR")).cost is None


def test_one_lost_attempt_makes_the_whole_cost_a_lower_bound() -> None:
    runs = [Usage(cost=Fraction(1)), Usage(cost=Fraction(1), lower_bound=True)]
    assert spending(runs).lower_bound
    assert not spending(runs[:1]).lower_bound


def test_an_item_that_was_lost_leaves_a_lower_bound_of_the_others() -> None:
    known = Usage(input_tokens=1_000_000, output_tokens=0, cost=Fraction(1))
    lost = Usage(lower_bound=True)
    spent = spending([known, lost, known], prices(), prices("3"))
    assert spent.cost == spent.stated == 2
    assert spent.repriced == 6
    assert spent.lower_bound
    assert spent.input_tokens is None
    assert spent.per(3) == Fraction(2, 3)
    assert spending([known, Usage()], prices()).cost is None
    assert spending([known, lost, Usage()], prices()).cost is None
    assert spending([lost, lost], prices()).cost is None


def test_what_was_turned_away_costs_nothing() -> None:
    known = Usage(input_tokens=1_000_000, output_tokens=0)
    overflow = Usage(input_tokens=0, output_tokens=0, cost=Fraction(0))
    spent = spending([known, overflow], prices())
    assert spent.cost == 1
    assert spent.input_tokens == 1_000_000
    assert not spent.lower_bound


def test_a_gateways_cost_is_summed_apart_and_compared_on_the_same_items() -> None:
    # Case D022: the gateway says 0.0123, our prices give 0.0080.
    ours = Usage(cost=Fraction("0.0080"), gateway=Fraction("0.0123"))
    spent = spending([ours, Usage(cost=Fraction(5))])
    assert spent.gateway == Fraction("0.0123")
    assert spent.gateway_differs
    assert spent.cost == Fraction("5.0080")
    near = Usage(cost=Fraction("0.009"), gateway=Fraction("0.01"))
    assert not spending([near]).gateway_differs
    assert spending([Usage(gateway=Fraction(1))]).gateway_differs is False
    assert spending([Usage(cost=Fraction(1))]).gateway is None


def test_median_and_p95_are_over_the_items_that_state_a_time() -> None:
    runs = [Usage(latency=Fraction(n)) for n in range(1, 21)] + [Usage()]
    spent = spending(runs)
    assert spent.median_latency == Fraction(21, 2)
    assert spent.p95_latency == 19
    assert spending([Usage(latency=Fraction(7))]).p95_latency == 7


@given(st.lists(st.integers(0, 10**7), min_size=1), st.randoms(use_true_random=False))
def test_order_of_items_never_matters(tokens: list[int], chance: random.Random) -> None:
    runs = [Usage(input_tokens=n, output_tokens=n // 2, latency=Fraction(n)) for n in tokens]
    before = spending(runs, prices())
    chance.shuffle(runs)
    assert spending(runs, prices()) == before


@pytest.mark.parametrize(
    ("own", "gateway", "apart"),
    [
        ("0.0080", "0.0123", True),
        ("0.0110", "0.0100", False),
        ("0.01101", "0.0100", True),
        ("0.0090", "0.0100", False),
        ("0.0089", "0.0100", True),
        ("0", "0", False),
        ("0.01", "0", True),
        (None, "0.01", False),
        ("0.01", None, False),
    ],
)
def test_a_gap_is_more_than_a_tenth(own: str | None, gateway: str | None, apart: object) -> None:
    ours = None if own is None else Fraction(own)
    assert differs(ours, None if gateway is None else Fraction(gateway)) is apart
