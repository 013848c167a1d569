"""How often each defined term is used, and which terms never are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from leaderboard.openscrub.verify.forms import Case, other_numbers
from leaderboard.openscrub.verify.reading import Occurrence, Reading

__all__ = ["LEAST_USES", "Usage", "count_usage"]

LEAST_USES: Final = 2
"""How many correct uses outside its definition every live term keeps (OPENSCRUB, "Unused")."""


@dataclass(frozen=True, slots=True)
class Usage:
    """The uses of each term, by its spelling in lower case.

    Attributes:
        correct: capitalised uses outside the term's own definitions and those of unused terms.
        unused: terms without any; a capital that opens a sentence is no certain use.
        certainly_unused: terms without one anywhere but in their own definitions.

    """

    correct: Mapping[str, int]
    unused: frozenset[str]
    certainly_unused: frozenset[str]


def count_usage(reading: Reading, is_ordinary: Callable[[int], bool] | None = None) -> Usage:
    """Count the uses of each term.

    A use that stands in the definition of an unused term is none, so terms that only such
    definitions name are unused too.

    Args:
        reading: the contract.
        is_ordinary: whether the word at an offset is declared to be an ordinary one; without
            it, a capital that opens a sentence leaves both possible.

    """
    homes: dict[tuple[int, int], set[str]] = {}
    for term, definitions in reading.terms.items():
        for definition in definitions:
            homes.setdefault(definition.own, set()).add(term)
    uses = [
        occurrence
        for occurrence in reading.occurrences
        if occurrence.case is Case.CAPITAL
        and not occurrence.own
        and (is_ordinary is None or not is_ordinary(occurrence.start))
    ]
    pairs = _pairs(reading)

    def named(use: Occurrence) -> set[str]:
        return pairs[use.term.casefold()]

    dead: frozenset[str] = frozenset()
    while True:
        live = [use for use in uses if not homes.get(use.sentence, set()) & dead]
        sure = {
            term for use in live if is_ordinary is not None or not use.opens for term in named(use)
        }
        unused = frozenset(term for term in reading.terms if term not in sure)
        if unused <= dead:
            break
        dead |= unused
    correct = Counter(term for use in live for term in named(use))
    anywhere = {term for use in uses for term in named(use)}
    return Usage(correct, unused, frozenset(reading.terms) - anywhere)


def _pairs(reading: Reading) -> Mapping[str, set[str]]:
    """Each term with its other number, where one sentence defines both: using one uses both."""
    return {
        term: {
            term,
            *(
                other
                for other in other_numbers(term) & set(reading.terms)
                if reading.terms[other][0].own == definitions[0].own
            ),
        }
        for term, definitions in reading.terms.items()
    }
