"""Limits of time that hold on a busy machine: processor time, and more of it under coverage."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

WATCHED: Final = 8
"""How many times longer code may take when a tool watches each of its lines."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Fail unless the block takes at most so many seconds of this process's time."""
    allowed = seconds * (WATCHED if sys.gettrace() else 1)
    start = time.process_time()
    yield
    took = time.process_time() - start
    assert took <= allowed, f"{took:.2f} s of processor time, {allowed:.2f} s are allowed"
