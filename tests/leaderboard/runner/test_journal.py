from __future__ import annotations

import asyncio
import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.errors import UsageError
from leaderboard.runner.journal import Journal, Past, read_journal

IDENTITY = {"model": "openai/m1", "setting seed": 1}
CALL = {"event": "call", "item": "a", "at": "2026-11-01T00:00:00Z"}
OUTCOME = {
    "event": "outcome",
    "item": "a",
    "at": "2026-11-01T00:00:01Z",
    "record": {"response": "x"},
}
FAULT = {
    "event": "fault", "item": "a", "at": "2026-11-01T00:00:01Z", "raw": "500", "message": "broken",
    "seconds": 1.5, "pause_s": 2.0,
}  # fmt: skip


def write(path: Path, *lines: dict[str, Any]) -> Path:
    with Journal(path, IDENTITY) as journal:
        for line in lines:
            journal.write(line)
    return path


def test_a_journal_that_is_opened_again_goes_on(tmp_path: Path) -> None:
    path = write(tmp_path / "runs" / "r" / "j.jsonl", CALL)
    with Journal(path, IDENTITY) as journal:
        journal.write(OUTCOME)
        past = journal.items()["a"]
    assert (past.calls, past.record) == (1, {"response": "x"})
    events = [json.loads(line)["event"] for line in path.read_text("utf-8").splitlines()]
    assert events == ["run", "call", "outcome"]


def test_the_time_of_a_last_attempt_was_waited_once_the_item_is_asked_again(
    tmp_path: Path,
) -> None:
    lost = {**OUTCOME, "seconds": 4.0}
    cases: tuple[tuple[list[dict[str, Any]], float], ...] = (
        ([CALL, FAULT, CALL, lost], 3.5),
        ([CALL, FAULT, CALL, lost, CALL], 7.5),
        ([CALL, FAULT, CALL, lost, CALL, OUTCOME], 7.5),
        ([CALL, FAULT, CALL, lost, CALL, OUTCOME, CALL, lost], 7.5),
        ([CALL, OUTCOME, CALL, OUTCOME], 0.0),
    )
    for lines, waited in cases:
        path = write(tmp_path / f"{len(lines)}-{waited}.jsonl", *lines)
        with Journal(path, IDENTITY) as journal:
            assert journal.items()["a"].waited_s == waited


def test_a_half_written_line_is_cut_off_wherever_it_breaks(tmp_path: Path) -> None:
    path = write(tmp_path / "j.jsonl", CALL, {**OUTCOME, "record": {"response": "ä€😀"}})
    data = path.read_bytes()
    whole = data.rfind(b"\n", 0, -1) + 1
    for length in range(len(data)):
        path.write_bytes(data[:length])
        with Journal(path, IDENTITY) as journal:
            known = journal.items()
            journal.write(CALL)
        assert (known["a"].record if length > whole else None) is None
        lines, size = read_journal(path)
        assert size == path.stat().st_size
        assert [line["event"] for line in lines].count("run") == 1


