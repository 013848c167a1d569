"""Draws that depend on a seed and a site alone, by SHA-256, the same on every Python."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

__all__ = ["Draws"]

_T = TypeVar("_T")
_BYTES = 8


@dataclass(frozen=True, slots=True)
class Draws:
    """Draws below one seed; a site is a path of texts and numbers that names what is drawn."""

    seed: str

    def below(self, *path: object) -> Draws:
        """Draws for a part, independent of those of any other part."""
        return Draws(f"{self.seed}/{'/'.join(map(str, path))}")

    def number(self, *site: object) -> int:
        """A whole number of 64 bits."""
        text = f"{self.seed}|{'|'.join(map(str, site))}"
        return int.from_bytes(hashlib.sha256(text.encode("utf-8")).digest()[:_BYTES], "big")

    def under(self, limit: int, *site: object) -> int:
        """A whole number from 0 to `limit` - 1."""
        return self.number(*site) % limit

    def share(self, *site: object) -> float:
        """A number from 0 to 1, 1 excluded; 53 bits, so the same float everywhere."""
        return (self.number(*site) >> 11) / (1 << 53)

    def choice(self, items: Sequence[_T], *site: object) -> _T:
        """One of `items`."""
        return items[self.under(len(items), *site)]

    def shuffled(self, items: Sequence[_T], *site: object) -> list[_T]:
        """`items` in an order that depends on their places alone."""
        order = sorted(range(len(items)), key=lambda index: (self.number(*site, index), index))
        return [items[index] for index in order]
