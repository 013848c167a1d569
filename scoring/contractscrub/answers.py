"""From a model's raw text to the entries that are scored (SCORING 1.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scoring.contractscrub.categories import CATEGORY_KEYS
from scoring.contractscrub.entries import entry_count, key_fault, read_entries
from scoring.contractscrub.json_text import is_empty_list, is_scalar, read, string_end
from scoring.contractscrub.objects import (
    Known,
    Survey,
    find_objects,
    names_a_category,
    open_document,
)
from scoring.contractscrub.reasoning import drop_reasoning
from scoring.contractscrub.surroundings import is_fenced, is_prose, unfenced

__all__ = [
    "FLAGS",
    "FLAG_MEANINGS",
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_ENTRIES",
    "OK",
    "RECORD_STATUSES",
    "STATUSES",
    "STATUS_MEANINGS",
    "TEXT_STATUSES",
    "Answer",
    "parse_answer",
    "without_entries",
]

MAX_BYTES: Final = 4 * 1024 * 1024
"""The largest answer, in bytes of UTF-8 of its raw text."""
MAX_DEPTH: Final = 100
"""The deepest nesting of lists and objects; the outermost is 1."""
MAX_ENTRIES: Final = 5_000
"""The most entries of an answer, over all categories, blank and malformed ones included."""

OK: Final = "ok"

_TEXT_MEANINGS: Final = {
    "empty": "there is no text, or none beside the reasoning",
    "no_json": "the text is no JSON and has no JSON object at its top level",
    "not_an_object": "the text is JSON, but a list, a string, a number, true, false or null",
    "no_known_key": "no object of the text has a category among its keys",
    "invalid_json": "the object with a known key closes, but is not well-formed JSON",
    "truncated": "the object with a known key never closes",
    "truncated_in_reasoning": "the text ends inside the reasoning",
    "duplicate_key": "a category is given twice in one spelling",
    "key_collision": "a category is given twice in two spellings",
    "too_deep": f"lists and objects are nested more than {MAX_DEPTH} deep",
    "too_large": f"more than {MAX_ENTRIES:,} entries, or a text over {MAX_BYTES >> 20} MiB",
}
_RECORD_MEANINGS: Final = {
    "refusal": "the model declined to answer",
    "content_filter": "a filter of the provider held the answer back",
    "context_overflow": "the contract did not fit into the model's context",
    "timeout": "no answer came in time",
    "api_error": "the call failed for a reason outside the model",
}

TEXT_STATUSES: Final = tuple(_TEXT_MEANINGS)
"""The statuses that a text can give, beside `ok`. The first that applies is the answer's."""
RECORD_STATUSES: Final = tuple(_RECORD_MEANINGS)
"""The statuses that a record can give. They come before what its text says."""
STATUSES: Final = (OK, *TEXT_STATUSES, *RECORD_STATUSES)
"""All statuses of an answer: a closed list."""
STATUS_MEANINGS: Final[Mapping[str, str]] = MappingProxyType(
    {OK: "the entries are scored", **_TEXT_MEANINGS, **_RECORD_MEANINGS},
)

FLAG_MEANINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "bom": "a byte order mark at the start was dropped",
        "reasoning_stripped": "tagged reasoning was dropped",
        "prose_around": "there is other text around the object",
        "fenced": "the object stands in a code fence",
        "multiple_objects": "several objects have a known key; the last one counts",
        "control_chars": "a string holds a raw control character",
        "trailing_comma": "a comma stands before a closing bracket",
        "unwrapped": "the object was taken out of a wrapper or out of a JSON string",
        "unknown_key": "a key that names no category was ignored",
        "missing_category": "a category is not there, so it has no entries",
        "null_category": "a category is null, so it has no entries",
        "extra_fields": "a field that the category does not have was ignored",
        "blank_entry": "an entry without a word in it was dropped",
        "malformed_entry": "an entry without a usable value in a required field counts as false",
        "bare_string": "a string in place of an entry was read as its term",
    },
)
FLAGS: Final = tuple(FLAG_MEANINGS)
"""All flags of an answer: a closed list."""

