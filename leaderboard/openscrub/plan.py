"""What each contract of an edition is to be: kind, deal, style, clauses and wordings, quotas.

Contracts are planned in batches of 44, each on its own, so that time grows with their number and
a contract's plan depends on the seed, its number and the size of its batch alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from leaderboard.openscrub.draws import Draws
from leaderboard.openscrub.errors import LibraryError
from leaderboard.openscrub.library import COMMON, Family
from leaderboard.openscrub.linting.texts import words_of
from leaderboard.openscrub.quotas import plan_quotas
from leaderboard.openscrub.shelf import Library
from leaderboard.openscrub.styles import Style, choose_style

__all__ = ["BATCH", "ContractPlan", "plan_contracts"]

BATCH: Final = 44
"""Contracts that are planned together: the size of the paper's benchmark."""

_FEWEST, _MOST = 15_500, 38_500
"""Characters of clauses, before definitions, opening, signatures and schedules are added."""

_LEAST_TERMS, _MOST_TERMS = 18, 28
_TERMS_JITTER: Final = 5
_CHARACTERS_A_WORD: Final = 6.3


@dataclass(frozen=True, slots=True)
class ContractPlan:
    """What one contract is to be.

    Attributes:
        name: its id.
        kind: name of its kind.
        deal: number of the deal sheet.
        roles: number of the pair of role names.
        style: its form.
        clauses: name of a family → number of its wording, in the order of the contract.
        terms: how many terms of the library it is to define.
        quota: category key → how many errors to insert; all zero in a clean control.
        control: whether it is a clean control.
        draws: of this contract.

    """

    name: str
    kind: str
    deal: int
    roles: int
    style: Style
    clauses: Mapping[str, int]
    terms: int
    quota: Mapping[str, int]
    control: bool
    draws: Draws


