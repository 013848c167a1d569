from __future__ import annotations

import os
import subprocess
import sys
import threading
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.statistics.threads import map_shares, usable_threads


@given(st.integers(0, 40), st.integers(1, 9))
def test_shares_are_all_things_in_their_order(count: int, threads: int) -> None:
    shares = map_shares(list, count, threads)
    assert list(chain.from_iterable(shares)) == list(range(count))
    assert len(shares) <= max(1, min(count, threads))


def test_shares_are_worked_on_at_the_same_time() -> None:
    both = threading.Barrier(2, timeout=30)
    assert map_shares(lambda _: both.wait() in {0, 1}, 2, 2) == [True, True]


def test_a_fault_in_a_thread_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        map_shares(lambda share: 1 // share.start, 4, 2)


@pytest.mark.parametrize(("processors", "threads"), [(1, 1), (3, 3), (64, 8)])
def test_no_more_threads_than_processors_that_may_be_used(
    processors: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(processors)), raising=False)
    assert usable_threads() == threads


@pytest.mark.parametrize(("processors", "threads"), [(None, 1), (2, 2)])
def test_where_the_system_does_not_say_all_processors_count(
    processors: int | None, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    assert usable_threads() == threads


@pytest.mark.parametrize(("own", "found"), [(None, "1"), ("3", "3")])
def test_matrix_products_keep_no_threads_besides_unless_asked_to(
    own: str | None, found: str
) -> None:
    # The library reads the variable when numpy loads it: later would be too late.
    name = "OPENBLAS_NUM_THREADS"
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import leaderboard, os, sys; print(os.environ[{name!r}], 'numpy' in sys.modules)",
        ],
        env={key: value for key, value in os.environ.items() if key != name}
        | ({} if own is None else {name: own}),
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == [found, "False"]
