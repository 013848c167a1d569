"""`release.json`: what a release is and what its numbers rest on."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Final, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from leaderboard.releases.versions import VERSION_PATTERN

__all__ = ["MANIFEST", "MANIFEST_VERSION", "FrozenBenchmark", "FrozenSubmission", "Manifest"]

MANIFEST: Final = "release.json"
MANIFEST_VERSION: Final = 1
"""Of the file's form; raised when a key changes its meaning or goes."""
VersionText: TypeAlias = Annotated[str, Field(pattern=f"^{VERSION_PATTERN}$")]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class FrozenBenchmark(_Record):
    """A benchmark as a release has it.

    Attributes:
        title: for display.
        edition: the edition that was ranked.
        gold_digest: of its gold; None where that was not known.
        texts_digest: of its contracts; None where they were not at hand.
        scored_here: whether its rows were scored, or only reported.
        rows: how many there are.

    """

    title: str
    edition: str
    gold_digest: str | None
    texts_digest: str | None
    scored_here: bool
    rows: int


class FrozenSubmission(_Record):
    """A submission as a release has it.

    Attributes:
        digest: over its files.
        benchmarks: benchmark key → digest of the raw outputs.

    """

    digest: str
    benchmarks: dict[str, str | None]


class Manifest(_Record):
    """What a release is.

    Attributes:
        manifest_version: of this file's form.
        version: of the release.
        date: of the commit that it was made of.
        commit: that commit; None where that was not known.
        previous: the release before it, or None.
        title: of the board.
        site: where the site was published, as far as was known.
        repository: where the repository was, as far as was known.
        scoring_version: of the scorer.
        scorer_digest: over the scorer's modules; None where that was not known.
        benchmarks: key → what it was.
        submissions: id → what it was.

    """

    manifest_version: int
    version: VersionText
    date: dt.date
    commit: str | None
    previous: VersionText | None
    title: str
    site: str | None
    repository: str | None
    scoring_version: str
    scorer_digest: str | None
    benchmarks: dict[str, FrozenBenchmark]
    submissions: dict[str, FrozenSubmission]
