"""What a model is asked: one text for each task, with the digest that a submission names."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scoring.cuad import clause_prompt

__all__ = ["PROMPTS", "Prompt", "load_prompt", "load_prompts"]

FOLDER: Final = Path(__file__).parent
SCRUBBING_VERSION: Final = "1"
CLAUSES_VERSION: Final = "1"
PROMPTS: Final = ("contract-scrubbing", "clause-extraction")
"""The tasks that have a prompt."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The question of one task, before a contract is put in.

    Attributes:
        task: its key.
        version: raised whenever the text changes.
        text: the prompt's text.
        filling: how a contract is put in, in a sentence.

    """

    task: str
    version: str
    text: str
    filling: str

    @property
    def sha256(self) -> str:
        """SHA-256 of the text in UTF-8: what `prompt_sha256` of a submission states."""
        return hashlib.sha256(self.text.encode("utf-8")).hexdigest()


def load_prompt(task: str) -> Prompt:
    """The prompt of a task.

    Args:
        task: one of `PROMPTS`.

    Raises:
        KeyError: the task has no prompt.

    """
    if task == "contract-scrubbing":
        return Prompt(
            task,
            SCRUBBING_VERSION,
            (FOLDER / f"{task}.txt").read_text("utf-8"),
            "The contract's text follows the last line, unchanged.",
        )
    if task == "clause-extraction":
        return Prompt(
            task,
            CLAUSES_VERSION,
            clause_prompt("{contract}", "{question}"),
            "{contract} gives way to the contract's text and {question} to the question that the "
            "edition has for the clause type.",
        )
    raise KeyError(task)


def load_prompts() -> tuple[Prompt, ...]:
    """All prompts, in the order of `PROMPTS`."""
    return tuple(load_prompt(task) for task in PROMPTS)
