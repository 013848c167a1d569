"""An own reader of numbering: which place each paragraph of a printed contract stands at.

It sees nothing but the text. A place is the deepest numbered node that starts its own line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from leaderboard.openscrub.verify.headings import heading_end
from leaderboard.openscrub.verify.levels import Ladder
from leaderboard.openscrub.verify.words import flatten
from scoring.contractscrub import Place, canonical_place

__all__ = ["Kind", "Outline", "Paragraph", "place_of", "read_outline"]


class Kind(Enum):
    """What a paragraph is."""

    TITLE = "title"
    PREAMBLE = "preamble"
    RECITAL = "recital"
    FORMULA = "formula"
    BODY = "body"
    BLOCK = "block"
    NOISE = "noise"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A stretch of text between blank lines.

    Attributes:
        start: where it begins.
        end: where it ends.
        lead: where its running text begins, after number and heading; `end` for a mere heading.
        kind: what it is.
        place: where it stands, as gold writes places; empty for title and formula.

    """

    start: int
    end: int
    lead: int
    kind: Kind
    place: str

    @property
    def is_legal_text(self) -> bool:
        """Whether its running text binds: preamble, recitals and body."""
        return self.kind in {Kind.PREAMBLE, Kind.RECITAL, Kind.BODY}


@dataclass(frozen=True, slots=True)
class Outline:
    """How a contract is built.

    Attributes:
        running: the text with straight quotes, and a blank for each line end inside a paragraph
            of running text; offsets are those of the text.
        paragraphs: its paragraphs in order.
        starts: where the line of each numbered place begins.
        names: each numbered place as it is first printed.
        doubled: places that two lines claim.

    """

    running: str
    paragraphs: tuple[Paragraph, ...]
    starts: Mapping[Place, int]
    names: Mapping[Place, str]
    doubled: tuple[str, ...]


place_of = lru_cache(maxsize=65536)(canonical_place)
"""`canonical_place`, remembered."""

_PARAGRAPH: Final = re.compile(r"\S(?:.|\n(?!\s*\n))*")
_PAGE: Final = re.compile(r"(?:-\s?\d{1,4}\s?-|Page \d{1,4}(?: of \d{1,4})?)$")
_RECITALS: Final = re.compile(
    r"(?:RECITALS?|BACKGROUND|W ?I ?T ?N ?E ?S ?S ?E ?T ?H|PRELIMINARY STATEMENTS?|PREAMBLE):?$"
)
_LETTERED: Final = re.compile(r"(?:\(?[A-Z][.)])\s")
_WHEREAS: Final = re.compile(r"(?:WHEREAS|Whereas)\b")
_FORMULA: Final = re.compile(r"(?:NOW,? THEREFORE\b|[^.]{0,200}\bagree(?: as follows)?:$)")
_ARTICLE: Final = re.compile(r"(?:ARTICLE|Article)\s+([IVXLC]{1,8}|\d{1,3})(?=[\s.:—–-]|$)")
_NUMBERED: Final = re.compile(
    r"(?:(?:Section|SECTION|Clause|CLAUSE|Paragraph|PARAGRAPH|§)\s*)?"
    r"(\d{1,3}(?:\.\d{1,3}){0,4})(?:[.:)]?)(?=\s)"
)
_BRACKET: Final = re.compile(r"\(([a-zA-Z]{1,5}|\d{1,3})\)(?=\s)")
_ATTACHMENT: Final = re.compile(
    r"(SCHEDULE|EXHIBIT|ANNEX|APPENDIX|ATTACHMENT|Schedule|Exhibit|Annex|Appendix|Attachment)"
    r"\s+([A-Z](?:-\d{1,2})?|\d{1,2}|[IVX]{1,5})\s*(?:$|\n|[—–:])"
)
_SIGNED: Final = re.compile(r"IN WITNESS|[^\n]{0,200}\b(?:signed|executed)\b")
_SIGNATURE: Final = re.compile(r"(?m)^\s*(?:By|Signature|Signed|Name):")
_TABULAR: Final = re.compile(r"\n {2,}\S|\S {3,}\S")
_LABEL: Final = "Section"
_NEAR: Final = 4


def read_outline(text: str) -> Outline:
    """Read the paragraphs of a contract and the places that they stand at."""
    flat = flatten(text)
    reader = _Reader(flat)
    paragraphs = tuple(reader.read())
    signs = list(flat)
    for paragraph in paragraphs:
        if paragraph.is_legal_text:
            stretch = flat[paragraph.start : paragraph.end].replace("\n", " ")
            signs[paragraph.start : paragraph.end] = stretch
    return Outline(
        running="".join(signs),
        paragraphs=paragraphs,
        starts=reader.starts,
        names=reader.names,
        doubled=tuple(reader.doubled),
    )


