"""The static site: a scored board in, a folder of pages out."""

from leaderboard.pages.site import check_out, write_site

__all__ = ["check_out", "write_site"]
