"""Two rows side by side: paired differences, a verdict in words, and the entries that differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from leaderboard.display import Exact
from leaderboard.entries import gold_entries
from leaderboard.records import Row
from leaderboard.statistics.analyses import EntryId
from leaderboard.statistics.bootstrap import Bootstrap
from leaderboard.statistics.counts import counts_of
from leaderboard.statistics.differences import difference_intervals
from leaderboard.statistics.draws import draw_contracts
from leaderboard.statistics.intervals import Interval, wilson
from leaderboard.statistics.pairs import deviation, mcnemar
from leaderboard.statistics.power import cases_needed, contracts_needed
from leaderboard.statistics.verdict import verdict
from leaderboard.tables.columns import display_name
from scoring.contractscrub import CATEGORIES, ScoreCard
from scoring.cuad import ClauseCard, ClauseNumbers, Proportion
from scoring.gold import Edition, ScrubEdition

__all__ = ["Comparison", "Differing", "Kind", "Line", "compare_rows", "names_of"]

SIGNIFICANT: Final = 0.05

SCRUB_LINES: Final[tuple[tuple[str, str, Callable[[ScoreCard], Exact | None]], ...]] = (
    ("macro_recall", "Macro recall", lambda card: card.full.macro_recall),
    ("macro_precision", "Macro precision", lambda card: card.full.macro_precision),
    ("macro_f1", "Macro F1", lambda card: card.full.macro_f1),
    ("word_only_macro_recall", "Word-only recall", lambda card: card.word_only.macro_recall),
    ("localisation_gap", "Localisation gap", lambda card: card.localisation_gap),
    (
        "false_flags_per_contract",
        "False flags a contract",
        lambda card: Fraction(card.full.micro.fp, len(card.contracts)) if card.contracts else None,
    ),
)
CLAUSE_LINES: Final[tuple[tuple[str, str, Callable[[ClauseNumbers], Proportion]], ...]] = (
    ("strict_accuracy", "Strict accuracy", lambda numbers: numbers.overall),
    ("recall_present", "Clause present", lambda numbers: numbers.present),
    ("precision_absent", "Clause absent", lambda numbers: numbers.absent),
)


@dataclass(frozen=True, slots=True)
class Line:
    """One number of both rows.

    Attributes:
        key: stable name.
        title: what it is.
        first: the first row's value.
        second: the second row's.
        interval: of the first's less the second's, over contracts; None where there is none.
        own: each row's own interval, for proportions of cases; None for scrubbing.

    """

    key: str
    title: str
    first: Exact | None
    second: Exact | None
    interval: Interval | None = None
    own: tuple[Interval | None, Interval | None] | None = None

    @property
    def difference(self) -> Exact | None:
        """The first's value less the second's."""
        return None if self.first is None or self.second is None else self.first - self.second


@dataclass(frozen=True, slots=True)
class Kind:
    """How gold entries of one category, or cases of one kind, fell.

    Attributes:
        key: of the category, or `present` and `absent`.
        title: what it is.
        both: found or passed by both.
        only_first: by the first alone.
        only_second: by the second alone.
        neither: by neither.
        false: false flags of each; None for cases.

    """

    key: str
    title: str
    both: int
    only_first: int
    only_second: int
    neither: int
    false: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Differing:
    """A gold entry that one found and the other did not, or a case that one passed.

    Attributes:
        item: contract id, or case id.
        kind: category key, or clause type.
        first: whether the first has it.
        fields: gold's fields; empty for cases.

    """

    item: str
    kind: str
    first: bool
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What tells two rows apart.

    Attributes:
        benchmark: key.
        version: the edition that both answered.
        first: one row.
        second: the other.
        size: how many contracts or cases there are.
        unit: `contracts` or `cases`.
        tied: whether chance may explain the difference; None where the board is too small to say.
        p_value: McNemar's, for cases; None for scrubbing, where the interval decides.
        needed: how many contracts or cases would show the difference; None if no number would.
        verdict: the same in a sentence.
        lines: every number of both, the one that decides first.
        kinds: entries or cases by category or kind.
        differing: the entries or cases that only one has, by contract, then category.

    """

    benchmark: str
    version: str
    first: Row
    second: Row
    size: int
    unit: str
    tied: bool | None
    p_value: float | None
    needed: int | None
    verdict: str
    lines: tuple[Line, ...]
    kinds: tuple[Kind, ...]
    differing: tuple[Differing, ...]


def names_of(first: Row, second: Row) -> tuple[str, str]:
    """Both names; with their ids where the names alone are the same."""
    names = display_name(first.entrant), display_name(second.entrant)
    if names[0] != names[1]:
        return names
    return f"{names[0]} ({first.entrant.id})", f"{names[1]} ({second.entrant.id})"


