"""Verifies a whole edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from leaderboard.openscrub.verify.faults import Fault
from leaderboard.openscrub.verify.forms import Case
from leaderboard.openscrub.verify.lies import measure_kills
from leaderboard.openscrub.verify.material import Material, load_edition
from leaderboard.openscrub.verify.proof import Examined, examine
from leaderboard.openscrub.verify.report import Report
from scoring.contractscrub import CATEGORY_KEYS

__all__ = ["LIES", "verify_edition"]

LIES: Final = 25
"""How many lies are planted in each category and of each sort."""


def verify_edition(folder: Path, evidence: Path | None = None, lies: int = LIES) -> Report:
    """Prove an edition's gold against its text, from the text, declarations and clean twins.

    Args:
        folder: holds `contracts/<id>.txt` and `gold/<id>.json`.
        evidence: holds `clean/<id>.txt` and `proof/<id>.json`; by default the same folder.
        lies: how many lies to plant in each category and of each sort; 0 for none.

    Raises:
        UsageError: the folder holds no edition.

    """
    examined: list[Examined] = []
    faults: list[Fault] = []
    for material in load_edition(folder, evidence or folder):
        if isinstance(material, Material):
            examined.append(examine(material))
        else:
            faults.append(Fault("unreadable", material[0], "", material[1]))
    faults += [fault for one in examined for fault in one.faults]
    return Report(
        contracts=len(examined),
        entries={key: sum(len(one.gold[key]) for one in examined) for key in CATEGORY_KEYS},
        accounted=_accounted(examined),
        faults=tuple(faults),
        kills=measure_kills(examined, lies) if lies else {},
    )


def _accounted(examined: Iterable[Examined]) -> dict[str, int]:
    """How much of the text was looked at, by what it is."""
    found: Counter[str] = Counter()
    for one in examined:
        reading = one.reading
        cases = Counter(use.case for use in reading.occurrences)
        found["definitions"] += len(reading.definitions)
        found["capitalised forms of terms"] += cases[Case.CAPITAL]
        found["lower-case forms of terms"] += cases[Case.LOWER]
        found["other capitalised words"] += len(reading.capitals)
        found["numbers"] += len(reading.numbers)
        found["references"] += len(reading.references)
        if one.twins is not None:
            found["differences from the clean twin"] += len(one.twins.changes)
            found["differences from the clean twin"] += len(one.twins.puzzles)
    return dict(found)
