"""Clause families as they are written: a heading, subsections, items, in several wordings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from leaderboard.openscrub.errors import LibraryError, MarkupError
from leaderboard.openscrub.grammar import Token, parse_text

__all__ = [
    "COMMON",
    "LIBRARY_ROOT",
    "Family",
    "FaultyLine",
    "Node",
    "Wording",
    "load_families",
    "parse_family",
]

LIBRARY_ROOT: Final = Path(__file__).parent / "library"
"""The public clause library."""

COMMON: Final = "common"
"""The folder of families that fit every kind."""

_STAGES: Final = 6
_HEADER_KEYS: Final = ("family", "needs", "excludes", "stage", "cuad")
_NAME: Final = re.compile(r"[a-z][a-z0-9-]*")
_NODE: Final = re.compile(
    r"(?P<optional>\? )?(?:@(?P<label>\S+) )?(?P<tags>(?:%\S+ )*)(?P<caps>\^ )?"
    r"(?:<(?P<heading>[^<>]*)> )?(?P<text>.*)"
)
_ODD: Final = re.compile(r"[<>^%@“”‘’]")


@dataclass(frozen=True, slots=True)
class Node:
    """One text that starts its own line: a section's own text, a subsection or an item.

    Attributes:
        tokens: its text.
        label: its name as a target of references, or "".
        tags: CUAD clause types that its text holds, as slugs.
        caps: whether it may be printed in capitals.
        heading: inline heading, or "".
        optional: whether it may be left out.
        items: the items below it.
        line: number of its line in the file.

    """

    tokens: tuple[Token, ...]
    label: str = ""
    tags: tuple[str, ...] = ()
    caps: bool = False
    heading: str = ""
    optional: bool = False
    items: tuple[Node, ...] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class Wording:
    """One wording of a family.

    Attributes:
        name: as after `==`.
        headings: alternatives.
        own: the section's own text, or None.
        nodes: its subsections.
        line: where it begins.

    """

    name: str
    headings: tuple[str, ...]
    own: Node | None
    nodes: tuple[Node, ...]
    line: int

    def walk(self) -> Iterator[Node]:
        """All nodes in reading order."""
        if self.own is not None:
            yield self.own
        for node in self.nodes:
            yield node
            yield from node.items


@dataclass(frozen=True, slots=True)
class Family:
    """Wordings of one clause.

    Attributes:
        name: unique within the common families and those of one kind.
        kind: the kind of agreement, or `common`.
        needs: families that must be in the contract too.
        excludes: families that must not.
        stage: where it stands, 1 (the deal) to 6 (general).
        cuad: slugs of the clause types that every wording holds.
        wordings: in the file's order.

    """

    name: str
    kind: str
    needs: tuple[str, ...]
    excludes: tuple[str, ...]
    stage: int
    cuad: tuple[str, ...]
    wordings: tuple[Wording, ...]


@dataclass(frozen=True, slots=True)
class FaultyLine:
    """A line that cannot be read."""

    line: int
    message: str


@dataclass(slots=True)
class _Draft:
    """A node while its lines are being gathered."""

    line: int
    text: str
    items: list[_Draft] = field(default_factory=list)


def load_families(
    root: Path = LIBRARY_ROOT, *, only_good: bool = False
) -> Mapping[tuple[str, str], Family]:
    """The families below `root`, by kind and name.

    Args:
        root: a folder with one folder per kind, and `common`.
        only_good: leave files with faults out instead of complaining.

    Raises:
        LibraryError: a file has a fault.

    """
    families = {}
    for path in sorted(root.glob("*/*.txt")):
        family, faults = parse_family(path.read_bytes().decode("utf-8"), path.parent.name)
        if faults and not only_good:
            raise LibraryError(
                f"{path.parent.name}/{path.name}:{faults[0].line}: {faults[0].message}"
            )
        if family is not None and not faults:
            families[family.kind, family.name] = family
    return families


def parse_family(text: str, kind: str) -> tuple[Family | None, tuple[FaultyLine, ...]]:
    """A family file's content and its faults; None where not even a name can be told."""
    faults: list[FaultyLine] = []
    header: dict[str, str] = {}
    blocks: list[tuple[int, str, list[tuple[int, str]]]] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.rstrip()
        if line.startswith("== "):
            blocks.append((number, line[3:].strip(), []))
        elif blocks:
            blocks[-1][2].append((number, line))
        elif line:
            key, colon, value = line.partition(":")
            if not colon or key not in _HEADER_KEYS or key in header:
                faults.append(FaultyLine(number, f"not a line of the header: “{line[:40]}”"))
            header[key] = value.strip()
    name = header.get("family", "")
    if not _NAME.fullmatch(name):
        faults.append(FaultyLine(1, "the header has no `family: name`"))
        return None, tuple(faults)
    wordings = tuple(_parse_wording(*block, faults) for block in blocks)
    if len({wording.name for wording in wordings}) < len(wordings):
        faults.append(FaultyLine(1, "two wordings have the same name"))
    stage = header.get("stage", "")
    if stage not in {"", *map(str, range(1, _STAGES + 1))}:
        faults.append(FaultyLine(1, f"stage is 1 to {_STAGES}, not “{stage}”"))
        stage = ""
    family = Family(
        name=name,
        kind=kind,
        needs=_names(header.get("needs", "-")),
        excludes=_names(header.get("excludes", "-")),
        stage=int(stage or (4 if kind == COMMON else 2)),
        cuad=tuple(slug(item) for item in _names(header.get("cuad", "-"))),
        wordings=wordings,
    )
    return family, tuple(faults)


