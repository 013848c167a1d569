"""What a text of the library may speak of: terms, words, families, facts and deal keys."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from leaderboard.openscrub.library import COMMON
from leaderboard.openscrub.shelf import Library
from leaderboard.openscrub.terms import Term, Vocabulary, lower_form

__all__ = ["DEAL_KEYS", "Scope"]

DEAL_KEYS: Final = frozenset(
    {"courts", "date", "law"}
    | {f"{role}_{key}" for role in "ab" for key in ("name", "form", "address", "office", "email")}
)
"""Keys of `[d:…]` that every deal has."""

_ALWAYS: Final = ("party", "parties", "agreement", "agreements")


@dataclass(frozen=True, slots=True)
class Scope:
    """What texts of one kind, or the common ones, may speak of.

    Attributes:
        kind: a kind, or `common`.
        vocabulary: terms that may be used.
        hard: pattern of lower-case forms that must be typed.
        soft: pattern of those that the engine types by itself, or None.
        ordinary: every form that `[w:…]` may hold.
        deal_keys: keys of `[d:…]`.
        schedules: labels of schedules that every deal has.

    """

    kind: str
    vocabulary: Vocabulary
    hard: re.Pattern[str]
    soft: re.Pattern[str] | None
    ordinary: frozenset[str]
    deal_keys: frozenset[str]
    schedules: frozenset[str]

    @classmethod
    def of(cls, library: Library, kind: str) -> Scope:
        """The scope of the texts of `kind`."""
        common = library.terms.get(COMMON, ())
        own = library.terms.get(kind, ()) if kind != COMMON else ()
        hard = {*_ALWAYS, *_lower(common), *_lower(own)}
        every = {form for group in library.terms.values() for form in _lower(group)}
        for name, sheet in library.kinds.items():
            words = {word for pair in sheet.roles for role in pair for word in _both(role)}
            words |= set(_both(sheet.agreement))
            every |= words
            if name == kind:
                hard |= words
        sheet_of_kind = library.kinds.get(kind)
        keys = set(DEAL_KEYS)
        schedules: set[str] = set()
        if sheet_of_kind is not None:
            keys |= set.intersection(*(set(deal.texts) for deal in sheet_of_kind.deals))
            schedules = set.intersection(
                *({item.label for item in deal.schedules} for deal in sheet_of_kind.deals)
            )
        return cls(
            kind=kind,
            vocabulary=Vocabulary.of((*common, *own)),
            hard=_pattern(hard),
            soft=_pattern(every - hard) if kind == COMMON and every - hard else None,
            ordinary=frozenset(hard | every),
            deal_keys=frozenset(keys),
            schedules=frozenset(schedules),
        )


def _lower(terms: Iterable[Term]) -> set[str]:
    return {lower_form(form) for term in terms for form in term.forms}


def _both(noun: str) -> tuple[str, str]:
    lower = noun.lower()
    return lower, f"{lower[:-1]}ies" if lower.endswith("y") else f"{lower}s"


def _pattern(forms: set[str]) -> re.Pattern[str]:
    choices = "|".join(
        re.escape(form) for form in sorted(forms, key=lambda form: (-len(form), form))
    )
    return re.compile(rf"(?<![\w-])(?:{choices})(?![\w-])", re.IGNORECASE)
