"""The whole site, built once from a board whose every text field is hostile, and looked at."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from leaderboard.pages import write_site
from tests.conftest import ROOT
from tests.leaderboard.pages import fakes

pytestmark = pytest.mark.slow

VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta"})
FETCHING = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
    "embed": "src",
    "object": "data",
    "link": "href",
    "use": "href",
    "image": "href",
}
"""Elements that make a browser fetch something, and the attribute that says what."""


@dataclass(eq=False)
class Element:
    tag: str
    attributes: dict[str, str]
    parents: tuple[Element, ...] = field(repr=False)
    pieces: list[str] = field(default_factory=list, repr=False)

    @property
    def text(self) -> str:
        return "".join(self.pieces)


class Page(HTMLParser):
    """Every element of a page, with its attributes, its parents and its text."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.stack: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        element = Element(tag, attributes, tuple(self.stack))
        self.elements.append(element)
        if tag not in VOID:
            self.stack.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.stack.pop()

    def handle_endtag(self, tag: str) -> None:
        while self.stack and tag not in VOID:
            if self.stack.pop().tag == tag:
                break

    def handle_data(self, data: str) -> None:
        for element in self.stack:
            element.pieces.append(data)

    def all(self, tag: str, **attributes: str) -> list[Element]:
        wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
        return [
            element
            for element in self.elements
            if element.tag == tag and wanted.items() <= element.attributes.items()
        ]


def read(path: Path) -> Page:
    page = Page()
    page.feed(path.read_text("utf-8"))
    return page


def build(board_call: str, out: Path, **env: str) -> None:
    """Build in a process of its own, so that hash seed, zone and locale can differ."""
    code = (
        "import sys; from pathlib import Path; from leaderboard.pages import write_site; "
        "from tests.leaderboard.pages import fakes; "
        f"write_site({board_call}, Path(sys.argv[1]), root=Path(sys.argv[2]))"
    )
    subprocess.run(
        [sys.executable, "-c", code, str(out), str(ROOT)],
        cwd=ROOT,
        env=os.environ | env,
        check=True,
    )


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("built") / "site"
    write_site(fakes.board(hostile=True), out, root=ROOT)
    return out


@pytest.fixture(scope="module")
def pages(built: Path) -> dict[str, Page]:
    return {
        path.relative_to(built).as_posix(): read(path) for path in sorted(built.rglob("*.html"))
    }


def each(pages: dict[str, Page], tag: str) -> Iterator[tuple[str, Element]]:
    for name, page in pages.items():
        for element in page.all(tag):
            yield name, element


def test_every_page_is_there(pages: dict[str, Page]) -> None:
    for name in (
        "index.html",
        "openscrub/index.html",
        "openscrub/categories/index.html",
        "openscrub/word-only/index.html",
        "openscrub/cost/index.html",
        "contractscrub/index.html",
        "cuad/index.html",
        "openclause/clause-types/index.html",
        "methodology/index.html",
        "submit/index.html",
        "submit/findings/index.html",
        "data/index.html",
        "submissions/acme--lexi-2/index.html",
        "submissions/acme--lexi-2/openscrub/index.html",
        "404.html",
    ):
        assert name in pages
    assert not [name for name in pages if "shell" in name]


def test_no_page_fetches_anything_from_another_host(pages: dict[str, Page], built: Path) -> None:
    for tag, attribute in FETCHING.items():
        for name, element in each(pages, tag):
            address = element.attributes.get(attribute, "")
            assert not urlsplit(address).netloc, (name, address)
    for path in built.rglob("*.css"):
        style = re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
        for address in re.findall(r"url\(\s*[\"']?([^\"')]*)", style):
            assert address.startswith("data:") or "//" not in address, path
        assert "@import" not in style, path


def test_outgoing_links_are_plain_https(pages: dict[str, Page]) -> None:
    for name, link in each(pages, "a"):
        parts = urlsplit(link.attributes.get("href", ""))
        assert parts.scheme in {"", "https"}, (name, link.attributes)


