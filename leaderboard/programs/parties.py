"""Party names against what the sentence, and the rest of the contract, say that each party does.

The roles are the terms that the preamble gives to the parties. A party's name is called wrong only
where grammar or the contract's own words show it: nobody owes a duty to himself, asks for his own
consent or pays his own invoice; an indemnity covers what the one who gives it has done; a duty that
a sentence ascribes by reference must be that party's in the place referred to; and some verbs
belong to one side of a bargain only.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from leaderboard.programs.definitions import Definition, Form
from leaderboard.programs.outline import Node, Outline, Part
from leaderboard.programs.references import find_references
from leaderboard.programs.text import fold, word_set

__all__ = ["Role", "WrongParty", "find_roles", "wrong_parties"]


@dataclass(frozen=True, slots=True)
class Role:
    """A party's short name, and on which side of the bargain it stands if its name tells."""

    name: str
    side: str


@dataclass(frozen=True, slots=True)
class WrongParty:
    """A party's name that should be the other party's, and why."""

    wrong: str
    correct: str
    start: int
    end: int
    reason: str


_GIVING: Final = word_set(
    """supplier seller vendor manufacturer licensor landlord lessor lender franchisor provider
    consultant contractor developer producer host owner grantor publisher"""
)
_TAKING: Final = word_set(
    """buyer purchaser customer client licensee tenant lessee borrower franchisee company
    distributor reseller subscriber user recipient grantee dealer"""
)
_OTHERS: Final = word_set(
    "agreement effective party parties date term closing contract recitals signing"
)
_TRADES: Final = {
    "lender": word_set("lend"),
    "borrower": word_set("borrow repay prepay"),
    "supplier": word_set("manufacture ship invoice"),
    "seller": word_set("manufacture ship invoice"),
    "manufacturer": word_set("manufacture ship invoice"),
    "vendor": word_set("ship invoice"),
    "landlord": word_set("let"),
    "tenant": word_set("vacate sublet occupy"),
    "lessee": word_set("vacate sublet occupy"),
    "licensee": word_set("sublicense sublicence"),
    "consultant": word_set("invoice"),
    "contractor": word_set("invoice"),
    "provider": word_set("invoice"),
}
"""What only one side of each kind of bargain does."""

_TO_OTHERS: Final = (
    *("represents and warrants to", "warrants to", "is liable to", "grants to", "grants"),
    *("indemnify", "reimburse", "notify", "pay to", "pay", "deliver to", "invoice", "compensate"),
    *("grant to", "grant", "provide to", "give", "send", "supply to", "owe", "defend", "lend to"),
    *("furnish to", "furnish", "lease to", "submit to", "inform", "assist", "be liable to"),
)
_ROOM: Final = 2
_MOST_NAMED: Final = 40
_PARTIES: Final = 2
_REACH: Final = 90
_MOST_BELOW: Final = 60


def find_roles(outline: Outline, definitions: Sequence[Definition]) -> tuple[Role, ...]:
    """Find the parties' short names: the terms of the preamble that are used as persons."""
    found: dict[str, Role] = {}
    preamble_ends = next(
        (node.start for node in outline.nodes if node.part is not Part.PREAMBLE), len(outline.text)
    )
    named = [d for d in definitions if d.form is not Form.POINTER and d.start < preamble_ends]
    for definition in named[:_MOST_NAMED]:
        words = definition.key.split()
        if definition.key in found or set(words) & _OTHERS or len(words) > _ROOM:
            continue
        acts = rf"\b{re.escape(definition.term)}\s(?:shall|will|must|may|agrees)\b"
        if not re.search(acts, outline.text):
            continue
        side = "giving" if words[-1] in _GIVING else "taking" if words[-1] in _TAKING else ""
        found[definition.key] = Role(definition.term, side)
    return tuple(found.values())


def _alternatives(words: Sequence[str]) -> str:
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", r"\s") for word in ordered)


class _Grammar:
    """The patterns of one contract, in which its two parties' names stand."""

    def __init__(self, roles: Sequence[Role]) -> None:
        name = rf"\b({_alternatives([role.name for role in roles])})\b"
        party = rf"(?:[Tt]he\s)?{name}(?!['’]s)"
        its = rf"(?:[Tt]he\s)?{name}['’]s"
        duty = r"\s(?:shall|must|will|agrees?\sto|undertakes?\sto)\s"
        gap = r"[^.;]"
        money = (
            r"(?:the|all|each|any|such)\s(?:[\w'’-]{1,20}\s){0,2}"
            r"(?i:price|fees?|rent|royalt(?:y|ies)|invoices?|interest|principal|premium|charges?)\b"
        )
        self.to_self = re.compile(
            rf"{party}(?:{duty}|\s)(?:(?:promptly|immediately|forthwith|also|first|hereby)\s)?"
            rf"(?:{_alternatives(_TO_OTHERS)})\s{party}"
        )
        self.twice = re.compile(
            rf"\b(?i:between|neither|either|both)\s{party}\s(?:and|nor|or)\s{party}"
        )
        self.consent = re.compile(
            rf"{party}\s(?:shall|may|will|must)\snot\s{gap}{{0,200}}\bwithout\s"
            rf"(?:(?:the\s)?(?:\w+\s){{0,3}}consent\sof\s{party}|{its}\s(?:\w+\s){{0,3}}consent)"
        )
        self.request = re.compile(
            rf"\b(?:[Aa]t|[Uu]pon|[Oo]n)\s{its}\s(?:\w+\s)?request,\s{party}\s"
        )
        self.invoice = re.compile(rf"{party}{duty}(?:pay|settle)\s{gap}{{0,120}}{its}\sinvoices?\b")
        self.indemnity = re.compile(
            rf"{party}{duty}(?:\w+\s,?\s?){{0,3}}indemnify\s{gap}{{0,300}}"
            rf"(?:arising|resulting|caused|arises|results)\s(?:\w+\s){{0,2}}(?:from|of|by)\s"
            rf"(?:any\s|the\s)?(?:breach|negligence|failure|default|act|acts|omission)s?\s(?:\w+\s){{0,4}}"
            rf"(?:of|by)\s{party}"
        )
        self.pays = re.compile(rf"{party}{duty}pay\s{money}")
        self.owes = re.compile(
            rf"{party}\s(?:is|are)\s(?:required|obliged|obligated|bound)\sto\s(\w+)"
        )
        self.duty = re.compile(rf"{party}{duty}(?:\w{{1,14}}ly\s)?(\w+)")