class _Reader:
    """Walks the paragraphs of one contract and keeps what has been open so far."""

    def __init__(self, flat: str) -> None:
        self.flat = flat
        self.spans = [
            (m.start(), m.start() + len(m[0].rstrip())) for m in _PARAGRAPH.finditer(flat)
        ]
        self.starts: dict[Place, int] = {}
        self.names: dict[Place, str] = {}
        self.doubled: list[str] = []
        self.base = ""
        self.attachment = ""
        self.ladder = Ladder()
        self.in_recitals = False

    def read(self) -> Iterator[Paragraph]:
        first, signature, attachments = self._zones()
        for at, (start, end) in enumerate(self.spans):
            text = self.flat[start:end]
            if _PAGE.match(text) or (at == len(self.spans) - 1 and _is_notice(text)):
                yield Paragraph(start, end, end, Kind.NOISE, "")
            elif at == 0 and at < first and _is_title(text):
                yield Paragraph(start, end, end, Kind.TITLE, "")
            elif at < first:
                yield self._front(start, end)
            elif signature <= at < attachments:
                yield Paragraph(start, end, start, Kind.BLOCK, "Signature Block")
            else:
                yield self._body(at, start, end)

    def _zones(self) -> tuple[int, int, int]:
        """Index of the first numbered paragraph, of the signature block, of the attachments."""
        count = len(self.spans)
        texts = [self.flat[start:end] for start, end in self.spans]
        first = next((at for at, text in enumerate(texts) if _opens_body(text)), count)
        attachments = next(
            (at for at in range(first, count) if _ATTACHMENT.match(texts[at])), count
        )
        signature = next(
            (
                at
                for at in range(first, attachments)
                if _SIGNED.match(texts[at])
                and not _mark(texts[at])
                and any(_SIGNATURE.search(near) for near in texts[at + 1 : at + 1 + _NEAR])
            ),
            attachments,
        )
        return first, signature, attachments

    def _front(self, start: int, end: int) -> Paragraph:
        text = self.flat[start:end]
        if _RECITALS.match(text):
            self.in_recitals = True
            return Paragraph(start, end, end, Kind.FORMULA, "")
        if _FORMULA.match(text):
            return Paragraph(start, end, start, Kind.FORMULA, "")
        if self.in_recitals or _WHEREAS.match(text):
            self.in_recitals = True
            mark = _LETTERED.match(text)
            lead = start + (mark.end() if mark is not None else 0)
            return Paragraph(start, end, lead, Kind.RECITAL, "R")
        return Paragraph(start, end, start, Kind.PREAMBLE, "P")

    def _body(self, at: int, start: int, end: int) -> Paragraph:
        text = self.flat[start:end]
        if match := _ATTACHMENT.match(text):
            self.attachment = f"{match[1].title()} {match[2]}"
            return self._open(self.attachment, start, end, end)
        if match := _ARTICLE.match(text):
            return self._headed(f"Article {match[1]}", start, end, match.end())
        if match := _NUMBERED.match(text):
            name = f"{self.attachment}({match[1]})" if self.attachment else f"{_LABEL} {match[1]}"
            return self._headed(name, start, end, match.end())
        if match := _BRACKET.match(text):
            levels = self.ladder.step(match[1], self._next_mark(at))
            name = self.base + "".join(f"({level})" for level in levels)
            lead = heading_end(self.flat, start + match.end(), end, inline=True)
            return self._place(name, start, end, lead)
        kind = Kind.BLOCK if _TABULAR.search(text) else Kind.BODY
        if (
            self.attachment
            and kind is Kind.BODY
            and heading_end(self.flat, start, end, inline=False) == end
        ):
            return Paragraph(start, end, end, kind, self.attachment)
        return Paragraph(start, end, start, kind, self._here())

    def _here(self) -> str:
        return self.base + "".join(f"({level})" for level in self.ladder.levels)

    def _headed(self, name: str, start: int, end: int, mark: int) -> Paragraph:
        lead = heading_end(self.flat, start + mark, end, inline=False)
        return self._open(name, start, end, lead)

    def _open(self, name: str, start: int, end: int, lead: int) -> Paragraph:
        self.base = name
        self.ladder = Ladder()
        return self._place(name, start, end, lead)

    def _place(self, name: str, start: int, end: int, lead: int) -> Paragraph:
        place = place_of(name)
        if place in self.starts:
            self.doubled.append(name)
        self.starts.setdefault(place, start)
        self.names.setdefault(place, name)
        return Paragraph(start, end, lead, Kind.BODY, name)

    def _next_mark(self, at: int) -> str:
        """The bracket that starts a later paragraph, if no numbered one comes before it."""
        for start, end in self.spans[at + 1 :]:
            text = self.flat[start : min(end, start + 60)]
            if match := _BRACKET.match(text):
                return match[1]
            if _ARTICLE.match(text) or _NUMBERED.match(text):
                return ""
        return ""


_TITLE: Final = 120


def _is_title(text: str) -> bool:
    return len(text) < _TITLE and "\n" not in text and not text.endswith((".", ";", ":"))


def _mark(text: str) -> bool:
    return any(pattern.match(text) for pattern in (_ARTICLE, _NUMBERED, _BRACKET))


def _opens_body(text: str) -> bool:
    return bool(_ARTICLE.match(text) or _NUMBERED.match(text))


def _is_notice(text: str) -> bool:
    """Whether the last paragraph is the line that asks not to train on the text."""
    return "canary" in text.casefold()
