"""A reference as the APA style writes it, in plain text (7th edition, "Data sets", 10.9)."""

from __future__ import annotations

from leaderboard.citation.cited import Cited
from leaderboard.project import Author

__all__ = ["render_apa"]


def render_apa(cited: Cited) -> str:
    """One line, with a line feed at its end.

    APA gives the version in brackets after the title; where no address is known, the page is named
    by its path in the site.
    """
    version = f" (Version {cited.version})" if cited.version else ""
    address = f"https://doi.org/{cited.doi}" if cited.doi else cited.url or cited.repository
    where = f"{cited.page}." if cited.page else address
    who = _authors(cited.authors)
    parts = (
        who if who.endswith(".") else f"{who}.",
        f"({cited.date.year}).",
        f"{cited.title}{version} [Data set].",
        f"{cited.note}." if cited.note else None,
        where,
    )
    return " ".join(part for part in parts if part) + "\n"


def _authors(authors: tuple[Author, ...]) -> str:
    """Bodies as they are, persons as `Family, G. G.`, the last led in by an ampersand."""
    names = [
        author.name or f"{author.family}, {_initials(author.given or '')}" for author in authors
    ]
    if len(names) == 1:
        return names[0]
    return ", ".join(names[:-1]) + f", & {names[-1]}"


def _initials(given: str) -> str:
    return " ".join(f"{name[0]}." for name in given.split())
