from __future__ import annotations

import dataclasses
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from leaderboard.freezing import Facts, build_release
from leaderboard.freezing.facts import build_manifest
from leaderboard.ledger import (
    Cause,
    CauseKind,
    Ledger,
    NumberMove,
    RowMove,
)
from leaderboard.pages.rendering import Renderer
from leaderboard.releases import parse_sums, render_sums
from leaderboard.results import build_results
from tests.conftest import ROOT
from tests.leaderboard.citation.judges import (
    check_cff,
    check_csl,
    check_zenodo,
    parse_bibtex,
)
from tests.leaderboard.pages import fakes
from tests.leaderboard.releases import frozen
from tests.system.test_site import FETCHING, Page

BOARD = fakes.board(hostile=True)


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return frozen.files(board=BOARD)


@pytest.fixture(scope="module")
def pages(files: dict[str, bytes]) -> dict[str, Page]:
    read = {}
    for name, data in files.items():
        if name.endswith(".html"):
            read[name] = Page()
            read[name].feed(data.decode("utf-8"))
    return read


def test_a_release_holds_results_tables_citations_pages_and_digests(
    files: dict[str, bytes],
) -> None:
    for name in (
        "results.json",
        "release.json",
        "ledger.json",
        "tables/openscrub/overall.csv",
        "tables/openscrub/other-editions.json",
        "tables/openclause/clause-types.json",
        "citation/CITATION.cff",
        "citation/rows.bib",
        "pages/index.html",
        "pages/openscrub/index.html",
        "pages/openscrub/acme--lexi-2/index.html",
        "pages/openscrub/acme--lexi-1/index.html",
        "pages/SHA256SUMS",
        "SHA256SUMS",
    ):
        assert name in files
    sums = files.pop("SHA256SUMS")
    assert sums.decode() == render_sums(files)
    files["SHA256SUMS"] = sums


def test_no_file_holds_entries_or_raw_answers(files: dict[str, bytes]) -> None:
    for name in files:
        assert "entries" not in name
        assert "outputs.json" not in name
    assert len(max(files.values(), key=len)) < 2_000_000


def test_tables_as_json_hold_what_is_shown_and_the_exact_value(files: dict[str, bytes]) -> None:
    table = json.loads(files["tables/openscrub/overall.json"])
    results = json.loads(files["results.json"])["benchmarks"]["openscrub"]["rows"]
    primary = {row["id"]: row["primary"] for row in results}
    for row in table["rows"]:
        cell = row["cells"]["macro_recall"]
        assert cell["value"] == primary[row["id"]]
        assert cell["text"] == f"{cell['value']:.3f}"
    assert [column["key"] for column in table["columns"]][:2] == ["rank", "entry"]
    cost = json.loads(files["tables/openscrub/cost.json"])
    assert any(cell.get("note") == "≥" for row in cost["rows"] for cell in row["cells"].values())


def test_citation_files_are_judged_by_others(files: dict[str, bytes], tmp_path: Path) -> None:
    text = {name: data.decode() for name, data in files.items() if name.startswith("citation/")}
    check_cff(text["citation/CITATION.cff"], tmp_path)
    check_csl(text["citation/release.csl.json"])
    check_zenodo(text["citation/zenodo.json"])
    assert len(parse_bibtex(text["citation/release.bib"])) == 1
    rows = parse_bibtex(text["citation/rows.bib"])
    count = sum(len(item.rows) + len(item.others) for item in BOARD.benchmarks)
    assert len({row["key"] for row in rows}) == len(rows) == count
    assert yaml.safe_load(text["citation/CITATION.cff"])["version"] == "2026.12"


def test_the_same_facts_give_the_same_bytes_whatever_surrounds_them() -> None:
    code = (
        "import hashlib, json; from tests.leaderboard.releases import frozen; "
        "from tests.leaderboard.pages import fakes; "
        "print(frozen.files(board=fakes.board(hostile=True))['SHA256SUMS'].decode())"
    )

    def run(**env: str) -> bytes:
        return subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=os.environ | env,
            check=True,
            capture_output=True,
        ).stdout

    one = run(PYTHONHASHSEED="1", TZ="Asia/Tokyo", LC_ALL="C", SITE_URL="https://other.example")
    other = run(PYTHONHASHSEED="2", TZ="America/New_York", SOURCE_DATE_EPOCH="1")
    assert one == other
    assert len(parse_sums(one.decode().rstrip("\n") + "\n")) > 30


# ---- Pages ----


def test_pages_fetch_nothing_and_run_nothing(pages: dict[str, Page]) -> None:
    assert len(pages) > 15
    for name, page in pages.items():
        for tag, attribute in FETCHING.items():
            for element in page.all(tag):
                address = element.attributes.get(attribute, "")
                assert address.startswith("data:"), (name, tag, address)
        assert not page.all("script"), name
        for style in page.all("style"):
            assert "url(" not in style.text
            assert "@import" not in style.text
            assert "prefers-color-scheme: dark" in style.text
        for element in page.elements:
            assert not [key for key in element.attributes if key.startswith("on")], name


def test_every_link_inside_a_release_leads_to_a_file_of_it(
    pages: dict[str, Page], files: dict[str, bytes]
) -> None:
    served = {name.removeprefix("pages/") for name in files}
    seen = 0
    for name, page in pages.items():
        here = Path("/v/2026.12") / Path(name).relative_to("pages").parent
        for link in page.all("a"):
            href = link.attributes["href"]
            assert not href.startswith(("http", "/", "javascript")), (name, href)
            path, _, fragment = href.partition("#")
            target = os.path.normpath(here / path) if path else str(here)
            if target.startswith("/v/2026.12"):
                inside = os.path.relpath(target, "/v/2026.12")
                inside = inside.removeprefix("./").removeprefix(".")
                index = f"{inside}/index.html".removeprefix("/")
                found = inside if inside in served else index
                assert found in served, (name, href)
                if fragment:
                    ids = [e.attributes.get("id") for e in pages[f"pages/{found}"].elements]
                    assert fragment in ids, (name, href)
                seen += 1
            else:
                assert target in {"/", "/releases/2026.12"}, (name, href)
    assert seen > 100


