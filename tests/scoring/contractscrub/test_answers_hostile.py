from __future__ import annotations

import time

import pytest

from scoring.contractscrub import parse_answer
from scoring.contractscrub.answers import MAX_BYTES
from tests.timing import at_most

UNITS = [
    *("{", "[", "}", "]", '"', "\\", "<", "`", "~", ":", " ", "\n", "a", "\x00", "\ud83d", "{}"),
    *("[]", '{"', '["', '\\"', '{\\"', "\\\\", "[ ", "{ ", '{"a":', '[{"a":', '{"a":[', "[1,"),
    *('["a",', "[{},", "[[],", "[[x", '{"a":1x', '{"a":1}', '{"a\\"":', '"{', '"}', '":{'),
    *('{"":":{', '{"k":"{",', '\n{"', '\n{"a":"\n{', '{"a":"', "{'a':", "{a:", "a:", '"a":'),
    *("<think>", "</think>", "<think></think>", "<think ", "```", "```json\n{", '{"a":NaN,'),
    *('{"defined_terms":', '{"defined_terms":[]}', '{"defined_terms":[],', "defined_terms:"),
    *('{"a":{"defined_terms":[]}}', '{"a":"{\\"a\\":1}"}', '\n{"defined_terms":["x"', ',{"a":1}'),
]


@pytest.mark.parametrize("before", ["", '{"defined_terms": ["', "{x <think>"])
@pytest.mark.parametrize("unit", UNITS)
def test_a_long_hostile_text_is_read_in_time(unit: str, before: str) -> None:
    # What is merely linear takes a fraction of a second here, quadratic work takes minutes.
    text = before + unit * (MAX_BYTES // 16 // len(unit))
    with at_most(5):
        answer = parse_answer(text)
    assert len(answer.entries) == 9


@pytest.mark.parametrize(
    ("unit", "status"),
    [
        ("{", "no_json"),
        ('{"', "no_known_key"),
        ('"', "no_json"),
        ("\\", "no_json"),
        ("[", "too_deep"),
        ('{"a":', "too_deep"),
        ("<think>", "truncated_in_reasoning"),
    ],
)
def test_four_mebibytes_take_five_seconds_at_most(unit: str, status: str) -> None:
    with at_most(5):
        assert parse_answer(unit * (MAX_BYTES // len(unit))).status == status


def test_twice_the_text_takes_about_twice_the_time() -> None:
    def seconds(text: str) -> float:
        start = time.process_time()
        parse_answer(text)
        return time.process_time() - start

    for unit in ('{"a":"\n{', "[[],", '{"":":{', "{a:", "<think></think>", '{"a":1x'):
        small = min(seconds(unit * 10_000) for _ in range(3))
        assert seconds(unit * 80_000) < 24 * small + 0.1
