"""Reads JSON out of a model's text, strictly but for two tolerances, in linear time.

Python's own reader recurses, takes duplicate keys, and cannot say where a broken object
stopped being JSON. So the structure is scanned here first, without recursion, one token
after the other; only what was found whole and shallow is then given to `json`.

Tolerated, and recorded in the `Scan`: raw control characters inside strings, and trailing
commas (SCORING 1.2, step 5). `NaN` and the infinities are scanned over and recorded too:
they spoil the answer that holds them, and do not stop the search for where it ends.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Final, NamedTuple, cast

__all__ = [
    "Members",
    "Scan",
    "is_empty_list",
    "is_scalar",
    "read",
    "scan",
    "skip_space",
    "string_end",
    "string_value",
]

# The quantifiers are possessive: a pattern never goes back over what it has read.
_SPACE: Final = r"[ \t\n\r]*+"
_NUMBER: Final = r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?"
_SCALAR: Final = rf"(?:{_NUMBER}|true|false|null)"
_PLAIN_STRING: Final = r'"[^"\\\x00-\x1f]*+"'
_SIMPLE: Final = rf"(?:{_PLAIN_STRING}|{_SCALAR}){_SPACE},"

_SPACES: Final = re.compile(_SPACE)
_VALUE: Final = re.compile(
    rf'{_SPACE}(?:(")|([\[{{])|({_SCALAR})|(-?Infinity|NaN)|(\]))',
)
_KEY: Final = re.compile(rf'{_SPACE}(["}}])')
_COLON: Final = re.compile(rf"{_SPACE}:")
_AFTER: Final = re.compile(rf"{_SPACE}([,\]}}])")
_LISTS: Final = re.compile(r"\[*+")
_WHOLE_SCALAR: Final = re.compile(_SCALAR)

# Runs of ordinary items are read in one step. The bound keeps the pattern's memory small.
_ELEMENTS: Final = re.compile(rf"(?:{_SPACE}{_SIMPLE}){{1,64}}")
_MEMBERS: Final = re.compile(rf"(?:{_SPACE}{_PLAIN_STRING}{_SPACE}:{_SPACE}{_SIMPLE}){{1,64}}")

_UP_TO_MARK: Final = re.compile(r'[^"\\]*+')
_ESCAPE: Final = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
_CONTROL: Final = re.compile(r"[\x00-\x1f]")
_EMPTY_LIST: Final = re.compile(rf"\[{_SPACE}\]")

_DECODER: Final = json.JSONDecoder(strict=False)

_OPENED, _COMMA, _AFTER_VALUE = range(3)
_CLOSES: Final = {"{": "}", "[": "]"}


class Members(tuple[tuple[str, object], ...]):
    """The members of a JSON object in their order, each repetition kept."""

    __slots__ = ()


class Scan(NamedTuple):
    """What one list or object of a text turned out to be.

    Attributes:
        start: where its opening bracket stands.
        end: just after its closing bracket; where it stopped being JSON if not complete.
        complete: whether it is whole and, the tolerances aside, well formed.
        open_objects: how many objects were open at `end`.
        depth: the deepest nesting seen; the list or object itself is 1.
        known_at: the level at which a known key was shown: 1 for the object itself, more
            inside wrappers (objects whose only key is unknown), 0 for none.
        known: the known keys of that level as they are spelled, repetitions kept.
        leaf: the span of the string that the innermost wrapper holds, and the number of
            wrappers around it; None if it holds no string.
        control_chars: whether a string holds a raw control character.
        commas: where the trailing commas stand.
        constants: whether a `NaN` or an infinity was met.
        opened: where each list and object in it starts, itself included.

    """

    start: int
    end: int
    complete: bool
    open_objects: int
    depth: int
    known_at: int
    known: tuple[str, ...]
    leaf: tuple[int, int, int] | None
    control_chars: bool
    commas: tuple[int, ...]
    constants: bool
    opened: tuple[int, ...]

    @property
    def exact(self) -> bool:
        """Whether it needed neither tolerance."""
        return not self.control_chars and not self.commas


class _BrokenError(Exception):
    """The text stops being JSON at `args[0]`."""


def skip_space(text: str, start: int) -> int:
    """Return where JSON's white space from `start` on ends."""
    found = _SPACES.match(text, start)
    return found.end() if found else start


