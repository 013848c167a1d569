"""Finds the JSON objects that stand in a text by themselves, whatever stands around them.

A text is prose until a brace begins an object, that is, until a `{` is followed by a key and
a colon, or by `}`. An object is at the top level if no JSON list or object holds it. Where an
object stops being JSON, prose begins again; the braces that it left open are counted on, so
that what it still holds is not taken for an object of its own, and so that one that closes
(it is malformed) can be told from one that never does (it is truncated).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from scoring.contractscrub.json_text import Scan, scan, skip_space, string_end, string_value
from scoring.contractscrub.names import is_category

__all__ = ["MAX_WRAPPERS", "Known", "Survey", "find_objects", "names_a_category", "open_document"]

MAX_WRAPPERS: Final = 3
"""How many wrappers are taken off (SCORING 1.2, step 6)."""

_SPACE: Final = r"[ \t\n\r]*+"
_KEY: Final = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_OBJECT: Final = rf"\{{(?={_SPACE}{_KEY}{_SPACE}(?::|\Z))"
_EMPTY: Final = rf"\{{{_SPACE}\}}"
_ITEM: Final = rf"{_SPACE}(?:\Z|\[|{_EMPTY}|{_OBJECT}|(?:{_KEY}|[-+.\w]++){_SPACE}(?:[,\]]|\Z))"
# Named by what they begin: an empty object, an object, a list that holds something.
_BEGINS: Final = (
    rf"(?P<empty>{_EMPTY})|(?P<object>{_OBJECT})"
    rf"|(?P<list>(?<!\[)\[\[++(?={_SPACE}\]|{_ITEM})|\[(?!\[)(?={_ITEM}))"
)
_OPENER: Final = re.compile(_BEGINS, re.DOTALL)
_BRACKET: Final = re.compile(rf"{_BEGINS}|(?P<open>\{{+(?=\{{)|\{{)|(?P<close>\}}++)", re.DOTALL)
_BRACE_OR_KEY: Final = re.compile(r"[{}]|[\w\"'`’”)](?=\s{0,20}:)")
_OPENING_QUOTE: Final = {'"': '"', "'": "'", "`": "`", "’": "‘’", "”": "“”"}
_LONGEST_KEY: Final = 120
_LINE_OPENER: Final = re.compile(r"\n[ \t]*+\{")


class Known(NamedTuple):
    """An object with a known key.

    Attributes:
        start: where it, or the outermost wrapper around it, begins in the text.
        end: where that ends.
        document: the text that shows the key: the text itself, or the JSON that a string in
            a wrapper holds.
        scan: the object's scan in that document.
        flags: what was tolerated or unwrapped to come so far.

    """

    start: int
    end: int
    document: str
    scan: Scan
    flags: frozenset[str]


@dataclass(slots=True)
class Survey:
    """What a text holds at its top level.

    Attributes:
        known: the complete objects with a known key, in their order.
        begun: the span of every object, and whether it is complete.
        whole: the spans of all complete lists and objects.
        malformed: whether an object that has shown a known key, and comes after the last of
            `known`, is not well formed.
        unclosed: whether that object never closes.
        deepest: the deepest nesting of any object.
        first_list: the first list that is not empty.

    """

    known: list[Known] = field(default_factory=list)
    begun: list[tuple[int, int, bool]] = field(default_factory=list)
    whole: list[tuple[int, int]] = field(default_factory=list)
    malformed: bool = False
    unclosed: bool = False
    deepest: int = 0
    first_list: Scan | None = None


def open_document(text: str, wrappers: int = MAX_WRAPPERS) -> Known | None:
    """Read all of `text` as one object with a known key, at most `wrappers` deep.

    A JSON string that holds such a text is a wrapper too.
    """
    start = skip_space(text, 0)
    # What does not even end like an object or a string need not be read to its end.
    if not text.rstrip(" \t\n\r").endswith(("}", '"')):
        return None
    if text.startswith("{", start):
        found = scan(text, start, is_category, wrappers)
        whole = found.complete and skip_space(text, found.end) == len(text)
        return _unwrap(text, found, wrappers) if whole else None
    end = string_end(text, start)
    if not wrappers or end is None or skip_space(text, end) < len(text):
        return None
    return _open_string(text, (start, end), wrappers - 1)


def _unwrap(text: str, found: Scan, wrappers: int) -> Known | None:
    """Return the object with a known key that a complete object is or wraps."""
    flags = set()
    if found.control_chars:
        flags.add("control_chars")
    if found.commas:
        flags.add("trailing_comma")
    if found.known_at:
        if found.known_at > 1:
            flags.add("unwrapped")
        return Known(found.start, found.end, text, found, frozenset(flags))
    if found.leaf is None:
        return None
    start, end, used = found.leaf
    inner = _open_string(text, (start, end), wrappers - used)
    if inner is None:
        return None
    return inner._replace(start=found.start, end=found.end, flags=inner.flags | flags)


def _open_string(text: str, span: tuple[int, int], wrappers: int) -> Known | None:
    """Return the object with a known key that the string literal at `span` holds."""
    start, end = span
    literal = text[start:end]
    inner = open_document(string_value(literal), wrappers)
    if inner is None:
        return None
    flags = {"unwrapped"}
    if any(character < " " for character in literal):
        flags.add("control_chars")
    return inner._replace(start=start, end=end, flags=inner.flags | flags)


def names_a_category(text: str, whole: Sequence[tuple[int, int]]) -> bool:
    """Whether a category is a key, as it seems, of something in braces that is no JSON.

    So are single-quoted and unquoted keys, and keys after a comment or a missing comma.

    Args:
        text: the text.
        whole: the spans of its complete lists and objects, which are passed over.

    """
    depth = 0
    start = 0
    for whole_start, whole_end in (*whole, (len(text), len(text))):
        for found in _BRACE_OR_KEY.finditer(text, start, whole_start):
            match found[0]:
                case "{":
                    depth += 1
                case "}":
                    depth = max(0, depth - 1)
                case _ if depth and _is_key_before(text, found.start() + 1):
                    return True
        start = whole_end
    return False


def _is_key_before(text: str, end: int) -> bool:
    """Whether a category's name ends at `end` and seems to be a key."""
    start = max(0, end - _LONGEST_KEY)
    quote = text[end - 1]
    if quote in _OPENING_QUOTE:
        opening = max(text.rfind(mark, start, end - 1) for mark in _OPENING_QUOTE[quote])
        return opening >= 0 and is_category(text[opening + 1 : end - 1])
    opening = max(text.rfind(mark, start, end) for mark in "{,\n")
    return opening >= 0 and is_category(text[opening + 1 : end])


