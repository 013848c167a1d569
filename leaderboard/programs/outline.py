"""From a contract's plain text to its numbered nodes, and so from an offset to a place.

A place is the deepest numbered node that starts its own line (SCORING 1.4): a run-in `(i)` is no
level. Whether `(i)` is a letter or a Roman numeral is decided by what came before it, and by the
label that comes after it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from leaderboard.programs.labels import Kind, Label, attachment_label, read_labels
from leaderboard.programs.layout import (
    Line,
    LineKind,
    heading_length,
    is_heading_words,
    read_lines,
    spans_of,
)
from leaderboard.programs.numbering import Numbering
from leaderboard.programs.runin import ends_in_reference, restore_lines
from leaderboard.programs.text import Span, Spans

__all__ = ["Node", "Outline", "Part", "read_outline"]


class Part(StrEnum):
    """The part of a contract in which a node stands."""

    PREAMBLE = "preamble"
    RECITALS = "recitals"
    BODY = "body"
    SIGNATURES = "signatures"
    ATTACHMENT = "attachment"


@dataclass(frozen=True, slots=True)
class Node:
    """A numbered provision, or an unnumbered part of the contract.

    Attributes:
        start: offset where it starts, its label included.
        body: offset where its text (or its heading) starts.
        end: offset where the next node starts.
        part: the part of the contract.
        levels: its address without brackets: `("4.2", "b")`; empty for an unnumbered part.
        attachment: `Exhibit A` or the like; empty in the body.
        article: the article that restarts the count of its sections, or empty.
        heading: where its heading stands, or None.

    """

    start: int
    body: int
    end: int
    part: Part
    levels: tuple[str, ...] = ()
    attachment: str = ""
    article: str = ""
    heading: Span | None = None

    @property
    def place(self) -> str:
        """The node's place as a reader would write it (SCORING 1.4)."""
        if self.part is Part.PREAMBLE:
            return "P"
        if self.part is Part.RECITALS:
            return "R"
        if self.part is Part.SIGNATURES:
            return "Signature Block"
        head, *rest = self.levels or ("",)
        number = head + "".join(f"({level})" for level in rest)
        if self.attachment:
            return f"{self.attachment}, Section {number}" if number else self.attachment
        return f"Article {self.article}, Section {number}" if self.article else number


@dataclass(frozen=True, slots=True)
class Outline:
    """The nodes of a text in order, and the stretches in which capitals say nothing.

    Attributes:
        text: the contract.
        nodes: in the order of the text, without gaps.
        headings: spans of headings, numbered or not, and of lines in capitals.
        noise: page numbers, running notes, rules, tables of contents.
        blocks: tables, address blocks and signature blocks.

    """

    text: str
    nodes: tuple[Node, ...]
    headings: Spans
    noise: Spans
    blocks: Spans
    _starts: tuple[int, ...] = field(repr=False)

    def node_at(self, offset: int) -> Node:
        """Give the node in which `offset` stands."""
        return self.nodes[max(0, bisect_right(self._starts, offset) - 1)]

    def place_at(self, offset: int) -> str:
        """Give the place (SCORING 1.4) in which `offset` stands."""
        return self.node_at(offset).place

    def heading_of(self, node: Node) -> str:
        """Give the words of a node's heading, or nothing."""
        if node.heading is None:
            return ""
        return self.text[node.heading.start : node.heading.end].strip(" .:;-–—_\t\n")

    @property
    def cuts(self) -> tuple[int, ...]:
        """The offsets at which nodes start: no sentence runs over one."""
        return self._starts


