"""One-to-one matching of answered and gold entries as multisets (SCORING 1.5)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from scoring.contractscrub.categories import CATEGORIES, Category, Kind
from scoring.contractscrub.places import canonical_place
from scoring.contractscrub.words import normalise_words
from scoring.errors import GoldError

__all__ = [
    "ANNOTATIONS",
    "Aliases",
    "AnswerEntry",
    "GoldEntry",
    "Match",
    "aliases_of",
    "check_entry",
    "check_gold",
    "entry_key",
    "match",
]

GoldEntry: TypeAlias = Mapping[str, object]
"""A gold entry: its fields as text, and any of `ANNOTATIONS`."""
AnswerEntry: TypeAlias = Mapping[str, str]
"""An answered entry: its usable fields as raw text."""

ANNOTATIONS: Final = ("accept", "tolerated", "distance")
"""What a gold entry may carry beside its fields: other spellings by field; whether an equal
answer counts neither way; for a reference, the characters between it and its right target."""

Aliases: TypeAlias = Mapping[str, Mapping[Hashable, Hashable]]
"""Slot (a field; both sides of a pair share one) → other spelling → gold's own spelling."""
_BY_KEY: Final = {category.key: category for category in CATEGORIES}
_words = lru_cache(maxsize=1 << 16)(normalise_words)
_place = lru_cache(maxsize=1 << 16)(canonical_place)


@dataclass(frozen=True, slots=True)
class Match:
    """The outcome of matching one contract's entries of one category.

    Attributes:
        found: pairs (index of the answered entry, index of the gold entry).
        missed: indices of gold entries that no answer equals (FN).
        false: indices of answered entries that equal no gold entry (FP).
        tolerated: indices of answered entries that count neither way.

    """

    found: tuple[tuple[int, int], ...]
    missed: tuple[int, ...]
    false: tuple[int, ...]
    tolerated: tuple[int, ...]


def match(
    category: Category,
    gold: Sequence[GoldEntry],
    answered: Sequence[AnswerEntry],
    *,
    word_only: bool = False,
) -> Match:
    """Match one contract's answered entries of `category` with its gold entries, one to one.

    An entry matches when all its fields are equal after normalisation; with `word_only` the
    place fields are left out on both sides. An entry without a required field matches nothing.

    Raises:
        GoldError: a gold entry lacks a field or its aliases are ambiguous.

    """
    for entry in gold:
        check_entry(category, entry)
    aliases = aliases_of(category, gold)
    fields = category.word_fields if word_only else category.fields
    waiting: dict[Hashable, list[int]] = defaultdict(list)
    absorbing: Counter[Hashable] = Counter()
    for index, entry in enumerate(gold):
        key = entry_key(category, entry, fields)
        if entry.get("tolerated"):
            absorbing[key] += 1
        else:
            waiting[key].append(index)
    for indices in waiting.values():
        indices.reverse()
    found: list[tuple[int, int]] = []
    unmatched: list[tuple[int, Hashable]] = []
    for index, answer in enumerate(answered):
        key = entry_key(category, answer, fields, aliases)
        if key is not None and waiting.get(key):
            found.append((index, waiting[key].pop()))
        else:
            unmatched.append((index, key))
    false: list[int] = []
    tolerated: list[int] = []
    for index, key in unmatched:
        if key is not None and absorbing[key]:
            absorbing[key] -= 1
            tolerated.append(index)
        else:
            false.append(index)
    missed = sorted(index for indices in waiting.values() for index in indices)
    return Match(tuple(found), tuple(missed), tuple(false), tuple(tolerated))


def entry_key(
    category: Category,
    entry: Mapping[str, object],
    fields: Sequence[str],
    aliases: Aliases | None = None,
) -> Hashable | None:
    """What two entries of `category` must share to be equal in `fields`; None if one is missing.

    Unordered pairs become a multiset of two: of places where one term has two definitions, of
    (text, place) where two provisions contradict each other.
    """
    values: dict[str, Hashable] = {}
    for field in fields:
        raw = entry.get(field)
        if not isinstance(raw, str):
            return None
        value = _normal(category, field, raw)
        values[field] = aliases[_slot(field)].get(value, value) if aliases else value
    if not category.paired:
        return tuple(values[field] for field in fields)
    single = tuple(values[field] for field in fields if _slot(field) == field)
    sides = [
        tuple(values[field] for field in fields if field.endswith(side)) for side in ("_1", "_2")
    ]
    return (*single, frozenset(Counter(sides).items()))


