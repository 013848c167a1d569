"""A parsed JSON value → a record, or findings in this project's own words.

Pydantic says what it met at which path; this module turns each of its errors into a finding with a
JSON pointer and a sentence that mends it.
"""

from __future__ import annotations

import difflib
import functools
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, TypeVar

from pydantic import BaseModel, ValidationError

from leaderboard.fields import REFUSED, described
from leaderboard.findings import (
    MOST_OF_A_KIND,
    Finding,
    Problem,
    json_pointer,
    printable,
    quoted,
)
from leaderboard.models import OutputsFile, SubmissionFile

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

__all__ = ["parse_record"]

Record = TypeVar("Record", bound=BaseModel)

_OBJECT: Final = ("an object", "Write an object in curly brackets.")
_NUMBER: Final = ("a whole number", "Write a whole number without quotes or decimal point.")
_TYPES: Final[Mapping[str, tuple[str, str]]] = {
    "string_type": ("a text", "Write a text in double quotes."),
    "int_type": _NUMBER,
    "bool_type": ("true or false", "Write true or false without quotes."),
    "model_type": _OBJECT,
}


def parse_record(
    value: object, model: type[Record], file: str
) -> tuple[Record | None, tuple[Finding, ...]]:
    """Turn a JSON value into a record of the class `model`.

    Returns:
        The record and nothing, or None and at least one finding.

    """
    try:
        return model.model_validate(value), ()
    except ValidationError as error:
        details = error.errors(include_url=False)
    return None, tuple(
        problem.at(file, json_pointer(detail["loc"]))
        for detail in _without_floods(details)
        for problem in _problems(detail)
    )


def _without_floods(details: list[ErrorDetails]) -> Iterator[ErrorDetails]:
    """No more errors of a kind than anyone will be shown: hostile files have hundred thousands."""
    seen: Counter[str] = Counter()
    for detail in details:
        kind = detail["type"]
        if kind == REFUSED:
            kind = detail["ctx"]["problems"][0].code
        seen[kind] += 1
        if seen[kind] <= MOST_OF_A_KIND + 1:
            yield detail


def _problems(detail: ErrorDetails) -> Iterator[Problem]:
    kind = detail["type"]
    if kind == REFUSED:
        yield from detail["ctx"]["problems"]
    elif kind in _TYPES:
        wanted, mend = _TYPES[kind]
        yield Problem(
            "wrong_type", f"{wanted} belongs here, not {described(detail['input'])}", mend
        )
    elif kind == "missing":
        yield _missing(str(detail["loc"][-1]))
    elif kind == "extra_forbidden":
        yield _unknown(str(detail["loc"][-1]))
    else:
        yield _bounded(kind, detail.get("ctx", {}), detail["input"])


def _missing(key: str) -> Problem:
    return Problem("missing_key", f"the key {quoted(key)} is missing", f"Add {quoted(key)}.")


def _unknown(key: str) -> Problem:
    near = difflib.get_close_matches(key[:100], _known_keys(), n=1)
    return Problem(
        "unknown_key",
        f"the format has no key {quoted(key)} here",
        f'Take it out, or write "{near[0]}" if that is meant.'
        if near and near[0] != key
        else "Take it out; remarks may go into the notes of submission.json.",
    )


def _bounded(kind: str, bounds: Mapping[str, object], value: object) -> Problem:
    """A value of the right type that is not one of those allowed."""
    if kind == "literal_error":
        choices = str(bounds["expected"]).replace("'", '"')
        return Problem(
            "not_a_choice", f"{described(value)} is not in the vocabulary", f"Write {choices}."
        )
    if kind == "string_too_short":
        return Problem(
            "too_short",
            "the text is empty",
            "Write something, or null where the key may be left out.",
        )
    if kind == "string_too_long":
        most = bounds["max_length"]
        return Problem(
            "too_long",
            f"the text has {len(str(value)):,} characters; at most {most:,} are taken",
            "Shorten it.",
        )
    for bound, side in (("ge", "less"), ("le", "more")):
        if bound in bounds:
            return Problem(
                "out_of_range",
                f"{printable(str(value))} is {side} than {bounds[bound]:,}",
                "Write a number in range, or null if it is unknown.",
            )
    # No type above can cause another error; a new kind of field would still be told, just drily.
    return Problem("wrong_type", f"{described(value)} is refused ({kind})", "See the JSON Schema.")


def _keys_of(model: type[BaseModel]) -> set[str]:
    """All keys of a record and of the records in it, as the JSON Schema names them."""
    schema = model.model_json_schema()
    parts = [schema, *schema.get("$defs", {}).values()]
    return {key for part in parts for key in part.get("properties", {})}


@functools.cache
def _known_keys() -> tuple[str, ...]:
    return tuple(sorted(_keys_of(SubmissionFile) | _keys_of(OutputsFile)))
