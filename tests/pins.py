"""Pins: the digest of the scorer's code by its version, and of committed gold by its edition.

`make pin` writes them after a meant change; `tests/scoring/test_pins.py` fails on any other.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Final

from leaderboard.digests import scorer_digest
from leaderboard.files import write_json, write_text
from scoring.gold import GOLD_ROOT, load_clause_edition, load_scrub_edition
from scoring.signature import SCORING_VERSION

PINS: Final = Path(__file__).parent / "data" / "scorer.json"


def pinned_scorer() -> dict[str, str]:
    """Version → digest, as last pinned."""
    pins: dict[str, str] = json.loads(PINS.read_text("utf-8"))
    return pins


def committed_editions() -> dict[Path, dict[str, dict[str, str]]]:
    """`benchmark.json` → version → digests of the gold and of the texts that are there."""
    found: dict[Path, dict[str, dict[str, str]]] = {}
    for path in sorted(GOLD_ROOT.glob("*/benchmark.json")):
        benchmark = json.loads(path.read_text("utf-8"))
        if benchmark["source"]["kind"] != "committed":
            continue
        scrubbing = benchmark["task"] == "contract-scrubbing"
        load = load_scrub_edition if scrubbing else load_clause_edition
        found[path] = {}
        for edition in benchmark["editions"]:
            loaded = load(path.parent / edition["version"])
            found[path][edition["version"]] = {
                "digest": loaded.digest,
                "texts": loaded.texts_digest,
            }
    return found


def main() -> int:
    """Write all pins; what changed is printed."""
    pins = {**pinned_scorer(), SCORING_VERSION: scorer_digest()}
    write_json(PINS, dict(sorted(pins.items())))
    sys.stdout.write(f"scorer {SCORING_VERSION}: {pins[SCORING_VERSION]}\n")
    for path, digests in committed_editions().items():
        text = path.read_text("utf-8")
        for version, pinned in digests.items():
            for key, digest in pinned.items():
                # The file is edited in place, so that its layout stays as people wrote it.
                pattern = rf'("version": "{re.escape(version)}",[^}}]*?"{key}": )(null|"[^"]*")'
                text = re.sub(pattern, rf'\g<1>"{digest}"', text, flags=re.DOTALL)
                sys.stdout.write(f"{path.parent.name} {version} {key}: {digest}\n")
        write_text(path, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