def test_no_link_and_no_fragment_is_dead(built: Path) -> None:
    lychee = Path(sys.executable).with_name("lychee")
    found = subprocess.run(
        [
            str(lychee),
            "--offline",
            "--include-fragments",
            "--no-progress",
            "--root-dir",
            str(built),
            "--index-files",
            "index.html",
            *(str(path) for path in sorted(built.rglob("*.html"))),
        ],
        capture_output=True,
        check=False,
        text=True,
    )
    assert found.returncode == 0, found.stdout


def test_every_table_scrolls_in_a_named_region_and_can_be_sorted(pages: dict[str, Page]) -> None:
    seen = 0
    for name, table in each(pages, "table"):
        seen += 1
        assert "sheet" in table.attributes.get("class", "").split(), name
        region = table.parents[-1].attributes
        assert region.get("role") == "region", name
        assert region.get("tabindex") == "0", name
        assert region.get("aria-label"), name
    for name, head in each(pages, "th"):
        if head.attributes.get("scope") == "col":
            assert head.attributes.get("data-column"), name
            assert head.attributes.get("data-first") in {"ascending", "descending"}, name
            assert head.attributes.get("data-type") in {"number", "text"}, name
    buttons = [button for _, button in each(pages, "button") if button.parents[-1].tag == "th"]
    assert len(buttons) >= seen


def test_ids_are_unique_on_every_page(pages: dict[str, Page]) -> None:
    for name, page in pages.items():
        ids = [e.attributes["id"] for e in page.elements if "id" in e.attributes]
        assert len(ids) == len(set(ids)), name


def test_every_number_of_a_board_is_the_one_in_results(pages: dict[str, Page], built: Path) -> None:
    results = json.loads((built / "results.json").read_text("utf-8"))
    compared = 0
    for key in ("openscrub", "contractscrub"):
        rows = {row["id"]: row for row in results["benchmarks"][key]["rows"]}
        for cell in pages[f"{key}/index.html"].all("td"):
            row = rows.get(cell.attributes["data-row"])
            if row is None:
                continue
            value = cell.attributes.get("data-value")
            card = row["card"]
            expected = {
                "rank": row["rank"],
                "macro_recall": row["primary"],
                "macro_precision": card and card["full"]["macro_precision"],
                "macro_f1": card and card["full"]["macro_f1"],
                "localisation_gap": card and card["localisation_gap"],
            }
            column = cell.attributes["data-column"]
            if column in expected:
                assert (None if value is None else float(value)) == expected[column]
                compared += 1
    assert compared > 50


def test_json_in_pages_and_beside_them_is_json(pages: dict[str, Page], built: Path) -> None:
    for _, script in each(pages, "script"):
        if script.attributes.get("type") == "application/json":
            json.loads(script.text)
    found = sorted(built.rglob("*.json"))
    assert len(found) > 10
    for path in found:
        json.loads(path.read_text("utf-8"))


def test_hostile_text_is_text_wherever_it_stands(pages: dict[str, Page], built: Path) -> None:
    scripts = {json.dumps(s.attributes) for _, s in each(pages, "script")}
    assert len(scripts) < 60
    for name, page in pages.items():
        for element in page.elements:
            assert element.tag not in {"img", "iframe", "object", "embed"}, name
            handlers = [key for key in element.attributes if key.startswith("on")]
            assert not handlers, (name, element.tag, handlers)
            assert "autofocus" not in element.attributes, name
            href = element.attributes.get("href", "")
            assert not href.lower().strip().startswith("javascript"), name
        for script in page.all("script"):
            assert "alert(" not in script.text, name
    for path in built.rglob("*.html"):
        text = path.read_text("utf-8")
        for character in ("\u202e", "\u200b", "\x00", "\x02"):
            assert character not in text, path
    board = pages["openscrub/index.html"]
    shown = " ".join(element.text for element in board.all("tbody"))
    for text in ("{{7*7}}{% raw %}", "[x](javascript:alert(3))", '--8<-- "mkdocs.yml"'):
        assert text in shown
    assert "49" not in shown
    assert "site_name" not in shown


