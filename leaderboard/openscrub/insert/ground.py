"""What an inserter may touch: free sentences, remaining uses, words that are taken."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, TypeVar

from leaderboard.openscrub.build import LEAST_USES
from leaderboard.openscrub.changes import Changes
from leaderboard.openscrub.draws import Draws
from leaderboard.openscrub.setting import PARTIES, Setting
from leaderboard.openscrub.tree import Atom, Block, Contract, Role, Sort

__all__ = ["LEAST_POOL", "LEAST_USES", "Ground", "holds", "make_ground"]

LEAST_POOL: Final = 4
"""Each insertion is drawn from at least so many eligible sites."""

_RUN_IN: Final = re.compile(r"\((?:[ivx]{1,4}|[a-h])\)")
_BODY: Final = frozenset({Role.SECTION, Role.NODE, Role.ITEM})
_T = TypeVar("_T")

Sentence = tuple[int, int]


@dataclass(slots=True)
class Ground:
    """The state of one contract while errors are inserted.

    Attributes:
        contract: the clean tree.
        setting: what it speaks of.
        changes: what has been inserted.
        draws: of the insertion.
        closed: sentences that may not be touched (any more).
        uses: live term or own word → correct uses left outside its definition.
        taken: phrases that an undefined term may not hold or be held by, in lower case.
        text: the clean text in lower case.
        defined: forms in quotes, planted ones included.

    """

    contract: Contract
    setting: Setting
    changes: Changes
    draws: Draws
    closed: set[Sentence]
    uses: Counter[str]
    taken: set[str]
    text: str
    defined: set[str] = field(default_factory=set)

    def atoms(self, *sorts: Sort) -> Iterator[tuple[Block, Atom]]:
        """Atoms of the clauses in free sentences, none first in its sentence, none in capitals."""
        for block in self.blocks():
            for atom in block.atoms:
                if atom.sort in sorts and not atom.first and self.is_free(block, atom.sentence):
                    yield block, atom

    def blocks(self) -> Iterator[Block]:
        """Blocks of the clauses where something can be inserted."""
        for block in self.contract.walk():
            if block.role in _BODY and block.atoms and not block.capitals and block.family:
                yield block

    def is_free(self, block: Block, sentence: int) -> bool:
        """Whether nothing has been inserted in a sentence and nothing forbids it."""
        return (block.index, sentence) not in self.closed

    def close(self, block: Block, sentence: int) -> None:
        """Keep a sentence from further insertions."""
        self.closed.add((block.index, sentence))

    def close_block(self, block: Block) -> None:
        """Keep a whole text from further insertions."""
        for atom in block.atoms:
            self.close(block, atom.sentence)

    def choose(self, pool: Sequence[_T], *site: object) -> _T | None:
        """One of `pool`; None where it is too small to hide the choice."""
        if len(pool) < LEAST_POOL:
            return None
        return self.draws.choice(pool, *site)


def make_ground(
    contract: Contract, setting: Setting, draws: Draws, text: str, witness: Block | None
) -> Ground:
    """The ground of a clean contract; `witness` says who does what and is closed."""
    closed: set[Sentence] = set()
    uses: Counter[str] = Counter()
    taken: set[str] = set()
    for block in contract.walk():
        if block.heading:
            taken.add(block.heading.lower())
        for cell in (cell for row in block.rows for cell in row):
            taken.add(cell.lower())
        defining = {atom.sentence for atom in block.atoms if atom.sort is Sort.QUOTE}
        closed |= {(block.index, sentence) for sentence in defining}
        for atom in block.atoms:
            if atom.sort is Sort.PLAIN and _RUN_IN.search(atom.text):
                closed.add((block.index, atom.sentence))
            if atom.sort in {Sort.PROPER, Sort.DEAL}:
                taken.add(atom.text.lower())
            if block.role is Role.ENTRY or atom.sentence in defining or block.capitals:
                continue
            if atom.sort in {Sort.TERM, Sort.AGREEMENT, Sort.PARTY_WORD}:
                uses[atom.key] += 1
    defined = {form for key in setting.live for form in setting.vocabulary.terms[key].forms}
    ground = Ground(
        contract=contract,
        setting=setting,
        changes=Changes(),
        draws=draws,
        closed=closed,
        uses=uses,
        taken=taken,
        text=" ".join(text.lower().split()),
        defined=defined | set(setting.own_words()) | set(PARTIES),
    )
    if witness is not None:
        ground.close_block(witness)
    return ground


def holds(text: str, part: str) -> bool:
    """Whether the words of `part` stand in `text` one after the other, case apart."""
    return f" {_words(part)} " in f" {_words(text)} "


@lru_cache(maxsize=1 << 14)
def _words(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9'&]+", text.lower()))
