"""Tables of the page behind one row's numbers: by category, by contract, by form of the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from leaderboard.addresses import category_section
from leaderboard.records import Row
from leaderboard.tables.columns import ends
from leaderboard.tables.table import Better, Cell, Column, Table, TableRow, number, text
from scoring.contractscrub import CATEGORIES, ScoreCard
from scoring.contractscrub.answers import FLAG_MEANINGS as ANSWER_FLAGS
from scoring.contractscrub.answers import STATUS_MEANINGS
from scoring.contractscrub.metrics import Tally
from scoring.cuad import Case, ClauseCard, Verdict
from scoring.cuad.matchers import FLAG_MEANINGS as VERDICT_FLAGS

__all__ = ["case_table", "category_table", "contract_table", "format_table", "type_table"]

LOW, NEITHER = Better.LOW, Better.NEITHER


def _count(key: str, title: str, help_: str, better: Better = NEITHER) -> Column:
    return Column(key, title, help_, better=better)


def _word(key: str, title: str, help_: str) -> Column:
    return Column(key, title, help_, numeric=False, better=NEITHER)


GOLD: Final = _count("gold", "Gold", "Gold entries.")
FOUND: Final = _count("tp", "Found", "Gold entries that the answer has (TP).", Better.HIGH)
MISSED: Final = _count("fn", "Missed", "Gold entries that the answer lacks (FN).", LOW)
FALSE: Final = _count("fp", "False", "Answered entries that equal no gold entry (FP).", LOW)
RECALL: Final = Column("recall", "Recall", "Found among gold, 0 to 1.")


def category_table(row: Row, card: ScoreCard) -> Table:
    """Counts and values by category, in the order of SCORING 1.1."""

    def cells(key: str, full: Tally, word_only: Tally) -> tuple[Cell, ...]:
        link = category_section(row.entrant.id, row.benchmark, key)
        return (
            number(full.gold, 0),
            number(full.tp, 0, link=link),
            number(full.fn, 0, link=link),
            number(full.fp, 0, link=link),
            number(full.recall, 3, ends=ends(row, key)),
            number(full.precision, 3),
            number(full.f1, 3),
            number(word_only.recall, 3),
        )

    return Table(
        key="by-category",
        title="By category",
        caption="Counts pooled over all contracts. A category without gold is left out of the "
        "macro averages.",
        columns=(
            _word("category", "Category", "The kind of error."),
            GOLD,
            FOUND,
            MISSED,
            FALSE,
            RECALL,
            Column("precision", "Precision", "Found among answered, 0 to 1; a lower bound."),
            Column("f1", "F1", "2 TP / (2 TP + FP + FN), 0 to 1."),
            Column("word_only_recall", "Word-only recall", "Recall with places left out, 0 to 1."),
        ),
        rows=tuple(
            TableRow(
                category.key,
                (
                    text(category.title),
                    *cells(
                        category.key,
                        card.full.categories[category.key],
                        card.word_only.categories[category.key],
                    ),
                ),
            )
            for category in CATEGORIES
        ),
    )


def contract_table(card: ScoreCard) -> Table:
    """Counts by contract, with the status and flags of each answer."""
    rows = []
    for contract in card.contracts:
        tally = sum(contract.full.values(), Tally())
        rows.append(
            TableRow(
                contract.contract,
                (
                    text(contract.contract),
                    text(contract.status),
                    text(", ".join(sorted(contract.flags)) or None),
                    number(contract.answered, 0),
                    number(tally.tp, 0),
                    number(tally.fn, 0),
                    number(tally.fp, 0),
                    number(tally.recall, 3),
                ),
            )
        )
    return Table(
        key="by-contract",
        title="By contract",
        caption="All categories together. An answer whose status is not ok is scored as no "
        "entries.",
        columns=(
            _word("contract", "Contract", "Its id."),
            _word("status", "Status", "How the answer was read."),
            _word("flags", "Flags", "What was tolerated or set aside in reading it."),
            _count("answered", "Answered", "Entries in the answer, malformed ones too."),
            FOUND,
            MISSED,
            FALSE,
            RECALL,
        ),
        rows=tuple(rows),
    )


def format_table(card: ScoreCard | ClauseCard) -> Table:
    """How many answers have each status and flag, with what it means."""
    if isinstance(card, ScoreCard):
        statuses = Counter(contract.status for contract in card.contracts)
        flags = Counter(flag for contract in card.contracts for flag in contract.flags)
        meanings: Mapping[str, str] = {**STATUS_MEANINGS, **ANSWER_FLAGS}
    else:
        statuses = Counter()
        flags = Counter(flag for item in card.cases for flag in item.verdict.flags)
        meanings = VERDICT_FLAGS
    rows = [
        TableRow(name, (text(name), text(kind), number(count, 0), text(meanings.get(name))))
        for kind, counts in (("status", statuses), ("flag", flags))
        for name, count in sorted(counts.items())
    ]
    return Table(
        key="format",
        title="Form of the answers",
        caption="How the raw texts were read: one status an answer, any number of flags.",
        columns=(
            _word("name", "Name", "Of the status or flag."),
            _word("kind", "Kind", "Status or flag."),
            _count("answers", "Answers", "How many answers have it."),
            _word("meaning", "Meaning", "What it says."),
        ),
        rows=tuple(rows),
    )


def type_table(card: ClauseCard) -> Table:
    """Passes by clause type, strict and published."""
    return Table(
        key="by-type",
        title="By clause type",
        caption="Cases passed, by both rules.",
        columns=(
            _word("type", "Clause type", "One of CUAD's 41."),
            _count("cases", "Cases", "How many the edition has."),
            _count("strict", "Strict", "Passed by the strict rule.", Better.HIGH),
            _count("published", "Published", "Passed by the published rule.", Better.HIGH),
        ),
        rows=tuple(
            TableRow(
                kind,
                (
                    text(kind),
                    number(strict.n, 0),
                    number(strict.passed, 0),
                    number(card.published.by_type[kind].passed, 0),
                ),
            )
            for kind, strict in card.strict.by_type.items()
        ),
    )


def case_table(card: ClauseCard) -> Table:
    """Each case with both verdicts."""

    def cells(case: Case, verdict: Verdict) -> tuple[Cell, ...]:
        return (
            text(case.id),
            text(case.category),
            text("present" if case.gold else "absent"),
            text("passed" if verdict.strict_passed else "failed"),
            text("passed" if verdict.passed else "failed"),
            number(verdict.score, 3),
            text(", ".join(sorted(verdict.flags)) or None),
        )

    return Table(
        key="cases",
        title="Cases",
        caption="Each case with its verdict by both rules. Score is the published one.",
        columns=(
            _word("case", "Case", "Its id."),
            _word("type", "Clause type", "What was asked for."),
            _word("clause", "Clause", "Whether the contract has it."),
            _word("strict", "Strict", "Verdict of the strict rule."),
            _word("published", "Published", "Verdict of the published rule."),
            Column("score", "Score", "Token F1 or containment, 0 to 1; 1 or 0 when absent."),
            _word("flags", "Flags", "What the rules saw in the answer."),
        ),
        rows=tuple(TableRow(item.case.id, cells(item.case, item.verdict)) for item in card.cases),
    )
