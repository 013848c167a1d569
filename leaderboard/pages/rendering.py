"""Jinja2 as every page uses it: one escape, one way to show what is missing or unprintable."""

from __future__ import annotations

import datetime as dt
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from pathlib import Path, PurePosixPath
from typing import Any, Final

from jinja2 import (
    Environment,
    FileSystemLoader,
    StrictUndefined,
    TemplateError,
    TemplateNotFound,
    TemplateSyntaxError,
)
from markupsafe import Markup, escape

from leaderboard.display import MISSING, Exact, as_float, format_number
from leaderboard.errors import BrokenRepositoryError
from leaderboard.findings import printable
from leaderboard.tables.table import Better, Cell, Column

__all__ = ["LONGEST", "Place", "Renderer", "shown"]

LONGEST: Final = 600
"""So many characters of any one text are shown; downloads hold the whole of it."""
HEAT_STEPS: Final = 10


def shown(value: object) -> object:
    """What a template prints for `value`: the only way into a page.

    None is the sign for what is missing. White space is folded, and a character that cannot be
    seen, or that turns the direction of writing, is shown by its code point. Markup that
    templates made is left as it is.
    """
    if value is None:
        return MISSING
    if isinstance(value, Markup):
        return value
    if isinstance(value, Fraction | float):
        raise TypeError(f"{value!r} is not rounded: give its text")
    text = str(value)
    if len(text) <= LONGEST and text.isprintable():
        return text
    # Folded within a bound: time depends on what is shown, not on what was sent.
    return printable(" ".join(text[: 2 * LONGEST].split()), LONGEST)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page is.

    Attributes:
        address: its folder's address, relative to the site's root: "" or `openscrub/cost/`.

    """

    address: str

    @property
    def base(self) -> str:
        """The site's root as seen from the page: "" or `../../`."""
        return "../" * len(PurePosixPath(self.address).parts)

    def to(self, address: str) -> str:
        """The address of a page or file of the site, as seen from the page."""
        return self.base + address or "./"


class Renderer:
    """Renders the templates below one folder."""

    def __init__(self, templates: Path) -> None:
        """Set up the environment.

        Args:
            templates: the folder of templates.

        """
        self._templates = templates
        self._environment = Environment(
            loader=FileSystemLoader(templates),
            autoescape=True,
            finalize=shown,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        self._environment.filters |= {
            "code_marks": _code_marks,
            "decimals": _decimals,
            "day": _day,
            "exact": _exact,
            "preformatted": _preformatted,
            "slug": _slug,
        }
        self._environment.globals |= {"heat": _heat, "first_order": _first_order}

    def render(self, template: str, place: Place, values: Mapping[str, Any]) -> str:
        """The text of `template` for a page at `place`.

        Args:
            template: its name, relative to the folder of templates.
            place: where the page is; templates see it as `place`.
            values: what else the template sees.

        Raises:
            BrokenRepositoryError: a template is missing, cannot be read, or asks for something
                that there is not; the sentence names the template and the line.

        """
        try:
            return self._environment.get_template(template).render(place=place, **values)
        except TemplateError as error:
            raise BrokenRepositoryError(self._complaint(template, error)) from error

    def _complaint(self, template: str, error: TemplateError) -> str:
        """What is wrong, and in which line of which template."""
        if isinstance(error, TemplateNotFound) and error.name == template:
            return f"the template {template} is missing"
        if isinstance(error, TemplateSyntaxError):
            name, number = error.name or template, f"{error.lineno}"
        else:
            name, number = self._deepest(error) or (template, "unknown")
        said = error.message or type(error).__name__
        if isinstance(error, TemplateNotFound):
            said = f"there is no template {error.name}"
        return f"the template {name}, line {number}: {said}"

    def _deepest(self, error: TemplateError) -> tuple[str, str] | None:
        """The innermost line of a template that the error passed; Jinja writes them into it."""
        passed = [
            (Path(frame.filename).relative_to(self._templates).as_posix(), f"{frame.lineno}")
            for frame in traceback.extract_tb(error.__traceback__)
            if Path(frame.filename).is_relative_to(self._templates)
        ]
        return passed[-1] if passed else None


def _decimals(value: Exact | None, digits: int) -> str:
    return format_number(value, digits)


def _code_marks(value: str) -> Markup:
    """Text whose `backquoted` parts are set as code."""
    parts = value.split("`")
    return Markup("").join(
        Markup("<code>{}</code>").format(shown(part)) if index % 2 else escape(shown(part))
        for index, part in enumerate(parts)
    )


def _preformatted(value: str) -> Markup:
    """Text whose lines are kept."""
    return Markup("\n").join(escape(shown(line)) for line in value.split("\n"))


def _day(value: dt.date | None) -> str:
    return MISSING if value is None else value.isoformat()


def _exact(value: Exact | str | None) -> str:
    """The value as it stands in `data-value` and in results.json: a number, or text as it is."""
    if isinstance(value, str):
        return value
    number = as_float(value)
    if number is None:
        return ""
    return str(int(number)) if isinstance(value, int) else repr(number)


def _slug(value: str) -> str:
    """A mark as part of a class name."""
    return "".join(char if char.isascii() and char.isalnum() else "-" for char in value)


def _heat(column: Column, cell: Cell) -> int | None:
    """How dark a cell is, 1 to 10; None where it is not shaded."""
    if not column.heat or cell.value is None or isinstance(cell.value, str):
        return None
    return min(HEAT_STEPS, ceil(cell.value * HEAT_STEPS)) or None


def _first_order(column: Column) -> str:
    """The order that the first click gives: the better end up."""
    return "descending" if column.better is Better.HIGH else "ascending"
