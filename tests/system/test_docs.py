"""The documents' commands run, their paths exist, and help texts in them are true."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from leaderboard.cli.app import COMMANDS
from tests.conftest import ROOT
from tests.leaderboard.repositories import add_submission, make_root, only_defined, openscrub
from tests.system.sites import copy_repository, run

README = (ROOT / "README.md").read_text("utf-8")
SUBMIT = (ROOT / "site" / "docs" / "submit" / "index.md").read_text("utf-8")
FORK = "https://github.com/YOUR-LOGIN/contractscrub-leaderboard.git"
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
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))


def test_the_readme_opens_with_the_two_commands() -> None:
    opening = README.split("```")[1].split()
    assert opening == ["sh", "make", "site", "make", "test"]


def test_every_make_target_that_a_document_names_exists() -> None:
    for path in DOCUMENTS:
        named = set(re.findall(r"`make ([a-z-]+)", path.read_text("utf-8")))
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


def submit_commands() -> list[str]:
    """The commands of *How to submit*, in their order."""
    blocks = re.findall(r"```console\n(.*?)```", SUBMIT, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    assert all(line.startswith("$ ") for line in lines)
    return [line.removeprefix("$ ") for line in lines]


def fill_in(folder: Path) -> None:
    """What step 3 asks for."""
    meta = (folder / "submission.json").read_text("utf-8").replace("FILL-IN", "YOUR-LOGIN")
    meta = meta.replace('"access": "FILL IN"', '"access": "api"').replace("FILL IN", "Acme")
    (folder / "submission.json").write_text(meta, "utf-8")
    outputs = json.loads((folder / "openscrub.json").read_text("utf-8"))
    _, edition = openscrub()
    for record in outputs["outputs"]:
        record["response"] = only_defined(record["item"], edition.gold[record["item"]])
        record["finish_reason"] = "stop"
    (folder / "openscrub.json").write_text(json.dumps(outputs), "utf-8")


def fork_of_the_repository(folder: Path) -> Path:
    """A repository that stands for the fork on GitHub."""
    copy_repository(folder)
    for name in ("Makefile", "pyproject.toml", "requirements.lock", ".gitignore"):
        shutil.copyfile(ROOT / name, folder / name)
    author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    for arguments in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "All"]):
        subprocess.run(["git", *author, *arguments], cwd=folder, check=True, timeout=60)
    return folder


@pytest.mark.slow
def test_how_to_submit_can_be_followed_word_for_word(tmp_path: Path) -> None:
    fork = fork_of_the_repository(tmp_path / "fork")
    clone = tmp_path / "contractscrub-leaderboard"
    after = {
        # The environment that runs this test stands for the one that make would download.
        f"git clone {FORK}": f"ln -s {shlex.quote(sys.prefix)} {clone}/.venv",
        "leaderboard new": f"{shlex.quote(sys.executable)} -c 'from pathlib import Path; "
        "from tests.system.test_docs import fill_in; "
        'fill_in(Path("submissions/acme--lexi-2"))\'',
    }
    script = ["set -eu", 'make() { command make --old-file=.venv/.ready "$@"; }']
    commands = submit_commands()
    assert commands[0] == f"git clone {FORK}"
    for command in commands:
        script.append(command)
        script += [line for start, line in after.items() if command.startswith(start)]
    person = {"NAME": "Ada", "EMAIL": "ada@example.org"}
    ended = subprocess.run(
        ["sh", "-c", "\n".join(script)],
        cwd=tmp_path,
        env={
            "HOME": str(tmp_path),
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.pathsep.join([str(clone), str(ROOT)]),
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": f"url.{fork.as_uri()}.insteadOf",
            "GIT_CONFIG_VALUE_0": FORK,
            **{
                f"GIT_{who}_{key}": v
                for who in ("AUTHOR", "COMMITTER")
                for key, v in person.items()
            },
        },
        capture_output=True,
        check=False,
        text=True,
        timeout=600,
    )
    assert ended.returncode == 0, (ended.stdout[-2000:], ended.stderr)
    assert (clone / "build" / "site" / "index.html").is_file()
    assert "\nverdict: accept (acme--lexi-2)\n" in f"\n{ended.stdout}"
    pushed = subprocess.run(
        ["git", "show", "--name-only", "--format=", "acme--lexi-2"],
        cwd=fork,
        capture_output=True,
        check=True,
        text=True,
    ).stdout.split()
    assert pushed == [
        "submissions/acme--lexi-2/openscrub.json",
        "submissions/acme--lexi-2/submission.json",
    ]
