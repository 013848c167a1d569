"""How one contract looks: numbering, definitions, references, quotes, headings, page breaks.

Shares follow what real contracts show; `quantile` spreads each choice evenly over an edition.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

__all__ = ["SCHEMES", "Style", "choose_style"]

_T = TypeVar("_T")

SCHEMES: Final = (
    ("decimal", 34),  # 9. / 9.2 / (a)
    ("articles", 15),  # ARTICLE IV / Section 4.2 / (a) / (i)
    ("sections", 13),  # Section 9. / (a) / (i)
    ("simple", 12),  # 9. / (a) / (i)
    ("three-level", 10),  # 4. / 4.2 / 4.2.1 / (a)
    ("padded", 8),  # ARTICLE IV / 4.02 / (a) / (i)
    ("articles-flat", 8),  # ARTICLE IX / Section 9.2 / (a)
)
"""Numbering schemes and how often each is met, in percent."""

_GROUPED: Final = frozenset({"articles", "three-level", "padded"})


@dataclass(frozen=True, slots=True)
class Style:
    """The form of one contract.

    Attributes:
        scheme: one of `SCHEMES`.
        definitions: `article` or `parentheses`.
        entry: how an entry of the article reads, one of `_ENTRIES`.
        numbered_entries: whether the article's entries carry numbers.
        sentence: how a sentence that defines reads, an index.
        quoted: whether what is defined stands in quotes; else `(hereinafter the Products)`.
        parenthesis: how a definition in parentheses reads, one of `_PARENTHESES`.
        recitals: `whereas`, `lettered` or `none`.
        role_article: `the Supplier` rather than `Supplier`.
        curly: curly quotes rather than straight ones.
        capitals: terms in capitals throughout.
        numbers: `both`, `figures` or `words`.
        label: what references call a section.
        reference_space: `Section 9.2 (b)`.
        heading: `plain`, `upper`, `bracketed` or `run-in`.
        inline: whether subsections show their inline headings.
        capital_passages: whether passages that may be in capitals are.
        width: where lines break, or 0.
        pages: `none`, `dashes` or `words`.
        schedule: what schedules are called.
        general: whether the last clauses stand under one heading.
        pointers: whether a first use before the definition says where that is.

    """

    scheme: str
    definitions: str
    entry: str
    numbered_entries: bool
    sentence: int
    quoted: bool
    parenthesis: str
    recitals: str
    role_article: bool
    curly: bool
    capitals: bool
    numbers: str
    label: str
    reference_space: bool
    heading: str
    inline: bool
    capital_passages: bool
    width: int
    pages: str
    schedule: str
    general: bool
    pointers: bool

    @property
    def grouped(self) -> bool:
        """Whether clauses stand in articles by subject."""
        return self.scheme in _GROUPED


_ENTRIES: Final = (("means", 45), ("shall-mean", 20), ("has", 12), ("colon", 13), ("unquoted", 10))
_PARENTHESES: Final = (("plain", 70), ("hereinafter", 12), ("collectively", 18))


def choose_style(quantile: Callable[[str], float]) -> Style:
    """The style of one contract.

    Args:
        quantile: attribute → a number from 0 to 1 that is spread evenly over the edition.

    """

    def pick(name: str, choices: Sequence[tuple[_T, int]]) -> _T:
        return _at(choices, quantile(name))

    def chance(name: str, percent: int) -> bool:
        return quantile(name) * 100 < percent

    scheme = pick("scheme", SCHEMES)
    definitions = pick("definitions", (("parentheses", 34), ("article", 66)))
    label = "Section"
    if scheme in {"decimal", "simple", "three-level"}:
        label = pick("label", (("Section", 76), ("Clause", 12), ("Paragraph", 12)))
    return Style(
        scheme=scheme,
        definitions=definitions,
        entry=pick("entry", _ENTRIES),
        numbered_entries=chance("numbered_entries", 18),
        sentence=pick("sentence", ((0, 35), (1, 25), (2, 20), (3, 20))),
        quoted=not chance("quoted", 21),
        parenthesis=pick("parenthesis", _PARENTHESES),
        recitals=pick("recitals", (("whereas", 45), ("lettered", 30), ("none", 25))),
        role_article=chance("role_article", 55),
        curly=chance("curly", 40),
        capitals=chance("capitals", 7),
        numbers=pick("numbers", (("both", 62), ("figures", 22), ("words", 16))),
        label=label,
        reference_space=chance("reference_space", 12),
        heading=pick("heading", (("plain", 45), ("upper", 25), ("run-in", 20), ("bracketed", 10))),
        inline=chance("inline", 55),
        capital_passages=chance("capital_passages", 60),
        width=pick("width", ((0, 86), (78, 7), (92, 7))),
        pages=pick("pages", (("none", 76), ("dashes", 12), ("words", 12))),
        schedule=pick("schedule", (("Schedule", 45), ("Exhibit", 45), ("Annex", 10))),
        general=chance("general", 40),
        pointers=chance("pointers", 35),
    )


def _at(choices: Sequence[tuple[_T, int]], quantile: float) -> _T:
    total = sum(weight for _, weight in choices)
    reached = 0
    for choice, weight in choices:
        reached += weight
        if quantile * total < reached:
            return choice
    return choices[-1][0]
