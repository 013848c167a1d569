"""Citations of the board, of a release, and of one row of a release, in the forms that tools read.

`Cited` says what is cited; each form is one pure function of it.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from leaderboard.citation.apa import render_apa
from leaderboard.citation.bibtex import escape_tex, render_bibtex
from leaderboard.citation.cff import render_cff
from leaderboard.citation.cited import Cited, cite_board, cite_release, cite_row, frozen_name
from leaderboard.citation.csl import csl_value, render_csl
from leaderboard.citation.zenodo import render_zenodo

__all__ = [
    "FORMS",
    "Cited",
    "cite_board",
    "cite_release",
    "cite_row",
    "csl_value",
    "escape_tex",
    "frozen_name",
    "render_apa",
    "render_bibtex",
    "render_cff",
    "render_csl",
    "render_zenodo",
]

FORMS: Final[Mapping[str, Callable[[Cited], str]]] = MappingProxyType(
    {
        "bibtex": render_bibtex,
        "cff": render_cff,
        "csl": render_csl,
        "apa": render_apa,
        "zenodo": render_zenodo,
    }
)
"""Form → how it is written."""