def check_gold(contract: str, gold: object) -> None:
    """Raise GoldError unless `gold` is in order: known categories, whole entries, clear aliases.

    Args:
        contract: its id, for the message.
        gold: category key → entries, of that contract.

    """
    if not isinstance(gold, Mapping):
        raise GoldError(f"the gold of {contract} is no object")
    unknown = sorted(set(gold) - set(_BY_KEY))
    if unknown:
        raise GoldError(f"gold of {contract} has the unknown category {unknown[0]}")
    for key, entries in gold.items():
        if not isinstance(entries, Sequence) or isinstance(entries, str):
            raise GoldError(f"gold of {contract}: {key} is no list")
        for entry in entries:
            if not isinstance(entry, Mapping):
                raise GoldError(f"gold of {contract}: an entry of {key} is no object")
            check_entry(_BY_KEY[key], entry)
        aliases_of(_BY_KEY[key], entries)


def check_entry(category: Category, entry: GoldEntry) -> None:
    """Raise GoldError unless `entry` has just the fields of `category` and known annotations."""
    for field in category.fields:
        if not isinstance(entry.get(field), str):
            raise GoldError(f"a gold entry of {category.key} needs the text field {field}: {entry}")
    unknown = sorted(set(entry) - set(category.fields) - set(ANNOTATIONS))
    if unknown:
        raise GoldError(f"a gold entry of {category.key} has the unknown key {unknown[0]}: {entry}")
    accept = entry.get("accept", {})
    if not isinstance(accept, Mapping):
        raise GoldError(f"`accept` of a gold entry of {category.key} is no object: {entry}")
    for field, spellings in accept.items():
        if field not in category.fields:
            raise GoldError(f"`accept` names {field}, no field of {category.key}: {entry}")
        if not _is_texts(spellings):
            raise GoldError(f"`accept` of {field} is no list of texts: {entry}")
    if not isinstance(entry.get("tolerated", False), bool):
        raise GoldError(f"`tolerated` of a gold entry of {category.key} is no boolean: {entry}")


def _is_texts(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str) and _all_texts(value)


def _all_texts(values: Iterable[object]) -> bool:
    return all(isinstance(value, str) for value in values)


def _normal(category: Category, field: str, raw: str) -> Hashable:
    return _words(raw) if category.kind(field) == Kind.WORDS else _place(raw)


def _slot(field: str) -> str:
    """The two sides of an unordered pair share their aliases."""
    return field.removesuffix("_1").removesuffix("_2")


def aliases_of(category: Category, gold: Sequence[GoldEntry]) -> Aliases:
    """Other spellings by slot, each leading to the one gold spelling that it stands for.

    Raises:
        GoldError: one stands for two spellings, or is another entry's own.

    """
    own: dict[str, set[Hashable]] = {_slot(field): set() for field in category.fields}
    for entry in gold:
        for field in category.fields:
            own[_slot(field)].add(_normal(category, field, str(entry[field])))
    aliases: dict[str, dict[Hashable, Hashable]] = {slot: {} for slot in own}
    for entry in gold:
        accept = entry.get("accept", {})
        assert isinstance(accept, Mapping)  # noqa: S101 - check_entry has seen it
        for field, spellings in accept.items():
            target = _normal(category, field, str(entry[field]))
            for spelling in spellings:
                alias = _normal(category, field, spelling)
                if alias == target:
                    continue
                known = aliases[_slot(field)].setdefault(alias, target)
                if alias in own[_slot(field)] or known != target:
                    raise GoldError(
                        f"{category.key}: the alias {spelling!r} of {field} stands for "
                        f"two different spellings in one contract: {entry}"
                    )
    return aliases
