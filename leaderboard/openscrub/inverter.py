"""What a program scores that knows the public clause library, the warning printed on the card.

It finds each line's wording in the library, reads what the tokens print, and compares. Rows that
are derived from the library are barred from the board; private wordings serve reproduced runs.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from leaderboard.openscrub.grammar import (
    AgreementName,
    FactUse,
    Optional,
    Ordinary,
    PartyName,
    PartyWord,
    Plain,
    Reference,
    TermUse,
    Token,
)
from leaderboard.openscrub.library import Node
from leaderboard.openscrub.shelf import Library
from scoring.contractscrub import CATEGORY_KEYS, canonical_place

__all__ = ["Inverter"]

_QUOTED: Final = re.compile(r"\"([A-Z][^\"]{1,60})\"")
_UNQUOTED: Final = re.compile(
    r"(?:\([a-z]+\) |[\d.]+ )?([A-Z][\w-]*(?: (?:[A-Z][\w-]*|of)){0,4}) means "
)
_HEREINAFTER: Final = re.compile(
    r"\((?:each )?(?:hereinafter|hereinafter referred to as|herein called) (?:the |this |an? )?"
    r"([A-Z][^)]{1,60})\)"
)
_WORD: Final = re.compile(r"[a-z0-9'-]+")
_SHINGLE: Final = 4
_MARKS: Final = (
    re.compile(r"(?P<one>ARTICLE [IVXL]+)\b"),
    re.compile(r"Section (?P<one>\d+)\.\s"),
    re.compile(r"(?:Section )?(?P<two>\d+\.\d+(?:\.\d+)?)\s"),
    re.compile(r"(?P<one>\d+)\.\s"),
    re.compile(r"\((?P<letter>[a-z]{1,4})\)\s"),
)
_ROMAN: Final = re.compile(r"[ivx]+")

Entries = dict[str, list[dict[str, str]]]


@dataclass(slots=True)
class _Template:
    """A node of the library as a pattern of its line."""

    name: str
    family: str
    tokens: tuple[Token, ...]


@dataclass(slots=True)
class _Reading:
    """What has been read of one contract."""

    answer: Entries
    defined: dict[str, list[str]]
    names: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    parties: list[tuple[str, str, str]] = field(default_factory=list)
    places: dict[str, str] = field(default_factory=dict)
    references: list[tuple[str, str, str]] = field(default_factory=list)
    facts: defaultdict[str, list[tuple[str, str]]] = field(
        default_factory=lambda: defaultdict(list)
    )


class Inverter:
    """Finds errors by comparison with the wordings of a library."""

    def __init__(self, library: Library) -> None:
        """Index the nodes of `library` by their words."""
        self.templates: list[_Template] = []
        self.index: defaultdict[tuple[str, ...], set[int]] = defaultdict(set)
        self.terms = {
            form: term.key
            for group in library.terms.values()
            for term in group
            for form in term.forms
        }
        for family in library.families.values():
            for wording in family.wordings:
                for node in wording.walk():
                    self._add(family.name, node, own=node is wording.own)

    def _add(self, family: str, node: Node, *, own: bool) -> None:
        name = family if own else f"{family}.{node.label}" if node.label else ""
        number = len(self.templates)
        self.templates.append(_Template(name, family, node.tokens))
        for run in _shingles(_plain(node.tokens)):
            self.index[run].add(number)

    def read(self, text: str) -> Entries:
        """The errors that the comparison shows, as an answer's entries."""
        text = text.translate({0x201C: '"', 0x201D: '"', 0x2018: "'", 0x2019: "'"})
        lines = [" ".join(part.split()) for part in text.split("\n\n")]
        reading = _Reading({key: [] for key in CATEGORY_KEYS}, defaultdict(list))
        located = list(_locate(lines))
        for place, line in located:
            for term in _definitions(line):
                reading.defined[term].append(place)
        for place, line in located:
            self._read_line(place, line, reading)
        _conclude(reading, " ".join(lines))
        return reading.answer

    def _read_line(self, place: str, line: str, reading: _Reading) -> None:
        votes = Counter(number for run in _shingles(line) for number in self.index.get(run, ()))
        for number, _ in votes.most_common(3):
            template = self.templates[number]
            shown = _align(template.tokens, line)
            if shown is not None:
                if template.name:
                    reading.places.setdefault(template.name, place)
                reading.places.setdefault(template.family, place.partition("(")[0])
                for token, start, end in shown:
                    self._read_token(token, line[:start], line[start:end].strip(), place, reading)
                return

    def _read_token(
        self, token: Token, before: str, shown: str, place: str, reading: _Reading
    ) -> None:
        first = _opens_sentence(before)
        shown = shown.strip(" ,.;:")
        match token:
            case TermUse():
                self._read_term(token, shown, place, reading, first=first)
            case AgreementName() | PartyWord():
                if shown[:1].islower() and not first:
                    reading.answer["uncapitalized_defined_terms"].append(_entry(shown, place))
            case Ordinary():
                if shown != shown.lower() and not first:
                    reading.answer["incorrect_capitalization"].append(_entry(shown, place))
            case PartyName():
                name = re.sub(r"(?i)^the |'s$", "", shown)
                reading.names[token.role][name.lower()] += 1
                reading.parties.append((token.role, name, place))
            case Reference():
                reading.references.append((token.target, shown, place))
            case FactUse():
                reading.facts[token.fact].append((shown.rstrip("'"), place))
            case _:
                pass

    def _read_term(
        self, token: TermUse, shown: str, place: str, reading: _Reading, *, first: bool
    ) -> None:
        shown = re.sub(r"^(?:an?|the) |'s$", "", shown.strip(' ,.;:()"'))
        key = self.terms.get(token.form, token.form)
        defined = {term.lower() for term in reading.defined}
        if shown.lower() not in {form.lower() for form, one in self.terms.items() if one == key}:
            if shown != shown.lower() and len(shown) < 50:  # noqa: PLR2004 - a term's length
                reading.answer["undefined_capitalized_terms"].append(_entry(shown, place))
        elif key.lower() in defined:
            if shown == shown.lower() and not first:
                reading.answer["uncapitalized_defined_terms"].append(_entry(shown, place))
        elif shown == token.form and not first:
            reading.answer["undefined_capitalized_terms"].append(_entry(shown, place))


