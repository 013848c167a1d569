from __future__ import annotations

import io
import random
import stat
import struct
import zipfile
from collections.abc import Callable

import pytest

from leaderboard.hosting.artifact import MOST_REPORT, ArtifactError, parse_artifact
from tests.leaderboard.hosting.server import archive


def packed(
    name: str = "report.json",
    data: bytes = b"{}",
    mode: int = stat.S_IFREG | 0o644,
    kind: int = zipfile.ZIP_DEFLATED,
) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", kind) as file:
        info = zipfile.ZipInfo(name)
        info.external_attr = mode << 16
        info.compress_type = kind
        file.writestr(info, data)
    return made.getvalue()


def bomb() -> bytes:
    return packed(data=b"0" * (MOST_REPORT + 1))


def lying_bomb() -> bytes:
    """The directory says that ten bytes come out."""
    data = bytearray(bomb())
    where = data.rindex(b"PK\x01\x02")
    data[where + 24 : where + 28] = struct.pack("<I", 10)
    return bytes(data)


def encrypted() -> bytes:
    data = bytearray(packed())
    for header, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        where = data.index(header) + offset
        data[where] |= 1
    return bytes(data)


def test_the_report_comes_out_as_it_went_in() -> None:
    assert parse_artifact(archive(report_json=b'{"a": 1}')) == b'{"a": 1}'
    # Archives written elsewhere carry no mode.
    assert parse_artifact(packed(mode=0, kind=zipfile.ZIP_STORED)) == b"{}"


@pytest.mark.parametrize(
    "make",
    [
        lambda: b"",
        lambda: b"no archive",
        archive,
        lambda: archive(report_json="{}", more_json="{}"),
        lambda: packed("../report.json"),
        lambda: packed("/etc/report.json"),
        lambda: packed("report.json/"),
        lambda: packed(mode=stat.S_IFLNK | 0o777, data=b"/etc/passwd"),
        lambda: packed(mode=stat.S_IFIFO | 0o644),
        lambda: packed(kind=zipfile.ZIP_LZMA),
        bomb,
        lying_bomb,
        encrypted,
        lambda: packed()[:-30],
        lambda: packed(data=b"x" * 500)[40:],
    ],
)
def test_anything_else_is_refused(make: Callable[[], bytes]) -> None:
    with pytest.raises(ArtifactError):
        parse_artifact(make())


def test_damage_anywhere_is_refused_or_harmless() -> None:
    chance = random.Random(6)  # noqa: S311 - damages bytes, guards nothing
    whole = packed(data=b'{"a": [1, 2, 3]}' * 20)
    for _ in range(3_000):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        try:
            assert len(parse_artifact(bytes(data))) <= MOST_REPORT
        except ArtifactError:
            continue
