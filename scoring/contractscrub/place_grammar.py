"""The parts of a place put together: containers, lists, ranges, documents (SCORING 1.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from scoring.contractscrub.place_levels import is_level, spelled_number
from scoring.contractscrub.place_parts import (
    FOLLOWERS,
    RECITALS,
    Cursor,
    Kind,
    Part,
    is_bracket_heading,
    read_part,
)
from scoring.contractscrub.place_tokens import RANKS, Token, read_tokens, spell
from scoring.contractscrub.words import normalise_words

__all__ = ["Target", "read_targets"]

_LIST_WORDS: Final = frozenset(("and", "or", "plus"))
_RANGE_WORDS: Final = frozenset(("through", "thru"))
_HOLDERS: Final = frozenset(("of", "in", "to", "under", "within", "from"))
_OWN_WORDS: Final = frozenset(("hereof", "herein", "hereto", "hereunder", "above", "below"))
_OWN_DOCUMENTS: Final = frozenset(("agreement", "contract"))
_OPENERS: Final = frozenset(("in", "at", "under", "see", "from", "both"))
_DETERMINERS: Final = frozenset(("the", "a", "an", "that", "such", "said", "certain", "present"))
_DOCUMENT_NOUNS: Final = frozenset(
    (
        *("agreement", "contract", "lease", "deed", "indenture", "note", "act", "code", "plan"),
        *("policy", "statute", "license", "licence", "amendment", "order", "guaranty", "guarantee"),
        *("mortgage", "charter", "bylaws", "rules", "regulations", "statement"),
    )
)
_TOP_RANK: Final = RANKS["section"]


@dataclass(slots=True)
class Target:
    """One place of the text while it is read.

    Attributes:
        levels: its numbering, outermost first.
        attachment: `Exhibit A-1`, empty for the body.
        special: `P`, `R` or `Signature Block`, empty for none.
        document: another document's name in the form of SCORING 1.3, empty for the own one.
        until: the other end, where it opens a range.
        unheld: the special that it is where no container follows (`first paragraph`).
        piece: whether it is an unnumbered part that needs a container.
        own: the levels that it named itself, before a list gave it those of its neighbour.
        relative: whether it names no place on its own: `(b)`.
        base: how many levels stand before those of its last label.
        bracketed: whether the levels after `base` start with a bracket.
        labels: how many levels stand before the levels of each label.

    """

    levels: tuple[str, ...] = ()
    attachment: str = ""
    special: str = ""
    document: str = ""
    until: Target | None = None
    unheld: str = ""
    piece: bool = False
    own: tuple[str, ...] = ()
    relative: bool = False
    base: int = 0
    bracketed: bool = False
    labels: dict[str, int] = field(default_factory=dict)

    @property
    def rank(self) -> int:
        """Depth of the outermost label; past all labels where there is none."""
        return min((RANKS[label] for label in self.labels), default=len(RANKS))

    def descend(self, part: Part) -> None:
        """Go to the place that `part` names inside this one."""
        levels = _joined(self.levels, part.levels)
        self.base = len(levels) - len(part.levels)
        self.levels = self.own = levels
        self.bracketed = part.bracketed
        if part.label:
            self.labels[part.label] = self.base

    def enclose(self, part: Part, levels: tuple[str, ...]) -> None:
        """Put `levels`, this place's numbering, inside the place that `part` names."""
        joined = _joined(part.levels, levels)
        shift = len(joined) - len(levels)
        self.labels = {label: depth + shift for label, depth in self.labels.items()}
        if part.label:
            self.labels[part.label] = 0
        self.base = self.base + shift if levels else 0
        self.levels = self.own = joined
        self.relative = part.bracketed
        self.bracketed = self.bracketed if levels else part.bracketed
        self.special, self.piece = "", False


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


