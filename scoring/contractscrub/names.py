"""The names under which an answer may give categories and fields (SCORING 1.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scoring.contractscrub.categories import CATEGORIES, Category

__all__ = ["category_named", "field_named", "is_category"]

# "Ignoring case, spaces, hyphens and underscores": nothing else, so no guessing. A hyphen
# that does not break is still a hyphen.
_IGNORED: Final = str.maketrans(dict.fromkeys("-_\u2010\u2011"))


def _fold(name: str) -> str:
    return "".join(name.translate(_IGNORED).split()).casefold()


_CATEGORIES: Final[Mapping[str, Category]] = {
    _fold(name): category
    for category in CATEGORIES
    for name in (category.key, category.title, *category.aliases)
}

_FIELDS: Final[Mapping[str, Mapping[str, str]]] = {
    category.key: {_fold(field): field for field in category.fields} for category in CATEGORIES
}


def category_named(name: str) -> Category | None:
    """Return the category that `name` is the key, the title or an alias of."""
    return _CATEGORIES.get(_fold(name))


def is_category(name: str) -> bool:
    """Whether `name` names a category."""
    return _fold(name) in _CATEGORIES


def field_named(category: Category, name: str) -> str | None:
    """Return the field of the category's entries that `name` names."""
    return _FIELDS[category.key].get(_fold(name))
