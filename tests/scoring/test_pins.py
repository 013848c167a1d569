"""A changed scorer or gold without a changed version fails here (house rule 2)."""

from __future__ import annotations

import json

from leaderboard.digests import scorer_digest
from scoring.signature import SCORING_VERSION
from tests.pins import committed_editions, pinned_scorer

MEND = "raise the version, say in CHANGELOG.md what moved and why, then run `make pin`"


def test_the_scorer_is_the_one_that_its_version_names() -> None:
    assert pinned_scorer().get(SCORING_VERSION) == scorer_digest(), (
        f"the code of scoring/ changed under version {SCORING_VERSION}: if a number can move, "
        f"{MEND}; if none can, `make pin` is enough"
    )


def test_committed_gold_is_the_one_that_its_edition_names() -> None:
    editions = committed_editions()
    assert editions
    for path, digests in editions.items():
        benchmark = json.loads(path.read_text("utf-8"))
        for edition in benchmark["editions"]:
            found = digests[edition["version"]]
            assert {key: edition[key] for key in found} == found, (
                f"gold or contracts of {benchmark['key']} {edition['version']} changed: {MEND}"
            )
