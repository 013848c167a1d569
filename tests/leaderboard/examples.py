"""Submissions that the tests start from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from leaderboard.checks import BenchmarkSpec

DATA: Final = Path(__file__).resolve().parent.parent / "data"
VALID: Final = DATA / "valid"
INVALID: Final = DATA / "invalid"
ID: Final = "acme--reader-2"

SPECS: Final = {
    "demo": BenchmarkSpec(
        key="demo",
        task="contract-scrubbing",
        editions={"0.9": frozenset({"alpha"}), "1.0": frozenset({"alpha", "beta", "gamma"})},
    ),
    "blind": BenchmarkSpec(key="blind", task="clause-extraction", editions={"2.0": None}),
}


def good_files() -> dict[str, bytes]:
    """The files of a submission that uses every key and has nothing wrong with it."""
    folder = VALID / "full" / ID
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def good_value(name: str) -> Any:
    """One of those files, parsed."""
    return json.loads(good_files()[name])


def as_bytes(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()
