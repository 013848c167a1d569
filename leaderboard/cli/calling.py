"""Options of the commands that call a model, and what must hold of them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, TypeAlias

import typer

from leaderboard.errors import UsageError

__all__ = ["CallTimeout", "Concurrency", "KeyVariable", "MaxCost", "check_finite"]

KeyVariable: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--api-key-env",
        metavar="NAME",
        help="The environment variable that holds the key, if it is not the provider's usual.",
    ),
]
MaxCost: TypeAlias = Annotated[
    float | None,
    typer.Option(min=0.0, metavar="USD", help="Make no call that could pass this cost."),
]
Concurrency: TypeAlias = Annotated[
    int, typer.Option(min=1, max=1_000, help="How many calls run at once.")
]
CallTimeout: TypeAlias = Annotated[
    float, typer.Option(min=0.1, metavar="SECONDS", help="Give a call up after this.")
]


def check_finite(numbers: Mapping[str, float | None]) -> None:
    """Refuse infinity and what is no number, which the least and most of an option let through.

    Args:
        numbers: option → its value, None where it was not given.

    Raises:
        UsageError: one of them is not finite.

    """
    for option, value in numbers.items():
        if value is not None and not math.isfinite(value):
            raise UsageError(f"{option} must be a finite number, not {value}")
