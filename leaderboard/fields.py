"""The types of a submission's fields: what a value may be, and what is said if it is not.

Each type carries its form twice: as a check that knows how to mend the value, and as the JSON
Schema of the same form. Lengths are capped before a pattern runs; all patterns are linear.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PlainSerializer,
    PlainValidator,
    WithJsonSchema,
)
from pydantic_core import PydanticCustomError

from leaderboard.findings import Problem, quoted
from leaderboard.names import ID_PATTERN, MAX_ID, id_problem, name_problems

__all__ = [
    "REFUSED",
    "Amount",
    "BenchmarkKey",
    "Count",
    "Currency",
    "Date",
    "Edition",
    "GithubLogin",
    "Id",
    "Item",
    "Line",
    "Link",
    "Moment",
    "Name",
    "Prose",
    "Reason",
    "SchemaVersion",
    "Settings",
    "Sha256",
    "described",
    "listed",
    "refused",
    "thawed",
]

REFUSED: Final = "refused"
"""Type of the errors that carry problems of ours."""

MOST_AMOUNT: Final = 1_000_000_000
MOST_COUNT: Final = 1_000_000_000_000
MOST_SETTINGS: Final = 1_000
MOST_SETTING_TEXT: Final = 20_000
MOST_LINK: Final = 500
LEAST_LETTERS: Final = 2
"""A word in any script has as many."""


def refused(*problems: Problem) -> PydanticCustomError:
    """The exception that makes pydantic report `problems` at the place where it is raised."""
    return PydanticCustomError(REFUSED, "see the problems", {"problems": problems})


def described(value: object) -> str:
    """A JSON value in a few words, its text made printable and cut."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text {quoted(value)}"
    if isinstance(value, int | float):
        return f"the number {value}"
    return "a list" if isinstance(value, list | tuple) else "an object"


def _wrong_type(value: object, wanted: str, mend: str) -> PydanticCustomError:
    return refused(Problem("wrong_type", f"{wanted} belongs here, not {described(value)}", mend))


def _form(code: str, pattern: str, wanted: str, mend: str) -> AfterValidator:
    """A check of a text, already capped, against a pattern in full."""
    compiled = re.compile(pattern, re.ASCII)

    def check(text: str) -> str:
        if not compiled.fullmatch(text):
            raise refused(Problem(code, f"{quoted(text)} is not {wanted}", mend))
        return text

    return AfterValidator(check)


def _name(text: str) -> str:
    problems = name_problems(text)
    if problems:
        raise refused(*problems)
    return text


def _reason(text: str) -> str:
    if sum(char.isalpha() for char in text) < LEAST_LETTERS:
        raise refused(
            Problem(
                "wordless_reason",
                f"{quoted(text)} holds no word, so it gives no reason",
                "Say in a sentence what was done, and why.",
            )
        )
    return text


def _id(text: str) -> str:
    problem = id_problem(text)
    if problem:
        raise refused(problem)
    return text


def _date(value: object) -> dt.date:
    mend = 'Write an existing day as "YYYY-MM-DD", such as "2026-11-30".'
    if not isinstance(value, str):
        raise _wrong_type(value, "a date in quotes", mend)
    try:
        if re.fullmatch(_DATE, value):
            return dt.date.fromisoformat(value)
    except ValueError:
        pass  # a day that the month does not have is said as any other wrong form
    raise refused(Problem("bad_date", f"{quoted(value)} is not a date of this century", mend))


def _moment(value: object) -> dt.datetime:
    mend = 'Write it as "2026-11-30T15:53:00Z".'
    if not isinstance(value, str):
        raise _wrong_type(value, "a time in quotes", mend)
    try:
        if re.fullmatch(_MOMENT, value):
            return dt.datetime.fromisoformat(value)
    except ValueError:
        pass  # an hour or a day that does not exist is said as any other wrong form
    raise refused(Problem("bad_time", f"{quoted(value)} is not a time with its offset", mend))


