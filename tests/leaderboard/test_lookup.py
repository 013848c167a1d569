from __future__ import annotations

from pathlib import Path

import pytest

from leaderboard.lookup import current_id, known_names
from tests.leaderboard.repositories import add_submission, make_root


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = make_root(tmp_path / "repository")
    add_submission(made, "acme--new", aliases=["acme--old", "acme--older"])
    add_submission(made, "acme--other", name="Other")
    return made


@pytest.mark.parametrize(
    ("name", "now"),
    [
        ("acme--old", "acme--new"),
        ("acme--new", "acme--new"),
        ("acme--nobody", "acme--nobody"),
        ("submissions/acme--old", "submissions/acme--old"),
        ("program--nothing", "program--nothing"),
    ],
)
def test_a_former_id_leads_to_todays(root: Path, name: str, now: str) -> None:
    assert current_id(root, name) == now


def test_all_names_of_an_entry_the_one_that_was_given_first(root: Path) -> None:
    assert known_names(root, "acme--older") == ("acme--older", "acme--new", "acme--old")
    assert known_names(root, "acme--new") == ("acme--new", "acme--old", "acme--older")
    assert known_names(root, "acme--other") == ("acme--other",)


def test_where_there_are_no_submissions_a_name_stands_for_itself(tmp_path: Path) -> None:
    assert current_id(tmp_path, "acme--old") == "acme--old"
    assert known_names(tmp_path, "acme--old") == ("acme--old",)
