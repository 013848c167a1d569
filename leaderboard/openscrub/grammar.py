"""The markup of the clause library: plain words and typed tokens.

    [t:Form] [t!:Form] [ts:Key] [def:Key|phrase|alone]   terms
    [A] [B] [A's] [B!] [Party] [Parties'] [Agreement]    parties and the contract's own name
    [ref:family.label] [ref!:…] [refs:a, b.c]            references
    [w:form] [w!:form]                                   the same word in its everyday sense
    [f:fact] [v:10 days] [n:Delaware] [d:goods] [a]      facts, values, proper nouns, deal, article
    {?family,family: text}                               text that depends on other families

An exclamation mark says that the token is certain enough to carry an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from leaderboard.openscrub.errors import MarkupError

__all__ = [
    "AgreementName",
    "DealText",
    "Definition",
    "FactUse",
    "IndefiniteArticle",
    "Optional",
    "Ordinary",
    "PartyName",
    "PartyWord",
    "Plain",
    "Proper",
    "Reference",
    "ReferenceList",
    "TermUse",
    "Token",
    "Value",
    "parse_text",
    "walk",
]


@dataclass(frozen=True, slots=True)
class Plain:
    """Words that stand for themselves."""

    text: str


@dataclass(frozen=True, slots=True)
class TermUse:
    """A use of a defined term, in the form written; `plural` asks for the other form of a key."""

    form: str
    sure: bool = False
    plural: bool = False


@dataclass(frozen=True, slots=True)
class Definition:
    """A home where the term can be defined: `phrase` there, else `alone`."""

    term: str
    phrase: tuple[Token, ...]
    alone: tuple[Token, ...] | None = None


@dataclass(frozen=True, slots=True)
class PartyName:
    """The short name of the party in role A or B."""

    role: str
    possessive: bool = False
    sure: bool = False


@dataclass(frozen=True, slots=True)
class PartyWord:
    """The defined word Party or Parties."""

    form: str
    possessive: bool = False
    sure: bool = False


@dataclass(frozen=True, slots=True)
class AgreementName:
    """The contract's own name."""

    possessive: bool = False


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference to a node, `family`, `family.label` or `schedule.label`."""

    target: str
    sure: bool = False


@dataclass(frozen=True, slots=True)
class ReferenceList:
    """A list of references; those without a target drop out."""

    targets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ordinary:
    """A word of everyday use that is also a form of a term, in lower case."""

    text: str
    sure: bool = False


@dataclass(frozen=True, slots=True)
class FactUse:
    """One statement of a fact."""

    fact: str


@dataclass(frozen=True, slots=True)
class Value:
    """A value that is said once."""

    text: str


@dataclass(frozen=True, slots=True)
class Proper:
    """A proper noun."""

    text: str


@dataclass(frozen=True, slots=True)
class DealText:
    """A text of the deal sheet."""

    key: str


@dataclass(frozen=True, slots=True)
class IndefiniteArticle:
    """`a` or `an`, as the next word wants."""


@dataclass(frozen=True, slots=True)
class Optional:
    """Tokens that stand only where all of `families` are in the contract."""

    families: tuple[str, ...]
    tokens: tuple[Token, ...]


Token: TypeAlias = (
    Plain
    | TermUse
    | Definition
    | PartyName
    | PartyWord
    | AgreementName
    | Reference
    | ReferenceList
    | Ordinary
    | FactUse
    | Value
    | Proper
    | DealText
    | IndefiniteArticle
    | Optional
)

_TARGET: Final = re.compile(r"[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)?")
_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_FAMILY: Final = re.compile(r"[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)?")
_BRACKETS: Final = re.compile(r"[\[\]{}|]")
_WORDS: Final[Mapping[str, Token]] = {
    "Party": PartyWord("Party"),
    "Party!": PartyWord("Party", sure=True),
    "Party's": PartyWord("Party", possessive=True),
    "Parties": PartyWord("Parties"),
    "Parties!": PartyWord("Parties", sure=True),
    "Parties'": PartyWord("Parties", possessive=True),
    "Agreement": AgreementName(),
    "Agreement's": AgreementName(possessive=True),
    "a": IndefiniteArticle(),
    **{
        f"{role}{mark}": PartyName(role, possessive="'s" in mark, sure="!" in mark)
        for role in "AB"
        for mark in ("", "!", "'s", "'s!", "!'s")
    },
}


def parse_text(text: str) -> tuple[Token, ...]:
    """The tokens of one text.

    Raises:
        MarkupError: a token is unknown, malformed or not closed.

    """
    return tuple(_tokens(text, optional_allowed=True))


def walk(tokens: tuple[Token, ...]) -> Iterator[Token]:
    """All tokens in order, with those inside definitions and optional text."""
    for token in tokens:
        yield token
        if isinstance(token, Optional):
            yield from walk(token.tokens)
        elif isinstance(token, Definition):
            yield from walk(token.phrase)
            yield from walk(token.alone or ())


def _tokens(text: str, *, optional_allowed: bool) -> Iterator[Token]:
    at = 0
    plain = 0
    while True:
        match = _BRACKETS.search(text, at)
        if match is None:
            break
        start = match.start()
        if match[0] == "|":
            raise MarkupError("a bar `|` outside a token")
        if match[0] in "]}":
            raise MarkupError(
                f"`{match[0]}` closes nothing, near “{text[max(0, start - 20) : start]}”"
            )
        if plain < start:
            yield Plain(text[plain:start])
        end = _closing(text, start)
        inside = text[start + 1 : end]
        if match[0] == "[":
            yield _token(inside)
        elif not optional_allowed:
            raise MarkupError("text that depends on a family inside other such text")
        else:
            yield _optional(inside)
        at = plain = end + 1
    if plain < len(text):
        yield Plain(text[plain:])


def _closing(text: str, start: int) -> int:
    """The index of the bracket that closes the one at `start`."""
    depth: list[str] = []
    for index in range(start, len(text)):
        sign = text[index]
        if sign in "[{":
            depth.append("]" if sign == "[" else "}")
        elif sign in "]}":
            if sign != depth.pop():
                break
            if not depth:
                return index
    raise MarkupError(f"a bracket is not closed: “{text[start : start + 40]}”")


def _optional(inside: str) -> Optional:
    head, colon, body = inside.partition(":")
    if not head.startswith("?") or not colon:
        raise MarkupError(f"text in braces begins with `?family:`, not “{inside[:30]}”")
    families = tuple(name.strip() for name in head[1:].split(","))
    for name in families:
        if not _FAMILY.fullmatch(name):
            raise MarkupError(f"“{name}” is no name of a family")
    # Blanks inside the braces are meant, so that a sentence can end or begin there, except the
    # one after the colon.
    return Optional(families, tuple(_tokens(body.removeprefix(" "), optional_allowed=False)))


def _token(inside: str) -> Token:
    if inside in _WORDS:
        return _WORDS[inside]
    kind, colon, body = inside.partition(":")
    sure = kind.endswith("!")
    kind = kind.removesuffix("!")
    body = body.strip()
    if not colon or not body:
        raise MarkupError(f"[{inside}] is no token")
    if sure and kind not in {"t", "ts", "w", "ref"}:
        raise MarkupError(f"[{inside}]: `{kind}` takes no exclamation mark")
    if kind == "def":
        return _definition(body)
    if "[" in body or "{" in body or "|" in body:
        raise MarkupError(f"[{inside}] holds a token, which only `def` may")
    return _simple(kind, body, inside, sure=sure)


def _simple(kind: str, body: str, inside: str, *, sure: bool) -> Token:
    token: Token
    match kind:
        case "t" | "ts":
            token = TermUse(body, sure, plural=kind == "ts")
        case "w":
            token = Ordinary(body, sure)
        case "ref":
            token = Reference(_named(_TARGET, body, inside), sure)
        case "refs":
            names = (_named(_TARGET, name.strip(), inside) for name in body.split(","))
            token = ReferenceList(tuple(names))
        case "f":
            token = FactUse(_named(_NAME, body, inside))
        case "d":
            token = DealText(_named(_NAME, body, inside))
        case "v":
            token = Value(body)
        case "n":
            token = Proper(body)
        case _:
            raise MarkupError(f"[{inside}] is no token")
    return token


def _named(pattern: re.Pattern[str], name: str, inside: str) -> str:
    if not pattern.fullmatch(name):
        raise MarkupError(f"[{inside}]: “{name}” is no name")
    return name


def _definition(body: str) -> Definition:
    parts = _split_bars(body)
    if len(parts) not in {2, 3} or not all(parts):
        raise MarkupError(f"[def:{body[:30]}…] is `def:Term|phrase` or `def:Term|phrase|alone`")
    phrase = tuple(_tokens(parts[1], optional_allowed=False))
    alone = tuple(_tokens(parts[2], optional_allowed=False)) if len(parts) > 2 else None  # noqa: PLR2004
    if any(isinstance(token, Definition) for token in (*phrase, *(alone or ()))):
        raise MarkupError(f"[def:{parts[0]}…] holds another definition")
    return Definition(parts[0], phrase, alone)


def _split_bars(body: str) -> list[str]:
    """`body` at its bars outside brackets."""
    parts = [""]
    depth = 0
    for sign in body:
        depth += (sign in "[{") - (sign in "]}")
        if sign == "|" and depth == 0:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]
