"""The methodology page's worked examples. The scorer computes them at every build.

Only inputs are written down here; what comes of them is never typed in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from leaderboard.explain import explain
from scoring import cuad
from scoring.contractscrub import (
    CATEGORIES,
    canonical_place,
    normalise_words,
    parse_answer,
    score,
)

__all__ = ["worked_examples"]

PLACES: Final = (
    ("Section 2.1(b)", "paragraph (b) of Section 2.1"),
    ("2.1", "2.01"),
    ("2.10", "2.1"),
    ("1(1)(a)", "11(a)"),
    ("2(x)(i)", "2(xi)"),
    ("Article IV, Section 4.2", "Section 4.2"),
    ("Section 2.1 of the Loan Agreement", "Section 2.1"),
    ("Schedule 1.1(a)", "Section 1.1(a)"),
    ("Exhibit A, Section 1", "Exhibit A-1"),
    ("Annex I", "Annex 1"),
    ("Exhibit I", "Exhibit 1"),
    ("Sections 2(a) and (b)", "Sections 2(b), 2(a)"),
    ("first paragraph", "Preamble"),
)
WORDS: Final = (
    "“Net Sales Price”,",
    "Effective Date³",
    '"Fee".',
    "Know\u2011How",
    "AT&amp;T",
)
FORMS: Final = (
    '{"defined_terms": [{"term": "Fee", "location": "1.1"}]}',
    'Here it is:\n```json\n{"Defined Terms": ["Fee"]}\n```',
    '<think>maybe none?</think> {"defined_terms": [],}',
    "{'defined_terms': []}",
    '{"defined_terms": [{"term": "Fee", "location": "1.1"}',
    "I could not find any errors.",
)
TEXT: Final = (
    "This Agreement is made between Alder Ltd (the “Supplier”) and Birch Inc (the “Buyer”).",
    "1.1 “Goods” means the goods listed in Schedule 1. “Fee” means the price of the Goods.",
    "2.1 The Supplier shall deliver the goods within thirty (30) days.",
    "2.2 The Buyer shall inspect the Goods as Section 3.4 says.",
    "3.1 The Supplier shall pay for the Goods on delivery, to the Account of the Supplier.",
)
GOLD: Final[Mapping[str, list[dict[str, Any]]]] = {
    "defined_terms": [
        {"term": "Supplier", "location": "P"},
        {"term": "Buyer", "location": "P"},
        {"term": "Goods", "location": "1.1"},
        {"term": "Fee", "location": "1.1"},
    ],
    "undefined_capitalized_terms": [{"term": "Account", "location": "3.1"}],
    "uncapitalized_defined_terms": [{"term": "goods", "location": "2.1"}],
    "unused_defined_terms": [{"term": "Fee", "location": "1.1"}],
    "incorrect_party_references": [
        {"wrong_party": "Supplier", "correct_party": "Buyer", "location": "3.1"}
    ],
}
ANSWER: Final = """{"defined_terms": [
  {"term": "“Supplier”", "location": "Preamble"},
  {"term": "Buyer", "location": "first paragraph"},
  {"term": "Goods", "location": "Section 1.1"},
  {"term": "Agreement", "location": "Preamble"}],
 "undefined_capitalized_terms": [{"term": "Account", "location": "Section 2.1"}],
 "uncapitalized_defined_terms": [{"term": "goods", "location": "2.1"}],
 "unused_defined_terms": [{"term": "Fee", "location": "1.1"}]}"""
CONTRACT: Final = "example"
NOTICE: Final = "Either party may terminate this Agreement upon thirty (30) days written notice."
LAW: Final = "This Agreement shall be governed by the laws of the State of New York."
CLAUSES: Final = (
    (NOTICE, (NOTICE,)),
    ("The agreement may be ended on thirty (30) days written notice by either party.", (NOTICE,)),
    ("NO CLAUSE FOUND", (NOTICE,)),
    ("NO CLAUSE FOUND", ()),
    ("The contract does not address this.", ()),
    (f"NO CLAUSE FOUND. {LAW} {NOTICE}", (NOTICE,)),
    (f"{LAW} " * 12 + NOTICE, (NOTICE,)),
    ("2 5%", ("2.5%",)),
    ("2.5%", ("5%",)),
    ('"The Product does not contain any third party code."', ()),
)


@dataclass(frozen=True, slots=True)
class PlaceExample:
    """Two ways to name a place, how each is read, and whether they are equal."""

    left: str
    right: str
    left_read: str
    right_read: str
    same: bool


@dataclass(frozen=True, slots=True)
class FormExample:
    """A raw answer and how it is read."""

    raw: str
    status: str
    flags: tuple[str, ...]
    entries: int


@dataclass(frozen=True, slots=True)
class ClauseExample:
    """A clause answer and both verdicts on it."""

    answer: str
    gold: str | None
    published: bool
    strict: bool
    flags: tuple[str, ...]


def worked_examples() -> dict[str, Any]:
    """Everything that the methodology page shows as computed."""
    answer = parse_answer(ANSWER)
    gold = {CONTRACT: GOLD}
    card = score(gold, {CONTRACT: answer})
    return {
        "places": [_place(left, right) for left, right in PLACES],
        "words": [(raw, normalise_words(raw)) for raw in WORDS],
        "forms": [_form(raw) for raw in FORMS],
        "contract": {
            "text": TEXT,
            "answer": ANSWER,
            "outcomes": explain(gold, {CONTRACT: answer}),
            "categories": [
                {
                    "category": category,
                    "full": card.full.categories[category.key],
                    "word_only": card.word_only.categories[category.key],
                }
                for category in CATEGORIES
                if card.full.categories[category.key].gold
            ],
            "card": card,
        },
        "clauses": [_clause(text, spans) for text, spans in CLAUSES],
    }


def _place(left: str, right: str) -> PlaceExample:
    one, other = canonical_place(left), canonical_place(right)
    return PlaceExample(left, right, str(one), str(other), one == other)


def _form(raw: str) -> FormExample:
    answer = parse_answer(raw)
    entries = sum(len(found) for found in answer.entries.values())
    return FormExample(raw, answer.status, tuple(sorted(answer.flags)), entries)


def _clause(text: str, spans: tuple[str, ...]) -> ClauseExample:
    verdict = cuad.judge(text, spans)
    return ClauseExample(
        answer=text,
        gold=spans[0] if spans else None,
        published=verdict.passed,
        strict=verdict.strict_passed,
        flags=tuple(sorted(verdict.flags)),
    )
