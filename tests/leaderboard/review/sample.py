"""A small board on git, and what honest pull requests to it hold."""

from __future__ import annotations

import functools
import hashlib
import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from scoring.gold import GOLD_ROOT, ScrubEdition, load_scrub_edition
from tests.leaderboard.gits import Hosted
from tests.leaderboard.repositories import meta
from tests.leaderboard.samples import write_json

__all__ = [
    "GUESSED",
    "NEW",
    "OTHERS",
    "STANDING",
    "answer",
    "bobs",
    "edition",
    "make_board",
    "meta_of",
    "outputs_of",
    "perfect",
    "submission",
    "write_gold",
]

STANDING: Final = "acme--stands"
"""Ada's entry in main."""
OTHERS: Final = "bolt--others"
"""Bob's."""
NEW: Final = "acme--fresh"
"""What Ada's pull requests add."""
GUESSED: Final = 6
"""False entries that an answer has for each contract."""


EDITION: Final = "1.0"
OLDER: Final = "0.9"
CONTRACTS: Final = 6
CASES: Final = 20


@functools.cache
def edition() -> ScrubEdition:
    """The first contracts of the embedded benchmark: enough to tell answers apart, and quick."""
    whole = load_scrub_edition(GOLD_ROOT / "openscrub" / EDITION)
    items = whole.items[:CONTRACTS]
    return ScrubEdition(
        {item: whole.contracts[item] for item in items},
        {item: whole.gold[item] for item in items},
        whole.digest,
    )


def write_gold(folder: Path) -> Path:
    """Benchmarks on disk: a small `openscrub`, an `openclause` on it, and one without its gold."""
    cases = json.loads((GOLD_ROOT / "openclause" / EDITION / "cases.json").read_text("utf-8"))
    few = cases[::4][:CASES]
    for key, contracts in (
        ("openscrub", set(edition().items)),
        ("openclause", {case["contract"] for case in few}),
    ):
        told = json.loads((GOLD_ROOT / key / "benchmark.json").read_text("utf-8"))
        released = told["editions"][-1]["released"]
        editions = [{"version": one, "released": released} for one in (OLDER, EDITION)]
        told |= {"current": EDITION, "editions": editions[key == "openclause" :]}
        write_json(folder / key / "benchmark.json", told)
        (folder / key / EDITION / "contracts").mkdir(parents=True)
        for contract in contracts:
            file = f"{EDITION}/contracts/{contract}.txt"
            shutil.copyfile(GOLD_ROOT / key / file, folder / key / file)
    for item, gold in edition().gold.items():
        write_json(folder / "openscrub" / EDITION / "gold" / f"{item}.json", gold)
    write_json(folder / "openclause" / EDITION / "cases.json", few)
    shutil.copytree(folder / "openscrub" / EDITION, folder / "openscrub" / OLDER)
    (folder / "contractscrub").mkdir()
    shutil.copyfile(
        GOLD_ROOT / "contractscrub" / "benchmark.json",
        folder / "contractscrub" / "benchmark.json",
    )
    return folder


def _draw(*parts: object) -> float:
    """A number from 0 to 1 that hangs on nothing but `parts`."""
    named = json.dumps([str(part) for part in parts]).encode()
    return int.from_bytes(hashlib.sha256(named).digest()[:4], "big") / 2**32


@functools.cache
def answer(item: str, seed: str, keep: float = 0.5, guessed: int = GUESSED) -> str:
    """What a system answers that finds a share of gold, and some that is not there."""
    found: dict[str, list[dict[str, str]]] = {
        category: [
            {name: text for name, text in entry.items() if isinstance(text, str)}
            for place, entry in enumerate(entries)
            if not entry.get("tolerated") and _draw(seed, item, category, place) < keep
        ]
        for category, entries in edition().gold[item].items()
    }
    found.setdefault("defined_terms", []).extend(
        {"term": f"Term {seed} {number}", "location": f"{number + 1}.1"}
        for number in range(guessed)
    )
    return json.dumps(found)


def perfect(item: str) -> str:
    """All of gold and nothing else."""
    return answer(item, "perfect", keep=2, guessed=0)


def meta_of(name: str, **change: Any) -> dict[str, Any]:
    """A `submission.json` that is in order, by Ada of Acme unless it says otherwise."""
    return meta(name, **change)


def outputs_of(seed: str, **change: Any) -> dict[str, Any]:
    """An `openscrub.json` that is in order."""
    return {
        "schema_version": 1,
        "benchmark": "openscrub",
        "benchmark_version": EDITION,
        "outputs": [
            {"item": item, "response": answer(item, seed), "finish_reason": "stop"}
            for item in edition().items
        ],
        **change,
    }


@functools.cache
def _plain_outputs(seed: str) -> str:
    return json.dumps(outputs_of(seed))


def submission(
    id_: str,
    *,
    about: Mapping[str, Any] | None = None,
    answered: Mapping[str, Any] | None = None,
    extra: Mapping[str, Any] | None = None,
) -> dict[str | bytes, Any]:
    """Path → content of a submission's files.

    Args:
        id_: its id.
        about: its `submission.json`; by default one of its own name.
        answered: its `openscrub.json`; by default answers of its own.
        extra: further files in its folder.
    """
    folder = f"submissions/{id_}"
    return {
        f"{folder}/submission.json": json.dumps(about or meta_of(f"Model {id_}")),
        f"{folder}/openscrub.json": json.dumps(answered) if answered else _plain_outputs(id_),
        **{f"{folder}/{name}": content for name, content in (extra or {}).items()},
    }


def bobs(name: str = "Bolt Two", **change: Any) -> dict[str, Any]:
    """The `submission.json` of Bob's entry."""
    own: dict[str, Any] = {
        "model": {"organization": "Bolt"},
        "submitters": [{"name": "Bob", "github": "bob"}],
        "aliases": ["bolt--formerly"],
    }
    return meta_of(name, **{**own, **change})


def make_board(folder: Path) -> Hosted:
    """Main with two entries, Ada's and Bob's, and what else a repository holds."""
    return Hosted.make(
        folder,
        {
            "README.md": "A leaderboard.\n",
            "mkdocs.yml": "site_name: test\n",
            "submissions/README.md": "One folder per entry.\n",
            "scoring/score.py": "WEIGHT = 1\n",
            ".gitignore": "/build/\n",
            **submission(STANDING, about=meta_of("Reader One")),
            **submission(OTHERS, about=bobs()),
        },
    )
