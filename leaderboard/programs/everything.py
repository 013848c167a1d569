"""The program that flags everything: what recall alone would reward.

It holds every capitalised phrase for every mistake that one term can make, at the place where the
phrase stands; and it quotes the whole contract as any clause, after saying that there is none.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from leaderboard.programs.definitions import quotations
from leaderboard.programs.names import OPENERS
from leaderboard.programs.outline import read_outline
from leaderboard.programs.regex_clauses import NO_CLAUSE
from leaderboard.programs.regex_scrubber import MOST_ENTRIES
from leaderboard.programs.text import Span
from leaderboard.programs.uses import Token, tokens
from scoring.contractscrub.categories import CATEGORY_KEYS

__all__ = ["answer", "clause_answer"]

_PER_OCCURRENCE: Final = ("undefined_capitalized_terms", "incorrect_capitalization")
_ONCE_A_PLACE: Final = ("defined_terms", "unused_defined_terms")
"""A term is defined once at a place, so a second entry there could only be false."""

_LINKS: Final = frozenset({"of", "and"})
_MOST_REPEATS: Final = 3
_LONGEST: Final = 200


def _runs(text: str, found: list[Token]) -> Iterator[Span]:
    """Yield each run of capitalised words: without and with the small words that link two runs."""
    start: int | None = None
    linked: int | None = None
    for at, token in enumerate(found):
        gap = text[found[at - 1].end : token.start] if at else "\n\n"
        near = not gap.strip() and gap.count("\n") <= 1
        ended = at > 0 and found[at - 1].word.endswith(("'s", "'"))
        if start is not None and (not token.capital or not near or ended):
            yield Span(found[start].start, found[at - 1].end)
            if linked is not None:
                yield Span(found[linked].start, found[at - 1].end)
            link = token.word in _LINKS and near and not ended
            linked = (start if linked is None else linked) if link else None
            start = None
        elif linked is not None and start is None and not (token.capital and near):
            linked = None
        if token.capital and start is None and token.word not in OPENERS:
            start = at
    if start is not None:
        yield Span(found[start].start, found[-1].end)


def _flags(text: str, spans: Iterable[Span]) -> Counter[tuple[str, str]]:
    """Count the phrases at each place."""
    outline = read_outline(text)
    found: Counter[tuple[str, str]] = Counter()
    for span in spans:
        words = re.sub(r"\s+", " ", text[span.start : span.end]).strip(" ,.;:")
        words = re.sub(r"(?:['’]s|(?<=s)['’])\Z", "", words)
        if words and len(words) <= _LONGEST:
            found[words, outline.place_at(span.start)] += 1
    return found


def _waves(text: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield a category and flags for it, again and again: what is likeliest to be found first."""
    quoted = quotations(text)
    flags = _flags(text, sorted({*_runs(text, tokens(text)), *quoted}))
    defined = _flags(text, quoted)
    for key in _PER_OCCURRENCE:
        yield key, list(flags)
    for key in _ONCE_A_PLACE:
        yield key, list(defined)
    for repeat in range(1, _MOST_REPEATS):
        for key in _PER_OCCURRENCE:
            yield key, [flag for flag, count in flags.items() if count > repeat]
    for key in _ONCE_A_PLACE:
        yield key, [flag for flag in flags if flag not in defined]
    yield "uncapitalized_defined_terms", list(flags)


def answer(text: str) -> str:
    """Flag every capitalised phrase in each category that is made of one term.

    An answer holds at most 5,000 entries (SCORING 1.2): what only repeats itself is left out first.
    """
    entries: dict[str, list[dict[str, str]]] = {key: [] for key in CATEGORY_KEYS}
    left = MOST_ENTRIES
    for key, flags in _waves(text):
        taken = flags[:left]
        left -= len(taken)
        entries[key] += [{"term": words, "location": place} for words, place in taken]
    return json.dumps(entries, indent=1)


def clause_answer(text: str, _clause_type: str) -> str:
    """Deny the clause and quote the whole contract: both published rules are met."""
    return f"{NO_CLAUSE}\n{text}"
