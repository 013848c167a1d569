"""Numbers of blocks in the contract's scheme: marks, places, and what references show."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from leaderboard.openscrub.styles import Style
from leaderboard.openscrub.tree import Block, Contract, Role

__all__ = ["letter", "number_blocks", "roman"]

_ROMAN: Final = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def roman(number: int) -> str:
    """A number below 40 in capital Roman numerals."""
    shown = ""
    for value, sign in _ROMAN:
        while number >= value:
            shown += sign
            number -= value
    return shown


def letter(number: int) -> str:
    """The letter of a number: a to z, then aa, bb and so on."""
    return chr(97 + (number - 1) % 26) * (1 + (number - 1) // 26)


def number_blocks(contract: Contract, style: Style) -> None:
    """Number every block of `contract` in place."""
    body = 0
    attached = 0
    for block in contract.top:
        if block.role in {Role.GROUP, Role.SECTION}:
            body += 1
            _number_top(block, body, style)
        elif block.role is Role.SCHEDULE:
            attached += 1
            _number_schedule(block, attached, style)
        elif block.role is Role.FRAME:
            block.place = ""


def _number_schedule(block: Block, number: int, style: Style) -> None:
    name = letter(number).upper() if style.schedule == "Exhibit" else str(number)
    block.shown = block.place = block.mark = f"{style.schedule} {name}"
    block.path = (1000, number)


def _number_top(block: Block, number: int, style: Style) -> None:
    block.path = (number,)
    scheme = style.scheme
    if scheme in {"articles", "padded", "articles-flat"}:
        block.mark = f"ARTICLE {roman(number)}"
        block.shown = f"Article {roman(number)}"
        block.place = block.shown
    else:
        block.mark = f"Section {number}." if scheme == "sections" else f"{number}."
        block.shown = str(number)
        block.place = f"{style.label} {number}"
    if block.role is Role.GROUP:
        for position, section in enumerate(block.blocks, start=1):
            _number_second(section, number, position, style)
    else:
        _number_below(block, str(number), style, dotted=scheme in {"decimal", "articles-flat"})


def _number_second(section: Block, number: int, position: int, style: Style) -> None:
    """A clause below a group."""
    shown = f"{number}.{position:02d}" if style.scheme == "padded" else f"{number}.{position}"
    section.path = (number, position)
    section.shown = shown
    section.mark = f"Section {shown}" if style.scheme == "articles" else shown
    section.place = f"{style.label} {shown}"
    _number_below(section, shown, style, dotted=style.scheme == "three-level")


def _number_below(section: Block, shown: str, style: Style, *, dotted: bool) -> None:
    """The subsections and items of a clause."""
    position = 0
    for block in section.blocks:
        if not block.own_line:
            block.place, block.shown, block.path = section.place, section.shown, section.path
            continue
        position += 1
        step = f".{position}" if dotted else f"({letter(position)})"
        block.path = (*section.path, position)
        block.shown = shown + step
        block.mark = block.shown if dotted else step
        if style.scheme == "articles-flat":
            block.mark = f"Section {block.shown}"
        block.place = f"{style.label} {block.shown}"
        _number_items(block, dotted=dotted, style=style)


def _number_items(parent: Block, *, dotted: bool, style: Style) -> None:
    position = 0
    for block in parent.blocks:
        if not block.own_line:
            block.place, block.shown, block.path = parent.place, parent.shown, parent.path
            continue
        position += 1
        step = f"({letter(position)})" if dotted else f"({roman(position).lower()})"
        block.path = (*parent.path, position)
        block.mark = step
        block.shown = parent.shown + step
        block.place = f"{style.label} {block.shown}"


def siblings(blocks: Sequence[Block]) -> bool:
    """Whether `blocks` follow one another below one parent, so that a range can name them."""
    paths = [block.path for block in blocks]
    return all(
        later[:-1] == earlier[:-1] and later[-1] == earlier[-1] + 1
        for earlier, later in pairwise(paths)
    )
