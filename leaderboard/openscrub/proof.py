"""Proves that a contract is clean before anything is inserted, and declares what stands in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from leaderboard.openscrub.build import LEAST_USES, Built, uses_of
from leaderboard.openscrub.changes import Changes
from leaderboard.openscrub.facts import spell
from leaderboard.openscrub.render import Rendering, Span
from leaderboard.openscrub.tree import Block, Role, Sort

__all__ = ["declare", "find_faults"]

_OPEN: Final = frozenset({"plain", "dead", "value", "article", "reference", "references", "fact"})
_NUMBER: Final = re.compile(
    r"\d+|(?<![\w-])(?:"
    + "|".join(spell(n) for n in (*range(2, 20), *range(20, 100, 10)))
    + r"|hundred|thousand|million)(?![\w])",
    re.IGNORECASE,
)
_CAPITAL: Final = re.compile(r"\b[A-Z][A-Za-z'’]*")
_START: Final = re.compile(r"(?:^|[.?!][\"')”’]*\s|WHEREAS, )[\s\"'(“]*$")
_BODY: Final = frozenset(
    {Role.SECTION, Role.NODE, Role.ITEM, Role.ENTRY, Role.PREAMBLE, Role.RECITAL}
)


def find_faults(built: Built, clean: Rendering) -> Iterator[str]:
    """What is wrong with a clean contract; nothing, when it is clean."""
    yield from _terms(built)
    yield from _places(built)
    yield from _facts(built)
    yield from _forms(built, clean)
    yield from _texts(clean)


def _terms(built: Built) -> Iterator[str]:
    quotes = Counter(
        atom.key
        for block in built.contract.walk()
        for atom in block.atoms
        if atom.sort is Sort.QUOTE
    )
    wanted = {*built.contract.live, *built.setting.own_words()}
    for key in sorted(wanted | set(quotes)):
        if quotes[key] != (key in wanted):
            yield f"{key} is defined {quotes[key]} times"
    for key, count in sorted(uses_of(built.contract).items()):
        if count < LEAST_USES:
            yield f"{key} is used {count} times outside its definition"


def _places(built: Built) -> Iterator[str]:
    seen: dict[str, Block] = {}
    for block in built.contract.walk():
        if block.role in {Role.SECTION, Role.NODE, Role.ITEM, Role.SCHEDULE} and block.own_line:
            if block.place in seen:
                yield f"two nodes are at {block.place}"
            seen[block.place] = block


def _facts(built: Built) -> Iterator[str]:
    stated: dict[str, list[str]] = {}
    for block in built.contract.walk():
        for atom in block.atoms:
            if atom.sort is Sort.FACT and atom.key != "law":
                stated.setdefault(atom.key, []).append(atom.text)
    for key, texts in sorted(stated.items()):
        if len(texts) > 2 or len(set(texts)) > 1:  # noqa: PLR2004 - once or twice
            yield f"the fact {key} is stated {len(texts)} times"


def _forms(built: Built, clean: Rendering) -> Iterator[str]:
    """Forms of what is defined that stand in text which is typed as something else."""
    spans = sorted(clean.spans, key=lambda span: span.start)
    at = 0
    for match in built.setting.pattern.finditer(clean.text):
        while at + 1 < len(spans) and spans[at].end <= match.start():
            at += 1
        span = spans[at]
        if span.start <= match.start() < span.end and span.kind in _OPEN:
            yield f"“{match[0]}” is untyped at {span.block.place}: {_around(clean, match.start())}"


def _texts(clean: Rendering) -> Iterator[str]:
    """Numbers and capitals in plain words."""
    start: dict[int, int] = {}
    for span in clean.spans:
        start.setdefault(id(span.block), span.start)
        if span.kind not in {"plain", "dead"} or span.block.role not in _BODY:
            continue
        if span.block.capitals:
            continue
        text = clean.text[span.start : span.end]
        for number in _NUMBER.finditer(text):
            yield f"the number “{number[0]}” is undeclared: {_around(clean, span.start)}"
        for word in _CAPITAL.finditer(text):
            before = clean.text[_line_start(span, clean) : span.start + word.start()]
            if not _START.search(before[-30:]) and not _opens(span, word.start()):
                yield f"“{word[0]}” has a capital: {_around(clean, span.start + word.start())}"


def _opens(span: Span, at: int) -> bool:
    """Whether a word of a span is its sentence's first, after a mark or heading of the line."""
    return span.atom is not None and span.atom.first and at <= len(span.atom.text)


def _line_start(span: Span, clean: Rendering) -> int:
    return clean.starts.get(span.block.index, 0)


def _around(rendering: Rendering, at: int) -> str:
    return " ".join(rendering.text[max(0, at - 40) : at + 40].split())


def declare(built: Built, changes: Changes, rendering: Rendering) -> dict[str, Any]:
    """What the writer declares about a contract for whoever verifies it.

    Returns:
        `spans`: start, end, kind, place and key of everything in the text that is not plain
        words: ordinary words, proper nouns, facts, values, references, parts of the frame.
        `witness`: place and text of the sentence that says who does what for whom.
        `insertions`: category, start and end of each change, and from how many sites it was drawn.

    """
    quiet = {"plain", "dead", "article"}
    spans = []
    insertions = []
    parenthetic = {id(a): p for p in changes.plants() for a in p.atoms}
    for span in rendering.spans:
        atom = span.atom
        key = atom.key if atom is not None else ""
        if span.kind not in quiet and span.end > span.start:
            kind = {"deal": "proper", "table": "frame"}.get(span.kind, span.kind)
            spans.append([span.start, span.end, kind, span.block.place, key])
        swap = changes.swaps.get(atom.index) if atom is not None and atom.index >= 0 else None
        if swap is not None:
            insertions.append([swap.category, span.start, span.end, swap.pool])
        plant = parenthetic.get(id(atom))
        if plant is not None and atom is not None and atom.sort is Sort.QUOTE:
            insertions.append([plant.category, span.start, span.end, plant.pool])
    return {"spans": spans, "witness": _witness(built, rendering), "insertions": insertions}


def _witness(built: Built, rendering: Rendering) -> dict[str, str]:
    block = built.contract.by_name.get(built.setting.kind.deal_node)
    if block is None:
        return {}
    inside = [
        span
        for span in rendering.spans
        if span.block is block and span.kind not in {"heading", "page"}
    ]
    text = rendering.text[inside[0].start : inside[-1].end] if inside else ""
    return {"location": block.place, "text": text}
