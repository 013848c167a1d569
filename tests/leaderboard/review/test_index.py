from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.checks import Entry, check_together
from leaderboard.errors import BrokenRepositoryError
from leaderboard.model_errors import parse_record
from leaderboard.models import SubmissionFile
from leaderboard.ranking import rank_rows
from leaderboard.records import Rank, ReportedScore, Row, Trust
from leaderboard.review.fingerprints import KEPT, WIDTH, Sketch, fingerprint, pack, unpack
from leaderboard.review.index import (
    Index,
    RowRecord,
    code_digest,
    entry_keys,
    parse_index,
    render_index,
)
from leaderboard.review.ranks import moved, ranks_of
from leaderboard.review.standing import check_beside
from scoring.gold import ScrubEdition
from tests.leaderboard.examples import good_value
from tests.leaderboard.review.conftest import Check
from tests.leaderboard.review.sample import OTHERS, STANDING, bobs
from tests.leaderboard.samples import CLAUSES, SCRUB, entrant, record, reply, scored


def text_of(check: Check) -> str:
    return render_index(check.index.rows.values(), check.index.programs.values())


def test_an_index_survives_the_file(check: Check) -> None:
    again = parse_index(text_of(check).encode(), "index")
    assert again == check.index
    assert set(again.rows) == {STANDING, OTHERS}
    assert {benchmark for _, benchmark in again.programs} == {"openscrub", "openclause"}


def test_an_index_is_small(check: Check) -> None:
    rows = [len(row.model_dump_json()) for row in check.index.rows.values()]
    assert max(rows) < 5_000


@pytest.mark.parametrize("cut", [1, 10, 2_000])
def test_an_index_that_is_not_what_its_digest_says_is_refused(check: Check, cut: int) -> None:
    data = text_of(check).encode()
    with pytest.raises(BrokenRepositoryError, match="not what its digest says"):
        parse_index(data[:-cut], "an index")
    with pytest.raises(BrokenRepositoryError, match="not what its digest says"):
        parse_index(data.replace(b'"accepted":true', b'"accepted":false', 1), "an index")


@pytest.mark.parametrize("data", [b"", b"{}\n", b"\xff\n", b"[]", b'{"index_version":2}\n'])
def test_what_is_no_index_is_refused(data: bytes) -> None:
    with pytest.raises(BrokenRepositoryError, match="is no index of this program"):
        parse_index(data, "an\nindex")


def test_rows_of_another_form_are_refused() -> None:
    class Other:
        id = "x"

        def model_dump(self, *, mode: str) -> dict[str, str]:
            return {"kind": mode}

    made: Any = [Other()]
    with pytest.raises(BrokenRepositoryError, match="has rows of another form"):
        parse_index(render_index(made, []).encode(), "index")


def test_rows_that_other_code_made_are_not_taken(check: Check) -> None:
    text = text_of(check).replace(code_digest(), "sha256:" + "0" * 64)
    assert parse_index(text.encode(), "index") == Index(stale=True)


def test_a_row_without_a_file_of_the_form_has_no_entry() -> None:
    row = RowRecord(id="a--b", tree="0" * 40, accepted=False, keys=(), meta=None, cards={})
    assert row.entry() is None
    assert row.logins() == frozenset()
    strange = row.model_copy(update={"meta": {"schema_version": 2}})
    assert strange.entry() is None


NAMES = st.sampled_from(["Lexi 2", "lexi-2", "Lex1 2", "Max", "M·A·X", "Rule-Based Proofreader"])
IDS = st.sampled_from(["acme--one", "acme--two", "bolt--three", "acme--0ne", "program.x--y"])


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    value: Any = good_value("submission.json")
    value["model"] |= {"name": draw(NAMES), "organization": draw(NAMES)}
    value |= {
        "aliases": draw(st.lists(IDS, max_size=2, unique=True)),
        "status": "active",
        "reason": None,
    }
    status = draw(st.sampled_from(["active", "superseded", "retracted"]))
    if status != "active":
        value |= {"status": status, "reason": "why"}
    if status == "superseded":
        value["successor"] = draw(st.none() | IDS)
    meta, findings = parse_record(value, SubmissionFile, "f")
    assert meta is not None, findings
    return Entry(draw(IDS), meta)


def row_of(entry: Entry) -> RowRecord:
    return RowRecord(
        id=entry.id,
        tree="0" * 40,
        accepted=True,
        keys=tuple(entry_keys(entry)),
        meta=entry.meta.model_dump(mode="json"),
        cards={},
    )


@given(entries(), st.lists(entries(), max_size=5, unique_by=lambda entry: entry.id), st.booleans())
def test_those_without_a_key_in_common_are_rightly_left_out(
    own: Entry,
    others: list[Entry],
    faulty: bool,  # noqa: FBT001 - drawn
) -> None:
    from leaderboard.programs import PROGRAMS

    others = [other for other in others if other.id != own.id]
    whole = check_together(
        [own, *others],
        {own.id},
        faulty={own.id} if faulty else (),
        programs={f"program--{program.key}": program.name for program in PROGRAMS},
    )
    assert check_beside(own, map(row_of, others), (), faulty=faulty) == whole


