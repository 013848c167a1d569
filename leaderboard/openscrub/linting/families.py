"""Checks of family files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from leaderboard.openscrub.grammar import (
    Definition,
    FactUse,
    Ordinary,
    PartyName,
    Plain,
    Reference,
    TermUse,
    Token,
    walk,
)
from leaderboard.openscrub.library import COMMON, Family, Node, Wording, parse_family, slug
from leaderboard.openscrub.linting.complaint import Complaint
from leaderboard.openscrub.linting.scope import Scope
from leaderboard.openscrub.linting.texts import Context, check_text, words_of
from leaderboard.openscrub.shelf import Library
from scoring.cuad import CLAUSE_TYPES

__all__ = ["CUAD_SLUGS", "check_facts", "check_family", "check_runs"]

CUAD_SLUGS: Final = frozenset(slug(name) for name in CLAUSE_TYPES)
"""CUAD's clause types as they are written in tags."""

RUN: Final = 8
"""So many consecutive words in common are too many."""

_WORDS_LEAST, _WORDS_MOST = 150, 260
_TOKENS, _TERMS, _SURE = 8, 4, 3
_SMALL_WORDS: Final = frozenset(
    [
        "a",
        "an",
        "and",
        "at",
        "by",
        "for",
        "from",
        "in",
        "into",
        "of",
        "on",
        "or",
        "per",
        "the",
        "to",
        "with",
        "under",
    ]
)
_ITEM_END: Final = re.compile(r"(?:;|; and|; or|\.)$")
_STOP: Final = re.compile(r"[.?!][\"')]*\s+")


def check_family(path: Path, library: Library) -> Iterator[Complaint]:
    """What is wrong with one family file."""
    file = str(path)
    kind = path.parent.name
    family, faults = parse_family(path.read_bytes().decode("utf-8"), kind)
    for fault in faults:
        yield Complaint(file, fault.line, fault.message)
    if family is None:
        return
    if family.name != path.stem:
        yield Complaint(file, 1, f"the family {family.name} is not in a file of its name")
    yield from (Complaint(file, 1, message) for message in _header(family, library))
    wanted = 4 if kind == COMMON else 3
    if len(family.wordings) < wanted:
        yield Complaint(file, 1, f"{len(family.wordings)} wordings of {wanted}", serious=False)
    scope = Scope.of(library, kind)
    for wording in family.wordings:
        yield from _check_wording(file, family, wording, library, scope)
    yield from _spread(file, family)


def _header(family: Family, library: Library) -> Iterator[str]:
    for name in (*family.needs, *family.excludes):
        if library.family(family.kind, name) is None and name != "courts":
            yield f"the header names the family {name}, which is not there (yet)"
    for name in family.cuad:
        if name not in CUAD_SLUGS:
            yield f"“{name}” is no clause type of CUAD's"


def _check_wording(
    file: str, family: Family, wording: Wording, library: Library, scope: Scope
) -> Iterator[Complaint]:
    labels = [node.label for node in wording.walk() if node.label]
    context = Context(library, scope, family.name, family.needs, frozenset(labels))
    for label, count in Counter(labels).items():
        if count > 1:
            yield Complaint(file, wording.line, f"wording {wording.name} has @{label} twice")
    for heading in wording.headings:
        yield from (Complaint(file, wording.line, message) for message in _check_heading(heading))
    for node in wording.walk():
        for remark in check_text(node.tokens, context):
            yield Complaint(file, node.line, remark.message, remark.serious)
    for node in wording.nodes:
        yield from (Complaint(file, node.line, message) for message in _shape(node))
    if wording.own is not None:
        yield from (Complaint(file, wording.own.line, message) for message in _shape(wording.own))
    yield from _inline_headings(file, wording)
    yield from _measures(file, family, wording, scope)


def _check_heading(heading: str) -> Iterator[str]:
    if re.search(r"[\[\]{}]", heading):
        yield f"a token in the heading “{heading}”"
    for word in heading.split():
        bare = word.strip("().,;'\"")
        if bare and bare[0].islower() and bare not in _SMALL_WORDS:
            yield f"the heading “{heading}” is not in title case: {bare}"


def _shape(node: Node) -> Iterator[str]:
    text = _printed(node.tokens).rstrip()
    if node.items:
        if not text.endswith(":"):
            yield "a subsection that leads into items ends in a colon"
        for item in node.items:
            end = _printed(item.tokens).rstrip()
            last = item is node.items[-1]
            if not _ITEM_END.search(end) or end.endswith(".") != last:
                yield "items end in `;`, `; and`, `; or`, the last in a full stop"
                break
    elif not text.endswith("."):
        yield f"a text ends in a full stop, not in “{text[-12:]}”"


def _printed(tokens: tuple[Token, ...]) -> str:
    """A text with tokens as single marks, enough to see its sentences and its end."""
    return "".join(
        token.text
        if isinstance(token, Plain)
        else _printed(token.tokens)
        if hasattr(token, "tokens")
        else "\0"
        for token in tokens
    )


def _inline_headings(file: str, wording: Wording) -> Iterator[Complaint]:
    having = [bool(node.heading) for node in wording.nodes]
    if any(having) and not all(having):
        yield Complaint(file, wording.line, "some subsections have inline headings, some have none")
    for node in wording.nodes:
        for message in _check_heading(node.heading):
            yield Complaint(file, node.line, message)


