from __future__ import annotations

import datetime as dt
import json
import os
import stat
import tempfile
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.files import dump_json, write_bytes, write_json, write_text

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def test_json_keeps_order_and_letters_and_ends_with_a_line_feed() -> None:
    assert dump_json({"b": 1, "a": "é"}) == '{\n  "b": 1,\n  "a": "é"\n}\n'
    assert dump_json({"b": [1, 2], "a": None}, indent=None) == '{"b":[1,2],"a":null}\n'


def test_json_writes_what_records_hold() -> None:
    value = {"at": dt.date(2026, 11, 30), "map": MappingProxyType({"x": (1, 2)})}
    assert json.loads(dump_json(value)) == {"at": "2026-11-30", "map": {"x": [1, 2]}}


@given(JSON)
def test_json_reads_back(value: object) -> None:
    assert json.loads(dump_json(value)) == value
    assert json.loads(dump_json(value, indent=None)) == value


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800", {"\udfff": 1}])
def test_json_refuses_values_that_json_does_not_have(value: object) -> None:
    with pytest.raises(ValueError, match=r"JSON|surrogates"):
        dump_json([value])


@pytest.mark.parametrize(
    "value", [{1, 2}, Fraction(1, 3), {1: 2}, MappingProxyType({None: 1}), [{"a": {True: 1}}]]
)
def test_json_refuses_values_without_one_json_form(value: object) -> None:
    with pytest.raises(TypeError):
        dump_json(value)


def test_a_file_is_written_whole_with_plain_mode_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "file.json"
    write_json(path, {"a": 1})
    write_json(path, {"a": 2})
    assert path.read_bytes() == b'{\n  "a": 2\n}\n'
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert [entry.name for entry in path.parent.iterdir()] == ["file.json"]


def test_text_is_written_as_it_is(tmp_path: Path) -> None:
    write_text(tmp_path / "t", "a\r\né\n")
    assert (tmp_path / "t").read_bytes() == "a\r\né\n".encode()


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    write_bytes(path, b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_bytes(path, b"new")
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_what_cannot_be_written_is_named_by_its_own_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(IsADirectoryError) as folder:
        write_text(tmp_path, "x")
    assert folder.value.filename == str(tmp_path)
    assert folder.value.strerror == "Is a directory"

    def closed(*, dir: Path, prefix: str) -> tuple[int, str]:  # noqa: A002 - that is its name
        raise PermissionError(13, "Permission denied", f"{dir}/{prefix}po50ut89")

    monkeypatch.setattr(tempfile, "mkstemp", closed)
    with pytest.raises(PermissionError) as denied:
        write_text(tmp_path / "file", "x")
    assert denied.value.filename == str(tmp_path / "file")
    assert list(tmp_path.iterdir()) == []
