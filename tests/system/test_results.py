"""The board's numbers: what pages show, what results.json holds, what scoring says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from scoring.contractscrub import CATEGORY_KEYS
from tests.conftest import ROOT
from tests.leaderboard.repositories import add_submission, only_defined
from tests.system.recompute import recompute
from tests.system.sites import copy_repository, run

pytestmark = pytest.mark.slow
TOKENS = ("input", "cached_input", "output", "reasoning")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository with two submissions, built."""
    root = copy_repository(tmp_path_factory.mktemp("results") / "repository")
    add_submission(root, "acme--perfect")
    add_submission(
        root,
        "acme--definitions",
        only_defined,
        pricing={"currency": "USD", "input": 3, "output": 15, "as_of": "2026-10-01"},
    )
    built = run(root, "build")
    assert built.returncode == 0, built.stderr
    return root


@pytest.fixture(scope="module")
def results(root: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((root / "build/site/results.json").read_text("utf-8"))
    return value


class _Numbers(HTMLParser):
    """Every shown number with the row and column that it belongs to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str | None, str]] = []
        self.ranges: dict[tuple[str, str], str] = {}
        self._in_range = False
        self._open: list[str] = []
        self._current: dict[str, str | None] | None = None
        self._text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if self._current is not None:
            self._open.append(tag)
            self._in_range = named.get("class") == "range"
        elif tag == "td" and named.get("data-row") and named.get("data-column"):
            self._current, self._open, self._text = named, [tag], []

    def handle_endtag(self, tag: str) -> None:
        if self._current is None:
            return
        while self._open and self._open.pop() != tag:
            pass
        self._in_range = False
        if not self._open:
            row, column = self._current["data-row"], self._current["data-column"]
            assert row
            assert column
            self.found.append(
                (row, column, self._current.get("data-value"), "".join(self._text).strip())
            )
            self._current = None

    def handle_data(self, data: str) -> None:
        if self._current is None:
            return
        if self._in_range:
            row, column = self._current["data-row"], self._current["data-column"]
            self.ranges[str(row), str(column)] = data
        else:
            self._text.append(data)


def cells(page: Path) -> Iterator[tuple[str, str, str | None, str]]:
    parser = _Numbers()
    parser.feed(page.read_text("utf-8"))
    yield from parser.found


def expected(row: dict[str, Any]) -> dict[str, object]:
    """Column → what results.json says stands there, for the tables of contract scrubbing."""
    spending, paper = row["spending"] or {}, row["reported"]
    shown: dict[str, object] = {
        "organization": row["organization"],
        "rank": row["rank"],
        "macro_recall": row["primary"],
        "cost_total": spending.get("cost_usd"),
        "cost_repriced": spending.get("repriced_usd"),
        "median_seconds": spending.get("median_latency_s"),
        "p95_seconds": spending.get("p95_latency_s"),
        **{f"{kind}_tokens": spending.get(f"{kind}_tokens") for kind in TOKENS},
    }
    if paper:
        return shown | {
            "cost_per_item": paper["cost_per_contract"],
            "median_seconds": paper["seconds_per_contract"],
            **paper["category_recall"],
        }
    card, cost = row["card"], spending.get("cost_usd")
    full, word_only = card["full"], card["word_only"]
    found = full["micro"]["tp"]
    return shown | {
        "cost_per_item": None if cost is None else cost / row["items"],
        "cost_per_correct": None if cost is None or not found else cost / found,
        "macro_precision": full["macro_precision"],
        "macro_f1": full["macro_f1"],
        "localisation_gap": card["localisation_gap"],
        "false_flags_per_contract": card["false_flags"] / len(card["contracts"]),
        "word_only_macro_recall": word_only["macro_recall"],
        "word_only_macro_precision": word_only["macro_precision"],
        "word_only_macro_f1": word_only["macro_f1"],
        **{key: full["categories"][key]["recall"] for key in CATEGORY_KEYS},
        **{f"word_only_{key}": word_only["categories"][key]["recall"] for key in CATEGORY_KEYS},
    }


@pytest.mark.parametrize("benchmark", ["openscrub", "contractscrub"])
@pytest.mark.parametrize("table", ["", "categories", "word-only", "cost"])
def test_every_number_of_every_table_is_the_one_in_results_json(
    root: Path, results: dict[str, Any], benchmark: str, table: str
) -> None:
    rows = {row["id"]: row for row in results["benchmarks"][benchmark]["rows"]}
    page = root / "build" / "site" / benchmark / table / "index.html"
    # Beside the board the page of a paper's benchmark holds the paper's own table by category.
    shown = [cell for cell in cells(page) if cell[0] not in CATEGORY_KEYS]
    assert {row for row, *_ in shown} == set(rows)
    compared = 0
    for row, column, value, text in shown:
        if column == "ties":
            sure = rows[row]["certainty"]
            tied = sure["tied_with"] if sure else None
            assert value == (None if tied is None else str(len(tied)))
            continue
        wanted = expected(rows[row]).get(column)
        if wanted is None:
            assert value is None
            assert text == "–"
        elif isinstance(wanted, str):
            assert text == wanted
        else:
            assert value is not None
            assert float(Fraction(value)) == pytest.approx(wanted, rel=1e-9, abs=1e-12)
            # What a reader sees is that value, rounded to the digits that are shown.
            match = re.search(r"-?[0-9]+(?:\.([0-9]+))?$", text)
            assert match, text
            unit = 10.0 ** -len(match.group(1) or "")
            assert abs(float(match.group()) - float(Fraction(value))) <= unit / 2 + 1e-12
            compared += 1
    # A paper prints few cells; the board's own tables are full.
    assert compared >= (len(rows) - 1 if benchmark == "openscrub" else 2)


def test_every_interval_on_the_board_is_the_one_in_results_json(
    root: Path, results: dict[str, Any]
) -> None:
    parser = _Numbers()
    parser.feed((root / "build/site/openscrub/index.html").read_text("utf-8"))
    sure = {row["id"]: row["certainty"] for row in results["benchmarks"]["openscrub"]["rows"]}
    for id_, certainty in sure.items():
        ends = certainty["intervals"].get("macro_recall")
        shown = parser.ranges.get((id_, "macro_recall"))
        assert shown == (ends and "–".join(f"{end:.3f}" for end in ends))
        low, high = certainty["rank_interval"] or (None, None)
        wanted = None if low is None else f"{low}–{high}" if low < high else str(low)
        assert parser.ranges.get((id_, "rank")) == wanted
    assert len(parser.ranges) >= len(sure)


def test_results_json_equals_a_recomputation_that_knows_scoring_alone(
    root: Path, results: dict[str, Any]
) -> None:
    again = recompute(root, root / "build" / "site", root / "data")
    rows = results["benchmarks"]["openscrub"]["rows"]
    assert {row["id"] for row in rows} == set(again["openscrub"])
    for row in rows:
        wanted = again["openscrub"][row["id"]]
        assert row["card"]["signature"] == wanted["signature"]
        assert row["primary"] == wanted["full"]["macro_recall"]
        for variant in ("full", "word_only"):
            part = row["card"][variant]
            for name in ("macro_recall", "macro_precision", "macro_f1"):
                assert part[name] == wanted[variant][name]
            counts = {key: [t["tp"], t["fp"], t["fn"]] for key, t in part["categories"].items()}
            assert counts == wanted[variant]["categories"]


def test_the_recomputation_runs_without_the_leaderboard(root: Path) -> None:
    script = (
        "import sys, runpy; sys.modules['leaderboard'] = None; "
        f"sys.argv = ['recompute', {str(root)!r}, {str(root / 'build' / 'site')!r}]; "
        f"runpy.run_path({str(ROOT / 'tests/system/recompute.py')!r}, run_name='__main__')"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["openscrub"]["acme--perfect"]["full"]["macro_recall"] == 1


def test_no_number_in_the_published_files_is_nan(root: Path) -> None:
    # Case E008.
    for path in sorted((root / "build" / "site").rglob("*.json")):
        json.loads(path.read_text("utf-8"), parse_constant=pytest.fail)