def plan_contracts(library: Library, seed: str, count: int) -> list[ContractPlan]:
    """The plans of an edition.

    Args:
        library: what there is to write with.
        seed: of all draws.
        count: how many contracts.

    Raises:
        LibraryError: no kind has a deal and enough clauses.

    """
    kinds = sorted(name for name in library.kinds if _clauses_of(library, name))
    if not kinds:
        raise LibraryError("no kind of agreement has deals and clauses")
    plans: list[ContractPlan] = []
    for start in range(0, count, BATCH):
        size = min(BATCH, count - start)
        draws = Draws(f"openscrub/{seed}").below("batch", start // BATCH)
        plans += _plan_batch(library, draws, kinds, start, size)
    return plans


def _plan_batch(
    library: Library, draws: Draws, kinds: Sequence[str], start: int, size: int
) -> list[ContractPlan]:
    order = draws.shuffled(kinds, "kinds")
    lengths = [_FEWEST + int(part * (_MOST - _FEWEST)) for part in _spread(draws, "sizes", size)]
    quotas = plan_quotas(draws.below("quotas"), lengths)
    usual = {key: _length(family) for key, family in library.families.items()}
    chosen: list[tuple[str, list[Family]]] = []
    for index in range(size):
        kind = order[index % len(order)]
        own = draws.below(index)
        chosen.append((kind, _choose_families(library, own, kind, lengths[index], usual)))
    wordings = _assign_wordings(draws, chosen)
    spreads: dict[str, list[float]] = {}
    plans = []
    rounds: dict[str, int] = {}
    for index in range(size):
        kind, families = chosen[index]
        turn = rounds.get(kind, 0)
        rounds[kind] = turn + 1
        sheet = library.kinds[kind]
        deals = draws.shuffled(range(len(sheet.deals)), "deals", kind)

        def quantile(name: str, index: int = index) -> float:
            if name not in spreads:
                spreads[name] = _spread(draws, f"style-{name}", size)
            return spreads[name][index]

        own = draws.below(index)
        plans.append(
            ContractPlan(
                name=f"{kind}-{start + index + 1:03d}",
                kind=kind,
                deal=deals[turn % len(deals)],
                roles=(own.under(len(sheet.roles), "roles") + turn) % len(sheet.roles),
                style=choose_style(quantile),
                clauses={f.name: wordings[index][f.name] for f in _ordered(own, families)},
                terms=_terms(own, lengths[index]),
                quota=quotas[index].wanted,
                control=quotas[index].control,
                draws=own.below("contract"),
            )
        )
    return plans


def _terms(draws: Draws, length: int) -> int:
    """How many terms a contract is to define: the longer the more, give or take two."""
    more = (_MOST_TERMS - _LEAST_TERMS) * (length - _FEWEST) // (_MOST - _FEWEST)
    return _LEAST_TERMS + more + draws.under(_TERMS_JITTER, "terms") - _TERMS_JITTER // 2


def _spread(draws: Draws, name: str, size: int) -> list[float]:
    """`size` numbers from 0 to 1, one in the middle of each `size`-th part, shuffled."""
    return [(rank + 0.5) / size for rank in draws.shuffled(range(size), name)]


def _clauses_of(library: Library, kind: str) -> list[str]:
    sheet = library.kinds[kind]
    names = [name for name in (*sheet.required, *sheet.optional) if library.family(kind, name)]
    common = sorted(name for group, name in library.families if group == COMMON)
    return list(dict.fromkeys([*names, *common]))


def _choose_families(
    library: Library, draws: Draws, kind: str, length: int, usual: Mapping[tuple[str, str], int]
) -> list[Family]:
    """The kind's own clauses, and others until the contract is about `length` characters long.

    `usual` is the usual length of a family's wordings, by its kind and name.
    """
    sheet = library.kinds[kind]
    required = [name for name in sheet.required if library.family(kind, name)]
    own = [name for group, name in sorted(library.families) if group == kind]
    rest = [name for name in _clauses_of(library, kind) if name not in required]
    chosen: dict[str, Family] = {}
    for name in (*required, *own):
        _take(library, kind, name, chosen)
    for name in draws.shuffled(rest, "families"):
        if sum(usual[family.kind, family.name] for family in chosen.values()) >= length:
            break
        _take(library, kind, name, chosen)
    return list(chosen.values())


def _length(family: Family) -> int:
    """The usual length of a family's wordings, in characters."""
    words = sum(
        len(words_of(node.tokens)) for wording in family.wordings for node in wording.walk()
    )
    return int(words * _CHARACTERS_A_WORD / len(family.wordings))


def _take(library: Library, kind: str, name: str, chosen: dict[str, Family]) -> None:
    """Add a family and what it needs, unless something excludes it."""
    queue = [name]
    wanted: list[Family] = []
    while queue:
        family = library.family(kind, queue.pop())
        if family is None:
            return
        if family.name in chosen or family in wanted:
            continue
        wanted.append(family)
        queue += family.needs
    names = {family.name for family in wanted} | set(chosen)
    banned = {name for family in (*wanted, *chosen.values()) for name in family.excludes}
    if not names & banned:
        chosen.update({family.name: family for family in reversed(wanted)})


def _ordered(draws: Draws, families: Sequence[Family]) -> list[Family]:
    """Families by stage; those of one stage in an order of their own."""
    return sorted(families, key=lambda f: (f.stage, draws.number("order", f.name), f.name))


def _assign_wordings(
    draws: Draws, chosen: Sequence[tuple[str, list[Family]]]
) -> list[dict[str, int]]:
    """Wordings that keep low what any two contracts of a batch share.

    Contract by contract, family by family, that wording is taken whose sharers have least in
    common with the contract so far.
    """
    users: dict[tuple[str, str, int], list[int]] = {}
    assigned: list[dict[str, int]] = []
    for index, (_, families) in enumerate(chosen):
        shared = [0] * index
        taken: dict[str, int] = {}
        for family in draws.shuffled(families, "wordings", index):
            best = min(
                range(len(family.wordings)),
                key=lambda number: (
                    sum(
                        (shared[other] + 1) ** 3
                        for other in users.get((family.kind, family.name, number), ())
                    ),
                    draws.number("wording", index, family.name, number),
                ),
            )
            for other in users.get((family.kind, family.name, best), ()):
                shared[other] += 1
            taken[family.name] = best
        for family in families:
            users.setdefault((family.kind, family.name, taken[family.name]), []).append(index)
        assigned.append(taken)
    return assigned
