"""Finds cross-references in running text and says which places they name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from leaderboard.openscrub.verify.outline import place_of
from scoring.contractscrub import Place

__all__ = ["Reference", "find_references"]


class Reference(NamedTuple):
    """A cross-reference.

    Attributes:
        start: where it begins.
        end: where it ends.
        text: as printed, with single blanks.
        places: the places that it names, one for a single reference.

    """

    start: int
    end: int
    text: str
    places: tuple[Place, ...]

    @property
    def is_single(self) -> bool:
        """Whether it names one place and is neither a list nor a range."""
        return len(self.places) == 1


_BODY: Final = r"(?:[Ss]ection|[Aa]rticle|[Cc]lause|[Pp]aragraph|[Ss]ubsection)"
_ATTACHED: Final = r"(?:Schedule|Exhibit|Annex|Appendix|Attachment)"
_BRACKETS: Final = r"(?:\s?\([a-zA-Z0-9]{1,5}\)){0,4}"
_NUMBER: Final = rf"(?:\d{{1,3}}(?:\.\d{{1,3}}){{0,4}}|[IVXLC]{{1,7}}\b){_BRACKETS}"
_NAME: Final = rf"(?:[A-Z](?:-\d{{1,2}})?|\d{{1,2}}|[IVX]{{1,5}})\b{_BRACKETS}"
_JOIN: Final = r"(?:\s?,\s(?:and\s|or\s)?|\s(?:and|or|to|through)\s)"
_REFERENCE: Final = re.compile(
    rf"\b(?P<body>{_BODY})s?\s(?P<numbers>{_NUMBER}(?:{_JOIN}{_NUMBER})*)"
    rf"(?P<within>\sof\s{_ATTACHED}\s{_NAME})?"
    rf"|\b(?P<attached>{_ATTACHED})(?:s|es)?\s(?P<names>{_NAME}(?:{_JOIN}{_NAME})*)"
)
_JOINT: Final = re.compile(_JOIN)
_FOREIGN: Final = re.compile(r"\s(?:of|to|in)\s(?:the|that|its|such)\s[A-Z]")
_OWN: Final = re.compile(
    rf"\s(?:of|to|in)\s(?:the|this)\s(?:Agreement|Contract|Lease|{_ATTACHED})\b"
)


def find_references(running: str, start: int, end: int) -> Iterator[Reference]:
    """The references in a stretch of running text, those to other documents left out."""
    for match in _REFERENCE.finditer(running, start, end):
        behind = match.end()
        if _FOREIGN.match(running, behind, end) and not _OWN.match(running, behind, end):
            continue
        label = match["body"] or match["attached"]
        within = match["within"] or ""
        places = tuple(
            place_of(f"{label} {number}{within}".strip())
            for number in _JOINT.split(match["numbers"] or match["names"])
        )
        yield Reference(match.start(), behind, match[0], places)