def test_whom_an_entry_takes_the_place_of_does_not_collide_with_it() -> None:
    meta, _ = parse_record(bobs(), SubmissionFile, "f")
    assert meta is not None
    old, new = Entry("bolt--others", meta), Entry("bolt--anew", meta)
    assert check_beside(new, [row_of(old)], ("bolt--others",), faulty=False) == ()
    assert check_beside(new, [row_of(old)], (), faulty=False) != ()


VALUES = st.dictionaries(
    st.text("abc", min_size=1, max_size=4),
    st.fractions(0, 1, max_denominator=4),
    max_size=12,
)


@given(VALUES)
def test_ranks_are_those_of_the_board(values: dict[str, Fraction]) -> None:
    rows = [
        Row(
            entrant(id_),
            "openscrub",
            "1",
            Trust.SCORED,
            reported=ReportedScore(value, {}, None, None, ""),
        )
        for id_, value in values.items()
    ]
    assert ranks_of(values) == {row.entrant.id: row.rank for row in rank_rows(rows)}


def test_who_moves_is_told_the_best_first() -> None:
    before = {"a": Rank(1, shared=False), "b": Rank(2, shared=True), "c": Rank(2, shared=True)}
    after = {"d": Rank(1, shared=False), "a": Rank(2, shared=False), "b": Rank(3, shared=False)}
    assert moved(before, after) == [
        ("d", None, 1),
        ("a", 1, 2),
        ("c", 2, None),
        ("b", 2, 3),
    ]
    assert moved(before, before) == []


HASHES = st.frozensets(st.binary(min_size=WIDTH, max_size=WIDTH))


@given(HASHES)
def test_packed_hashes_come_out_again(hashes: frozenset[bytes]) -> None:
    assert unpack(pack(hashes)) == hashes


@pytest.mark.parametrize("text", ["?", "AAAA", "AAAAAAAAA"])
def test_what_holds_no_hashes_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        unpack(text)


@given(HASHES, HASHES)
def test_a_sketch_of_few_is_exact(one: frozenset[bytes], other: frozenset[bytes]) -> None:
    sketch = Sketch.of(one)
    assert sketch.size == len(one)
    assert sketch.shared(other) == len(one & other)


@pytest.mark.parametrize("share", [0.0, 0.5, 0.8, 0.95, 1.0])
def test_a_sketch_of_many_is_near(share: float) -> None:
    many = [json.dumps([share, number]).encode() for number in range(5_000)]
    from hashlib import sha256

    hashes = [sha256(one).digest()[:WIDTH] for one in many]
    sketch = Sketch.of(hashes)
    assert len(sketch.least) == KEPT
    found = float(sketch.shared(frozenset(hashes[: int(share * 5_000)]))) / 5_000
    assert found == pytest.approx(share, abs=4 * (0.25 / KEPT) ** 0.5)


def prints(*answers: dict[str, Any], edition: Any = SCRUB) -> Any:
    return fingerprint(scored("acme--x", *answers, edition=edition), edition)


def test_entries_that_the_scorer_takes_for_one_have_one_hash() -> None:
    one = prints(record("alpha", reply(defined_terms=[{"term": "Fee", "location": "2(a)"}])))
    other = prints(
        record("alpha", reply(defined_terms=[{"term": " fee ", "location": "Section 2(a)"}]))
    )
    assert one.entries == other.entries
    assert len(one.entries) == 1
    assert one.false == frozenset()
    assert one.responses == other.responses == frozenset()


def test_pairs_have_no_order_and_no_process_tells_another() -> None:
    sides = {"text_1": "a", "location_1": "1", "text_2": "b", "location_2": "2"}
    turned = {"text_1": "b", "location_1": "2", "text_2": "a", "location_2": "1"}
    one, other = (
        prints(record("alpha", reply(inconsistent_language=[entry]))) for entry in (sides, turned)
    )
    assert one == other
    assert pack(one.entries) == "eDyIFwMK"


def test_false_and_malformed_entries_are_kept_apart() -> None:
    made = prints(
        record(
            "alpha",
            reply(
                defined_terms=[
                    {"term": "Fee", "location": "2(a)"},
                    {"term": "Other", "location": "7"},
                    {"term": "Whole"},
                ]
            ),
        ),
        record("beta", "no JSON at all"),
    )
    assert len(made.entries) == 3
    assert len(made.false) == 2
    assert made.false < made.entries
    assert len(made.responses) == 1


def test_a_flood_leaves_no_print() -> None:
    entries = [{"term": f"T{number}", "location": "1"} for number in range(50)]
    made = prints(record("alpha", reply(defined_terms=entries)))
    assert made == prints()


def test_clauses_are_told_by_what_they_quote() -> None:
    quote = "The law of Ohio governs this contract."
    made = prints(
        record("p01", f"  {quote.upper()}"), record("a01", "NO CLAUSE FOUND."), edition=CLAUSES
    )
    assert made == prints(record("p01", quote), edition=CLAUSES)
    assert (len(made.entries), made.false, made.responses) == (1, frozenset(), frozenset())
    wrong = prints(record("p01", "NO CLAUSE FOUND"), record("a01", "Insurance."), edition=CLAUSES)
    assert len(wrong.false) == len(wrong.entries) == 1


def test_the_sample_has_gold() -> None:
    assert isinstance(SCRUB, ScrubEdition)
