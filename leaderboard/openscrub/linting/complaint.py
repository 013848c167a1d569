"""What lint says."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Complaint"]


@dataclass(frozen=True, slots=True, order=True)
class Complaint:
    """One breach of the rules.

    Attributes:
        file: path as given.
        line: from 1.
        message: what is wrong and how to mend it.
        serious: an error; else a thing to look at.

    """

    file: str
    line: int
    message: str
    serious: bool = True

    def __str__(self) -> str:
        """As editors read it."""
        return f"{self.file}:{self.line}: {'error' if self.serious else 'warning'}: {self.message}"
