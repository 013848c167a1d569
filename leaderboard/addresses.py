"""Addresses of pages, relative to the site's root: for links, and for writing the pages."""

from __future__ import annotations

__all__ = ["category_section", "entrant_page", "entries_page"]


def entrant_page(entrant: str) -> str:
    """The page of one submission, program or reported row."""
    return f"submissions/{entrant}/"


def entries_page(entrant: str, benchmark: str) -> str:
    """The page with one submission's numbers and entries on one benchmark."""
    return f"submissions/{entrant}/{benchmark}/"


def category_section(entrant: str, benchmark: str, category: str) -> str:
    """The part of `entries_page` with the entries of one category, or cases of one clause type."""
    return f"{entries_page(entrant, benchmark)}#{category}"
