from __future__ import annotations

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from leaderboard.findings import MOST_OF_A_KIND
from leaderboard.strict_json import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_INTEGER,
    MAX_ITEMS,
    MAX_KEYS,
    MAX_VALUES,
    Path,
    parse_strict,
)
from tests.timing import at_most

ORDINARY = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-MAX_INTEGER, MAX_INTEGER)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(categories=("L", "N", "P", "S"), max_codepoint=0x2FFF)),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text(st.characters(categories=("L", "N"))), inner)
    ),
    max_leaves=30,
)
# The bytes that JSON is made of come up often, so that the strange reaches beyond the first byte.
PIECES = st.sampled_from(
    [
        *(b"{", b"}", b"[", b"]", b'"', b":", b",", b"\\", b"\\u", b"d800", b"0000", b"0061", b"a"),
        *(b"NaN", b"1e999", b"-", b"0", b".5", b"null", b" ", b"\n", b"\x00", b"\xef\xbb\xbf"),
        *("\u202e".encode(), b"\xff", b"true", b"Infinity", b"9" * 20),
    ]
)
HOSTILE = st.binary() | st.lists(PIECES, max_size=40).map(b"".join)


def found(data: bytes) -> list[tuple[str, str]]:
    return [(finding.code, finding.pointer) for finding in parse_strict(data, "f").findings]


@given(ORDINARY)
def test_ordinary_values_are_read_as_python_reads_them(value: object) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False, indent=1)):
        parsed = parse_strict(text.encode(), "f")
        if not parsed.findings:
            assert parsed.readable
            assert parsed.value == json.loads(text)
            assert json.dumps(parsed.value) == json.dumps(json.loads(text))
        else:
            # Deep nesting is possible, if unlikely; invisible letters are among L.
            assert {finding.code for finding in parsed.findings} <= {
                "too_deep",
                "invisible_character",
            }


@settings(max_examples=500)
@given(HOSTILE)
@example(b'"\\ud83d\\ude00"')
@example(b'{"\\ud800":1,"\\ud801":2}')
@example(b"\xef\xbb\xbf\xef\xbb\xbf{}")
@example(b"\x00")
def test_arbitrary_bytes_never_raise(data: bytes) -> None:
    parsed = parse_strict(data, "f")
    assert parsed.readable or parsed.findings
    assert parsed == parse_strict(data, "f")
    if parsed.readable and not parsed.findings:
        assert parsed.value == json.loads(data)
    if parsed.readable:
        json.dumps(parsed.value, ensure_ascii=False, allow_nan=False).encode()
    for finding in parsed.findings:
        assert finding.file == "f"
        assert finding.message.isprintable()
        assert finding.pointer.isprintable()


