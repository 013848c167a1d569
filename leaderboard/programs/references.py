"""Cross-references against the numbering that is there, and against what they say about it.

A reference is called wrong when one of four signs shows it: `this Section 4` stands in another
section; the heading that a reference names is another section's; its target does not exist; or the
words around it describe another provision far better than the one it names. A sign without a guess
at the right place is passed over, since half a correction is none.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final

from leaderboard.programs.labels import roman_value
from leaderboard.programs.outline import Node, Outline, Part
from leaderboard.programs.text import Span, fold, stem, word_set

__all__ = ["Reference", "WrongReference", "find_references", "wrong_references"]


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference to one provision of this contract.

    Attributes:
        words: the reference as it is written.
        start: where it starts, its label included.
        end: where it ends.
        levels: the address that it names: `("4.2", "b")`.
        article: whether it names an article.
        attachment: the attachment in which it stands or which it names; else empty.

    """

    words: str
    start: int
    end: int
    levels: tuple[str, ...]
    article: bool = False
    attachment: str = ""


@dataclass(frozen=True, slots=True)
class WrongReference:
    """A reference that is believed wrong, the place that is meant, and why."""

    reference: Reference
    correct: str
    reason: str


_REFERENCE = re.compile(
    r"\b(Section|SECTION|Article|ARTICLE|Clause|clause|Paragraph|paragraph|Subsection|subsection"
    r"|section|Sec\.)(s?)[ \n]{1,2}(\d{1,3}(?:\.\d{1,3}){0,4}[A-Z]?|[IVXL]{1,6})(?![\w%])"
    r"((?:[ ]?[(\[](?:[A-Za-z]{1,4}|\d{1,2})[)\]]){0,4})"
)
_BRACKETS = re.compile(r"[(\[](\w{1,4})[)\]]")
_LIST_AFTER = re.compile(
    r"[ \n]{0,2}(?:,|and|or|through|to|and/or|&|[-–—])[ \n]{1,2}"
    r"(?:and |or )?(?:\(?[a-z]{1,2}\)|\d{1,3}[.\d]{0,6}\b)"
)
_OTHER = re.compile(
    r"[ \n]{1,3}(?:above |below )?(?:of|to|in|under)[ \n]{1,2}"
    r"(?:(?:the|that|such|its|any|each|said|an?|certain)[ \n]){0,3}"
    r"(?!Agreement\b|Contract\b|Lease\b|Schedule\b|Exhibit\b|Annex\b|Appendix\b|Section\b|Article\b)"
    r"(?:[A-Z]|\d{1,2} U\.?S|Act\b|Code\b)|[ \n]{1,2}thereof\b"
)
_OWN = re.compile(
    r"[ \n]{1,3}(?:of|to|in)[ \n]{1,2}(?:this[ \n]|the[ \n](?:Agreement|Contract|Lease)\b)"
)
_ATTACHED = re.compile(
    r"[ \n]{0,2},?[ \n]?(?:of|to|in)[ \n]{1,2}((?:Schedule|Exhibit|Annex|Appendix)[ ][\w-]{1,5})"
)
_BEFORE_OTHER = re.compile(
    r"(?:Act|Code|U\.S\.C\.|C\.F\.R\.|Regulations?|Rules?|law),?[ \n]{1,2}\Z"
)
_HEADING_AFTER = re.compile(r"[ \n]?[(\[]([A-Z][^()\[\]\n]{2,80})[)\]]")
_THIS = re.compile(r"\b[Tt]his[ \n]\Z")
_CONTENT = re.compile(r"[A-Za-z][A-Za-z'’-]{2,30}")
_LOCAL: Final = 140
"""How many characters around a reference are read as its subject."""

_MOST_REFERENCES: Final = 5000
_MOST_WEIGHED: Final = 400_000
_LONGEST_PROVISION: Final = 8000
_FITS: Final = 5.0
_HARDLY_FITS: Final = 2.2
_AHEAD: Final = 1.25
_FAR_AHEAD: Final = 2.6
_CLEARANCE: Final = 3.0
"""How well words must fit another provision, and how badly the one that is named."""

