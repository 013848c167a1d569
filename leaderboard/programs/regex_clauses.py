"""A rule-based answer to the clause task: quote the sentences that look most like the clause."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from leaderboard.programs.clause_patterns import DATE, SIGNS, Sign
from leaderboard.programs.outline import Part, read_outline
from leaderboard.programs.text import sentences

__all__ = ["NO_CLAUSE", "clause_answer"]

NO_CLAUSE: Final = "NO CLAUSE FOUND"
"""What a model is asked to answer when there is no such clause (SCORING 2)."""

_ENOUGH: Final = 1.0
_MOST_SENTENCES: Final = 3
_SHORTEST: Final = 8
_LONGEST: Final = 4000
_TITLE = re.compile(
    r"(?:[A-Z][\w&'’-]{0,30}[ ](?:(?:and|of|for|to|or|the|[&/])[ ])?){1,8}"
    r"(?:AGREEMENT|Agreement|CONTRACT|Contract|LEASE|Lease|AMENDMENT|Amendment|ADDENDUM|Addendum)\b"
)
_TITLE_LINE: Final = 6000
_PARTY = re.compile(
    r"(?:[A-Z][\w&'’.-]{0,30},?[ ]){1,7}"
    r"(?:Inc|INC|LLC|L\.L\.C|Ltd|LTD|Limited|LIMITED|Corp|CORP|Corporation|CORPORATION|L\.P|LP|plc|PLC"
    r"|Company|COMPANY|N\.V|S\.A|GmbH|AG|Co|CO|Bank|BANK|Trust|University)\b\.?"
    r"|[\"“][^\"“”]{2,40}[\"”]"
)


class _Sentence(NamedTuple):
    """A sentence as it stands, and in small letters with single spaces."""

    start: int
    words: str
    plain: str
    part: Part


@lru_cache(maxsize=4)
def _read(text: str) -> tuple[_Sentence, ...]:
    outline = read_outline(text)
    found: list[_Sentence] = []
    for span in sentences(text, outline.cuts):
        words = text[span.start : span.end].strip()
        if len(words) < _SHORTEST or span.start in outline.noise:
            continue
        plain = re.sub(r"\s+", " ", words[:_LONGEST]).lower()
        found.append(_Sentence(span.start, words, plain, outline.node_at(span.start).part))
    return tuple(found)


def _weight(plain: str, signs: tuple[Sign, ...]) -> float:
    return sum(sign.weight for sign in signs if sign.pattern.search(plain))


def _title(text: str) -> str:
    """Find the contract's name in its first lines."""
    match = _TITLE.search(text[:_TITLE_LINE])
    return match.group() if match else NO_CLAUSE


def _names(text: str) -> str:
    """List the parties: companies' names and short names of the preamble."""
    preamble = " ".join(
        sentence.words for sentence in _read(text) if sentence.part is Part.PREAMBLE
    )[:_LONGEST]
    preamble = re.sub(r"\s+", " ", preamble)
    start = re.search(r"\b(?:between|among)\b", preamble)
    if start is None:
        return NO_CLAUSE
    found = [match.group().strip(" ,") for match in _PARTY.finditer(preamble, start.end())]
    return "\n".join(dict.fromkeys(found)) or NO_CLAUSE


def _date(text: str) -> str:
    """Give the first date of the sentence that most likely dates the contract."""
    for sentence in _best(text, "Agreement Date"):
        match = DATE.search(re.sub(r"\s+", " ", sentence.words))
        if match:
            return match.group()
    return NO_CLAUSE


def _best(text: str, clause_type: str) -> list[_Sentence]:
    """Give the one to three sentences that weigh most, in the order of the text."""
    signs = SIGNS.get(clause_type, ())
    early = clause_type in {"Parties", "Agreement Date"}
    weighed = [
        (_weight(sentence.plain, signs), sentence)
        for sentence in _read(text)
        if not early or sentence.part in {Part.PREAMBLE, Part.RECITALS}
    ]
    weighed = [pair for pair in weighed if pair[0] >= _ENOUGH - 1e-9]
    if not weighed:
        return []
    top = max(weight for weight, _ in weighed)
    most = 1 if early else _MOST_SENTENCES
    heavy = [sentence for weight, sentence in weighed if weight >= top - 0.1]
    return heavy[:most]


def clause_answer(text: str, clause_type: str) -> str:
    """Quote the sentences that most likely hold a clause, or say that there is none.

    Args:
        text: the contract.
        clause_type: CUAD's name of the type, such as `Anti-Assignment`. Of a type that is none of
            CUAD's 41 no signs are known, so no clause of it is found.

    """
    special = {"Document Name": _title, "Parties": _names, "Agreement Date": _date}
    if clause_type in special:
        return special[clause_type](text)
    found = _best(text, clause_type)
    return "\n\n".join(sentence.words for sentence in found) or NO_CLAUSE
