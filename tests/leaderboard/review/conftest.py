"""One board for all tests of the check, with the index that main publishes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from leaderboard.git import Objects
from leaderboard.review import Index, Reviewed, parse_index, review
from leaderboard.review.scorer import Scorer, load_scorer
from leaderboard.review.standing import build_index
from tests.leaderboard.gits import Hosted
from tests.leaderboard.review.sample import make_board, write_gold


@dataclass
class Check:
    """The check as the workflow runs it, on the board of `sample`."""

    hosted: Hosted
    index: Index
    scorer: Scorer

    def __call__(
        self, head: str, author: str = "ada", *, base: str = "origin/main", index: bool = True
    ) -> Reviewed:
        known = self.index if index else Index()
        return review(self.hosted.clone, base, head, author, known, scorer=self.scorer)


def make_check(folder: Path) -> Check:
    """A board of its own and its index."""
    hosted = make_board(folder / "git")
    objects = Objects(hosted.clone)
    scorer = load_scorer(hosted.clone, write_gold(folder / "gold"))
    text = build_index(objects, objects.commit("HEAD"), scorer, Index())
    return Check(hosted, parse_index(text.encode(), "index"), scorer)


@pytest.fixture(scope="session")
def check(tmp_path_factory: pytest.TempPathFactory) -> Check:
    """Shared: a pull request changes nothing that another one sees."""
    return make_check(tmp_path_factory.mktemp("board"))


@pytest.fixture
def own_check(tmp_path: Path) -> Check:
    """For tests that put commits onto main."""
    return make_check(tmp_path)
