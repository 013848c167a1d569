"""The hand-written edition of openscrub, read from its files alone.

The generated editions are proven by `leaderboard openscrub verify`, with their clean twins.

This reader shares no code with the scorer: it has its own idea of numbering and of places, so that
a slip in either is seen by the other.
"""

from __future__ import annotations

import itertools
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

Key: TypeAlias = tuple[str, ...]
Entry: TypeAlias = dict[str, Any]

ROOT: Final = Path(__file__).resolve().parents[2] / "scoring" / "gold" / "openscrub"

FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "defined_terms": ("term", "location"),
    "undefined_capitalized_terms": ("term", "location"),
    "uncapitalized_defined_terms": ("term", "location"),
    "unused_defined_terms": ("term", "location"),
    "incorrect_references": ("wrong_reference", "correct_reference", "location"),
    "incorrect_party_references": ("wrong_party", "correct_party", "location"),
    "incorrect_capitalization": ("term", "location"),
    "terms_defined_multiple_times": ("term", "location_1", "location_2"),
    "inconsistent_language": ("text_1", "text_2", "location_1", "location_2"),
}
OPTIONAL: Final = {"accept", "tolerated"}
# What stands at a place, field by field; two places of a pair are looked up apart.
STANDS_AT: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "defined_terms": (("term", "location"),),
    "undefined_capitalized_terms": (("term", "location"),),
    "uncapitalized_defined_terms": (("term", "location"),),
    "unused_defined_terms": (("term", "location"),),
    "incorrect_references": (("wrong_reference", "location"),),
    "incorrect_party_references": (("wrong_party", "location"),),
    "incorrect_capitalization": (("term", "location"),),
    "terms_defined_multiple_times": (("term", "location_1"), ("term", "location_2")),
    "inconsistent_language": (("text_1", "location_1"), ("text_2", "location_2")),
}

PREAMBLE: Final[Key] = ("preamble",)
RECITALS: Final[Key] = ("recitals",)
TENS: Final = ("", "x")
UNITS: Final = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
ROMAN: Final = [tens + units for tens in TENS for units in UNITS][1:]
ATTACHMENT: Final = re.compile(
    r"(schedule|exhibit|annex|appendix|attachment) ([A-Za-z0-9][\w-]*)(?: *[—–:.-].*)?",
    re.IGNORECASE,
)
ARTICLE: Final = re.compile(r"(?:ARTICLE|Article) ([IVX]+|\d+)\b")
NUMBER: Final = re.compile(r"(?:(?:SECTION|Section|CLAUSE|Clause) )?(\d+(?:\.\d+)*)\.? +\S")
BARE_NUMBER: Final = re.compile(r"(?:SECTION|Section|CLAUSE|Clause) (\d+(?:\.\d+)*)\.?")
BRACKET: Final = re.compile(r"\(([A-Za-z0-9]{1,5})\) ")
RECITAL_START: Final = re.compile(
    r"(?:RECITALS|BACKGROUND|WITNESSETH|Recitals|Background)\b|WHEREAS"
)
QUOTED: Final = re.compile(r'["\u201c]([^"\u201c\u201d\n]{1,80}?)[.,]?["\u201d]')
CANARY: Final = re.compile(
    r"Canary: openscrub-(\S+) [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    r" — please do not train on this text\."
)


@dataclass(frozen=True, slots=True)
class Node:
    """A numbered place: its key, where its line starts, and the text that is its own."""

    key: Key
    start: int
    text: str


@dataclass(frozen=True, slots=True)
class Contract:
    name: str
    edition: str
    text: str
    raw_gold: str
    gold: dict[str, list[Entry]]
    nodes: tuple[Node, ...]

    def own_text(self, place: str) -> str:
        """The own text of a place as gold writes it."""
        key = key_of(place)
        found = [node.text for node in self.nodes if node.key == key]
        assert found, f"{self.name}: no numbered line answers to {place!r}"
        assert len(found) == 1 or key == RECITALS, f"{self.name}: {place!r} is numbered twice"
        return "\n".join(found)

    def start(self, place: str) -> int:
        return next(node.start for node in self.nodes if node.key == key_of(place))

    @property
    def defined(self) -> list[str]:
        return [entry["term"] for entry in self.gold["defined_terms"]]


def article_number(numeral: str) -> str:
    return numeral if numeral.isdigit() else str(ROMAN.index(numeral.lower()) + 1)