def slug(title: str) -> str:
    """A clause type as it is written in a tag: `Rofr/Rofo/Rofn` is `rofr-rofo-rofn`."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _names(value: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in value.split(",") if part.strip() not in {"", "-"})


@dataclass(slots=True)
class _WordingDraft:
    """A wording while its lines are being gathered."""

    faults: list[FaultyLine]
    headings: tuple[str, ...] = ()
    own: _Draft | None = None
    nodes: list[_Draft] = field(default_factory=list)
    open_node: _Draft | None = None

    def add(self, number: int, line: str) -> None:
        """Take in one line."""
        if not line.strip():
            self.open_node = None
        elif line.startswith("# "):
            if self.headings:
                self.faults.append(FaultyLine(number, "a second heading in one wording"))
            self.headings = tuple(part.strip() for part in line[2:].split("|"))
        elif line.startswith("-- ") and self.nodes:
            self.open_node = _Draft(number, line[3:].strip())
            self.nodes[-1].items.append(self.open_node)
        elif line.startswith("- "):
            self.open_node = _Draft(number, line[2:].strip())
            self.nodes.append(self.open_node)
        elif self.open_node is not None:
            self.open_node.text += " " + line.strip()
        elif not self.nodes and self.own is None and not line.startswith(("-", "=", "#")):
            self.own = self.open_node = _Draft(number, line.strip())
        else:
            message = f"a line that belongs to no node: “{line[:40]}”"
            self.faults.append(FaultyLine(number, message))


def _parse_wording(
    start: int, name: str, lines: list[tuple[int, str]], faults: list[FaultyLine]
) -> Wording:
    draft = _WordingDraft(faults)
    for number, line in lines:
        draft.add(number, line)
    if not draft.headings:
        faults.append(FaultyLine(start, f"wording {name} has no heading"))
    if draft.own is None and not draft.nodes:
        faults.append(FaultyLine(start, f"wording {name} has no text"))
    return Wording(
        name=name,
        headings=draft.headings or ("",),
        own=_node(draft.own, faults) if draft.own else None,
        nodes=tuple(_node(one, faults) for one in draft.nodes),
        line=start,
    )


def _node(draft: _Draft, faults: list[FaultyLine]) -> Node:
    match = _NODE.fullmatch(draft.text)
    if match is None:  # pragma: no cover - the pattern's last part takes anything
        raise AssertionError(draft.text)
    text = match["text"]
    odd = _ODD.search(text)
    if odd:
        faults.append(FaultyLine(draft.line, f"`{odd[0]}` is not allowed inside a text"))
    try:
        tokens = parse_text(text)
    except MarkupError as error:
        faults.append(FaultyLine(draft.line, str(error)))
        tokens = ()
    label = match["label"] or ""
    if label and not _NAME.fullmatch(label):
        faults.append(FaultyLine(draft.line, f"“{label}” is no label"))
    node = Node(
        tokens=tokens,
        label=label,
        tags=tuple(tag[1:] for tag in match["tags"].split()),
        caps=bool(match["caps"]),
        heading=match["heading"] or "",
        optional=bool(match["optional"]),
        line=draft.line,
    )
    return replace(node, items=tuple(_node(item, faults) for item in draft.items))