def test_every_table_and_every_row_has_an_address(pages: dict[str, Page]) -> None:
    page = pages["pages/openscrub/index.html"]
    ids = [element.attributes["id"] for element in page.elements if "id" in element.attributes]
    assert len(ids) == len(set(ids))
    for table in ("overall", "categories", "word-only", "cost", "other-editions"):
        assert table in ids
    for row in BOARD.benchmarks[1].rows:
        assert f"overall-{row.entrant.id}" in ids
    for name, each in pages.items():
        ids = [e.attributes["id"] for e in each.elements if "id" in e.attributes]
        assert len(ids) == len(set(ids)), name


def test_every_number_on_a_row_page_is_the_frozen_one(
    pages: dict[str, Page], files: dict[str, bytes]
) -> None:
    results = json.loads(files["results.json"])["benchmarks"]
    seen = 0
    for key, board in results.items():
        for row in board["rows"]:
            page = pages[f"pages/{key}/{row['id']}/index.html"]
            shown = {
                span.attributes["data-column"]: span.attributes.get("data-value")
                for span in page.all("span")
                if "data-column" in span.attributes and "data-benchmark" in span.attributes
            }
            main = "strict_accuracy" if "strict_accuracy" in shown else "macro_recall"
            assert float(shown[main] or "nan") == row["primary"]
            text = "".join(element.text for element in page.all("main"))
            if row["card"] is not None:
                assert row["card"]["signature"] in text
                assert row["outputs_digest"] in text
            seen += 1
    assert seen > 10


def test_intervals_stand_with_the_numbers(pages: dict[str, Page]) -> None:
    text = pages["pages/openclause/program--nothing/index.html"].all("main")[0].text
    assert re.search(r"95 % interval 0\.\d{3}–[01]\.\d{3}", text)


def test_hostile_text_is_text(pages: dict[str, Page], files: dict[str, bytes]) -> None:
    for name, page in pages.items():
        for element in page.elements:
            assert element.tag not in {"img", "iframe", "object", "embed", "script"}, name
        for character in ("\u202e", "\u200b", "\x00", "\x02"):
            assert character not in files[name].decode(), name
    shown = pages["pages/openscrub/index.html"].all("main")[0].text
    assert "<img src=x onerror=alert(1)>" in shown
    assert "{{7*7}}{% raw %}" in shown


def test_where_no_address_is_known_none_is_made_up() -> None:
    made = frozen.files(site=None)
    for name, data in made.items():
        assert b"board.example" not in data, name
    page = made["pages/openscrub/acme--lexi-2/index.html"].decode()
    assert "v/2026.12/openscrub/acme--lexi-2/ of the site" in page


# ---- What moved ----


def moved() -> Facts:
    cause = Cause(CauseKind.SCORER, "1.0 → 1.1", ("Places <b>mended</b>.",), "CHANGELOG.md", "", "")
    silent = Cause(CauseKind.INTERVALS, "", (), "CHANGELOG.md", "", "")
    number = NumberMove("primary", "Macro recall", 0.25, 0.5, (CauseKind.SCORER,))
    move = RowMove("openscrub", "OpenScrub", "acme--x", "X", (number, number), (cause, silent))
    ledger = Ledger("2026.11", frozen.DATE, None, frozen.DATE, (move,), compared=9)
    return dataclasses.replace(frozen.facts(), ledger=ledger)


def test_what_moved_is_told_with_its_reason() -> None:
    made = build_release(moved(), Renderer(ROOT / "site" / "templates"))
    page = made["pages/index.html"].decode()
    assert (
        "X on OpenScrub: Macro recall 0.2500 → 0.5000 and 1 more. "
        "scorer: Places &lt;b&gt;mended&lt;/b&gt;." in page
    )
    ledger = json.loads(made["ledger.json"])
    assert (ledger["baseline"], ledger["current"]) == ("2026.11", "2026.12")
    assert json.loads(made["release.json"])["previous"] == "2026.11"
    quiet = dataclasses.replace(moved(), ledger=Ledger("2026.11", None, None, None))
    page = build_release(quiet, Renderer(ROOT / "site" / "templates"))["pages/index.html"].decode()
    assert "No number of release 2026.11 moved." in page


def test_submissions_are_listed_with_their_digests() -> None:
    board = fakes.board()
    scrub = board.benchmarks[1]
    rows = tuple(
        dataclasses.replace(row, digest="sha256:" + "a" * 64)
        if row.entrant.id == "acme--lexi-2"
        else row
        for row in scrub.rows
    )
    board = dataclasses.replace(
        board, benchmarks=(board.benchmarks[0], dataclasses.replace(scrub, rows=rows))
    )
    made = frozen.facts(board=board)
    manifest = build_manifest(made)
    assert list(manifest.submissions) == ["acme--lexi-2"]
    (row,) = [
        row
        for row in build_results(board)["benchmarks"]["openscrub"]["rows"]
        if row["id"] == "acme--lexi-2"
    ]
    submission = manifest.submissions["acme--lexi-2"]
    assert submission.digest == row["submission_digest"]
    assert submission.benchmarks == {"openscrub": row["outputs_digest"]}
    page = build_release(made, Renderer(ROOT / "site" / "templates"))["pages/index.html"].decode()
    assert submission.digest in page
