"""Pages that the theme does not render one by one: it renders one empty shell, and we fill it.

A thousand pages through the theme take half a minute, through a shell one second.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from markupsafe import escape

from leaderboard.pages.rendering import shown

__all__ = ["DESCRIPTION", "PLACEHOLDERS", "SHELLS", "TITLE", "Shell", "shell_source"]

TITLE: Final = "shell-title-k7q2"
DESCRIPTION: Final = "shell-description-k7q2"
CONTENT: Final = "shell-content-k7q2"
PLACEHOLDERS: Final = (TITLE, DESCRIPTION, CONTENT)
SHELLS: Final = ("submissions/shell", "submissions/shell/benchmark")
"""Addresses of the shells: one a depth, since links are relative."""
NO_HEADING: Final = "<h1 hidden></h1>"
"""Keeps the theme from putting a heading of its own; it is cut out again."""
_SPLIT: Final = re.compile("(" + "|".join(PLACEHOLDERS) + ")")


def shell_source() -> str:
    """The Markdown of a shell page."""
    return (
        f"---\ntitle: {TITLE}\ndescription: {DESCRIPTION}\nhide: [navigation, toc]\n"
        "search:\n  exclude: true\n---\n\n"
        f'{NO_HEADING}\n\n<div class="wide">\n{CONTENT}\n</div>\n'
    )


@dataclass(frozen=True, slots=True)
class Shell:
    """A rendered shell, cut at its placeholders.

    Attributes:
        parts: pieces of the page and placeholders in turn.

    """

    parts: tuple[str, ...]
    address: str

    @classmethod
    def parse(cls, page: str, address: str) -> Shell:
        """Cut a page that the theme rendered at `address`, such as `submissions/shell/`.

        Raises:
            ValueError: a placeholder is missing, so the theme is not what this expects.

        """
        page = page.replace(NO_HEADING, "")
        parts = tuple(_SPLIT.split(page))
        missing = [word for word in PLACEHOLDERS if word not in parts]
        if missing:
            raise ValueError(f"the theme left {missing[0]} out of the page at {address}")
        return cls(parts, address)

    def fill(self, *, title: str, description: str, content: str, address: str) -> str:
        """The page at `address` with that content.

        Nothing that is filled in is searched for placeholders.

        Args:
            title: plain text; it is escaped here.
            description: plain text; it is escaped here.
            content: HTML.
            address: relative to the site's root, of the same depth as the shell.

        """
        values = {TITLE: _text(title), DESCRIPTION: _text(description), CONTENT: content}
        return "".join(
            values[part] if part in values else part.replace(self.address, address)
            for part in self.parts
        )


def _text(value: str) -> str:
    return str(escape(shown(value)))
