from __future__ import annotations

from typing import Any

import pytest

from leaderboard.statistics.verdict import about, verdict


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "1"),
        (19, "19"),
        (20, "20"),
        (126, "130"),
        (131, "130"),
        (996, "1,000"),
        (12_345, "12,000"),
        (1_000_001, "more than a million"),
    ],
)
def test_numbers_are_said_roughly(number: int, words: str) -> None:
    assert about(number) == words


def said(**change: Any) -> str:
    plain: dict[str, Any] = {
        "measure": "macro recall",
        "difference": 0.02,
        "tied": True,
        "needed": 126,
        "size": 44,
        "unit": "contracts",
    }
    return verdict("A", "B", **plain | change)


def test_a_tie_names_what_it_would_take() -> None:
    assert said() == "A and B cannot be told apart on 44 contracts; about 130 would be needed."
    # The interval is the stricter of the two: what it ties needs more than there is.
    assert "about 45 would" in said(needed=40)
    assert said(needed=None).endswith("44 contracts; their macro recall is the same.")


def test_a_lead_names_who_is_ahead() -> None:
    assert said(tied=False).startswith("A is ahead of B in macro recall, by more than chance")
    assert said(tied=False, difference=-0.02).startswith("B is ahead of A")


def test_a_board_too_small_says_so() -> None:
    assert "too few to say" in said(tied=None)
