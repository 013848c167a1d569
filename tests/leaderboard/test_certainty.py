from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.certainty import with_certainty
from leaderboard.files import dump_json
from leaderboard.ranking import rank_rows
from leaderboard.records import BenchmarkBoard, Mark, Row
from leaderboard.results import build_results, row_value
from leaderboard.results_certainty import certainty_value, statistics_value
from leaderboard.statistics.boards import BoardStatistics
from leaderboard.statistics.clauses import clause_statistics
from leaderboard.statistics.draws import DRAWS, SEED
from tests.leaderboard.pages import fakes
from tests.leaderboard.samples import reply

EDITION = fakes.scrub_edition(6)
TERMS = EDITION.gold["contract-1"]["defined_terms"]


def row(name: str, shares: list[int], *, marks: tuple[Mark, ...] = (), **entrant: Any) -> Row:
    """One that has so many of the terms of each contract."""
    answers = {
        item: reply(defined_terms=TERMS[:share])
        for item, share in zip(EDITION.items, shares, strict=True)
    }
    who = fakes.entrant(f"acme--{name.lower()}", name, **entrant)
    return fakes.scored(who, "openscrub", EDITION, answers, marks=marks)


def board(*rows: Row) -> BenchmarkBoard:
    return with_certainty(
        BenchmarkBoard(
            fakes.benchmark("openscrub"), "0.1", {"0.1": EDITION}, rank_rows(rows), (), None
        )
    )


def statistics(*rows: Row) -> BoardStatistics:
    made = board(*rows).statistics
    assert made is not None
    return made


ALL, MOST, LESS, NONE = [4] * 6, [4, 4, 4, 4, 4, 2], [4, 4, 3, 4, 4, 3], [0] * 6


def test_rows_learn_how_sure_they_are_and_keep_all_else() -> None:
    plain = rank_rows([row("A", MOST), row("B", LESS), row("C", NONE)])
    made = board(*plain).rows
    assert [replace(one, certainty=None) for one in made] == list(plain)
    first, second, third = (one.certainty for one in made)
    assert first is not None
    assert second is not None
    assert third is not None
    assert first.tied == ("acme--b",)
    assert second.tied == ("acme--a",)
    assert third.tied == ()
    assert third.ranks == (3, 3)
    assert first.ranks is not None
    assert first.ranks[0] == 1
    assert first.best is not None
    assert second.best is not None
    assert first.best + second.best == pytest.approx(1)


def test_the_board_counts_what_is_told_apart() -> None:
    made = statistics(row("A", MOST), row("B", LESS), row("C", NONE))
    assert (made.pairs, made.separated, made.separated_holm) == (3, 2, 2)
    assert [(pair.first, pair.second, pair.tied) for pair in made.neighbours] == [
        ("acme--a", "acme--b", True),
        ("acme--b", "acme--c", False),
    ]
    tie = made.neighbours[0]
    assert tie.interval is not None
    assert 0 in tie.interval
    assert tie.needed is None or tie.needed > 0
    assert made.spread is not None
    assert list(made.resolvable) == [11, 22, 44, 88, 176, 352]
    assert list(made.resolvable.values()) == sorted(made.resolvable.values(), reverse=True)


SHARES = st.lists(st.integers(0, 4), min_size=6, max_size=6)


@settings(max_examples=8, deadline=None)
@given(st.lists(SHARES, min_size=2, max_size=4), SHARES)
def test_who_joins_changes_nobody_elses_interval_and_no_tie(
    shares: list[list[int]], joins: list[int]
) -> None:
    # Case 4 of the issue, through the whole of a board.
    rows = [row(f"M{n}", own) for n, own in enumerate(shares)]
    before = statistics(*rows).rows
    after = statistics(row("New", joins), *reversed(rows)).rows
    for id_, certainty in before.items():
        assert after[id_].intervals == certainty.intervals
        assert set(after[id_].tied) - {"acme--new"} == set(certainty.tied)


def test_unranked_rows_have_intervals_but_no_place() -> None:
    made = statistics(row("A", ALL), row("B", MOST, marks=(Mark.PARTIAL,)))
    lone = made.rows["acme--b"]
    assert lone.intervals["macro_recall"]
    assert (lone.ranks, lone.best, lone.tied) == (None, None, ())
    assert made.rows["acme--a"].ranks == (1, 1)
    assert certainty_value(lone)["tied_with"] is None


def test_reasoning_on_and_off_of_one_model_is_a_pair() -> None:
    made = statistics(
        fake("a--on", "Lexi", ALL, reasoning="high"),
        fake("a--off", "Lexi", LESS, reasoning="off"),
        fake("a--other", "Other", MOST, reasoning="off"),
    )
    assert [(pair.first, pair.second) for pair in made.reasoning] == [("a--on", "a--off")]


def fake(id_: str, name: str, shares: list[int], **entrant: Any) -> Row:
    made = row("X", shares)
    return replace(made, entrant=fakes.entrant(id_, name, **entrant))


def test_runs_of_one_system_are_put_together() -> None:
    made = statistics(
        fake("a--one", "Lexi", ALL, settings={"temperature": "0", "run": "1"}),
        fake("a--two", "Lexi", LESS, settings={"temperature": "0", "run": "2"}),
        fake("a--hot", "Lexi", MOST, settings={"temperature": "1"}),
    )
    (runs,) = made.runs
    assert runs.ids == ("a--one", "a--two")
    assert runs.spread > 0
    assert statistics_value(made)["runs"][0]["ids"] == ["a--one", "a--two"]


