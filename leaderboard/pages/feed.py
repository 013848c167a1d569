"""The feed of changes: Atom (RFC 4287), one entry a row of which numbers moved, newest first."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree as ET

from leaderboard.findings import printable
from leaderboard.ledger import Event, EventKind, History, Ledger, RowMove, event_words, number_texts

__all__ = ["FEED", "render_feed"]

FEED: Final = "changes.xml"
"""Address of the feed, relative to the site's root."""
NAMESPACE: Final = "http://www.w3.org/2005/Atom"
ORIGIN: Final = uuid.uuid5(uuid.NAMESPACE_URL, "contractscrub-leaderboard:changes")
"""Entries have the same id for ever, whichever address the site has."""
MOST: Final = 200
"""So many entries, the newest, are in the feed; the page has all."""
MOST_NUMBERS: Final = 12
TOLD: Final = frozenset(
    {
        EventKind.GONE,
        EventKind.RENAMED,
        EventKind.SUPERSEDED,
        EventKind.RETRACTED,
        EventKind.REINSTATED,
    }
)
"""What happens to a published row; a new row has no published number that could move."""


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One entry: its stable id, its day, its title and its text."""

    id: str
    updated: str
    title: str
    text: str


def render_feed(history: History, date: dt.date | None, site: str | None, page: str) -> bytes:
    """The feed.

    Args:
        history: what moved.
        date: of the board, or None.
        site: address of the site with a slash at its end; None makes links relative.
        page: address of the page of changes, relative to the site's root.

    """
    # Every element is in the one namespace, which then needs no prefix.
    feed = ET.Element("feed", {"xmlns": NAMESPACE})
    _add(feed, "id", ORIGIN.urn)
    _add(feed, "title", "Changes of published numbers")
    _add(feed, "updated", _moment(date))
    ET.SubElement(_add(feed, "author"), "name").text = "The maintainers of the leaderboard"
    _add(feed, "link", href=(site or "") + page)
    if site is not None:
        _add(feed, "link", rel="self", href=site + FEED, type="application/atom+xml")
    entries = [entry for ledger in history.all for entry in _entries(ledger)]
    for entry in entries[:MOST]:
        element = _add(feed, "entry")
        _add(element, "id", entry.id)
        _add(element, "title", entry.title)
        _add(element, "updated", entry.updated)
        _add(element, "link", href=(site or "") + page)
        _add(element, "content", entry.text, type="text")
    ET.indent(feed)
    packed: bytes = ET.tostring(feed, encoding="utf-8", xml_declaration=True)
    return packed + b"\n"


def _add(parent: ET.Element, name: str, content: str | None = None, **keys: str) -> ET.Element:
    element = ET.SubElement(parent, name, keys)
    # XML cannot hold every character, not even escaped.
    element.text = (
        None
        if content is None
        else "\n".join(printable(line, 2_000) for line in content.split("\n"))
    )
    return element


def _entries(ledger: Ledger) -> Iterator[FeedEntry]:
    updated = _moment(ledger.date)
    for move in ledger.moves:
        yield FeedEntry(_id(ledger, move, "moved"), updated, _title(move), _text(ledger, move))
    for event in ledger.events:
        if event.kind in TOLD:
            words = event_words(event)
            yield FeedEntry(_id(ledger, event, event.kind), updated, words, words)


def _id(ledger: Ledger, about: RowMove | Event, what: str) -> str:
    return uuid.uuid5(ORIGIN, f"{ledger.baseline} {about.benchmark} {about.id} {what}").urn


def _title(move: RowMove) -> str:
    first = move.numbers[0]
    old, new = number_texts(first)
    return f"{move.name} on {move.benchmark_title}: {first.title} {old} → {new}"


def _text(ledger: Ledger, move: RowMove) -> str:
    until = f"release {ledger.current}" if ledger.current else "the board as it is"
    lines = [f"{move.id} on {move.benchmark}, from release {ledger.baseline} to {until}."]
    for number in move.numbers[:MOST_NUMBERS]:
        old, new = number_texts(number)
        lines.append(f"{number.title}: {old} → {new}")
    if len(move.numbers) > MOST_NUMBERS:
        lines.append(f"and {len(move.numbers) - MOST_NUMBERS} more numbers")
    for cause in move.causes:
        reasons = " ".join(cause.reasons) or "unexplained"
        lines.append(f"Cause: {cause.kind} {cause.what}: {reasons}")
    return "\n".join(lines)


def _moment(date: dt.date | None) -> str:
    """A day as the moment it begins; the first one of all where none is known."""
    return f"{date or dt.date(1970, 1, 1)}T00:00:00Z"
