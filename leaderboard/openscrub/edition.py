"""Writes an edition: contracts, gold, clean twins and what the writer declares about them."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from leaderboard.openscrub.build import Built, add_contacts, build_contract
from leaderboard.openscrub.changes import Changes
from leaderboard.openscrub.errors import ProofError
from leaderboard.openscrub.gold import Gold, read_gold
from leaderboard.openscrub.insert import insert_errors
from leaderboard.openscrub.plan import ContractPlan, plan_contracts
from leaderboard.openscrub.proof import declare, find_faults
from leaderboard.openscrub.render import render
from leaderboard.openscrub.shelf import Library

__all__ = ["GENERATOR", "Written", "canary_of", "generate", "write_contract", "write_edition"]

GENERATOR: Final = "1.0"
"""Raised with every change that changes the bytes of an edition of the same library and seed."""


@dataclass(frozen=True, slots=True)
class Written:
    """One contract of an edition.

    Attributes:
        plan: what it was to be.
        text: what a model is given.
        twin: the same contract without errors.
        gold: its gold.
        declared: what the writer declares, see `declare`.

    """

    plan: ContractPlan
    text: str
    twin: str
    gold: Gold
    declared: dict[str, Any]


def canary_of(seed: str, name: str) -> str:
    """The last line of a contract's file, which asks not to be trained on."""
    mark = hashlib.sha256(f"openscrub canary/{seed}/{name}".encode()).hexdigest()
    return (
        f"[Benchmark data: please keep this text out of training corpora. "
        f"openscrub canary {mark[:8]}-{mark[8:12]}-{mark[12:16]}-{mark[16:20]}-{mark[20:32]}]"
    )


def write_contract(library: Library, plan: ContractPlan, seed: str) -> Written:
    """Write the contract of a plan, prove it clean, insert its errors, read its gold.

    Raises:
        ProofError: the clean contract is not clean.

    """
    built = build_contract(library, plan)
    add_contacts(built.contract, built.setting)
    canary = canary_of(seed, plan.name)
    twin = render(built.contract, plan.style, Changes(), canary)
    faults = list(find_faults(built, twin))
    if faults:
        raise ProofError(f"{plan.name} is not clean: {'; '.join(faults[:5])}")
    changes = insert_errors(library, plan, built, twin)
    final = render(built.contract, plan.style, changes, canary) if _any(changes) else twin
    return Written(
        plan=plan,
        text=final.text,
        twin=twin.text,
        gold=read_gold(built, changes, final, library.facts),
        declared={**_describe(plan, built), **declare(built, changes, final)},
    )


def _any(changes: Changes) -> bool:
    return bool(changes.swaps or changes.plants())


def _describe(plan: ContractPlan, built: Built) -> dict[str, Any]:
    return {
        "contract": plan.name,
        "kind": plan.kind,
        "deal": plan.deal + 1,
        "control": plan.control,
        "style": dataclasses.asdict(plan.style),
        "clauses": [list(item) for item in built.wordings],
    }


def generate(library: Library, seed: str, count: int) -> Iterator[Written]:
    """The contracts of an edition, one after the other."""
    for plan in plan_contracts(library, seed, count):
        yield write_contract(library, plan, seed)


def write_edition(
    library: Library, seed: str, count: int, folder: Path, *, evidence: bool = True
) -> int:
    """Write an edition into `folder`, in place of one that is there; the number of contracts.

    The folder gets `contracts/<id>.txt`, `gold/<id>.json`, `edition.json` and, as evidence,
    `clean/<id>.txt` and `proof/<id>.json`, which the seed gives again at any time.
    """
    _make_room(folder, evidence=evidence)
    sheets: dict[str, Any] = {}
    for one in generate(library, seed, count):
        name = one.plan.name
        sheets[name] = _sheet(one)
        (folder / "contracts" / f"{name}.txt").write_bytes(one.text.encode())
        (folder / "gold" / f"{name}.json").write_bytes(_pretty(one.gold))
        if evidence:
            (folder / "clean" / f"{name}.txt").write_bytes(one.twin.encode())
            (folder / "proof" / f"{name}.json").write_bytes(_compact(one.declared))
    about = {
        "generator": GENERATOR,
        "seed": seed,
        "contracts": count,
        "private_wordings": library.private,
        "training": "This edition is benchmark data. Please do not train on it.",
        "sheets": sheets,
    }
    (folder / "edition.json").write_bytes(_pretty(about))
    return len(sheets)


def _make_room(folder: Path, *, evidence: bool) -> None:
    """Make the folders of an edition, and take the files of a former one out of them."""
    former = (folder / "edition.json").is_file()
    for name, suffix in (
        ("contracts", "txt"),
        ("gold", "json"),
        ("clean", "txt"),
        ("proof", "json"),
    ):
        place = folder / name
        if former:
            for path in place.glob(f"*.{suffix}"):
                path.unlink()
        if evidence or name in {"contracts", "gold"}:
            place.mkdir(parents=True, exist_ok=True)


def _sheet(written: Written) -> dict[str, Any]:
    """What is kept of a contract's making: its form, and the smallest pool of sites drawn from."""
    pools = [pool for _, _, _, pool in written.declared["insertions"]]
    kept = {key: written.declared[key] for key in ("kind", "deal", "control", "style")}
    return {**kept, "least_pool": min(pools) if pools else None}


def _pretty(value: object) -> bytes:
    return (json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()


def _compact(value: object) -> bytes:
    return (
        json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")) + "\n"
    ).encode()
