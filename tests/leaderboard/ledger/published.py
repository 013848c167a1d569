"""Published results of small boards made by hand, and releases of them on disk."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from leaderboard.certainty import with_certainty
from leaderboard.files import dump_json, write_text
from leaderboard.ledger import Published, published_board
from leaderboard.ranking import rank_rows
from leaderboard.records import BenchmarkBoard, Board, Mark, Row
from leaderboard.releases import MANIFEST, RESULTS, SUMS, Manifest, render_sums
from scoring.signature import SCORING_VERSION
from tests.leaderboard.pages.fakes import benchmark
from tests.leaderboard.samples import SCRUB, record, reply, scored

DATE = dt.date(2026, 12, 1)
FEE = {"term": "Fee", "location": "2(a)"}
BUYER = {"term": "Buyer", "location": "P"}


def row(id_: str, *found: Mapping[str, str], digest: str | None = "sha256:one", **more: Any) -> Row:
    """A scored submission that found those definitions in `alpha` and nothing in `beta`."""
    records = (
        record("alpha", reply(defined_terms=list(map(dict, found)))),
        record("beta", reply()),
    )
    made = replace(scored(id_, *records), version="0.1", digest=digest)
    if more:
        made = replace(made, entrant=replace(made.entrant, **more))
    return made


def marked(given: Row, *marks: Mark) -> Row:
    return replace(given, marks=marks)


def board(*rows: Row, others: tuple[Row, ...] = (), at_hand: bool = True) -> Board:
    return Board(
        benchmarks=(
            with_certainty(
                BenchmarkBoard(
                    benchmark=benchmark("openscrub"),
                    version="0.1",
                    editions={"0.1": SCRUB} if at_hand else {},
                    rows=rank_rows(rows),
                    others=rank_rows(others),
                )
            ),
        ),
        findings=(),
        date=DATE,
        scoring_version=SCORING_VERSION,
        scorer_digest="code-1",
        common_prices=dt.date(2026, 11, 30),
    )


def published(*rows: Row, version: str | None = None, **more: Any) -> Published:
    return replace(published_board(board(*rows, **more)), version=version)


def edited(given: Published, id_: str, edit: Callable[[dict[str, Any]], None]) -> Published:
    """The same results with one row changed by hand."""
    for _, found in given.rows():
        if found["id"] == id_:
            assert isinstance(found, dict)
            edit(found)
    return given


def signed(given: Published, scorer: str) -> Published:
    """The same results as another version of the scorer would sign them."""
    for _, found in given.rows():
        card = found["card"]
        card["signature"] = card["signature"].replace(
            f"scoring:{SCORING_VERSION}", f"scoring:{scorer}"
        )
    return given


def write_release(root: Path, version: str, given: Board, **more: Any) -> Path:
    """A release of a board, as far as reading one goes."""
    results = published_board(given).results
    manifest = Manifest(
        manifest_version=1,
        version=version,
        date=DATE,
        commit=None,
        previous=None,
        title="Board",
        site=None,
        repository=None,
        scoring_version=given.scoring_version,
        scorer_digest=given.scorer_digest,
        benchmarks={},
        submissions={},
        **more,
    )
    files = {RESULTS: dump_json(results), MANIFEST: dump_json(manifest.model_dump())}
    folder = root / "releases" / version
    for name, text in files.items():
        write_text(folder / name, text)
    write_text(folder / SUMS, render_sums({k: v.encode() for k, v in files.items()}))
    return folder
