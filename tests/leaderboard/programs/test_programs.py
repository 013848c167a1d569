from __future__ import annotations

import json
import re
import time
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.programs import PROGRAMS, Program, Task
from leaderboard.programs.clause_patterns import CLAUSE_TYPES
from leaderboard.programs.regex_scrubber import Remark, answer, scrub
from leaderboard.programs.uses import tokens
from scoring.contractscrub import parse_answer
from scoring.contractscrub.categories import CATEGORIES, CATEGORY_KEYS
from tests.leaderboard.programs.contracts import SUPPLY

BY_KEY = {program.key: program for program in PROGRAMS}
SCRUBBERS = [program for program in PROGRAMS if Task.SCRUBBING in program.tasks]
CLAUSE_FINDERS = [program for program in PROGRAMS if Task.CLAUSES in program.tasks]


def entries(category: str, text: str = SUPPLY) -> list[tuple[str, ...]]:
    return [
        tuple(value for _, value in remark.entry)
        for remark in scrub(text)
        if remark.category == category
    ]


def test_programs_are_described() -> None:
    assert [program.key for program in PROGRAMS] == [
        *("nothing", "everything", "regex-scrubber", "regex-clauses")
    ]
    for program in PROGRAMS:
        assert re.fullmatch(r"[a-z-]+", program.key)
        assert len(re.findall(r"\.(?:\s|\Z)", program.description)) == 2
        assert program.tasks


def test_a_program_says_what_it_cannot_do() -> None:
    with pytest.raises(NotImplementedError):
        BY_KEY["regex-clauses"].answer("x")
    with pytest.raises(NotImplementedError):
        BY_KEY["regex-scrubber"].clause_answer("x", "Insurance")


@pytest.mark.parametrize("program", SCRUBBERS, ids=lambda program: program.key)
@pytest.mark.parametrize("text", [SUPPLY, "", "Plain."])
def test_answers_pass_the_parser_without_a_flag(program: Program, text: str) -> None:
    raw = program.answer(text)
    assert raw == program.answer(text)
    assert list(json.loads(raw)) == list(CATEGORY_KEYS)
    parsed = parse_answer(raw)
    assert parsed.status == "ok"
    assert parsed.flags == frozenset()


def test_the_proof_reader_finds_what_the_small_contract_holds() -> None:
    assert ("Agreement", "P") in entries("defined_terms")
    assert ("Goods", "R") in entries("defined_terms")
    assert ("Order", "2.1") in entries("defined_terms")
    assert ("Claims Officer", "1.1") not in entries("defined_terms")
    assert entries("undefined_capitalized_terms") == [
        ("Milling Certificate", "2.2"),
        ("Milling Certificate", "2.2(a)"),
        ("Depot Manager", "Schedule 1, Section 2"),
    ]
    assert entries("uncapitalized_defined_terms") == [("Delivery Point", "2.2(b)")]
    assert entries("unused_defined_terms") == [("Recall Plan", "1.1")]
    assert entries("incorrect_capitalization") == [("Order", "3.2")]
    assert entries("terms_defined_multiple_times") == [("Price", "1.1", "5.2")]
    assert set(entries("incorrect_references")) == {
        ("Section 2.1", "Section 3.2", "4.4"),
        ("Section 5.2", "Section 5.1", "5.1"),
    }
    assert set(entries("incorrect_party_references")) == {
        ("Buyer", "Supplier", "4.2"),
        ("Supplier", "Buyer", "4.3"),
    }
    assert entries("inconsistent_language") == [
        ("thirty (30) days", "3.1", "sixty (60) days", "4.3")
    ]


def test_remarks_carry_offsets_fields_and_a_sentence() -> None:
    fields = {category.key: sorted(category.fields) for category in CATEGORIES}
    for remark in scrub(SUPPLY):
        assert 0 <= remark.start < remark.end <= len(SUPPLY)
        assert sorted(name for name, _ in remark.entry) == fields[remark.category]
        assert remark.reason.endswith((".", ".”"))
    assert scrub(SUPPLY) == scrub(SUPPLY)


def test_remarks_stand_in_the_order_of_categories_and_text() -> None:
    remarks = scrub(SUPPLY)
    order = [CATEGORY_KEYS.index(remark.category) for remark in remarks]
    assert order == sorted(order)