def compare_rows(first: Row, second: Row, edition: Edition) -> Comparison:
    """Compare two rows that answered `edition`.

    Raises:
        ValueError: a row has no card of that edition's task.

    """
    if isinstance(edition, ScrubEdition):
        if isinstance(first.card, ScoreCard) and isinstance(second.card, ScoreCard):
            return _scrub(first, second, first.card, second.card, edition)
    elif isinstance(first.card, ClauseCard) and isinstance(second.card, ClauseCard):
        return _clauses(first, second, first.card, second.card)
    raise ValueError("only two scored rows of one benchmark can be compared")


def _scrub(
    first: Row, second: Row, one: ScoreCard, other: ScoreCard, edition: ScrubEdition
) -> Comparison:
    bootstrap = Bootstrap(counts_of([one, other]), draw_contracts(edition.items))
    intervals = difference_intervals(bootstrap)
    lines = [
        Line(key, title, value(one), value(other), intervals[key])
        for key, title, value in SCRUB_LINES
    ]
    lines += [
        Line(
            category.key,
            category.title,
            one.full.categories[category.key].recall,
            other.full.categories[category.key].recall,
            intervals[category.key],
        )
        for category in CATEGORIES
    ]
    lead = lines[0]
    tied = None if lead.interval is None else 0 in lead.interval
    difference = float(lead.difference or 0)
    size = len(edition.items)
    needed = (
        contracts_needed(difference, deviation(*bootstrap.counts.influences()))
        if tied is not None
        else None
    )
    found = first.found, second.found
    gold = gold_entries(edition)
    names = names_of(first, second)
    return Comparison(
        benchmark=first.benchmark,
        version=first.version,
        first=first,
        second=second,
        size=size,
        unit="contracts",
        tied=tied,
        p_value=None,
        needed=needed,
        verdict=verdict(
            *names,
            measure="macro recall",
            difference=difference,
            tied=tied,
            needed=needed,
            size=size,
            unit="contracts",
        ),
        lines=tuple(lines),
        kinds=_categories(gold, found, one, other),
        differing=tuple(
            Differing(entry[0], entry[1], entry in found[0], _fields(edition, entry))
            for entry in gold
            if (entry in found[0]) != (entry in found[1])
        ),
    )


def _categories(
    gold: Sequence[EntryId],
    found: tuple[frozenset[EntryId], frozenset[EntryId]],
    one: ScoreCard,
    other: ScoreCard,
) -> tuple[Kind, ...]:
    kinds = []
    for category in CATEGORIES:
        mine = [
            (entry in found[0], entry in found[1]) for entry in gold if entry[1] == category.key
        ]
        kinds.append(
            Kind(
                category.key,
                category.title,
                mine.count((True, True)),
                mine.count((True, False)),
                mine.count((False, True)),
                mine.count((False, False)),
                (
                    one.full.categories[category.key].fp,
                    other.full.categories[category.key].fp,
                ),
            )
        )
    return tuple(kinds)


def _fields(edition: ScrubEdition, entry: EntryId) -> dict[str, str]:
    contract, key, index = entry
    category = next(item for item in CATEGORIES if item.key == key)
    fields = edition.gold[contract][key][index]
    return {field: str(fields[field]) for field in category.fields}


def _clauses(first: Row, second: Row, one: ClauseCard, other: ClauseCard) -> Comparison:
    pairs = [
        (mine.case, mine.verdict.strict_passed, theirs.verdict.strict_passed)
        for mine, theirs in zip(one.cases, other.cases, strict=True)
    ]
    only_first = sum(a and not b for _, a, b in pairs)
    only_second = sum(b and not a for _, a, b in pairs)
    p_value = mcnemar(only_first, only_second) if pairs else None
    tied = None if p_value is None else p_value >= SIGNIFICANT
    needed = cases_needed(only_first, only_second, len(pairs)) if pairs else None
    names = names_of(first, second)
    return Comparison(
        benchmark=first.benchmark,
        version=first.version,
        first=first,
        second=second,
        size=len(pairs),
        unit="cases",
        tied=tied,
        p_value=p_value,
        needed=needed,
        verdict=verdict(
            *names,
            measure="strict accuracy",
            difference=float(only_first - only_second),
            tied=tied,
            needed=needed,
            size=len(pairs),
            unit="cases",
        ),
        lines=tuple(
            Line(
                key,
                title,
                part(one.strict).value,
                part(other.strict).value,
                own=(
                    wilson(part(one.strict).passed, part(one.strict).n),
                    wilson(part(other.strict).passed, part(other.strict).n),
                ),
            )
            for key, title, part in CLAUSE_LINES
        ),
        kinds=tuple(
            Kind(key, title, *_four([(a, b) for case, a, b in pairs if bool(case.gold) is present]))
            for key, title, present in (
                ("present", "Clause present", True),
                ("absent", "Clause absent", False),
            )
        ),
        differing=tuple(Differing(case.id, case.category, a, {}) for case, a, b in pairs if a != b),
    )


def _four(outcomes: Sequence[tuple[bool, bool]]) -> tuple[int, int, int, int]:
    return (
        outcomes.count((True, True)),
        outcomes.count((True, False)),
        outcomes.count((False, True)),
        outcomes.count((False, False)),
    )
