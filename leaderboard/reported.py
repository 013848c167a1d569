"""Figures that papers report: shown as printed, never ranked, never re-scored."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import yaml

from leaderboard.errors import BrokenRepositoryError
from leaderboard.pricing import exact
from leaderboard.records import Entrant, Paper, ReportedScore, Row, Trust
from leaderboard.registry import Benchmark

__all__ = ["REPORTED_FILE", "load_paper", "reported_rows"]

REPORTED_FILE: Final = "reported.yaml"
"""Its name in a benchmark's folder."""


def load_paper(folder: Path) -> Paper | None:
    """The paper of the benchmark in `folder`; None if it has no reported figures.

    Raises:
        BrokenRepositoryError: the file is not of the form.

    """
    path = folder / REPORTED_FILE
    if not path.is_file():
        return None
    try:
        figures = yaml.safe_load(path.read_text("utf-8"))
        paper = figures["paper"]
        surname = paper["first_author"].split()[-1]
        return Paper(
            title=paper["title"],
            arxiv=paper["arxiv"],
            source=f"{surname} et al. {paper['year']}, arXiv:{paper['arxiv']}",
            figures=figures,
        )
    except (OSError, yaml.YAMLError, KeyError, TypeError, AttributeError) as error:
        raise BrokenRepositoryError(
            f"{folder.name}/{path.name} is not in order: {error}"
        ) from error


def reported_rows(benchmark: Benchmark, paper: Paper) -> tuple[Row, ...]:
    """One row for each system whose macro recall the paper prints.

    Single category figures are printed for the model's default reasoning only.

    Raises:
        BrokenRepositoryError: a figure lacks its model or its value.

    """
    try:
        return tuple(_row(benchmark, paper, printed) for printed in paper.figures["macro_recall"])
    except (KeyError, TypeError) as error:
        raise BrokenRepositoryError(
            f"{benchmark.key}/{REPORTED_FILE}: a figure is not in order: {error}"
        ) from error


def _row(benchmark: Benchmark, paper: Paper, printed: Mapping[str, Any]) -> Row:
    reasoning = printed["reasoning"]
    recall = exact(printed["recall"])
    if recall is None:
        raise TypeError(f"{printed['model']} has no recall")
    cells = {
        cell["category"]: Fraction(str(cell["recall"]))
        for cell in paper.figures.get("category_recall", ())
        if cell["model"] == printed["model"] and reasoning == "default"
    }
    variant = "" if reasoning == "default" else f"--reasoning-{reasoning}"
    return Row(
        entrant=Entrant(
            id=f"{_slug(printed['organization'])}--{_slug(printed['model'])}{variant}--reported",
            name=printed["model"],
            organization=printed["organization"],
            kind="model",
            reasoning=reasoning,
            access=printed["access"],
            url=f"https://arxiv.org/abs/{paper.arxiv}",
            notes=printed.get("notes"),
        ),
        benchmark=benchmark.key,
        version="",
        trust=Trust.REPORTED,
        reported=ReportedScore(
            macro_recall=recall,
            category_recall=cells,
            cost_per_contract=exact(printed.get("cost_per_contract_usd")),
            seconds_per_contract=exact(printed.get("seconds_per_contract")),
            source=paper.source,
        ),
    )


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
