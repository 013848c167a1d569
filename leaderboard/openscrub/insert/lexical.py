"""Errors of single terms: lower case, capitals in the everyday sense, undefined synonyms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from leaderboard.openscrub.changes import Swap
from leaderboard.openscrub.insert.ground import LEAST_USES, Ground, holds
from leaderboard.openscrub.setting import PARTIES
from leaderboard.openscrub.terms import lower_form
from leaderboard.openscrub.tree import Atom, Block, Sort

__all__ = ["capitalise_in_context", "uncapitalise", "use_undefined"]

UNDEFINED, UNCAPITALISED, CAPITALISED = (
    "undefined_capitalized_terms",
    "uncapitalized_defined_terms",
    "incorrect_capitalization",
)
_OWN_SHARE = 3


def uncapitalise(ground: Ground, wanted: int) -> None:
    """Print defined terms in lower case where the definition is meant."""
    own_words = {ground.setting.kind.agreement, *PARTIES}
    nested = _nested(ground)
    given: Counter[str] = Counter()
    own = 0
    for number in range(wanted):
        pool = [
            (block, atom)
            for block, atom in ground.atoms(Sort.TERM, Sort.AGREEMENT, Sort.PARTY_WORD)
            if atom.sure
            and atom.key not in nested
            and ground.uses[atom.key] > LEAST_USES
            and (atom.key not in own_words or own * _OWN_SHARE < wanted)
        ]
        site = _rarest(ground, pool, given, UNCAPITALISED, number)
        if site is None:
            return
        block, atom = site
        own += atom.key in own_words
        given[atom.key] += 1
        ground.uses[atom.key] -= 1
        _swap(
            ground,
            block,
            Swap(UNCAPITALISED, atom.index, lower_form(atom.text), atom.key, pool=len(pool)),
            atom,
        )


def capitalise_in_context(ground: Ground, wanted: int) -> None:
    """Print ordinary words with the capitals of a term that they cannot mean."""
    quoted = {lower_form(form): form for form in _quoted_forms(ground)}
    given: Counter[str] = Counter()
    for number in range(wanted):
        pool = [
            (block, atom)
            for block, atom in ground.atoms(Sort.ORDINARY)
            if atom.sure and atom.key in quoted
        ]
        site = _rarest(ground, pool, given, CAPITALISED, number)
        if site is None:
            return
        block, atom = site
        given[atom.key] += 1
        form = quoted[atom.key]
        _swap(ground, block, Swap(CAPITALISED, atom.index, form, form, pool=len(pool)), atom)


def use_undefined(ground: Ground, wanted: int) -> None:
    """Print a near synonym that nobody defined, or a term of the trade that nobody defined."""
    forms = _undefined_forms(ground)
    given: Counter[str] = Counter()
    for number in range(wanted):
        pool = [
            (block, atom)
            for block, atom in ground.atoms(Sort.TERM, Sort.DEAD)
            if atom.sure
            and atom.key in forms
            and (atom.sort is Sort.DEAD or ground.uses[atom.key] > LEAST_USES)
        ]
        site = _rarest(ground, pool, given, UNDEFINED, number)
        if site is None:
            return
        block, atom = site
        given[atom.key] += 1
        if atom.sort is Sort.TERM:
            ground.uses[atom.key] -= 1
        form = forms[atom.key]
        _swap(ground, block, Swap(UNDEFINED, atom.index, form, form, pool=len(pool)), atom)


def _swap(ground: Ground, block: Block, swap: Swap, atom: Atom) -> None:
    ground.changes.swaps[atom.index] = swap
    ground.close(block, atom.sentence)


def _rarest(
    ground: Ground,
    pool: list[tuple[Block, Atom]],
    given: Counter[str],
    category: str,
    number: int,
) -> tuple[Block, Atom] | None:
    """A site of `pool`, rather of a term that has had few errors."""
    if ground.choose(pool, category, number) is None:
        return None
    least = min(given[atom.key] for _, atom in pool)
    # One more than the least, so that a term can have several errors before all have one.
    few = [site for site in pool if given[site[1].key] <= least + 1]
    return ground.draws.choice(few, category, number)


def _nested(ground: Ground) -> set[str]:
    """Live terms that hold another's form or are held by one: in lower case they are unclear."""
    forms = sorted(ground.defined)
    found = set()
    for key in ground.setting.live:
        if any(other != key and (holds(key, other) or holds(other, key)) for other in forms
               if other not in ground.setting.vocabulary.terms[key].forms):  # fmt: skip
            found.add(key)
    return found


def _quoted_forms(ground: Ground) -> Iterator[str]:
    yield from sorted(ground.setting.live)
    yield from sorted(set(ground.setting.own_words()))


def _undefined_forms(ground: Ground) -> dict[str, str]:
    """Key of a term → the undefined form that may stand for it in this contract."""
    forms: dict[str, str] = {}
    taken = set(ground.taken) | {form.lower() for form in ground.defined}
    for key in ground.draws.shuffled(sorted(ground.setting.vocabulary.terms), "undefined"):
        if key in ground.setting.live:
            choices = ground.draws.shuffled(_substitutes(ground, key), "substitute", key)
        elif key in ground.defined:
            continue
        else:
            choices = [key]
        for form in choices:
            if not any(holds(form, other) or holds(other, form) for other in taken):
                forms[key] = form
                taken.add(form.lower())
                break
    return forms


def _substitutes(ground: Ground, key: str) -> tuple[str, ...]:
    term = ground.setting.vocabulary.terms[key]
    public = len(term.substitutes) - term.private
    return term.substitutes[public:] if ground.setting.private else term.substitutes[:public]
