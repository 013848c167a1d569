"""Gold entries as the reader compares them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from leaderboard.openscrub.verify.outline import place_of
from leaderboard.openscrub.verify.values import Value, read_value
from leaderboard.openscrub.verify.words import squeeze
from scoring.contractscrub import Place

__all__ = [
    "CAPITALISED",
    "DEFINED",
    "INCONSISTENT",
    "PARTY",
    "REFERENCES",
    "TWICE",
    "UNCAPITALISED",
    "UNDEFINED",
    "UNUSED",
    "Entry",
    "Gold",
    "Site",
    "fold",
    "meaning",
    "sites",
    "twice",
]

Entry: TypeAlias = Mapping[str, Any]
Gold: TypeAlias = Mapping[str, Sequence[Entry]]
Site: TypeAlias = tuple[str, Place]

DEFINED = "defined_terms"
UNDEFINED = "undefined_capitalized_terms"
UNCAPITALISED = "uncapitalized_defined_terms"
UNUSED = "unused_defined_terms"
REFERENCES = "incorrect_references"
PARTY = "incorrect_party_references"
CAPITALISED = "incorrect_capitalization"
TWICE = "terms_defined_multiple_times"
INCONSISTENT = "inconsistent_language"


def fold(text: str) -> str:
    """Words as they are compared: single blanks, straight quotes, lower case."""
    return squeeze(text).casefold()


def sites(entries: Iterable[Entry]) -> Counter[Site]:
    """The entries of a category of single terms, as term and place."""
    return Counter((fold(entry["term"]), place_of(entry["location"])) for entry in entries)


def twice(entries: Iterable[Entry]) -> Counter[tuple[str, frozenset[Place]]]:
    """The entries of terms defined twice, as term and pair of places."""
    return Counter(
        (
            fold(entry["term"]),
            frozenset({place_of(entry["location_1"]), place_of(entry["location_2"])}),
        )
        for entry in entries
    )


def meaning(text: str) -> Value | str:
    """What a stated value means: number and unit, or the words themselves."""
    value = read_value(text)
    return fold(text) if value is None else value._replace(words_agree=True)