def _amount(value: object) -> Decimal:
    mend = "Write a JSON number from 0 on, without quotes, or null if it is unknown."
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _wrong_type(value, "a number", mend)
    if not 0 <= value <= MOST_AMOUNT:
        raise refused(
            Problem("out_of_range", f"{value} is not between 0 and {MOST_AMOUNT:,}", mend)
        )
    # The shortest decimal that reads back as the same float is what was written, up to 17 digits.
    return Decimal(repr(value))


def _schema_version(value: object) -> int:
    if type(value) is not int or value != 1:
        raise refused(
            Problem(
                "not_a_choice",
                f"the version of the format is 1, not {described(value)}",
                'Write "schema_version": 1.',
            )
        )
    return value


def _settings(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise _wrong_type(value, "an object of names and values", 'Write {"name": value, …}.')
    _bound_settings(value)
    return _frozen(value)


def _bound_settings(value: object) -> None:
    waiting = [value]
    seen = 0
    while waiting:
        part = waiting.pop()
        seen += 1
        if seen > MOST_SETTINGS:
            raise refused(
                Problem(
                    "too_long",
                    f"there are over {MOST_SETTINGS:,} values in it",
                    "Keep what was set; leave out lists of tools and documents.",
                )
            )
        if isinstance(part, dict):
            waiting += [*part.keys(), *part.values()]
        elif isinstance(part, list):
            waiting += part
        elif isinstance(part, str):
            _short(part)


def _frozen(value: dict[str, object]) -> Mapping[str, object]:
    return MappingProxyType({key: _frozen_part(part) for key, part in value.items()})


def _frozen_part(part: object) -> object:
    if isinstance(part, dict):
        return _frozen(part)
    return tuple(_frozen_part(item) for item in part) if isinstance(part, list) else part


def _short(text: str) -> None:
    if len(text) > MOST_SETTING_TEXT:
        raise refused(
            Problem(
                "too_long",
                f"a text in it has {len(text):,} characters; at most {MOST_SETTING_TEXT:,} are "
                f"kept: {quoted(text, 30)}",
                "Shorten it, or name the file that holds it.",
            )
        )


def thawed(value: object) -> object:
    """Frozen settings as plain lists and dicts again."""
    if isinstance(value, Mapping):
        return {key: thawed(part) for key, part in value.items()}
    return [thawed(part) for part in value] if isinstance(value, tuple) else value


def listed(least: int, most: int) -> Callable[[object], object]:
    """A check that a value is a list of `least` to `most` things; gives it as a tuple."""

    def check(value: object) -> object:
        if not isinstance(value, list | tuple):
            raise _wrong_type(value, "a list", "Write a list in square brackets.")
        if len(value) < least:
            raise refused(
                Problem("too_short", "the list is empty", f"Write at least {least} into it.")
            )
        if len(value) > most:
            raise refused(
                Problem(
                    "too_long",
                    f"the list has {len(value):,} parts; at most {most:,} are taken",
                    "Shorten the list.",
                )
            )
        return tuple(value)

    return check


_DATE: Final = r"20[0-9]{2}-[0-9]{2}-[0-9]{2}"
_MOMENT: Final = _DATE + r"T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.][0-9]{1,6})?(?:Z|[+-][0-9]{2}:[0-9]{2})"
_LINK_PATTERN: Final = (
    r"^https://[A-Za-z0-9-]+(?:[.][A-Za-z0-9-]+)*[.][A-Za-z][A-Za-z0-9-]+(?::[0-9]{1,5})?"
    r"(?:[/?#][!#-;=?-\[\]_a-z~]*)?$"
)
_LOGIN_PATTERN: Final = r"^[A-Za-z0-9](?:-?[A-Za-z0-9])*$"
_HEX_PATTERN: Final = r"^[0-9a-f]{64}$"
_BENCHMARK_PATTERN: Final = r"^[a-z][a-z0-9-]*$"
_EDITION_PATTERN: Final = r"^[0-9][0-9a-z.-]*$"
_CURRENCY_PATTERN: Final = r"^[A-Z]{3}$"

SchemaVersion: TypeAlias = Annotated[Literal[1], BeforeValidator(_schema_version)]

Name: TypeAlias = Annotated[
    str,
    Field(min_length=1, max_length=100, json_schema_extra={"pattern": r"^[^=+@\s-]"}),
    AfterValidator(_name),
]
"""A display name, or another text that stands in tables."""

Line: TypeAlias = Annotated[str, Field(min_length=1, max_length=300)]
"""A short text, shown as it is."""

Reason: TypeAlias = Annotated[Line, AfterValidator(_reason)]
"""A sentence that says why something was done: a line with a word in it."""

Prose: TypeAlias = Annotated[str, Field(min_length=1, max_length=20_000)]
"""A text that people read: one line however long, as every text but a response."""

Item: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]
"""The id of a contract or case."""

