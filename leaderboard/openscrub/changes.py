"""Errors as changes of a clean contract's tokens; the tree itself stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from leaderboard.openscrub.tree import Atom, Block

__all__ = ["Changes", "Plant", "Swap"]


@dataclass(frozen=True, slots=True)
class Swap:
    """One atom printed otherwise.

    Attributes:
        category: key of the error's category.
        atom: index of the atom.
        text: what is printed instead, before it is fitted into its sentence.
        term: the term as gold names it.
        block: for a reference, the wrong target.
        pool: how many sites it was drawn from.
        details: what else gold tells.

    """

    category: str
    atom: int
    text: str
    term: str = ""
    block: Block | None = None
    pool: int = 0
    details: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plant:
    """Words that are added: a definition in parentheses, in a sentence or as an entry.

    Attributes:
        category: key of the error's category.
        term: the term's key.
        block: where they stand; for an entry, the section of definitions.
        atoms: the words.
        pool: how many sites it was drawn from.

    """

    category: str
    term: str
    block: Block
    atoms: tuple[Atom, ...]
    pool: int = 0


@dataclass(slots=True)
class Changes:
    """All errors of one contract.

    Attributes:
        swaps: by index of the atom.
        parentheses: by index of the atom after which they stand.
        sentences: by index of the block at whose end they stand.
        entries: added entries of the article of definitions.

    """

    swaps: dict[int, Swap] = field(default_factory=dict)
    parentheses: dict[int, Plant] = field(default_factory=dict)
    sentences: dict[int, Plant] = field(default_factory=dict)
    entries: list[Plant] = field(default_factory=list)

    def plants(self) -> list[Plant]:
        """All that is added."""
        return [*self.parentheses.values(), *self.sentences.values(), *self.entries]
