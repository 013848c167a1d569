from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from leaderboard.cli import app as app_module
from leaderboard.cli import main, schema
from leaderboard.errors import BrokenRepositoryError, IncompleteError, LeaderboardError, UsageError
from scoring.signature import SCORING_VERSION
from tests.conftest import ROOT
from tests.leaderboard.cli.conftest import Run

HEAVY = (
    "huggingface_hub",
    "jinja2",
    "litellm",
    "mkdocs",
    "numpy",
    "pandas",
    "plotly",
    "pydantic",
    "rich",
    "yaml",
)


@pytest.mark.parametrize(
    "arguments", [["--help"], *([name, "--help"] for name in app_module.COMMANDS)]
)
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys\n"
        "from leaderboard.cli import main\n"
        "try:\n"
        f"    main({arguments!r})\n"
        "except SystemExit as end:\n"
        f"    print(sorted(set({HEAVY!r}) & set(sys.modules)), end.code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.splitlines()[-1] == "[] 0"
    assert "Usage: leaderboard" in done.stdout
    assert done.stderr == ""


def test_every_command_explains_itself_in_a_line(run: Run) -> None:
    ended = run("--help")
    assert ended.code == 0
    commands = ended.out.partition("Commands:")[2].splitlines()
    for name in app_module.COMMANDS:
        (line,) = (line for line in commands if line.split()[:1] == [name])
        assert line.endswith(".")


def test_no_arguments_give_the_help(run: Run) -> None:
    ended = run()
    assert ended.code == 2
    assert "Commands:" in ended.out + ended.err


def test_versions_of_package_and_scorer(run: Run) -> None:
    ended = run("--version")
    assert (ended.code, ended.err) == (0, "")
    package, scorer = ended.out.splitlines()
    assert package.startswith("leaderboard ")
    assert scorer == f"scoring {SCORING_VERSION}"


@pytest.mark.parametrize(
    "arguments", [("nonsense",), ("--nonsense",), ("validate", "--format", "xml"), ("new",)]
)
def test_nonsense_is_a_usage_error(run: Run, arguments: tuple[str, ...]) -> None:
    ended = run(*arguments)
    assert ended.code == 2
    assert ended.out == ""
    assert "Error: " in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    ("error", "code", "sentence"),
    [
        (LeaderboardError("some finding"), 1, "some finding"),
        (UsageError("no such thing"), 2, "no such thing"),
        (IncompleteError("stopped"), 3, "stopped"),
        (BrokenRepositoryError("gold is broken"), 4, "gold is broken"),
        (PermissionError(13, "Permission denied", "a/b"), 2, "Permission denied: a/b"),
        (OSError("odd"), 2, "odd"),
    ],
)
def test_each_kind_of_error_has_its_exit_code(
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    code: int,
    sentence: str,
) -> None:
    def fail(_: object) -> Path:
        raise error

    monkeypatch.setattr(schema, "root_of", fail)
    ended = run("schema")
    assert (ended.code, ended.out, ended.err) == (code, "", f"leaderboard: {sentence}\n")


def test_an_interrupt_ends_quietly(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: object) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(schema, "root_of", interrupt)
    assert run("schema").code == 130
    monkeypatch.setattr(app_module, "_app", lambda _: interrupt(None))
    assert run("schema").code == 130


def test_a_fault_of_the_program_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> Path:
        raise ZeroDivisionError

    monkeypatch.setattr(schema, "root_of", fail)
    with pytest.raises(ZeroDivisionError):
        main(["schema"])


def test_a_reader_that_leaves_early_is_no_fault(repository: Path) -> None:
    folder = repository / "submissions" / "acme--x"
    folder.mkdir()
    for index in range(150):
        (folder / f"{'x' * 60}{index}").touch()
    process = subprocess.Popen(
        [sys.executable, "-m", "leaderboard", "validate", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()
    assert process.wait() in {0, 1}
    assert b"Traceback" not in error


def test_a_terminal_without_a_character_gets_its_escape(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (repository / "submissions" / "acme--x").mkdir()
    (repository / "submissions" / "acme--x" / "漢.json").touch()
    plain = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(sys, "stdout", plain)
    with pytest.raises(SystemExit):
        main(["validate"])
    plain.flush()
    assert b"\\u6f22.json" in plain.buffer.getvalue()


def test_a_command_of_several_verbs_is_a_group(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    group = typer.Typer(rich_markup_mode=None)
    group.command("one")(lambda: typer.echo("one"))
    group.command("two")(lambda: typer.echo("two"))
    monkeypatch.setattr(schema, "app", group, raising=False)
    assert run("schema", "two").out == "two\n"


def test_a_root_can_be_named(run: Run, repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    outside = run("validate")
    assert outside.code == 2
    assert "--root" in outside.err
    assert run("--root", str(repository), "validate").code == 0


def test_output_may_go_to_any_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stdout", stream)
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "Usage" in stream.getvalue()


def test_a_root_that_is_called_like_a_command_is_no_command(run: Run, repository: Path) -> None:
    assert run("--root", str(repository), "validate").code == 0
    ended = run("--root", "data", "validate")
    assert ended.code == 2
    assert "there is no folder" in ended.err


def test_an_unknown_command_is_told_from_those_there_are(run: Run, repository: Path) -> None:
    assert repository
    ended = run("valdate")
    assert ended.code == 2
    assert "valdate" in ended.err