def test_a_form_in_an_exhibit_defines_terms_of_its_own() -> None:
    form = (
        '\nEXHIBIT A\nFORM OF DEED\n\nThis deed (the "Agreement") is made by a baker (the "Party") '
        'of bread (the "Goods").\n\n"Price" means what is paid.\n\n"Price" means what is owed.\n'
    )
    places = {entry[1:] for entry in entries("terms_defined_multiple_times", SUPPLY + form)}
    assert places == {("1.1", "5.2"), ("Exhibit A", "Exhibit A")}


def test_a_restatement_in_an_exhibit_is_no_second_definition() -> None:
    exhibit = (
        '\nEXHIBIT A\nNOTES\n\nThe flour (the "Goods") is kept dry.\n\n"Order" means a call.\n'
    )
    terms = [entry[0] for entry in entries("terms_defined_multiple_times", SUPPLY + exhibit)]
    assert terms == ["Price", "Order"]


def test_scoped_definitions_are_no_second_definition() -> None:
    text = SUPPLY.replace(
        'The Goods must be sound (the "Price").',
        'For the purposes of this Section, "Price" means the net sum.',
    )
    assert entries("terms_defined_multiple_times", text) == []


def test_everything_holds_each_term_of_the_four_categories() -> None:
    flagged = json.loads(BY_KEY["everything"].answer(SUPPLY))
    for key in (
        *("defined_terms", "undefined_capitalized_terms", "unused_defined_terms"),
        "incorrect_capitalization",
    ):
        found = Counter((entry["term"], entry["location"]) for entry in flagged[key])
        wanted = Counter((term, place) for term, place in entries(key))
        assert wanted - found == Counter()


def test_everything_joins_phrases_and_keeps_them_apart() -> None:
    flagged = json.loads(
        BY_KEY["everything"].answer("The Rules and Terms of Sale. The Buyer's Net Fee")
    )
    terms = [entry["term"] for entry in flagged["undefined_capitalized_terms"]]
    assert {"Rules", "Rules and Terms", "Rules and Terms of Sale", "Buyer", "Net Fee"} <= set(terms)
    assert "The Rules" not in terms
    again = json.loads(BY_KEY["everything"].answer("1. A\n\nThe Fee, the Fee and the Fee of men."))
    assert [entry["term"] for entry in again["undefined_capitalized_terms"]].count("Fee") == 3
    assert [entry["term"] for entry in again["defined_terms"]].count("Fee") == 1


def test_everything_stays_below_the_limit_of_entries() -> None:
    text = " ".join(f"The Fee{number} is due." for number in range(4000))
    raw = BY_KEY["everything"].answer(text)
    assert sum(map(len, json.loads(raw).values())) == 5000
    assert parse_answer(raw).status == "ok"


def test_the_proof_reader_stays_below_the_limit_of_entries() -> None:
    text = " ".join(f'"Fee x{number}" means a sum.' for number in range(4000))
    assert parse_answer(answer(text)).status == "ok"
    assert len(scrub(text)) == 5000


CONTRACT = """DISTRIBUTION AGREEMENT

This Distribution Agreement is made as of March 3, 2021 between Oakmere Mills, Inc. ("Oakmere") \
and Tarn Valley LLC ("Tarn").

1. GRANT. Oakmere hereby grants to Tarn a non-exclusive licence to use the marks.

2. LAW. This Agreement is governed by the laws of the State of Ohio.

3. ASSIGNMENT. Tarn shall not assign this Agreement without the prior written consent of Oakmere.

4. AUDIT. Oakmere may inspect the books and records of Tarn once a year.
"""


@pytest.mark.parametrize(
    ("clause_type", "expected"),
    [
        ("Document Name", "DISTRIBUTION AGREEMENT"),
        ("Agreement Date", "March 3, 2021"),
        ("Governing Law", "This Agreement is governed by the laws of the State of Ohio."),
        ("Anti-Assignment", "Tarn shall not assign this Agreement without the prior written"),
        ("Audit Rights", "Oakmere may inspect the books and records"),
        ("License Grant", "Oakmere hereby grants to Tarn a non-exclusive licence"),
        ("Insurance", "NO CLAUSE FOUND"),
        ("Non-Compete", "NO CLAUSE FOUND"),
    ],
)
def test_clauses_are_quoted(clause_type: str, expected: str) -> None:
    assert expected in BY_KEY["regex-clauses"].clause_answer(CONTRACT, clause_type)


def test_parties_are_named() -> None:
    names = BY_KEY["regex-clauses"].clause_answer(CONTRACT, "Parties").split("\n")
    assert names == ["Oakmere Mills, Inc.", '"Oakmere"', "Tarn Valley LLC", '"Tarn"']


