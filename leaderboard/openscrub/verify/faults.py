"""What the second reader finds wrong."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Fault"]


class Fault(NamedTuple):
    """One thing that keeps an edition from being proven.

    Attributes:
        code: what is wrong, one of the codes that the parts document.
        contract: the contract's id.
        place: where, as gold writes places; empty for the whole contract.
        sentence: what was found, for a person to read.

    """

    code: str
    contract: str
    place: str
    sentence: str
