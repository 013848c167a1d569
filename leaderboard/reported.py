"""Figures that papers report: shown as printed, never ranked, never re-scored."""

from __future__ import annotations

import math
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
    where = f"{folder.name}/{path.name}"
    try:
        figures = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise BrokenRepositoryError(f"{where} cannot be read as YAML: {error}") from error
    paper = figures.get("paper") if isinstance(figures, Mapping) else None
    if not isinstance(paper, Mapping):
        raise BrokenRepositoryError(
            f"{where} must have a key `paper` with the keys title, arxiv, first_author and year"
        )
    title, arxiv, author = (
        _stated(paper, key, f"{where}, `paper`") for key in ("title", "arxiv", "first_author")
    )
    if not isinstance(paper.get("year"), int):
        raise BrokenRepositoryError(f"{where}, `paper`: `year` must be a whole number")
    return Paper(
        title=title,
        arxiv=arxiv,
        source=f"{author.split()[-1]} et al. {paper['year']}, arXiv:{arxiv}",
        figures=figures,
    )


def _stated(record: object, key: str, where: str) -> str:
    """The text under a key of a record in the file."""
    if not isinstance(record, Mapping):
        raise BrokenRepositoryError(f"{where}: a record with keys and values belongs here")
    value = record.get(key)
    if not isinstance(value, str) or not value.strip():
        raise BrokenRepositoryError(f"{where}: `{key}` must be a text that is not empty, in quotes")
    return value


def _number(record: Mapping[str, Any], key: str, where: str) -> Fraction | None:
    """The number under a key of a figure; None where it is unknown."""
    value = record.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise BrokenRepositoryError(f"{where}: `{key}` must be a number")
    return exact(value)


def _recall(record: Mapping[str, Any], where: str) -> Fraction:
    recall = _number(record, "recall", where)
    if recall is None:
        raise BrokenRepositoryError(f"{where}: `recall` must be a number")
    return recall


def _list(paper: Paper, key: str, benchmark: Benchmark) -> list[tuple[str, Any]]:
    """The figures in a list of the file, each with where it stands."""
    where = f"{benchmark.key}/{REPORTED_FILE}"
    value = paper.figures.get(key)
    if not isinstance(value, list):
        raise BrokenRepositoryError(f"{where}: `{key}` must be a list of figures")
    return [(f"{where}, figure {n} of `{key}`", figure) for n, figure in enumerate(value, start=1)]


def reported_rows(benchmark: Benchmark, paper: Paper) -> tuple[Row, ...]:
    """One row for each system whose macro recall the paper prints.

    Single category figures are printed for the model's default reasoning only.

    Raises:
        BrokenRepositoryError: a figure lacks its model or its value.

    """
    cells: dict[str, dict[str, Fraction]] = {}
    if "category_recall" in paper.figures:
        for where, cell in _list(paper, "category_recall", benchmark):
            of_model = cells.setdefault(_stated(cell, "model", where), {})
            of_model[_stated(cell, "category", where)] = _recall(cell, where)
    return tuple(
        _row(benchmark, paper, figure, where, cells)
        for where, figure in _list(paper, "macro_recall", benchmark)
    )


def _row(
    benchmark: Benchmark,
    paper: Paper,
    figure: Mapping[str, Any],
    where: str,
    cells: Mapping[str, Mapping[str, Fraction]],
) -> Row:
    model, organization, access, reasoning = (
        _stated(figure, key, where) for key in ("model", "organization", "access", "reasoning")
    )
    is_default = reasoning == "default"
    variant = "" if is_default else f"--reasoning-{reasoning}"
    return Row(
        entrant=Entrant(
            id=f"{_slug(organization)}--{_slug(model)}{variant}--reported",
            name=model,
            organization=organization,
            kind="model",
            reasoning=reasoning,
            access=access,
            url=f"https://arxiv.org/abs/{paper.arxiv}",
            notes=figure.get("notes"),
        ),
        benchmark=benchmark.key,
        version="",
        trust=Trust.REPORTED,
        reported=ReportedScore(
            macro_recall=_recall(figure, where),
            category_recall=cells.get(model, {}) if is_default else {},
            cost_per_contract=_number(figure, "cost_per_contract_usd", where),
            seconds_per_contract=_number(figure, "seconds_per_contract", where),
            source=paper.source,
        ),
    )


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