def follows(label: str, last: str) -> bool:
    """Whether `label` is the next one after `last`, as a letter, a number or a Roman numeral."""
    if label.isdigit() or last.isdigit():
        return label.isdigit() and last.isdigit() and int(label) == int(last) + 1
    lower, before = label.lower(), last.lower()
    if len(lower) == len(before) == 1 and ord(lower) == ord(before) + 1:
        return True
    both = lower in ROMAN and before in ROMAN
    return both and ROMAN.index(lower) == ROMAN.index(before) + 1


def nested(levels: Key, label: str) -> Key:
    """The levels below a number once `label` has started a line under `levels`."""
    for depth in range(len(levels), 0, -1):
        if follows(label, levels[depth - 1]):
            return (*levels[: depth - 1], label.lower())
    assert label.lower() in {"a", "i", "1"}, f"({label}) follows nothing under {levels}"
    return (*levels, label.lower())


def labels_of(lines: list[str]) -> Iterator[tuple[int, Key]]:
    """Line number and key of every line that starts a place."""
    attachment: Key = ()
    base: Key = ()
    levels: Key = ()
    yield 0, PREAMBLE
    for index, line in enumerate(lines):
        if found := ATTACHMENT.fullmatch(line):
            attachment, base, levels = (f"{found[1]} {found[2]}".lower(),), (), ()
            yield index, attachment
        elif (found := ARTICLE.match(line)) and not attachment:
            base, levels = ("article", article_number(found[1])), ()
            yield index, base
        elif found := NUMBER.match(line) or BARE_NUMBER.fullmatch(line):
            base, levels = (found[1],), ()
            yield index, (*attachment, *base)
        elif found := BRACKET.match(line):
            if not base and not attachment:
                yield index, RECITALS
                continue
            levels = nested(levels, found[1])
            yield index, (*attachment, *base, *levels)
        elif not base and not attachment and RECITAL_START.match(line):
            yield index, RECITALS


def nodes_of(text: str) -> tuple[Node, ...]:
    lines = text.split("\n")
    offsets = [0, *itertools.accumulate(len(line) + 1 for line in lines)]
    starts = list(labels_of(lines))
    ends = [index for index, _ in starts[1:]] + [len(lines)]
    return tuple(
        Node(key, offsets[index], "\n".join(lines[index:end]))
        for (index, key), end in zip(starts, ends, strict=True)
    )


def key_of(place: str) -> Key:
    """The key of a place in one of the spellings that gold uses."""
    if place in {"P", "R"}:
        return PREAMBLE if place == "P" else RECITALS
    attachment: Key = ()
    rest = place
    if found := re.search(r"(?:, | of )?\b(Schedule|Exhibit|Annex|Appendix) ([\w-]+),? ?", rest):
        attachment = (f"{found[1]} {found[2]}".lower(),)
        rest = rest[: found.start()] + rest[found.end() :]
    if found := re.fullmatch(r"Article ([IVX]+|\d+)", rest):
        return (*attachment, "article", article_number(found[1]))
    rest = re.sub(r"^(?:section|clause|paragraph) ", "", rest, flags=re.IGNORECASE)
    found = re.fullmatch(r"(\d+(?:\.\d+)*)?((?:\([A-Za-z0-9]+\))*)", rest)
    assert found, f"{place!r} is not in a spelling that gold uses"
    number: Key = (found[1],) if found[1] else ()
    return (*attachment, *number, *(label.lower() for label in re.findall(r"\((\w+)\)", found[2])))


def load_all() -> list[Contract]:
    contracts = []
    for path in sorted(ROOT.glob("0.1/contracts/*.txt")):
        gold_path = path.parents[1] / "gold" / f"{path.stem}.json"
        text = path.read_bytes().decode("utf-8")
        raw = gold_path.read_bytes().decode("utf-8")
        edition = path.parents[1].name
        contracts.append(Contract(path.stem, edition, text, raw, json.loads(raw), nodes_of(text)))
    return contracts


CONTRACTS: Final = load_all()

each_contract = pytest.mark.parametrize(
    "contract", CONTRACTS, ids=[f"{contract.edition}-{contract.name}" for contract in CONTRACTS]
)


def count_words(needle: str, text: str) -> int:
    return len(re.findall(rf"(?<!\w){re.escape(needle)}(?!\w)", text))


