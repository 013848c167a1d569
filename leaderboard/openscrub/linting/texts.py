"""Checks of one text: tokens known, forms typed, numbers declared, capitals where they belong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from leaderboard.openscrub.facts import spell
from leaderboard.openscrub.grammar import (
    AgreementName,
    DealText,
    Definition,
    FactUse,
    Optional,
    Ordinary,
    PartyName,
    Plain,
    Reference,
    ReferenceList,
    TermUse,
    Token,
)
from leaderboard.openscrub.library import COMMON
from leaderboard.openscrub.linting.scope import Scope
from leaderboard.openscrub.shelf import Library

__all__ = ["Context", "Remark", "check_text", "words_of"]

_WORD: Final = re.compile(r"[A-Za-z][A-Za-z']*|\d+")
_AT_START: Final = re.compile(r"(?:^|[.?!][\"')]*\s)[\s\"'(]*$")
_NUMBERS: Final = frozenset(
    {spell(number) for number in range(2, 20)}
    | {spell(number) for number in range(20, 100, 10)}
    | {"hundred", "thousand", "million", "dozen"}
)
_ARTICLE: Final = re.compile(r"\b(?:the|a|an)\s$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Remark:
    """A complaint that does not know its place yet."""

    message: str
    serious: bool = True


@dataclass(frozen=True, slots=True)
class Context:
    """Where a text stands: what it may say, its family and the families it needs."""

    library: Library
    scope: Scope
    family: str = ""
    needs: tuple[str, ...] = ()
    labels: frozenset[str] = field(default_factory=frozenset)
    facts_allowed: bool = True


def check_text(tokens: tuple[Token, ...], context: Context) -> Iterator[Remark]:
    """What is wrong with one text."""
    yield from _Reader(context).read(tokens)


@dataclass(slots=True)
class _Reader:
    """Reads the tokens of one text from left to right.

    Attributes:
        context: where the text stands.
        before: what has been read, tokens as one letter.
        given: families that are certain to be there where the reader is.

    """

    context: Context
    before: str = ""
    given: frozenset[str] = frozenset()

    def read(self, tokens: tuple[Token, ...]) -> Iterator[Remark]:
        """What is wrong with `tokens`."""
        for token in tokens:
            if isinstance(token, Plain):
                yield from _plain(token.text, self.before, self.context.scope)
                self.before += token.text
            elif isinstance(token, Optional):
                yield from self._optional(token)
            else:
                yield from self._token(token)
                self.before += "x"

    def _optional(self, token: Optional) -> Iterator[Remark]:
        for name in token.families:
            yield from _known_family(name, self.context, serious=False)
        outer, self.given = self.given, frozenset(token.families)
        yield from self.read(token.tokens)
        self.given = outer

    def _token(self, token: Token) -> Iterator[Remark]:
        at_start = bool(_AT_START.search(self.before))
        match token:
            case Definition():
                yield from self._definition(token)
            case PartyName() | AgreementName():
                yield from _own_name(token, self.before)
            case TermUse():
                yield from _term_use(token, self.context, at_start=at_start)
            case Ordinary():
                yield from _ordinary(token, self.context.scope, at_start=at_start)
            case Reference():
                yield from _target(token.target, self.context, self.given)
            case ReferenceList():
                for name in token.targets:
                    given = frozenset({name.partition(".")[0], name})
                    yield from _target(name, self.context, given)
            case FactUse() | DealText():
                yield from _sheet(token, self.context)
            case _:
                pass

    def _definition(self, token: Definition) -> Iterator[Remark]:
        yield from _term(token.term, self.context, key_only=True)
        for part in (token.phrase, token.alone or ()):
            yield from _Reader(self.context, self.before, self.given).read(part)


def _own_name(token: PartyName | AgreementName, before: str) -> Iterator[Remark]:
    if isinstance(token, PartyName):
        if _ARTICLE.search(before):
            yield Remark(f"an article before [{token.role}]: the token brings its own")
    elif re.search(r"\bthe\s$", before, re.IGNORECASE):
        yield Remark("`the [Agreement]`: write `this [Agreement]`")


def _sheet(token: FactUse | DealText, context: Context) -> Iterator[Remark]:
    if isinstance(token, DealText):
        if token.key not in context.scope.deal_keys:
            yield Remark(f"not every deal of the kind has the key {token.key}")
    elif token.fact != "law" and token.fact not in context.library.facts:
        yield Remark(f"there is no fact {token.fact} in facts*.yaml", serious=False)


def _plain(text: str, before: str, scope: Scope) -> Iterator[Remark]:
    if "  " in text or re.search(r"\s[,;.:](?!\w)", text):
        yield Remark(f"two blanks, or a blank before a point or comma: “{text.strip()[:40]}”")
    for match in scope.hard.finditer(text):
        yield Remark(
            f"“{match[0]}” is a form of a term: type it [t:…], or [w:{match[0].lower()}] in its "
            f"everyday sense, near “{text[max(0, match.start() - 15) : match.end() + 15].strip()}”"
        )
    for match in scope.soft.finditer(text) if scope.soft else ():
        yield Remark(
            f"“{match[0]}” is a term in some kinds and will be read in its everyday sense here, "
            f"near “{text[max(0, match.start() - 15) : match.end() + 15].strip()}”",
            serious=False,
        )
    for match in _WORD.finditer(text):
        word = match[0]
        if word.isdigit() or word.lower() in _NUMBERS:
            yield Remark(f"the number “{word}” is not in a token: [f:…], [v:…] or [n:…]")
        elif word[0].isupper() and not _AT_START.search((before + text[: match.start()])[-40:]):
            yield Remark(f"“{word}” has a capital and is neither a token nor first in a sentence")


def _term(form: str, context: Context, *, key_only: bool = False) -> Iterator[Remark]:
    vocabulary = context.scope.vocabulary
    if form not in vocabulary.by_form:
        where = "terms/common.yaml" if context.scope.kind == COMMON else "its terms"
        yield Remark(f"“{form}” is no term of {where}")
    elif key_only and form not in vocabulary.terms:
        yield Remark(f"a definition names the term by its key, {vocabulary.by_form[form]}")


def _term_use(token: TermUse, context: Context, *, at_start: bool) -> Iterator[Remark]:
    yield from _term(token.form, context)
    vocabulary = context.scope.vocabulary
    key = vocabulary.by_form.get(token.form)
    if key is None:
        return
    if token.plural and not vocabulary.terms[key].other:
        yield Remark(f"the term {key} has no other form")
    if token.sure and (token.plural or token.form != key):
        yield Remark(f"[t!:{token.form}] is no site: errors stand on the key {key}", serious=False)
    if token.sure and at_start:
        yield Remark(f"[t!:{token.form}] first in a sentence is no site", serious=False)


def _ordinary(token: Ordinary, scope: Scope, *, at_start: bool) -> Iterator[Remark]:
    if token.text != token.text.lower():
        yield Remark(f"[w:{token.text}] is written in lower case")
    if token.text not in scope.ordinary:
        yield Remark(f"[w:{token.text}]: no term has that form", serious=False)
    if token.sure and at_start:
        yield Remark(f"[w!:{token.text}] first in a sentence is no site")


def _known_family(name: str, context: Context, *, serious: bool = True) -> Iterator[Remark]:
    head, _, label = name.partition(".")
    if head == "schedule":
        if label and context.scope.kind != COMMON and label not in context.scope.schedules:
            yield Remark(f"not every deal of the kind has the schedule {label}", serious=serious)
    elif context.library.family(context.scope.kind, head) is None:
        yield Remark(f"there is no family {head} (yet)", serious=serious)


def _target(target: str, context: Context, given: frozenset[str]) -> Iterator[Remark]:
    head, _, label = target.partition(".")
    if head == context.family:
        if label and label not in context.labels:
            yield Remark(f"this wording has no node @{label}")
        return
    if head == "schedule" and context.scope.kind != COMMON:
        yield from _known_family(target, context)
        return
    yield from _known_family(head if head != "schedule" else target, context, serious=False)
    if head not in context.needs and not {head, target} & given:
        yield Remark(f"[ref:{target}]: {head} may be missing: put it in {{?{head}: …}} or `needs`")
    family = context.library.family(context.scope.kind, head)
    if family is not None and label:
        for wording in family.wordings:
            if all(node.label != label for node in wording.walk()):
                yield Remark(f"[ref:{target}]: wording {wording.name} of {head} has no @{label}")
                break


def words_of(tokens: tuple[Token, ...]) -> list[str]:
    """The words of a text in lower case, tokens as the words or marks that stand for them."""
    return [word for token in tokens for word in _words(token)]


def _words(token: Token) -> list[str]:
    match token:
        case Plain() | Ordinary():
            words = re.findall(r"[a-z0-9][a-z0-9'-]*", token.text.lower())
        case Definition():
            words = [*words_of(token.phrase), *token.term.lower().split()]
        case Optional():
            words = words_of(token.tokens)
        case Reference():
            words = ["section", "#"]
        case ReferenceList():
            words = ["sections", *("#" for _ in token.targets)]
        case FactUse():
            words = ["#", f"#{token.fact}", "unit"]
        case DealText():
            words = [f"#{token.key}"] * 4
        case PartyName():
            words = [f"#{token.role}"]
        case _:
            shown = getattr(token, "text", getattr(token, "form", "agreement"))
            words = str(shown).lower().split()
    return words
