"""Digests of what a number rests on, beside those of gold and of a submission's files."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import Final

from scoring.gold import GOLD_ROOT
from scoring.signature import digest

__all__ = ["outputs_digest", "scorer_digest"]

SCORER: Final = GOLD_ROOT.parent
"""The folder of the package that decides every number."""


@cache
def scorer_digest() -> str:
    """SHA-256, in hexadecimal, over the names and bytes of the scorer's modules."""
    total = hashlib.sha256()
    for path in sorted(SCORER.rglob("*.py")):
        total.update(path.relative_to(SCORER).as_posix().encode() + b"\n")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def outputs_digest(records: Sequence[Mapping[str, object]]) -> str:
    """`sha256:` and the SHA-256 over raw outputs in canonical JSON.

    It is that of the outputs alone: another file of the same submission, or another word in its
    `submission.json`, leaves it as it is. What is null counts as left out, so that a new optional
    key of the format moves no digest.

    Args:
        records: one mapping per item, as in `<benchmark>.json`; amounts may be decimals.

    """
    return digest([_stated(record) for record in records])


def _stated(value: object) -> object:
    """`value` without what is null; decimals as the text that they were written with."""
    if isinstance(value, Mapping):
        return {key: _stated(part) for key, part in value.items() if part is not None}
    if isinstance(value, list | tuple):
        return [_stated(part) for part in value]
    return str(value) if isinstance(value, Decimal) else value
