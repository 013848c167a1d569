from __future__ import annotations

import dataclasses
import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from leaderboard.citation import cite_board, cite_release, cite_row, frozen_name, render_bibtex
from leaderboard.citation.choosing import load_cited, load_frozen_row, rows_of
from leaderboard.display import format_number
from leaderboard.errors import UsageError
from leaderboard.ranking import primary
from leaderboard.releases import find_row, load_release
from leaderboard.tables.columns import display_name
from tests.leaderboard.citation.judges import decode_tex, parse_bibtex
from tests.leaderboard.pages import fakes
from tests.leaderboard.releases import frozen


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = frozen.make_root(tmp_path_factory.mktemp("cited") / "root")
    frozen.write_release(root, "2026.11")
    frozen.write_release(root, "2026.12")
    return root


def test_every_row_round_trips_from_its_citation_to_its_number(root: Path) -> None:
    release, board = load_release(root, "2026.12"), fakes.board()
    seen = 0
    for item in board.benchmarks:
        for row in (*item.rows, *item.others):
            frozen_row = find_row(release, row.entrant.id, item.benchmark.key)
            assert frozen_row is not None
            value = release.results["benchmarks"][item.benchmark.key]
            cited = cite_row(
                frozen.project(), "2026.12", frozen.DATE, (item.benchmark.key, value), frozen_row
            )
            (entry,) = parse_bibtex(render_bibtex(cited))
            where, found = load_frozen_row(root, entry["url"])
            assert where.version == release.version
            assert found == frozen_row
            number = primary(row)
            assert found["primary"] == (None if number is None else float(number))
            shown = "Not scored" if number is None else f" {format_number(number, 3)}"
            assert shown in decode_tex(entry["note"])
            assert display_name(row.entrant) in decode_tex(entry["title"])
            seen += 1
    assert seen > 8


def test_a_citation_without_an_address_round_trips_by_its_page(root: Path) -> None:
    project = frozen.project(site=None)
    release = load_release(root, "2026.12")
    board = release.results["benchmarks"]["openscrub"]
    cited = cite_row(project, "2026.12", frozen.DATE, ("openscrub", board), board["rows"][0])
    (entry,) = parse_bibtex(render_bibtex(cited))
    assert "url" not in entry
    assert load_frozen_row(root, decode_tex(entry["note"]))[1] == board["rows"][0]


def row_of(root: Path, entry: str, **changes: Any) -> str:
    board = load_release(root, "2026.12").results["benchmarks"]["openscrub"]
    (row,) = [row for row in board["rows"] if row["id"] == entry]
    return cite_row(
        frozen.project(), "2026.12", frozen.DATE, ("openscrub", board), {**row, **changes}
    ).note


def test_the_note_says_the_number_how_sure_it_is_and_why_it_has_no_rank(root: Path) -> None:
    assert row_of(root, "program--everything").endswith("; flood")
    lexi = row_of(root, "acme--lexi-2")
    assert lexi.startswith("Macro recall 0.875")
    assert lexi.endswith("; rank 2")
    assert row_of(root, "acme--lexi-2", rank_shared=True).endswith("; rank =2")
    told = row_of(
        root, "acme--lexi-2", certainty={"intervals": {"macro_recall": [0.25, 0.5]}}, rank=None
    )
    assert told == "Macro recall 0.875; 95 % interval 0.250 to 0.500"
    told = row_of(root, "acme--lexi-2", certainty=None, card=None, rank=None)
    assert told == "Macro recall 0.875; as reported, not re-scored"


def test_a_board_without_letters_in_its_title_still_has_a_key() -> None:
    nameless = dataclasses.replace(frozen.project(), title="法律")
    assert cite_board(nameless, frozen.DATE).key == "board"
    assert cite_release(nameless, "2026.12", frozen.DATE).key == "board-2026.12"


def test_names_are_those_of_the_board() -> None:
    for row in fakes.board().benchmarks[1].rows:
        who = row.entrant
        frozen_row = {"name": who.name, "version": who.version, "reasoning": who.reasoning}
        assert frozen_name(frozen_row) == display_name(who)


def test_what_is_asked_for_is_what_is_cited(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITE_URL", "https://board.example/x")
    assert load_cited(root, version="latest").url == "https://board.example/x/v/2026.12/"
    assert load_cited(root, version="2026.11").place == "v/2026.11/"
    board = load_cited(root)
    assert (board.version, board.url) == (None, "https://board.example/x/")
    assert board.date == frozen.DATE
    row = load_cited(root, "acme--lexi-2")
    assert row.place == "v/2026.12/openscrub/acme--lexi-2/"
    row = load_cited(root, "program--nothing", "2026.11", "openclause")
    assert row.place == "v/2026.11/openclause/program--nothing/"
    assert list(rows_of(load_release(root, "latest"), "program--nothing")) == [
        key
        for key, value in load_release(root, "latest").results["benchmarks"].items()
        if any(row["id"] == "program--nothing" for row in value["rows"])
    ]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("acme--none",), "has no entry acme--none"),
        (("acme--lexi-2", None, "openclause"), "is not on openclause .* it is on openscrub"),
        (("acme--lexi-2", "2027.01"), "no release 2027.01"),
        ((None, None, "openscrub"), "goes with the id"),
    ],
)
def test_what_there_is_not_cannot_be_cited(root: Path, asked: tuple[Any, ...], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        load_cited(root, *asked)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("https://board.example/openscrub/", "no address of a frozen row"),
        ("v/2026.12/openscrub/acme--none/", "has no acme--none on openscrub"),
        ("v/2027.01/openscrub/acme--x/", "no release 2027.01"),
    ],
)
def test_an_address_of_nothing_leads_nowhere(root: Path, address: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        load_frozen_row(root, address)


def test_a_board_without_a_date_cannot_be_cited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    root = frozen.make_root(tmp_path / "root")
    with pytest.raises(UsageError, match="no date yet"):
        load_cited(root)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert load_cited(root).date == dt.date(1970, 1, 2)
