"""Writes fetched editions into the data folder, whole or not at all."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from leaderboard.files import write_json, write_text

__all__ = ["store_clauses", "store_scrubbing"]


def store_scrubbing(
    place: Path,
    contracts: Mapping[str, str],
    gold: Mapping[str, Mapping[str, Sequence[Mapping[str, object]]]],
) -> None:
    """Write a scrubbing edition to the folder `place`, in the layout of `scoring.gold`.

    An edition that is already there is replaced in one step.
    """
    with _Staging(place) as staging:
        _write_contracts(staging, contracts)
        for contract, categories in gold.items():
            write_json(staging / "gold" / f"{contract}.json", categories)


def store_clauses(
    place: Path, contracts: Mapping[str, str], cases: Sequence[Mapping[str, object]]
) -> None:
    """Write a clause edition to the folder `place`; as `store_scrubbing`.

    Args:
        place: the edition's folder.
        contracts: contract id → text.
        cases: objects with id, category, title, contract, question and gold.

    """
    with _Staging(place) as staging:
        _write_contracts(staging, contracts)
        write_json(staging / "cases.json", list(cases))


def _write_contracts(staging: Path, contracts: Mapping[str, str]) -> None:
    (staging / "contracts").mkdir()
    for contract, text in contracts.items():
        write_text(staging / "contracts" / f"{contract}.txt", text)


class _Staging:
    """A temporary folder beside `place` that takes its name when all went well."""

    def __init__(self, place: Path) -> None:
        self._place = place

    def __enter__(self) -> Path:
        self._place.parent.mkdir(parents=True, exist_ok=True)
        self._folder = Path(tempfile.mkdtemp(prefix=".staging-", dir=self._place.parent))
        return self._folder

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            shutil.rmtree(self._folder)
            return
        self._folder.chmod(0o755)
        if self._place.exists():
            retired = Path(tempfile.mkdtemp(prefix=".retired-", dir=self._place.parent))
            self._place.replace(retired / "old")
            self._folder.replace(self._place)
            shutil.rmtree(retired)
        else:
            self._folder.replace(self._place)
