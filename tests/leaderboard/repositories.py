"""Small repositories on disk: a root with submissions that answer the committed benchmark."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from leaderboard.registry import load_registry
from scoring.gold import ScrubEdition
from tests.leaderboard.samples import write_json

Answer = Callable[[str, Mapping[str, Any]], str]
"""(contract id, its gold) → raw text."""


def make_root(folder: Path) -> Path:
    """An empty repository."""
    (folder / "submissions").mkdir(parents=True)
    (folder / "mkdocs.yml").write_text("site_name: test\n", "utf-8")
    return folder


def openscrub() -> tuple[str, ScrubEdition]:
    """The current edition's name and gold."""
    registry = load_registry(Path("/nowhere"))
    benchmark = registry["openscrub"]
    edition = registry.load_edition(benchmark, benchmark.current)
    assert isinstance(edition, ScrubEdition)
    return benchmark.current, edition


def echo_gold(_: str, gold: Mapping[str, Any]) -> str:
    """A perfect answer."""
    plain = {
        key: [
            {k: v for k, v in entry.items() if isinstance(v, str)}
            for entry in entries
            if not entry.get("tolerated")
        ]
        for key, entries in gold.items()
    }
    return json.dumps(plain)


def only_defined(_: str, gold: Mapping[str, Any]) -> str:
    """An answer that knows definitions alone."""
    return json.dumps({"defined_terms": json.loads(echo_gold(_, gold))["defined_terms"]})


def meta(name: str, **change: Any) -> dict[str, Any]:
    """A `submission.json` that is in order."""
    return {
        "schema_version": 1,
        "model": {"name": name, "organization": "Acme", "access": "api", **change.pop("model", {})},
        "system": {"kind": "model", **change.pop("system", {})},
        "submitters": [{"name": "Ada", "github": "ada"}],
        "submitted": "2026-11-01",
        "license": "CC BY 4.0",
        **change,
    }


def add_submission(
    root: Path,
    id_: str,
    answer: Answer = echo_gold,
    *,
    name: str | None = None,
    records: Mapping[str, Mapping[str, Any]] | None = None,
    outputs: Mapping[str, Any] | None = None,
    **change: Any,
) -> Path:
    """Write a submission on openscrub.

    Args:
        root: the repository.
        id_: the folder's name.
        answer: what it answers.
        name: the model's name; by default its own.
        records: item → keys that its output record gets.
        outputs: keys that the outputs file gets.
        change: keys that `submission.json` gets.
    """
    version, edition = openscrub()
    folder = root / "submissions" / id_
    write_json(folder / "submission.json", meta(name or f"Model {id_}", **change))
    write_json(
        folder / "openscrub.json",
        {
            "schema_version": 1,
            "benchmark": "openscrub",
            "benchmark_version": version,
            "outputs": [
                {
                    "item": item,
                    "response": answer(item, edition.gold[item]),
                    "finish_reason": "stop",
                    **(records or {}).get(item, {}),
                }
                for item in edition.items
            ],
            **(outputs or {}),
        },
    )
    return folder