def test_models_are_the_sample_and_programs_stand_in_where_there_are_none() -> None:
    program = fake("program--x", "X", MOST, kind="program")
    made = statistics(row("A", ALL), row("B", LESS), program)
    assert made.analyses is not None
    assert made.analyses.sample == ("acme--a", "acme--b")
    assert not made.analyses.programs
    assert made.analyses.difficulty["defined_terms"].gold == 24
    assert len(made.analyses.difficulty["defined_terms"].by_all) == 22
    alone = statistics(program)
    assert alone.analyses is not None
    assert alone.analyses.programs
    assert alone.analyses.sample == ("program--x",)


def test_a_board_without_rows_or_ranks_is_no_fault() -> None:
    assert statistics().analyses is None
    flood = statistics(row("A", ALL, marks=(Mark.FLOOD,)))
    assert (flood.pairs, flood.neighbours) == (0, ())
    assert flood.analyses is not None
    assert flood.analyses.correlations == {}
    small = fakes.scrub_edition(2)
    tiny = BenchmarkBoard(
        fakes.benchmark("openscrub"),
        "0.1",
        {"0.1": small},
        rank_rows(
            fakes.scored(
                fakes.entrant(f"a--{n}", n), "openscrub", small, fakes.answer_of_gold(small)
            )
            for n in ("one", "two")
        ),
        (),
        None,
    )
    made = with_certainty(tiny).statistics
    assert made is not None
    assert all(certainty.ranks is None for certainty in made.rows.values())
    # Where nothing can be said, nothing is called a lead.
    assert [pair.tied for pair in made.neighbours] == [True]


def test_a_board_whose_gold_is_elsewhere_stays_as_it_is() -> None:
    made = fakes.reported_board()
    assert with_certainty(made) == made


def test_results_hold_method_seed_and_draws_and_are_the_same_bytes_twice() -> None:
    value = build_results(fakes.board())
    part = value["benchmarks"]["openscrub"]["statistics"]
    assert (part["draws"], part["seed"], part["level"]) == (DRAWS, SEED, 0.95)
    for named in ("Bootstrap over contracts", "Student's t", "Holm's", "Fisher's"):
        assert named in part["method"]
    assert part["analyses"]["correlations"]
    sure = row_value(board(row("A", MOST), row("B", LESS)).rows[1])
    low, high = sure["certainty"]["intervals"]["macro_recall"]
    assert low < sure["primary"] < high
    assert value["benchmarks"]["contractscrub"]["statistics"] is None
    assert dump_json(value) == dump_json(build_results(fakes.board()))
    assert "NaN" not in dump_json(value)
    assert row_value(row("A", ALL))["certainty"] is None


def clauses(id_: str, passed: int, cases: int = 4) -> Row:
    edition = fakes.clause_edition()
    right = [case.gold[0] if case.gold else "NO CLAUSE FOUND" for case in edition.cases]
    answers = {
        case.id: right[place] if place < passed else "I cannot say"
        for place, case in enumerate(edition.cases[:cases])
    }
    return fakes.scored(fakes.entrant(id_, id_.title()), "openclause", edition, answers)


def test_clause_rows_have_wilson_intervals_and_mcnemar_ties() -> None:
    edition = fakes.clause_edition()
    made = with_certainty(
        BenchmarkBoard(
            fakes.benchmark("openclause", task="clause-extraction"),
            "0.1",
            {"0.1": edition},
            rank_rows([clauses("a", 4), clauses("b", 2), clauses("c", 0)]),
        )
    )
    assert made.statistics is not None
    assert (made.statistics.unit, made.statistics.size) == ("cases", 4)
    # Four cases that one passed and the other did not: p = 2 / 16. Nothing is told apart.
    assert made.statistics.separated == 0
    first = made.rows[0].certainty
    assert first is not None
    assert first.tied == ("b", "c")
    assert first.ranks == (1, 3)
    assert first.intervals["strict_accuracy"].high == 1
    assert first.intervals["type:Governing Law"]
    assert made.statistics.neighbours[0].needed == 14
    value = statistics_value(made.statistics)
    assert (value["draws"], value["seed"], value["analyses"]) == (None, None, None)


def test_clause_rows_far_apart_have_a_rank_each() -> None:
    edition = fakes.clause_edition()
    cases = tuple(replace(edition.cases[0], id=f"p{n:02}") for n in range(20))
    many = replace(
        edition,
        cases=cases,
        contract_of={case.id: "one" for case in cases},
        questions={case.id: "?" for case in cases},
    )
    rows = [
        fakes.scored(
            fakes.entrant(id_, id_),
            "openclause",
            many,
            {case.id: (case.gold[0] if passes else "I cannot say") for case in cases},
            marks=marks,
        )
        for id_, passes, marks in (("a", True, ()), ("b", False, ()), ("c", False, [Mark.PARTIAL]))
    ]
    made = with_certainty(
        BenchmarkBoard(
            fakes.benchmark("openclause", task="clause-extraction"),
            "0.1",
            {"0.1": many},
            rank_rows(rows),
        )
    )
    assert [one.certainty and one.certainty.ranks for one in made.rows] == [(1, 1), (2, 2), None]
    assert made.statistics is not None
    assert made.statistics.separated_holm == 1


def test_a_suite_without_cases_has_no_certainty() -> None:
    none = clause_statistics([], 0)
    assert (none.pairs, none.rows, none.neighbours) == (0, {}, ())
