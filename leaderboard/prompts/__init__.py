"""What a model is asked: one text for each task, with the digest that a submission names.

A benchmark may add rules of its own, `rules.txt` beside its `benchmark.json`; they are part of the
prompt and of its digest.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scoring.cuad import clause_prompt

__all__ = ["PROMPTS", "Prompt", "load_prompt"]

FOLDER: Final = Path(__file__).parent
SCRUBBING: Final = "contract-scrubbing"
CLAUSES: Final = "clause-extraction"
SCRUBBING_VERSION: Final = "1"
CLAUSES_VERSION: Final = "1"
PROMPTS: Final = (SCRUBBING, CLAUSES)
"""The tasks that have a prompt."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The question of one task, before a contract is put in.

    Attributes:
        task: its key.
        version: raised whenever the text changes.
        text: the prompt's text.

    """

    task: str
    version: str
    text: str

    @property
    def sha256(self) -> str:
        """SHA-256 of the text in UTF-8: what `prompt_sha256` of a submission states."""
        return hashlib.sha256(self.text.encode("utf-8")).hexdigest()

    @property
    def filling(self) -> str:
        """How a contract is put in, in a sentence."""
        if self.task == SCRUBBING:
            return "The contract's text follows the last line, unchanged."
        return (
            "{contract} gives way to the contract's text and {question} to the question that the "
            "edition has for the clause type."
        )

    def filled(self, contract: str, question: str | None = None) -> str:
        """What is sent to a model.

        Args:
            contract: the contract's text.
            question: the edition's question for the clause type; None where the task has none.

        """
        if question is None:
            return self.text + contract
        before, _, after = self.text.partition("{contract}")
        if "{question}" in before:
            return before.replace("{question}", question) + contract + after
        return before + contract + after.replace("{question}", question)


def load_prompt(task: str, rules: str = "") -> Prompt:
    """The prompt of a task.

    Args:
        task: one of `PROMPTS`.
        rules: the benchmark's own rules, "" where it has none.

    Raises:
        KeyError: the task has no prompt.

    """
    if task == SCRUBBING:
        text = (FOLDER / f"{task}.txt").read_text("utf-8")
        return Prompt(task, SCRUBBING_VERSION, text.replace("{rules}", f"{rules}\n" * bool(rules)))
    if task == CLAUSES:
        text = clause_prompt("{contract}", "{question}")
        return Prompt(task, CLAUSES_VERSION, f"{rules}\n{text}" if rules else text)
    raise KeyError(task)