def is_scalar(text: str) -> bool:
    """Whether `text` is one JSON number, `true`, `false` or `null`."""
    return _WHOLE_SCALAR.fullmatch(text) is not None


def is_empty_list(text: str) -> bool:
    """Whether `text` is a JSON list without items."""
    return _EMPTY_LIST.fullmatch(text) is not None


def string_value(literal: str) -> str:
    """Return what a string literal says; surrogates without a partner stay as they are."""
    return str(_DECODER.decode(literal)) if "\\" in literal else literal[1:-1]


def string_end(text: str, start: int) -> int | None:
    """Return where the string at `start` ends, None if there is none or it is not whole."""
    try:
        return _string_end(text, start) if text.startswith('"', start) else None
    except _BrokenError:
        return None


def _string_end(text: str, start: int) -> int:
    """Return the place after the closing quote of the string that opens at `start`."""
    pos = start + 1
    while True:
        found = _UP_TO_MARK.match(text, pos)
        pos = found.end() if found else pos
        if text[pos : pos + 1] == '"':
            return pos + 1
        escape = _ESCAPE.match(text, pos)
        if escape is None:
            raise _BrokenError(pos)
        pos = escape.end()


def scan(text: str, start: int, is_known: Callable[[str], bool], wrappers: int = 0) -> Scan:
    """Scan the list or object that opens at `start`.

    Args:
        text: the whole text.
        start: the place of a `{` or `[`.
        is_known: tells the keys looked for.
        wrappers: how many wrappers deep they are looked for.

    """
    return _Scanner(text, start, is_known, wrappers).run()


