"""Citation File Format 1.2.0, the form of `CITATION.cff`."""

from __future__ import annotations

from typing import Any, Final

import yaml

from leaderboard.citation.cited import Cited

__all__ = ["CFF_VERSION", "render_cff"]

CFF_VERSION: Final = "1.2.0"
MESSAGE: Final = (
    "If you use numbers of this board, please cite the release that you took them from."
)


def render_cff(cited: Cited) -> str:
    """The whole file."""
    place = {
        "type": "other",
        "value": cited.place,
        "description": "The page, relative to the root of the published site",
    }
    values: dict[str, Any] = {
        "cff-version": CFF_VERSION,
        "message": MESSAGE,
        "type": "dataset",
        "title": cited.title,
        "abstract": " ".join(part for part in (cited.abstract, _numbers(cited)) if part),
        "authors": [author.model_dump(exclude_none=True) for author in cited.authors],
        "version": cited.version,
        "date-released": cited.date.isoformat(),
        "doi": cited.doi,
        "url": cited.url,
        "repository": cited.repository,
        "identifiers": [place] if cited.place else None,
        "license": cited.license,
        "keywords": list(cited.keywords),
    }
    kept = {key: value for key, value in values.items() if value}
    # CFF says `given-names` and `family-names` of a person.
    kept["authors"] = [_author(author) for author in kept["authors"]]
    return str(yaml.safe_dump(kept, sort_keys=False, allow_unicode=True, width=10_000))


def _author(author: dict[str, str]) -> dict[str, str]:
    names = {"name": "name", "family": "family-names", "given": "given-names"}
    return {names[key]: value for key, value in author.items()}


def _numbers(cited: Cited) -> str:
    said = "; ".join(part for part in (cited.note, cited.signature) if part)
    return f"{said}." if said else ""
