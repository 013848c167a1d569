from __future__ import annotations

import json
from pathlib import Path

from leaderboard.openscrub.inverter import Inverter
from leaderboard.openscrub.shelf import Library
from scoring.contractscrub import parse_answer, score
from scoring.gold import load_scrub_edition


def test_who_knows_the_library_can_invert_it(library: Library, edition: Path) -> None:
    loaded = load_scrub_edition(edition)
    inverter = Inverter(library)
    names = sorted(loaded.contracts)[:12]
    answers = {
        name: parse_answer(json.dumps(inverter.read(loaded.contracts[name]))) for name in names
    }
    card = score({name: loaded.gold[name] for name in names}, answers)
    assert card.full.macro_recall is not None
    assert card.full.macro_recall > 0.5