_RECITALS = re.compile(
    r"(?:W\s?I\s?T\s?N\s?E\s?S\s?S\s?E\s?T\s?H|R\s?E\s?C\s?I\s?T\s?A\s?L\s?S?|Recitals?|Background"
    r"|BACKGROUND|Preliminary Statements?|PRELIMINARY STATEMENTS?)(?:[.:]?\s*\Z|[.:] |(?= A\. ))"
)
_WHEREAS = re.compile(r"(?:WHEREAS|Whereas)\b")
_WITNESS = re.compile(r"(?:IN WITNESS WHEREOF|In Witness Whereof|IN WITNESS OF|\[?SIGNATURE PAGE)")
_CONTENTS = re.compile(r"table of contents|contents\Z|index\Z", re.IGNORECASE)
_TEXT_START = re.compile(r"[\s]{0,20}[\"“”'‘(\[_A-Z$*—–-]|\s{0,20}\Z")
_MOST_PARTIES: Final = 8
_JUMP: Final = 3
_LONGEST_TITLE: Final = 90
_LONGEST_ARTICLE: Final = 120
_LONGEST_CONTENTS_TITLE: Final = 40
_SHORTEST_ENTRY: Final = 4


@dataclass(slots=True)
class _Reader:
    """Reads the lines one by one and notes where nodes start."""

    text: str
    found: list[Line]
    part: Part = Part.PREAMBLE
    attachment: str = ""
    counter: Numbering = field(default_factory=Numbering)
    nodes: list[Node] = field(default_factory=list)
    headings: list[Span] = field(default_factory=list)
    following: dict[int, str] = field(default_factory=dict)
    labels: dict[int, tuple[Label, ...]] = field(default_factory=dict)
    last: Line | None = None

    def add(self, start: int, body: int, heading: Span | None = None) -> None:
        """Note that a node starts at `start`."""
        article = self.counter.article if self.counter.restarted else ""
        if article == self.counter.head and len(self.counter.sections) == 0:
            article = ""
        levels = self.counter.levels if self.part in {Part.BODY, Part.ATTACHMENT} else ()
        self.nodes.append(
            Node(start, body, start, self.part, levels, self.attachment, article, heading)
        )
        if heading is not None:
            self.headings.append(heading)

    def enter(self, part: Part, line: Line) -> None:
        """Start an unnumbered part of the contract."""
        self.part = part
        self.add(line.start, line.start)

    def read(self) -> None:
        """Read all lines."""
        self.nodes.append(Node(0, 0, 0, Part.PREAMBLE))
        self._look_ahead()
        for line in self.found:
            if line.kind in {LineKind.BLANK, LineKind.NOISE}:
                continue
            if not (self._attachment(line) or self._keyword(line) or self._labelled(line)):
                self._article_title(line)
            self.last = line

    def _look_ahead(self) -> None:
        """Note for each line the next minor label after it."""
        value = ""
        for line in reversed(self.found):
            self.following[line.start] = value
            labels = read_labels(self.text, line.start, line.end)
            self.labels[line.start] = labels
            if labels and labels[-1].kind is Kind.MINOR:
                value = labels[0].value if labels[0].kind is Kind.MINOR else labels[-1].value
            elif labels:
                value = ""

    def _attachment(self, line: Line) -> bool:
        """Start an exhibit or schedule: its label alone, or with a title, after the body."""
        label = attachment_label(self.text, line.start, line.end)
        if label is None or not any(node.part is Part.BODY for node in self.nodes):
            return False
        name, end = label
        rest = self.text[end : line.end].strip(' .:-–—\t()[]"”')
        if (rest and not is_heading_words(rest)) or len(rest) > _LONGEST_TITLE:
            return False
        if not line.opens and line.kind is not LineKind.HEADING:
            return False
        if name == self.attachment or re.search(r"\d{2}\.\d", name):
            self.headings.append(Span(line.start, line.end))  # repeated at the top of each page
            return True
        self.part, self.attachment, self.counter = Part.ATTACHMENT, name, Numbering()
        self.add(line.start, end, Span(line.start, line.end))
        return True

    def _keyword(self, line: Line) -> bool:
        """Start the recitals or the signature block."""
        words = self.text[line.start : min(line.end, line.start + 60)]
        if _WITNESS.match(words):
            if self.part is Part.BODY:
                self.enter(Part.SIGNATURES, line)
            return self.part is not Part.PREAMBLE
        recitals = _RECITALS.match(words)
        if recitals is None and _WHEREAS.match(words) is None:
            return False
        if self.part is Part.BODY and self.attachment == "" and len(self.nodes) <= _MOST_PARTIES:
            # What was numbered so far are the parties: "1. Acme Limited ... 2. Bolt Limited".
            del self.nodes[1:]
            self.part, self.counter = Part.PREAMBLE, Numbering()
        if self.part is not Part.PREAMBLE:
            return False
        self.enter(Part.RECITALS, line)
        if recitals is not None:
            self.headings.append(Span(line.start, line.start + recitals.end()))
        return True

    def _labelled(self, line: Line) -> bool:
        """Start the node whose label opens the line, when the numbering bears it out."""
        labels = self.labels[line.start]
        if not labels or self.part is Part.SIGNATURES or self._is_broken(line):
            return False
        first, *rest = labels
        if self.part in {Part.PREAMBLE, Part.RECITALS} and not self._opens_body(first, line):
            return False
        if not self._accept(first, line):
            return False
        end = first.end
        for label in rest:
            if not self.counter.place_minor(label, self.following[line.start]):
                break
            end = label.end
        self.part = Part.ATTACHMENT if self.attachment else Part.BODY
        self.add(line.start, end, self._heading(end, line, first.kind))
        return True

    def _is_broken(self, line: Line) -> bool:
        """Say whether the line goes on with a sentence that a line break cut."""
        if line.opens or self.last is None:
            return False
        tail = self.text[max(self.last.start, self.last.end - 20) : self.last.end]
        return ends_in_reference(tail) or tail[-1:].isalnum()

    def _opens_body(self, label: Label, line: Line) -> bool:
        """Say whether a label ends the preamble and recitals: it is a first number."""
        if label.kind is Kind.MINOR:
            return False
        rest = self.text[label.end : line.end].strip()
        if label.kind is Kind.INTEGER:
            return label.value == "1" and _TEXT_START.match(rest) is not None
        return label.value in {"1", "I", "1.1", "1.01", "1.0", "1.1.1"}

    def _accept(self, label: Label, line: Line) -> bool:
        """Count a line's first label, when it can come next."""
        counter = self.counter
        rest = self.text[label.end : min(line.end, label.end + 130)]
        if label.kind is Kind.MINOR:
            return counter.place_minor(label, self.following[line.start])
        if label.kind is Kind.ARTICLE:
            title = rest.strip(" .:-–—\t")[:_LONGEST_TITLE]
            accepted = not title or is_heading_words(title) or line.opens
            if accepted:
                counter.open_article(label.value)
            return accepted
        if label.kind is Kind.INTEGER:
            return _TEXT_START.match(rest) is not None and self._integer(label, rest.strip())
        accepted = self._major(label, line, rest)
        if accepted:
            counter.open_major(label.value)
        return accepted

    def _major(self, label: Label, line: Line, rest: str) -> bool:
        """Say whether `4.2` or `Section 4.2` is a provision that can come next."""
        counter = self.counter
        next_one = counter.succeeds(label.value)
        if label.kind is Kind.DECIMAL:
            starts = _TEXT_START.match(rest) is not None or (line.opens and next_one)
            return starts and counter.follows(label.value)
        return _TEXT_START.match(rest) is not None and (next_one or self._headed(rest))

    def _headed(self, rest: str) -> bool:
        """Say whether what follows `Section 4` is a provision, not the rest of a sentence."""
        words = rest.strip()
        return not words or words[0].isupper() or words[0] in '"“([—–-'

    def _integer(self, label: Label, rest: str) -> bool:
        """Count `4.`: a section, or an item of a list below one."""
        counter = self.counter
        number = int(label.value)
        stopped = self.text[label.end - 1] in ".)"
        headed = bool(heading_length(rest, whole_line=True))
        now = counter.major[0] if counter.major else 0
        dotted = len(counter.major) > 1
        is_next = number == now + 1 and not (counter.article and counter.article == counter.head)
        if counter.successor(label.readings) is not None and not (is_next and headed):
            return counter.place_minor(label, "")
        section = is_next and (headed or (stopped and not (dotted and number == 1)))
        if not section and stopped and number == 1 and counter.head:
            return counter.place_minor(label, "")
        restarts = bool(counter.article) and counter.succeeds(label.value)
        jumps = headed and now < number <= now + _JUMP
        if section or (stopped and (restarts or jumps)):
            counter.open_major(label.value)
            return True
        return False

    def _heading(self, body: int, line: Line, kind: Kind) -> Span | None:
        """Find the heading after a label that ends at `body`."""
        rest = self.text[body : line.end]
        skipped = len(rest) - len(rest.lstrip(" \t.:-–—"))
        start = body + skipped
        words = self.text[start : min(line.end, start + 200)]
        length = heading_length(words, whole_line=start + 200 > line.end)
        if kind is Kind.ARTICLE and length == 0 and len(words) <= _LONGEST_ARTICLE:
            length = len(words)
        return Span(start, start + length) if length else None

    def _article_title(self, line: Line) -> None:
        """Take the line after a bare label as its heading."""
        if line.kind is not LineKind.HEADING:
            return
        self.headings.append(Span(line.start, line.end))
        node = self.nodes[-1]
        bare = node.heading is None or (bool(node.attachment) and not node.levels)
        if not bare or node.part not in {Part.BODY, Part.ATTACHMENT} or self.last is None:
            return
        label_only = not self.text[node.body : self.last.end].strip(" .:")
        if self.last.start == node.start and label_only:
            self.nodes[-1] = replace(node, heading=Span(line.start, line.end))


