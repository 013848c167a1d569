"""Reads a text as the proof-reader does, for tests of its single rules."""

from __future__ import annotations

from leaderboard.programs.definitions import read_definitions
from leaderboard.programs.outline import read_outline
from leaderboard.programs.text import sentences
from leaderboard.programs.uses import Reading


def read(text: str) -> Reading:
    """Read a contract against its own definitions."""
    outline = read_outline(text)
    found = sentences(text, outline.cuts)
    return Reading(outline, read_definitions(outline, found), found)