@pytest.mark.parametrize(
    ("data", "findings"),
    [
        (b"", [("empty_file", "")]),
        (b" \r\n\t", [("empty_file", "")]),
        (b"\xef\xbb\xbf", [("byte_order_mark", ""), ("empty_file", "")]),
        (b'\xef\xbb\xbf{"a":1,"a":2}', [("byte_order_mark", ""), ("duplicate_key", "/a")]),
        (b"\xef\xbb\xbf\xff", [("byte_order_mark", ""), ("not_utf8", "")]),
        ('{"a":1}'.encode("utf-16"), [("wrong_encoding", "")]),
        ('{"a":1}'.encode("utf-16-be"), [("wrong_encoding", "")]),
        ('{"a":1}'.encode("utf-16-le"), [("wrong_encoding", "")]),
        ('{"a":1}'.encode("utf-32"), [("wrong_encoding", "")]),
        ('{"a":1}'.encode("utf-32-be"), [("wrong_encoding", "")]),
        (b'{"a":"\xe9"}', [("not_utf8", "")]),
        (b'{"a":"\xed\xa0\x80"}', [("not_utf8", "")]),  # a surrogate in UTF-8's clothes
        (b'{"a":"\xc0\x80"}', [("not_utf8", "")]),  # NUL in two bytes
        (b'{"a":1,}', [("invalid_json", "")]),
        (b"{'a':1}", [("invalid_json", "")]),
        (b'{"a":1} x', [("invalid_json", "")]),
        (b'{"a":"', [("invalid_json", "")]),
        (b'{"a":01}', [("invalid_json", "")]),
        (b'{"a":"\\x"}', [("invalid_json", "")]),
        ('\u00a0{"a":1}'.encode(), [("invalid_json", "")]),
        (b"[" * 65 + b"]" * 65, [("too_deep", "")]),
        (
            b'{"a":NaN,"b":[Infinity,-Infinity]}',
            [("not_a_number", p) for p in ("/a", "/b/0", "/b/1")],
        ),
        (b"[1e999,-1e999]", [("number_too_large", "/0"), ("number_too_large", "/1")]),
        (b"[" + b"9" * 4301 + b"]", [("number_too_large", "/0")]),
        (b"[-" + b"9" * 10_000 + b"]", [("number_too_large", "/0")]),
        (b"[9007199254740992]", [("number_too_large", "/0")]),
        (b"[9007199254740991,-9007199254740991,-0,0.1e-400]", []),
        (b'{"a":1,"b":{"c":1,"c":2}}', [("duplicate_key", "/b/c")]),
        (b'{"a":1,"\\u0061":2}', [("duplicate_key", "/a")]),
        (b'{"a":1,"a":1}', [("duplicate_key", "/a")]),
        (b'{"":1,"":1}', [("duplicate_key", "/")]),
        (b'[{"a":1},{"a":2}]', []),
        (b'["\\ud800"]', [("lone_surrogate", "/0")]),
        (b'["\\ude00\\ud83d"]', [("lone_surrogate", "/0")]),
        (b'["\\ud83d\\ude00"]', []),
        (b'{"\\udfff":1}', [("lone_surrogate", "/\\udfff")]),
        (b'["\\u0000"]', [("control_character", "/0")]),
        (b'["\x00"]', [("unescaped_control_character", ""), ("control_character", "/0")]),
        (b'{"a\\u202e":1}', [("bidirectional_character", "/a\\u202e")]),
        (
            '["\u202e", "\u200b"]'.encode(),
            [("bidirectional_character", "/0"), ("invisible_character", "/1")],
        ),
        (b'{"a~/b":NaN}', [("not_a_number", "/a~0~1b")]),
    ],
)
def test_each_hazard_has_its_code_and_pointer(data: bytes, findings: list[tuple[str, str]]) -> None:
    assert found(data) == findings


def test_depth_is_counted_outside_strings_and_up_to_the_limit() -> None:
    assert found(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH) == []
    assert found(b'["' + b"[{" * 1000 + b'\\""]') == []


def test_what_is_broken_is_replaced_and_the_rest_is_kept() -> None:
    data = b'{"a":1,"a":2,"n":NaN,"s":"\\ud800x","t":"\\u0007","k":[1]}'
    assert parse_strict(data, "f").value == {
        "a": 1,
        "n": None,
        "s": "\ufffdx",
        "t": "\u0007",
        "k": [1],
    }


def test_exempt_strings_may_hold_any_character_but_no_half_pair() -> None:
    def exempt(path: Path) -> bool:
        return path == ("r",)

    data = b'{"r":"\\u0000\\u202e\\u200b","s":"\\u0000"}'
    parsed = parse_strict(data, "f", exempt=exempt)
    assert [(finding.code, finding.pointer) for finding in parsed.findings] == [
        ("control_character", "/s")
    ]
    (finding,) = parse_strict(b'{"r":"\\ud800"}', "f", exempt=exempt).findings
    assert finding.code == "lone_surrogate"


@pytest.mark.parametrize(
    ("data", "mend"),
    [
        (b'{"a":1,}', "comma before the closing bracket"),
        (b"[1,\n]", "comma before the closing bracket"),
        (b"{'a':1}", "double quotes"),
        (b'{"a":1 // one\n}', "comment"),
        (b'{"a":1, # one\n}', "comment"),
        (b'{\n<<<<<<< HEAD\n"a":1}', "merge conflict"),
        (b'{"a":1', "cut off"),
        (b'{"a":"b', "cut off"),
        (b'{"a" 1}', "JSON library"),
    ],
)
def test_common_slips_are_told_how_to_mend(data: bytes, mend: str) -> None:
    (finding,) = parse_strict(data, "f").findings
    assert mend in finding.mend


def test_positions_are_told() -> None:
    (finding,) = parse_strict(b'{\n "a": 1\n "b": 2}', "f").findings
    assert "line 3, column 2" in finding.message
    (finding,) = parse_strict(b'{\n "a": "\xff"}', "f").findings
    assert "0xFF at offset 9 (line 2)" in finding.message


