"""Decides every number of the board. Standard library only; pure, but for `scoring.gold`."""

from __future__ import annotations

from scoring.outcomes import answer_of, is_answered, status_of

__all__ = ["answer_of", "is_answered", "status_of"]
