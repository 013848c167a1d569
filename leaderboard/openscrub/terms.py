"""Defined terms as they are written: forms, meanings, substitutes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from leaderboard.openscrub.errors import LibraryError, MarkupError
from leaderboard.openscrub.grammar import Token, parse_text

__all__ = ["Term", "Vocabulary", "load_yaml", "lower_form", "parse_term"]

_ARTICLES = ("the", "none", "a")


@dataclass(frozen=True, slots=True)
class Term:
    """One defined term.

    Attributes:
        key: the form in quotes.
        other: the form of the other number, or "".
        article: the, none or a: `(the "X")`, `("X")`, `(each, a "X")`.
        means: meanings that are incompatible with one another; the first is the definition.
        substitutes: near synonyms that nobody defines, of the key's number.
        private: how many of the last substitutes are kept for private editions.
        group: `common` or a kind.

    """

    key: str
    other: str
    article: str
    means: tuple[tuple[Token, ...], ...]
    substitutes: tuple[str, ...]
    private: int
    group: str

    @property
    def forms(self) -> tuple[str, ...]:
        """The key and, where there is one, the other form."""
        return (self.key, self.other) if self.other else (self.key,)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The terms that may stand in one contract.

    Attributes:
        terms: by key.
        by_form: every form → the term's key.

    """

    terms: Mapping[str, Term]
    by_form: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, terms: Iterable[Term]) -> Vocabulary:
        """The vocabulary of `terms`; of two terms with one form the first has it."""
        by_key: dict[str, Term] = {}
        by_form: dict[str, str] = {}
        for term in terms:
            by_key.setdefault(term.key, term)
            for form in term.forms:
                by_form.setdefault(form, term.key)
        return cls(by_key, by_form)


def lower_form(form: str) -> str:
    """`form` in lower case, abbreviations in capitals as they are."""
    return " ".join(
        word if len(word) > 1 and word.isupper() else word.lower() for word in form.split(" ")
    )


def load_yaml(path: Path) -> object:
    """The content of a YAML file.

    Raises:
        LibraryError: it cannot be read.

    """
    try:
        return yaml.safe_load(path.read_bytes().decode("utf-8"))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        raise LibraryError(
            f"{path.parent.name}/{path.name}:{line}: no YAML: {getattr(error, 'problem', error)}"
        ) from error


def parse_term(key: str, value: object, group: str) -> Term:
    """One term of a file.

    Raises:
        MarkupError: it is not of the form.

    """
    if not isinstance(value, dict):
        raise MarkupError("not a mapping")
    unknown = sorted(
        set(value)
        - {"other", "plural", "article", "means", "substitutes", "plural_substitutes", "private"}
    )
    if unknown:
        raise MarkupError(f"unknown key {unknown[0]}")
    article = value.get("article", "the")
    if article not in _ARTICLES:
        raise MarkupError(f"article is one of {', '.join(_ARTICLES)}, not {article!r}")
    means = _texts(value, "means")
    substitutes = _texts(value, "substitutes")
    private = value.get("private", 0)
    if not isinstance(private, int) or not 0 <= private < max(1, len(substitutes)):
        raise MarkupError("private is a number below that of the substitutes")
    other = value.get("other", value.get("plural")) or ""
    if not isinstance(other, str):
        raise MarkupError("other is a text or null")
    return Term(
        key=key,
        other=other,
        article=article,
        means=tuple(parse_text(text) for text in means),
        substitutes=tuple(substitutes),
        private=private,
        group=group,
    )


def _texts(value: Mapping[str, object], key: str) -> list[str]:
    found = value.get(key)
    if not isinstance(found, list) or not found or not all(isinstance(item, str) for item in found):
        raise MarkupError(f"{key} is a list of texts")
    return [item.strip() for item in found]