class _Scanner:
    """The state of one scan: a stack of open brackets and a place in the text."""

    __slots__ = (
        "commas",
        "constants",
        "control_chars",
        "depth",
        "is_known",
        "keys",
        "known",
        "known_at",
        "last_comma",
        "leaf",
        "opened",
        "pos",
        "reach",
        "stack",
        "state",
        "text",
        "wrappers",
    )

    def __init__(
        self, text: str, start: int, is_known: Callable[[str], bool], wrappers: int
    ) -> None:
        self.text = text
        self.is_known = is_known
        self.wrappers = wrappers
        self.stack = [text[start]]
        self.opened = [start]
        self.pos = start + 1
        self.state = _OPENED
        self.depth = 1
        self.last_comma = 0
        self.commas: list[int] = []
        self.control_chars = False
        self.constants = False
        # Keys count at levels up to `reach`: each level above it has one key, unknown.
        self.reach = 1 if text[start] == "{" else 0
        self.keys = [0] * (wrappers + 2)
        self.known_at = 0
        self.known: list[str] = []
        self.leaf: tuple[int, int, int] | None = None

    def run(self) -> Scan:
        complete = True
        try:
            while self.stack:
                if self.state == _AFTER_VALUE:
                    self._after()
                elif self.stack[-1] == "{":
                    self._member()
                else:
                    self._element()
        except _BrokenError as broken:
            complete = False
            self.pos = broken.args[0]
        return Scan(
            start=self.opened[0],
            end=self.pos,
            complete=complete,
            open_objects=self.stack.count("{"),
            depth=self.depth,
            known_at=self.known_at,
            known=tuple(self.known),
            leaf=self.leaf,
            control_chars=self.control_chars,
            commas=tuple(self.commas),
            constants=self.constants,
            opened=tuple(self.opened),
        )

    def _break(self) -> _BrokenError:
        return _BrokenError(skip_space(self.text, self.pos))

    def _after(self) -> None:
        found = _AFTER.match(self.text, self.pos)
        if found is None:
            raise self._break()
        if found[1] == ",":
            self.pos = found.end()
            self.last_comma = self.pos - 1
            self.state = _COMMA
        else:
            self._close(found[1], found.end())

    def _close(self, bracket: str, end: int) -> None:
        if _CLOSES[self.stack[-1]] != bracket:
            raise self._break()
        if self.state == _COMMA:
            self.commas.append(self.last_comma)
        self.stack.pop()
        self.pos = end
        self.state = _AFTER_VALUE

    def _string(self, start: int) -> int:
        end = _string_end(self.text, start)
        if not self.control_chars and _CONTROL.search(self.text, start, end):
            self.control_chars = True
        return end

    def _run(self, pattern: re.Pattern[str]) -> None:
        """Read a run of items that hold nothing to take note of, each with its comma."""
        found = pattern.match(self.text, self.pos)
        if found is not None:
            self.pos = found.end()
            self.last_comma = self.pos - 1
            self.state = _COMMA

    def _element(self) -> None:
        self._run(_ELEMENTS)
        self._value()

    def _member(self) -> None:
        level = len(self.stack)
        if level > self.reach:
            self._run(_MEMBERS)
        found = _KEY.match(self.text, self.pos)
        if found is None:
            raise self._break()
        if found[1] == "}":
            self._close("}", found.end())
            return
        start = found.end() - 1
        self.pos = self._string(start)
        colon = _COLON.match(self.text, self.pos)
        if level <= self.reach and (colon or skip_space(self.text, self.pos) == len(self.text)):
            self._key(level, string_value(self.text[start : self.pos]))
        if colon is None:
            raise self._break()
        self.pos = colon.end()
        self._value()

    def _key(self, level: int, name: str) -> None:
        self.keys[level] += 1
        if self.keys[level] > 1:
            # A second key: what this level's first one holds is not wrapped by it.
            self.reach = level
            self.leaf = None
            if self.known_at > level:
                self.known_at = 0
                self.known = []
        if self.is_known(name):
            self.known_at = level
            self.known.append(name)
        elif self.keys[level] == 1 and level <= self.wrappers:
            self.reach = level + 1

    def _open(self, bracket: str, end: int) -> None:
        self.pos = end
        if bracket == "[":
            found = _LISTS.match(self.text, end)
            self.pos = found.end() if found else end
        opened = range(end - 1, self.pos)
        self.stack.extend(bracket * len(opened))
        self.opened.extend(opened)
        self.depth = max(self.depth, len(self.stack))
        self.state = _OPENED

    def _value(self) -> None:
        found = _VALUE.match(self.text, self.pos)
        if found is None:
            raise self._break()
        end = found.end()
        match found.lastindex:
            case 1:
                self.pos = self._string(end - 1)
                if self.reach == len(self.stack) + 1 and self.stack[-1] == "{":
                    self.leaf = (end - 1, self.pos, self.reach - 1)
            case 2:
                self._open(found[2], end)
                return
            case 5:
                if self.stack[-1] == "{":
                    raise self._break()
                self._close("]", end)
                return
            case kind:
                self.constants |= kind == 4  # noqa: PLR2004 - the fourth group
                self.pos = end
        self.state = _AFTER_VALUE


def read(text: str, found: Scan) -> Members:
    """Return the members of the object that shows the known key.

    Objects become `Members`, lists become lists, numbers the text that they are written in.

    Args:
        text: the text that was scanned.
        found: a complete scan with a known key, at most some hundred levels deep and without
            constants.

    """
    pieces = []
    start = found.start
    for comma in found.commas:
        pieces.append(text[start:comma])
        start = comma + 1
    pieces.append(text[start : found.end])
    members = cast(
        "Members",
        json.loads(
            "".join(pieces),
            parse_float=str,
            parse_int=str,
            object_pairs_hook=Members,
            strict=False,
        ),
    )
    for _ in range(1, found.known_at):
        members = cast("Members", members[0][1])
    return members
