"""`.zenodo.json`: what Zenodo takes over when it archives a release of the repository.

The keys are those of Zenodo's deposit metadata (developers.zenodo.org, "Deposit metadata"), which
its GitHub integration reads.
"""

from __future__ import annotations

from html import escape
from typing import Any

from leaderboard.citation.cited import Cited
from leaderboard.files import dump_json

__all__ = ["render_zenodo"]


def render_zenodo(cited: Cited) -> str:
    """The whole file. Zenodo reads the description as HTML."""
    related = [
        {"identifier": address, "relation": relation, "scheme": "url"}
        for address, relation in (
            (cited.url, "isIdenticalTo"),
            (cited.repository, "isSupplementTo"),
        )
        if address
    ]
    values: dict[str, Any] = {
        "title": cited.title,
        "description": f"<p>{escape(cited.abstract or cited.title)}</p>",
        "upload_type": "dataset",
        "creators": [
            {"name": author.name or f"{author.family}, {author.given}"} for author in cited.authors
        ],
        "access_right": "open",
        "license": cited.license,
        "publication_date": cited.date.isoformat(),
        "keywords": list(cited.keywords),
        "related_identifiers": related,
    }
    return dump_json({key: value for key, value in values.items() if value})
