"""Invented names, so that every seed has parties and people of its own."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from leaderboard.openscrub.deals import Deal, PartySheet
from leaderboard.openscrub.draws import Draws
from leaderboard.openscrub.errors import LibraryError
from leaderboard.openscrub.grammar import Plain, Proper, Token
from leaderboard.openscrub.terms import load_yaml

__all__ = ["rename"]

_SHORTEST: Final = 3
_KEEP: Final = frozenset({"The", "First", "New", "North", "South", "East", "West", "Fort", "San"})


@lru_cache(maxsize=1)
def _names() -> dict[str, list[str]]:
    """Lists of names by sort."""
    data = load_yaml(Path(__file__).with_name("names.yaml"))
    if not isinstance(data, dict):
        raise LibraryError("names.yaml is not a mapping of names")
    return {str(sort): str(text).split() for sort, text in data.items()}


def rename(deal: Deal, draws: Draws) -> Deal:
    """`deal` with other names of companies and people, the trades and places kept.

    The first word of a company's name is what is replaced, wherever the deal sheet has it.
    """
    houses = draws.shuffled(_names()["houses"], "houses")
    changes: dict[str, str] = {}
    for party, house in zip((deal.a, deal.b), houses, strict=False):
        word = re.split(r"[\s,]", party.name, maxsplit=1)[0]
        if word.isalpha() and len(word) >= _SHORTEST and word not in {*_KEEP, *changes}:
            changes[word] = house
    return replace(
        deal,
        a=_rename_party(deal.a, changes, draws.below("a")),
        b=_rename_party(deal.b, changes, draws.below("b")),
        texts={
            key: tuple(_rename_token(token, changes) for token in tokens)
            for key, tokens in deal.texts.items()
        },
        schedules=tuple(
            replace(
                schedule,
                title=_rename_text(schedule.title, changes),
                rows=tuple(
                    tuple(_rename_text(cell, changes) for cell in row) for row in schedule.rows
                ),
            )
            for schedule in deal.schedules
        ),
    )


def _rename_party(party: PartySheet, changes: dict[str, str], draws: Draws) -> PartySheet:
    initial = draws.choice("ABCDEFGHJKLMNPRSTW", "initial")
    first = draws.choice(_names()["first"], "first")
    last = draws.choice(_names()["last"], "last")
    person = f"{first} {initial}. {last}"
    return replace(
        party,
        name=_rename_text(party.name, changes),
        email=_rename_lower(party.email, changes),
        signatory=person,
    )


def _rename_token(token: Token, changes: dict[str, str]) -> Token:
    if isinstance(token, Plain | Proper):
        return replace(token, text=_rename_text(token.text, changes))
    return token


def _rename_text(text: str, changes: dict[str, str]) -> str:
    for old, new in changes.items():
        text = re.sub(rf"\b{re.escape(old)}\b", new, text)
    return text


def _rename_lower(text: str, changes: dict[str, str]) -> str:
    for old, new in changes.items():
        text = text.replace(old.lower(), new.lower())
    return text
