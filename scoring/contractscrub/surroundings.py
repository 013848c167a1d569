"""Code fences and prose around an answer's object: noted, and otherwise without effect."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

__all__ = ["is_fenced", "is_prose", "unfenced"]

# A fence's mark, and the language that may follow an opening one at once.
_FENCE: Final = re.compile(r"(`{3,}|~{3,})([^\s`~{\[\"]{0,40})")


def is_prose(text: str) -> bool:
    """Whether anything but white space and fences is in the text."""
    return bool(_FENCE.sub(" ", text).strip())


def is_fenced(before: Iterable[str]) -> bool:
    """Whether a fence is open after the passages `before`, one after the other.

    A fence is closed by a mark of its own character that is at least as long and names no
    language.
    """
    fence = ""
    for passage in before:
        for found in _FENCE.finditer(passage):
            mark, language = found.groups()
            if not fence:
                fence = mark
            elif mark.startswith(fence) and not language:
                fence = ""
    return bool(fence)


def unfenced(text: str) -> str:
    """Return what stands inside the fence around all of `text`; `text` if there is none."""
    found = _FENCE.match(text)
    if found is None:
        return text
    return text[found.end() :].removesuffix(found[1]).strip()
