"""What is cited: the board, one release of it, or one row of a release."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from leaderboard.display import format_number
from leaderboard.project import Author, Project
from leaderboard.releases import release_place, row_place

__all__ = ["Cited", "cite_board", "cite_release", "cite_row", "frozen_name"]

DIGITS: Final = 3
PRIMARY: Final = {
    "contract-scrubbing": ("macro_recall", "Macro recall"),
    "clause-extraction": ("strict_accuracy", "Strict accuracy"),
}
"""Task → key and name of the number that its boards rank by."""


@dataclass(frozen=True, slots=True)
class Cited:
    """A work to be cited; every form of citation is made of one.

    Attributes:
        key: its key in a bibliography: ASCII letters, digits, dots and hyphens.
        title: in full, without the version.
        abstract: what it is; "" if nothing is said.
        authors: who is cited for it.
        date: of what it holds.
        version: of the release; None for the board as a whole.
        place: address of its page, relative to the site's root.
        url: full address of that page; None while the site's address is not known.
        repository: https address of the repository, or None.
        doi: of the work itself, or None.
        license: SPDX identifier, or None.
        keywords: what it is about.
        note: the cited number, how sure it is, its rank; "" for more than a row.
        signature: of the score: which scorer, which gold; "" where there is none.

    """

    key: str
    title: str
    abstract: str
    authors: tuple[Author, ...]
    date: dt.date
    version: str | None
    place: str
    url: str | None
    repository: str | None
    doi: str | None
    license: str | None
    keywords: tuple[str, ...]
    note: str = ""
    signature: str = ""

    @property
    def page(self) -> str:
        """The page in words, for forms of a work whose address is not known; "" otherwise."""
        return "" if self.url or not self.place else f"Page {self.place} of the site"


def cite_board(project: Project, date: dt.date) -> Cited:
    """The board as a whole, whose numbers move; `date` is that of its state."""
    return Cited(
        key=_slug(project.title),
        title=project.title,
        abstract=project.abstract,
        authors=project.authors,
        date=date,
        version=None,
        place="",
        url=project.site,
        repository=project.repository,
        doi=project.doi,
        license=project.license,
        keywords=project.keywords,
    )


def cite_release(project: Project, version: str, date: dt.date) -> Cited:
    """One release, whose numbers never move."""
    place = release_place(version)
    return Cited(
        key=f"{_slug(project.title)}-{version}",
        title=project.title,
        abstract=project.abstract,
        authors=project.authors,
        date=date,
        version=version,
        place=place,
        url=_url(project, place),
        repository=project.repository,
        doi=None,
        license=project.license,
        keywords=project.keywords,
    )


def cite_row(
    project: Project,
    version: str,
    date: dt.date,
    benchmark: tuple[str, Mapping[str, Any]],
    row: Mapping[str, Any],
) -> Cited:
    """One row of a release.

    Args:
        project: who publishes it, and where.
        version: of the release.
        date: of the release.
        benchmark: key and value of the benchmark, as in `results.json`.
        row: the row, as in `results.json`.

    """
    key, board = benchmark
    place = row_place(version, key, row["id"])
    edition = f" {row['edition']}" if row["edition"] else ""
    what = f"{frozen_name(row)} by {row['organization']} on {board['title']}{edition}"
    return Cited(
        key=f"{_slug(project.title)}-{version}-{key}-{row['id']}",
        title=f"{project.title}: {what}",
        abstract=project.abstract,
        authors=project.authors,
        date=date,
        version=version,
        place=place,
        url=_url(project, place),
        repository=project.repository,
        doi=None,
        license=project.license,
        keywords=project.keywords,
        note=_note(board, row),
        signature=row["card"]["signature"] if row["card"] else "",
    )


def frozen_name(row: Mapping[str, Any]) -> str:
    """The display name of a row in `results.json`, as `display_name` gives it for a live one."""
    version = f" {row['version']}" if row["version"] else ""
    told = row["reasoning"] not in {"default", "n/a"}
    return f"{row['name']}{version}" + (f" (reasoning {row['reasoning']})" if told else "")


def _note(board: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    """The number that the row is ranked by, how sure it is, and its rank, or why it has none."""
    measure, title = PRIMARY[board["task"]]
    value = row["primary"]
    if value is None:
        return "Not scored"
    # The shortest decimal of a float rounds as the exact fraction does.
    parts = [f"{title} {format_number(Fraction(repr(value)), DIGITS)}"]
    interval = (row["certainty"] or {}).get("intervals", {}).get(measure)
    if interval is not None:
        low, high = (format_number(Fraction(end), DIGITS) for end in interval)
        parts.append(f"95 % interval {low} to {high}")
    if row["rank"] is not None:
        parts.append(f"rank {'=' if row['rank_shared'] else ''}{row['rank']}")
    if row["card"] is None:
        parts.append("as reported, not re-scored")
    parts += [mark for mark in row["marks"] if mark != "program"]
    return "; ".join(parts)


def _url(project: Project, place: str) -> str | None:
    return None if project.site is None else project.site + place


def _slug(title: str) -> str:
    """A title as part of a key: its ASCII letters and digits, in small letters."""
    words = "".join(char if char.isascii() and char.isalnum() else " " for char in title).split()
    return "-".join(words).lower() or "board"
