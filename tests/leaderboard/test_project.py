from __future__ import annotations

from pathlib import Path

import pytest

from leaderboard.errors import BrokenRepositoryError
from leaderboard.project import Author, load_project
from tests.conftest import ROOT


def write(root: Path, text: str) -> Path:
    (root / "mkdocs.yml").write_text(text, "utf-8")
    return root


def test_this_repository_makes_no_address_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SITE_URL", raising=False)
    project = load_project(ROOT)
    assert project.title == "ContractScrub Leaderboard"
    assert project.authors
    assert (project.site, project.repository, project.doi) == (None, None, None)


@pytest.mark.parametrize("address", ["https://board.example/x", "https://board.example/x/"])
def test_the_address_is_the_one_that_mkdocs_uses(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("SITE_URL", address)
    assert load_project(ROOT).site == "https://board.example/x/"


@pytest.mark.parametrize(
    ("tag", "address"),
    [
        ("!ENV SITE_URL", None),
        ("!ENV [SITE_URL]", None),
        ('!ENV [SITE_URL, ""]', None),
        ("!ENV [OTHER, SITE_URL, 'https://own.example']", "https://own.example/"),
        ("https://own.example", "https://own.example/"),
    ],
)
def test_what_the_file_alone_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tag: str, address: str | None
) -> None:
    monkeypatch.setenv("SITE_URL", "https://evil.example")
    root = write(tmp_path, f"site_name: Board\nsite_url: {tag}\n")
    assert load_project(root, environment={}).site == address
    given = {"SITE_URL": "https://given.example"}
    told = load_project(root, environment=given).site
    assert told == ("https://given.example/" if tag.startswith("!ENV") else address)


def test_all_that_may_be_said(tmp_path: Path) -> None:
    project = load_project(
        write(
            tmp_path,
            "site_name: Board\nsite_description: About.\nsite_url: https://b.example\n"
            "theme: {name: material}\n"
            "extra:\n  other: 1\n  repository: https://code.example/b\n  citation:\n"
            "    authors: [{name: Us}, {family: Doe, given: Jo}]\n"
            "    license: MIT\n    keywords: [a, b]\n    doi: 10.5281/zenodo.1\n",
        )
    )
    assert project.authors == (Author(name="Us"), Author(family="Doe", given="Jo"))
    assert (project.title, project.abstract, project.license) == ("Board", "About.", "MIT")
    assert (project.keywords, project.doi) == (("a", "b"), "10.5281/zenodo.1")
    assert (project.site, project.repository) == ("https://b.example/", "https://code.example/b")


def test_little_is_needed(tmp_path: Path) -> None:
    project = load_project(write(tmp_path, "site_name: Board\n"))
    assert project.authors == (Author(name="The maintainers of the Board"),)
    assert project.abstract == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no settings"),
        ("- a\n", "holds no settings"),
        ("a: [\n", "cannot be read"),
        ("a: \xff\n", "cannot be read"),
        ("x: 1\n", "`site_name`"),
        ("site_name: 1\n", "`site_name`"),
        ("site_name: B\nsite_url: board.example\n", "`site_url`"),
        ("site_name: B\nextra: {repository: 'javascript:x'}\n", "`extra.repository`"),
        ("site_name: B\nextra: {citation: {licence: MIT}}\n", "`extra.citation.licence`"),
        ("site_name: B\nextra: {citation: {doi: x}}\n", "`extra.citation.doi`"),
        ("site_name: B\nextra: {citation: {authors: [{family: D}]}}\n", "give `name`, or"),
        ("site_name: B\nextra: {citation: {authors: [{}]}}\n", "give `name`, or"),
        ("site_name: B\nextra: {citation: {authors: [{name: N, family: D, given: J}]}}\n", "give"),
    ],
)
def test_what_is_not_of_the_form_is_named(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "mkdocs.yml").write_bytes(text.encode("latin-1"))
    with pytest.raises(BrokenRepositoryError, match=said):
        load_project(tmp_path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BrokenRepositoryError, match="cannot be read"):
        load_project(tmp_path)
