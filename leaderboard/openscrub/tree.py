"""A contract as a tree of typed text: blocks that start their own line, atoms inside them."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass, field

__all__ = ["Atom", "Block", "Contract", "Home", "Role", "Sort"]


class Sort(enum.Enum):
    """What an atom is."""

    PLAIN = "plain"
    TERM = "term"
    DEAD = "dead"
    QUOTE = "quote"
    ORDINARY = "ordinary"
    PARTY = "party"
    PARTY_WORD = "party-word"
    AGREEMENT = "agreement"
    REFERENCE = "reference"
    REFERENCES = "references"
    POINTER = "pointer"
    FACT = "fact"
    VALUE = "value"
    PROPER = "proper"
    DEAL = "deal"
    ARTICLE = "article"


class Role(enum.Enum):
    """What a block is."""

    GROUP = "group"
    SECTION = "section"
    NODE = "node"
    ITEM = "item"
    ENTRY = "entry"
    FRAME = "frame"
    RECITAL = "recital"
    PREAMBLE = "preamble"
    SCHEDULE = "schedule"


@dataclass(slots=True)
class Atom:
    """A piece of text with one meaning.

    Attributes:
        sort: what it is.
        text: as printed, before it is fitted into its sentence.
        key: the term, role, fact or target that it stands for.
        sure: whether it is certain enough to carry an error.
        possessive: whether `'s` or `'` follows.
        targets: of a list of references.
        sentence: number of its sentence within the block, from 0.
        first: whether it holds the first word of its sentence.
        block: the block that it stands in.
        index: its number in the whole contract, the same with and without errors.

    """

    sort: Sort
    text: str
    key: str = ""
    sure: bool = False
    possessive: bool = False
    targets: tuple[str, ...] = ()
    sentence: int = 0
    first: bool = False
    block: Block | None = None
    index: int = -1


@dataclass(slots=True)
class Block:
    """A text that starts its own line.

    Attributes:
        role: what it is.
        atoms: its text.
        name: `family`, `family.label`, `schedule.label` or "".
        heading: heading, or inline heading.
        tags: CUAD clause types that it holds.
        capitals: printed in capitals.
        blocks: the blocks below it.
        family: the clause family that it comes from, or "".
        mark: its number as its line begins, set by numbering.
        place: its place as gold says it, set by numbering.
        shown: its number as references show it, without the label.
        path: its numbers from the top, for neighbours and lists.
        rows: cells of a schedule's table.
        index: its number in the contract.
        own_line: whether it has a number of its own.

    """

    role: Role
    atoms: list[Atom] = field(default_factory=list)
    name: str = ""
    heading: str = ""
    tags: tuple[str, ...] = ()
    capitals: bool = False
    blocks: list[Block] = field(default_factory=list)
    family: str = ""
    mark: str = ""
    place: str = ""
    shown: str = ""
    path: tuple[int, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    index: int = -1
    own_line: bool = True

    def walk(self) -> Iterator[Block]:
        """The block and all below it, in reading order."""
        yield self
        for block in self.blocks:
            yield from block.walk()


@dataclass(frozen=True, slots=True)
class Home:
    """Where a term is defined: `preamble`, `article`, `parenthesis` or `sentence`."""

    term: str
    kind: str


@dataclass(slots=True)
class Contract:
    """A clean contract.

    Attributes:
        top: its blocks in reading order: title, preamble, recitals, body, signature, schedules.
        homes: live term → where it is defined.
        live: live terms of the library in order of definition.
        by_name: name of a node → its block.

    """

    top: list[Block]
    homes: dict[str, Home]
    live: list[str]
    by_name: dict[str, Block] = field(default_factory=dict)

    def walk(self) -> Iterator[Block]:
        """All blocks in reading order."""
        for block in self.top:
            yield from block.walk()
