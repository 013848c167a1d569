"""Reads gold and contracts and checks their digests: the only module here that opens files.

An edition is a folder:

    contracts/<id>.txt   the text that a model is given
    gold/<id>.json       contract scrubbing: category key → entries, one file per contract
    cases.json           clause extraction: [{id, category, title, contract, question, gold}]
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from scoring.cuad import Case
from scoring.errors import GoldError
from scoring.signature import digest

__all__ = [
    "GOLD_ROOT",
    "ClauseEdition",
    "Edition",
    "ScrubEdition",
    "case_digest",
    "load_clause_edition",
    "load_scrub_edition",
]

GOLD_ROOT: Final = Path(__file__).parent / "gold"
"""The folder of benchmarks that this package carries, one subfolder each."""

ScrubGold: TypeAlias = Mapping[str, Mapping[str, list[dict[str, Any]]]]


@dataclass(frozen=True, slots=True)
class ScrubEdition:
    """One edition of a scrubbing benchmark.

    Attributes:
        contracts: contract id → text.
        gold: contract id → category key → entries.
        digest: `sha256:…` over gold and the SHA-256 of every contract's text.

    """

    contracts: Mapping[str, str]
    gold: ScrubGold
    digest: str

    @property
    def items(self) -> tuple[str, ...]:
        """The ids that a submission must answer, sorted."""
        return tuple(self.gold)


@dataclass(frozen=True, slots=True)
class ClauseEdition:
    """One edition of a clause benchmark.

    Attributes:
        contracts: contract id → text.
        cases: the cases in the edition's order.
        contract_of: case id → contract id.
        questions: case id → the question put to the model.
        digest: `sha256:…` over the cases alone, whatever archive they were built from.

    """

    contracts: Mapping[str, str]
    cases: tuple[Case, ...]
    contract_of: Mapping[str, str]
    questions: Mapping[str, str]
    digest: str

    @property
    def items(self) -> tuple[str, ...]:
        """The ids that a submission must answer, in the edition's order."""
        return tuple(case.id for case in self.cases)


Edition: TypeAlias = ScrubEdition | ClauseEdition


def load_scrub_edition(folder: Path, expected: str | None = None) -> ScrubEdition:
    """The scrubbing edition in `folder`.

    Args:
        folder: where `contracts/` and `gold/` are.
        expected: the pinned digest, or None to take the edition as it is.

    Raises:
        GoldError: a file is missing or no JSON, or the digest is not `expected`.

    """
    contracts = _texts(folder / "contracts")
    gold: dict[str, Any] = {}
    for contract in contracts:
        gold[contract] = _json(folder / "gold" / f"{contract}.json")
        if not isinstance(gold[contract], dict):
            raise GoldError(f"the gold of {contract} is no JSON object")
    strangers = sorted({path.stem for path in (folder / "gold").glob("*.json")} - set(gold))
    if strangers:
        raise GoldError(f"there is gold for {strangers[0]}, but no contract of that name")
    found = digest({"gold": gold, "contracts": _hashes(contracts)})
    _check_digest(folder, found, expected)
    return ScrubEdition(contracts, gold, found)


def load_clause_edition(folder: Path, expected: str | None = None) -> ClauseEdition:
    """The clause edition in `folder`; arguments and errors as for `load_scrub_edition`."""
    rows = _json(folder / "cases.json")
    contracts = _texts(folder / "contracts")
    cases: list[Case] = []
    contract_of: dict[str, str] = {}
    questions: dict[str, str] = {}
    try:
        for row in rows:
            case = Case(row["id"], row["category"], row["title"], tuple(row["gold"]))
            cases.append(case)
            contract_of[case.id] = row["contract"]
            questions[case.id] = row["question"]
    except (KeyError, TypeError) as error:
        raise GoldError(f"{folder.name}/cases.json has a case without {error}") from error
    lost = sorted(set(contract_of.values()) - set(contracts))
    if lost:
        raise GoldError(f"{folder.name}/cases.json names the contract {lost[0]}, which is missing")
    found = case_digest(cases)
    _check_digest(folder, found, expected)
    return ClauseEdition(contracts, tuple(cases), contract_of, questions, found)


def case_digest(cases: Sequence[Case]) -> str:
    """`sha256:…` over the cases in canonical JSON, not over any archive's bytes (SCORING 2)."""
    return digest(
        [
            {"id": case.id, "category": case.category, "title": case.title, "gold": case.gold}
            for case in cases
        ]
    )


def _texts(folder: Path) -> dict[str, str]:
    if not folder.is_dir():
        raise GoldError(f"the folder {folder.parent.name}/{folder.name} is missing")
    texts = {}
    for path in sorted(folder.glob("*.txt")):
        texts[path.stem] = path.read_bytes().decode("utf-8")
    return texts


def _json(path: Path) -> Any:  # noqa: ANN401 - JSON can be anything
    try:
        return json.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise GoldError(f"{path.name} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise GoldError(f"{path.name} is no JSON in UTF-8: {error}") from error


def _hashes(contracts: Mapping[str, str]) -> dict[str, str]:
    return {
        contract: hashlib.sha256(text.encode("utf-8")).hexdigest()
        for contract, text in contracts.items()
    }


def _check_digest(folder: Path, found: str, expected: str | None) -> None:
    if expected is not None and found != expected:
        raise GoldError(
            f"the edition in {folder.parent.name}/{folder.name} has the digest {found}, "
            f"but {expected} is pinned: its gold, cases or contracts were changed"
        )
