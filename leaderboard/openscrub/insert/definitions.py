"""Definitions that stand a second time, and definitions that nothing uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, TypeAlias

from leaderboard.openscrub.atoms import parenthesis
from leaderboard.openscrub.build import definition_entry, definition_sentence
from leaderboard.openscrub.changes import Plant
from leaderboard.openscrub.insert.ground import LEAST_POOL, LEAST_USES, Ground, holds
from leaderboard.openscrub.terms import Term
from leaderboard.openscrub.tree import Atom, Block, Role, Sort

__all__ = ["define_again", "define_for_nothing"]

AGAIN: Final = "terms_defined_multiple_times"
UNUSED: Final = "unused_defined_terms"
_ENTRIES_AT_MOST: Final = 5
_RULES: Final = "interpretation"
_Site: TypeAlias = tuple[str, str, Block, Atom | None]


def define_again(ground: Ground, wanted: int) -> None:
    """Define live terms a second time, otherwise, at the end of a text that uses them."""
    done: set[str] = set()
    homes = _home_places(ground)
    for number in range(wanted):
        pool = [
            (block, key)
            for block in ground.blocks()
            if _open_end(ground, block)
            for key in sorted({a.key for a in block.atoms if a.sort is Sort.TERM} - done)
            if homes.get(key) not in {None, block.place}
            and len(ground.setting.vocabulary.terms[key].means) > 1
        ]
        choice = ground.choose(pool, AGAIN, number)
        if choice is None:
            return
        block, key = choice
        means = ground.setting.vocabulary.terms[key].means
        # The second meaning is the likeliest rival; private editions take the last.
        meaning = len(means) - 1 if ground.setting.private else 1
        atoms = definition_sentence(key, meaning, ground.setting)
        ground.changes.sentences[block.index] = Plant(
            AGAIN, key, block, _appended(atoms), pool=len(pool)
        )
        ground.text += " " + "".join(atom.text for atom in atoms).lower()
        done.add(key)


def define_for_nothing(ground: Ground, wanted: int) -> None:
    """Define terms that the contract never uses: their clause is gone, the definition stayed."""
    idle = set(_idle_terms(ground))
    entries = 0
    for number in range(wanted):
        sites = list(_unused_sites(ground, idle, entries=entries < _ENTRIES_AT_MOST))
        pool = _fitting(sites)
        choice = ground.choose(pool, UNUSED, number)
        if choice is None:
            return
        entries += choice[0] == "entry"
        said = _define_at(ground, choice, len(pool))
        _take_out(ground, idle, choice[1], said)


def _define_at(ground: Ground, site: _Site, pool: int) -> str:
    """Plant a definition that nothing uses; its words in lower case."""
    manner, key, block, atom = site
    if manner == "parenthesis" and atom is not None:
        atoms = tuple(_beside(atom, key, ground))
        ground.changes.parentheses[atom.index] = Plant(UNUSED, key, block, atoms, pool)
        ground.close(block, atom.sentence)
        # What stands in the definition of a term that nothing uses is no use.
        for other in _terms_beside(block, atom):
            ground.uses[other] -= 1
        return ""
    if manner == "entry":
        atoms = tuple(definition_entry(key, ground.setting))
        ground.changes.entries.append(Plant(UNUSED, key, block, atoms, pool))
    else:
        atoms = _appended(definition_sentence(key, 0, ground.setting))
        ground.changes.sentences[block.index] = Plant(UNUSED, key, block, atoms, pool)
    return "".join(one.text for one in atoms).lower()


def _take_out(ground: Ground, idle: set[str], key: str, said: str) -> None:
    """Keep from the idle terms what has been defined, what its words use, and what uses it."""
    terms = ground.setting.vocabulary.terms
    ground.defined |= set(terms[key].forms)
    ground.text += f" {said}"
    idle.discard(key)
    for other in sorted(idle):
        means = "".join(a.text for a in definition_entry(other, ground.setting)).lower()
        if _stands(terms[other], said) or _stands(terms[key], means):
            idle.discard(other)


def _terms_beside(block: Block, atom: Atom) -> list[str]:
    """Terms that the sentence of an atom uses."""
    return [
        one.key for one in block.atoms if one.sort is Sort.TERM and one.sentence == atom.sentence
    ]


def _fitting(sites: list[_Site]) -> list[_Site]:
    """Of all sites those where a definition is least out of place, if they are enough.

    Where there is no article of definitions, that is inside a sentence which describes the thing,
    then the rules of interpretation, then the end of any text that holds a definition.
    """
    inside = [site for site in sites if site[0] != "sentence"]
    rules = [site for site in sites if site[0] == "sentence" and site[2].family == _RULES]
    for some in (inside, [*inside, *rules]):
        if len(some) >= LEAST_POOL:
            return some
    return sites


def _appended(atoms: list[Atom]) -> tuple[Atom, ...]:
    """A sentence that is put after others: a blank before it, no atom fitted as a first word."""
    atoms[0] = replace(atoms[0], text=f" {atoms[0].text}")
    return tuple(replace(atom, first=False, sentence=999) for atom in atoms)


def _beside(atom: Atom, key: str, ground: Ground) -> list[Atom]:
    """A definition in parentheses, in the sentence of `atom`."""
    return [
        replace(one, block=atom.block, sentence=atom.sentence)
        for one in parenthesis(key, ground.setting)
    ]


def _open_end(ground: Ground, block: Block) -> bool:
    """Whether a sentence can be put at the end of a text."""
    return (
        block.role is not Role.ITEM
        and not block.blocks
        and block.index not in ground.changes.sentences
    )


def _home_places(ground: Ground) -> dict[str, str]:
    """Live term → the place of its definition."""
    return {
        atom.key: block.place
        for block in ground.contract.walk()
        for atom in block.atoms
        if atom.sort is Sort.QUOTE
    }


def _idle_terms(ground: Ground) -> Iterator[str]:
    """Terms of which no form stands anywhere in the text, alone or inside a term in use."""
    for key, term in sorted(ground.setting.vocabulary.terms.items()):
        if key in ground.setting.live or key in ground.defined:
            continue
        if any(holds(other, form) for other in ground.defined for form in term.forms):
            continue
        if not _stands(term, ground.text):
            yield key


def _stands(term: Term, text: str) -> bool:
    """Whether a form of a term stands in a text of lower case."""
    return any(re.search(rf"(?<!\w){re.escape(form.lower())}(?!\w)", text) for form in term.forms)


def _unused_sites(ground: Ground, idle: set[str], *, entries: bool) -> Iterator[_Site]:
    """Where a definition that nothing uses can stand: manner, term, block, atom before it."""
    style = ground.setting.style
    section = ground.contract.by_name.get("definitions")
    if section is not None and not style.numbered_entries and entries:
        for key in sorted(idle):
            yield "entry", key, section, None
    for block in ground.blocks():
        for atom in block.atoms:
            if (
                atom.sort is Sort.POINTER
                and atom.key in idle
                and ground.is_free(block, atom.sentence)
                and all(ground.uses[one] > LEAST_USES for one in _terms_beside(block, atom))
            ):
                yield "parenthesis", atom.key, block, atom
    if section is None or style.numbered_entries:
        for block in ground.blocks():
            defining = any(atom.sort is Sort.QUOTE for atom in block.atoms)
            if _open_end(ground, block) and (defining or block.family == _RULES):
                for key in sorted(idle):
                    yield "sentence", key, block, None
