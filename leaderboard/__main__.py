"""`python -m leaderboard` is the same as the command `leaderboard`."""

from __future__ import annotations

from leaderboard.cli import main

if __name__ == "__main__":
    main()