def _entry(term: str, place: str) -> dict[str, str]:
    return {"term": term, "location": place}


def _opens_sentence(before: str) -> bool:
    return not before.strip() or bool(re.search(r"(?:[.?!] |^\([a-z]+\) |^[\d.]+ )$", before))


def _align(tokens: Iterable[Token], line: str) -> list[tuple[Token, int, int]] | None:
    """Each token with the stretch of the line that it prints; None where the words differ.

    The plain words of the template are looked for one after the other; what lies between two of
    them is the token's. Linear in the line.
    """
    lower = line.lower()
    shown: list[tuple[Token, int, int]] = []
    at = 0
    waiting: list[Token] = []
    for token in _flat(tokens, lower):
        if not isinstance(token, Plain):
            waiting.append(token)
            continue
        words = re.sub(r"(?:^|(?<=\s))an?$", "", token.text.lower().strip())
        if not words.strip(" .,;:()\"'"):
            continue
        found = lower.find(words.strip(), at)
        if found < 0:
            return None
        if len(waiting) == 1:
            shown.append((waiting[0], at, found))
        waiting = []
        at = found + len(words.strip())
    return shown


def _flat(tokens: Iterable[Token], lower: str) -> Iterator[Token]:
    """Tokens with those of optional text where its words stand in the line."""
    for token in tokens:
        if isinstance(token, Optional):
            words = [t.text.lower().strip() for t in token.tokens if isinstance(t, Plain)]
            if all(word in lower for word in words):
                yield from token.tokens
        else:
            yield token


def _plain(tokens: Iterable[Token]) -> str:
    return " ¦ ".join(token.text for token in tokens if isinstance(token, Plain))


def _shingles(text: str) -> Iterator[tuple[str, ...]]:
    for part in text.lower().split("¦"):
        words = _WORD.findall(part)
        for at in range(len(words) - _SHINGLE + 1):
            yield tuple(words[at : at + _SHINGLE])


def _definitions(line: str) -> list[str]:
    found = [*_QUOTED.findall(line), *_HEREINAFTER.findall(line)]
    bare = _UNQUOTED.match(line[:90])
    return found or ([bare[1].strip()] if bare else [])


def _locate(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each line with its place, told from the marks that lines begin with."""
    place, letters, started = "P", [""], False
    top = ""
    for line in lines:
        match = next((m for pattern in _MARKS if (m := pattern.match(line))), None)
        groups = match.groupdict() if match else {}
        if groups.get("one") or groups.get("two"):
            started = True
            top = (groups.get("one") or groups["two"] or "").replace("ARTICLE", "Article")
            place = top if top.startswith("Article") else f"Section {top}"
            letters = []
        elif groups.get("letter") and started:
            mark = groups["letter"] or ""
            if letters and _ROMAN.fullmatch(mark) and not _follows(letters[0], mark):
                letters = [letters[0], mark]
            else:
                letters = [mark]
            head = top if top.startswith("Article") else f"Section {top}"
            place = head + "".join(f"({one})" for one in letters)
        elif not started:
            place = "R" if line.startswith("WHEREAS") else "P"
        yield place, line


def _follows(earlier: str, later: str) -> bool:
    return len(later) == 1 and ord(later) == ord(earlier[-1]) + 1


def _conclude(reading: _Reading, text: str) -> None:
    answer = reading.answer
    for term, places in reading.defined.items():
        answer["defined_terms"] += [_entry(term, place) for place in places]
        if len(re.findall(rf"(?<!\w){re.escape(term)}", text)) <= len(places):
            answer["unused_defined_terms"].append(_entry(term, places[0]))
        if len(places) > 1:
            answer["terms_defined_multiple_times"].append(
                {"term": term, "location_1": places[0], "location_2": places[1]}
            )
    usual = {role: names.most_common(1)[0][0] for role, names in reading.names.items()}
    for role, name, place in reading.parties:
        if name.lower() != usual[role] and name.lower() in usual.values():
            answer["incorrect_party_references"].append(
                {"wrong_party": name, "correct_party": usual[role], "location": place}
            )
    for target, shown, place in reading.references:
        right = reading.places.get(target)
        if right is not None and canonical_place(shown) != canonical_place(right):
            answer["incorrect_references"].append(
                {"wrong_reference": shown, "correct_reference": right, "location": place}
            )
    for stated in reading.facts.values():
        if len(stated) > 1 and stated[0][0] != stated[1][0]:
            (text_1, place_1), (text_2, place_2) = stated[:2]
            answer["inconsistent_language"].append(
                {"text_1": text_1, "location_1": place_1, "text_2": text_2, "location_2": place_2}
            )