@pytest.mark.parametrize("clause_type", ["Document Name", "Parties", "Agreement Date"])
def test_what_a_text_without_a_head_lacks(clause_type: str) -> None:
    finder = BY_KEY["regex-clauses"]
    assert finder.clause_answer("Nothing is said.", clause_type) == "NO CLAUSE FOUND"
    assert finder.clause_answer("It lies between two dates as of the ____ dated.", clause_type) == (
        "NO CLAUSE FOUND"
    )


def test_a_date_with_blanks_is_no_date() -> None:
    text = "It is dated as of the ____ day; it was made and entered on 4 May 2020, they say."
    assert BY_KEY["regex-clauses"].clause_answer(text, "Agreement Date") == "4 May 2020"


def test_there_are_41_clause_types_and_others_are_not_found() -> None:
    assert len(CLAUSE_TYPES) == 41
    assert BY_KEY["regex-clauses"].clause_answer(CONTRACT, "My Own Type") == "NO CLAUSE FOUND"


def test_the_extremes_of_the_clause_task() -> None:
    assert BY_KEY["nothing"].clause_answer(CONTRACT, "Insurance") == "NO CLAUSE FOUND"
    assert BY_KEY["everything"].clause_answer("x y", "Insurance") == "NO CLAUSE FOUND\nx y"


WORDS = st.sampled_from(
    ['"', "“", "”", "(", ")", "(a)", "(i)", "1.", "1.1", "Section 1.1", "Article I", "the", "The",
     "Fee", "Net Fee", "means", "shall", "pay", "Buyer", "Seller", "thirty (30) days", "\n", "\n\n",
     " ", ".", ";", ",", "EXHIBIT A", "WHEREAS", "of", "and", "each, a", "hereinafter", "'s", "|",
     "\t", "IN WITNESS WHEREOF", "$4", "5%", "governed by the laws of Ohio", "between",
     "May 4, 2020"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.lists(WORDS, max_size=60).map(" ".join), st.text(max_size=200)))
def test_programs_answer_any_text(text: str) -> None:
    for program in SCRUBBERS:
        assert parse_answer(program.answer(text)).status == "ok"
    for program in CLAUSE_FINDERS:
        assert program.clause_answer(text, "Parties")


HOSTILE = ["(a) ", '"', "A", "Ab ", '"Ab" ', '(the "Ab") ', "1.1 ", "\n", "(a)\n", "Section 1.1 ",
           "A. ", "thirty (30) days ", "((", "Buyer shall pay Buyer "]  # fmt: skip


def _seconds(run: Callable[[str], object], text: str) -> float:
    started = time.process_time()
    run(text)
    return time.process_time() - started


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_text_of_a_megabyte_takes_no_longer_than_a_contract(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    assert _seconds(BY_KEY["regex-scrubber"].answer, text) < 5 * SLOWNESS
    assert _seconds(BY_KEY["everything"].answer, text) < 5 * SLOWNESS
    assert _seconds(lambda t: BY_KEY["regex-clauses"].clause_answer(t, "Insurance"), text) < (
        5 * SLOWNESS
    )


def _slowness() -> float:
    """How much slower the programs run here, under load and tracing, than on a quick machine."""
    return max(1.0, _seconds(tokens, "Ab " * 100_000) / 0.1)


SLOWNESS = _slowness()


def test_a_long_contract_takes_seconds_at_most() -> None:
    body = SUPPLY[SUPPLY.index("2. SUPPLY") : SUPPLY.index("IN WITNESS")]
    text = SUPPLY.replace("2. SUPPLY", body * 200 + "2. SUPPLY", 1)
    assert len(text) > 290_000
    assert _seconds(answer, text) < 2 * SLOWNESS


def test_real_contracts_are_read(shared: Path) -> None:
    """Twenty filings of CUAD: the proof-reader ends, and finds definitions in nearly all."""
    with zipfile.ZipFile(shared / "cuad" / "CUAD_v1.zip") as archive:
        names = sorted(name for name in archive.namelist() if name.endswith(".txt"))
        texts = [archive.read(name).decode() for name in names[7::26]][:20]
    assert len(texts) == 20
    with_definitions = 0
    for text in texts:
        remarks: tuple[Remark, ...] = scrub(text)
        parsed = parse_answer(answer(text))
        assert parsed.status == "ok"
        with_definitions += any(remark.category == "defined_terms" for remark in remarks)
    assert with_definitions >= 18
