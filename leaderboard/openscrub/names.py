"""Invented names, so that every seed has parties and people of its own."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from leaderboard.openscrub.deals import Deal, PartySheet
from leaderboard.openscrub.draws import Draws
from leaderboard.openscrub.grammar import Plain, Proper, Token

__all__ = ["rename"]

_HOUSES: Final = tuple(
    ["Aldercroft", "Amberly", "Ansgar", "Arnwood", "Ashdown", "Auberon", "Balfrey", "Barrowby", "Beckwith", "Bellamont", "Birkett", "Blackmere", "Bramhall", "Brantwell", "Brightling", "Calloway", "Cardew", "Carrick", "Castellane", "Chadbourne", "Coldwell", "Copperfell", "Corvane", "Cranleigh", "Dalrigg", "Danforth", "Davenant", "Dunmorrow", "Eastlake", "Edgerton", "Eldermere", "Ellsworth", "Embry", "Fairholt", "Farrow", "Fennimore", "Gainsford", "Galloway", "Garrick", "Glenhaven", "Greystoke", "Hadleigh", "Halcott", "Hallam", "Harrowgate", "Hathersage", "Hawkridge", "Helmsley", "Hollis", "Ingram", "Ironwood", "Jarrow", "Kelloway", "Kenmare", "Kestrel", "Kilbride", "Kingsmere", "Lambourne", "Langdale", "Larkspur", "Leighton", "Linwood", "Lockhart", "Lorimer", "Marlow", "Merriden", "Millbrook", "Montclair", "Morrow", "Netherby", "Northcott", "Oakhurst", "Oldfield", "Orchardson", "Pemberly", "Penrose", "Quarrington", "Radcliffe", "Ravensworth", "Redgrave", "Rockwell", "Rosedale", "Rutherglen", "Saltmarsh", "Sedgwick", "Shelbourne", "Silverton", "Southwell", "Stanbrook", "Stonebridge", "Strathmore", "Summerlin", "Tallis", "Tamworth", "Tarleton", "Thornbury", "Tillotson", "Underhill", "Vandermeer", "Verity", "Wainscott", "Walden", "Wexcombe", "Whitlock", "Wickham", "Winslow", "Woodruff", "Wrenfield", "Yarborough", "Yardley", "Zellner"]
)
_FIRST: Final = tuple(
    ["Adaeze", "Alan", "Alicia", "Amir", "Anders", "Beatrice", "Bernard", "Camille", "Carlos", "Cecilia", "Claire", "Colin", "Daniel", "Denise", "Dolores", "Edwin", "Elena", "Emeka", "Ernest", "Esther", "Farah", "Felix", "Fiona", "Gareth", "Gloria", "Grace", "Hannah", "Harold", "Helen", "Hiroshi", "Ingrid", "Irene", "Isaac", "Jasmine", "Jerome", "Joanna", "Joseph", "Karen", "Keith", "Laura", "Leonard", "Lucia", "Malcolm", "Marcus", "Margaret", "Maria", "Martin", "Maya", "Miriam", "Naomi", "Nathan", "Nina", "Noel", "Olivia", "Oscar", "Patrick", "Paula", "Peter", "Priya", "Rachel", "Ramon", "Raymond", "Rebecca", "Rosa", "Samuel", "Sandra", "Simon", "Sofia", "Stephen", "Tamara", "Theresa", "Thomas", "Ursula", "Victor", "Vivian", "Walter", "Wendy", "Yolanda", "Yusuf"]
)
_LAST: Final = tuple(
    ["Abara", "Acheson", "Almeida", "Andrade", "Baptiste", "Barlow", "Bauer", "Bergstrom", "Bianchi", "Bowers", "Calder", "Carver", "Castillo", "Chandra", "Cho", "Cordova", "Dalton", "Delgado", "Dietrich", "Drummond", "Dubois", "Ekwueme", "Eriksen", "Espinoza", "Fairchild", "Feldman", "Fischer", "Fontaine", "Gallagher", "Garza", "Gupta", "Haddad", "Hale", "Hartmann", "Hidalgo", "Holloway", "Ibarra", "Ivanova", "Jablonski", "Jensen", "Kapoor", "Keane", "Kowalski", "Kramer", "Lachance", "Lindgren", "Lombardi", "Maddox", "Maguire", "Mancini", "Mbeki", "Mendoza", "Mercer", "Nakamura", "Navarro", "Novak", "Nwosu", "Ochoa", "Okafor", "Olsen", "Ortega", "Palmer", "Park", "Pereira", "Quinn", "Ramsey", "Reyes", "Rinaldi", "Rosen", "Sandoval", "Santos", "Schaefer", "Singh", "Sorensen", "Steiner", "Takeda", "Thornton", "Tran", "Ulrich", "Vance", "Vasquez", "Weaver", "Weiss", "Whitaker", "Yamada", "Zielinski"]
)
_KEEP: Final = frozenset({"The", "First", "New", "North", "South", "East", "West", "Fort", "San"})


def rename(deal: Deal, draws: Draws) -> Deal:
    """`deal` with other names of companies and people, the trades and places kept.

    The first word of a company's name is what is replaced, wherever the deal sheet has it.
    """
    houses = draws.shuffled(_HOUSES, "houses")
    changes: dict[str, str] = {}
    for party, house in zip((deal.a, deal.b), houses, strict=False):
        word = re.split(r"[\s,]", party.name, maxsplit=1)[0]
        if word not in _KEEP and word.isalpha() and len(word) > 2 and word not in changes:  # noqa: PLR2004
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
    person = f"{draws.choice(_FIRST, 'first')} {initial}. {draws.choice(_LAST, 'last')}"
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
