"""What a row answered, as small hashes: to tell copies without reading a thousand submissions.

A sketch keeps the least of a set's hashes. They are a fair sample of the set, so the share of them
that another set holds is, within chance, the share of the whole that it holds (bottom-k sampling;
Cohen and Kaplan 2007, "Summarizing Data using Bottom-k Sketches").
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from leaderboard.evaluate import clause_answers
from leaderboard.records import Row
from scoring import answer_of
from scoring.contractscrub import CATEGORIES, Category, ScoreCard
from scoring.contractscrub.matching import entry_key, match
from scoring.cuad import ClauseCard
from scoring.gold import Edition, ScrubEdition

__all__ = ["KEPT", "WIDTH", "Fingerprint", "Sketch", "fingerprint", "pack", "unpack"]

WIDTH: Final = 6
"""Bytes of a hash: of a million entries hardly any two share one."""
KEPT: Final = 128
"""Hashes that a sketch keeps."""
LEAST_ENTRIES: Final = 2
"""A response with fewer may be the same by chance."""
_ABSENT: Final = "no clause found"
_LONGEST_ABSENT: Final = 40


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Hashes of what a row answered.

    Attributes:
        entries: of each answered entry, spelled as the scorer compares it; for clauses of each
            answer that quotes something.
        false: of those that equal no gold entry; for clauses of those that fail.
        responses: of each raw response that holds at least `LEAST_ENTRIES` entries, with its item;
            none for clauses, whose right answers are often the same to the letter.

    """

    entries: frozenset[bytes] = frozenset()
    false: frozenset[bytes] = frozenset()
    responses: frozenset[bytes] = frozenset()


@dataclass(frozen=True, slots=True)
class Sketch:
    """A sample of a set of hashes.

    Attributes:
        size: of the set.
        least: its least hashes, all of them if they are no more than `KEPT`.

    """

    size: int
    least: frozenset[bytes]

    @classmethod
    def of(cls, hashes: Iterable[bytes]) -> Sketch:
        """The sketch of a set."""
        ordered = sorted(set(hashes))
        return cls(len(ordered), frozenset(ordered[:KEPT]))

    def shared(self, other: frozenset[bytes]) -> Fraction:
        """About how many of the set are in `other`; exact where the sample is the whole."""
        if not self.least:
            return Fraction(0)
        return Fraction(self.size * len(self.least & other), len(self.least))


def fingerprint(row: Row, edition: Edition) -> Fingerprint:
    """The fingerprint of a scored row, answered on `edition`.

    A flood has none: it carries no rank, is flagged as what it is, and may hold a million entries.
    """
    if isinstance(row.card, ScoreCard) and row.card.is_flood:
        return Fingerprint()
    if isinstance(edition, ScrubEdition):
        return _scrub(row.records, edition)
    assert isinstance(row.card, ClauseCard)  # noqa: S101 - an edition of clauses makes such cards
    return _clauses(row.records, row.card)


def pack(hashes: Iterable[bytes]) -> str:
    """Hashes as one text."""
    return base64.b64encode(b"".join(sorted(hashes))).decode("ascii")


def unpack(text: str) -> frozenset[bytes]:
    """The hashes in a text that `pack` made.

    Raises:
        ValueError: it made no such text.

    """
    data = base64.b64decode(text, validate=True)
    if len(data) % WIDTH:
        raise ValueError("a hash is cut off")
    return frozenset(data[place : place + WIDTH] for place in range(0, len(data), WIDTH))


def _hash(*parts: str) -> bytes:
    named = json.dumps(parts, ensure_ascii=True, separators=(",", ":")).encode("ascii")
    return hashlib.sha256(named).digest()[:WIDTH]


def _scrub(records: Sequence[Mapping[str, object]], edition: ScrubEdition) -> Fingerprint:
    entries: set[bytes] = set()
    false: set[bytes] = set()
    responses: set[bytes] = set()
    for record in records:
        item, answer = str(record["item"]), answer_of(record)
        if answer.status != "ok":
            continue
        count = 0
        for category in CATEGORIES:
            answered = answer.entries.get(category.key, ())
            hashes = [_entry(item, category, entry) for entry in answered]
            matched = match(category, edition.gold[item].get(category.key, ()), answered)
            entries.update(hashes)
            false.update(hashes[place] for place in matched.false)
            count += len(hashes)
        if count >= LEAST_ENTRIES:
            responses.add(_hash(item, str(record["response"])))
    return Fingerprint(frozenset(entries), frozenset(false), frozenset(responses))


def _entry(item: str, category: Category, entry: Mapping[str, str]) -> bytes:
    """The hash of an entry: two that the scorer takes for one have the same."""
    key = entry_key(category, entry, category.fields)
    spelled = sorted(f"{field}={raw}" for field, raw in entry.items()) if key is None else key
    return _hash(item, category.key, _spelled(spelled))


def _spelled(key: object) -> str:
    """A key as text; what has no order gets one, so that every process says the same."""
    if isinstance(key, tuple | list | frozenset):
        parts = [_spelled(part) for part in key]
        return json.dumps(sorted(parts) if isinstance(key, frozenset) else parts)
    return str(key)


def _clauses(records: Sequence[Mapping[str, object]], card: ClauseCard) -> Fingerprint:
    answers = clause_answers(records)
    entries: set[bytes] = set()
    false: set[bytes] = set()
    for judged in card.cases:
        text = " ".join((answers.get(judged.case.id) or "").lower().split())
        if not text or (len(text) <= _LONGEST_ABSENT and _ABSENT in text):
            continue
        hashed = _hash(judged.case.id, text)
        entries.add(hashed)
        if not judged.verdict.strict_passed:
            false.add(hashed)
    return Fingerprint(frozenset(entries), frozenset(false))