_IDLE: Final = frozenset(
    stem(word)
    for word in word_set(
        """the and for any all this that shall will may not with from under such other its his each
        are has have been being which who whom whose than then when where upon into within without
        pursuant accordance set forth provided provide section sections article articles clause
        clauses paragraph subsection hereof herein hereto hereunder hereby thereof agreement
        agreements contract party parties subject terms term described specified stated referred
        referenced required contained extent except notwithstanding applicable including include
        includes limitation limited also only same made make makes must can does did done was were
        his her their they them one two three first second third case event time date day days
        month months year years above below following foregoing respect purposes purpose manner
        provision provisions unless until after before during between both either neither nor but
        gives given give under over more less least most out per part parts thereto therein
        written writing reasonable reasonably right rights obligation obligations accordingly
        apply applies applied long continue amount amounts sum sums entitled otherwise person
        whether whatever every some own"""
    )
)


def find_references(outline: Outline) -> Iterator[Reference]:
    """Find the single references to provisions of the contract itself, in the order of the text.

    Lists, ranges and references to other documents are left out.
    """
    text = outline.text
    for match in _REFERENCE.finditer(text):
        label, plural, number, brackets = match.groups()
        after = text[match.end() : match.end() + 60]
        before = text[max(0, match.start() - 24) : match.start()]
        if plural or _LIST_AFTER.match(after) or _BEFORE_OTHER.search(before):
            continue
        attached = _ATTACHED.match(after)
        if attached is None and _OTHER.match(after) and not _OWN.match(after):
            continue
        if match.start() in outline.headings or match.start() in outline.noise:
            continue
        node = outline.node_at(match.start())
        if match.start() - node.start <= 1 and node.levels:
            continue
        article = label.lower() == "article"
        if not number[0].isdigit():
            if not article:
                continue
            number = str(roman_value(number) or number)
        levels = (number, *_BRACKETS.findall(brackets))
        where = attached.group(1) if attached else ""
        yield Reference(match.group(), match.start(), match.end(), levels, article, where)


class _Provisions:
    """The numbered provisions of the body, the words in them, and how rare those words are."""

    def __init__(self, outline: Outline) -> None:
        self.outline = outline
        self.nodes = [node for node in outline.nodes if node.part is Part.BODY and node.levels]
        self.by_levels: dict[tuple[str, ...], Node] = {}
        for node in self.nodes:
            self.by_levels.setdefault(node.levels, node)
        self.starts = [node.start for node in outline.nodes]

    def extent(self, node: Node) -> Span:
        """Give the text of a provision with everything below it."""
        index = bisect_left(self.starts, node.start)
        end = node.end
        for other in self.outline.nodes[index + 1 : index + 400]:
            if not is_below(other.levels, node.levels) or other.part is not node.part:
                break
            end = other.end
        return Span(node.start, end)

    @cached_property
    def bodies(self) -> dict[tuple[str, ...], Counter[str]]:
        """The stems of each provision, everything below it included."""
        found: dict[tuple[str, ...], Counter[str]] = {}
        for levels, node in self.by_levels.items():
            span = self.extent(node)
            found[levels] = Counter(
                stems(
                    self.outline.text[span.start : min(span.end, span.start + _LONGEST_PROVISION)]
                )
            )
        return found

    @cached_property
    def headings(self) -> dict[tuple[str, ...], frozenset[str]]:
        """The stems of each provision's heading."""
        return {
            levels: frozenset(stems(self.outline.heading_of(node)))
            for levels, node in self.by_levels.items()
        }

    @cached_property
    def rarity(self) -> dict[str, float]:
        """How much a stem says about where it stands: the logarithm of how few places have it."""
        leaves = [Counter(stems(self.outline.text[node.start : node.end])) for node in self.nodes]
        count = Counter(word for leaf in leaves for word in leaf)
        total = len(leaves) + 1
        return {word: math.log(total / n) for word, n in count.items()}

    def exists(self, reference: Reference) -> bool:
        """Say whether the place that a reference names can be found, run-in items included."""
        levels = reference.levels
        if levels in self.by_levels:
            return True
        head = self.by_levels.get(levels[:1])
        if head is None:
            prefix = levels[0] + "."
            return any(key[0].startswith(prefix) for key in self.by_levels)
        span = self.extent(head)
        text = self.outline.text[span.start : min(span.end, span.start + _LONGEST_PROVISION)]
        return all(f"({level})" in text or f"{level}." in text for level in levels[1:])

    def misses(self, number: str) -> bool:
        """Say whether a number surely is not there: its sisters are, without a gap, below it."""
        above, _, last = number.rpartition(".")
        if not last.isdigit():
            return False
        sisters = [
            levels[0]
            for levels in self.by_levels
            if len(levels) == 1 and levels[0].rpartition(".")[0] == above
        ]
        counted = {int(sister.rpartition(".")[2]) for sister in sisters if sister[-1].isdigit()}
        whole = bool(counted) and len(counted) >= max(counted) - min(counted) + 1
        return whole and len(counted) > 1 and max(counted) < int(last) <= max(counted) + 6