SIZE = MAX_BYTES - 100
BOMBS = {
    "deep": b"[" * 100_000,
    "deep and large": b"[" * SIZE,
    "deep in objects": b'{"a":' * 100_000,
    "many values": b"[" + b"[]," * (SIZE // 3) + b"1]",
    "just few enough values": b"[" + (b"[" + b"0," * 19_998 + b"0],") * 14 + b"1]",
    "many keys": b"{" + b'"a":1,' * (MAX_VALUES - 10) + b'"a":1}',
    "strings that never close": b'"\\"' * (SIZE // 3),
    "quotes": b'"' * SIZE,
    "backslashes": b'"' + b"\\" * SIZE,
    "a long integer": b"9" * SIZE,
    "a long decimal": b"[0." + b"1" * SIZE + b"]",
    "a long exponent": b"1e" + b"9" * SIZE,
    "spaces": b" " * SIZE,
    "line feeds": b"\n" * SIZE + b"x",
    "duplicate keys": b"{" + b'"a":1,' * 1_900 + b'"a":1}',
    "control characters": b"[" + b'"\\u0000",' * 19_000 + b"1]",
    "raw control characters": b'["' + b"\n" * SIZE + b'"]',
    "surrogates": b'["' + b"\\ud800" * (SIZE // 6) + b'"]',
    "long keys": b'{"' + b"k" * (SIZE // 2) + b'":{"' + b"k" * (SIZE // 3) + b'":NaN}}',
    "an error at the end": b"[" + b"1," * (MAX_VALUES - 2) + b"x",
    "too large": b" " * (MAX_BYTES + 1),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_told_quickly_and_briefly(name: str) -> None:
    with at_most(5):
        parsed = parse_strict(BOMBS[name], "f")
    assert len(parsed.findings) <= MOST_OF_A_KIND + 2
    assert name in {"a long decimal", "just few enough values"} or parsed.findings
    assert sum(len(f.message) + len(f.pointer) for f in parsed.findings) < 20_000


def test_sixteen_mebibytes_are_just_not_too_large() -> None:
    frame = b'{"a":""}'
    data = frame[:6] + b"x" * (MAX_BYTES - len(frame)) + frame[6:]
    assert found(data) == []
    assert found(data + b" ") == [("file_too_large", "")]
    assert found(BOMBS["many values"]) == [("too_many_values", "")]


def test_crowded_objects_and_lists_are_not_looked_into() -> None:
    keys = {f"k{index}": index for index in range(MAX_KEYS)}
    items = [0] * MAX_ITEMS
    assert found(json.dumps({"a": keys, "b": items}).encode()) == []
    keys["one more"] = 1
    items.append(0)
    parsed = parse_strict(json.dumps({"a": keys, "b": items, "c": 1}).encode(), "f")
    assert [(finding.code, finding.pointer) for finding in parsed.findings] == [
        ("too_many_values", "/a"),
        ("too_many_values", "/b"),
    ]
    assert parsed.value == {"a": None, "b": None, "c": 1}


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 8_000_000 + b"]" * 8_000_000,
        b'{"a":' * 3_000_000,
        b'["",' * 4_000_000,
        b'["a",' * 30 + b"[" * 35 + b'"",' * 2_000_000,
    ],
)
def test_what_is_nested_without_end_is_told_as_that(data: bytes) -> None:
    with at_most(5):
        assert found(data) == [("too_deep", "")]


@pytest.mark.parametrize(
    "data",
    [
        b"[" + b"[]," * 5_000_000 + b"[]]",
        b"[" + b'"",' * 5_000_000 + b"[" * 100,
        b"[" + b'"a[",' * 3_000_000 + b"0]",
    ],
)
def test_what_is_only_wide_holds_too_many_values(data: bytes) -> None:
    with at_most(5):
        assert found(data) == [("too_many_values", "")]


def test_half_a_pair_is_mended_by_one_character_alone() -> None:
    (finding,) = parse_strict(b'["\\ud800"]', "f", exempt=lambda _: True).findings
    assert "by U+FFFD" in finding.mend
    assert "only change" in finding.mend
    assert parse_strict(b'["\\ufffd"]', "f").findings == ()