class _Judge:
    """Looks for the wrong party in a contract of two."""

    def __init__(self, outline: Outline, roles: Sequence[Role]) -> None:
        self.outline = outline
        self.text = outline.text
        self.roles = roles
        self.grammar = _Grammar(roles)
        self.duties: dict[int, dict[str, set[str]]] = {}
        self.index = {node.start: index for index, node in enumerate(outline.nodes)}

    def other(self, name: str) -> str:
        """Give the name of the other party."""
        return next(role.name for role in self.roles if role.name != name)

    def judge(self) -> Iterator[WrongParty]:
        """Yield every party's name that is believed wrong."""
        grammar = self.grammar
        for pattern, reason in (
            (grammar.to_self, "{} would owe a duty to itself."),
            (grammar.twice, "{} is named twice where both parties are meant."),
            (grammar.consent, "{} would need its own consent."),
            (grammar.invoice, "{} would pay its own invoice."),
        ):
            for match in pattern.finditer(self.text):
                last = match.lastindex or 1
                if match.group(1) == match.group(last):
                    yield self._wrong(match, last, reason)
        for match in grammar.request.finditer(self.text):
            if match.group(1) == match.group(2):
                yield self._wrong(match, 1, "{} would act at its own request.")
        for match in grammar.indemnity.finditer(self.text):
            covered = re.search(r"\b(?:except|unless|other than)\b", match.group())
            if match.group(1) != match.group(2) and not covered:
                yield self._wrong(match, 2, "Who indemnifies answers for itself, not for {}.")
        yield from self._by_trade()
        yield from self._by_reference()

    def _wrong(self, match: re.Match[str], group: int, reason: str) -> WrongParty:
        name = match.group(group)
        return WrongParty(name, self.other(name), *match.span(group), reason.format(name))

    def _by_trade(self) -> Iterator[WrongParty]:
        """`the Lender shall repay`: some verbs belong to one side of a bargain only."""
        trades = {
            role.name: _TRADES.get(role.name.split()[-1].casefold(), frozenset())
            for role in self.roles
        }
        for match in self.grammar.duty.finditer(self.text):
            name, verb = match.group(1), match.group(2).lower()
            if verb in trades[self.other(name)] - trades[name]:
                yield self._wrong(match, 1, f"It is not {{}} who has to {verb}.")
        sides = {role.name: role.side for role in self.roles}
        for match in self.grammar.pays.finditer(self.text):
            name = match.group(1)
            rest = self.text[match.end() : match.end() + _REACH]
            opposed = sides[name] == "giving" and sides[self.other(name)] == "taking"
            if opposed and self.other(name) not in rest:
                yield self._wrong(match, 1, "{} is the one that is paid.")

    def _by_reference(self) -> Iterator[WrongParty]:
        """`insurance that the Lender must keep under Section 5`: Section 5 must say so too."""
        nodes = {
            node.levels: node for node in reversed(self.outline.nodes) if node.part is Part.BODY
        }
        for reference in find_references(self.outline):
            node = nodes.get(reference.levels)
            low = max(0, reference.start - _REACH)
            found = list(self.grammar.owes.finditer(self.text, low, reference.start))
            if node is None or not found:
                continue
            match = found[-1]
            same_clause = not re.search(r"[.;]", self.text[match.end() : reference.start])
            other = self.other(match.group(1))
            if same_clause and self._who(node).get(match.group(2).lower()) == {fold(other)}:
                yield self._wrong(match, 1, f"{reference.words} puts that duty on {other}.")

    def _who(self, node: Node) -> dict[str, set[str]]:
        """Find, by verb, on whom a provision with the items below it puts its duties."""
        if node.start in self.duties:
            return self.duties[node.start]
        end = node.end
        first = self.index[node.start] + 1
        for other in self.outline.nodes[first : first + _MOST_BELOW]:
            if other.levels[: len(node.levels)] != node.levels:
                break
            end = other.end
        found: dict[str, set[str]] = defaultdict(set)
        for match in self.grammar.duty.finditer(self.text, node.start, end):
            found[match.group(2).lower()].add(fold(match.group(1)))
        self.duties[node.start] = found
        return found


def wrong_parties(outline: Outline, definitions: Sequence[Definition]) -> list[WrongParty]:
    """Find the party names of a two-party contract that should be the other party's."""
    roles = find_roles(outline, definitions)
    if len(roles) != _PARTIES:
        return []
    found = {wrong.start: wrong for wrong in _Judge(outline, roles).judge()}
    return [found[start] for start in sorted(found)]