def test_search_finds_no_submitted_text(built: Path) -> None:
    index = (built / "search" / "search_index.json").read_text("utf-8")
    assert "alert(" not in index
    assert "shell-" not in index
    assert "acme--lexi-2" not in json.dumps([d["location"] for d in json.loads(index)["docs"]])


def test_nothing_is_shipped_that_no_page_needs(built: Path) -> None:
    assert not list(built.rglob("*.map"))
    assert not (built / "assets" / "javascripts" / "lunr").exists()
    assert not (built / "sitemap.xml").exists()


def test_the_plotting_library_is_loaded_on_demand_only(pages: dict[str, Page]) -> None:
    assert not [s for _, s in each(pages, "script") if "plotly" in s.attributes.get("src", "")]
    (button,) = pages["index.html"].all("button", data_library="assets/plotly.min.js")
    assert button.attributes["data-figure"] == "data/openscrub/overall-plot.json"


def test_detail_pages_are_in_the_sitemap_of_a_site_that_knows_its_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITE_URL", "https://board.example/x/")
    out = tmp_path / "site"
    write_site(fakes.board(models=False), out, root=ROOT)
    text = (out / "sitemap.xml").read_text("utf-8")
    assert "<loc>https://board.example/x/</loc>" in text
    assert "<loc>https://board.example/x/submissions/program--nothing/openscrub/</loc>" in text
    assert "shell" not in text
    page = (out / "submissions" / "program--nothing" / "index.html").read_text("utf-8")
    assert 'href="https://board.example/x/submissions/program--nothing/"' in page


def test_the_same_board_gives_the_same_bytes(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    call = "fakes.board(hostile=True)"
    build(call, one, PYTHONHASHSEED="1", TZ="Asia/Tokyo", LC_ALL="C", SITE_URL="https://a.b/")
    build(
        call,
        other,
        PYTHONHASHSEED="2",
        TZ="America/New_York",
        LC_ALL="C.UTF-8",
        SITE_URL="https://a.b/",
        SOURCE_DATE_EPOCH="1",
    )
    assert files(one) == files(other)


def test_another_builder_can_render_the_pages_that_are_left_for_it(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "site", tmp_path / "site")
    shutil.copyfile(ROOT / "mkdocs.yml", tmp_path / "mkdocs.yml")
    write_site(fakes.board(), tmp_path / "build" / "site", root=tmp_path)
    assert (tmp_path / "build" / "docs" / "openscrub" / "index.md").is_file()
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-q", "-d", str(tmp_path / "again")],
        cwd=tmp_path,
        check=True,
    )
    again = read(tmp_path / "again" / "openscrub" / "index.html")
    ours = read(tmp_path / "build" / "site" / "openscrub" / "index.html")
    assert [c.text for c in again.all("td")] == [c.text for c in ours.all("td")]


# ---- In a browser ----


def look(chromium: str, profile: Path, address: str) -> Page:
    """The page as a browser leaves it after its scripts have run."""
    shown = subprocess.run(
        [
            chromium,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            f"--user-data-dir={profile}",
            "--virtual-time-budget=5000",
            "--dump-dom",
            address,
        ],
        capture_output=True,
        check=True,
        text=True,
        timeout=120,
    )
    page = Page()
    page.feed(shown.stdout)
    return page


def column(page: Page, key: str, *, visible: bool = True) -> list[str | None]:
    return [
        cell.attributes.get("data-value")
        for cell in page.elements
        if cell.attributes.get("data-column") == key
        and "data-row" in cell.attributes
        and cell.parents[-3].attributes.get("data-table") == "overall"
        and not (visible and "hidden" in cell.parents[-1].attributes)
    ]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("plain") / "site"
    write_site(fakes.board(), out, root=ROOT)
    return out / "openscrub" / "index.html"