def _joined(outer: tuple[str, ...], inner: tuple[str, ...]) -> tuple[str, ...]:
    """Levels one inside the other, once where the inner number carries the outer one."""
    if len(outer) == 1 and inner and outer[0][0].isdecimal():
        repeated = inner[0] == outer[0] and "." in outer[0]
        if repeated or inner[0].startswith(f"{outer[0]}."):
            return inner
    return outer + inner


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
        if part is None and self._document_before():
            part = read_part(self.cursor, None)
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

    def _step(self) -> bool:
        """Read what follows a part: a joint and another part, a heading, an own document."""
        cursor = self.cursor
        token = cursor.peek()
        if token.value in _OWN_WORDS or (
            token.value in {"attached", "annexed"} and cursor.peek(1).value in _OWN_WORDS
        ):
            cursor.at += 1 if token.value in _OWN_WORDS else 2
            self.held = True
            return True
        if token.kind == "and" or token.value in _LIST_WORDS:
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
            if joint.kind == "and" or joint.value in _LIST_WORDS | _RANGE_WORDS | _HOLDERS:
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
        while cursor.peek().kind in {"and", "comma"} or cursor.peek().value in _LIST_WORDS:
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
        return not (dash and self.cursor.plain_word())

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
        while cursor.peek().value in _DETERMINERS and cursor.peek(1).kind not in {"end", "close"}:
            cursor.at += 1
        part = read_part(cursor, None)
        bare = part is not None and part.kind is Kind.PATH and not part.label
        if part is not None and not (bare and cursor.plain_word()):
            self._hold(part)
            return True
        cursor.at = start + 1
        capital = word.text[0].isupper() and word.value != "of"
        if self._own_document() or (not capital and self._other_document()):
            return True
        cursor.at = start
        if capital and cursor.tokens[-1].value not in _DOCUMENT_NOUNS:
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
        if not (free or force) and not self._starts_heading():
            return False
        end = self._end_of_phrase(levels=not free)
        words = cursor.tokens[cursor.at : end]
        if not free and any(token.kind in {"number", "label"} for token in words):
            return False
        cursor.at = end
        return True

    def _starts_heading(self) -> bool:
        cursor = self.cursor
        first, second = cursor.peek(), cursor.peek(1)
        if first.kind not in {"word", "attachment"} or not first.text[:1].isupper():
            return False
        if first.value in FOLLOWERS:
            return False
        if first.kind == "attachment":
            start = cursor.at
            named = read_part(cursor, None)
            cursor.at = start
            return named is None
        number_like = is_level(first.text) or spelled_number((first.value,)) is not None
        return not number_like or (second.kind == "word" and second.value not in FOLLOWERS)

    def _end_of_phrase(self, *, levels: bool) -> int:
        """Index where a heading or a document's name ends: before a joint and a labelled part.

        Args:
            levels: whether a spaced bracket that is a level ends it too.

        """
        cursor = self.cursor
        start = cursor.at
        end = len(cursor.tokens)
        at = start
        while at < end:
            token = cursor.tokens[at]
            cursor.at = at
            bracket = cursor.bracket()
            if levels and bracket is not None and token.spaced and is_level(bracket):
                break
            if token.kind in {"comma", "and"} or token.value in _LIST_WORDS:
                following = at + 1
                while following < end and cursor.tokens[following].value in _LIST_WORDS:
                    following += 1
                cursor.at = following
                if self._labelled_part_here():
                    break
                at = following
            else:
                at += 1
        cursor.at = start
        return at

    def _labelled_part_here(self) -> bool:
        part = read_part(self.cursor, None)
        if part is None or (part.kind is Kind.PATH and not part.label):
            return False
        return part.kind is not Kind.SPECIAL or not self.cursor.plain_word()

    def _own_document(self) -> bool:
        """Pass over the document itself, which adds nothing: `this Agreement`, `the Contract`."""
        cursor = self.cursor
        start = cursor.at
        this = False
        while cursor.peek().value in _DETERMINERS or cursor.peek().value == "this":
            this = this or cursor.peek().value == "this"
            cursor.at += 1
        noun = cursor.peek().value in _OWN_DOCUMENTS
        if this and not noun and cursor.peek().kind in {"word", "label", "attachment"}:
            cursor.at = self._end_of_phrase(levels=False)
        elif noun:
            cursor.at += 1
            noun = not cursor.plain_word() and cursor.peek().kind not in {"number", "other"}
        if not (this or noun):
            cursor.at = start
            return False
        self.held = True
        return True

    def _other_document(self) -> bool:
        name, end = self._document_name()
        if not name:
            return False
        self.cursor.at = end
        for target in self._ends(self.group):
            target.document = name
        self.held = True
        return True

    def _document_name(self) -> tuple[str, int]:
        cursor = self.cursor
        while cursor.peek().value in _DETERMINERS:
            cursor.at += 1
        end = self._end_of_phrase(levels=False)
        name = normalise_words(spell(cursor.tokens[cursor.at : end]))
        return (name if any(map(str.isalpha, name)) else ""), end

    def _document_before(self) -> bool:
        """A document named first: `Loan Agreement, Section 2.1`, `this Agreement § 2`."""
        cursor = self.cursor
        start = cursor.at
        while cursor.peek().value in _DETERMINERS or cursor.peek().value == "this":
            cursor.at += 1
        this = cursor.peek(-1).value == "this" and cursor.at > start
        first = cursor.at
        while cursor.peek().kind == "word":
            cursor.at += 1
        noun = cursor.tokens[cursor.at - 1].value if cursor.at > first else ""
        if noun not in _DOCUMENT_NOUNS:
            return False
        name = normalise_words(spell(cursor.tokens[first : cursor.at]))
        self.document = "" if this or name in _OWN_DOCUMENTS else name
        if cursor.peek().kind in {"comma", "colon", "dash"}:
            cursor.at += 1
        return cursor.peek().kind in {"label", "attachment"}

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
            target.relative = part.bracketed or RANKS.get(part.label, 0) > _TOP_RANK
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
            self.group.append(replace(last, own=(), piece=False, relative=True, until=None))
            self.group[-1].labels = dict(last.labels)
            return
        depth = None if fresh and not part.bracketed else last.labels.get(part.label)
        elided = part.suffix or part.bracketed or not part.label or depth is not None
        if part.kind is not Kind.PATH or last.special or last.piece or not elided:
            self._start(self._as_recital(part))
            return
        source = part.source if part.label else None
        self.source = source or self.source
        levels = _elided(last, part, depth)
        own = _elided(_as_written(last), part, depth) if last.relative else part.levels
        target = replace(last, levels=levels, own=own, until=None, labels=dict(last.labels))
        target.relative = last.relative or part.bracketed
        if depth is not None:
            target.base, target.bracketed = depth, part.bracketed
            target.labels = {k: v for k, v in last.labels.items() if v <= depth}
        elif part.bracketed and part.label:
            target.labels[part.label] = len(levels) - len(part.levels)
        self.group.append(target)

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
            return True
        if part.kind is Kind.SPECIAL:
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
        numbered = not part.bracketed and RANKS.get(part.label, _TOP_RANK + 1) <= _TOP_RANK
        if numbered:
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
        upward = rank <= _TOP_RANK and not part.bracketed and not last.attachment
        if part.label in last.labels:
            self._listed(part)
        elif last.piece or (upward and (last.relative or rank < last.rank <= _TOP_RANK)):
            self._hold(part)
        elif upward and not last.labels:
            self._start(part)
        else:
            self.source = part.source
            last.descend(part)

    def _hold(self, part: Part) -> None:
        """`part` contains what stands before it, back to the last container."""
        self.held = True
        if part.kind is Kind.PIECE:
            return
        first = self.group[0]
        outer = RANKS.get(part.label, -1)
        whole = first.relative or first.rank > outer
        for target in self._ends(self.group):
            if part.kind is Kind.ATTACHMENT:
                _hold_in_attachment(target, part)
            elif part.kind is Kind.SPECIAL:
                if target.piece or not target.labels or target.rank > _TOP_RANK:
                    target.special, target.levels, target.piece = part.name, (), False
            elif whole or target.relative or target is self._last:
                completed = whole and not first.relative
                target.enclose(part, target.levels if completed else target.own)


