"""BibTeX, with every character that TeX or BibTeX takes for its own escaped.

An escape never leaves a brace alone: BibTeX counts braces and knows no backslash, so a single one
in a name would end the entry early. Letters beyond ASCII stay as they are: BibTeX files are UTF-8.
"""

from __future__ import annotations

from typing import Final

from leaderboard.citation.cited import Cited

__all__ = ["escape_tex", "render_bibtex"]

MONTHS: Final = (
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
)  # fmt: skip
"""Macros that every BibTeX style defines."""
ESCAPES: Final = {
    "\\": r"{\textbackslash}",
    "{": r"{$\lbrace$}",
    "}": r"{$\rbrace$}",
    "^": r"{\textasciicircum}",
    "~": r"{\textasciitilde}",
    "`": r"{\textasciigrave}",
    "'": r"{\textquotesingle}",
    "<": r"{$<$}",
    ">": r"{$>$}",
    "|": r"{$|$}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
}
"""Character → what TeX prints it by."""


def escape_tex(text: str) -> str:
    """`text` so that TeX prints it as it is; white space is folded, as BibTeX does it anyway.

    Hyphens in a row are kept apart, or TeX would draw a dash.
    """
    folded = " ".join(text.split())
    return (
        "".join(ESCAPES.get(char, char) for char in folded)
        .replace("--", "-{}-")
        .replace("--", "-{}-")
    )


def render_bibtex(cited: Cited) -> str:
    """One `@misc` entry, which every BibTeX style knows, with a line feed at its end."""
    notes = [part for part in (cited.note, cited.signature, cited.page) if part]
    fields = {
        "title": f"{{{{{escape_tex(cited.title)}}}}}",
        "author": f"{{{' and '.join(_names(cited))}}}",
        "year": f"{{{cited.date.year:04}}}",
        "month": MONTHS[cited.date.month - 1],
        "version": f"{{{cited.version}}}" if cited.version else "",
        "doi": f"{{{cited.doi}}}" if cited.doi else "",
        "url": f"{{{cited.url}}}" if cited.url else "",
        # Old styles know neither `version` nor `url`, but all print this.
        "howpublished": f"{{Data set{f', version {cited.version}' if cited.version else ''}}}",
        "note": f"{{{'; '.join(escape_tex(note) for note in notes)}}}" if notes else "",
    }
    lines = [f"  {name} = {value},\n" for name, value in fields.items() if value]
    return f"@misc{{{cited.key},\n{''.join(lines)}}}\n"


def _names(cited: Cited) -> list[str]:
    """A person as `Family, Given`; a body in braces of its own, so that it is not split."""
    return [
        f"{{{escape_tex(author.name)}}}"
        if author.name
        else f"{escape_tex(author.family or '')}, {escape_tex(author.given or '')}"
        for author in cited.authors
    ]
