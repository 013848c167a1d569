"""Loads an edition from disk: contracts and gold, and the evidence that proves them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from leaderboard.errors import UsageError
from leaderboard.openscrub.verify.declared import Declared, parse_declared
from leaderboard.openscrub.verify.entries import Gold
from scoring.contractscrub import CATEGORIES

__all__ = ["Material", "MaterialError", "load_edition", "parse_gold"]

_FIELDS: Final = {category.key: category.fields for category in CATEGORIES}


class MaterialError(Exception):
    """A file of an edition is not what it should be."""


@dataclass(frozen=True, slots=True)
class Material:
    """One contract with what belongs to it.

    Attributes:
        name: the contract's id.
        text: the contract.
        gold: its gold, every category present.
        twin: its clean twin, if there is evidence.
        declared: what the writer declares, if there is evidence.

    """

    name: str
    text: str
    gold: Gold
    twin: str | None
    declared: Declared | None


def load_edition(folder: Path, evidence: Path) -> Iterator[Material | tuple[str, str]]:
    """Load the contracts of an edition in the order of their ids.

    Args:
        folder: holds `contracts/<id>.txt` and `gold/<id>.json`.
        evidence: holds `clean/<id>.txt` and `proof/<id>.json`, where there are any.

    Yields:
        The material of each contract, or its id and what is wrong with its files.

    Raises:
        UsageError: the folder holds no edition.

    """
    names = sorted(path.stem for path in (folder / "contracts").glob("*.txt"))
    if not names:
        raise UsageError(f"no edition there: {folder} has no contracts/*.txt")
    for path in sorted((folder / "gold").glob("*.json")):
        if path.stem not in names:
            yield path.stem, "gold without a contract"
    for name in names:
        try:
            yield _load(folder, evidence, name)
        except (MaterialError, UnicodeDecodeError, json.JSONDecodeError) as error:
            yield name, str(error)


def _load(folder: Path, evidence: Path, name: str) -> Material:
    gold = folder / "gold" / f"{name}.json"
    if not gold.is_file():
        raise MaterialError("a contract without gold")
    text = (folder / "contracts" / f"{name}.txt").read_bytes().decode()
    written = evidence / "contracts" / f"{name}.txt"
    if written.is_file() and written.read_bytes().decode() != text:
        raise MaterialError("the evidence belongs to another text")
    twin = evidence / "clean" / f"{name}.txt"
    proof = evidence / "proof" / f"{name}.json"
    return Material(
        name=name,
        text=text,
        gold=parse_gold(json.loads(gold.read_bytes())),
        twin=twin.read_bytes().decode() if twin.is_file() else None,
        declared=_declared(json.loads(proof.read_bytes())) if proof.is_file() else None,
    )


def _declared(value: Any) -> Declared:  # noqa: ANN401 - parsed JSON of any shape
    try:
        return parse_declared(value)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise MaterialError(f"the proof file is not readable: {error!r}") from error


def parse_gold(value: Any) -> Gold:  # noqa: ANN401 - parsed JSON of any shape
    """Check that a JSON value is gold: nine categories of entries with their fields as text.

    Raises:
        MaterialError: it is not.

    """
    if not isinstance(value, Mapping) or set(value) != set(_FIELDS):
        raise MaterialError("gold does not hold exactly the nine categories")
    for key, entries in value.items():
        if not isinstance(entries, list):
            raise MaterialError(f"{key} is no list")
        for entry in entries:
            if not isinstance(entry, Mapping) or not all(
                isinstance(entry.get(field), str) and entry[field].strip() for field in _FIELDS[key]
            ):
                raise MaterialError(f"an entry of {key} lacks a field: {entry}")
    return value
