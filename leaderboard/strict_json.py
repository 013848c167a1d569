"""Bytes → JSON value, or findings. Never raises; time is linear in the length, which is capped.

Python's own reader takes NaN, `1e999`, duplicate keys, UTF-16 and lone surrogates, and gives up
with exceptions on depth and on long integers. So the bytes are scanned first for size, encoding,
depth and number of values, and the tree that the reader gives is walked with the path at hand, so
that every fault has a pointer and all are found at once.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from leaderboard.findings import (
    MOST_OF_A_KIND,
    Finding,
    Problem,
    json_pointer,
    printable,
    quoted,
)
from leaderboard.names import text_problems

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_INTEGER",
    "MAX_ITEMS",
    "MAX_KEYS",
    "MAX_VALUES",
    "TOO_LARGE",
    "Parsed",
    "Path",
    "parse_strict",
]

MAX_BYTES: Final = 16 * 1024 * 1024
MAX_DEPTH: Final = 64
MAX_VALUES: Final = 300_000
MAX_KEYS: Final = 2_000
MAX_ITEMS: Final = 20_000
MAX_INTEGER: Final = 2**53 - 1
"""The largest whole number that every reader of JSON keeps exactly (RFC 8259, section 6)."""

TOO_LARGE: Final = Problem(
    "file_too_large",
    f"the file has over {MAX_BYTES:,} bytes",
    "Cut what no one scores (logs, repeated answers); a response needs no more than 4 MiB.",
)

Path: TypeAlias = tuple[str | int, ...]
"""Keys and indices from the top of a value to a part of it."""

# Possessive, and the closing quote is optional: each match is final, so the scan is linear even
# where no string ever closes.
_STRING: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_NOT_BRACKETS: Final = bytes(sorted(set(range(256)) - set(b"[]{}")))
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_INTEGER_DIGITS: Final = 17


@dataclass(frozen=True, slots=True)
class Parsed:
    """What was read.

    Attributes:
        value: the value in plain Python types. Where `findings` name a part of it, that part is
            None (a number; an object or list of too many values), the first of two (duplicate
            keys), has U+FFFD (half surrogate pairs), or is as it was (other characters).
        findings: all that is wrong with the text as JSON.
        readable: whether there is a value at all.

    """

    value: object
    findings: tuple[Finding, ...]
    readable: bool = True


class _Members(list[tuple[str, object]]):
    """The members of an object in order, doubles and all."""


@dataclass(frozen=True, slots=True)
class _NoNumber:
    """A literal that stands where a number should and cannot be kept."""

    problem: Problem


def parse_strict(
    data: bytes, file: str, *, exempt: Callable[[Path], bool] = lambda _: False
) -> Parsed:
    """Read `data` as strict JSON (RFC 8259, in UTF-8 without BOM).

    Args:
        data: the file's bytes.
        file: the name that findings carry.
        exempt: says of a path whether the character rules leave the string there alone. Lone
            surrogates are refused even there: such a string cannot be written again.

    """
    problem = _too_large(data) or _wrong_encoding(data)
    if problem:
        return Parsed(None, (problem.at(file),), readable=False)
    findings: list[Finding] = []
    if data.startswith(b"\xef\xbb\xbf"):
        findings.append(
            Problem(
                "byte_order_mark",
                "the file starts with a byte order mark (EF BB BF)",
                'Save the file as "UTF-8", not as "UTF-8 with BOM".',
            ).at(file)
        )
        data = data[3:]
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        findings.append(_not_utf8(data, error).at(file))
        return Parsed(None, tuple(findings), readable=False)
    problem = _empty(text) or _outgrown(data)
    if problem:
        return Parsed(None, (*findings, problem.at(file)), readable=False)
    tree, problem = _read(text)
    if problem:
        findings.append(problem.at(file))
        if tree is None:
            return Parsed(None, tuple(findings), readable=False)
    value = _plain(tree, (), _Report(file, exempt, findings))
    return Parsed(value, tuple(findings))


def _too_large(data: bytes) -> Problem | None:
    return TOO_LARGE if len(data) > MAX_BYTES else None


def _wrong_encoding(data: bytes) -> Problem | None:
    encoding = json.detect_encoding(data)
    if encoding.startswith("utf-8"):
        return None
    return Problem(
        "wrong_encoding",
        f"the file is {encoding[:6].upper()}, not UTF-8",
        "Save the file as UTF-8 without a byte order mark.",
    )


def _not_utf8(data: bytes, error: UnicodeDecodeError) -> Problem:
    line = data.count(b"\n", 0, error.start) + 1
    return Problem(
        "not_utf8",
        f"the byte 0x{data[error.start]:02X} at offset {error.start:,} (line {line:,}) "
        "is no part of UTF-8",
        "Save the file as UTF-8.",
    )


def _empty(text: str) -> Problem | None:
    if text.strip(" \t\r\n"):
        return None
    return Problem(
        "empty_file",
        "the file is empty",
        "Write the JSON object that belongs there; `leaderboard new` writes one to start from.",
    )


def _outgrown(data: bytes) -> Problem | None:
    """Depth and number of values, told from the punctuation outside strings."""
    # A value has at most one string and one key, and two brackets, so the scan may stop after so
    # many. Depth is told first: what is nested without end also holds too many values.
    most = 2 * MAX_VALUES
    bare, strings = _STRING.subn(b"", data, count=most + 1)
    if strings > most:
        last = next(itertools.islice(_STRING.finditer(data), most, None))
        bare = _STRING.sub(b"", data[: last.start()])
    depth = 0
    for bracket in bare.translate(None, _NOT_BRACKETS)[:most]:
        depth += 1 if bracket in b"[{" else -1
        if depth > MAX_DEPTH:
            return Problem(
                "too_deep",
                f"objects and lists are nested over {MAX_DEPTH} deep",
                "Keep to the format, which nests four deep.",
            )
    separators = bare.count(b",") + bare.count(b"[") + bare.count(b"{")
    if strings > most or separators >= MAX_VALUES:
        return Problem(
            "too_many_values",
            f"the file holds over {MAX_VALUES:,} values",
            "Keep to the keys of the format; raw logs belong elsewhere.",
        )
    return None


def _read(text: str) -> tuple[object, Problem | None]:
    """The tree, and what is wrong with the text; the tree is None if it cannot be read."""
    try:
        return _loads(text, strict=True), None
    except json.JSONDecodeError as error:
        strict = error
    try:
        tree = _loads(text, strict=False)
    except json.JSONDecodeError as error:
        return None, _invalid(text, error)
    # Only raw control characters inside strings tell the two readings apart.
    return tree, Problem(
        "unescaped_control_character",
        f"a string holds {_shown_control(text[strict.pos])} as it is, {_position(strict)}",
        'Write it as an escape ("\\n" for a line end), as every JSON writer does.',
    )


def _loads(text: str, *, strict: bool) -> object:
    return json.loads(
        text,
        strict=strict,
        object_pairs_hook=_Members,
        parse_int=_integer,
        parse_float=_decimal,
        parse_constant=_constant,
    )


def _integer(literal: str) -> int | _NoNumber:
    if len(literal) <= _INTEGER_DIGITS and abs(number := int(literal)) <= MAX_INTEGER:
        return number
    return _NoNumber(
        Problem(
            "number_too_large",
            f"{printable(literal, 30)} has {len(literal.lstrip('-')):,} digits; whole numbers go "
            f"up to {MAX_INTEGER:,}",
            "Write a smaller number, or a text in quotes if it is an identifier.",
        )
    )


def _decimal(literal: str) -> float | _NoNumber:
    number = float(literal)
    if math.isfinite(number):
        return number
    return _NoNumber(
        Problem(
            "number_too_large",
            f"{printable(literal, 30)} is larger than any number that can be kept",
            "Write a number that fits, or null if it is unknown.",
        )
    )


def _constant(literal: str) -> _NoNumber:
    return _NoNumber(
        Problem("not_a_number", f"{literal} is not JSON", "Write null where a number is unknown.")
    )


def _position(error: json.JSONDecodeError) -> str:
    return f"at line {error.lineno:,}, column {error.colno:,}"


def _shown_control(char: str) -> str:
    return f"the control character U+{ord(char):04X}"


def _invalid(text: str, error: json.JSONDecodeError) -> Problem:
    rest = text[error.pos : error.pos + 40]
    # The reader points at the start of a string that never ends, else at the end itself.
    if not rest.strip(" \t\r\n") or error.msg.startswith("Unterminated string"):
        return Problem(
            "invalid_json",
            f"the text ends too early, {_position(error)}",
            "Close every string, list and object; perhaps the file was cut off.",
        )
    return Problem(
        "invalid_json",
        f"this is not JSON {_position(error)}, near {quoted(rest, 30)}",
        _hint(text, error.pos),
    )


def _hint(text: str, position: int) -> str:
    # Some versions of Python point at a trailing comma, others at the bracket after it.
    start = position + text.startswith(",", position)
    rest = text[start : start + 40].lstrip()
    before = text[max(0, start - 40) : start].rstrip()
    if rest.startswith("'"):
        return 'Put keys and texts in double quotes ("), not in single ones.'
    if rest.startswith(("//", "/*", "#")):
        return "Take the comment out; JSON has none."
    if rest.startswith(("}", "]")) and before.endswith(","):
        return "Take out the comma before the closing bracket."
    if rest.startswith(("<<<<<<<", "=======", ">>>>>>>")):
        return "Resolve the merge conflict that is left in the file."
    return "Write the file with a JSON library, or run it through a JSON formatter."


@dataclass(frozen=True, slots=True)
class _Report:
    """Where the walk puts what it finds."""

    file: str
    exempt: Callable[[Path], bool]
    findings: list[Finding]
    counts: Counter[str] = field(default_factory=Counter)

    def add(self, problem: Problem, path: Path) -> None:
        """Keep the problem, unless it is one of a flood that nobody will be shown."""
        self.counts[problem.code] += 1
        if self.counts[problem.code] <= MOST_OF_A_KIND + 1:
            self.findings.append(problem.at(self.file, json_pointer(path)))


def _plain(part: object, path: Path, report: _Report) -> object:
    """The part in plain types; what is wrong with it goes into the report."""
    if isinstance(part, _Members):
        return None if _crowded(len(part), MAX_KEYS, path, report) else _object(part, path, report)
    if isinstance(part, list):
        if _crowded(len(part), MAX_ITEMS, path, report):
            return None
        return [_plain(item, (*path, index), report) for index, item in enumerate(part)]
    if isinstance(part, str):
        return _string(part, path, report, exempt=report.exempt(path))
    if isinstance(part, _NoNumber):
        report.add(part.problem, path)
        return None
    return part


def _crowded(count: int, most: int, path: Path, report: _Report) -> bool:
    """Whether an object or list is too large to be looked into."""
    if count <= most:
        return False
    report.add(
        Problem(
            "too_many_values",
            f"there are {count:,} values in one object or list; at most {most:,} are read",
            "Keep to the keys of the format; raw logs belong elsewhere.",
        ),
        path,
    )
    return True


def _object(members: _Members, path: Path, report: _Report) -> dict[str, object]:
    plain: dict[str, object] = {}
    seen: set[str] = set()
    for key, part in members:
        here = (*path, key)
        shown = _string(key, here, report, exempt=False)
        value = _plain(part, here, report)
        if key in seen:
            report.add(
                Problem(
                    "duplicate_key",
                    f"the key {quoted(key)} stands twice in one object",
                    "Keep one of the two.",
                ),
                here,
            )
        seen.add(key)
        plain.setdefault(shown, value)
    return plain


def _string(text: str, path: Path, report: _Report, *, exempt: bool) -> str:
    """The text, whole surrogates only; what the character rules say of it is reported."""
    if not exempt:
        for problem in text_problems(text):
            report.add(problem, path)
    found = _SURROGATE.search(text)
    if not found:
        return text
    report.add(
        Problem(
            "lone_surrogate",
            f"U+{ord(found.group()):04X} at character {found.start():,} is half of a pair, "
            "no character",
            "Replace each half of a pair that stands alone by U+FFFD; it is the only change of a "
            "response that is allowed.",
        ),
        path,
    )
    return _SURROGATE.sub("\ufffd", text)
