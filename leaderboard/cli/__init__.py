"""The command line. One module for each command; nothing heavy is imported before it is used."""

from __future__ import annotations

from leaderboard.cli.app import main

__all__ = ["main"]
