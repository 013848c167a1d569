from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.errors import UsageError
from leaderboard.releases import Version, is_version, parse_version

VERSIONS = st.builds(Version, st.integers(0, 9999), st.integers(1, 12), st.integers(0, 9999))


@given(VERSIONS)
def test_a_version_is_read_back_from_its_text(version: Version) -> None:
    assert is_version(str(version))
    assert parse_version(str(version)) == version


@given(VERSIONS, VERSIONS)
def test_versions_are_ordered_by_their_numbers(one: Version, other: Version) -> None:
    told = [tuple(int(part) for part in str(each).split(".")) for each in (one, other)]
    assert (one < other) == (told[0] < told[1])


@pytest.mark.parametrize(
    "text",
    [
        "", "2026", "2026.1", "2026.13", "2026.00", "26.12", "2026.12.0", "2026.12.01", "2026.12.",
        "v2026.12", "2026.12.1.1", " 2026.12", "2026.12\n", "latest", "../2026.12", "2026-12",
        "٢٠٢٦.12", "2026.12.99999",
    ],
)  # fmt: skip
def test_nothing_else_is_a_version(text: str) -> None:
    assert not is_version(text)
    with pytest.raises(UsageError, match=r"such as 2026\.12"):
        parse_version(text)
