"""Defined terms in capitals where the words around them give the ordinary sense.

Three signs: a set phrase (`in Advance of`, `third Party`); a term followed by `of` that hardly ever
is; and a describing word straight before a term that is otherwise never described.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from leaderboard.programs.names import OPENERS, POINTING
from leaderboard.programs.outline import Part
from leaderboard.programs.text import SMALL_WORDS, word_set
from leaderboard.programs.uses import Reading, Use

__all__ = ["OrdinaryUse", "ordinary_uses"]


@dataclass(frozen=True, slots=True)
class OrdinaryUse:
    """A capitalised use of a defined term in its ordinary sense, and the sign that shows it."""

    use: Use
    reason: str


# Set phrases by their noun: the words before it and after it, as patterns.
_IDIOMS: Final = {
    "advance": r"\bin _\b",
    "account": r"\b(?:on _ of|into _|on no _)\b",
    "action": r"\b(?:course of _|cause of _)",
    "basis": r"\bon (?:the|a|an) (?:\w+ )?_\b",
    "benefit": r"\bfor the _ of\b",
    "business": r"\b(?:ordinary course of _|place of _)\b",
    "case": r"\b(?:as the _ may be|in (?:each|any|either|no) _|in which _)\b",
    "change": r"\bsubject to _\b",
    "claim": r"\blay _ to\b",
    "closing": r"\b_ (?:balance|price|date)\b",
    "condition": r"\b(?:good|financial|working) (?:\w+ )?_\b",
    "control": r"\b(?:beyond|outside) (?:the|its|his|their) (?:reasonable )?_\b",
    "course": r"\b(?:in due _|ordinary _ of|_ of (?:dealing|action|conduct|performance))\b",
    "date": r"\b(?:up to _|out of _|to _|due _)\b",
    "default": r"\bby _\b",
    "delivery": r"\b_ of (?:a |any |the )?notice",
    "effect": r"\b(?:to that _|take _|give _|giving _|no _|force and _)\b",
    "event": r"\bin (?:the|any|no|such|that) _\b",
    "extent": r"\bto the _\b",
    "field": r"\bin the _ of\b",
    "force": r"\b(?:in|into|full) _\b",
    "goods": r"\b_ and chattels\b",
    "interest": r"\b(?:in the best|right, title and|conflict of|in the) _s?\b",
    "law": r"\b(?:by operation of _|at _ or in equity|matter of _)\b",
    "light": r"\bin (?:the )?_ of\b",
    "matter": r"\b(?:subject _|as a _ of)\b",
    "notice": r"\b(?:without _|on _)\b",
    "order": r"\b(?:in _ (?:to|that)|in good (?:working )?_|by _ of|out of _)\b",
    "part": r"\b(?:in (?:whole or (?:in )?)?_|on the _ of|form _ of)\b",
    "party": r"\bthird _(?:s|ies)?\b",
    "parties": r"\bthird _\b",
    "payment": r"\b_ of (?:a |any |the )?(?:judgment|taxes)",
    "place": r"\b(?:in _ of|take _|took _)\b",
    "plan": r"\b_ of reorgani[sz]ation\b",
    "premises": r"\bconsideration of the _\b",
    "process": r"\b(?:service of _|in the _ of|due _)\b",
    "product": r"\b(?:_ of (?:negotiation|the)|by-_)\b",
    "record": r"\b(?:of _|on the _|court of _)\b",
    "respect": r"\b(?:in|with) _\b",
    "service": r"\b(?:_ of process|in _)\b",
    "services": r"\b_ of (?:a|an|any|counsel)\b",
    "state": r"\b_ of (?:the art|affairs|repair)\b",
    "term": r"\b(?:any|each|no|every|other) _ (?:or (?:condition|provision)|of this AGREEMENT\b)",
    "terms": r"\b(?:on (?:\w+ )?_|_ (?:and conditions|of this AGREEMENT|of sale|hereof))\b",
    "title": r"\b(?:right, _|good _|_ to)\b",
    "use": r"\b(?:make _ of|in _|of no _)\b",
    "work": r"\b_ together\b",
}
_ENOUGH: Final = 4
_RARELY: Final = 6
"""A term must be used so often, and at most one time in so many in this manner."""

_SHORTEST: Final = 4
_USUAL: Final = word_set(
    """additional affected aggregate alleged annual applicable appropriate approved authorized
    authorised available breaching certain combined complete contemplated corresponding current
    defaulting delayed disclosing due early entire estimated excess existing expired extended
    final foregoing former full future general gross incoming indemnified indemnifying individual
    initial innocent joint latest lost material minimum monthly mutual nearest net next
    non-breaching non-defaulting old ordered original outstanding overdue paid particular past
    pending previous prior proposed quarterly receiving relevant remaining renewal replacement
    requested respective resulting revised same separate several similar sole specific specified
    subsequent such terminating then-current third total unpaid unsold unused updated various
    written yearly open own defective non-conforming conforming new finished sold delivered
    event given name actual foreign domestic federal national local whole entire initial
    existing first second fourth fifth sixth seventh more fewer less most many few able unless
    where when than because about above after against among before below between during except
    including following like near outside over since through throughout toward towards under until
    within per off across along around behind beneath beside besides despite inside onto regarding
    concerning respecting whose what shall will may must can should would could does did do is are
    was were be been being has have had not never only also even just still then there thereof
    hereof herein hereby hereunder it them him her us me who whom cause require give make take pay
    sell buy use perform provide deliver accept reject return cancel terminate amend receive obtain
    supply manufacture ship market distribute"""
)


def _window(reading: Reading, use: Use) -> str:
    """Give the few words around a use, its own replaced by `_`, capitalised ones in capitals."""
    first, last = max(0, use.first - 4), min(len(reading.found), use.last + 3)
    words = [
        token.word.upper() if token.capital else token.word for token in reading.found[first:last]
    ]
    before = " ".join(words[: use.first - first])
    after = " ".join(words[use.last - first :])
    tail = reading.text[use.end : use.end + 1]
    gap = tail if tail in ".;:," else ""
    return f"{before} _{gap} {after}"


def ordinary_uses(reading: Reading, persons: Sequence[str]) -> list[OrdinaryUse]:
    """Find the capitalised terms that stand in their ordinary sense.

    Args:
        reading: the contract's capitals against its definitions.
        persons: folded terms that name the parties; they have no ordinary sense here.

    """
    by_key: dict[str, list[Use]] = defaultdict(list)
    for use in reading.uses:
        running = reading.counts(use.start) and not reading.quoted(use.start)
        node = reading.outline.node_at(use.start)
        if (
            use.capital
            and running
            and use.key in reading.terms
            and node.part is not Part.SIGNATURES
        ):
            by_key[use.key].append(use)
    found: list[OrdinaryUse] = []
    for key, uses in by_key.items():
        if " " in key or key in persons or key == "agreement":
            continue
        found += _idioms(reading, key, uses)
        if key not in {"party", "parties"} and not _is_person(reading, uses):
            found += _followed(reading, uses)
            found += _described(reading, uses)
    unique = {ordinary.use.start: ordinary for ordinary in reversed(found)}
    return [unique[start] for start in sorted(unique)]


def _is_person(reading: Reading, uses: Sequence[Use]) -> bool:
    """Say whether a term acts (`shall` or `may` follows it) or is defined with the parties."""
    acts = ("shall", "will", "may", "agrees", "must", "represents", "acknowledges", "hereby")
    acting = sum(
        use.last < len(reading.found) and reading.found[use.last].word in acts for use in uses
    )
    places = {definition.place for definition in reading.terms[uses[0].key]}
    return acting * 12 > len(uses) or "P" in places


def _idioms(reading: Reading, key: str, uses: Sequence[Use]) -> Iterator[OrdinaryUse]:
    """Find set phrases."""
    for use in uses:
        written = reading.found[use.first].word
        pattern = _IDIOMS.get(written) or _IDIOMS.get(key)
        if pattern is None:
            continue
        match = re.search(pattern, _window(reading, use))
        if match and "_" in match.group():
            phrase = match.group().replace("_", reading.text[use.start : use.end])
            yield OrdinaryUse(use, f"“{phrase}” is a set phrase.")


def _followed(reading: Reading, uses: Sequence[Use]) -> Iterator[OrdinaryUse]:
    """Find the rare `Term of something` of a term that is otherwise complete in itself."""
    followed = [
        use
        for use in uses
        if use.last < len(reading.found)
        and reading.found[use.last].word == "of"
        and reading.text[use.end : use.end + 1] == " "
    ]
    if len(uses) < _ENOUGH or len(followed) * _RARELY > len(uses):
        return
    for use in followed:
        word = reading.text[use.start : use.end]
        following = reading.found[use.last + 1] if use.last + 1 < len(reading.found) else None
        if following is None or reading.text[reading.found[use.last].end : following.start] != " ":
            continue
        if not following.capital and following.word not in POINTING:
            yield OrdinaryUse(use, f"“{word} of …” describes; elsewhere {word} stands alone.")


def _described(reading: Reading, uses: Sequence[Use]) -> Iterator[OrdinaryUse]:
    """Find the rare describing word before a term that is otherwise never described."""
    described = [use for use in uses if _modifier(reading, use)]
    if len(uses) < _ENOUGH or len(described) * _RARELY > len(uses):
        return
    for use in described:
        modifier = reading.found[use.first - 1].word
        yield OrdinaryUse(use, f"“{modifier}” describes a thing of the ordinary kind.")


def _modifier(reading: Reading, use: Use) -> bool:
    """Say whether an unusual describing word in small letters stands straight before a use."""
    at = use.first - 1
    if at < 1 or reading.text[reading.found[at].end : use.start] != " ":
        return False
    token = reading.found[at]
    word = token.word
    if token.capital or not word.isalpha() or len(word) < _SHORTEST:
        return False
    if word in _USUAL or word in OPENERS or word in POINTING or word in SMALL_WORDS:
        return False
    if word.endswith(("ing", "ed", "ly", "s", "fy")):
        return False
    before = reading.found[at - 1].word
    return before in POINTING or before.endswith(("'s", "s'"))
