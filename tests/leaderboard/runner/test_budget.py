from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.models import PriceTier, Pricing
from leaderboard.runner.budget import Budget, suffices
from leaderboard.runner.client import Reply
from leaderboard.runner.faults import Fault
from leaderboard.runner.journal import Journal
from leaderboard.runner.list_prices import cost_of
from leaderboard.runner.loop import Limits, Run
from leaderboard.runner.usage import StatedUsage
from tests.leaderboard.runner.plans import ScriptedCaller, answered, failed

DOLLAR = 1_000_000
"""Tokens that cost a dollar at a price of one."""


def pricing(tokens_in: float = 1.0, tokens_out: float = 1.0, *tiers: PriceTier) -> Pricing:
    stated = {
        "currency": "USD",
        "as_of": "2026-11-01",
        "tiers": [json.loads(each.model_dump_json()) for each in tiers],
    }
    return Pricing.model_validate({**stated, "input": tokens_in, "output": tokens_out})


def tier(above: int, price: int) -> PriceTier:
    prices = {"input": price, "output": price}
    return PriceTier.model_validate({"above_input_tokens": above, **prices})


def budget(cap: float = 1.0, price: Pricing | None = None, most_output: int = 100) -> Budget:
    return Budget(price or pricing(), Fraction(str(cap)), most_output, count=len)


def test_without_a_cap_everything_is_admitted_and_nothing_set_aside() -> None:
    free = Budget(pricing())
    assert free.admits("x" * 10**9)
    assert free.most("x") is None
    assert not free.is_reserved


def test_a_call_may_cost_a_fifth_more_input_than_counted_and_all_of_its_output() -> None:
    assert budget().most("x" * 10) == Fraction(12 + 100, DOLLAR)


def test_what_a_call_may_cost_is_set_aside_until_it_is_over() -> None:
    tight = budget(cap=0.000_3)
    assert tight.admits("x" * 10)
    assert tight.admits("x" * 10)
    assert not tight.admits("x" * 10)
    tight.close(tight.most("x" * 10), Fraction(1, DOLLAR))
    assert tight.is_reserved
    assert tight.admits("x" * 10)
    assert tight.spent == Fraction(1, DOLLAR)


def test_a_cap_is_exhausted_once_no_call_is_under_way_that_may_leave_room() -> None:
    tight = budget(cap=0.000_2)
    assert tight.admits("x" * 10)
    assert not tight.admits("x" * 10)
    assert not tight.is_exhausted
    tight.close(tight.most("x" * 10), Fraction(112, DOLLAR))
    assert not tight.admits("x" * 10)
    assert tight.is_exhausted


@pytest.mark.parametrize(
    ("cap", "low", "high", "told"),
    [
        (None, 1, 2, None),
        (3, None, None, None),
        (2, 1, 2, True),
        (1, 1, 2, None),
        (2, 1, None, None),
        (0, 1, None, False),
    ],
)
def test_whether_a_cap_suffices(
    cap: int | None, low: int | None, high: int | None, *, told: bool | None
) -> None:
    given = [None if each is None else Fraction(each) for each in (cap, low, high)]
    assert suffices(*given) is told


def test_a_cap_that_is_reached_to_the_cent_is_not_passed() -> None:
    exact = budget(cap=0.000_112)
    assert exact.admits("x" * 10)
    assert not budget(cap=0.000_111).admits("x" * 10)


def test_the_dearest_tier_that_the_question_may_fall_into_counts() -> None:
    cheap_when_long = pricing(9.0, 9.0, tier(10, 1))
    assert budget(price=cheap_when_long).most("x" * 10) == Fraction(9 * 112, DOLLAR)
    dear_when_long = pricing(1.0, 1.0, tier(11, 9))
    assert budget(price=dear_when_long).most("x" * 10) == Fraction(9 * 112, DOLLAR)
    assert budget(price=dear_when_long).most("x" * 9) == Fraction(111, DOLLAR)


def test_after_a_call_that_was_dearer_than_it_could_be_the_next_may_be_as_dear() -> None:
    learnt = budget()
    most = learnt.most("x" * 10)
    assert most is not None
    learnt.close(most, 3 * most)
    assert learnt.most("x" * 10) == 3 * most


