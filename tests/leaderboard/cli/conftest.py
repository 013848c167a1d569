"""The command line inside this process, on a small repository of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from leaderboard import registry
from leaderboard.cli import main
from tests.leaderboard.examples import SPECS


@dataclass(frozen=True)
class Ended:
    """What a command printed and how it ended."""

    code: object
    out: str
    err: str


Run = Callable[..., Ended]


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty repository that is the current folder and knows the benchmarks of the examples."""
    (tmp_path / "submissions").mkdir()
    (tmp_path / "mkdocs.yml").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "benchmark_specs", lambda _: SPECS)
    return tmp_path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line with those arguments."""

    def run_main(*arguments: str) -> Ended:
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        printed = capsys.readouterr()
        return Ended(ended.value.code, printed.out, printed.err)

    return run_main
