"""Reference programs: honest rows of the board that are no models.

They see a contract's text and nothing else, run whenever the board is built, and answer in raw text
as a model would, so that they pass through the same parser and the same scorer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from leaderboard.programs import everything, nothing, regex_clauses, regex_scrubber

__all__ = ["PROGRAMS", "Program", "Task"]


class Task(StrEnum):
    """A kind of task, as `benchmark.json` names it."""

    SCRUBBING = "contract-scrubbing"
    CLAUSES = "clause-extraction"


def _no_scrubbing(_text: str) -> str:
    raise NotImplementedError("this program does not scrub contracts")


def _no_clauses(_text: str, _clause_type: str) -> str:
    raise NotImplementedError("this program does not extract clauses")


@dataclass(frozen=True, slots=True)
class Program:
    """A reference program.

    Attributes:
        key: its row's key, an ASCII slug.
        name: its name on the board.
        version: raised whenever an answer of it can change.
        description: what it does and what its row shows, in two sentences.
        tasks: the kinds of task that it answers.
        answer: a contract's text to the raw answer of contract scrubbing: a JSON object with all
            nine keys. Raises NotImplementedError where `tasks` lacks scrubbing.
        clause_answer: a contract's text and a CUAD clause type (`Anti-Assignment`) to the raw
            answer. Raises NotImplementedError where `tasks` lacks clauses.

    """

    key: str
    name: str
    version: str
    description: str
    tasks: frozenset[Task]
    answer: Callable[[str], str] = _no_scrubbing
    clause_answer: Callable[[str, str], str] = _no_clauses


PROGRAMS: Final[tuple[Program, ...]] = (
    Program(
        key="nothing",
        name="Nothing",
        version="1",
        description=(
            "Answers every contract with nine empty lists and every clause with NO CLAUSE FOUND."
            " It shows what silence scores."
        ),
        tasks=frozenset({Task.SCRUBBING, Task.CLAUSES}),
        answer=nothing.answer,
        clause_answer=nothing.clause_answer,
    ),
    Program(
        key="everything",
        name="Everything",
        version="1",
        description=(
            "Flags every capitalised phrase as every mistake that one term can make, and answers"
            " each clause with a denial and the whole contract. It shows what recall alone rewards"
            " and what the published clause rule lets through."
        ),
        tasks=frozenset({Task.SCRUBBING, Task.CLAUSES}),
        answer=everything.answer,
        clause_answer=everything.clause_answer,
    ),
    Program(
        key="regex-scrubber",
        name="Rule-based proof-reader",
        version="1",
        description=(
            "Reads numbering, definitions, capitals and cross-references by rule, as lawyers'"
            " add-ins do. It knows nothing of how the board's contracts are written."
        ),
        tasks=frozenset({Task.SCRUBBING}),
        answer=regex_scrubber.answer,
    ),
    Program(
        key="regex-clauses",
        name="Rule-based clause finder",
        version="1",
        description=(
            "Quotes the one to three sentences that carry most signs of a clause type."
            " Its patterns are common knowledge of contracts, not read from the cases it answers."
        ),
        tasks=frozenset({Task.CLAUSES}),
        clause_answer=regex_clauses.clause_answer,
    ),
)
"""The programs in the order in which they are listed."""
