"""Turns tokens into atoms: chooses forms, types what is left untyped, finds the sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from leaderboard.openscrub.errors import ProofError
from leaderboard.openscrub.facts import parse_value, print_value
from leaderboard.openscrub.grammar import (
    AgreementName,
    DealText,
    Definition,
    FactUse,
    IndefiniteArticle,
    Optional,
    Ordinary,
    PartyName,
    PartyWord,
    Plain,
    Proper,
    Reference,
    ReferenceList,
    TermUse,
    Token,
    Value,
)
from leaderboard.openscrub.setting import Setting
from leaderboard.openscrub.terms import lower_form
from leaderboard.openscrub.tree import Atom, Sort

__all__ = [
    "atoms_of",
    "parenthesis",
    "quote_atoms",
    "resolve",
    "split_sentences",
    "typed",
    "unquoted",
]

_SENTENCE_END: Final = re.compile(r"(?<=[.?!])[\"')]*\s+(?=\S)|(?<=[.?!])[\"')]*\s+$")
_ARTICLE_BEFORE: Final = re.compile(
    r"(?:^|\W)(?:the|an?|any|each|every|such|no|its|that|this)\s*$", re.IGNORECASE
)
_SURE_PARTY: Final = re.compile(r"(?:^|\W)(?:each|either|neither|other|both|the)\s$", re.IGNORECASE)


def resolve(tokens: Iterable[Token], present: frozenset[str]) -> Iterator[Token]:
    """Tokens with the text that depends on other families kept or left out."""
    for token in tokens:
        if isinstance(token, Optional):
            if all(_is_present(name, present) for name in token.families):
                yield from resolve(token.tokens, present)
        else:
            yield token


def _is_present(name: str, present: frozenset[str]) -> bool:
    return name in present or name.partition(".")[0] in present


def atoms_of(
    tokens: Iterable[Token], setting: Setting, homes: Mapping[int, str] | None = None
) -> list[Atom]:
    """The atoms of one text.

    Args:
        tokens: resolved.
        setting: what the contract speaks of; its live terms are chosen.
        homes: `id` of a definition token → the term that is defined there.

    """
    flat: list[Atom] = []
    _write(tokens, setting, homes or {}, flat)
    return split_sentences(_tidy(flat))


def _write(
    tokens: Iterable[Token], setting: Setting, homes: Mapping[int, str], out: list[Atom]
) -> None:
    for token in tokens:
        if isinstance(token, Definition):
            _write_definition(token, setting, homes, out)
        elif isinstance(token, DealText):
            out.extend(_deal_atoms(token.key, setting))
        else:
            out.extend(_simple(token, setting, out))


def _simple(token: Token, setting: Setting, before: list[Atom]) -> Iterator[Atom]:  # noqa: C901, PLR0912 - one case a token
    style = setting.style
    match token:
        case Plain():
            yield from typed(token.text, setting, Sort.PLAIN)
        case TermUse():
            yield from _term(token, setting)
        case Ordinary():
            yield Atom(Sort.ORDINARY, token.text, token.text, sure=token.sure)
        case PartyName():
            yield _party(token, setting)
        case PartyWord():
            sure = token.sure or bool(before and _SURE_PARTY.search(before[-1].text))
            yield Atom(
                Sort.PARTY_WORD, token.form, token.form, sure=sure, possessive=token.possessive
            )
        case AgreementName():
            name = setting.kind.agreement
            yield Atom(Sort.AGREEMENT, name, name, sure=True, possessive=token.possessive)
        case Reference():
            yield Atom(Sort.REFERENCE, "", token.target, sure=token.sure)
        case ReferenceList():
            present = tuple(t for t in token.targets if _is_present(t, setting.present))
            yield Atom(Sort.REFERENCES, "", targets=present)
        case FactUse():
            yield _fact(token.fact, setting)
        case Value():
            parsed = parse_value(token.text)
            shown = (
                print_value(parsed[0], parsed[1], style.numbers) + parsed[2]
                if parsed
                else token.text
            )
            yield Atom(Sort.VALUE, shown)
        case Proper():
            yield Atom(Sort.PROPER, token.text)
        case IndefiniteArticle():
            yield Atom(Sort.ARTICLE, "a")
        case _:
            raise ProofError(f"{type(token).__name__} where it cannot be written")


def _party(token: PartyName, setting: Setting) -> Atom:
    name = setting.roles[token.role]
    shown = f"the {name}" if setting.style.role_article else name
    return Atom(Sort.PARTY, shown, token.role, sure=token.sure, possessive=token.possessive)


def _fact(name: str, setting: Setting) -> Atom:
    if name == "law":
        return Atom(Sort.FACT, setting.deal.law, "law")
    if name not in setting.values:
        raise ProofError(f"the fact {name} is in no file of facts")
    shown = print_value(setting.values[name], setting.units[name], setting.style.numbers)
    return Atom(Sort.FACT, shown, name)


def _term(token: TermUse, setting: Setting) -> Iterator[Atom]:
    key = setting.vocabulary.by_form.get(token.form)
    if key is None:
        # A term that is one of the contract's own words, as `Customer` may be.
        yield Atom(Sort.PROPER, token.form)
        return
    term = setting.vocabulary.terms[key]
    form = (term.other or key) if token.plural else token.form
    if key in setting.live:
        yield Atom(Sort.TERM, form, key, sure=token.sure and form == key)
        return
    lower = lower_form(form)
    at = 0
    # "Renewal Term", not defined itself, is "renewal Term" where Term is.
    for match in setting.exact.finditer(lower):
        if match.start() > at:
            yield from typed(lower[at : match.start()], setting, Sort.DEAD)
        yield from _inner(form[match.start() : match.end()], setting)
        at = match.end()
    if at == 0 and not setting.pattern.search(lower):
        yield Atom(Sort.DEAD, lower, key, sure=form == key)
    elif at < len(lower):
        yield from typed(lower[at:], setting, Sort.DEAD)


def _inner(form: str, setting: Setting) -> Iterator[Atom]:
    key = setting.vocabulary.by_form.get(form)
    if key is not None and key in setting.live:
        yield Atom(Sort.TERM, form, key)
    else:
        yield Atom(Sort.PROPER, form)


def typed(text: str, setting: Setting, sort: Sort = Sort.PLAIN) -> Iterator[Atom]:
    """Plain text with forms of live terms in it typed as ordinary words."""
    at = 0
    for match in setting.pattern.finditer(text):
        if sort is Sort.DEAL and match[0] != match[0].lower():
            continue  # part of a name
        if match.start() > at:
            yield Atom(sort, text[at : match.start()])
        yield Atom(Sort.ORDINARY, match[0], match[0].lower())
        at = match.end()
    if at < len(text):
        yield Atom(sort, text[at:])


def _deal_atoms(key: str, setting: Setting) -> Iterator[Atom]:
    deal = setting.deal
    if key in deal.texts:
        for token in deal.texts[key]:
            if isinstance(token, Plain):
                yield from typed(token.text, setting, Sort.DEAL)
            else:
                yield from _simple(token, setting, [])
        return
    role, _, part = key.partition("_")
    if role in {"a", "b"}:
        text = str(getattr(setting.party(role.upper()), part, ""))
    else:
        text = str(getattr(deal, key, ""))
    if not text:
        raise ProofError(f"the deal of {deal.a.name} has no {key}")
    yield Atom(Sort.DEAL, text)


def quote_atoms(term: str, setting: Setting) -> Atom:
    """The quoted form of a term."""
    return Atom(Sort.QUOTE, term.upper() if setting.style.capitals else term, term)


def _write_definition(
    token: Definition, setting: Setting, homes: Mapping[int, str], out: list[Atom]
) -> None:
    if id(token) in homes:
        _write(token.phrase, setting, homes, out)
        out.extend(parenthesis(token.term, setting))
    elif token.term not in setting.live:
        out.append(Atom(Sort.PLAIN, ""))
        _write(token.phrase, setting, homes, out)
        # The place where an unused definition may be planted.
        out.append(Atom(Sort.POINTER, "", token.term))
    elif token.alone is not None:
        _write(token.alone, setting, homes, out)
    else:
        term = setting.vocabulary.terms[token.term]
        before = "".join(atom.text for atom in out[-2:])
        if not _ARTICLE_BEFORE.search(before) and not _is_article(out):
            article = {"the": "the ", "a": "a "}.get(term.article, "")
            if article:
                out.append(Atom(Sort.PLAIN, article))
        out.extend(_term(TermUse(token.term), setting))


def _is_article(out: list[Atom]) -> bool:
    return any(atom.sort is Sort.ARTICLE for atom in out[-2:])


def parenthesis(key: str, setting: Setting) -> list[Atom]:
    """A definition in parentheses, a blank before it."""
    term = setting.vocabulary.terms[key]
    manner = setting.style.parenthesis
    each = "each, an " if key[0] in "AEIOU" else "each, a "
    lead = {"the": "the ", "a": each, "none": ""}[term.article]
    if not setting.style.quoted:
        return unquoted(lead.replace(",", ""), key, setting)
    if manner == "hereinafter" and term.article != "a":
        lead = f"hereinafter, {lead}"
    elif manner == "collectively" and term.article == "the" and key.endswith("s"):
        lead = f"collectively, {lead}"
    return [
        Atom(Sort.PLAIN, f' ({lead}"'),
        quote_atoms(key, setting),
        Atom(Sort.PLAIN, '")'),
    ]


def unquoted(lead: str, key: str, setting: Setting) -> list[Atom]:
    """A definition in parentheses without quotes: `(hereinafter the Products)`.

    Where each of several is meant: `(each hereinafter referred to as an Invoice)`.
    """
    verb = {
        "plain": "hereinafter",
        "hereinafter": "hereinafter referred to as",
        "collectively": "herein called",
    }[setting.style.parenthesis]
    each, _, rest = lead.partition("each ")
    opening = f"each {verb} {rest}" if rest and not each else f"{verb} {lead}"
    return [
        Atom(Sort.PLAIN, f" ({opening}"),
        quote_atoms(key, setting),
        Atom(Sort.PLAIN, ")"),
    ]


def _tidy(atoms: list[Atom]) -> list[Atom]:
    """Blanks where words would touch, none doubled, none before points."""
    tidy: list[Atom] = []
    last = " "
    for atom in atoms:
        text = atom.text
        if atom.sort is Sort.PLAIN:
            text = re.sub(r" {2,}", " ", text)
            if last.isspace():
                text = text.lstrip(" ")
            elif text[:1].isalnum() and (last.isalnum() or last in ".,;:)"):
                text = f" {text}"
            atom.text = text
        elif _needs_blank(atom, last) and tidy and not tidy[-1].possessive:
            tidy.append(Atom(Sort.PLAIN, " "))
        if atom.sort in _EMPTY_YET:
            last = "x"
        elif atom.possessive:
            last = "s"
        elif text:
            last = text[-1]
        tidy.append(atom)
    return tidy


def _needs_blank(atom: Atom, last: str) -> bool:
    """Whether a token would touch the word before it."""
    shows = bool(atom.text) or atom.sort in _EMPTY_YET
    return shows and not (last.isspace() or last in "(\"'/—-" or atom.text.startswith(" "))


_EMPTY_YET: Final = frozenset({Sort.REFERENCE, Sort.REFERENCES})


def split_sentences(atoms: list[Atom]) -> list[Atom]:
    """`atoms`, plain text cut at the ends of sentences, each with its sentence and place in it."""
    cut: list[Atom] = []
    for atom in atoms:
        if atom.sort is not Sort.PLAIN:
            cut.append(atom)
            continue
        at = 0
        for match in _SENTENCE_END.finditer(atom.text):
            cut.append(Atom(Sort.PLAIN, atom.text[at : match.end()]))
            at = match.end()
        if at < len(atom.text):
            cut.append(Atom(Sort.PLAIN, atom.text[at:]))
    sentence = 0
    words = False
    for atom in cut:
        atom.sentence = sentence
        says = bool(atom.text.strip("\"'( ")) or atom.sort in _EMPTY_YET
        atom.first = says and not words
        words = words or says
        if atom.sort is Sort.PLAIN and _SENTENCE_END.search(atom.text) and atom.text[-1:].isspace():
            sentence += 1
            words = False
    return cut
