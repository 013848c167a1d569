"""Which level a bracketed mark such as (i) belongs to, from the marks before and after it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

__all__ = ["Ladder"]

_ONES: Final = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
_ROMAN: Final = tuple(
    tens + ones for tens in ("", "x", "xx", "xxx", "xl") for ones in _ONES if tens + ones
)
_SEQUENCES: Final = {
    "roman": _ROMAN,
    "letter": tuple("abcdefghijklmnopqrstuvwxyz") + tuple(2 * c for c in "abcdefghijklmnop"),
    "ROMAN": tuple(mark.upper() for mark in _ROMAN),
    "LETTER": tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    "digit": tuple(str(number) for number in range(1, 100)),
}


@dataclass(slots=True)
class Ladder:
    """The bracketed levels that are open below a numbered place.

    Attributes:
        levels: the open marks, outermost first.

    """

    levels: list[str] = field(default_factory=list)
    _steps: list[tuple[str, int]] = field(default_factory=list)

    def step(self, mark: str, following: str) -> list[str]:
        """Take the next mark; the open levels with it.

        Args:
            mark: what stands in the brackets.
            following: the mark after it, which tells a Roman (i) from the letter.

        """
        for depth in range(len(self._steps) - 1, -1, -1):
            kind, ordinal = self._steps[depth]
            sequence = _SEQUENCES[kind]
            at = ordinal + 1
            if at < len(sequence) and sequence[at] == mark and not _starts_anew(mark, following):
                return self._set(depth, kind, at, mark)
        for kind, sequence in _SEQUENCES.items():
            if sequence[0] == mark:
                return self._set(len(self._steps), kind, 0, mark)
        for depth in range(len(self._steps) - 1, -1, -1):
            kind = self._steps[depth][0]
            if mark in _SEQUENCES[kind]:
                return self._set(depth, kind, _SEQUENCES[kind].index(mark), mark)
        return [*self.levels, mark]

    def _set(self, depth: int, kind: str, ordinal: int, mark: str) -> list[str]:
        del self.levels[depth:]
        del self._steps[depth:]
        self.levels.append(mark)
        self._steps.append((kind, ordinal))
        return list(self.levels)


def _starts_anew(mark: str, following: str) -> bool:
    """Whether an (i) begins a Roman series: (ii) comes next."""
    return mark in {"i", "I"} and following.casefold() == "ii"
