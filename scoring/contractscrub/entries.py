"""Reads the entries of an answer's object: names, fields, blank and malformed entries.

SCORING 1.2, from "Keys and field names" on. An entry is kept as the raw text of its usable
fields in the order of SCORING 1.1; a malformed entry is kept without its unusable ones, so
that it counts as false in each variant that needs them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from scoring.contractscrub.categories import CATEGORIES, CATEGORY_KEYS, Category
from scoring.contractscrub.json_text import Members
from scoring.contractscrub.names import category_named, field_named
from scoring.contractscrub.words import normalise_words

__all__ = ["Entries", "entry_count", "key_fault", "read_entries"]

_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_BARE: Final = ("term",)


class Entries(NamedTuple):
    """The entries by category key, all nine present, and what was met while reading them."""

    entries: dict[str, list[dict[str, str]]]
    flags: frozenset[str]


def key_fault(names: Sequence[str]) -> str | None:
    """Return the status of an answer whose known keys are `names`, None if it may stand.

    A category given twice in one spelling is a duplicate key; in two spellings, a collision.
    """
    if len(set(names)) < len(names):
        return "duplicate_key"
    categories = [category_named(name) for name in names]
    return "key_collision" if len(set(categories)) < len(categories) else None


def entry_count(members: Members) -> int:
    """Return how many entries an answer gives, blank and malformed ones included."""
    return sum(
        len(value) if isinstance(value, list) else value is not None
        for name, value in members
        if category_named(name)
    )


def read_entries(members: Members) -> Entries:
    """Read the entries of an object in which no category is given twice."""
    flags: set[str] = set()
    values: dict[str, object] = {}
    for name, value in members:
        category = category_named(name)
        if category is None:
            flags.add("unknown_key")
        else:
            values[category.key] = value
    if len(values) < len(CATEGORY_KEYS):
        flags.add("missing_category")
    entries = {
        category.key: _category(category, values[category.key], flags)
        if category.key in values
        else []
        for category in CATEGORIES
    }
    return Entries(entries, frozenset(flags))


def _category(category: Category, value: object, flags: set[str]) -> list[dict[str, str]]:
    if value is None:
        flags.add("null_category")
        return []
    if not isinstance(value, list):
        flags.add("malformed_entry")
        return [{}]
    entries = []
    for item in value:
        entry = _entry(category, item, flags)
        if entry is None:
            flags.add("blank_entry")
            continue
        if len(entry) < len(category.fields):
            flags.add("malformed_entry")
        entries.append(entry)
    return entries


def _entry(category: Category, item: object, flags: set[str]) -> dict[str, str] | None:
    """Return the usable fields of one entry, None if it is blank."""
    if isinstance(item, str):
        if not _has_words(item):
            return None
        if category.word_fields != _BARE:
            return {}
        flags.add("bare_string")
        return {"term": _clean(item)}
    if not isinstance(item, Members):
        return {}
    fields = _fields(category, item, flags)
    words = [fields[name] for name in category.word_fields if name in fields]
    if len(words) == len(category.word_fields) and not any(map(_has_words, words)):
        return None
    return fields


def _fields(category: Category, members: Members, flags: set[str]) -> dict[str, str]:
    """Return the fields that are given once and as text, in the category's order."""
    given: dict[str, list[object]] = {}
    for name, value in members:
        field = field_named(category, name)
        if field is None:
            flags.add("extra_fields")
        else:
            given.setdefault(field, []).append(value)
    usable = {}
    for field in category.fields:
        match given.get(field):
            case [str() as value]:
                usable[field] = _clean(value)
            case _:
                pass
    return usable


def _has_words(text: str) -> bool:
    return bool(normalise_words(text))


def _clean(text: str) -> str:
    """Return the text with each lone surrogate replaced, so that it can be written as UTF-8."""
    return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)