def _contents_lines(text: str, found: Sequence[Line]) -> set[int]:
    """Find the lines of a table of contents that has no dots: until its first entry comes again."""
    heads = [
        index
        for index, line in enumerate(found[:400])
        if line.end - line.start < _LONGEST_CONTENTS_TITLE
        and _CONTENTS.match(text[line.start : line.end])
    ]
    if not heads:
        return set()
    entries = [i for i in range(heads[0] + 1, len(found)) if found[i].kind is not LineKind.BLANK]
    if not entries:
        return set()

    def key(index: int) -> str:
        words = text[found[index].start : min(found[index].end, found[index].start + 100)]
        return re.sub(r"[\W\d]+", " ", words).strip().casefold()

    first = next((key(index) for index in entries[:6] if len(key(index)) > _SHORTEST_ENTRY), "")
    again = next((i for i in entries[3:600] if first and key(i) == first), None)
    return set(range(heads[0], again)) if again is not None else set()


def _quiet(line: Line) -> Line:
    return Line(line.start, line.end, line.indent, LineKind.NOISE, line.opens)


def read_outline(text: str) -> Outline:
    """Read the numbered nodes of a contract from its plain text.

    Never raises; a text without any numbering is one preamble.
    """
    broken = restore_lines(text)
    found = read_lines(broken)
    contents = _contents_lines(broken, found)
    found = [_quiet(line) if index in contents else line for index, line in enumerate(found)]
    reader = _Reader(broken, found)
    reader.read()
    starts = [node.start for node in reader.nodes]
    nodes = tuple(
        replace(node, end=end)
        for node, end in zip(reader.nodes, [*starts[1:], len(text)], strict=True)
    )
    signatures = [Span(n.start, n.end) for n in nodes if n.part is Part.SIGNATURES]
    return Outline(
        text,
        nodes,
        Spans([*reader.headings, *spans_of(found, LineKind.HEADING)]),
        Spans(spans_of(found, LineKind.NOISE)),
        Spans([*signatures, *spans_of(found, LineKind.TABLE, LineKind.BLOCK)]),
        tuple(starts),
    )