_BOM: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model's answer about one contract says.

    Attributes:
        status: one of `STATUSES`; `ok` for every answer that is scored, however tolerated.
        entries: category key → entries, all nine keys always present. An entry is the raw
            text of its fields in the order of SCORING 1.1; a malformed one is without its
            unusable fields. An answer that is not `ok` has no entries.
        flags: what was met on the way, of `FLAGS`.

    """

    status: str
    entries: Mapping[str, Sequence[Mapping[str, str]]]
    flags: frozenset[str]


def without_entries(status: str, flags: frozenset[str] = frozenset()) -> Answer:
    """Return an answer of a status that is not `ok`: it is scored as no entries."""
    return Answer(status, {key: [] for key in CATEGORY_KEYS}, flags)


def parse_answer(text: str) -> Answer:
    """Read the entries out of a model's raw text (SCORING 1.2).

    Args:
        text: the text of the model's message, as it came; any `str` at all.

    Returns:
        The answer, whose status is `ok` or one of `TEXT_STATUSES`. Nothing is raised for any
        text, and the time taken is linear in its length.

    """
    answer = _read_text(text.removeprefix(_BOM))
    flags = answer.flags | {"bom"} if text.startswith(_BOM) else answer.flags
    if answer.status == OK and _is_too_large(text):
        return without_entries("too_large", flags)
    return Answer(answer.status, answer.entries, flags)


def _is_too_large(text: str) -> bool:
    return len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES


def _read_text(text: str) -> Answer:
    direct = open_document(text)
    if direct is not None and direct.flags <= {"unwrapped"}:
        return _read_object(direct, direct.flags)
    survey = find_objects(text)
    rest, stripped, unclosed = drop_reasoning(text, survey.begun)
    flags = frozenset({"reasoning_stripped"} if stripped else ())
    if unclosed:
        return without_entries("truncated_in_reasoning", flags)
    if not rest.strip():
        return without_entries("empty", flags)
    return _choose(rest, find_objects(rest) if stripped else survey, flags)


def _choose(text: str, survey: Survey, flags: frozenset[str]) -> Answer:
    """Read the last complete object with a known key, or say why there is none."""
    if len(survey.known) > 1:
        flags |= {"multiple_objects"}
    if survey.malformed:
        # The final answer is broken: a complete draft before it does not take its place.
        return without_entries("truncated" if survey.unclosed else "invalid_json", flags)
    if survey.known:
        chosen = survey.known[-1]
        return _read_object(chosen, flags | chosen.flags | _surroundings(text, survey.known))
    body = unfenced(text.strip())
    held = open_document(body)
    if held is not None:
        fenced = {"fenced"} if body != text.strip() else set()
        return _read_object(held, flags | held.flags | fenced)
    return without_entries(_status_without_known_key(text, body, survey), flags)


def _surroundings(text: str, known: Sequence[Known]) -> set[str]:
    """Return the flags that tell what stands around the last object with a known key."""
    starts = [0, *(one.end for one in known)]
    ends = [*(one.start for one in known), len(text)]
    passages = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    flags = set()
    if any(map(is_prose, passages)):
        flags.add("prose_around")
    if is_fenced(passages[:-1]):
        flags.add("fenced")
    return flags


def _status_without_known_key(text: str, body: str, survey: Survey) -> str:
    """Return the status of a text in which no object has shown a known key."""
    is_json = is_scalar(body) or string_end(body, 0) == len(body)
    deepest = survey.deepest
    if body.startswith("["):
        is_json = is_empty_list(body)
        if survey.first_list is not None:
            deepest = max(deepest, survey.first_list.depth)
            is_json |= survey.first_list.complete and not is_prose(text[survey.first_list.end :])
    # What is nested too deep is not read any further, so nothing else is said about it.
    if deepest > MAX_DEPTH:
        return "too_deep"
    if is_json:
        return "not_an_object"
    if names_a_category(text, survey.whole):
        return "invalid_json"
    return "no_known_key" if survey.begun else "no_json"


def _read_object(known: Known, flags: frozenset[str]) -> Answer:
    """Read the entries of an object with a known key."""
    found = known.scan
    fault = "invalid_json" if found.constants else key_fault(found.known)
    if fault is None and found.depth > MAX_DEPTH:
        fault = "too_deep"
    if fault is not None:
        return without_entries(fault, flags)
    members = read(known.document, found)
    if entry_count(members) > MAX_ENTRIES:
        return without_entries("too_large", flags)
    entries = read_entries(members)
    return Answer(OK, entries.entries, flags | entries.flags)