@pytest.mark.parametrize(
    "garbage",
    [
        b"hello",
        b"hello\n",
        b'{"event":"call"}\n',
        b'{"event":["run"]}\n',
        b'{"event":"walk","item":"a"}\n',
        b"[]\n",
        b"1e999999\n",
        b"\xff\xfe\n",
        b"[" * 100_000 + b"\n",
        b'{"event":"call","item":"a","at":"x"}\n',
        b'{"event":"run","version":1}\n',
        b"\0" * 20,
    ],
)
def test_what_is_no_journal_is_left_as_it_is(tmp_path: Path, garbage: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(garbage)
    with pytest.raises(UsageError, match="line 1, is no line of a journal"):
        Journal(path, IDENTITY)
    assert path.read_bytes() == garbage


@pytest.mark.parametrize("line", [b"{}\n", b'{"event":"fault","item":"a"}\n', b"\n", b"x\n"])
def test_a_foreign_line_in_the_middle_is_named(tmp_path: Path, line: bytes) -> None:
    path = write(tmp_path / "j.jsonl", CALL)
    path.write_bytes(path.read_bytes() + line + json.dumps(OUTCOME).encode() + b"\n")
    with pytest.raises(UsageError, match="line 3, is no line"):
        Journal(path, IDENTITY)


def test_two_journals_in_one_file_are_none(tmp_path: Path) -> None:
    path = write(tmp_path / "j.jsonl", CALL)
    path.write_bytes(path.read_bytes() * 2)
    with pytest.raises(UsageError, match="line 3, is no line"):
        Journal(path, IDENTITY)


def test_bytes_that_a_lost_power_supply_left_behind_are_cut_off(tmp_path: Path) -> None:
    path = write(tmp_path / "j.jsonl", CALL)
    data = path.read_bytes()
    path.write_bytes(data + b"\0" * 4096)
    with Journal(path, IDENTITY) as journal:
        assert journal.items()["a"].calls == 1
    assert path.read_bytes() == data


def test_other_settings_are_refused_and_named(tmp_path: Path) -> None:
    path = write(tmp_path / "j.jsonl", CALL)
    before = path.read_bytes()
    with pytest.raises(UsageError) as refusal:
        Journal(path, {"model": "openai/m2", "setting top_p": 0.5, "setting seed": 1})
    assert "model was 'openai/m1' and is 'openai/m2'" in str(refusal.value)
    assert "setting top_p was not given and is 0.5" in str(refusal.value)
    assert "seed" not in str(refusal.value)
    assert path.read_bytes() == before


def test_a_journal_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    path.write_text('{"event":"run","version":2,"identity":{}}\n', "utf-8")
    with pytest.raises(UsageError, match="another version of the runner"):
        Journal(path, IDENTITY)


def test_failed_attempts_add_up_and_the_last_word_counts() -> None:
    past = Past()
    for line in (CALL, FAULT, CALL, {**FAULT, "message": "still broken"}, CALL, OUTCOME):
        past.add(line)
    assert (past.calls, past.waited_s, past.fault) == (3, 7.0, "still broken")
    assert past.record == {"response": "x"}


def test_a_lost_call_may_have_cost_the_most_that_it_could() -> None:
    past = Past()
    dear = {**CALL, "most_usd": "1/2"}
    for line in (dear, dear, {**OUTCOME, "spent_usd": "1/10"}):
        past.add(line)
    assert past.spent_usd == Fraction(6, 10)


def test_a_failed_attempt_costs_what_its_line_says() -> None:
    past = Past()
    dear = {**CALL, "most_usd": "1/2"}
    for line in (dear, FAULT, dear, {**FAULT, "spent_usd": "1/2"}):
        past.add(line)
    assert past.spent_usd == Fraction(1, 2)


@given(st.lists(st.sampled_from(["call", "fault", "outcome", "lost"]), max_size=20))
def test_an_item_never_seems_to_have_cost_less_than_it_may_have(events: list[str]) -> None:
    past, most = Past(), Fraction(0)
    for event in events:
        past.add({**CALL, "most_usd": "1"})
        if event == "fault":
            past.add({**FAULT, "spent_usd": "1"})
        elif event == "outcome":
            past.add({**OUTCOME, "spent_usd": "1/3"})
        most += Fraction(1, 3) if event == "outcome" else 1
    assert past.spent_usd == most


def test_those_who_wait_for_the_disk_share_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached: list[int] = []
    path = tmp_path / "j.jsonl"
    whole = os.fsync

    def fsync(number: int) -> None:
        whole(number)
        reached.append(path.stat().st_size)

    async def write_one(journal: Journal, number: int) -> bool:
        journal.write({**CALL, "item": str(number)})
        end = path.stat().st_size
        await journal.sync()
        return max(reached) >= end

    async def write_all(journal: Journal) -> list[bool]:
        return list(await asyncio.gather(*(write_one(journal, each) for each in range(50))))

    with Journal(path, IDENTITY) as journal:
        monkeypatch.setattr(os, "fsync", fsync)
        assert all(asyncio.run(write_all(journal)))
    assert len(reached) < 10
