"""The nine categories of the ContractScrub task (SCORING 1.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["CATEGORIES", "CATEGORY_KEYS", "Category", "Kind"]


class Kind:
    """What a field holds, and so how it is compared."""

    WORDS: Final = "words"
    REFERENCE: Final = "reference"
    PLACE: Final = "place"


@dataclass(frozen=True, slots=True)
class Category:
    """One category of drafting error, and the shape of its entries.

    Attributes:
        key: the JSON key, the one stable name.
        title: the paper's title, for display.
        entry: what one entry is, in a phrase.
        words: fields that say what is wrong, compared as words.
        references: fields that say what is wrong, compared as places; they stay
            in the word-only variant.
        places: fields that say where, compared as places; the word-only variant
            drops them.
        aliases: other names that the paper's wording gives the category.
        paired: whether the entry is an unordered pair (of places, or of text and place).

    """

    key: str
    title: str
    entry: str
    words: tuple[str, ...]
    places: tuple[str, ...]
    references: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    paired: bool = False

    @property
    def word_fields(self) -> tuple[str, ...]:
        """The fields of the word-only variant, in the order of SCORING 1.1."""
        return self.words + self.references

    @property
    def fields(self) -> tuple[str, ...]:
        """All required fields, in the order of SCORING 1.1."""
        return self.word_fields + self.places

    def kind(self, field: str) -> str:
        """How `field` is compared: one of `Kind`'s values."""
        if field in self.words:
            return Kind.WORDS
        return Kind.REFERENCE if field in self.references else Kind.PLACE


CATEGORIES: Final[tuple[Category, ...]] = (
    Category(
        key="defined_terms",
        title="Defined Terms",
        entry="a term and where it is defined",
        words=("term",),
        places=("location",),
    ),
    Category(
        key="undefined_capitalized_terms",
        title="Undefined Capitalized Terms",
        entry="a capitalised term used with no definition",
        words=("term",),
        places=("location",),
        aliases=("Undefined Terms",),
    ),
    Category(
        key="uncapitalized_defined_terms",
        title="Uncapitalized Defined Terms",
        entry="a defined term used in lower case where the definition is meant",
        words=("term",),
        places=("location",),
    ),
    Category(
        key="unused_defined_terms",
        title="Unused Defined Terms",
        entry="a term defined and never used, at its definition",
        words=("term",),
        places=("location",),
    ),
    Category(
        key="incorrect_references",
        title="Incorrect Section, Article, or Paragraph References",
        entry="a cross-reference to the wrong place",
        words=(),
        references=("wrong_reference", "correct_reference"),
        places=("location",),
    ),
    Category(
        key="incorrect_party_references",
        title="Incorrect Party References",
        entry="the wrong party named",
        words=("wrong_party", "correct_party"),
        places=("location",),
    ),
    Category(
        key="incorrect_capitalization",
        title="Incorrectly Capitalized Terms in Context",
        entry="a defined term's capitalised form used in its ordinary sense",
        words=("term",),
        places=("location",),
    ),
    Category(
        key="terms_defined_multiple_times",
        title="Terms Defined Multiple Times",
        entry="one term, two definitions",
        words=("term",),
        places=("location_1", "location_2"),
        aliases=(
            "Conflicting Definitions",
            "Terms Defined Multiple Times (conflicting definitions)",
        ),
        paired=True,
    ),
    Category(
        key="inconsistent_language",
        title="Inconsistent Language",
        entry="two provisions that contradict each other",
        words=("text_1", "text_2"),
        places=("location_1", "location_2"),
        aliases=("Inconsistent Terms", "Inconsistent Language (inconsistent terms)"),
        paired=True,
    ),
)

CATEGORY_KEYS: Final[tuple[str, ...]] = tuple(category.key for category in CATEGORIES)