def find_objects(text: str) -> Survey:
    """Find the objects at the top level of `text`."""
    return _Surveyor(text).run()


class _Surveyor:
    """The state of one survey.

    Attributes:
        open: how many braces of objects that broke off are still open.
        read: the places of brackets that a scan that broke off has read as JSON's. A bracket
            is read as JSON's once at most, so the whole takes linear time.

    """

    __slots__ = ("open", "pos", "read", "survey", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.pos = 0
        self.open = 0
        self.read: set[int] = set()
        self.survey = Survey()

    def run(self) -> Survey:
        survey = self.survey
        while True:
            pattern = _BRACKET if self.open else _OPENER
            found = pattern.search(self.text, self.pos)
            if found is None:
                break
            start = found.start()
            self.pos = found.end()
            match found.lastgroup:
                case _ if start in self.read:
                    pass
                case "empty":
                    survey.begun.append((start, self.pos, True))
                case "open":
                    self.open += self.pos - start
                case "close":
                    self.open = max(0, self.open - (self.pos - start))
                    survey.unclosed &= self.open > 0
                case _:
                    self._scan(start)
        return survey

    def _scan(self, start: int) -> None:
        found = scan(self.text, start, is_category, MAX_WRAPPERS)
        is_object = self.text[start] == "{"
        if is_object:
            self.survey.deepest = max(self.survey.deepest, found.depth)
        elif self.survey.first_list is None:
            self.survey.first_list = found
        if found.complete:
            self.pos = found.end
            self.survey.whole.append((start, found.end))
            if is_object and not self._is_held(start):
                self.survey.begun.append((start, found.end, True))
                self._take(found)
        else:
            self._break_off(found, is_object=is_object)

    def _is_held(self, start: int) -> bool:
        """Whether the object is an item or a value in one that broke off before it."""
        if not self.open:
            return False
        before = self._last_before(start)
        mark = self.text[before]
        return mark in ",[" or (mark == ":" and self.text[self._last_before(before)] == '"')

    def _last_before(self, end: int) -> int:
        """Return the place of the last character before `end` that is no white space.

        There is one: something broke off before.
        """
        end -= 1
        while self.text[end] in " \t\n\r":
            end -= 1
        return end

    def _take(self, found: Scan) -> None:
        known = _unwrap(self.text, found, MAX_WRAPPERS)
        if known is not None:
            self.survey.known.append(known)
            self.survey.malformed = self.survey.unclosed = False
            self.open = 0

    def _break_off(self, found: Scan, *, is_object: bool) -> None:
        self.pos = found.end
        if found.known_at:
            self.survey.malformed = self.survey.unclosed = True
        if found.known_at and not self._is_held(found.start):
            self.open = found.open_objects
        elif self.open or is_object:
            self.open += found.open_objects
        if is_object:
            self.survey.begun.append((found.start, found.end, False))
            self._look_back(found)

    def _look_back(self, found: Scan) -> None:
        """Go on at an object that begins a line inside a string of one that broke off.

        A draft cut off inside a string seems to hold the answer that follows it.
        """
        if self.text.find("\n", found.start, found.end) < 0:
            return
        self.read.update(found.opened)
        for line in _LINE_OPENER.finditer(self.text, found.start, found.end):
            if line.end() - 1 not in self.read:
                self.pos = line.end() - 1
                break
