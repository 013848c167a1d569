"""The parts of a place put together: containers, lists, ranges, documents (SCORING 1.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from scoring.contractscrub.place_levels import is_level
from scoring.contractscrub.place_numbering import FOLLOWERS, Cursor, is_bracket_heading
from scoring.contractscrub.place_parts import RECITALS, Kind, Part, read_part
from scoring.contractscrub.place_phrases import (
    DETERMINERS,
    DOCUMENT_NOUNS,
    LIST_WORDS,
    end_of_phrase,
    read_document_name,
    read_leading_document,
    read_own_document,
    starts_heading,
)
from scoring.contractscrub.place_targets import TOP_RANK, Target, hold
from scoring.contractscrub.place_tokens import RANKS, Token, read_tokens, spell

__all__ = ["Target", "read_targets"]

_RANGE_WORDS: Final = frozenset(("through", "thru"))
_HOLDERS: Final = frozenset(("of", "in", "to", "under", "within", "from"))
_OWN_WORDS: Final = frozenset(("hereof", "herein", "hereto", "hereunder", "above", "below"))
_OPENERS: Final = frozenset(("in", "at", "under", "see", "from", "both"))


def read_targets(text: str) -> list[Target] | None:
    """The places that `text` names, or None where it is free text.

    Args:
        text: at most 1,000 characters; longer text must not come here.

    """
    reader = _Reader(Cursor(_unwrapped(read_tokens(text))))
    return reader.targets() if reader.read() else None


def _unwrapped(tokens: list[Token]) -> list[Token]:
    """`tokens` without brackets round the whole; a bracket that is a level stays."""
    cursor = Cursor(tokens)
    first, last = 0, len(tokens)
    while last - first > 2 and cursor.partners.get(first) == last - 1:  # noqa: PLR2004 - "(x)"
        if is_level(spell(tokens[first + 1 : last - 1])):
            break
        first, last = first + 1, last - 1
        while last > first and tokens[last - 1].kind in {"dot", "comma"}:
            last -= 1
    return tokens[first:last]


@dataclass(slots=True)
class _Reader:
    """Reads parts from left to right and keeps what they come to."""

    cursor: Cursor
    closed: list[Target] = field(default_factory=list)
    group: list[Target] = field(default_factory=list)
    held: bool = False
    source: Token | None = None
    document: str = ""

    def read(self) -> bool:
        """Read all of the text; False where it is not a place."""
        while self.cursor.peek().value in _OPENERS:
            self.cursor.at += 1
        part = read_part(self.cursor, None)
        if part is None:
            document = read_leading_document(self.cursor)
            part = None if document is None else read_part(self.cursor, None)
            self.document = document or ""
        if part is None:
            return False
        self._start(part)
        while self.cursor.peek().kind != "end":
            if not self._step():
                return False
        return all(
            (target.levels or target.attachment)
            and not any(level.startswith(".") for level in target.levels)
            for target in self._paths()
        )

    def targets(self) -> list[Target]:
        """What was read."""
        return self.closed + self.group

    def _paths(self) -> Iterator[Target]:
        """Every end of what was read that is no special; pieces settled, documents named."""
        for target in self._ends(self.closed + self.group):
            if not target.levels and not target.attachment and not target.special:
                target.special = target.unheld
            target.document = target.document or self.document
            if not target.special:
                yield target

    @staticmethod
    def _ends(targets: list[Target]) -> Iterator[Target]:
        for target in targets:
            yield target
            if target.until is not None:
                yield target.until

    @property
    def _last(self) -> Target:
        last = self.group[-1]
        return last.until or last

    # --- one step ---------------------------------------------------------------------------

    def _step(self) -> bool:  # noqa: PLR0911 - one return for each thing that may follow
        """Read what follows a part: a joint and another part, a heading, an own document."""
        cursor = self.cursor
        token = cursor.peek()
        if token.value in _OWN_WORDS or (
            token.value in {"attached", "annexed"} and cursor.peek(1).value in _OWN_WORDS
        ):
            cursor.at += 1 if token.value in _OWN_WORDS else 2
            self.held = True
            return True
        if token.kind == "and" or token.value in LIST_WORDS:
            return self._list_step()
        if token.value in _HOLDERS:
            return self._holder_step()
        if token.kind == "dash" or token.value in _RANGE_WORDS:
            return self._range_step()
        if token.kind == "colon":
            cursor.at += 1
            return self._adjoined(read_part(cursor, None)) or self._heading(free=True)
        if token.kind in {"comma", "dot"}:
            cursor.at += 1
            joint = cursor.peek()
            if joint.kind == "and" or joint.value in FOLLOWERS:
                return True
            inherited = self.source if token.kind == "comma" else None
            return self._next_part(inherited, listing=token.kind == "comma")
        return self._next_part(None, listing=False)

    def _next_part(self, inherited: Token | None, *, listing: bool) -> bool:
        """A part, or a heading, right after what was read or after a comma or full stop."""
        cursor = self.cursor
        bracket = cursor.bracket()
        if bracket is not None and not is_level(bracket) and is_bracket_heading(bracket):
            cursor.at = cursor.partners[cursor.at] + 1
            return True
        if self._heading(free=False):
            return True
        start = cursor.at
        part = read_part(cursor, inherited)
        bare = part is not None and part.kind is Kind.PATH and not part.label
        if bare and not listing and not self._after_heading(start):
            return False
        return self._adjoined(part)

    def _after_heading(self, start: int) -> bool:
        """Whether a bracket at `start` goes on with the numbering after a heading."""
        return start > 0 and self.cursor.tokens[start].kind == "open" and not self._last.special

    def _list_step(self) -> bool:
        cursor = self.cursor
        while cursor.peek().kind in {"and", "comma"} or cursor.peek().value in LIST_WORDS:
            cursor.at += 1
        while cursor.peek().value in _OPENERS:
            cursor.at += 1
        part = read_part(cursor, self.source)
        if part is None:
            return False
        self._listed(part)
        return True

    def _range_step(self) -> bool:
        cursor = self.cursor
        dash = cursor.peek().kind == "dash"
        start = cursor.at
        cursor.at += 1
        part = read_part(cursor, self.source)
        if part is not None and self._ends_range(part, dash=dash):
            return self._end_range(part)
        if not dash:
            return False
        if part is not None and (part.label or part.kind is not Kind.PATH):
            return self._adjoined(part)
        cursor.at = start + 1
        return self._heading(free=True)

    def _end_range(self, part: Part) -> bool:
        first = self.group[-1]
        if first.until is not None:
            return False
        self._listed(part)
        first.until = self.group.pop()
        if not self.group:
            # A container had closed the group before the range went on.
            self.group.append(self.closed.pop())
        return True

    def _ends_range(self, part: Part, *, dash: bool) -> bool:
        """Whether `part`, after a dash or `to`, is the other end of what came before."""
        last = self._last
        if part.kind is Kind.ATTACHMENT:
            return part.name.split()[0] == last.attachment.split(" ")[0] and not last.labels
        if part.kind is Kind.SPECIAL:
            return part.name == last.special == RECITALS
        if part.kind is Kind.PIECE or last.piece:
            return False
        if part.label:
            return part.label in last.labels
        return not dash or self._is_plural() or not self._goes_on_as_heading()

    def _is_plural(self) -> bool:
        return self.source is not None and self.source.plural

    def _goes_on_as_heading(self) -> bool:
        """Whether the number just read belongs to words: `Section 5 - 30-Day Notice`."""
        cursor = self.cursor
        hyphenated = cursor.glued("dash") and cursor.glued("word", 1)
        return cursor.plain_word() or hyphenated

    def _holder_step(self) -> bool:
        """`of`, `in`, `to` and the like: a container, a range, or a document."""
        cursor = self.cursor
        word = cursor.peek()
        start = cursor.at
        cursor.at += 1
        if word.value == "to":
            part = read_part(cursor, self.source)
            if part is not None and self._ends_range(part, dash=False):
                cursor.at = start
                return self._range_step()
            cursor.at = start + 1
        while cursor.peek().value in DETERMINERS and cursor.peek(1).kind not in {"end", "close"}:
            cursor.at += 1
        part = read_part(cursor, None)
        bare = part is not None and part.kind is Kind.PATH and not part.label
        if part is not None and not (bare and cursor.plain_word()):
            self._hold(part)
            return True
        cursor.at = start + 1
        capital = word.text[0].isupper() and word.value != "of"
        if read_own_document(cursor):
            self.held = True
            return True
        if not capital and self._other_document():
            return True
        cursor.at = start
        if capital and cursor.tokens[-1].value not in DOCUMENT_NOUNS:
            return self._heading(free=False, force=True)
        cursor.at = start + 1
        return self._other_document()

    # --- headings and documents -------------------------------------------------------------

    def _heading(self, *, free: bool, force: bool = False) -> bool:
        """Pass over a heading; `free` after a dash or colon, where it may say anything."""
        cursor = self.cursor
        first = cursor.peek()
        if first.kind == "end":
            return free
        if not free and (self._last.special or self._last.piece):
            return False
        if not (free or force) and not starts_heading(cursor):
            return False
        end = end_of_phrase(cursor, levels=not free)
        words = cursor.tokens[cursor.at : end]
        if not free and any(token.kind in {"number", "label"} for token in words):
            return False
        cursor.at = end
        return True

    def _other_document(self) -> bool:
        name = read_document_name(self.cursor)
        if not name:
            return False
        for target in self._ends(self.group):
            target.document = name
        self.held = True
        return True

    # --- putting parts together -------------------------------------------------------------

    def _start(self, part: Part) -> None:
        self.source = part.source or self.source
        target = Target(levels=part.levels, own=part.levels, bracketed=part.bracketed)
        if part.kind is Kind.ATTACHMENT:
            target.attachment = part.name
        elif part.kind is Kind.SPECIAL:
            target.special = part.name
        elif part.kind is Kind.PIECE:
            target.piece, target.relative, target.unheld = True, True, part.name
        else:
            target.relative = part.bracketed or RANKS.get(part.label, 0) > TOP_RANK
            target.labels = {part.label: 0} if part.label else {}
        self.group.append(target)

    def _listed(self, part: Part) -> None:
        """`part` is another item of a list."""
        last = self._last
        if self.held:
            self.closed += self.group
            self.group, self.held = [], False
            fresh = True
        else:
            fresh = False
        if part.kind is Kind.PIECE and not last.special:
            self.group.append(last.unnumbered_item())
            return
        depth = None if fresh and not part.bracketed else last.labels.get(part.label)
        elided = part.suffix or part.bracketed or not part.label or depth is not None
        if part.kind is not Kind.PATH or last.special or last.piece or not elided:
            self._start(self._as_recital(part))
            return
        self.source = (part.source if part.label else None) or self.source
        self.group.append(last.next_item(part, depth))

    def _as_recital(self, part: Part) -> Part:
        """A bare item after a recital is another recital: all of them are one bucket."""
        after = self.source is not None and self.source.kind == "recital"
        if part.kind is Kind.PATH and not part.label and after and len(part.levels) == 1:
            if "." in part.levels[0]:
                return part
            return Part(Kind.SPECIAL, name=RECITALS, source=self.source)
        return part

    def _adjoined(self, part: Part | None) -> bool:
        """`part` follows after a comma or with nothing between; False where there is none."""
        if part is None:
            return False
        last = self._last
        if part.kind is Kind.PIECE:
            last.unheld = last.unheld or part.name
        elif part.kind is Kind.SPECIAL:
            self._adjoin_special(part)
        elif part.kind is Kind.ATTACHMENT:
            if last.attachment or last.special:
                self._listed(part)
            else:
                self._hold(part)
        elif last.special:
            self._adjoin_to_special(part)
        elif part.label:
            self._adjoin_labelled(part)
        elif part.bracketed and len(last.levels) == last.base + (not last.bracketed):
            last.descend(part)
        else:
            self._listed(part)
        return True

    def _adjoin_special(self, part: Part) -> None:
        last = self._last
        if last.piece:
            self._hold(part)
        elif last.special and last.special != part.name:
            self._listed(part)
        # A numbered section about a special is a section: the name is its heading.

    def _adjoin_to_special(self, part: Part) -> None:
        last = self._last
        section = RANKS.get(part.label, TOP_RANK + 1) <= TOP_RANK
        if section and part.levels[0][0].isdecimal():
            self.source = part.source
            last.enclose(part, ())
            last.labels = {part.label: 0}
        elif not part.label and last.special != RECITALS:
            self._listed(part)
        elif not part.label and not part.bracketed:
            self._listed(self._as_recital(part))

    def _adjoin_labelled(self, part: Part) -> None:
        last = self._last
        rank = RANKS[part.label]
        upward = rank <= TOP_RANK and not part.bracketed and not last.attachment
        if part.label in last.labels:
            self._listed(part)
        elif last.piece or (upward and (last.relative or rank < last.rank <= TOP_RANK)):
            self._hold(part)
        elif upward and not last.labels:
            self._listed(part)
        else:
            self.source = part.source
            last.descend(part)

    def _hold(self, part: Part) -> None:
        """`part` contains what stands before it, back to the last container."""
        self.held = True
        if part.kind is Kind.PIECE:
            self._last.unheld = part.name
            return
        hold(list(self._ends(self.group)), part, self._last)