def _hold_in_attachment(target: Target, part: Part) -> None:
    if target.attachment:
        target.document = normalise_words(part.name)
        return
    target.attachment = part.name
    target.piece = False
    target.levels = part.levels + target.levels
    target.base += len(part.levels)


def _as_written(target: Target) -> Target:
    """`target` without the levels that a list gave it."""
    given = len(target.levels) - len(target.own)
    return replace(target, levels=target.own, base=max(target.base - given, 0))


def _elided(last: Target, part: Part, depth: int | None) -> tuple[str, ...]:
    """The levels of a later item of a list, completed from those of the item before it."""
    if part.suffix:
        return last.levels[: last.base] + _completed(last, part)
    if depth is not None:
        return last.levels[:depth] + part.levels
    if not part.bracketed:
        return last.levels[: last.base] + part.levels
    spare = len(last.levels) - last.base - (not last.bracketed)
    kept = len(last.levels) - min(len(part.levels), max(spare, 0))
    return last.levels[:kept] + part.levels


def _completed(last: Target, part: Part) -> tuple[str, ...]:
    """`.5` after `3.3` is `3.5`: as many last numbers are replaced as are named."""
    numbers = last.levels[last.base].split(".") if len(last.levels) > last.base else []
    named = part.levels[0][1:].split(".")
    if not numbers or not numbers[0].isdecimal():
        return part.levels
    kept = numbers[: max(len(numbers) - len(named), 1)]
    return (".".join(kept + named), *part.levels[1:])