def is_below(levels: tuple[str, ...], above: tuple[str, ...]) -> bool:
    """Say whether an address lies below another: `4.2(b)` below `4.2`, `4.2` below `4`."""
    if levels[: len(above)] == above:
        return len(levels) > len(above)
    return len(above) == 1 and bool(levels) and levels[0].startswith(above[0] + ".")


def stems(text: str) -> list[str]:
    """Give the stems of the words that carry a meaning."""
    found = (
        stem(word.lower().replace("’", "'").removesuffix("'s")) for word in _CONTENT.findall(text)
    )
    return [word for word in found if word not in _IDLE]


def printed(levels: Sequence[str], *, article: bool = False) -> str:
    """Write an address as a reader would: `Section 4.2(b)`."""
    head, *rest = levels
    label = "Article" if article and "." not in head else "Section"
    return f"{label} {head}" + "".join(f"({level})" for level in rest)


class _Judge:
    """Weighs each reference."""

    def __init__(self, outline: Outline, sentences: Sequence[Span]) -> None:
        self.outline = outline
        self.sentences = sentences
        self.starts = [sentence.start for sentence in sentences]
        self.provisions = _Provisions(outline)
        self.attached = {
            (node.attachment, node.levels[0].count("."))
            for node in outline.nodes
            if node.attachment and node.levels
        }
        # Weighing is a product of references and provisions; a hostile text gets no more than this.
        self.budget = _MOST_WEIGHED

    def judge(self, reference: Reference) -> WrongReference | None:
        """Say what is wrong with a reference, or None."""
        if reference.attachment:
            return None
        text = self.outline.text
        here = self.outline.node_at(reference.start)
        if _THIS.search(text[max(0, reference.start - 6) : reference.start]):
            return None if here.part is Part.ATTACHMENT else self._itself(reference, here)
        if here.part is Part.ATTACHMENT and self._numbered_alike(here.attachment, reference):
            return None
        named = _HEADING_AFTER.match(text, reference.end, reference.end + 90)
        if named:
            return self._named(reference, named.group(1))
        return None if here.part is Part.PREAMBLE else self._described(reference, here)

    def _numbered_alike(self, attachment: str, reference: Reference) -> bool:
        """Say whether an attachment has numbers of its own that a reference in it can mean."""
        return (attachment, reference.levels[0].count(".")) in self.attached

    def _itself(self, reference: Reference, here: Node) -> WrongReference | None:
        """Judge `this Section 4`: it must stand in Section 4."""
        named = reference.levels
        if not here.levels or here.levels[: len(named)] == named or is_below(here.levels, named):
            return None
        if named not in self.provisions.by_levels:
            return None  # more likely a number that lost its line than a wrong reference
        if reference.article or "." not in named[0] or "." not in here.levels[0]:
            return None
        correct = printed(here.levels[: len(named)])
        return WrongReference(
            reference, correct, f"“this {reference.words}” stands in {printed(here.levels)}."
        )

    def _named(self, reference: Reference, heading: str) -> WrongReference | None:
        """A heading in brackets must be the heading of the place that is named."""
        provisions = self.provisions
        target = provisions.by_levels.get(reference.levels)
        wanted = fold(heading)
        own = fold(self.outline.heading_of(target)) if target is not None else ""
        if own in ("", wanted):
            return None
        found = [
            levels
            for levels, node in provisions.by_levels.items()
            if fold(self.outline.heading_of(node)) == wanted
            and len(levels) == len(reference.levels)
        ]
        if len(found) != 1:
            return None
        correct = printed(found[0], article=reference.article)
        return WrongReference(reference, correct, f"“{heading}” is the heading of {correct}.")

    def _subject(self, reference: Reference) -> set[str]:
        """Give the stems of the words around a reference, in its own clause of the sentence."""
        at = bisect_left(self.starts, reference.start + 1) - 1
        sentence = self.sentences[max(0, at)]
        text = self.outline.text
        node = self.outline.node_at(reference.start)
        low = max(sentence.start, node.body, reference.start - _LOCAL)
        if node.heading is not None and node.heading.end <= reference.start:
            low = max(low, node.heading.end)
        before = text[low : reference.start]
        after = text[reference.end : min(sentence.end, reference.end + _LOCAL // 2)]
        # A second reference starts a subject of its own.
        before = _REFERENCE.split(before)[-1]
        after = _REFERENCE.split(after)[0]
        return set(stems(before)) | set(stems(re.split(r"[;.]", after)[0]))

    def _described(self, reference: Reference, here: Node) -> WrongReference | None:
        """The words around a reference should fit the place that it names best."""
        provisions = self.provisions
        self.budget -= len(provisions.by_levels)
        if self.budget < 0:
            return None
        subject = self._subject(reference)
        exists = provisions.exists(reference)
        headless = reference.levels[:1] not in provisions.by_levels
        if not exists and headless and not provisions.misses(reference.levels[0]):
            return None
        scores = {levels: self._fit(subject, levels) for levels in self._rivals(reference, here)}
        if not scores:
            return None
        best = max(scores, key=lambda levels: (scores[levels], levels))
        ordered = sorted(scores.values(), reverse=True)
        second = ordered[1] if len(ordered) > 1 else 0.0
        named = self._fit(subject, self._nearest(reference.levels)) if exists else 0.0
        sure = scores[best] >= _FITS and scores[best] >= _AHEAD * second
        if exists:
            sure = sure and named < _HARDLY_FITS and scores[best] >= _FAR_AHEAD * named + _CLEARANCE
        if not sure:
            return None
        correct = printed(self._below(best, reference, subject), article=reference.article)
        what = "fit" if exists else "name a place that does not exist; they fit"
        return WrongReference(
            reference, correct, f"The words around {reference.words} {what} {correct}."
        )

    def _nearest(self, levels: tuple[str, ...]) -> tuple[str, ...]:
        while len(levels) > 1 and levels not in self.provisions.by_levels:
            levels = levels[:-1]
        return levels

    def _rivals(self, reference: Reference, here: Node) -> Iterator[tuple[str, ...]]:
        """Yield the sections that could be meant in place of the one that is named."""
        head = reference.levels[:1]
        dotted = head[0].count(".")
        own = here.levels if here.part is Part.BODY else ()
        for levels in self.provisions.by_levels:
            if len(levels) > 1 or levels == head or levels[0].count(".") != dotted:
                continue
            if levels != own[:1] and not is_below(own, levels):
                yield levels

    def _fit(self, subject: set[str], levels: tuple[str, ...]) -> float:
        """Measure how well a subject fits a provision: rare words count more, in headings most."""
        provisions = self.provisions
        body = provisions.bodies.get(levels, Counter())
        heading = provisions.headings.get(levels, frozenset())
        above = frozenset[str]()
        if len(levels) > 1:
            above = provisions.headings.get(levels[:1], above)
        score = 0.0
        for word in subject:
            rarity = provisions.rarity.get(word, 0.0)
            if word in heading:
                score += 2.0 * rarity + 1.0
            elif word in above:
                score += rarity
            elif word in body:
                score += rarity * min(1.0, 0.5 + body[word] / 4)
        size = sum(body.values())
        return score / (1.0 + math.log1p(size) / 6.0)

    def _below(
        self, best: tuple[str, ...], reference: Reference, subject: set[str]
    ) -> tuple[str, ...]:
        """Go down from a section to the item that is meant, when the reference names one."""
        if len(reference.levels) == 1:
            return best
        items = [
            levels
            for levels in self.provisions.by_levels
            if len(levels) == len(reference.levels) and levels[:1] == best
        ]
        if not items:
            return best
        # The number alone is the likelier slip, so the same letter wins unless another fits better.
        same = (*best, *reference.levels[1:])
        return max(
            sorted(items),
            key=lambda levels: self._fit(subject, levels) * (1.5 if levels == same else 1.0),
        )


def wrong_references(outline: Outline, sentences: Sequence[Span]) -> list[WrongReference]:
    """Find the references of a contract that point to the wrong place, with the right one."""
    judge = _Judge(outline, sentences)
    found: list[WrongReference] = []
    for reference in islice(find_references(outline), _MOST_REFERENCES):
        wrong = judge.judge(reference)
        if wrong is not None:
            found.append(wrong)
    return found