def test_there_are_contracts_and_each_has_gold() -> None:
    assert CONTRACTS
    stems = {(path.parents[1].name, path.stem) for path in ROOT.glob("0.1/gold/*.json")}
    assert stems == {(contract.edition, contract.name) for contract in CONTRACTS}


def test_an_edition_has_every_category() -> None:
    counts: Counter[tuple[str, str]] = Counter()
    for contract in CONTRACTS:
        for category, entries in contract.gold.items():
            counts[contract.edition, category] += len(entries)
    editions = {contract.edition for contract in CONTRACTS}
    assert all(counts[edition, category] for edition in editions for category in FIELDS)


def test_no_two_contracts_share_a_canary() -> None:
    lines = [contract.text.rstrip("\n").rsplit("\n", 1)[-1] for contract in CONTRACTS]
    assert len(set(lines)) == len(lines)


@each_contract
def test_text_is_long_enough_and_ends_with_its_canary(contract: Contract) -> None:
    assert len(contract.text) >= 10_000
    assert contract.text.endswith("\n")
    assert "\r" not in contract.text
    found = CANARY.fullmatch(contract.text.rstrip("\n").rsplit("\n", 1)[-1])
    assert found
    assert found[1] == contract.edition


@each_contract
def test_gold_is_written_in_one_form(contract: Contract) -> None:
    assert contract.raw_gold == json.dumps(contract.gold, indent=1, ensure_ascii=False) + "\n"


@each_contract
def test_entries_have_exactly_the_fields_of_their_category(contract: Contract) -> None:
    assert set(contract.gold) == set(FIELDS)
    for category, entries in contract.gold.items():
        wanted = set(FIELDS[category])
        if category == "incorrect_references":
            wanted.add("distance")
        for entry in entries:
            assert set(entry) - OPTIONAL == wanted
            assert entry.get("tolerated", True) is True
            for field in FIELDS[category]:
                assert isinstance(entry[field], str)
                assert entry[field] == entry[field].strip() != ""


@each_contract
def test_accepted_spellings_belong_to_one_entry_only(contract: Contract) -> None:
    for category, entries in contract.gold.items():
        own = {entry[field] for entry in entries for field in FIELDS[category]}
        spelled: dict[str, str] = {}
        for entry in entries:
            for field, others in entry.get("accept", {}).items():
                assert field in FIELDS[category]
                assert len(set(others)) == len(others) > 0
                for other in others:
                    assert other not in own
                    assert spelled.setdefault(other, entry[field]) == entry[field]


@each_contract
def test_what_gold_names_stands_at_the_place_it_names(contract: Contract) -> None:
    for category, pairs in STANDS_AT.items():
        wanted: Counter[tuple[str, str]] = Counter()
        for entry in contract.gold[category]:
            for words, place in pairs:
                # A term that lacks its capitals is named as it is defined.
                lowered = category == "uncapitalized_defined_terms"
                found = entry[words].lower() if lowered else entry[words]
                wanted[found, entry[place]] += 1
        for (words, place), times in wanted.items():
            here = contract.own_text(place)
            assert count_words(words, here) >= times, (category, words, place)


@each_contract
def test_defined_terms_are_the_quoted_ones_and_no_others(contract: Contract) -> None:
    quoted: Counter[tuple[str, Key]] = Counter()
    for node in contract.nodes:
        for found in QUOTED.finditer(node.text):
            # A pointer to the place of the definition defines nothing.
            if not re.match(r" has the meaning\b", node.text[found.end() :]):
                quoted[found[1], node.key] += 1
    entries = contract.gold["defined_terms"]
    assert quoted == Counter((entry["term"], key_of(entry["location"])) for entry in entries)


@each_contract
def test_terms_defined_twice_are_two_definitions(contract: Contract) -> None:
    places: dict[str, list[str]] = {}
    for entry in contract.gold["defined_terms"]:
        places.setdefault(entry["term"], []).append(entry["location"])
    doubled = {term: sorted(found) for term, found in places.items() if len(found) > 1}
    assert doubled == {
        entry["term"]: sorted([entry["location_1"], entry["location_2"]])
        for entry in contract.gold["terms_defined_multiple_times"]
    }