def _measures(file: str, family: Family, wording: Wording, scope: Scope) -> Iterator[Complaint]:
    def say(message: str, *, serious: bool = True) -> Complaint:
        return Complaint(file, wording.line, f"wording {wording.name}: {message}", serious)

    count = sum(len(words_of(node.tokens)) for node in wording.walk())
    if not _WORDS_LEAST <= count <= _WORDS_MOST:
        yield say(f"{count} words, not {_WORDS_LEAST} to {_WORDS_MOST}")
    by_form = scope.vocabulary.by_form
    uses = [
        by_form.get(token.form, token.form) if isinstance(token, TermUse) else token.term
        for node in wording.walk()
        for token in walk(node.tokens)
        if isinstance(token, TermUse | Definition)
    ]
    if len(uses) < _TOKENS or len(set(uses)) < _TERMS:
        yield say(
            f"{len(uses)} term tokens of {len(set(uses))} terms, not {_TOKENS} of {_TERMS} at least"
        )
    sure = sum(_sentences_with_sure_term(node.tokens) for node in wording.walk())
    if sure < _SURE:
        yield say(f"{sure} sentences with a [t!:…], not {_SURE} at least")
    tags = {tag for node in wording.walk() for tag in node.tags}
    for tag in sorted(tags - CUAD_SLUGS):
        yield say(f"%{tag} is no clause type of CUAD's")
    for tag in family.cuad:
        if tag not in tags:
            yield say(f"no node is tagged %{tag}, which the header promises")


def _sentences_with_sure_term(tokens: tuple[Token, ...]) -> int:
    """How many sentences hold a term use that can carry an error."""
    found = 0
    open_one = False
    for token in walk(tokens):
        if isinstance(token, Plain) and _STOP.search(token.text):
            found += open_one
            open_one = False
        elif isinstance(token, TermUse) and token.sure:
            open_one = True
    return found + open_one


def _spread(file: str, family: Family) -> Iterator[Complaint]:
    """Warn where most wordings lack a kind of site."""
    needed = (len(family.wordings) + 1) // 2
    kinds: Mapping[str, type] = {
        "[w!:…]": Ordinary,
        "[ref!:…]": Reference,
        "[A!] or [B!]": PartyName,
    }
    for name, kind in kinds.items():
        having = sum(
            any(
                isinstance(token, kind) and getattr(token, "sure", False)
                for node in wording.walk()
                for token in walk(node.tokens)
            )
            for wording in family.wordings
        )
        if having < needed:
            yield Complaint(file, 1, f"only {having} wordings have a {name}", serious=False)


def check_facts(
    families: Mapping[Path, Family], library: Library, root: Path
) -> Iterator[Complaint]:
    """Facts are stated twice in a contract: in two families once each, or in one family twice."""
    stated: dict[str, dict[Path, set[int]]] = {}
    for path, family in families.items():
        counts = [
            Counter(
                token.fact
                for node in wording.walk()
                for token in walk(node.tokens)
                if isinstance(token, FactUse)
            )
            for wording in family.wordings
        ]
        for fact in {name for count in counts for name in count} - {"law"}:
            stated.setdefault(fact, {})[path] = {count[fact] for count in counts}
    for fact, places in sorted(stated.items()):
        kinds = {path.parent.name for path in places}
        for kind in sorted(kinds - {COMMON}) or [COMMON]:
            here = {p: n for p, n in places.items() if p.parent.name in {kind, COMMON}}
            total = sum(max(numbers) for numbers in here.values())
            uneven = [p for p, numbers in here.items() if len(numbers) > 1]
            for path in sorted(here):
                if total > 2:  # noqa: PLR2004 - a fact is stated twice
                    yield Complaint(str(path), 1, f"the fact {fact} is stated {total} times in all")
                elif path in uneven:
                    yield Complaint(
                        str(path), 1, f"not every wording states the fact {fact} equally often"
                    )
                elif total < 2:  # noqa: PLR2004
                    yield Complaint(
                        str(path), 1, f"the fact {fact} is stated here only", serious=False
                    )
    for name in sorted(set(library.facts) - set(stated)):
        yield Complaint(
            str(root / "facts.yaml"), 1, f"the fact {name} is stated nowhere (yet)", serious=False
        )


def check_runs(families: Mapping[Path, Family]) -> Iterator[Complaint]:
    """Runs of eight words that two wordings share."""
    seen: dict[tuple[str, ...], tuple[Path, str, int]] = {}
    told: set[tuple[Path, str, int]] = set()
    for path, family in families.items():
        for wording in family.wordings:
            for node in wording.walk():
                words = words_of(node.tokens)
                for start in range(len(words) - RUN + 1):
                    run = tuple(words[start : start + RUN])
                    first = seen.setdefault(run, (path, wording.name, node.line))
                    if (
                        first[:2] != (path, wording.name)
                        and (path, wording.name, node.line) not in told
                    ):
                        told.add((path, wording.name, node.line))
                        yield Complaint(
                            str(path),
                            node.line,
                            f"“{' '.join(run)}” is also in wording {first[1]} of "
                            f"{first[0].parent.name}/{first[0].name}:{first[2]}",
                        )
