"""Contracts from SQuAD-shaped values, and the suites built from them."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cuad import (
    CLAUSE_TYPES,
    Case,
    ClauseDataError,
    Contract,
    all_cases,
    build_cases,
    clause_prompt,
    list_cases,
    parse_squad,
)


def question(category: str) -> str:
    return f'Highlight the parts (if any) of this contract related to "{category}". Details: what?'


def qa(category: str, *spans: str) -> dict[str, Any]:
    answers = [{"text": span, "answer_start": 0} for span in spans]
    return {"id": category, "question": question(category), "answers": answers}


def entry(title: str, *qas: dict[str, Any], context: str = "Text.") -> dict[str, Any]:
    return {"title": title, "paragraphs": [{"context": context, "qas": list(qas)}]}


def contract(title: str, **spans: tuple[str, ...]) -> Contract:
    by_type = {key.replace("_", " "): value for key, value in spans.items()}
    return Contract(title, "Text.", by_type, {key: question(key) for key in by_type})


def test_the_types_are_the_41_in_their_order() -> None:
    assert len(CLAUSE_TYPES) == len(set(CLAUSE_TYPES)) == 41
    assert CLAUSE_TYPES[0] == "Anti-Assignment"
    assert CLAUSE_TYPES[19:26] == (
        "Renewal Term",
        "Governing Law",
        "Insurance",
        "Warranty Duration",
        "Covenant Not To Sue",
        "Third Party Beneficiary",
        "Document Name",
    )
    assert list(CLAUSE_TYPES[26:]) == sorted(CLAUSE_TYPES[26:])


def test_a_contract_is_read_with_its_questions_and_sorted_spans() -> None:
    value = {
        "version": "aok_v1.0",
        "data": [entry("A", qa("Insurance", "z", "b", "z"), qa("Parties"), context="b z")],
    }
    (found,) = parse_squad(value)
    assert found == Contract(
        "A",
        "b z",
        {"Insurance": ("b", "z"), "Parties": ()},
        {"Insurance": question("Insurance"), "Parties": question("Parties")},
    )


@given(st.permutations(["one", "two", "three"]))
def test_the_order_of_answers_in_the_source_does_not_matter(order: list[str]) -> None:
    (found,) = parse_squad({"data": [entry("A", qa("Insurance", *order))]})
    assert found.spans["Insurance"] == ("one", "three", "two")


GOOD = {"data": [entry("A", qa("Insurance", "x"), qa("Parties"))]}
BROKEN: list[tuple[list[str | int], object, str]] = [
    ([], [], "the file: expected an object, saw a list of 0"),
    ([], None, "the file: expected an object, saw None"),
    (["data"], {"a": 1}, "the file.data: expected a list, saw an object of 1"),
    (["data", 0], "x" * 90, f"data[0]: expected an object, saw '{'x' * 58}…"),
    (["data", 0], {}, "data[0]: expected the key 'title', saw the keys (none)"),
    (["data", 0, "title"], " ", "data[0].title: expected a text, saw ' '"),
    (
        ["data", 0, "paragraphs"],
        [{}, {}],
        "data[0].paragraphs: expected one paragraph, the whole contract, saw a list of 2",
    ),
    (["data", 0, "paragraphs", 0], 1, "data[0].paragraphs[0]: expected an object, saw 1"),
    (
        ["data", 0, "paragraphs", 0, "context"],
        None,
        "data[0].paragraphs[0].context: expected a text, saw None",
    ),
    (
        ["data", 0, "paragraphs", 0, "qas", 1],
        {"question": "?"},
        (
            "data[0].paragraphs[0].qas[1].question: expected a question with: "
            "related to \"<clause type>\", saw '?'"
        ),
    ),
    (
        ["data", 0, "paragraphs", 0, "qas", 1],
        qa("Weather"),
        "data[0].paragraphs[0].qas[1].question: expected one of CUAD's 41 types, saw 'Weather'",
    ),
    (
        ["data", 0, "paragraphs", 0, "qas", 1],
        qa("Insurance"),
        "data[0].paragraphs[0].qas[1]: expected each clause type once, saw 'Insurance'",
    ),
    (
        ["data", 0, "paragraphs", 0, "qas", 0, "answers"],
        [{"answer_start": 3}],
        (
            "data[0].paragraphs[0].qas[0].answers[0]: expected the key 'text', "
            "saw the keys answer_start"
        ),
    ),
    (
        ["data", 0, "paragraphs", 0, "qas", 0, "answers", 0, "text"],
        "",
        "data[0].paragraphs[0].qas[0].answers[0].text: expected a text, saw ''",
    ),
]


@pytest.mark.parametrize(("path", "value", "message"), BROKEN, ids=[m for _, _, m in BROKEN])
def test_another_shape_is_refused_and_named(
    path: list[str | int], value: object, message: str
) -> None:
    root: Any = {"": copy.deepcopy(GOOD)}
    place = root
    steps: list[str | int] = ["", *path]
    for step in steps[:-1]:
        place = place[step]
    place[steps[-1]] = value
    with pytest.raises(ClauseDataError) as caught:
        parse_squad(root[""])
    assert str(caught.value) == message


def test_a_title_twice_is_refused() -> None:
    with pytest.raises(
        ClauseDataError, match=r"data\[1\].title: expected each title once, saw 'A'"
    ):
        parse_squad({"data": [entry("A"), entry("A")]})


def test_the_first_contract_in_file_order_is_taken_for_each_type() -> None:
    contracts = [
        contract("one", Insurance=(), Parties=("p",)),
        contract("two", Insurance=("i",), Parties=()),
        contract("three", Insurance=("j",), Parties=("q",)),
    ]
    cases = build_cases(contracts, present=2, absent=2, prefix="mine")
    assert cases == (
        Case("mine_p01_insurance", "Insurance", "two", ("i",)),
        Case("mine_p02_parties", "Parties", "one", ("p",)),
        Case("mine_a01_insurance", "Insurance", "one", ()),
        Case("mine_a02_parties", "Parties", "two", ()),
    )


def test_a_type_that_nobody_serves_is_passed_over() -> None:
    contracts = [contract("one", Insurance=(), Parties=("p",))]
    cases = build_cases(contracts, present=1, absent=1)
    assert [case.id for case in cases] == ["cuad_p01_parties", "cuad_a01_insurance"]


@pytest.mark.parametrize(
    ("present", "absent", "message"),
    [
        (42, 0, "42 present cases: there is one case per clause type and kind, so ask for 0 to 41"),
        (0, -1, "-1 absent cases: there is one case per clause type and kind, so ask for 0 to 41"),
        (
            2,
            0,
            (
                "2 present cases: only 1 clause types are present in some contract, "
                "so ask for at most 1"
            ),
        ),
    ],
)
def test_a_size_out_of_reach_is_refused(present: int, absent: int, message: str) -> None:
    contracts = [contract("one", Insurance=(), Parties=("p",))]
    with pytest.raises(ClauseDataError) as caught:
        build_cases(contracts, present=present, absent=absent)
    assert str(caught.value) == message


def test_all_cases_are_every_contract_with_every_type_it_was_annotated_for() -> None:
    contracts = [
        contract("one", Parties=("p",), Insurance=()),
        contract("two", Parties=()),
    ]
    assert [(case.id, case.gold_present) for case in all_cases(contracts)] == [
        ("cuad_c001_insurance", False),
        ("cuad_c001_parties", True),
        ("cuad_c002_parties", False),
    ]


def test_a_listing_has_no_gold() -> None:
    listed = list_cases([Case("cuad_p01_parties", "Parties", "one", ("p",))])
    assert listed == [
        {"id": "cuad_p01_parties", "category": "Parties", "title": "one", "gold_present": True}
    ]


def test_the_prompt_holds_contract_question_and_the_set_phrase_in_order() -> None:
    prompt = clause_prompt("The whole text.", question("Insurance"))
    places = [
        prompt.index(part)
        for part in (
            "===== CONTRACT =====\nThe whole text.\n",
            "===== QUESTION =====\nHighlight",
            "quote the exact text of the relevant span(s), verbatim",
            "NO CLAUSE FOUND",
        )
    ]
    assert places == sorted(places)
    assert places[0] == 0
