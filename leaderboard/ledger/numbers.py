"""Which numbers of a row count as published, and what readers call them.

Every number of a row in `results.json` does: scores and counts, by category and clause type too,
both variants or rules, the ends of intervals, tokens, cost and time, and figures that a paper
prints (`primary` is one of them again). What the neighbours of a row decide is no number of its
own: rank, rank interval, chance of being best, ties. Counts by contract and verdicts by case are
compared as well and reported as one number, of how many contracts or cases they changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from scoring.contractscrub import CATEGORIES

__all__ = ["DETAILS", "detail_changes", "is_cost", "is_interval", "number_title", "row_numbers"]

Json: TypeAlias = Mapping[str, Any]

DETAILS: Final = {"contracts": "contract", "cases": "case"}
"""Lists of a card that hold one record an item → the key of the item's id."""
_PARTS: Final = ("answered", "items", "card", "reported", "spending")
_SKIPPED: Final = frozenset({*DETAILS, "missing", "signature"})
_CATEGORIES: Final = {category.key: category.title for category in CATEGORIES}
_FIRST: Final = (
    "card.full.macro_recall",
    "card.strict.accuracy",
    "card.published.accuracy",
    "card.word_only.macro_recall",
    "card.full.macro_precision",
    "card.full.macro_f1",
    "card.false_flags",
    "spending.cost_usd",
)
"""What a reader looks at first."""
_TITLES: Final = {
    "answered": "Items answered",
    "items": "Items",
    "card.false_flags": "False flags in all",
    "card.answered_entries": "Entries answered",
    "card.localisation_gap": "Localisation gap",
    "card.contracts": "Contracts with other counts",
    "card.cases": "Cases with another verdict",
    "spending.cost_usd": "Cost as run, US dollars",
    "spending.stated_usd": "Cost as stated, US dollars",
    "spending.repriced_usd": "Cost at the common prices, US dollars",
    "reported.macro_recall": "Macro recall, as printed",
}
_HEADS: Final = (
    ("card.full.", ""),
    ("card.word_only.", "Word-only: "),
    ("card.strict.", "Strict: "),
    ("card.published.", "Published: "),
    ("certainty.intervals.", "95 % interval: "),
    ("reported.", "As printed: "),
    ("spending.", ""),
)


def row_numbers(row: Json) -> dict[str, float]:
    """Path → value of every published number of a row of `results.json`; missing ones left out.

    Those that a reader looks at first come first, the rest in the order of the file.
    """
    found: dict[str, float] = {}
    for part in _PARTS:
        found |= dict(_leaves(part, row.get(part)))
    certainty = row.get("certainty") or {}
    for measure, ends in (certainty.get("intervals") or {}).items():
        if ends is not None:
            for end, value in zip(("low", "high"), ends, strict=True):
                found[f"certainty.intervals.{measure}.{end}"] = value
    first = {key: found[key] for key in _FIRST if key in found}
    return first | found


def _leaves(path: str, value: object) -> Iterator[tuple[str, float]]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            if key not in _SKIPPED:
                yield from _leaves(f"{path}.{key}", part)
    elif _is_number(value):
        assert isinstance(value, int | float)  # noqa: S101 - what was just asked
        yield path, value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def detail_changes(old: Json, new: Json) -> tuple[str, int] | None:
    """Path of the list of items and how many of them changed; None if none did."""
    before, after = old.get("card") or {}, new.get("card") or {}
    for name, id_ in DETAILS.items():
        if name in before and name in after:
            was, now = ({item[id_]: item for item in card[name]} for card in (before, after))
            changed = sum(was.get(key) != now.get(key) for key in was.keys() | now.keys())
            return (f"card.{name}", changed) if changed else None
    return None


def is_cost(key: str) -> bool:
    """Whether a number is one of tokens, cost or time."""
    return key.startswith("spending.")


def is_interval(key: str) -> bool:
    """Whether a number is an end of an interval."""
    return key.startswith("certainty.")


def number_title(key: str) -> str:
    """What readers call the number at that path of a row."""
    if key in _TITLES:
        return _TITLES[key]
    for head, word in _HEADS:
        if key.startswith(head):
            return _sentence(word + " · ".join(_words(key.removeprefix(head))))
    return key


def _words(path: str) -> Iterator[str]:
    """The parts of a path as words; names of categories and clause types as they are."""
    for group in ("categories.", "category_recall.", "by_type."):
        if path.startswith(group):
            # A clause type may hold a dot, the measure behind it does not.
            name, _, measure = path.removeprefix(group).rpartition(".")
            if group == "category_recall.":
                name, measure = measure, "recall"
            yield _CATEGORIES.get(name, name)
            yield measure.replace("_", " ")
            return
    for part in path.split("."):
        yield _CATEGORIES.get(part, part.replace("_", " "))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
