"""Laws of an edition of the real library: clean before, true after, the same for ever."""

from __future__ import annotations

import dataclasses
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from leaderboard.openscrub.edition import Written, generate, write_contract, write_edition
from leaderboard.openscrub.errors import LibraryError, ProofError
from leaderboard.openscrub.plan import plan_contracts
from leaderboard.openscrub.quotas import TABLE_4
from leaderboard.openscrub.shelf import Library
from scoring.contractscrub import CATEGORY_KEYS, parse_answer, score
from scoring.gold import load_scrub_edition

ERRORS = [key for key in CATEGORY_KEYS if key != "defined_terms"]


def test_the_same_seed_gives_the_same_bytes(library: Library, written: list[Written]) -> None:
    again = list(generate(library, "tests", 44))
    assert [one.text for one in again] == [one.text for one in written]
    assert [one.gold for one in again] == [one.gold for one in written]


def test_another_seed_gives_other_contracts(library: Library, written: list[Written]) -> None:
    other = next(generate(library, "tests 2", 44))
    same = [one for one in written if one.plan.kind == other.plan.kind]
    assert all(one.text[:600] != other.text[:600] for one in same)
    assert all(one.plan.clauses != other.plan.clauses for one in same)


def test_gold_fed_back_scores_exactly_one(edition: Path) -> None:
    gold = load_scrub_edition(edition).gold
    answers = {
        name: parse_answer(
            json.dumps(
                {
                    key: [
                        {f: v for f, v in entry.items() if f not in {"accept", "distance"}}
                        for entry in entries
                    ]
                    for key, entries in one.items()
                }
            )
        )
        for name, one in gold.items()
    }
    card = score(gold, answers)
    assert card.full.macro_recall == card.full.macro_precision == 1


def test_every_error_of_a_term_stands_in_the_text_at_its_place(written: list[Written]) -> None:
    for one in written:
        for key in ERRORS[:3]:
            for entry in one.gold[key]:
                words = r"\s+".join(map(re.escape, entry["term"].split()))
                assert re.search(words, one.text, re.IGNORECASE), (one.plan.name, entry)


def test_twins_differ_only_where_errors_are(written: list[Written]) -> None:
    for one in written:
        inserted = sum(len(one.gold[key]) for key in ERRORS)
        assert (one.text == one.twin) == (inserted == 0) == one.plan.control
        assert len(one.declared["insertions"]) == inserted


def test_each_insertion_was_drawn_from_four_sites_or_more(written: list[Written]) -> None:
    pools = [item[3] for one in written for item in one.declared["insertions"]]
    assert min(pools) >= 4


def test_counts_are_near_the_papers(written: list[Written]) -> None:
    for key, paper in TABLE_4.items():
        count = sum(len(one.gold[key]) for one in written)
        assert abs(count - paper) <= 0.15 * paper, (key, count)


def test_one_insertion_a_sentence(written: list[Written]) -> None:
    """No two insertions stand between the same two full stops, facts' second sides apart."""
    for one in written:
        spans = sorted(item[1:3] for item in one.declared["insertions"])
        for (_, end), (start, _) in pairwise(spans):
            assert re.search(r"[.:;?]|\n\n", one.text[end:start]), one.text[end - 40 : start + 40]


def test_spans_say_what_stands_in_the_text(written: list[Written]) -> None:
    for one in written:
        for start, end, kind, place, _ in one.declared["spans"]:
            assert 0 <= start < end <= len(one.text)
            assert place or kind in {"frame", "canary", "page", "heading"}
        witness = one.declared["witness"]
        assert witness["text"] in one.text


def test_every_contract_carries_a_canary(written: list[Written]) -> None:
    lines = [one.text.rstrip("\n").rpartition("\n")[2] for one in written]
    assert all("openscrub canary" in line for line in lines)
    assert len(set(lines)) == len(written)


def test_an_edition_is_a_folder_that_the_scorer_reads(edition: Path) -> None:
    loaded = load_scrub_edition(edition)
    assert len(loaded.contracts) == 44
    about = json.loads((edition / "edition.json").read_text())
    assert about["seed"] == "tests"
    assert about["contracts"] == 44
    assert {path.stem for path in (edition / "clean").iterdir()} == set(loaded.contracts)


def test_the_bytes_of_two_runs_are_equal(library: Library, tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_edition(library, "small", 3, tmp_path / name)
    one, two = (
        {path.relative_to(tmp_path / name): path.read_bytes()
         for path in sorted((tmp_path / name).rglob("*")) if path.is_file()}
        for name in ("one", "two")
    )  # fmt: skip
    assert one == two


def test_an_edition_takes_the_place_of_a_former_one(library: Library, tmp_path: Path) -> None:
    write_edition(library, "small", 2, tmp_path)
    write_edition(library, "other", 1, tmp_path, evidence=False)
    assert len(list((tmp_path / "contracts").iterdir())) == 1
    assert not list((tmp_path / "clean").iterdir())
    write_edition(library, "other", 1, tmp_path / "bare", evidence=False)
    assert not (tmp_path / "bare" / "clean").exists()
    assert len(load_scrub_edition(tmp_path / "bare").gold) == 1


def test_a_library_without_kinds_is_too_small(library: Library) -> None:
    with pytest.raises(LibraryError, match="no kind of agreement"):
        plan_contracts(dataclasses.replace(library, kinds={}), "x", 1)


def test_a_contract_that_is_not_clean_is_not_written(library: Library) -> None:
    plan = plan_contracts(library, "x", 1)[0]
    with pytest.raises(ProofError, match="is in no file of facts"):
        write_contract(dataclasses.replace(library, facts={}), plan, "x")
