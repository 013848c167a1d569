"""The static site: a scored board in, a folder of pages out."""

from leaderboard.pages.site import write_site

__all__ = ["write_site"]
