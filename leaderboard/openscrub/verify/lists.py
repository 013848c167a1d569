"""Short lists of words, written as one text."""

from __future__ import annotations

__all__ = ["listed"]


def listed(words: str) -> tuple[str, ...]:
    """The words of a text, in order."""
    return tuple(words.split())
