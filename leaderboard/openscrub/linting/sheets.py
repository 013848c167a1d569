"""Checks of terms, facts and deal sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from leaderboard.openscrub.deals import Deal, Kind, parse_kind
from leaderboard.openscrub.errors import LibraryError, MarkupError
from leaderboard.openscrub.facts import parse_fact
from leaderboard.openscrub.library import COMMON
from leaderboard.openscrub.linting.complaint import Complaint
from leaderboard.openscrub.linting.scope import Scope
from leaderboard.openscrub.linting.texts import Context, Remark, check_text
from leaderboard.openscrub.shelf import Library
from leaderboard.openscrub.terms import Term, load_yaml, parse_term

__all__ = ["check_deals", "check_facts_file", "check_terms"]

_SUBSTITUTES, _MEANS, _DEALS = 6, 2, 4


def check_terms(path: Path, library: Library) -> Iterator[Complaint]:
    """What is wrong with one file of terms."""
    file, source = str(path), path.read_bytes().decode("utf-8")
    data = _load(path)
    if isinstance(data, Complaint):
        yield data
        return
    context = Context(library, Scope.of(library, path.stem))
    known = _Known(
        _other_terms(path.stem, library),
        _substitutes_elsewhere(path.stem, library),
        {
            heading
            for family in library.families.values()
            for wording in family.wordings
            for heading in wording.headings
        },
    )
    for key, value in data.items():
        line = _line_of(source, str(key))
        try:
            term = parse_term(str(key), value, path.stem)
        except MarkupError as error:
            yield Complaint(file, line, f"{key}: {error}")
            continue
        for message in _check_term(term, known):
            yield Complaint(file, line, f"{key}: {message}")
        for message, serious in _check_substitutes(term, known):
            yield Complaint(file, line, f"{key}: {message}", serious)
        for meaning in term.means:
            for remark in check_text(meaning, context):
                yield Complaint(file, line, f"{key}: means: {remark.message}", remark.serious)


@dataclass(frozen=True, slots=True)
class _Known:
    """What a term may not meet: forms of terms, substitutes by term, headings."""

    forms: Mapping[str, str]
    substitutes: Mapping[str, str]
    headings: set[str]


_CAPITALISED: Final = re.compile(r"[A-Z][A-Za-z'-]*(?: (?:[A-Z][A-Za-z'-]*|of|and|to|or|for|in))*")


def _check_term(term: Term, known: _Known) -> Iterator[str]:
    for form in term.forms:
        if not _CAPITALISED.fullmatch(form):
            yield f"the form “{form}” is not words with capitals"
        if known.forms.get(form, term.key) != term.key:
            yield f"{known.forms[form]} has the form “{form}” too"
    if len(term.means) < _MEANS:
        yield f"{len(term.means)} meaning, not {_MEANS} at least"
    if len(term.substitutes) < _SUBSTITUTES:
        yield f"{len(term.substitutes)} substitutes, not {_SUBSTITUTES} at least"
    if not term.private:
        yield "private says how many substitutes are kept for private editions"


def _check_substitutes(term: Term, known: _Known) -> Iterator[tuple[str, bool]]:
    for name in term.substitutes:
        if not _CAPITALISED.fullmatch(name):
            yield f"the substitute “{name}” is not words with capitals", True
        for form in known.forms:
            if _holds(name, form) or _holds(form, name):
                # The writer passes over a substitute that meets a term of the contract at hand.
                serious = form in term.forms
                yield f"the substitute “{name}” and the term “{form}” hold one another", serious
        for heading in known.headings:
            if _holds(heading, name):
                yield f"the substitute “{name}” stands in the heading “{heading}”", False
        if known.substitutes.get(name, term.key) != term.key:
            yield f"the substitute “{name}” is also one of {known.substitutes[name]}", True


def _holds(text: str, part: str) -> bool:
    return f" {part.lower()} " in f" {text.lower()} "


def _other_terms(group: str, library: Library) -> Mapping[str, str]:
    groups = library.terms if group == COMMON else {COMMON: (), group: (), **library.terms}
    return {
        form: term.key
        for name, terms in sorted(groups.items())
        if group == COMMON or name in {COMMON, group}
        for term in terms
        for form in term.forms
    }


def _substitutes_elsewhere(group: str, library: Library) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for name in (COMMON, group):
        for term in library.terms.get(name, ()):
            for substitute in term.substitutes:
                found.setdefault(substitute, term.key)
    return found


def check_facts_file(path: Path) -> Iterator[Complaint]:
    """What is wrong with one file of facts."""
    data = _load(path)
    if isinstance(data, Complaint):
        yield data
        return
    source = path.read_bytes().decode("utf-8")
    for name, value in data.items():
        try:
            parse_fact(str(name), value)
        except MarkupError as error:
            yield Complaint(str(path), _line_of(source, str(name)), f"{name}: {error}")


def check_deals(path: Path, library: Library) -> Iterator[Complaint]:
    """What is wrong with one file of deals."""
    file, source = str(path), path.read_bytes().decode("utf-8")
    data = _load(path)
    if isinstance(data, Complaint):
        yield data
        return
    try:
        kind = parse_kind(data)
    except MarkupError as error:
        yield Complaint(file, 1, str(error))
        return
    context = Context(library, Scope.of(library, kind.name))
    for message, serious in _check_kind(kind, library):
        yield Complaint(file, 1, message, serious)
    for text in kind.recitals:
        for remark in check_text(text, context):
            yield Complaint(file, _line_of(source, "recitals"), remark.message, remark.serious)
    for deal in kind.deals:
        line = source[: max(0, source.find(deal.a.name))].count("\n") + 1
        for remark in _check_deal(deal, context):
            yield Complaint(file, line, remark.message, remark.serious)


def _check_kind(kind: Kind, library: Library) -> Iterator[tuple[str, bool]]:
    if len(kind.deals) < _DEALS:
        yield f"{len(kind.deals)} deals of {_DEALS}", False
    keys = {frozenset(deal.texts) for deal in kind.deals}
    if len(keys) > 1:
        odd = sorted(frozenset.union(*keys) - frozenset.intersection(*keys))
        yield f"not every deal has the keys {', '.join(odd)}", True
    for name in (*kind.required, *kind.optional):
        if library.family(kind.name, name) is None:
            yield f"there is no family {name} (yet)", False
    for message in _deal_node(kind.deal_node, kind.name, library):
        yield message, True


def _check_deal(deal: Deal, context: Context) -> Iterator[Remark]:
    """Untyped forms in the texts of a deal; their numbers and capitals are free."""
    for key, tokens in deal.texts.items():
        for remark in check_text(tokens, context):
            if "form of a term" in remark.message:
                yield Remark(f"{key}: {remark.message}", remark.serious)
    for name in deal.facts:
        if name not in context.library.facts:
            yield Remark(f"there is no fact {name}")


def _deal_node(target: str, kind: str, library: Library) -> Iterator[str]:
    head, _, label = target.partition(".")
    family = library.family(kind, head)
    if not label:
        yield "deal_node is `family.label`, the node that says who does what for whom"
    elif family is not None:
        for wording in family.wordings:
            if all(node.label != label for node in wording.walk()):
                yield f"wording {wording.name} of {head} has no @{label}, the deal_node"


def _load(path: Path) -> dict[object, object] | Complaint:
    try:
        data = load_yaml(path)
    except LibraryError as error:
        match = re.search(r":(\d+): (.*)", str(error))
        return Complaint(str(path), int(match[1]) if match else 1, str(error))
    if not isinstance(data, dict):
        return Complaint(str(path), 1, "not a mapping")
    return data


def _line_of(source: str, key: str) -> int:
    match = re.search(rf"^[\"']?{re.escape(key)}[\"']?\s*:", source, re.MULTILINE)
    return source[: match.start()].count("\n") + 1 if match else 1
