"""An edition of the real library, written once, and a small library of one kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from leaderboard.openscrub.edition import Written, generate, write_edition
from leaderboard.openscrub.shelf import Library, read_library


@pytest.fixture(scope="session")
def library() -> Library:
    return read_library()


@pytest.fixture(scope="session")
def written(library: Library) -> list[Written]:
    return list(generate(library, "tests", 44))


@pytest.fixture(scope="session")
def edition(library: Library, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("edition")
    write_edition(library, "tests", 44, folder)
    return folder