def test_sorting_by_the_address_keeps_the_missing_last_both_ways(
    chromium: str, plain: Path, tmp_path: Path
) -> None:
    for order, direction in (("asc", "ascending"), ("desc", "descending")):
        page = look(chromium, tmp_path, f"{plain.as_uri()}?sort=rank&order={order}")
        ranks = column(page, "rank")
        known = [int(rank) for rank in ranks if rank]
        assert len(known) == 3
        assert ranks[len(known) :] == [None, None]
        assert known == sorted(known, reverse=order == "desc")
        (head,) = [h for h in page.all("th", aria_sort=direction) if h.text == "#"]
        assert head.attributes["data-column"] == "rank"


def test_the_first_order_of_a_column_puts_its_better_end_up(
    chromium: str, plain: Path, tmp_path: Path
) -> None:
    flags = column(
        look(chromium, tmp_path, f"{plain.as_uri()}?sort=false_flags_per_contract"),
        "false_flags_per_contract",
    )
    assert flags == sorted(flags, key=lambda value: float(value or "inf"))
    recall = column(look(chromium, tmp_path, f"{plain.as_uri()}?sort=macro_recall"), "macro_recall")
    assert recall == sorted(recall, key=lambda value: -float(value or 0))


def test_sorting_uses_exact_values_and_keeps_equals_in_their_order(
    chromium: str, plain: Path, tmp_path: Path
) -> None:
    page = look(chromium, tmp_path, f"{plain.as_uri()}?sort=macro_recall&order=asc")
    names = column(page, "entry")
    assert names[:2] == ["Draft (reasoning high)", "nothing"]
    assert names[2:4] == ["Lexi 2 2026-10", "everything"]


def test_filter_and_hidden_columns_come_from_the_address(
    chromium: str, plain: Path, tmp_path: Path
) -> None:
    page = look(chromium, tmp_path, f"{plain.as_uri()}?q=GLOBEX&hide=macro_f1,organization")
    assert column(page, "entry") == ["Draft (reasoning high)"]
    for cell in page.elements:
        tables = [e for e in cell.parents if e.attributes.get("data-table") == "overall"]
        if tables and cell.attributes.get("data-column") in {"macro_f1", "organization"}:
            assert "hidden" in cell.attributes
    (count,) = page.all("span", **{"class": "count"})
    assert count.text == "1 of 5 rows"


def test_entries_are_filtered_by_contract_and_outcome(
    chromium: str, plain: Path, tmp_path: Path
) -> None:
    entries = plain.parents[1] / "submissions" / "acme--lexi-2" / "openscrub" / "index.html"
    page = look(chromium, tmp_path, f"{entries.as_uri()}?contract=contract-2&outcome=missed")
    shown = [
        row.attributes
        for row in page.all("tr")
        if "data-outcome" in row.attributes and "hidden" not in row.attributes
    ]
    assert [(row["data-contract"], row["data-outcome"]) for row in shown] == [
        ("contract-2", "missed")
    ]
    assert len([part for part in page.all("section") if "hidden" not in part.attributes]) <= 2


@pytest.mark.parametrize(
    ("query", "unfolded"), [("", 0), ("#defined_terms", 1), ("?outcome=found", None)]
)
def test_folded_entries_open_where_a_link_or_a_filter_leads(
    chromium: str, plain: Path, tmp_path: Path, query: str, unfolded: int | None
) -> None:
    entries = plain.parents[1] / "submissions" / "acme--lexi-2" / "openscrub" / "index.html"
    parts = look(chromium, tmp_path, f"{entries.as_uri()}{query}").all("details")
    folds = [part for part in parts if part.attributes.get("class") == "entries-of"]
    opened = [part for part in folds if "open" in part.attributes]
    assert len(folds) > 5
    assert len(opened) == (len(folds) if unfolded is None else unfolded)


def test_hiding_is_confined_to_pages() -> None:
    """The theme's phone menu is a sidebar that carries `hidden`."""
    style = (ROOT / "site" / "docs" / "assets" / "site.css").read_text("utf-8")
    assert re.findall(r"^(.*)\[hidden\]", style, flags=re.MULTILINE) == [".md-content "]


def test_scripts_stay_small() -> None:
    assert (ROOT / "site" / "docs" / "assets" / "tables.js").stat().st_size < 6_144
    assert (ROOT / "site" / "docs" / "assets" / "charts.js").stat().st_size < 4_096