Id: TypeAlias = Annotated[
    str,
    Field(max_length=MAX_ID, json_schema_extra={"pattern": ID_PATTERN}),
    AfterValidator(_id),
]
"""The id of a submission."""

GithubLogin: TypeAlias = Annotated[
    str,
    Field(min_length=1, max_length=39, json_schema_extra={"pattern": _LOGIN_PATTERN}),
    _form(
        "bad_login",
        _LOGIN_PATTERN,
        "a login that GitHub gives",
        'Write the login alone, such as "octo-cat": no @, no address.',
    ),
]

Link: TypeAlias = Annotated[
    str,
    Field(min_length=1, max_length=MOST_LINK, json_schema_extra={"pattern": _LINK_PATTERN}),
    _form(
        "bad_link",
        _LINK_PATTERN,
        "a plain https link",
        "Write a link that starts with https:// and a host name, with no user name or password "
        "before the host and with everything but plain ASCII percent-encoded.",
    ),
]

Sha256: TypeAlias = Annotated[
    str,
    Field(max_length=200, json_schema_extra={"pattern": _HEX_PATTERN}),
    _form(
        "bad_digest",
        _HEX_PATTERN,
        "a SHA-256 digest",
        "Write 64 lower-case hexadecimal digits, as `sha256sum` prints them.",
    ),
]

BenchmarkKey: TypeAlias = Annotated[
    str,
    Field(min_length=1, max_length=40, json_schema_extra={"pattern": _BENCHMARK_PATTERN}),
    _form(
        "bad_benchmark",
        _BENCHMARK_PATTERN,
        "the key of a benchmark",
        "Write the key as the benchmark's page gives it: lower-case letters, digits and hyphens.",
    ),
]

Edition: TypeAlias = Annotated[
    str,
    Field(min_length=1, max_length=40, json_schema_extra={"pattern": _EDITION_PATTERN}),
    _form(
        "bad_version",
        _EDITION_PATTERN,
        "the version of an edition",
        'Write the version as the benchmark\'s page gives it, in quotes, such as "1.0".',
    ),
]

Currency: TypeAlias = Annotated[
    str,
    Field(max_length=40, json_schema_extra={"pattern": _CURRENCY_PATTERN}),
    _form("bad_currency", _CURRENCY_PATTERN, "a currency's ISO 4217 code", 'Write "USD".'),
]

Date: TypeAlias = Annotated[
    dt.date,
    BeforeValidator(_date),
    Field(json_schema_extra={"pattern": f"^{_DATE}$"}),
]
"""A day, from "YYYY-MM-DD"."""

Moment: TypeAlias = Annotated[
    dt.datetime,
    BeforeValidator(_moment),
    Field(json_schema_extra={"pattern": f"^{_MOMENT}$"}),
]
"""A time with its offset."""

Count: TypeAlias = Annotated[int, Field(ge=0, le=MOST_COUNT)]
"""A number of tokens."""

Amount: TypeAlias = Annotated[
    Decimal,
    BeforeValidator(_amount),
    PlainSerializer(float, when_used="json"),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": MOST_AMOUNT}),
]
"""Dollars or seconds: the decimal number just as it was written."""

Settings: TypeAlias = Annotated[
    Mapping[str, object],
    PlainValidator(_settings),
    PlainSerializer(thawed),
    WithJsonSchema({"type": "object"}),
]
"""Names and JSON values, frozen."""
