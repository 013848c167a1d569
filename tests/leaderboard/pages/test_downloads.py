from __future__ import annotations

import csv
import io
import json
import zipfile
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.explain import EntryOutcome, Near, Outcome
from leaderboard.models import OutputRecord
from leaderboard.pages.downloads import (
    archive,
    cases_csv,
    csv_text,
    entries_csv,
    entries_json,
    outputs_json,
    table_csv,
)
from leaderboard.tables.table import Column, Table, TableRow, number, text

ENTRIES = (
    EntryOutcome(
        "c1",
        "defined_terms",
        Outcome.FALSE,
        answered={"term": "=HYPERLINK()", "location": "1\ud800"},
        near=Near.PLACE,
        partner={"term": "a", "location": "2"},
    ),
    EntryOutcome("c1", "defined_terms", Outcome.MISSED, gold={"term": "a", "location": "2"}),
)


def table() -> Table:
    return Table(
        "t",
        "T",
        "A table.",
        (Column("entry", "Entry", "", numeric=False), Column("recall", "Recall", "")),
        (
            TableRow("a", (text("A"), number(Fraction(1, 3), 2)), ("scored", "program")),
            TableRow("b", (text(None), number(None, 2))),
        ),
    )


@pytest.mark.parametrize("start", ["=", "+", "-", "@"])
def test_no_text_is_run_as_a_formula(start: str) -> None:
    assert csv_text([[f"{start}1+1"]]) == f"'{start}1+1\n"


def test_numbers_stay_numbers() -> None:
    assert csv_text([[Fraction(-1, 2), -3, Fraction(0), None]]) == "-0.5,-3,0.0,\n"


def test_tables_keep_the_exact_value_and_leave_the_missing_empty() -> None:
    assert table_csv(table()) == (
        "id,marks,entry,recall\na,scored; program,A,0.3333333333333333\nb,,,\n"
    )
    assert cases_csv(table()) == "entry,recall\nA,0.3333333333333333\n,\n"


@given(st.text())
def test_any_text_comes_back_from_csv_on_one_line(value: str) -> None:
    written = csv_text([[value, "end"]])
    written.encode("utf-8")
    (row,) = csv.reader(io.StringIO(written))
    assert row[1] == "end"
    assert row[0].isprintable()


def test_entries_as_json_hold_every_field_that_is_known() -> None:
    first, second = json.loads(entries_json(ENTRIES))
    assert first["outcome"] == "false"
    assert first["answered"] == {"term": "=HYPERLINK()", "location": "1\\ud800"}
    assert first["near"] == "only the place differs"
    assert "gold" not in first
    assert second["gold"] == {"term": "a", "location": "2"}


def test_entries_as_csv() -> None:
    head, first, second = csv.reader(io.StringIO(entries_csv(ENTRIES)))
    assert head[:3] == ["contract", "category", "outcome"]
    assert first[4] == "'=HYPERLINK() | 1\\ud800"
    assert second[4:] == ["", "a | 2", ""]


def test_outputs_are_given_back_as_they_were_scored() -> None:
    records = [{"item": "c1", "response": "{}", "finish_reason": "stop"}]
    assert json.loads(outputs_json(records)) == {"outputs": records}


@pytest.mark.parametrize("stated", ["1.5", "0.00000012", "12", "1e-7", "1000000000", "0.1", "3.0"])
def test_an_amount_is_given_back_as_the_number_that_was_stated(stated: str) -> None:
    record = OutputRecord.model_validate_json(
        json.dumps({"item": "c1", "response": None, "finish_reason": "timeout"})[:-1]
        + f', "latency_s": {stated}, "usage": {{"input_tokens": 7}}}}'
    )
    (back,) = json.loads(outputs_json([record.model_dump()]), parse_float=Decimal)["outputs"]
    assert Decimal(back["latency_s"]) == Decimal(stated)
    assert isinstance(back["latency_s"], int) == stated.isdigit()
    assert back["usage"]["input_tokens"] == 7
    assert back["cost_usd"] is None


def test_an_archive_depends_on_its_files_alone() -> None:
    files = {"b.txt": b"two", "a.txt": b"one"}
    packed = archive(files)
    assert packed == archive(dict(reversed(files.items())))
    with zipfile.ZipFile(io.BytesIO(packed)) as folder:
        assert folder.namelist() == ["a.txt", "b.txt"]
        assert folder.read("b.txt") == b"two"
        assert {info.date_time for info in folder.infolist()} == {(1980, 1, 1, 0, 0, 0)}
