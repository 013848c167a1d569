"""The README's commands run, its paths exist, and help texts in the documents are true."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from leaderboard.cli.app import COMMANDS
from tests.conftest import ROOT
from tests.leaderboard.repositories import add_submission, make_root
from tests.system.sites import run

README = (ROOT / "README.md").read_text("utf-8")
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])


def commands() -> list[str]:
    """Every `leaderboard …` command that a document names in code."""
    found = []
    for path in DOCUMENTS:
        for code in re.findall(r"`([^`\n]+)`", path.read_text("utf-8")):
            command = code.removeprefix(".venv/bin/")
            if command.startswith("leaderboard ") and "…" not in command:
                found.append(command)
    return sorted(set(found))


def targets() -> set[str]:
    return set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def test_the_readme_opens_with_the_two_commands() -> None:
    opening = README.split("```")[1].split()
    assert opening == ["sh", "make", "site", "make", "test"]


def test_every_make_target_that_a_document_names_exists() -> None:
    for path in DOCUMENTS:
        named = set(re.findall(r"`make ([a-z]+)", path.read_text("utf-8")))
        assert named <= targets(), path


@pytest.mark.slow
@pytest.mark.parametrize("command", commands())
def test_every_named_command_runs(
    command: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    root = make_root(tmp_path / "repository")
    arguments = shlex.split(command)[1:]
    if len(arguments) == 1:
        arguments.append("--help")
    elif arguments[0] == "new":
        assert run(root, *arguments, PYTHONPATH="").returncode == 0
        return
    add_submission(root, "acme--model-1")
    (root / "contract.txt").write_text("1. Fee. The Fee is due.", "utf-8")
    if arguments[:3] == ["data", "fetch", "cuad"]:
        # The archive that the document speaks of is the one beside the repository.
        shared: Path = request.getfixturevalue("shared")
        archive = str(shared / "cuad" / "CUAD_v1.zip")
        arguments = ["data", "fetch", "cuad", "--from", archive]
    ended = run(root, *arguments, PYTHONPATH="")
    assert ended.returncode == 0, ended.stderr


def test_every_link_of_a_document_leads_somewhere() -> None:
    for path in DOCUMENTS:
        for target in re.findall(r"\]\(([^)#]+)\)", path.read_text("utf-8")):
            if not target.startswith("https://"):
                assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_every_module_that_a_document_names_exists() -> None:
    for path in DOCUMENTS:
        for name in re.findall(
            r"`((?:scoring|leaderboard|tests|site)/[\w/.-]+)`", path.read_text("utf-8")
        ):
            assert (ROOT / name).exists(), f"{path.name}: {name}"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_text(command: str, tmp_path: Path) -> None:
    ended = run(make_root(tmp_path / "r"), command, "--help", PYTHONPATH="")
    assert ended.returncode == 0
    assert f"leaderboard {command}" in ended.stdout
