"""One place while it is read: how containers and lists change it (SCORING 1.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from scoring.contractscrub.place_parts import Kind, Part
from scoring.contractscrub.place_tokens import RANKS
from scoring.contractscrub.words import normalise_words

__all__ = ["TOP_RANK", "Target", "hold"]

TOP_RANK: Final = RANKS["section"]
"""Labels down to this rank name a section in its own right."""


@dataclass(slots=True)
class Target:
    """One place of the text while it is read.

    Attributes:
        levels: its numbering, outermost first.
        attachment: `Exhibit A-1`, empty for the body.
        special: `P`, `R` or `Signature Block`, empty for none.
        document: another document's name in the form of SCORING 1.3, empty for the own one.
        until: the other end, where it opens a range.
        unheld: the special that it is where no container follows (`first paragraph`).
        piece: whether it is an unnumbered part that needs a container.
        own: the levels that it named itself, before a list gave it those of its neighbour.
        relative: whether it names no place on its own: `(b)`.
        base: how many levels stand before those of its last label.
        bracketed: whether the levels after `base` start with a bracket.
        labels: how many levels stand before the levels of each label.

    """

    levels: tuple[str, ...] = ()
    attachment: str = ""
    special: str = ""
    document: str = ""
    until: Target | None = None
    unheld: str = ""
    piece: bool = False
    own: tuple[str, ...] = ()
    relative: bool = False
    base: int = 0
    bracketed: bool = False
    labels: dict[str, int] = field(default_factory=dict)

    @property
    def rank(self) -> int:
        """Depth of the outermost label; past all labels where there is none."""
        return min((RANKS[label] for label in self.labels), default=len(RANKS))

    @property
    def numbered(self) -> bool:
        """Whether its outermost level is a number, so that it is a section in its own right."""
        return bool(self.levels) and self.levels[0][0].isdecimal()

    def descend(self, part: Part) -> None:
        """Go to the place that `part` names inside this one."""
        levels = _joined(self.levels, part.levels)
        self.base = len(levels) - len(part.levels)
        self.levels = self.own = levels
        self.bracketed = part.bracketed
        if part.label:
            self.labels[part.label] = self.base

    def enclose(self, part: Part, levels: tuple[str, ...]) -> None:
        """Put `levels`, this place's numbering, inside the place that `part` names."""
        joined = _joined(part.levels, levels)
        shift = len(joined) - len(levels)
        self.labels = {label: depth + shift for label, depth in self.labels.items()}
        if part.label:
            self.labels[part.label] = 0
        self.base = self.base + shift if levels else 0
        self.levels = self.own = joined
        self.relative = part.bracketed
        self.bracketed = self.bracketed if levels else part.bracketed
        self.special, self.piece = "", False

    def put_in_attachment(self, part: Part) -> None:
        """Put this place inside the attachment that `part` names."""
        if self.attachment:
            self.document = normalise_words(part.name)
            return
        self.attachment = part.name
        self.piece = False
        self.levels = part.levels + self.levels
        self.base += len(part.levels)

    def next_item(self, part: Part, depth: int | None) -> Target:
        """The next item of a list, completed from this one.

        Args:
            part: the item as written.
            depth: how many levels stand before those of its label, where this one has that label.

        """
        own = part.levels
        if self.relative:
            given = len(self.levels) - len(self.own)
            written = replace(self, levels=self.own, base=max(self.base - given, 0))
            own = _elided(written, part, depth)
        item = replace(self, levels=_elided(self, part, depth), own=own, until=None)
        item.relative = self.relative or part.bracketed
        item.labels = dict(self.labels)
        if depth is not None:
            item.base, item.bracketed = depth, part.bracketed
            item.labels = {label: at for label, at in self.labels.items() if at <= depth}
        elif part.label:
            item.labels[part.label] = len(item.levels) - len(part.levels)
        return item

    def unnumbered_item(self) -> Target:
        """The next item of a list where it is an unnumbered part: a piece of this place."""
        return replace(
            self, own=(), piece=False, relative=True, until=None, labels=dict(self.labels)
        )


def hold(group: Sequence[Target], part: Part, last: Target) -> None:
    """Put the places of a list, whose first is not yet held, inside what `part` names.

    A trailing container belongs to all of them, but for those that it cannot hold: `Section 2
    and paragraph (b) of Section 3` are 2 and 3(b).
    """
    first = group[0]
    inside = first.rank > RANKS.get(part.label, -1) and not first.relative
    whole = inside or first.relative
    for target in group:
        if part.kind is Kind.ATTACHMENT:
            target.put_in_attachment(part)
        elif part.kind is Kind.SPECIAL:
            if not (target.numbered and target.rank <= TOP_RANK):
                target.special, target.levels, target.piece = part.name, (), False
        elif target is last or (not target.special and (whole or target.relative)):
            target.enclose(part, target.levels if inside else target.own)


def _joined(outer: tuple[str, ...], inner: tuple[str, ...]) -> tuple[str, ...]:
    """Levels one inside the other, once where the inner number carries the outer one."""
    if len(outer) == 1 and inner and outer[0][0].isdecimal():
        repeated = inner[0] == outer[0] and "." in outer[0]
        if repeated or inner[0].startswith(f"{outer[0]}."):
            return inner
    return outer + inner


def _elided(last: Target, part: Part, depth: int | None) -> tuple[str, ...]:
    """The levels of a later item of a list, completed from those of the item before it."""
    if part.suffix:
        return last.levels[: last.base] + _completed(last, part)
    if depth is not None:
        return last.levels[:depth] + part.levels
    if not part.bracketed:
        return last.levels[: last.base] + part.levels
    spare = len(last.levels) - last.base - (not last.bracketed)
    kept = len(last.levels) - min(len(part.levels), max(spare, 0))
    return last.levels[:kept] + part.levels


def _completed(last: Target, part: Part) -> tuple[str, ...]:
    """`.5` after `3.3` is `3.5`: as many last numbers are replaced as are named."""
    numbers = last.levels[last.base].split(".") if len(last.levels) > last.base else []
    named = part.levels[0][1:].split(".")
    if not numbers or not numbers[0].isdecimal():
        return part.levels
    kept = numbers[: max(len(numbers) - len(named), 1)]
    return (".".join(kept + named), *part.levels[1:])
