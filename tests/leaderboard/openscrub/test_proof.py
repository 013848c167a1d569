"""The proof that a contract is clean fails when it is not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from leaderboard.openscrub.build import Built, build_contract
from leaderboard.openscrub.changes import Changes
from leaderboard.openscrub.plan import plan_contracts
from leaderboard.openscrub.proof import find_faults
from leaderboard.openscrub.render import render
from leaderboard.openscrub.shelf import Library
from leaderboard.openscrub.tree import Atom, Block, Role, Sort


@pytest.fixture
def built(library: Library) -> Built:
    return build_contract(library, plan_contracts(library, "proof", 2)[1])


def faults(built: Built) -> list[str]:
    clean = render(built.contract, built.setting.style, Changes(), "[canary]")
    return list(find_faults(built, clean))


def node(built: Built) -> Block:
    return next(
        block
        for block in built.contract.walk()
        if block.role is Role.NODE and block.family and not block.capitals and block.atoms
    )


def add(sort: Sort, text: str, key: str = "") -> Callable[[Built], None]:
    def change(built: Built) -> None:
        block = node(built)
        last = block.atoms[-1].sentence
        block.atoms.append(Atom(Sort.PLAIN, " now ", sentence=last))
        block.atoms.append(Atom(sort, text, key, sentence=last, index=100_000))

    return change


def forget_uses(built: Built) -> None:
    key = built.contract.live[-1]
    for block in built.contract.walk():
        for atom in block.atoms:
            if atom.sort is Sort.TERM and atom.key == key:
                atom.sort = Sort.PROPER


def move(built: Built) -> None:
    first, second = [b for b in built.contract.walk() if b.role is Role.NODE and b.own_line][:2]
    second.place = first.place


def contradict(built: Built) -> None:
    block = node(built)
    block.atoms += [Atom(Sort.FACT, "nine days", "test"), Atom(Sort.FACT, "ten days", "test")]


def test_a_built_contract_has_no_fault(built: Built) -> None:
    assert faults(built) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (add(Sort.PLAIN, "some party"), "is untyped at"),
        (add(Sort.PLAIN, "within ten weeks"), "the number “ten” is undeclared"),
        (add(Sort.PLAIN, "within 10 weeks"), "the number “10” is undeclared"),
        (add(Sort.PLAIN, "of Zanzibar"), "“Zanzibar” has a capital"),
        (add(Sort.QUOTE, "Zanzibar", "Zanzibar"), "Zanzibar is defined 1 times"),
        (forget_uses, "times outside its definition"),
        (move, "two nodes are at"),
        (contradict, "the fact test is stated 2 times"),
    ],
)
def test_what_is_not_clean_is_told(
    built: Built, change: Callable[[Built], None], message: str
) -> None:
    change(built)
    assert any(message in fault for fault in faults(built)), faults(built)
