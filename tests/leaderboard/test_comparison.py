from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from leaderboard.comparison import Comparison, compare_rows
from leaderboard.comparison_text import comparison_value, render_comparison, signed
from leaderboard.entries import found_entries, gold_entries
from leaderboard.evaluate import read_answers
from leaderboard.records import Mark, Row
from leaderboard.statistics.measures import MEASURES
from scoring.contractscrub import CATEGORY_KEYS, ScoreCard
from scoring.gold import ClauseEdition, ScrubEdition
from scoring.signature import digest
from tests.leaderboard.pages.fakes import clause_edition
from tests.leaderboard.samples import CLAUSES, SCRUB, record, reply, reported, scored

TERMS = [{"term": f"Term {n}", "location": f"{n}"} for n in range(1, 6)]
GOLD: dict[str, dict[str, list[dict[str, Any]]]] = {
    f"c{n}": {
        "defined_terms": [*TERMS, TERMS[0]],
        "unused_defined_terms": [TERMS[1], TERMS[2] | {"tolerated": True}],
    }
    for n in range(6)
}
EDITION = ScrubEdition(dict.fromkeys(GOLD, "Text."), GOLD, digest(GOLD))


def row(id_: str, *terms: int, edition: ScrubEdition = EDITION, **more: Any) -> Row:
    answer = reply(defined_terms=[TERMS[n] for n in terms])
    return scored(id_, *(record(item, answer) for item in edition.items), edition=edition, **more)


def compared(first: Row, second: Row) -> Comparison:
    return compare_rows(first, second, EDITION)


def test_entries_are_those_that_the_card_counts() -> None:
    one = row("a", 0, 0, 2, 3)
    assert isinstance(one.card, ScoreCard)
    found = one.found
    gold = gold_entries(EDITION)
    assert found <= set(gold)
    assert len(gold) == one.card.full.micro.gold
    for key in CATEGORY_KEYS:
        mine = [entry for entry in found if entry[1] == key]
        assert len(mine) == one.card.full.categories[key].tp


def test_an_answer_that_is_not_ok_found_nothing() -> None:
    assert found_entries(EDITION, read_answers([record("c0", "{")])) == frozenset()


def test_numbers_and_entries_agree() -> None:
    made = compared(row("a", 0, 0, 1, 2), row("b", 0, 3))
    lead = made.lines[0]
    assert (lead.key, lead.first, lead.second) == ("macro_recall", Fraction(1, 3), Fraction(1, 6))
    assert lead.difference == Fraction(1, 6)
    assert [line.key for line in made.lines] == list(MEASURES)
    terms = made.kinds[0]
    # By contract: both have one of the twins, only A the other twin and two more, only B one.
    assert (terms.both, terms.only_first, terms.only_second, terms.neither) == (6, 18, 6, 6)
    assert len(made.differing) == 24
    assert sum(entry.first for entry in made.differing) == 18
    assert made.differing[0].fields == TERMS[1]
    unused = made.kinds[3]
    assert (unused.both, unused.neither) == (0, 6)


def test_a_lead_that_every_contract_shows_is_told_apart() -> None:
    made = compared(row("a", 0, 1, 2), row("b", 0))
    assert made.tied is False
    assert made.verdict == ("A is ahead of B in macro recall, by more than chance, on 6 contracts.")


def test_turned_round_it_is_the_same_verdict() -> None:
    made, turned = compared(row("a", 0, 1), row("b", 2)), compared(row("b", 2), row("a", 0, 1))
    assert (made.tied, made.verdict, made.needed) == (turned.tied, turned.verdict, turned.needed)
    for line, other in zip(made.lines, turned.lines, strict=True):
        assert line.difference is not None or line.first is None
        assert line.interval is None or other.interval is not None


def mixed(id_: str, better: int) -> Row:
    """One that has two terms in the first `better` contracts and one in the others."""
    records = [
        record(item, reply(defined_terms=TERMS[: 2 if place < better else 1]))
        for place, item in enumerate(EDITION.items)
    ]
    return scored(id_, *records, edition=EDITION)


