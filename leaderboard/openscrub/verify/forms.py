"""The printed forms of a defined term, and where they stand in a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from leaderboard.openscrub.verify.words import Word

__all__ = ["Case", "Match", "Vocabulary", "other_numbers"]

_OF: Final = frozenset({"of", "for", "in"})
_SIBILANTS: Final = ("s", "x", "z", "ch", "sh")
_SINGULAR: Final = ("ss", "us", "is")


class Case(Enum):
    """How a form is printed, beside the form that its definition quotes."""

    CAPITAL = "capital"
    LOWER = "lower"
    MIXED = "mixed"


class Match(NamedTuple):
    """A form in the text: its words' first and last index, the term, its case, its form."""

    first: int
    last: int
    term: str
    case: Case
    exact: bool


def other_numbers(term: str) -> set[str]:
    """The plural of a term, and its singular if it looks like a plural, in lower case."""
    words = term.casefold().split()
    found = set()
    places = [len(words) - 1]
    if len(words) > 2 and words[1] in _OF:  # noqa: PLR2004 - "change of control"
        places.append(0)
    for place in places:
        for form in _inflections(words[place]):
            found.add(" ".join([*words[:place], form, *words[place + 1 :]]))
    return found


def _inflections(word: str) -> Iterator[str]:
    if word.endswith("y") and word[-2:-1] not in set("aeiou"):
        yield f"{word[:-1]}ies"
    elif word.endswith(_SIBILANTS):
        yield f"{word}es"
    else:
        yield f"{word}s"
    if word.endswith("ies"):
        yield f"{word[:-3]}y"
    elif word.endswith("es") and word[:-2].endswith(_SIBILANTS):
        yield word[:-2]
        yield word[:-1]
    elif word.endswith("s") and not word.endswith(_SINGULAR):
        yield word[:-1]


@dataclass(frozen=True, slots=True)
class _Form:
    words: tuple[str, ...]
    gaps: tuple[str, ...]
    quoted: tuple[str, ...]
    term: str
    exact: bool


class Vocabulary:
    """The terms that a contract defines, ready to be found in its words."""

    def __init__(self, terms: Iterable[str]) -> None:
        """Take the terms as their definitions quote them."""
        self._forms: dict[str, list[_Form]] = {}
        known = sorted(set(terms))
        exact = {term.casefold() for term in known}
        for term in known:
            self._add(term, term.casefold(), exact=True)
            for form in sorted(other_numbers(term) - exact):
                self._add(term, form, exact=False)
        for forms in self._forms.values():
            forms.sort(key=lambda form: (-len(form.words), not form.exact, form.term))

    def _add(self, term: str, form: str, *, exact: bool) -> None:
        words, gaps = _split(form)
        quoted, _ = _split(term)
        self._forms.setdefault(words[0], []).append(_Form(words, gaps, quoted, term, exact))

    def find(self, flat: str, words: Sequence[Word], end: int) -> Iterator[Match]:
        """The forms among the words of a stretch of text, the longest first, without overlap.

        Args:
            flat: the contract.
            words: words of one stretch of running text.
            end: where the stretch ends.

        """
        at = 0
        while at < len(words):
            match = self._at(flat, words, at, end)
            if match is None:
                at += 1
                continue
            yield match
            at = match.last + 1

    def _at(self, flat: str, words: Sequence[Word], at: int, end: int) -> Match | None:
        start = words[at].start
        if start and flat[start - 1] == "-":
            return None
        for form in self._forms.get(words[at].text.casefold(), ()):
            last = at + len(form.words) - 1
            if last >= len(words):
                continue
            some = words[at : last + 1]
            if not _fits(flat, some, form):
                continue
            stop = some[-1].end
            if stop + 1 < end and flat[stop] == "-" and flat[stop + 1].isalnum():
                continue
            return Match(at, last, form.term, _case(some, form.quoted), form.exact)
        return None


def _split(form: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Words of a form, hyphens being gaps of their own."""
    words: list[str] = []
    gaps: list[str] = []
    for piece in form.split():
        for at, part in enumerate(piece.split("-")):
            if words:
                gaps.append("-" if at else " ")
            words.append(part)
    return tuple(words), tuple(gaps)


def _fits(flat: str, words: Sequence[Word], form: _Form) -> bool:
    for word, expected in zip(words, form.words, strict=True):
        if word.text.casefold() != expected:
            return False
    for at, gap in enumerate(form.gaps):
        between = flat[words[at].end : words[at + 1].start]
        if (between.strip() if gap == "-" else between.isspace()) != (gap if gap == "-" else True):
            return False
    return True


def _case(words: Sequence[Word], quoted: Sequence[str]) -> Case:
    """How the words are printed; in a contract whose terms are all capitals those are meant."""
    shouting = all(word.isupper() for word in quoted) and len("".join(quoted)) > 1
    capital = lower = True
    for word, model in zip(words, quoted, strict=True):
        if not model[0].isupper():
            continue
        capital = capital and (word.text.isupper() if shouting else word.is_capital)
        lower = lower and not word.is_capital
    return Case.CAPITAL if capital else Case.LOWER if lower else Case.MIXED
