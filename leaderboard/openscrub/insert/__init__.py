"""Inserts errors into a clean contract, category by category, and keeps what must stay true."""

from leaderboard.openscrub.insert.insertion import insert_errors

__all__ = ["insert_errors"]
