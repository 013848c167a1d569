"""What one contract speaks of: parties, deal, clauses that are there, values, live terms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from leaderboard.openscrub.deals import Deal, Kind, PartySheet
from leaderboard.openscrub.draws import Draws
from leaderboard.openscrub.library import COMMON
from leaderboard.openscrub.names import rename
from leaderboard.openscrub.plan import ContractPlan
from leaderboard.openscrub.shelf import Library
from leaderboard.openscrub.styles import Style
from leaderboard.openscrub.terms import Term, Vocabulary, lower_form

__all__ = ["PARTIES", "Setting", "forms_pattern", "make_setting", "other_number", "plural"]

PARTIES: Final = ("Party", "Parties")
"""The two words that every contract defines for both parties."""


@dataclass(slots=True)
class Setting:
    """What one contract speaks of.

    Attributes:
        kind: its kind.
        deal: its deal, names changed.
        roles: role A or B → short name.
        style: its form.
        draws: its draws.
        present: families that are there, and `schedule.label` of its schedules.
        vocabulary: terms that may be used.
        values: fact → number.
        units: fact → unit.
        private: whether substitutes are the private ones.
        live: keys of terms that the contract defines, once they are chosen.
        pattern: matches any form of what the contract defines, and its other number, in any case.
        exact: the same without numbers that no term has.

    """

    kind: Kind
    deal: Deal
    roles: Mapping[str, str]
    style: Style
    draws: Draws
    present: frozenset[str]
    vocabulary: Vocabulary
    values: Mapping[str, int]
    units: Mapping[str, str]
    private: bool = False
    live: frozenset[str] = frozenset()
    pattern: re.Pattern[str] = field(default_factory=lambda: re.compile(r"(?!)"))
    exact: re.Pattern[str] = field(default_factory=lambda: re.compile(r"(?!)"))

    def party(self, role: str) -> PartySheet:
        """The party in role A or B."""
        return self.deal.a if role == "A" else self.deal.b

    def own_words(self) -> tuple[str, ...]:
        """What every contract defines: its name, the roles, Party and Parties."""
        return (self.kind.agreement, *self.roles.values(), *PARTIES)

    def choose_live(self, live: Iterable[str]) -> None:
        """Set the terms that the contract defines."""
        self.live = frozenset(live)
        forms = {form for key in self.live for form in self.vocabulary.terms[key].forms}
        own = set(self.own_words())
        forms |= own | {plural(word) for word in own if word != "Parties"}
        self.exact = forms_pattern(forms)
        self.pattern = forms_pattern(forms | {other_number(form) for form in forms})


def make_setting(library: Library, plan: ContractPlan) -> Setting:
    """What the contract of `plan` speaks of, its live terms not yet chosen."""
    kind = library.kinds[plan.kind]
    deal = rename(kind.deals[plan.deal], plan.draws.below("names"))
    role_a, role_b = kind.roles[plan.roles]
    terms: list[Term] = [*library.terms.get(plan.kind, ()), *library.terms.get(COMMON, ())]
    own = {role_a, role_b, kind.agreement, *PARTIES}
    return Setting(
        kind=kind,
        deal=deal,
        roles={"A": role_a, "B": role_b},
        style=plan.style,
        draws=plan.draws,
        present=frozenset(plan.clauses) | {f"schedule.{item.label}" for item in deal.schedules},
        vocabulary=Vocabulary.of(term for term in terms if not own & set(term.forms)),
        values={
            name: deal.facts.get(name, plan.draws.choice(fact.values, "fact", name))
            for name, fact in library.facts.items()
        },
        units={name: fact.unit for name, fact in library.facts.items()},
        private=library.private,
    )


def plural(noun: str) -> str:
    """The plural of a role's or an agreement's name."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def other_number(form: str) -> str:
    """The plural of a singular form, the singular of a plural one, told from its last letters."""
    if form.endswith("ies"):
        return f"{form[:-3]}y"
    if form.endswith("s") and not form.endswith("ss"):
        return form[:-1]
    return plural(form)


def forms_pattern(forms: Iterable[str]) -> re.Pattern[str]:
    """Matches any of `forms` as whole words in any case, the longest first."""
    lower = {lower_form(form) for form in forms}
    choices = "|".join(re.escape(form) for form in sorted(lower, key=lambda f: (-len(f), f)))
    return re.compile(rf"(?<![\w-])(?:{choices})(?![\w-])", re.IGNORECASE)
