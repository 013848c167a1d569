"""The leaderboard: submissions in, a scored board and its site out."""