def test_a_lead_in_one_contract_is_a_tie_and_says_what_it_would_take() -> None:
    made = compared(mixed("a", 1), mixed("b", 0))
    assert made.tied is True
    assert made.needed is not None
    assert made.needed > 6
    assert "cannot be told apart on 6 contracts; about" in made.verdict
    assert "ahead" not in made.verdict


def test_twins_are_tied_and_told_by_their_ids() -> None:
    one, other = row("a", 1), row("b", 1)
    same = compare_rows(one, Row(one.entrant, "openscrub", "1", one.trust, one.card), EDITION)
    assert same.needed is None
    assert "their macro recall is the same" in same.verdict
    assert "A (a) and A (a)" in same.verdict
    assert compared(one, other).tied is True


def test_a_board_of_two_contracts_says_nothing() -> None:
    one, other = (
        scored(id_, record("alpha", reply()), record("beta", reply())) for id_ in ("a", "b")
    )
    made = compare_rows(one, other, SCRUB)
    assert made.tied is None
    assert "2 contracts are too few" in made.verdict
    assert made.lines[0].interval is None
    assert "–" in render_comparison(made, 5)


def clause_row(id_: str, *passed: int) -> Row:
    edition = clause_edition()
    right = [case.gold[0] if case.gold else "NO CLAUSE FOUND" for case in edition.cases]
    return scored(
        id_,
        *(
            record(case.id, right[place] if place in passed else "I cannot say")
            for place, case in enumerate(edition.cases)
        ),
        edition=edition,
        benchmark="openclause",
    )


def clauses(first: Row, second: Row) -> Comparison:
    return compare_rows(first, second, clause_edition())


def test_clause_cases_are_compared_by_mcnemar() -> None:
    made = clauses(clause_row("a", 0, 1, 2), clause_row("b", 0))
    assert (made.unit, made.size) == ("cases", 4)
    # Two discordant cases, both the first's: p = 2 * (1/2)**2.
    assert made.p_value == 0.5
    assert made.tied is True
    assert [(k.both, k.only_first, k.only_second, k.neither) for k in made.kinds] == [
        (1, 1, 0, 0),
        (0, 1, 0, 1),
    ]
    assert [(entry.item, entry.first) for entry in made.differing] == [
        ("case_p02", True),
        ("case_a01", True),
    ]
    assert "cannot be told apart on 4 cases; about" in made.verdict
    text = render_comparison(made, 1)
    assert "p = 0.5000" in text
    assert "Differing, cases: 2" in text
    assert "1 more" in text


def test_text_and_json_say_the_same() -> None:
    made = compared(row("a", 0, 1), row("b", 2, marks=(Mark.PARTIAL,)))
    text, value = render_comparison(made, 2), comparison_value(made)
    assert made.verdict in text
    assert "[partial]" in text
    assert "Differing, Defined Terms: 18" in text
    assert "16 more" in text
    assert "Differing" not in render_comparison(made, 0)
    assert json.loads(json.dumps(value)) == value
    assert (value["draws"], value["level"], value["verdict"]) == (10_000, 0.95, made.verdict)
    assert len(value["differing"]) == len(made.differing)
    assert value["numbers"][0]["difference"] == pytest.approx(1 / 12)
    empty = clauses(clause_row("a"), clause_row("b"))
    assert comparison_value(empty)["draws"] is None


def test_only_scored_rows_of_one_benchmark_are_compared() -> None:
    with pytest.raises(ValueError, match="scored rows"):
        compare_rows(row("a"), reported("b", "0.5"), EDITION)
    with pytest.raises(ValueError, match="scored rows"):
        compare_rows(row("a"), row("b"), CLAUSES)


def test_a_suite_without_cases_says_nothing() -> None:
    none = ClauseEdition({}, (), {}, {}, "sha256:" + "0" * 64)
    one, other = (scored(id_, edition=none, benchmark="cuad") for id_ in ("a", "b"))
    made = compare_rows(one, other, none)
    assert (made.tied, made.p_value, made.needed) == (None, None, None)
    assert "–" in render_comparison(made, 1)


def test_a_difference_shows_its_sign() -> None:
    assert [signed(value, 1) for value in (Fraction(1, 2), Fraction(-1, 2), None)] == [
        "+0.5",
        "-0.5",
        "–",
    ]
