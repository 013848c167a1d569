"""Takes a model's reasoning out of its text (SCORING 1.2, step 3)."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

__all__ = ["Answered", "drop_reasoning"]

_TAG: Final = re.compile(
    r"<(/?)(think|thinking|reasoning|reflection|scratchpad)(?:\s[^<>/]{0,200})?>",
    re.ASCII | re.IGNORECASE,
)

# What is left on both sides of a dropped passage must not join into one object. A form feed
# is white space, so it is no prose, but it is not JSON's white space.
_SEAM: Final = "\f"


class Answered(NamedTuple):
    """A text without its reasoning.

    Attributes:
        text: what is left.
        stripped: whether anything was dropped.
        unclosed: whether the text ends inside its reasoning.

    """

    text: str
    stripped: bool
    unclosed: bool


class _Tag(NamedTuple):
    start: int
    end: int
    name: str
    closes: bool


@dataclass(slots=True)
class _Passages:
    """The passages to drop, and the first opener that counts if it never closes."""

    dropped: list[tuple[int, int]] = field(default_factory=list)
    unclosed: int | None = None


def drop_reasoning(text: str, begun: Sequence[tuple[int, int, bool]]) -> Answered:
    """Drop the reasoning of `text`.

    Args:
        text: the text as the model wrote it.
        begun: the spans of the objects at its top level in their order, and whether each is
            complete. A tag inside a complete object is an entry's text. An opener inside one
            that breaks off does not count, and neither does the closer that goes with it.

    """
    passages = _passages(_tags(text, begun), begun)
    unclosed = passages.unclosed is not None and not any(
        start < passages.unclosed and not _inside(start, passages.dropped) for start, _, _ in begun
    )
    kept = []
    start = 0
    for dropped_start, dropped_end in passages.dropped:
        kept.append(text[start:dropped_start])
        start = dropped_end
    kept.append(text[start:])
    return Answered(_SEAM.join(kept), stripped=bool(passages.dropped), unclosed=unclosed)


def _inside(place: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether one of the ordered spans holds the place."""
    index = bisect_right(spans, place, key=lambda span: span[0]) - 1
    return index >= 0 and place < spans[index][1]


def _tags(text: str, begun: Sequence[tuple[int, int, bool]]) -> list[_Tag]:
    complete = [(start, end) for start, end, whole in begun if whole]
    return [
        _Tag(found.start(), found.end(), found[2].lower(), found[1] == "/")
        for found in _TAG.finditer(text)
        if not _inside(found.start(), complete)
    ]


def _passages(tags: Sequence[_Tag], begun: Sequence[tuple[int, int, bool]]) -> _Passages:
    # An object that breaks off does so just where it stops being JSON: a tag there is in it.
    broken = [(start, end + 1) for start, end, whole in begun if not whole]
    last_closer = {tag.name: tag.start for tag in tags if tag.closes}
    passages = _Passages()
    ignored: Counter[str] = Counter()
    opener: _Tag | None = None
    for tag in tags:
        if opener is not None:
            if tag.closes and tag.name == opener.name:
                passages.dropped.append((opener.start, tag.end))
                opener = None
        elif tag.closes:
            if ignored[tag.name]:
                ignored[tag.name] -= 1
            else:
                passages = _Passages(dropped=[(0, tag.end)])
        elif _inside(tag.start, broken):
            ignored[tag.name] += 1
        elif last_closer.get(tag.name, -1) > tag.start:
            opener = tag
        elif passages.unclosed is None:
            passages.unclosed = tag.start
    return passages
