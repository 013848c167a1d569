"""Where something stands in a contract, as a path that can be compared (SCORING 1.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scoring.contractscrub.place_grammar import Target, read_targets
from scoring.contractscrub.words import MAX_CHARACTERS, normalise_words

__all__ = ["Place", "canonical_place"]

_NUMBERED: Final = frozenset("0123456789")
_SAFE_LEVELS: Final = 16


@dataclass(frozen=True, slots=True)
class Place:
    """One place, a set of places, a range, or free text; equality is equality of structure.

    `str` gives the printable form: the paper's squeezed form where reading it back gives the
    same place, else brackets (SCORING 1.4).

    Attributes:
        levels: numbering, outermost first, each level as written: `("2.1", "b")`.
        attachment: `Exhibit A-1`, `Schedule 2`; empty for the body of the contract.
        special: `P`, `R` or `Signature Block`; empty for none.
        document: name of another document, in the form of SCORING 1.3; empty for the contract.
        members: places of a list, or the two ends of a range; empty for a single place.
        is_range: whether `members` are the ends of a range.
        text: free text in the form of SCORING 1.3; None for a place that was understood.

    """

    levels: tuple[str, ...] = ()
    attachment: str = ""
    special: str = ""
    document: str = ""
    members: frozenset[Place] = frozenset()
    is_range: bool = False
    text: str | None = None

    def __str__(self) -> str:
        """The printable form."""
        if self.text is not None:
            return self.text
        if self.members:
            joint = " to " if self.is_range else " and "
            # A shorter number comes first in a list that is sorted as lawyers read it.
            return joint.join(sorted(map(str, self.members), key=lambda form: (len(form), form)))
        bracketed = self._printed(_in_brackets(self.levels, bare=not self.attachment))
        squeezed = self._printed("".join(self.levels))
        # "Exhibit A2" would be another exhibit, and "Exhibit A2.1" looks like one.
        joined = self.attachment and self.levels and self.levels[0][0] in _NUMBERED
        if not joined and squeezed != bracketed and _read(squeezed) == self:
            return squeezed
        return bracketed

    def _printed(self, numbering: str) -> str:
        place = f"{self.attachment}{numbering}"
        if self.special:
            place = f"{self.special} of {place}" if place else self.special
        return f"{place} of the {self.document}" if self.document else place


def canonical_place(text: str) -> Place:
    """Read where something stands (SCORING 1.4).

    Args:
        text: any text, such as `Section 2.1(b)`, `Exhibit A, Section 1` or `2.10`.

    Returns:
        The place; free text where `text` names none, or has more than 1,000 characters. Never
        raises, and takes time linear in the length of `text`.

    """
    place = _read(text)
    # Only these can print as something that is no longer read as the same place.
    doubtful = place.document or len(place.levels) > _SAFE_LEVELS
    return _free(text) if doubtful and _read(str(place)) != place else place


def _read(text: str) -> Place:
    targets = read_targets(text) if len(text) <= MAX_CHARACTERS else None
    if targets is None:
        return _free(text)
    places = frozenset(_place(target) for target in targets)
    return next(iter(places)) if len(places) == 1 else Place(members=places)


def _free(text: str) -> Place:
    return Place(text=normalise_words(text))


def _place(target: Target) -> Place:
    first = _single(target)
    if target.until is None:
        return first
    ends = frozenset((first, _single(target.until)))
    # Recitals are one bucket, so a range of them is that bucket.
    if len(ends) == 1 and first.special:
        return first
    return Place(members=ends, is_range=True)


def _single(target: Target) -> Place:
    levels = target.levels
    if target.special:
        levels = ()
    elif levels and not target.attachment:
        levels = _split_first(levels)
    return Place(levels, target.attachment, target.special, target.document)


def _split_first(levels: tuple[str, ...]) -> tuple[str, ...]:
    """`Section (2a)` is 2(a): only under another level is `(2a)` one level."""
    first = levels[0]
    if first[0] in _NUMBERED and first[-1].islower() and set(first[:-1]) <= _NUMBERED | {"."}:
        return (first[:-1], first[-1], *levels[1:])
    return levels


def _in_brackets(levels: tuple[str, ...], *, bare: bool) -> str:
    """Levels in brackets, but for a leading number in the body."""
    bare = bare and bool(levels) and levels[0][0] in _NUMBERED
    first = 1 if bare else 0
    return "".join(levels[:first]) + "".join(f"({level})" for level in levels[first:])
