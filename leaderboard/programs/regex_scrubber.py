"""A rule-based proof-reader of the kind that lawyers' add-ins ship: it sees only the text.

Each category of SCORING 1.1 is one rule over what the other modules read; each remark says where it
stands and, in a sentence, why it was made.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from leaderboard.programs.capitals import undefined_phrases
from leaderboard.programs.context import ordinary_uses
from leaderboard.programs.definitions import Definition, Form, read_definitions
from leaderboard.programs.outline import Outline, Part, read_outline
from leaderboard.programs.parties import find_roles, wrong_parties
from leaderboard.programs.references import wrong_references
from leaderboard.programs.text import Span, sentences
from leaderboard.programs.uses import Reading, small_uses, unused_definitions
from leaderboard.programs.values import value_conflicts
from scoring.contractscrub.categories import CATEGORY_KEYS

__all__ = ["MOST_ENTRIES", "Remark", "answer", "as_answer", "scrub"]

MOST_ENTRIES: Final = 5000
"""An answer with more entries than this counts as none (SCORING 1.2)."""

_MOST_DOUBLED: Final = 4


@dataclass(frozen=True, slots=True)
class Remark:
    """One finding of a rule-based program.

    Attributes:
        category: its category's key (SCORING 1.1).
        entry: the entry's fields and their text, in the category's order of fields.
        start: offset of the words that are remarked upon.
        end: offset after them.
        reason: one sentence that says why.

    """

    category: str
    entry: tuple[tuple[str, str], ...]
    start: int
    end: int
    reason: str


class _Scrub:
    """Applies the rules to one contract."""

    def __init__(self, text: str) -> None:
        self.outline: Outline = read_outline(text)
        self.sentences: list[Span] = sentences(text, self.outline.cuts)
        self.definitions = read_definitions(self.outline, self.sentences)
        self.proper = [d for d in self.definitions if d.form is not Form.POINTER]
        self.reading: Reading = Reading(self.outline, self.definitions, self.sentences)

    def remarks(self) -> Iterator[Remark]:
        """Yield all remarks, category by category."""
        yield from self._definitions()
        yield from self._capitals()
        yield from self._references()
        yield from self._parties()
        yield from self._doubles()
        yield from self._values()

    def _term(self, category: str, term: str, start: int, end: int, reason: str) -> Remark:
        entry = (("term", term), ("location", self.outline.place_at(start)))
        return Remark(category, entry, start, end, reason)

    def _definitions(self) -> Iterator[Remark]:
        for found in self.proper:
            reason = f"“{found.term}” is defined here."
            yield self._term("defined_terms", found.term, found.start, found.end, reason)
        for unused in unused_definitions(self.reading):
            reason = f"“{unused.term}” is defined here and used nowhere else."
            yield self._term("unused_defined_terms", unused.term, unused.start, unused.end, reason)

    def _capitals(self) -> Iterator[Remark]:
        for phrase in undefined_phrases(self.reading):
            reason = f"“{phrase.words}” is written like a defined term, and nothing defines it."
            key = "undefined_capitalized_terms"
            yield self._term(key, phrase.words, phrase.start, phrase.end, reason)
        for use in small_uses(self.reading):
            term = self.reading.terms[use.key][0].term
            reason = f"“{term}” is defined; here it stands in lower case."
            key = "uncapitalized_defined_terms"
            yield self._term(key, term, use.start, use.end, reason)
        persons = [role.name.casefold() for role in find_roles(self.outline, self.definitions)]
        for ordinary in ordinary_uses(self.reading, persons):
            use = ordinary.use
            term = self.reading.terms[use.key][0].term
            key = "incorrect_capitalization"
            yield self._term(key, term, use.start, use.end, ordinary.reason)

    def _references(self) -> Iterator[Remark]:
        for wrong in wrong_references(self.outline, self.sentences):
            reference = wrong.reference
            entry = (
                ("wrong_reference", " ".join(reference.words.split())),
                ("correct_reference", wrong.correct),
                ("location", self.outline.place_at(reference.start)),
            )
            yield Remark(
                "incorrect_references", entry, reference.start, reference.end, wrong.reason
            )

    def _parties(self) -> Iterator[Remark]:
        for wrong in wrong_parties(self.outline, self.definitions):
            entry = (
                ("wrong_party", wrong.wrong),
                ("correct_party", wrong.correct),
                ("location", self.outline.place_at(wrong.start)),
            )
            yield Remark("incorrect_party_references", entry, wrong.start, wrong.end, wrong.reason)

    def _doubles(self) -> Iterator[Remark]:
        by_key: dict[tuple[str, str], list[Definition]] = defaultdict(list)
        forms = self._forms()
        for found in self.proper:
            part = self.outline.node_at(found.start).part
            if not found.scoped and part is not Part.SIGNATURES:
                by_key[found.key, self._scope(found, forms)].append(found)
        for group in by_key.values():
            for one, two in combinations(group[:_MOST_DOUBLED], 2):
                if one.sentence == two.sentence or self._restates(one, two):
                    continue
                entry = (("term", one.term), ("location_1", one.place), ("location_2", two.place))
                reason = f"“{one.term}” is defined at {one.place} and again at {two.place}."
                yield Remark("terms_defined_multiple_times", entry, two.start, two.end, reason)

    def _restates(self, one: Definition, two: Definition) -> bool:
        """Say whether an attachment names again in brackets what the body names in brackets."""
        attachments = {self.outline.node_at(found.start).attachment for found in (one, two)}
        return len(attachments) > 1 and one.form is two.form is Form.BRACKETS

    def _forms(self) -> set[str]:
        """Find the attachments that are agreements of their own: they define their parties."""
        return {
            self.outline.node_at(found.start).attachment
            for found in self.proper
            if found.key in {"agreement", "party", "parties", "effective date", "company"}
            and self.outline.node_at(found.start).part is Part.ATTACHMENT
        }

    def _scope(self, found: Definition, forms: set[str]) -> str:
        attachment = self.outline.node_at(found.start).attachment
        return attachment if attachment in forms else ""

    def _values(self) -> Iterator[Remark]:
        for conflict in value_conflicts(self.outline, self.sentences):
            one, two = conflict.one, conflict.two
            entry = (
                ("text_1", one.words),
                ("location_1", self.outline.place_at(one.start)),
                ("text_2", two.words),
                ("location_2", self.outline.place_at(two.start)),
            )
            yield Remark("inconsistent_language", entry, two.start, two.end, conflict.reason)


def scrub(text: str) -> tuple[Remark, ...]:
    """Proof-read a contract by rule.

    Never raises; the remarks stand in the order of SCORING 1.1's categories and, within one, of
    the text.
    """
    order = {key: index for index, key in enumerate(CATEGORY_KEYS)}
    remarks = sorted(
        set(_Scrub(text).remarks()), key=lambda r: (order[r.category], r.start, r.end, r.entry)
    )
    return tuple(remarks[:MOST_ENTRIES])


def as_answer(remarks: tuple[Remark, ...]) -> str:
    """Write remarks as a model would write its answer: one JSON object with all nine keys."""
    entries: dict[str, list[dict[str, str]]] = {key: [] for key in CATEGORY_KEYS}
    for remark in remarks:
        entries[remark.category].append(dict(remark.entry))
    return json.dumps(entries, indent=1)


def answer(text: str) -> str:
    """Answer a contract as a model would (SCORING 1.2)."""
    return as_answer(scrub(text))
