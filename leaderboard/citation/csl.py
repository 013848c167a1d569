"""CSL-JSON, which citation managers read."""

from __future__ import annotations

from typing import Any

from leaderboard.citation.cited import Cited
from leaderboard.files import dump_json
from leaderboard.project import Author

__all__ = ["csl_value", "render_csl"]


def csl_value(cited: Cited) -> dict[str, Any]:
    """One item of a CSL-JSON list; what is not known is left out."""
    note = "; ".join(part for part in (cited.note, cited.signature, cited.page) if part)
    values: dict[str, Any] = {
        "id": cited.key,
        "type": "dataset",
        "title": cited.title,
        "author": [_name(author) for author in cited.authors],
        "issued": {"date-parts": [[cited.date.year, cited.date.month, cited.date.day]]},
        "version": cited.version,
        "DOI": cited.doi,
        "URL": cited.url,
        "abstract": cited.abstract,
        "keyword": ", ".join(cited.keywords),
        "note": note,
    }
    return {key: value for key, value in values.items() if value}


def render_csl(cited: Cited) -> str:
    """A CSL-JSON list of one item."""
    return dump_json([csl_value(cited)])


def _name(author: Author) -> dict[str, str]:
    return {"literal": author.name} if author.name else author.model_dump(exclude_none=True)
