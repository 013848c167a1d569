"""A page that goes through MkDocs: where it is, what fills it, what files come with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from leaderboard.files import dump_json
from leaderboard.pages.rendering import Place, Renderer

__all__ = ["Page"]


@dataclass(frozen=True, slots=True)
class Page:
    """One generated Markdown page.

    Attributes:
        path: its file below the folder of pages, such as `openscrub/cost.md`.
        title: of the page, trusted.
        description: for search engines, trusted.
        template: name of its template.
        values: what the template sees.
        hide: which of `navigation` and `toc` the page does without.
        files: address → bytes of files that the page refers to.

    """

    path: str
    title: str
    description: str
    template: str
    values: Mapping[str, Any]
    hide: tuple[str, ...] = ("navigation", "toc")
    files: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def place(self) -> Place:
        """Where the rendered page is."""
        bare = self.path.removesuffix(".md")
        folder = "" if bare == "index" else bare.removesuffix("/index")
        return Place(f"{folder}/" if folder else "")

    def markdown(self, renderer: Renderer) -> str:
        """The page's source: front matter, then what its template gives."""
        front = "".join(
            f"{key}: {dump_json(value, indent=None)}"
            for key, value in (
                ("title", self.title),
                ("description", self.description),
                ("hide", list(self.hide)),
            )
        )
        return f"---\n{front}---\n\n" + renderer.render(self.template, self.place, self.values)