@settings(max_examples=150, deadline=None)
@given(
    cap=st.fractions(0, Fraction(1, 200), max_denominator=100_000),
    price_in=st.integers(0, 50),
    price_out=st.integers(0, 50),
    sizes=st.lists(st.integers(1, 60), min_size=1, max_size=12),
    concurrency=st.integers(1, 6),
    most_output=st.integers(1, 50),
    fates=st.lists(st.sampled_from(["answer", "silent", "lost", "refused"]), min_size=1),
    data=st.data(),
)
def test_the_cap_is_never_passed(  # noqa: PLR0917 - hypothesis gives them by name
    cap: Fraction,
    price_in: int,
    price_out: int,
    sizes: Sequence[int],
    concurrency: int,
    most_output: int,
    fates: Sequence[str],
    data: st.DataObject,
) -> None:
    price = pricing(float(price_in), float(price_out))
    truly_spent = Fraction(0)
    made = 0

    def bill(question: str) -> StatedUsage:
        nonlocal truly_spent
        used = StatedUsage(
            input_tokens=data.draw(st.integers(1, len(question) * 6 // 5)),
            output_tokens=data.draw(st.integers(0, most_output)),
        )
        truly_spent += cost_of(used, price) or 0
        return used

    def script(question: str, _before: int) -> Reply | Fault:
        nonlocal made
        fate = fates[made % len(fates)]
        made += 1
        if fate == "refused":
            return failed(may_be_billed=False)
        used = bill(question)
        if fate == "lost":
            return failed(may_be_billed=True)
        if fate == "silent":
            return answered()
        return answered(input_tokens=used.input_tokens, output_tokens=used.output_tokens)

    questions = {f"i{number}": f"{number:03}" + "x" * size for number, size in enumerate(sizes)}
    caller = ScriptedCaller(script)
    with tempfile.TemporaryDirectory() as folder:
        for _sitting in range(2):
            path = Path(folder) / "j.jsonl"
            with Journal(path, {}) as journal:
                known = journal.items()
                purse = Budget(price, cap, most_output, len)
                purse.spent = sum((past.spent_usd for past in known.values()), Fraction(0))
                run = Run(caller, journal, Limits(concurrency, 2, 0.0), purse, lambda _: None)
                asyncio.run(run.run(questions, [i for i in questions if i not in known]))
            assert truly_spent <= cap
            if run.stopped_by is None and price_in + price_out:
                assert purse.spent <= cap


def test_a_call_waits_for_those_that_leave_room_for_it(tmp_path: Path) -> None:
    caller = ScriptedCaller(lambda _q, _b: answered(input_tokens=1, output_tokens=1), 0.001)
    questions = {f"i{number}": f"{number:010}" for number in range(8)}
    with Journal(tmp_path / "j.jsonl", {}) as journal:
        purse = budget(cap=0.000_25)
        run = Run(caller, journal, Limits(4), purse, lambda _: None)
        asyncio.run(run.run(questions, list(questions)))
    assert run.stopped_by is None
    assert len(caller.asked) == 8
    assert caller.most_at_once == 2
    assert purse.spent == Fraction(16, DOLLAR)


@pytest.mark.parametrize("concurrency", [1, 4])
def test_a_call_that_is_not_admitted_is_never_made(tmp_path: Path, concurrency: int) -> None:
    caller = ScriptedCaller(lambda _q, _b: answered(input_tokens=10, output_tokens=100))
    questions = {f"i{number}": f"{number:010}" for number in range(8)}
    with Journal(tmp_path / "j.jsonl", {}) as journal:
        run = Run(caller, journal, Limits(concurrency), budget(cap=0.000_4), lambda _: None)
        asyncio.run(run.run(questions, list(questions)))
        calls = sum(line["event"] == "call" for line in journal.lines)
    assert len(caller.asked) == calls == 3
    assert run.stopped_by == (
        "the next call could pass the cap of $0.0004 (spent so far: at most $0.0003)"
    )
