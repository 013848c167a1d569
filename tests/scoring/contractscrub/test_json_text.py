from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.contractscrub.json_text import (
    Members,
    is_empty_list,
    is_scalar,
    read,
    scan,
    skip_space,
    string_end,
    string_value,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
MARKS = st.lists(
    st.sampled_from(
        [
            *'{}[],:"\\ \n\t\r\f-+.eE01a',
            *("true", "null", '"a"', '"a":', "1.5e3", "\\u00e9", "\\n", "\x00", "[]", "{}", "é"),
        ],
    ),
    max_size=20,
)


def is_key(name: str) -> bool:
    return name == "key"


def reads(text: str) -> bool:
    """Whether Python's reader takes all of `text` as an object or a list."""
    try:
        return isinstance(json.loads(text), (dict, list))
    except json.JSONDecodeError:
        return False


@given(MARKS.map("".join), st.sampled_from(["{", "[", '{"a":', "["]))
def test_what_is_exact_json_is_what_pythons_reader_takes(text: str, start: str) -> None:
    text = start + text
    found = scan(text, 0, is_key)
    exact = found.complete and found.exact and found.end == len(text.rstrip(" \n\t\r"))
    assert exact == reads(text)


@given(JSON, st.sampled_from([None, 2]))
def test_all_json_is_scanned_to_its_end(value: object, indent: int | None) -> None:
    text = json.dumps({"key": value}, indent=indent, ensure_ascii=False)
    found = scan(f"x{text}y", 1, is_key)
    assert (found.complete, found.end, found.open_objects) == (True, len(text) + 1, 0)
    assert (found.known_at, found.known, found.exact) == (1, ("key",), True)
    members = read(f"x{text}y", found)
    assert plain(members) == plain(json.loads(text, parse_float=str, parse_int=str))


def plain(value: object) -> object:
    """The value with objects as dicts."""
    if isinstance(value, Members):
        return {name: plain(inner) for name, inner in value}
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


@given(JSON, st.data())
def test_all_json_cut_off_breaks_off(value: object, data: st.DataObject) -> None:
    text = json.dumps({"key": value})
    cut = data.draw(st.integers(1, len(text) - 1))
    found = scan(text[:cut], 0, is_key)
    assert not found.complete
    assert found.open_objects >= 1


def test_a_scan_tells_where_it_broke_off_and_what_was_open() -> None:
    found = scan('{"a": [1, {"b": 2} x]}', 0, is_key)
    assert (found.complete, found.end, found.open_objects, found.depth) == (False, 19, 1, 3)
    assert found.opened == (0, 6, 10)


def test_trailing_commas_are_recorded_and_read_over() -> None:
    text = '{"key": [1, "a",], "b": {"c": null,},}'
    found = scan(text, 0, is_key)
    assert [text[comma] for comma in found.commas] == [","] * 3
    assert not found.exact
    assert read(text, found) == (("key", ["1", "a"]), ("b", (("c", None),)))


@pytest.mark.parametrize(
    ("text", "level", "known"),
    [
        ('{"key": 1}', 1, ("key",)),
        ('{"a": 1, "key": 1, "key": 2}', 1, ("key", "key")),
        ('{"a": {"key": 1}}', 2, ("key",)),
        ('{"a": {"b": {"key": 1}}}', 3, ("key",)),
        ('{"a": {"b": {"c": {"key": 1}}}}', 0, ()),
        ('{"a": {"key": 1}, "b": 2}', 0, ()),
        ('{"a": {"key": 1}, "key": 2}', 1, ("key",)),
        ('{"a": {"b": {"key": 1}, "c": 2}}', 0, ()),
        ('{"a": [{"key": 1}]}', 0, ()),
        ('{"key": {"key": 1}}', 1, ("key",)),
        ('[{"key": 1}]', 0, ()),
    ],
)
def test_known_keys_are_looked_for_inside_wrappers_only(
    text: str, level: int, known: tuple[str, ...]
) -> None:
    found = scan(text, 0, is_key, wrappers=2)
    assert (found.known_at, found.known) == (level, known)


@pytest.mark.parametrize(
    ("text", "leaf"),
    [
        ('{"a": "b"}', (6, 9, 1)),
        ('{"a": {"b": "c"}}', (12, 15, 2)),
        ('{"a": {"b": {"c": "d"}}}', None),
        ('{"a": "b", "c": 1}', None),
        ('{"a": ["b"]}', None),
        ('{"key": "b"}', None),
    ],
)
def test_the_string_in_the_innermost_wrapper_is_found(
    text: str, leaf: tuple[int, int, int] | None
) -> None:
    assert scan(text, 0, is_key, wrappers=2).leaf == leaf


def test_a_wrapped_object_is_read_without_its_wrappers() -> None:
    text = '{"a": {"b": {"key": [2.10, "x"]}}}'
    assert read(text, scan(text, 0, is_key, wrappers=2)) == (("key", ["2.10", "x"]),)


def test_constants_are_scanned_over_and_recorded() -> None:
    for constant in ("NaN", "Infinity", "-Infinity"):
        found = scan(f'{{"a": [{constant}]}}', 0, is_key)
        assert (found.complete, found.constants) == (True, True)
    assert not scan('{"a": "NaN"}', 0, is_key).constants
    assert not scan('{"a": -NaN}', 0, is_key).complete


def test_small_questions() -> None:
    assert skip_space("a \n\t\r\fb", 1) == 5
    assert [is_scalar(text) for text in ("-0.5E+3", "null", "01", "nul", "")] == [
        *(True, True),
        *(False, False, False),
    ]
    assert [is_empty_list(text) for text in ("[]", "[ \n]", "[1]", "[")] == [
        *(True, True),
        *(False, False),
    ]
    assert string_end('x"a\\"b"c', 1) == 7
    assert [string_end(text, 0) for text in ('"a', '"\\', '"\\u12', '"\\x"')] == [None] * 4
    assert string_value('"a\nb"') == "a\nb"
    assert string_value('"\\ud83d\\ude00\\n\n\\udc00"') == "😀\n\n\udc00"
