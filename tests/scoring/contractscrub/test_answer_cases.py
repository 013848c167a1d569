"""The A cases of the working papers that decide how an answer is read.

The cases write K1 to K9 for the nine keys, `REST=[]` for the other keys empty, and `section`
for `location`; here that notation is already turned into text.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from scoring.contractscrub import (
    CATEGORY_KEYS,
    Answer,
    canonical_place,
    normalise_words,
    parse_answer,
)
from scoring.outcomes import answer_of

K1, K2 = CATEGORY_KEYS[:2]


def rest(*given: str) -> str:
    return ",".join(f'"{key}":[]' for key in CATEGORY_KEYS if key not in given)


REST1, REST12 = rest(K1), rest(K1, K2)


def ok(text: str, key: str, entries: list[dict[str, str]], *flags: str) -> Answer:
    """Read `text` and check that just these entries are in it, and at least these flags."""
    answer = parse_answer(text)
    assert answer.status == "ok"
    assert {k: v for k, v in answer.entries.items() if v} == ({key: entries} if entries else {})
    assert set(flags) <= answer.flags
    return answer


def failed(text: str, status: str) -> None:
    answer = parse_answer(text)
    assert answer.status == status
    assert not any(answer.entries.values())


def a004() -> None:
    text = f'I read it twice.\nHere:\n{{"{K1}":["Fee"],{REST1}}}\nNote that "Buyer" is undefined.'
    ok(text, K1, [{"term": "Fee"}], "prose_around")


def a006() -> None:
    text = f'```python\nx = {{"{K1}": []}}\n```\nSo:\n```json\n{{"{K1}":["Seller"],{REST1}}}\n```'
    ok(text, K1, [{"term": "Seller"}], "fenced", "multiple_objects")


def a007() -> None:
    text = f'<think>maybe {{"{K1}":["draft"]}}</think>{{"{K1}":["Final Term"],{REST1}}}'
    answer = ok(text, K1, [{"term": "Final Term"}], "reasoning_stripped")
    assert "multiple_objects" not in answer.flags


def a011() -> None:
    ok(
        f'<think>r</think>\n```json\n{{"{K1}":[],{REST1}}}\n```',
        K1,
        [],
        "reasoning_stripped",
        "fenced",
    )


def a012() -> None:
    text = f'{{"{K1}":[{{"term":"Buyer","location":"2"}},{{"term":"Sel'
    failed(text, "truncated")
    assert answer_of({"response": text, "finish_reason": "length"}).status == "truncated"


def a016() -> None:
    failed(f'{{"{K1}":["x"] "{K2}":[],{REST12}}}', "invalid_json")


def a021() -> None:
    entry = {"term": "http://acme.example/terms", "location": "1"}
    answer = ok(f'{{"{K1}":[{json.dumps(entry)}],{REST1}}}', K1, [entry])
    assert answer.flags == frozenset()


def a022() -> None:
    failed(f'{{"{K1}":["Fee"], // undefined\n "{K2}":[] # none\n}} ', "invalid_json")


def a024() -> None:
    # The case lets equal duplicates collapse; SCORING does not.
    failed(f'{{"{K1}":["x"],"{K1}":[],{REST1}}}', "duplicate_key")
    failed(f'{{"{K1}":[],"{K1}":[],{REST1}}}', "duplicate_key")


def a026() -> None:
    # The case asks for a flag for a key put right; SCORING's closed list has none.
    answer = ok(f'{{"Undefined Terms":["Fee"],{rest(K2)}}}', K2, [{"term": "Fee"}])
    assert answer.flags == {"bare_string", "malformed_entry"}


def a027() -> None:
    text = f'{{"terms_without_definition":["Fee"],{rest(K2)}}}'
    ok(text, K2, [], "unknown_key", "missing_category")


def a029() -> None:
    ok(f'\ufeff{{"{K1}":["Fee"],{REST1}}}', K1, [{"term": "Fee"}], "bom")


def a032() -> None:
    failed(f'{{"{K1}":[{{"term":"„Entgelt" clause","location":"3"}}]}}', "invalid_json")


def a033() -> None:
    failed(f'{{"{K1}":["the "Fee", as used"],"{K2}":[],{REST12}}}', "invalid_json")


def a034() -> None:
    text = f'{{"{K1}":["Net\n\tFee"],{REST1}}}'
    ok(text, K1, [{"term": "Net\n\tFee"}], "control_chars")
    assert normalise_words("Net\n\tFee") == "net fee"


def a036() -> None:
    ok(f'{{"{K2}":[{{"term":"x","location":2.10}}]}}', K2, [{"term": "x", "location": "2.10"}])


def a040() -> None:
    failed("{}", "no_known_key")


def a041() -> None:
    failed(f'[{{"category":"{K1}","term":"Fee","location":"2"}}]', "not_an_object")


def a042() -> None:
    for text in ("42", '"none"', "true"):
        failed(text, "not_an_object")


def a043() -> None:
    text = (
        f'Draft\n```json\n{{"{K1}":["x"],{REST1}}}\n```\nFinal\n```json\n{{"{K1}":[],{REST1}}}\n```'
    )
    ok(text, K1, [], "multiple_objects", "fenced")


def a046() -> None:
    ok(json.dumps(f'{{"{K1}":["Fee"]}}'), K1, [{"term": "Fee"}], "unwrapped")


def a047() -> None:
    value = json.dumps('[{"term":"Fee","location":"2"}]')
    ok(f'{{"{K1}":{value},{REST1}}}', K1, [{}], "malformed_entry")


def a049() -> None:
    text = f'{{"{K2}":[{{"term":"caf\\u00e9 \\ud83d\\ude00","location":"\\u00a7 2.1"}}]}}'
    ok(text, K2, [{"term": "café 😀", "location": "§ 2.1"}])
    assert canonical_place("§ 2.1") == canonical_place("2.1")


def a050() -> None:
    # The case asks for a flag; SCORING's closed list has none for it.
    answer = ok(f'{{"{K1}":["Fee \\ud83d"],{REST1}}}', K1, [{"term": "Fee \ufffd"}])
    assert answer.flags == {"bare_string", "malformed_entry"}
    json.dumps(answer.entries, ensure_ascii=False).encode()


def a051() -> None:
    failed("[" * 100_000, "too_deep")
    failed('{"a":' * 20_000, "too_deep")
    failed('{"a":' * 20_000 + "1" + "}" * 20_000, "too_deep")
    failed('{"a":' + "[" * 20_000 + "]" * 20_000 + "}", "too_deep")


def a052() -> None:
    digits = "9" * 5_000
    text = f'{{"{K1}":[{{"term":"x","location":{digits}}}]}}'
    ok(text, K1, [{"term": "x", "location": digits}])


def a054() -> None:
    # What is found and false of it is told by the tests of matching.
    entry = {"term": "Fee", "location": "2"}
    ok(f'{{"{K1}":[{json.dumps(entry)},{json.dumps(entry)}],{REST1}}}', K1, [entry, entry])


def a055() -> None:
    normal = {key: [{"term": "a", "location": "1"}] if key == K1 else [] for key in CATEGORY_KEYS}
    turned = {
        key: [dict(reversed(entry.items())) for entry in normal[key]]
        for key in reversed(CATEGORY_KEYS)
    }
    assert parse_answer(json.dumps(turned)) == parse_answer(json.dumps(normal))


def a057() -> None:
    failed("I found no drafting errors in this agreement.", "no_json")


def a061() -> None:
    direct = f'{{"{K1}":["", "Fee", "   "],{REST1}}}'
    ok(direct, K1, [{"term": "Fee"}], "blank_entry")
    ok(direct.replace("]}", "],}"), K1, [{"term": "Fee"}], "blank_entry", "trailing_comma")


def a062() -> None:
    # Entries keep the raw text; entities are decoded where words are compared.
    entry = {"term": "R&amp;D Fee", "location": "&sect; 3"}
    ok(f'{{"{K1}":[{json.dumps(entry)}]}}', K1, [entry])
    assert normalise_words(entry["term"]) == normalise_words("R&D Fee")


def a063() -> None:
    blocks = [
        {"type": "text", "text": f'{{"{K1}":[]'},
        {"type": "image", "text": "{"},
        {"type": "text", "text": f",{REST1}}}"},
    ]
    answer = answer_of({"response": blocks, "finish_reason": "stop"})
    assert (answer.status, answer.flags) == ("ok", frozenset())


CASES: Final[dict[str, Callable[[], None]]] = {
    name.upper(): case
    for name, case in list(globals().items())
    if name.startswith("a0") and callable(case)
}


@pytest.mark.parametrize("case", CASES)
def test_case(case: str) -> None:
    CASES[case]()


def test_each_case_about_answers_is_tested(shared: Path) -> None:
    lines = (shared / "cases" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    open_cases = {json.loads(line)["id"] for line in lines}
    assert {case for case in open_cases if case.startswith("A")} <= set(CASES)
