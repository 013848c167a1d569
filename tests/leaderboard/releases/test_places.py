from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.names import ID_PATTERN
from leaderboard.releases import (
    FrozenRow,
    benchmark_place,
    parse_place,
    release_place,
    row_place,
    standing_place,
)

IDS = st.from_regex(ID_PATTERN.replace("[a-z0-9]+", "[a-z0-9]{1,6}"), fullmatch=True)


@given(
    st.sampled_from(["2026.12", "2027.01.3"]),
    st.from_regex(r"[a-z][a-z0-9-]{0,39}", fullmatch=True),
    IDS,
    st.sampled_from(["", "/", "https://board.example/", "https://board.example/x/", "Page "]),
)
def test_the_address_of_a_row_leads_back_to_it(
    version: str, benchmark: str, id_: str, site: str
) -> None:
    assert parse_place(site + row_place(version, benchmark, id_)) == FrozenRow(
        version, benchmark, id_
    )


def test_addresses_are_one_inside_the_other() -> None:
    row = row_place("2026.12", "openscrub", "acme--x")
    assert row == "v/2026.12/openscrub/acme--x/"
    assert row.startswith(benchmark_place("2026.12", "openscrub"))
    assert row.startswith(release_place("2026.12"))
    assert standing_place("2026.12") == "releases/2026.12/"


@pytest.mark.parametrize(
    "address",
    [
        "", "v/2026.12/", "v/2026.12/openscrub/", "v/latest/openscrub/acme--x/",
        "submissions/acme--x/openscrub/", "nav/2026.12/openscrub/acme--x/", "v/2026.13/a/b--c/",
    ],
)  # fmt: skip
def test_no_other_address_names_a_row(address: str) -> None:
    assert parse_place(address) is None
