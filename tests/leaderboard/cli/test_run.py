from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from leaderboard.cli import main
from leaderboard.registry import load_registry
from tests.leaderboard.cli.conftest import Ended
from tests.leaderboard.repositories import make_root
from tests.leaderboard.runner.server import ModelServer, Scripted, completion, failure

ABOUT = (
    *("--name", "Lexi 2", "--organization", "Acme", "--access", "api"),
    *("--submitter", "Ada", "--github", "ada"),
)
OUT = "submissions/acme--lexi-2"
USAGE = {"prompt_tokens": 7_000, "completion_tokens": 600}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(make_root(tmp_path / "repository"))
    for name in list(os.environ):
        if name.upper().endswith(("_KEY", "_API_BASE", "_BASE_URL")):
            monkeypatch.delenv(name)
    return Path.cwd()


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as running:
        running.script = [Scripted(completion("{}", usage=USAGE))]
        yield running


class Command:
    """`leaderboard run` in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *options: str, benchmark: str = "openscrub") -> Ended:
        with pytest.raises(SystemExit) as ended:
            main(["run", "--benchmark", benchmark, *options])
        printed = self.capsys.readouterr()
        return Ended(ended.value.code, printed.out, printed.err)

    def on(self, server: ModelServer, *options: str, **more: Any) -> Ended:
        where = ("--model", "openai/m1", "--api-base", server.address, "--out", OUT)
        return self(*where, *ABOUT, "--concurrency", "8", *options, **more)


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(capsys)


def test_a_run_prints_its_score_and_the_next_step(
    root: Path, server: ModelServer, command: Command
) -> None:
    ended = command.on(server)
    assert ended.code == 0, ended.err
    assert ended.out.startswith("acme--lexi-2 on openscrub")
    assert "44 of 44 answered, 44 calls made.\nNext:\n" in ended.err
    assert f"git add {OUT}" in ended.err
    assert len(server.requests) == 44
    again = command.on(server, "--format", "json")
    assert again.code == 0
    assert json.loads(again.out)
    assert "44 of 44 answered, 0 calls made" in again.err
    assert (root / "runs" / "acme--lexi-2" / "openscrub.jsonl").is_file()


def test_cost_by_ones_own_prices_is_told_and_kept(
    root: Path, server: ModelServer, command: Command
) -> None:
    main_file = root / OUT / "submission.json"
    with pytest.raises(SystemExit):
        main(["new", "acme--lexi-2", "--benchmark", "openscrub"])
    meta = json.loads(main_file.read_text("utf-8"))
    meta["pricing"] |= {"input": 1.0, "output": 2.0}
    main_file.write_text(json.dumps(meta), "utf-8")
    ended = command.on(server, "--max-cost", "9", "--max-tokens", "1000")
    assert ended.code == 0, ended.err
    assert "$0.3608 by the price list" in ended.err
    outputs = json.loads((root / OUT / "openscrub.json").read_text("utf-8"))["outputs"]
    assert {each["cost_usd"] for each in outputs} == {0.0082}
    assert json.loads(main_file.read_text("utf-8"))["pricing"]["output"] == 2.0


def test_a_cap_stops_the_run_and_a_higher_one_goes_on(
    root: Path, server: ModelServer, command: Command
) -> None:
    folder = root / OUT
    folder.mkdir(parents=True)
    with pytest.raises(SystemExit):
        main(["new", "acme--priced", "--benchmark", "openscrub"])
    meta = json.loads((root / "submissions/acme--priced/submission.json").read_text("utf-8"))
    meta["pricing"] |= {"input": 1.0, "output": 2.0}
    (folder / "submission.json").write_text(json.dumps(meta), "utf-8")
    ended = command.on(server, "--max-cost", "0.1", "--max-tokens", "1000")
    assert ended.code == 3
    assert "Stopped: the next call could pass the cap of $0.1" in ended.err
    assert "Give the same command again with a higher --max-cost to go on" in ended.err
    assert 0 < len(server.requests) < 44
    assert not (folder / "openscrub.json").exists()
    assert command.on(server, "--max-cost", "9", "--max-tokens", "1000").code == 0
    assert len(server.requests) == 44


def test_what_is_left_is_told_and_ends_with_3(
    root: Path, server: ModelServer, command: Command
) -> None:
    server.script = [failure("no\nmore " + "x" * 500, status=403)]
    ended = command.on(server)
    assert ended.code == 3
    assert "0 of 44 answered, 44 calls made" in ended.err
    assert ended.err.count(": no more xxx") == 10
    assert "and 34 more" in ended.err
    assert max(map(len, ended.err.splitlines())) < 260
    assert (root / OUT / "openscrub.json").is_file()
    server.script = [Scripted(completion("{}"))]
    assert command.on(server).code == 0


def test_findings_elsewhere_in_the_folder_end_with_1_and_keep_the_answers(
    root: Path, server: ModelServer, command: Command
) -> None:
    with pytest.raises(SystemExit):
        main(["new", "acme--lexi-2", "--benchmark", "openscrub", "--benchmark", "openclause"])
    ended = command.on(server)
    assert ended.code == 1
    assert "[placeholder]" in ended.err
    assert "The answers are kept" in ended.err
    assert json.loads((root / OUT / "openscrub.json").read_text("utf-8"))["run"]


def test_findings_and_items_that_are_left_end_with_3(
    root: Path, server: ModelServer, command: Command
) -> None:
    with pytest.raises(SystemExit):
        main(["new", "acme--lexi-2", "--benchmark", "openscrub", "--benchmark", "openclause"])
    server.script = [Scripted(completion("{}")), failure("out of order", status=403)]
    ended = command.on(server)
    assert ended.code == 3
    assert "[placeholder]" in ended.err
    assert "1 of 44 answered, 44 calls made" in ended.err
    assert ended.err.count(": out of order") == 10
    assert "Give the same command again to go on" in ended.err
    assert (root / OUT / "openscrub.json").is_file()


def test_a_submission_is_one_model_asked_in_one_way(
    root: Path, server: ModelServer, command: Command
) -> None:
    assert command.on(server, "--max-tokens", "256").code == 0
    before = (root / OUT / "submission.json").read_bytes()
    Path("mine.txt").write_text("Find {question} in {contract}.\n", "utf-8")
    asked = len(server.requests)
    for options, said in (
        (("--model", "openai/m2"), "model was 'openai/m1', is 'openai/m2'"),
        (("--reasoning", "high"), "reasoning_effort was not given, is 'high'"),
        (("--temperature", "1"), "temperature was not given, is 1.0"),
        (("--prompt", "mine.txt"), "the prompt was the benchmark's own, is one of your own"),
    ):
        other = command.on(server, *options, benchmark="openclause")
        assert other.code == 2
        assert said in other.err
    assert len(server.requests) == asked
    assert (root / OUT / "submission.json").read_bytes() == before
    shorter = command.on(server, "--max-tokens", "128", benchmark="openclause")
    assert shorter.code == 0, shorter.err
    assert "max_tokens was 256 on openscrub, is 128 here" in shorter.err
    settings = json.loads((root / OUT / "submission.json").read_text("utf-8"))["system"]["settings"]
    assert settings == {
        "answer_form": "plain",
        "max_tokens": {"openclause": 128, "openscrub": 256},
    }
    again = command.on(server, "--max-tokens", "256")
    assert again.code == 0
    assert "0 calls made" in again.err


def test_a_variant_stands_beside_its_model_and_a_double_is_refused_beforehand(
    server: ModelServer, command: Command, root: Path
) -> None:
    assert command.on(server).code == 0
    asked = len(server.requests)
    second = ("--out", f"{OUT}--second")
    double = command.on(server, *second)
    assert double.code == 2
    assert "acme--lexi-2 is an active submission of the same model" in double.err
    assert "Say in version, reasoning, settings" in double.err
    assert len(server.requests) == asked
    assert not (root / f"{OUT}--second").exists()
    assert command.on(server, *second, "--temperature", "1").code == 0


def test_a_submission_elsewhere_is_moved_first(
    server: ModelServer, command: Command, root: Path
) -> None:
    ended = command.on(server, "--out", "else where/acme--lexi-2")
    assert ended.code == 0, ended.err
    home = root / "submissions"
    assert f"  2. mv 'else where/acme--lexi-2' {home}  (where submissions stand)" in ended.err
    assert f"git add {home / 'acme--lexi-2'}" in ended.err


def test_a_gateway_that_asks_more_than_the_list_is_told(
    root: Path, server: ModelServer, command: Command
) -> None:
    with pytest.raises(SystemExit):
        main(["new", "acme--lexi-2", "--benchmark", "openscrub"])
    path = root / OUT / "submission.json"
    meta = json.loads(path.read_text("utf-8"))
    meta["pricing"] |= {"input": 1.0, "output": 2.0}
    path.write_text(json.dumps(meta), "utf-8")
    server.script = [Scripted(completion("{}", usage={**USAGE, "cost": 0.02}))]
    ended = command.on(server, "--max-cost", "9", "--max-tokens", "1000")
    assert ended.code == 0, ended.err
    assert "$0.3608 by the price list" in ended.err
    assert "The cap counts at most $0.8800: what a gateway asked" in ended.err
    assert "the gateway asked $0.8800" in ended.out


@pytest.mark.usefixtures("root")
class TestUsage:
    @pytest.mark.parametrize(
        ("options", "said"),
        [
            ((), "--model is missing"),
            (("--model", "openai/m1"), "--out is missing"),
            (("--model", "openai/m1", "--out", "Bad Name"), "--out: "),
            (("--model", "openai/m1", "--out", "mkdocs.yml"), "--out: "),
            (("--model", "openai/m1", "--out", OUT), "give --name, --organization"),
            (("--model", "openai/m1", "--out", OUT, "--api-base", "here"), "is no address"),
            (("--model", "openai/m1", "--out", OUT, "--api-base", "http://[x"), "is no address"),
            (("--model", "openai/m1", "--out", OUT, "--api-key-env", "NO_KEY"), "NO_KEY is empty"),
            (("--temperature", "nan"), "--temperature must be a finite number"),
            (("--max-cost", "inf"), "--max-cost must be a finite number"),
            (("--timeout", "nan"), "--timeout must be a finite number"),
            (("--prompt", "nowhere.txt"), "nowhere.txt"),
        ],
    )
    def test_what_cannot_be_run_is_said_in_a_sentence(
        self, command: Command, options: tuple[str, ...], said: str
    ) -> None:
        ended = command(*options)
        assert ended.code == 2
        assert said in ended.err
        assert ended.out == ""

    def test_there_is_no_such_benchmark(self, command: Command) -> None:
        ended = command("--model", "openai/m1", "--out", OUT, benchmark="nothing")
        assert ended.code == 2
        assert "openscrub" in ended.err

    def test_contracts_that_are_not_here(self, command: Command) -> None:
        ended = command("--model", "openai/m1", "--out", OUT, *ABOUT, benchmark="cuad")
        assert ended.code == 2
        assert "leaderboard data fetch cuad" in ended.err

    def test_a_file_stands_where_the_folder_should(self, command: Command) -> None:
        Path("acme--lexi-2").touch()
        ended = command("--model", "openai/m1", "--out", "acme--lexi-2", *ABOUT)
        assert ended.code == 2
        assert "is no folder" in ended.err


@pytest.mark.usefixtures("root")
class TestDryRun:
    def test_a_known_model_has_a_range(self, command: Command) -> None:
        ended = command("--model", "openai/gpt-4o", "--max-tokens", "1000", "--dry-run")
        assert ended.code == 0, ended.err
        lines = ended.out.splitlines()
        assert lines[0] == "44 calls of openai/gpt-4o"
        assert lines[1].startswith("input tokens   about ")
        assert lines[2] == "output tokens  at most 44,000"
        assert lines[3].startswith("cost           $")

    @pytest.mark.parametrize(
        ("cap", "told", "value"),
        [
            ("90", "$90: suffices", True),
            ("0.9", "$0.9: may not suffice", None),
            ("0.01", "$0.01: does not suffice", False),
        ],
    )
    def test_whether_the_cap_suffices(
        self, command: Command, cap: str, told: str, *, value: bool | None
    ) -> None:
        options = ("--model", "openai/gpt-4o", "--max-tokens", "1000", "--dry-run")
        ended = command(*options, "--max-cost", cap)
        assert ended.out.splitlines()[4] == f"cap            {told}"
        asked = json.loads(command(*options, "--max-cost", cap, "--format", "json").out)
        assert (asked["max_cost_usd"], asked["max_cost_suffices"]) == (float(cap), value)

    def test_as_json(self, command: Command) -> None:
        ended = command(
            *("--model", "openai/gpt-4o", "--max-tokens", "1000", "--dry-run", "--format", "json")
        )
        value = json.loads(ended.out)
        assert value["items"] == 44
        assert value["most_output_tokens"] == 44_000
        assert 0 < value["low_usd"] < value["high_usd"]
        assert 200_000 < value["input_tokens"] < 1_000_000

    def test_nothing_is_known_of_an_own_server(self, command: Command, server: ModelServer) -> None:
        ended = command("--model", "openai/m1", "--api-base", server.address, "--dry-run")
        assert ended.code == 0
        assert "no cap known" in ended.out
        assert "unknown: no price list for this model" in ended.out
        asked = command(
            *("--model", "openai/m1", "--api-base", server.address, "--dry-run", "--format"), "json"
        )
        assert json.loads(asked.out)["low_usd"] is None
        assert server.requests == []

    def test_prices_of_a_submission_that_is_half_filled_in_count(self, command: Command) -> None:
        with pytest.raises(SystemExit):
            main(["new", "acme--lexi-2", "--benchmark", "openscrub"])
        path = Path(OUT, "submission.json")
        meta = json.loads(path.read_text("utf-8"))
        meta["pricing"] |= {"input": 1.0, "output": 2.0}
        path.write_text(json.dumps(meta), "utf-8")
        before = path.read_bytes()
        command.capsys.readouterr()
        ended = command("--model", "openai/m1", "--out", OUT, "--dry-run")
        assert ended.code == 0, ended.err
        assert "give --max-tokens for an upper bound" in ended.out
        assert path.read_bytes() == before
        assert not Path("runs").exists()


@pytest.mark.usefixtures("root")
class TestPrompt:
    def test_the_prompt_is_printed_as_it_is_sent(self, command: Command) -> None:
        prompt = load_registry(Path.cwd())["openscrub"].prompt
        ended = command("--show-prompt")
        assert ended.code == 0
        assert ended.out == prompt.text
        assert prompt.sha256 in ended.err

    def test_as_json(self, command: Command) -> None:
        prompt = load_registry(Path.cwd())["openscrub"].prompt
        value = json.loads(command("--show-prompt", "--format", "json").out)
        assert (value["prompt"], value["prompt_sha256"]) == (prompt.text, prompt.sha256)
        assert value["filling"] == prompt.filling

    def test_ones_own_is_printed_too(self, command: Command) -> None:
        Path("mine.txt").write_text("Find the faults:\n", "utf-8")
        ended = command("--show-prompt", "--prompt", "mine.txt")
        assert ended.out == "Find the faults:\n"

    def test_a_setting_that_the_provider_does_not_take_is_told(
        self, command: Command, server: ModelServer
    ) -> None:
        ended = command(
            *("--model", "openai/o3-mini", "--api-base", server.address),
            *("--temperature", "0.5", "--dry-run"),
        )
        assert ended.code == 0, ended.err
        assert "openai/o3-mini does not take temperature: it is not sent" in ended.err