@each_contract
def test_unused_terms_stand_only_in_their_definition(contract: Contract) -> None:
    entries = contract.gold["unused_defined_terms"]
    for entry in entries:
        assert {"term": entry["term"], "location": entry["location"]} in [
            {"term": other["term"], "location": other["location"]}
            for other in contract.gold["defined_terms"]
        ]
        # Case is ignored: a lower-case use would make the term used, if badly.
        term, text = entry["term"].casefold(), contract.text.casefold()
        definition = contract.own_text(entry["location"]).casefold()
        assert count_words(term, text) == count_words(term, definition), entry["term"]


@each_contract
def test_every_other_term_is_used_outside_quotation_marks(contract: Contract) -> None:
    unused = {entry["term"] for entry in contract.gold["unused_defined_terms"]}
    text = QUOTED.sub("", contract.text)
    for term in set(contract.defined) - unused:
        stem = re.sub(r"(?:y|ies|s)$", "", term)
        uses = re.findall(rf"(?<!\w){re.escape(stem)}(?:y|ies|es|s)?(?!\w)", text)
        assert len(uses) >= 2, term


@each_contract
def test_undefined_terms_are_all_listed_and_touch_no_defined_term(contract: Contract) -> None:
    entries = contract.gold["undefined_capitalized_terms"]
    listed = Counter(entry["term"] for entry in entries)
    for term, times in listed.items():
        assert term[0].isupper()
        assert count_words(term, contract.text) == times, term
        for other in contract.defined:
            assert term.casefold() not in other.casefold()
            assert other.casefold() not in term.casefold()


@each_contract
def test_uncapitalised_terms_are_named_as_they_are_defined(contract: Contract) -> None:
    for entry in contract.gold["uncapitalized_defined_terms"]:
        assert entry["term"] in contract.defined
        assert entry["term"] != entry["term"].lower()


@each_contract
def test_wrongly_capitalised_terms_are_defined_terms(contract: Contract) -> None:
    for entry in contract.gold["incorrect_capitalization"]:
        assert entry["term"] in contract.defined


@each_contract
def test_parties_are_two_different_defined_parties(contract: Contract) -> None:
    for entry in contract.gold["incorrect_party_references"]:
        assert entry["wrong_party"] != entry["correct_party"]
        assert {entry["wrong_party"], entry["correct_party"]} <= set(contract.defined)


@each_contract
def test_right_places_exist_and_lie_at_the_stated_distance(contract: Contract) -> None:
    for entry in contract.gold["incorrect_references"]:
        wrong, right = key_of(entry["wrong_reference"]), key_of(entry["correct_reference"])
        assert wrong != right
        assert right != key_of(entry["location"])
        assert contract.own_text(entry["correct_reference"])
        assert type(entry["distance"]) is int
        here = contract.own_text(entry["location"])
        shift = contract.start(entry["location"])
        found = re.finditer(rf"{re.escape(entry['wrong_reference'])}(?![\w(])", here)
        distances = {
            abs(shift + one.start() - contract.start(entry["correct_reference"])) for one in found
        }
        assert entry["distance"] in distances


@each_contract
def test_inconsistent_values_differ_and_stand_in_two_places(contract: Contract) -> None:
    for entry in contract.gold["inconsistent_language"]:
        assert entry["text_1"] != entry["text_2"]
        assert key_of(entry["location_1"]) != key_of(entry["location_2"])


@pytest.mark.parametrize(
    ("levels", "label", "expected"),
    [
        ((), "a", ("a",)),
        (("a",), "b", ("b",)),
        (("a",), "i", ("a", "i")),
        (("a", "iv"), "v", ("a", "v")),
        (("h",), "i", ("i",)),
        (("a", "ii"), "b", ("b",)),
    ],
)
def test_the_reader_tells_letters_from_numerals(levels: Key, label: str, expected: Key) -> None:
    assert nested(levels, label) == expected


@pytest.mark.parametrize(
    ("place", "key"),
    [
        ("P", PREAMBLE),
        ("Section 4.2(b)", ("4.2", "b")),
        ("clause 12.4(b)(ii)", ("12.4", "b", "ii")),
        ("Article IV", ("article", "4")),
        ("Schedule 1, paragraph 2", ("schedule 1", "2")),
        ("paragraph 2 of Schedule 1", ("schedule 1", "2")),
        ("Exhibit A", ("exhibit a",)),
    ],
)
def test_the_reader_knows_the_spellings_of_gold(place: str, key: Key) -> None:
    assert key_of(place) == key
