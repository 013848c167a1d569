"""Prints a contract, with or without its errors, and says where each atom stands in the text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from leaderboard.openscrub.changes import Changes
from leaderboard.openscrub.errors import ProofError
from leaderboard.openscrub.frame import table_lines
from leaderboard.openscrub.numbering import siblings
from leaderboard.openscrub.styles import Style
from leaderboard.openscrub.terms import lower_form
from leaderboard.openscrub.tree import Atom, Block, Contract, Role, Sort

__all__ = ["Rendering", "Span", "reference_text", "render"]

_PAGE: Final = 3100
_ARTICLE: Final = re.compile(
    r"(?P<before>(?:^|.*[\s(\"']))(?P<article>[Aa]n?)(?P<after> ?)$", re.DOTALL
)
_AN: Final = re.compile(
    r"[\"'(]*(?:8|11\b|18\b|[aio]|e(?!u)|u(?!ni|s[ae]|sual|tili)|hour|honest|heir)", re.IGNORECASE
)
_ONE: Final = re.compile(r"[\"'(]*one\b", re.IGNORECASE)
_RANGE: Final = 3


@dataclass(frozen=True, slots=True)
class Span:
    """Where an atom, or a piece of the frame, is printed."""

    atom: Atom | None
    block: Block
    start: int
    end: int
    kind: str


@dataclass(slots=True)
class Rendering:
    """A printed contract.

    Attributes:
        text: the text.
        spans: atoms and frame in the order of the text.
        starts: index of a block → where its line begins.

    """

    text: str
    spans: list[Span] = field(default_factory=list)
    starts: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class _Paragraph:
    """One line of the contract while it is put together: pieces of text with their spans."""

    block: Block
    pieces: list[tuple[str, Atom | None, str]] = field(default_factory=list)
    numbered: bool = True
    solid: bool = False

    def add(self, text: str, atom: Atom | None, kind: str) -> None:
        if text or atom is not None:
            self.pieces.append((text, atom, kind))


def render(contract: Contract, style: Style, changes: Changes, canary: str) -> Rendering:
    """The text of `contract` with `changes`; the last line carries `canary`."""
    printer = _Printer(contract, style, changes)
    paragraphs = printer.paragraphs()
    return _assemble(paragraphs, style, canary, contract)


def reference_text(place: str, style: Style) -> str:
    """A place as a reference in the text shows it."""
    return place.replace("(", " (", 1) if style.reference_space else place


class _Printer:
    """Prints the blocks of one contract."""

    def __init__(self, contract: Contract, style: Style, changes: Changes) -> None:
        self.contract = contract
        self.style = style
        self.changes = changes
        self.added = sorted(changes.entries, key=lambda plant: plant.term)

    def paragraphs(self) -> list[_Paragraph]:
        """All lines in order."""
        found: list[_Paragraph] = []
        for block in self.contract.top:
            if block.role in {Role.GROUP, Role.SECTION}:
                self._body(block, found, below=False)
            elif block.role is Role.SCHEDULE:
                found += self._schedule(block)
            else:
                found.append(self._line(block, _marked(block)))
        return found

    def _body(self, block: Block, found: list[_Paragraph], *, below: bool) -> None:
        if block.role is Role.GROUP:
            found.append(self._heading(block, top=True))
            for section in block.blocks:
                self._body(section, found, below=True)
            return
        run_in = bool(block.atoms) and (below or self.style.heading == "run-in")
        if run_in:
            lead = f"{block.mark} {block.heading}. "
            found.append(self._line(block, lead))
        else:
            found.append(self._heading(block, top=not below))
            if block.atoms:
                paragraph = self._line(block, "")
                paragraph.numbered = False
                found.append(paragraph)
        for child in self._children(block):
            self._node(child, found)

    def _children(self, section: Block) -> list[Block]:
        """The blocks below a section, added entries of definitions in their alphabetical place."""
        if section.name != "definitions" or not self.added:
            return section.blocks
        added = [
            Block(
                Role.ENTRY,
                list(plant.atoms),
                name=f"definitions.{plant.term}",
                place=section.place,
                own_line=False,
            )
            for plant in self.added
        ]
        blocks = [*section.blocks, *added]
        return sorted(blocks, key=lambda block: block.name)

    def _node(self, block: Block, found: list[_Paragraph]) -> None:
        lead = f"{block.mark} " if block.mark else ""
        if block.heading and self.style.inline and block.role is Role.NODE:
            lead += f"{block.heading}. "
        paragraph = self._line(block, lead)
        paragraph.solid = block.role is Role.FRAME
        found.append(paragraph)
        for item in block.blocks:
            self._node(item, found)

    def _heading(self, block: Block, *, top: bool) -> _Paragraph:
        style = self.style
        shown = block.heading
        if style.heading == "upper" and top:
            shown = shown.upper()
        elif style.heading == "bracketed":
            shown = f"[{shown}]"
        elif style.heading == "run-in" or not top:
            shown = f"{shown}."
        join = "\n" if block.mark.startswith("ARTICLE") else " "
        paragraph = _Paragraph(block, solid=True)
        paragraph.add(f"{block.mark}{join}{shown}", None, "heading")
        return paragraph

    def _schedule(self, block: Block) -> list[_Paragraph]:
        paragraph = _Paragraph(block, solid=True)
        paragraph.add(f"{block.mark.upper()}\n{block.heading}", None, "heading")
        table = _Paragraph(block, solid=True, numbered=False)
        table.add("\n".join(table_lines(block.rows)), None, "table")
        return [paragraph, table]

    def _line(self, block: Block, lead: str) -> _Paragraph:
        paragraph = _Paragraph(block, solid=block.role is Role.FRAME)
        paragraph.add(lead, None, "heading")
        atoms = list(block.atoms)
        planted = self.changes.sentences.get(block.index)
        if planted is not None and block.index >= 0:
            atoms += planted.atoms
        texts: list[tuple[str, Atom]] = []
        for atom in atoms:
            texts.append((self._text(atom, block), atom))
            plant = self.changes.parentheses.get(atom.index) if atom.index >= 0 else None
            if plant is not None:
                texts += [(self._text(extra, block), extra) for extra in plant.atoms]
        for text, atom in _with_articles(texts):
            kind = "frame" if block.role is Role.FRAME else atom.sort.value
            paragraph.add(text.upper() if block.capitals else text, atom, kind)
        return paragraph

    def _text(self, atom: Atom, block: Block) -> str:
        swap = self.changes.swaps.get(atom.index) if atom.index >= 0 else None
        text = atom.text
        if swap is not None and swap.block is None:
            text = swap.text
        elif atom.sort is Sort.REFERENCE:
            text = self._reference(atom, swap.block if swap else None)
        elif atom.sort is Sort.REFERENCES:
            text = self._references(atom)
        text = self._cased(atom, text, erring=swap is not None)
        if atom.possessive:
            text += "'" if text.lower() == "parties" else "'s"
        if atom.first and not (block.role is Role.ITEM and atom.sentence == 0):
            text = _capitalised(text)
        return text

    def _cased(self, atom: Atom, text: str, *, erring: bool) -> str:
        if not self.style.capitals or block_is_plain(atom):
            return text
        if atom.sort is Sort.PARTY:
            article, _, name = text.rpartition(" ")
            return f"{article} {name.upper()}".lstrip()
        if erring and text == lower_form(text):
            return text
        if erring or atom.sort in {Sort.TERM, Sort.QUOTE, Sort.AGREEMENT, Sort.PARTY_WORD}:
            return text.upper()
        return text

    def _reference(self, atom: Atom, wrong: Block | None) -> str:
        block = wrong or self.contract.by_name.get(atom.key)
        if block is None:
            raise ProofError(f"a reference to {atom.key}, which is not there")
        return reference_text(block.place, self.style)

    def _references(self, atom: Atom) -> str:
        blocks = [
            self.contract.by_name[name] for name in atom.targets if name in self.contract.by_name
        ]
        blocks.sort(key=lambda block: block.path)
        blocks = [
            block for at, block in enumerate(blocks) if at == 0 or block.path != blocks[at - 1].path
        ]
        if not blocks:
            raise ProofError(f"a list of references without any target: {atom.targets}")
        by_label: dict[str, list[Block]] = {}
        for block in blocks:
            by_label.setdefault(block.place.partition(" ")[0], []).append(block)
        return " and ".join(self._listed(label, some) for label, some in sorted(by_label.items()))

    def _listed(self, label: str, blocks: Sequence[Block]) -> str:
        names = [block.place.partition(" ")[2] for block in blocks]
        if len(names) == 1:
            return reference_text(f"{label} {names[0]}", self.style)
        label += "s"
        if len(names) >= _RANGE and siblings(blocks):
            return f"{label} {names[0]} through {names[-1]}"
        return f"{label} {', '.join(names[:-1])} and {names[-1]}"


def block_is_plain(atom: Atom) -> bool:
    """Whether the atom is of a sort whose case no style changes."""
    return atom.sort in {Sort.PLAIN, Sort.PROPER, Sort.DEAL, Sort.VALUE, Sort.FACT, Sort.REFERENCE}


def _marked(block: Block) -> str:
    return f"{block.mark} " if block.mark else ""


def _capitalised(text: str) -> str:
    for at, sign in enumerate(text):
        if sign.isalpha():
            return text[:at] + sign.upper() + text[at + 1 :]
    return text


def _with_articles(texts: list[tuple[str, Atom]]) -> list[tuple[str, Atom]]:
    """`a` or `an` before a token as the token's first word wants."""
    shown = list(texts)
    for at, (text, atom) in enumerate(shown):
        match = _ARTICLE.match(text[-12:])
        if match is None or (atom.sort not in {Sort.PLAIN, Sort.ARTICLE}):
            continue
        following = next((other for other, _ in shown[at + 1 :] if other.strip()), "").lstrip()
        if not following:
            continue
        vowel = bool(_AN.match(following)) and not _ONE.match(following)
        article = match["article"][0] + ("n" if vowel else "")
        cut = len(match["article"]) + len(match["after"])
        shown[at] = (text[: len(text) - cut] + article + match["after"], atom)
    return shown


