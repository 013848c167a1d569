"""The signature that every score carries: which scorer, which gold."""

from __future__ import annotations

import hashlib
import json
from typing import Final

__all__ = ["SCORING_VERSION", "canonical_json", "digest", "sign"]

SCORING_VERSION: Final = "1.0"
"""Raised by any change that can move a number; each rise has a page in the changelog."""


def canonical_json(value: object) -> bytes:
    """`value` as JSON with sorted keys, no white space and ASCII only: one value, one text."""
    return json.dumps(
        value, sort_keys=True, ensure_ascii=True, allow_nan=False, separators=(",", ":")
    ).encode("ascii")


def digest(value: object) -> str:
    """`sha256:` and the hexadecimal SHA-256 of `value` in canonical JSON."""
    return "sha256:" + hashlib.sha256(canonical_json(value)).hexdigest()


def sign(task: str, gold_digest: str) -> str:
    """The signature of a score: task kind, scorer version and digest of the gold.

    Two scores may be compared only if their signatures are equal.
    """
    return f"{task}|scoring:{SCORING_VERSION}|gold:{gold_digest}"
