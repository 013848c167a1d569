"""Where a contract defines its terms, in every form that drafters use.

Quoted terms are definitions by what stands around them: `"X" means`, `(the "X")`, `hereinafter
"X"`; unquoted ones only at the start of a paragraph (`X means`). A pointer (`as defined below`,
`has the meaning set forth in Section 4`) says where the definition is and is none itself.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from leaderboard.programs.outline import Outline, Part
from leaderboard.programs.text import Span, fold

__all__ = ["Definition", "Form", "quotations", "read_definitions"]


class Form(StrEnum):
    """How a definition is written."""

    MEANS = "means"
    BRACKETS = "brackets"
    CALLED = "called"
    UNQUOTED = "unquoted"
    POINTER = "pointer"


@dataclass(frozen=True, slots=True)
class Definition:
    """One definition of one term, or a pointer to one.

    Attributes:
        term: the term as it is written, without quotes and white space folded.
        start: offset of its first character (inside the quotes).
        end: offset after its last character.
        place: where it stands (SCORING 1.4).
        sentence: the sentence that holds it.
        form: how it is written; `POINTER` is no definition.
        scoped: whether it holds for one provision only ("for the purposes of this clause").

    """

    term: str
    start: int
    end: int
    place: str
    sentence: Span
    form: Form
    scoped: bool = False

    @property
    def key(self) -> str:
        """The term as terms are compared."""
        return fold(self.term).replace("(s)", "").replace("(es)", "")


_PAIRS: Final = (
    re.compile(r'"(?=[^\s"])([^"“”\n]{0,80}(?:\n[^"“”\n]{1,60})?)"'),
    re.compile(r"“\s?(?=\S)([^\"“”\n]{0,80}(?:\n[^\"“”\n]{1,60})?)[”“\"]"),
    re.compile(r"``(?=\S)([^`'\n]{1,80})''"),
    re.compile(r"(?<=[\s(])‘(?=[A-Z])([^‘’\n]{1,60})’(?=[\s).,;])"),
)
_PHRASES: Final = frozenset({"as is", "as-is", "where is", "as available"})
_MOST_QUOTED: Final = 10_000
"""A text with more quotations is no contract; the rest of them is left unread."""

_SHORTEST: Final = 2
_LONGEST: Final = 90
_MOST_WORDS: Final = 10
_LONGEST_LEAD: Final = 110
_AFTER: Final = 120
_BEFORE: Final = 160
_BRACKETED_ASIDE = r"(?:\s?\([^()]{0,80}\))?"
_MEANS = re.compile(
    rf"{_BRACKETED_ASIDE}(?:\s?,?\s?(?:as used (?:herein|in this \w{{1,12}})|when used herein"
    r"|with respect to [^,;.\"“]{1,60}|in relation to [^,;.\"“]{1,60}|for any [^,;.\"“]{1,60}"
    r"|of (?:a|an|any|the|each) [^,;.\"“]{1,40}|at any time|where the context[^,]{0,30}),?)?"
    r"[\s:–—-]{1,30}(?:(?:shall|will|also|each|collectively|hereby|herein|both)\s{1,3}){0,2}"
    r"(?:[Mm]eans?\b|meaning\b|refers?\sto\b|is\sdefined\s(?:as|to\smean)\b|be\sdefined\sas\b"
    r"|(?:is|are)\sdefined\b|designates?\b|has\sthe\s(?:following\s)?meanings?\b|have\sthe\s(?:following\s)?meanings?\b"
    r"|include[s]?\b|(?:is|are|be)\sdeemed\sto\s(?:mean|be|include)\b|denotes?\b"
    r"|(?:is|are)\s(?:a|an|the|any|all)\b|the\s(?=[a-z]))"
)
_POINTS = re.compile(
    r"(?:has|have|having|with|given)?\s?the\s(?:respective\s)?meanings?\s"
    r"(?:(?:that\sis|as|which\sis)\s)?(?:set\s(?:forth|out)|given|ascribed|assigned|specified|"
    r"provided|attributed|described|indicated|stated|defined|in|contained|designated)\b"
    r"|\b(?:is|are|be)\sdefined\s(?:in|below|above|under|at)\b"
)
_FOLLOWING = re.compile(
    r"\b(?:below|following|herein|hereunder|opposite)\b[^.]{0,12}:|\bas follows\b"
)
_OTHER_DOCUMENT = re.compile(
    r"\b(?:Act|Code|Rules?|Regulations?|Law|(?<!this )(?<!This )Agreement|Plan|Indenture|Lease"
    r"|Incoterms|GAAP)\b"
)
_POINTER_WORDS = re.compile(
    r"\b(?:as|each as|both as)?\s?(?:such (?:capitali[sz]ed )?terms? (?:is|are)\s)?"
    r"(?:hereinafter |hereafter )?defined (?:in|below|above|under|elsewhere|herein\b)",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"(?:(?:the|this|that|a|an|each|any|such|all|every|individually|collectively|together|jointly"
    r"|severally|singly|hereinafter|hereafter|herein|hereof|sometimes|also|both|being|referred|to|as"
    r"|called|known|defined|and|or|in|i\.e\.|of|one|which|shall|be|is|are|respectively|with|its"
    r"|such|term|foregoing|for|purposes|agreement|from|time|throughout|otherwise|the same|similarly"
    r"|aggregate|either)\b[\s,;:]{0,3}){0,16}\s?\Z",
    re.IGNORECASE,
)
_CALLED_LEAD = re.compile(
    r"\b(?:hereinafter|hereafter|referred\sto|called|known|defined\sas|designated|individually"
    r"|collectively|together|jointly|each)\b",
    re.IGNORECASE,
)
_CALLED = re.compile(
    r"\b(?:hereinafter|hereafter|herein|(?:be |are |is )?(?:sometimes )?referred\sto|called"
    r"|defined\sas|known\sas|designated|abbreviated)\b[\s\w,/()]{0,70}\Z",
    re.IGNORECASE,
)
_EACH_IS = re.compile(r"\b(?:is|are|being)\s(?:each\s)?(?:an?|the)\Z", re.IGNORECASE)
_CHAIN = re.compile(
    r"[\s,;]{0,4}(?:(?:and|or|and/or|the|a|an|each|individually|collectively|together|as|also|any"
    r"|jointly|both|such|with|they|are|is|being|the terms?|sometimes|referred to|hereinafter"
    r"|called)\b"
    r"[\s,;]{0,4}){0,8}\Z",
    re.IGNORECASE,
)
_NOT_A_TERM = re.compile(
    r"\b(?:marked|entitled|titled|labell?ed|bearing|stating|e\.g\.|such as|words?|"
    r"mark|logo|phrase|legend|name)\s{0,2}(?:as\s|the\s)?\Z",
    re.IGNORECASE,
)
_SCOPED = re.compile(
    r"\b(?:for (?:the )?purposes? of|as used in|when used in|in|within) this "
    r"(?:clause|sub-?clause|section|sub-?section|paragraph|sub-?paragraph|article|definition"
    r"|exhibit|schedule|annex|appendix|sentence)\b",
    re.IGNORECASE,
)
_UNQUOTED = re.compile(
    r"((?:[A-Z][\w'’&/-]{0,30}|\d[\w-]{0,8})(?:[ ](?:[A-Z][\w'’&/-]{0,30}|of|and|or|the|for|to|in"
    r"|on|per|by|\d[\w-]{0,8})){0,8})"
    r"(?:[ ]\([^()]{1,60}\))?[ ](?:(?:shall|will)[ ])?"
    r"(?:means?\b|(?:has|have)[ ]the[ ]meanings?\b)"
)
_ARTICLE = re.compile(r"\s{0,5}(?:(?:the|The|a|an)\s{1,5}(?=[A-Z]))?")
_WITH = re.compile(
    r",\s(?:collectively|together|each|the|a|an|all|individually|being)\b[\w ,]{0,40}\Z",
    re.IGNORECASE,
)
_SPACES = re.compile(r"\s+")


def quotations(text: str) -> list[Span]:
    """Find what stands in double quotes (or in curly single ones), without the quotes."""
    found = [
        Span(*match.span(1))
        for pattern in _PAIRS
        for match in pattern.finditer(text)
        if match.group(1).strip()
    ]
    ordered: list[Span] = []
    for span in sorted(found):
        if not ordered or span.start >= ordered[-1].end:
            ordered.append(span)
    return ordered[:_MOST_QUOTED]


def _trimmed(text: str, span: Span) -> Span:
    """Leave the comma or stop that American drafters put inside the quotes outside."""
    start, end = span.start, span.end
    while end > start and text[end - 1] in " ,.;:\n\t'’":
        if text[end - 1] in "'’" and text[end - 2 : end - 1] == "s":
            break
        end -= 1
    article = _ARTICLE.match(text, start, end)
    return Span(article.end() if article else start, end)


def _is_term(words: str) -> bool:
    """Say whether quoted words can be a term: short, and not a sentence in small letters."""
    if not _SHORTEST <= len(words) <= _LONGEST or not any(map(str.isalpha, words)):
        return False
    if not (words[0].isupper() or words[0].isdigit()):
        return False
    return (
        words[-1] not in "!?"
        and len(words.split()) <= _MOST_WORDS
        and words.lower() not in _PHRASES
    )


class _Reader:
    """Looks at what stands around each quotation."""

    def __init__(self, outline: Outline, sentences: Sequence[Span]) -> None:
        self.text = outline.text
        self.outline = outline
        self.sentences = sentences
        self.quoted = quotations(outline.text)
        self.forms: list[Form | None] = [None] * len(self.quoted)

    def forms_found(self) -> list[Form | None]:
        """Give the form of each quotation, None where it defines nothing."""
        for index in reversed(range(len(self.quoted))):
            self.forms[index] = self._means(index)
        for index in range(len(self.quoted)):
            if self.forms[index] is None:
                self.forms[index] = self._bracketed(index) or self._called(index)
        return self.forms

    def _gap(self, index: int) -> str | None:
        """Give what stands between quotation `index` and the next one, when they are near."""
        if index + 1 >= len(self.quoted):
            return None
        start, end = self.quoted[index].end + 1, self.quoted[index + 1].start - 1
        return self.text[start:end] if end - start <= _AFTER else None

    def _means(self, index: int) -> Form | None:
        span = self.quoted[index]
        after = self.text[span.end : span.end + _AFTER + 1].lstrip("\"”'’“")
        match = _MEANS.match(after)
        if match is None:
            gap = self._gap(index)
            if gap is not None and _CHAIN.match(gap) and re.search(r"\b(?:and|or)\b", gap):
                following = self.forms[index + 1]
                return following if following in {Form.MEANS, Form.POINTER} else None
            return None
        points = _POINTS.search(after)
        if points and points.start() <= match.end():
            return Form.POINTER if self._inside(span.end, points) else Form.MEANS
        weak = re.search(r"(?:include[s]?|is|are|the)\Z|deemed", match.group().strip())
        return None if weak and not self._opens_paragraph(span.start) else Form.MEANS

    def _inside(self, at: int, points: re.Match[str]) -> bool:
        """Say whether a pointer points into this contract, at another place."""
        rest = self.text[at + points.end() : at + points.end() + 150]
        rest = re.split(r"[.;]\s|\n\s*\n|[\"“]", rest)[0]
        if _FOLLOWING.search(rest):
            return False
        return not _OTHER_DOCUMENT.search(rest)

    def _opens_paragraph(self, start: int) -> bool:
        before = self.text[max(0, start - 30) : start].rstrip(' \t"“`‘')
        before = re.sub(r"(?:\bthe|\bthe term|\bterm)\Z", "", before, flags=re.IGNORECASE).rstrip()
        node = self.outline.node_at(start)
        return not before or before[-1] in "\n.;:)" or node.body >= start - 12

    def _bracket_before(self, start: int) -> int | None:
        """Find the bracket that is open before `start`, near enough to belong to it."""
        depth = 0
        for at in range(start - 1, max(-1, start - _BEFORE), -1):
            character = self.text[at]
            if character in ")]":
                depth += 1
            elif character in "([":
                if depth == 0:
                    return at
                depth -= 1
        return None

    def _bracketed(self, index: int) -> Form | None:
        span = self.quoted[index]
        bracket = self._bracket_before(span.start)
        if bracket is None:
            return None
        earlier = index - 1 if index and self.quoted[index - 1].start > bracket else None
        if _POINTER_WORDS.search(self.text[bracket : span.start]):
            return Form.POINTER
        lead_start = bracket + 1 if earlier is None else self.quoted[earlier].end + 1
        lead = self.text[lead_start : max(lead_start, span.start - 1)]
        lead = lead.rstrip('"“`').strip()
        if earlier is None:
            led = _LEAD.match(lead) or _WITH.search(lead)
            if not led and not (_CALLED_LEAD.search(lead) and len(lead) <= _LONGEST_LEAD):
                return None
            if _NOT_A_TERM.search(lead):
                return None
            return self._unless_pointer(span)
        known = self.forms[earlier] is Form.BRACKETS
        linked = _CHAIN.match(lead) or _LEAD.match(lead) or _CALLED_LEAD.search(lead)
        return Form.BRACKETS if known and linked else None

    def _unless_pointer(self, span: Span) -> Form:
        after = self.text[span.end : span.end + 60].lstrip('"”,. ')
        pointer = re.match(r"(?:each |both )?as (?:such term is )?(?:further )?defined\b", after)
        return Form.POINTER if pointer else Form.BRACKETS

    def _in_preamble(self, offset: int) -> bool:
        return self.outline.node_at(offset).part in {Part.PREAMBLE, Part.RECITALS}

    def _called(self, index: int) -> Form | None:
        span = self.quoted[index]
        before = self.text[max(0, span.start - 101) : max(0, span.start - 1)].rstrip('"“` \n')
        before = before.rsplit(". ", 1)[-1]
        before = re.split(r"[\"“”]", before)[-1]
        if _NOT_A_TERM.search(before) and not before.lower().endswith(("called", "as", "the")):
            return None
        if _CALLED.search(before) or (_EACH_IS.search(before) and self._in_preamble(span.start)):
            return Form.CALLED
        gap = self._gap(index - 1) if index else None
        if gap is not None and self.forms[index - 1] is Form.CALLED and _CHAIN.match(gap):
            return Form.CALLED if gap.strip(" ,") else None
        return None


def _unquoted(outline: Outline) -> Iterator[tuple[Span, Form]]:
    """Find `X means` at the start of a paragraph or straight after a label."""
    text = outline.text
    starts = {node.body for node in outline.nodes}
    starts.update(match.end() for match in re.finditer(r"(?:\A|\n)[ \t]{0,40}", text))
    for start in sorted(starts):
        at = start
        while at < len(text) and at < start + 12 and text[at] in " \t.-–)":
            at += 1
        match = _UNQUOTED.match(text, at, at + 300)
        if match is None or at in outline.noise:
            continue
        words = match.group(1)
        if words.split()[0] in {"This", "The", "It", "That", "Which", "Nothing", "Each", "No"}:
            continue
        rest = text[match.end(1) : match.end() + 90]
        points = _POINTS.search(rest)
        inside = points is not None and not _FOLLOWING.search(rest)
        yield Span(*match.span(1)), Form.POINTER if inside else Form.UNQUOTED


def read_definitions(outline: Outline, sentences: Sequence[Span]) -> tuple[Definition, ...]:
    """Find all definitions and pointers of a contract, in the order of the text.

    Args:
        outline: the contract's numbered nodes.
        sentences: its sentences, covering the text (`text.sentences`).

    Returns:
        The definitions, pointers among them.

    """
    text = outline.text
    reader = _Reader(outline, sentences)
    found: list[tuple[Span, Form]] = [
        (_trimmed(text, span), form)
        for span, form in zip(reader.quoted, reader.forms_found(), strict=True)
        if form is not None
    ]
    taken = {span.start for span, _ in found}
    found += [pair for pair in _unquoted(outline) if pair[0].start not in taken]
    starts = [sentence.start for sentence in sentences]
    definitions: list[Definition] = []
    for span, form in sorted(found):
        term = _SPACES.sub(" ", text[span.start : span.end])
        if not _is_term(term):
            continue
        sentence = sentences[max(0, _index(starts, span.start))]
        before = text[max(sentence.start, span.start - 120) : span.start]
        definitions.append(
            Definition(
                *(term, span.start, span.end, outline.place_at(span.start), sentence, form),
                scoped=_SCOPED.search(before) is not None,
            )
        )
    return tuple(definitions)


def _index(starts: Sequence[int], offset: int) -> int:
    return bisect_right(starts, offset) - 1
