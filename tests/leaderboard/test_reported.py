from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
import yaml

from leaderboard.errors import BrokenRepositoryError
from leaderboard.records import Paper
from leaderboard.registry import load_registry
from leaderboard.reported import load_paper, reported_rows
from scoring.gold import GOLD_ROOT

BENCHMARK = load_registry(Path("/nowhere"))["contractscrub"]


def test_the_committed_figures_are_those_of_the_working_papers(shared: Path) -> None:
    committed = (GOLD_ROOT / "contractscrub" / "reported.yaml").read_text("utf-8")
    given = (shared / "reported" / "contractscrub.yaml").read_text("utf-8")
    assert yaml.safe_load(committed) == yaml.safe_load(given)


def test_figures_are_shown_as_printed_and_unknown_stays_unknown() -> None:
    paper = load_paper(GOLD_ROOT / "contractscrub")
    assert paper is not None
    assert paper.source == "Bang et al. 2026, arXiv:2608.20204"
    rows = {row.entrant.id: row for row in reported_rows(BENCHMARK, paper)}
    assert len(rows) == 12
    best = rows["openai--gpt-5-5--reported"].reported
    assert best is not None
    assert best.macro_recall == Fraction("0.750")
    assert best.cost_per_contract == Fraction("1.38")
    off = rows["openai--gpt-5-5--reasoning-off--reported"].reported
    assert off is not None
    assert off.cost_per_contract is None
    # Single cells are printed for the default reasoning only.
    assert off.category_recall == {}
    assert len(best.category_recall) == 2


def test_a_benchmark_without_a_paper_has_no_figures() -> None:
    assert load_paper(GOLD_ROOT / "openscrub") is None


@pytest.mark.parametrize("content", ["[]", "paper: {title: x}", "a: : b", "paper: 3"])
def test_a_file_of_another_form_breaks_the_repository(tmp_path: Path, content: str) -> None:
    (tmp_path / "reported.yaml").write_text(content, "utf-8")
    with pytest.raises(BrokenRepositoryError, match=r"reported\.yaml"):
        load_paper(tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        {"macro_recall": [{"model": "A"}]},
        {
            "macro_recall": [
                {
                    "model": "A",
                    "organization": "B",
                    "access": "api",
                    "reasoning": "off",
                    "recall": None,
                }
            ]
        },
    ],
)
def test_a_figure_without_its_model_or_value_is_refused(
    tmp_path: Path, change: dict[str, object]
) -> None:
    figures = yaml.safe_load((GOLD_ROOT / "contractscrub" / "reported.yaml").read_text("utf-8"))
    (tmp_path / "reported.yaml").write_text(yaml.safe_dump({**figures, **change}), "utf-8")
    paper = load_paper(tmp_path)
    assert paper is not None
    with pytest.raises(BrokenRepositoryError, match="figure"):
        reported_rows(BENCHMARK, paper)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "must have a key `paper` with the keys title, arxiv, first_author and year"),
        ("paper: {title: x, arxiv: 2608.2, first_author: A B}", "`arxiv` must be a text"),
        ("paper: {title: x, arxiv: '1', first_author: ' '}", "`first_author` must be a text"),
        ("paper: {title: x, arxiv: '1', first_author: A}", "`year` must be a whole number"),
    ],
)
def test_a_fault_of_the_paper_is_a_sentence(tmp_path: Path, content: str, says: str) -> None:
    (tmp_path / "reported.yaml").write_text(content, "utf-8")
    with pytest.raises(BrokenRepositoryError, match=says):
        load_paper(tmp_path)


FIGURE = {"model": "A", "organization": "B", "access": "api", "reasoning": "default", "recall": 0.5}


@pytest.mark.parametrize(
    ("figures", "says"),
    [
        ({}, "`macro_recall` must be a list of figures"),
        ({"macro_recall": [FIGURE, 3]}, "figure 2 of `macro_recall`: a record"),
        (
            {"macro_recall": [{**FIGURE, "reasoning": False}]},
            "figure 1 of `macro_recall`: `reasoning` must be a text that is not empty, in quotes",
        ),
        ({"macro_recall": [{**FIGURE, "recall": "high"}]}, "`recall` must be a number"),
        (
            {"macro_recall": [{**FIGURE, "seconds_per_contract": "76 s"}]},
            "`seconds_per_contract` must be a number",
        ),
        (
            {"macro_recall": [FIGURE], "category_recall": [{"model": "A", "category": "x"}]},
            "figure 1 of `category_recall`: `recall` must be a number",
        ),
    ],
)
def test_a_fault_of_a_figure_is_a_sentence(figures: dict[str, object], says: str) -> None:
    paper = Paper(title="T", arxiv="1", source="A", figures=figures)
    with pytest.raises(BrokenRepositoryError, match=rf"contractscrub/reported\.yaml.*{says}"):
        reported_rows(BENCHMARK, paper)
