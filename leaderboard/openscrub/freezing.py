"""Writes the frozen editions again from their seeds, and pins what came out.

An edition is frozen once: this is for before its release, while the library is still mended.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from leaderboard.openscrub.card import write_card
from leaderboard.openscrub.edition import write_edition
from leaderboard.openscrub.openclause import write_clause_edition
from leaderboard.openscrub.shelf import Library
from scoring.gold import load_clause_edition, load_scrub_edition

__all__ = ["freeze"]


def freeze(library: Library, gold: Path, version: str) -> list[str]:
    """Write edition `version` of openscrub and openclause below `gold`, with digests and card.

    Seeds and sizes are those of the `edition.json` that is there.

    Returns:
        What was pinned, a line for each benchmark.

    Raises:
        OSError: there is no such edition.

    """
    scrub, clauses = gold / "openscrub" / version, gold / "openclause" / version
    seed, count = _made(scrub)
    write_edition(library, seed, count, scrub, evidence=False)
    (scrub / "card.md").write_bytes(write_card(scrub, library).encode())
    seed, count = _made(clauses)
    write_clause_edition(library, seed, count, clauses)
    return [
        _pin(folder, version, edition.digest, edition.texts_digest)
        for folder, edition in (
            (gold / "openscrub", load_scrub_edition(scrub)),
            (gold / "openclause", load_clause_edition(clauses)),
        )
    ]


def _made(folder: Path) -> tuple[str, int]:
    about = json.loads((folder / "edition.json").read_bytes())
    return about["seed"], about["contracts"]


def _pin(folder: Path, version: str, digest: str, texts: str) -> str:
    """Put the digests of an edition into its benchmark's record."""
    path = folder / "benchmark.json"
    about: dict[str, Any] = json.loads(path.read_bytes())
    for edition in about["editions"]:
        if edition["version"] == version:
            edition.update(digest=digest, texts=texts)
    path.write_bytes((json.dumps(about, indent=1, ensure_ascii=False) + "\n").encode())
    return f"{folder.name} {version}  {digest}"
