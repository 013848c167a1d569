from __future__ import annotations

from dataclasses import replace

from leaderboard.pages.calls import call_table
from leaderboard.records import Row
from tests.leaderboard.pages import fakes

RECORDS = (
    {
        "item": "contract-1",
        "response": "{}",
        "finish_reason": "length",
        "finish_reason_raw": "MAX_TOKENS",
        "attempts": 2,
        "latency_s": 1.25,
        "waited_s": 61.5,
        "cost_usd": 0.5,
        "cost_is_lower_bound": True,
        "usage": {"input_tokens": 10, "cached_input_tokens": None, "output_tokens": 7},
    },
    {
        "item": "contract-2",
        "response": None,
        "finish_reason": "context_overflow",
        "finish_reason_raw": "400",
        "error": "request (10755 tokens) exceeds the available context size (8192 tokens)",
        "attempts": 1,
    },
    {"item": "contract-3", "response": "", "finish_reason": "stop", "attempts": 1},
    {"item": "contract-4", "response": "yes", "finish_reason": "stop", "latency_s": 2},
    {"item": "contract-5", "response": "nothing is stated of this one", "finish_reason": "stop"},
)


def row(key: str) -> Row:
    board = next(item for item in fakes.board().benchmarks if item.benchmark.key == key)
    first = next(row for row in board.rows if row.card is not None)
    return replace(first, records=RECORDS)


def cells(key: str, line: int) -> list[str]:
    table = call_table(row(key))
    assert table is not None
    return [cell.text for cell in table.rows[line].cells]


def test_every_call_says_how_it_ended_and_why_nothing_was_scored() -> None:
    assert cells("openscrub", 1)[:4] == [
        "contract-2",
        "context_overflow",
        "context_overflow: the contract did not fit into the model's context",
        "request (10755 tokens) exceeds the available context size (8192 tokens)",
    ]
    assert cells("openscrub", 0)[2].startswith("no_known_key: ")
    assert cells("openscrub", 2)[2].startswith("empty: ")


def test_times_tokens_and_cost_are_shown_as_stated() -> None:
    table = call_table(row("openscrub"))
    assert table is not None
    assert [cell.text for cell in table.rows[0].cells[4:]] == [
        "2", "1.2", "61.5", "10", "–", "7", "0.5000",
    ]  # fmt: skip
    assert table.rows[0].cells[-1].note == "≥"


def test_a_clause_answer_is_read_as_it_is() -> None:
    assert cells("openclause", 1)[2].startswith("context_overflow: ")
    assert cells("openclause", 2)[2] == "empty: there is no text"
    assert cells("openclause", 3)[2] == "ok"


def test_what_states_nothing_is_not_listed() -> None:
    table = call_table(row("openscrub"))
    assert table is not None
    assert len(table.rows) == 4
    assert call_table(replace(row("openscrub"), records=RECORDS[4:])) is None
