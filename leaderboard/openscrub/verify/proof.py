"""Puts the three parts of the proof together for one contract."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from leaderboard.openscrub.verify.accounting import Ledger, check_accounting
from leaderboard.openscrub.verify.alone import check_alone
from leaderboard.openscrub.verify.entries import Gold
from leaderboard.openscrub.verify.faults import Fault
from leaderboard.openscrub.verify.material import Material
from leaderboard.openscrub.verify.reading import Reading, read_contract
from leaderboard.openscrub.verify.twins import Twins, check_twins, check_twins_alone, read_twins
from leaderboard.openscrub.verify.usage import Usage, count_usage

__all__ = ["Examined", "examine"]


@dataclass(frozen=True)
class Examined:
    """A contract that was read once and can be held against any gold.

    Attributes:
        name: the contract's id.
        gold: its own gold.
        reading: its text.
        usage: how often its terms are used, from the text alone.
        ledger: text and declarations; None without a proof file.
        twins: text and clean twin; None without a twin.
        own: what is wrong whatever gold says.

    """

    name: str
    gold: Gold
    reading: Reading
    usage: Usage
    ledger: Ledger | None
    twins: Twins | None
    own: tuple[Fault, ...]

    def find_faults(self, gold: Gold, *, with_twin: bool = True) -> list[Fault]:
        """Everything that keeps `gold` from being proven, each fault once, in order.

        Args:
            gold: the contract's gold, or a lie about it.
            with_twin: whether the clean twin is consulted too.

        """
        found = list(check_alone(self.reading, self.usage, gold))
        if self.ledger is not None:
            found += check_accounting(self.ledger, gold)
        if with_twin and self.twins is not None:
            found += check_twins(self.twins, gold)
        return [fault._replace(contract=self.name) for fault in dict.fromkeys(found)]

    @cached_property
    def faults(self) -> tuple[Fault, ...]:
        """What is wrong with its own gold, its declarations and its twin."""
        return (*self.find_faults(self.gold), *self.own)


def examine(material: Material) -> Examined:
    """Read a contract, its declarations and its twin."""
    reading = read_contract(material.text)
    declared = material.declared
    twins = None
    if material.twin is not None:
        twins = read_twins(reading, read_contract(material.twin), declared)
    own = [fault._replace(contract=material.name) for fault in _own(material, twins)]
    return Examined(
        name=material.name,
        gold=material.gold,
        reading=reading,
        usage=count_usage(reading),
        ledger=None if declared is None else Ledger(reading, declared),
        twins=twins,
        own=tuple(own),
    )


def _own(material: Material, twins: Twins | None) -> Iterator[Fault]:
    if material.declared is None:
        yield Fault("no-declarations", "", "", "without proof/<id>.json nothing is accounted for")
    if twins is None:
        yield Fault("no-twin", "", "", "without clean/<id>.txt no difference is looked at")
    else:
        yield from check_twins_alone(twins, material.declared)