def _assemble(
    paragraphs: Sequence[_Paragraph], style: Style, canary: str, contract: Contract
) -> Rendering:
    rendering = Rendering("")
    parts: list[str] = []
    length = 0
    page = 1
    page_start = 0
    for paragraph in paragraphs:
        text = "".join(piece for piece, _, _ in paragraph.pieces)
        if parts:
            parts.append("\n\n")
            length += 2
        if style.pages != "none" and length - page_start > _PAGE:
            mark = f"- {page} -" if style.pages == "dashes" else f"Page {page}"
            parts.append(f"{mark}\n\n")
            rendering.spans.append(Span(None, paragraph.block, length, length + len(mark), "page"))
            length += len(mark) + 2
            page += 1
            page_start = length
        rendering.starts.setdefault(paragraph.block.index, length)
        at = length
        for piece, atom, kind in paragraph.pieces:
            rendering.spans.append(Span(atom, paragraph.block, at, at + len(piece), kind))
            at += len(piece)
        parts.append(text if paragraph.solid else _broken(text, style.width))
        length = at
    tail = f"\n\n{canary}\n"
    rendering.spans.append(
        Span(None, contract.top[-1], length + 2, length + 2 + len(canary), "canary")
    )
    text = "".join(parts) + tail
    rendering.text = _curled(text) if style.curly else text
    return rendering


def _broken(text: str, width: int) -> str:
    """`text` with blanks turned into line ends so that no line is longer than `width`."""
    if not width:
        return text
    signs = list(text)
    line_start = 0
    last_blank = -1
    for at, sign in enumerate(signs):
        if sign == " ":
            last_blank = at
        if at - line_start >= width and last_blank > line_start:
            signs[last_blank] = "\n"
            line_start = last_blank + 1
    return "".join(signs)


def _curled(text: str) -> str:
    """Straight quotes as curly ones, sign for sign."""
    text = re.sub(r"(^|[\s(\[—])\"", "\\1“", text)
    text = text.replace('"', "”")
    text = re.sub(r"(^|[\s(\[—“])'", "\\1‘", text)
    return text.replace("'", "’")
