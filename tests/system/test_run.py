"""`leaderboard run` as a process of its own, through litellm, against a server on this machine."""

from __future__ import annotations

import hashlib
import json
import os
import pty
import random
import resource
import select
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest

from leaderboard.registry import load_registry
from leaderboard.runner.budget import Budget
from leaderboard.runner.client import LiteLLMCaller
from leaderboard.runner.loop import Limits
from leaderboard.runner.plan import Plan, build_plan
from leaderboard.runner.session import run_sitting
from tests.bench.runner import steady_server
from tests.conftest import ROOT
from tests.leaderboard.repositories import make_root
from tests.leaderboard.runner.plans import make_plan
from tests.leaderboard.runner.server import ModelServer, Request, Scripted, completion, failure
from tests.system.sites import run as run_command

ID: Final = "acme--lexi-2"
ABOUT: Final = (
    *("--name", "Lexi 2", "--organization", "Acme", "--access", "open-weights"),
    *("--submitter", "Ada", "--github", "ada"),
)
KEY: Final = "sk-secret-0123456789abcdef"
REGISTRY: Final = load_registry(ROOT)
QUESTIONS: Final = build_plan(REGISTRY, REGISTRY["openscrub"], "openai/m1").questions
ITEMS: Final = {text: item for item, text in QUESTIONS.items()}
USAGE: Final = {"prompt_tokens": 7_000, "completion_tokens": 600, "total_tokens": 7_600}

pytestmark = pytest.mark.slow


@dataclass(frozen=True, slots=True)
class Desk:
    """A repository and a server.

    Attributes:
        root: of the repository.
        server: of the model.

    """

    root: Path
    server: ModelServer

    @property
    def folder(self) -> Path:
        """Of the submission."""
        return self.root / "submissions" / ID

    @property
    def journal(self) -> Path:
        """Of the run."""
        return self.root / "runs" / ID / "openscrub.jsonl"

    def command(self, *options: str, about: tuple[str, ...] = ABOUT) -> list[str]:
        """The command, with further options."""
        return [
            *(sys.executable, "-m", "leaderboard", "run", "--benchmark", "openscrub"),
            *("--model", "openai/m1", "--api-base", self.server.address),
            *("--out", f"submissions/{ID}", *about, *options),
        ]

    @property
    def environ(self) -> dict[str, str]:
        """The environment, with a key that nobody may see."""
        kept = {name: value for name, value in os.environ.items() if "API" not in name}
        return {**kept, "PYTHONPATH": str(ROOT), "OPENAI_API_KEY": KEY}

    def start(self, *options: str, **more: Any) -> subprocess.Popen[str]:
        """Start the command."""
        return subprocess.Popen(
            self.command(*options),
            cwd=self.root,
            env=self.environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **more,
        )

    def run(
        self, *options: str, about: tuple[str, ...] = ABOUT
    ) -> subprocess.CompletedProcess[str]:
        """Run the command to its end."""
        return subprocess.run(
            self.command(*options, about=about),
            cwd=self.root,
            env=self.environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            text=True,
            timeout=300,
        )

    def calls(self) -> Counter[str]:
        """Item → how often the server was asked for it."""
        return Counter(item_of(request) for request in list(self.server.requests))

    def answered(self) -> set[str]:
        """The items that the journal has an outcome of."""
        lines = self.journal.read_bytes().split(b"\n")[:-1]
        return {line["item"] for line in map(json.loads, lines) if line["event"] == "outcome"}

    def outputs(self) -> dict[str, Any]:
        """The file of outputs."""
        value: dict[str, Any] = json.loads((self.folder / "openscrub.json").read_text("utf-8"))
        return value

    def record(self, item: str) -> dict[str, Any]:
        """One record of it."""
        (found,) = [each for each in self.outputs()["outputs"] if each["item"] == item]
        return dict(found)

    def validate(self) -> subprocess.CompletedProcess[str]:
        """`leaderboard validate` on the submission."""
        return run_command(self.root, "validate", str(self.folder))


def item_of(request: Request) -> str:
    return ITEMS[request.body["messages"][0]["content"]]


def plain_answer(request: Request) -> Scripted:
    """An answer that depends on the question alone."""
    digest = hashlib.sha256(item_of(request).encode()).hexdigest()
    entries = [{"term": digest[:6], "location": f"{int(digest[:2], 16)}"}]
    return Scripted(completion(json.dumps({"defined_terms": entries}), usage=USAGE))


def slowly(seconds: float) -> Callable[[Request], Scripted]:
    def script(request: Request) -> Scripted:
        return Scripted(plain_answer(request).body, delay_s=seconds)

    return script


def timeless(outputs: Mapping[str, Any]) -> dict[str, Any]:
    """Outputs without times, attempts and bound of cost."""
    apart = {"latency_s", "waited_s", "attempts", "cost_is_lower_bound"}
    return {
        **outputs,
        "run": {**outputs["run"], "started": None, "finished": None},
        "outputs": [
            {key: value for key, value in record.items() if key not in apart}
            for record in outputs["outputs"]
        ],
    }


def wait_for(what: Callable[[], bool], seconds: float = 120.0) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with ModelServer() as server:
        server.script = plain_answer
        yield Desk(make_root(tmp_path / "repository"), server)


def test_a_run_ends_with_a_submission_that_is_in_order_and_scored(desk: Desk) -> None:
    ended = desk.run()
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith(f"{ID} on openscrub 1.0\n")
    assert desk.calls() == Counter(list(QUESTIONS))
    assert "44 of 44 answered, 44 calls made.\nNext:\n" in ended.stderr
    assert desk.validate().returncode == 0
    assert [each["item"] for each in desk.outputs()["outputs"]] == list(QUESTIONS)
    assert KEY not in {request.headers["authorization"] for request in desk.server.requests}
    again = desk.run()
    assert again.returncode == 0
    assert sum(desk.calls().values()) == 44
    assert again.stdout == ended.stdout


def test_ten_kills_lose_no_answer_and_pay_none_twice(tmp_path: Path) -> None:
    chance = random.Random(44)  # noqa: S311 - it only chooses moments
    concurrency, kills = 4, 10
    extra: list[int] = []
    with ModelServer() as server:
        whole = Desk(make_root(tmp_path / "whole"), server)
        server.script = plain_answer
        assert whole.run("--concurrency", str(concurrency)).returncode == 0
        server.requests.clear()

        desk = Desk(make_root(tmp_path / "killed"), server)
        server.script = slowly(0.1)
        for _ in range(kills):
            before = len(server.requests)
            process = desk.start("--concurrency", str(concurrency))
            wanted = before + chance.randint(1, 6)
            wait_for(lambda wanted=wanted: len(server.requests) >= wanted)  # type: ignore[misc]
            time.sleep(chance.random() * 0.12)
            process.kill()
            process.communicate()
            time.sleep(0.3)  # requests that were on their way have come by now
            done = desk.answered() if desk.journal.exists() else set()
            calls = desk.calls()
            extra.append(sum(calls.values()) - len(done) - sum(extra))
            frozen = {item: calls[item] for item in done}
            assert not (desk.folder / "openscrub.json").exists()
        assert 0 < len(done) < len(QUESTIONS)
        ended = desk.run("--concurrency", str(concurrency))
        assert ended.returncode == 0, ended.stderr
        calls = desk.calls()
    assert all(calls[item] == count for item, count in frozen.items())
    assert set(calls) == set(QUESTIONS)
    assert max(extra) <= concurrency, extra
    assert sum(calls.values()) - len(QUESTIONS) == sum(extra)
    assert timeless(desk.outputs()) == timeless(whole.outputs())
    assert (desk.folder / "submission.json").read_bytes() == (
        whole.folder / "submission.json"
    ).read_bytes()
    print(f"extra calls of each kill: {extra}")  # noqa: T201 - a figure that is wanted


def test_sixteen_at_once_are_at_least_twelve_times_as_fast(tmp_path: Path) -> None:
    plan = make_plan(tmp_path, 160)
    seconds = {}

    def timed(concurrency: int, plan: Plan, address: str) -> float:
        caller = LiteLLMCaller(plan.model, address, None, {}, 60.0)
        journal = tmp_path / f"{len(plan.questions)}-{concurrency}.jsonl"
        begun = time.monotonic()
        sitting = run_sitting(plan, caller, journal, Limits(concurrency), Budget())
        assert (sitting.calls, sitting.unanswered) == (len(plan.questions), ())
        return time.monotonic() - begun

    with steady_server(0.5) as address:
        timed(1, make_plan(tmp_path / "first", 1), address)
        for concurrency in (16, 1):
            seconds[concurrency] = timed(concurrency, plan, address)
    print(f"160 calls of 0.5 s: {seconds}")  # noqa: T201 - a figure that is wanted
    assert seconds[1] >= 12 * seconds[16], seconds


class TestFaults:
    """Each fault at one item; the others are answered."""

    @pytest.fixture
    def faulty(self, desk: Desk) -> Callable[..., subprocess.CompletedProcess[str]]:
        def run(
            script: Callable[[Request, int], Scripted | None], *options: str
        ) -> subprocess.CompletedProcess[str]:
            """Run, where `script` says what the first item meets (None: an answer)."""
            first = next(iter(QUESTIONS))

            def answer(request: Request) -> Scripted:
                if item_of(request) != first:
                    return plain_answer(request)
                before = desk.calls()[first] - 1
                return script(request, before) or plain_answer(request)

            desk.server.script = answer
            return desk.run("--max-pause", "0.2", "--concurrency", "8", *options)

        return run

    def test_every_fault_in_one_run_has_its_status_and_reason(self, desk: Desk) -> None:
        overflow = "This model's maximum context length is 8192 tokens; reduce the length."
        bad = "line one\nline \x1b[31mtwo\u202e\u0085 " + "x" * 50
        meets: dict[str, Callable[[int], Scripted | None]] = {}
        items = list(QUESTIONS)

        def always(scripted: Scripted) -> Callable[[int], Scripted | None]:
            return lambda _before: scripted

        def once(scripted: Scripted) -> Callable[[int], Scripted | None]:
            return lambda before: scripted if before == 0 else None

        meets[items[0]] = once(failure("slow down", status=429, retry_after="0.1"))
        meets[items[1]] = always(failure("slow down", status=429, retry_after="100"))
        meets[items[2]] = always(failure(bad, status=500))
        meets[items[3]] = once(Scripted(completion("x" * 9_000), cut=300))
        meets[items[4]] = once(Scripted(b"{ wrong"))
        meets[items[5]] = always(failure("upstream says no", status=403))
        meets[items[6]] = always(failure(overflow, status=400, code="context_length_exceeded"))
        meets[items[7]] = always(
            failure("The content filter was set off.", status=400, code="content_filter")
        )
        meets[items[8]] = always(Scripted(completion(), delay_s=9.0))
        meets[items[9]] = always(Scripted(completion("")))
        meets[items[10]] = always(Scripted(completion("I cannot find any errors.")))
        meets[items[11]] = always(Scripted(completion('{"defined_terms": [', finish="length")))
        meets[items[12]] = always(Scripted(completion("a\0b\u202e" + "y" * 5 * 2**20)))

        def script(request: Request) -> Scripted:
            item = item_of(request)
            meeting = meets.get(item)
            scripted = meeting(desk.calls()[item] - 1) if meeting else None
            return scripted or plain_answer(request)

        desk.server.script = script
        begun = time.monotonic()
        ended = desk.run(
            *("--max-pause", "0.2", "--concurrency", "8", "--timeout", "4", "--attempts", "3")
        )
        assert ended.returncode == 3, ended.stderr
        assert time.monotonic() - begun < 120
        records = {each["item"]: each for each in desk.outputs()["outputs"]}
        told = [
            (
                records[item]["finish_reason"],
                records[item]["attempts"],
                records[item]["cost_is_lower_bound"],
            )
            for item in items[:13]
        ]
        assert told == [
            ("stop", 2, True),
            ("api_error", 3, True),
            ("api_error", 3, True),
            ("stop", 2, True),
            ("stop", 2, True),
            ("api_error", 1, False),
            ("context_overflow", 1, False),
            ("content_filter", 1, True),
            ("timeout", 3, True),
            ("stop", 1, False),
            ("stop", 1, False),
            ("length", 1, False),
            ("stop", 1, False),
        ]
        assert records[items[1]]["error"] == "slow down"
        assert records[items[2]]["error"].startswith("line one line ")
        assert records[items[5]]["error"] == "upstream says no"
        assert records[items[6]]["error"] == overflow
        assert records[items[8]]["response"] is None
        assert records[items[9]]["response"] == ""
        assert records[items[12]]["response"].startswith("a\0b\u202eyyy")
        validated = desk.validate()
        assert validated.returncode == 0, validated.stdout + validated.stderr
        assert "40 of 44 answered" in ended.stderr
        for item in (items[1], items[2], items[5], items[8]):
            assert f"{item}: " in ended.stderr
        assert "answered 40 of 44" in ended.stdout

        desk.server.requests.clear()
        desk.server.script = plain_answer
        assert desk.run().returncode == 0
        assert set(desk.calls()) == {items[1], items[2], items[5], items[8]}
        assert desk.record(items[1])["attempts"] == 4

    def test_a_refused_key_stops_at_once_and_leaves_nothing_behind(self, desk: Desk) -> None:
        def echo(request: Request) -> Scripted:
            said = f"Incorrect API key: {request.headers['authorization']}, not {KEY}"
            return failure(said, status=401, code="invalid_api_key")

        desk.server.script = echo
        ended = desk.run("--concurrency", "3")
        assert ended.returncode == 3
        assert len(desk.server.requests) <= 3
        assert "Stopped: Incorrect API key" in ended.stderr
        assert "Give the same command again" in ended.stderr
        assert not desk.folder.exists()
        assert KEY not in ended.stderr + ended.stdout + desk.journal.read_text("utf-8")

    def test_a_key_that_is_echoed_is_written_nowhere(
        self, desk: Desk, faulty: Callable[..., subprocess.CompletedProcess[str]]
    ) -> None:
        ended = faulty(
            lambda request, _before: failure(
                f"bad header {request.headers['authorization']} beside {KEY}", status=403
            ),
            *("--api-key-env", "OPENAI_API_KEY"),
        )
        assert ended.returncode == 3
        assert desk.server.requests[0].headers["authorization"] == f"Bearer {KEY}"
        written = [path for path in desk.root.rglob("*") if path.is_file()]
        assert len(written) >= 3
        for text in (ended.stdout, ended.stderr, *(path.read_text("utf-8") for path in written)):
            assert KEY not in text
        assert "[key]" in desk.record(next(iter(QUESTIONS)))["error"]

    def test_a_key_that_a_model_sends_back_is_written_nowhere(
        self, desk: Desk, faulty: Callable[..., subprocess.CompletedProcess[str]]
    ) -> None:
        ended = faulty(
            lambda request, _before: Scripted(
                completion(f"your key is {request.headers['authorization']}")
            ),
            *("--api-key-env", "OPENAI_API_KEY"),
        )
        assert ended.returncode == 0, ended.stderr
        for path in (path for path in desk.root.rglob("*") if path.is_file()):
            assert KEY not in path.read_text("utf-8")
        assert desk.record(next(iter(QUESTIONS)))["response"] == "your key is Bearer [key]"

    def test_an_answer_that_litellm_cannot_read_is_paid_once(
        self, desk: Desk, faulty: Callable[..., subprocess.CompletedProcess[str]]
    ) -> None:
        blocks: Any = [{"type": "text", "text": "{}"}]
        ended = faulty(lambda _request, _before: Scripted(completion(blocks, usage=USAGE)))
        assert (ended.returncode, set(desk.calls().values())) == (0, {1}), ended.stderr
        assert desk.record(next(iter(QUESTIONS)))["response"] == "{}"
        assert "Warning" not in ended.stderr
        assert "WARNING" not in ended.stderr

    def test_answers_far_too_large_leave_a_submission_in_order(self, desk: Desk) -> None:
        large = list(QUESTIONS)[:4]

        def script(request: Request) -> Scripted:
            if item_of(request) in large:
                return Scripted(completion("{}" + "x" * (6 << 20), usage=USAGE))
            return plain_answer(request)

        desk.server.script = script
        ended = desk.run()
        assert ended.returncode == 0, ended.stderr
        assert desk.validate().returncode == 0
        assert [len(desk.record(item)["response"] or "") >> 20 for item in large] == [0, 4, 4, 4]
        assert desk.run().returncode == 0
        assert set(desk.calls().values()) == {1}

    def test_without_usage_nothing_is_known_of_the_cost(self, desk: Desk) -> None:
        desk.server.script = [Scripted(completion("{}"))]
        ended = desk.run()
        assert ended.returncode == 0
        assert "cost unknown" in ended.stderr
        for record in desk.outputs()["outputs"]:
            assert record["cost_usd"] is None
            assert set(record["usage"].values()) == {None}
        assert json.loads((desk.folder / "submission.json").read_text("utf-8"))["pricing"] is None

    def test_when_nothing_answers_every_item_keeps_its_reason(self, desk: Desk) -> None:
        desk.server.script = [failure("out of order", status=503)]
        ended = desk.run("--attempts", "1")
        assert ended.returncode == 3
        assert "0 of 44 answered" in ended.stderr
        assert "and 34 more" in ended.stderr
        assert {each["error"] for each in desk.outputs()["outputs"]} == {"out of order"}


class TestInterrupting:
    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    def test_once_waits_for_calls_that_are_paid(self, desk: Desk, number: signal.Signals) -> None:
        desk.server.script = slowly(0.6)
        process = desk.start("--concurrency", "4")
        wait_for(lambda: len(desk.server.requests) >= 8)
        process.send_signal(number)
        _, told = process.communicate(timeout=60)
        assert process.returncode == 3, told
        assert "Waiting for the calls under way" in told
        assert "Stopped: interrupted" in told
        assert "Give the same command again to go on" in told
        assert "Traceback" not in told
        assert desk.answered() == set(desk.calls())
        desk.server.script = plain_answer
        assert desk.run().returncode == 0
        assert desk.calls() == Counter(list(QUESTIONS))

    def test_twice_gives_them_up(self, desk: Desk) -> None:
        desk.server.script = slowly(20)
        process = desk.start("--concurrency", "4")
        wait_for(lambda: len(desk.server.requests) >= 4)
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
        assert time.monotonic() - begun < 10
        assert process.returncode == 3, told
        assert "Traceback" not in told
        assert desk.answered() == set()
        desk.server.script = plain_answer
        assert desk.run().returncode == 0
        lost = {item for item, calls in desk.calls().items() if calls == 2}
        assert len(lost) == 4
        for item in lost:
            assert desk.record(item)["cost_is_lower_bound"] is True


def test_a_disk_that_is_full_ends_the_run_and_a_larger_one_goes_on(desk: Desk) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (6 * 1024, resource.RLIM_INFINITY))

    process = desk.start("--concurrency", "1", preexec_fn=limit)
    _, told = process.communicate(timeout=120)
    assert process.returncode == 3, told
    done = desk.answered()
    assert 0 < len(done) < len(QUESTIONS)
    assert f"{len(done)} of 44 answered" in told
    assert "openscrub.jsonl cannot be written: File too large" in told
    assert "Give the same command again to go on" in told
    assert not desk.folder.exists()
    asked = desk.calls()
    assert desk.run().returncode == 0
    assert all(desk.calls()[item] == asked[item] for item in done)


def test_two_processes_do_not_share_a_journal(desk: Desk) -> None:
    may_answer = threading.Event()

    def script(request: Request) -> Scripted:
        may_answer.wait(120)
        return plain_answer(request)

    desk.server.script = script
    first = desk.start("--concurrency", "44")
    wait_for(lambda: len(desk.server.requests) >= 1)
    second = desk.run()
    may_answer.set()
    assert second.returncode == 2
    assert "another run is at work on" in second.stderr
    first.communicate(timeout=120)
    assert first.returncode == 0
    assert sum(desk.calls().values()) == 44


def test_a_half_written_line_and_other_settings(desk: Desk) -> None:
    assert desk.run("--seed", "1").returncode == 0
    data = desk.journal.read_bytes()
    lines = data.splitlines(keepends=True)
    lost = json.loads(lines[-1])["item"]
    desk.journal.write_bytes(data[: -len(lines[-1]) // 2])
    desk.server.requests.clear()
    kept = desk.run("--seed", "1")  # the file has an answer that the journal lost
    assert kept.returncode == 2
    assert "holds outputs of another run" in kept.stderr
    (desk.folder / "openscrub.json").unlink()
    other = desk.run("--seed", "2")
    assert other.returncode == 2
    assert "seed is 1 there and 2 here" in other.stderr
    (desk.folder / "submission.json").unlink()
    unstated = desk.run("--seed", "2")
    assert unstated.returncode == 2
    assert "setting seed was 1 and is 2" in unstated.stderr
    assert desk.server.requests == []
    assert desk.run("--seed", "1").returncode == 0
    assert desk.calls() == Counter([lost])
    assert desk.record(lost)["attempts"] == 2


def test_outputs_of_another_run_are_never_overwritten(desk: Desk) -> None:
    assert desk.run().returncode == 0
    before = (desk.folder / "openscrub.json").read_bytes()
    desk.server.requests.clear()
    ended = desk.run("--journal", "elsewhere.jsonl")
    assert ended.returncode == 2
    assert "holds outputs of another run" in ended.stderr
    assert desk.server.requests == []
    assert (desk.folder / "openscrub.json").read_bytes() == before


def test_a_submission_that_new_has_begun_is_filled_in(desk: Desk) -> None:
    made = run_command(desk.root, "new", ID, "--benchmark", "openscrub", "--name", "Lexi 2")
    assert made.returncode == 0
    other = desk.run(about=("--name", "Lexi 3", *ABOUT[2:]))
    assert other.returncode == 2
    assert "--name says 'Lexi 3'" in other.stderr
    missing = desk.run(about=ABOUT[:4])
    assert missing.returncode == 2
    assert "give --access, --submitter, --github" in missing.stderr
    assert desk.server.requests == []
    ended = desk.run(about=ABOUT[2:])
    assert ended.returncode == 0, ended.stderr
    assert desk.validate().returncode == 0


def test_what_is_missing_is_asked_at_a_terminal(desk: Desk) -> None:
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        desk.command(about=()),
        cwd=desk.root,
        env={**desk.environ, "TERM": "dumb"},
        stdin=follower,
        stdout=subprocess.PIPE,
        stderr=follower,
        start_new_session=True,
    )
    os.close(follower)
    shown = b""

    def see(wanted: bytes) -> None:
        nonlocal shown
        end = time.monotonic() + 120
        while wanted not in shown:
            assert time.monotonic() < end, shown
            if select.select([leader], [], [], 1)[0]:
                shown += os.read(leader, 4096)

    for prompt, answer in (
        (b"Display name of the model:", b"Lexi 2\n"),
        (b"Who made the model:", b"Acme\n"),
        (b"internal or program):", b"by post\n"),
        (b"not in the vocabulary", b""),
        (b"internal or program):", b"api\n"),
        (b"Your display name:", b"Ada\n"),
        (b"Your GitHub login:", b"ada\n"),
        (b"44 of 44 answered", b""),
    ):
        see(prompt)
        shown = shown.partition(prompt)[2]
        os.write(leader, answer)
    process.communicate(timeout=60)
    os.close(leader)
    assert process.returncode == 0
    meta = json.loads((desk.folder / "submission.json").read_text("utf-8"))
    assert (meta["model"]["name"], meta["model"]["access"]) == ("Lexi 2", "api")


def test_a_price_list_that_is_mended_prices_what_was_answered_before(desk: Desk) -> None:
    assert desk.run().returncode == 0
    assert {record["cost_usd"] for record in desk.outputs()["outputs"]} == {None}
    path = desk.folder / "submission.json"
    known = json.loads(path.read_text("utf-8"))
    prices = {"currency": "USD", "source": "the bill", "as_of": "2026-11-01"}
    costs = []
    for factor in (1, 10):
        stated = {"input": 2.0 * factor, "cached_input": None, "output": 8.0 * factor}
        path.write_text(json.dumps({**known, "pricing": {**prices, **stated}}), "utf-8")
        ended = desk.run()
        assert ended.returncode == 0, ended.stderr
        costs.append([record["cost_usd"] for record in desk.outputs()["outputs"]])
    assert costs[1] == pytest.approx([10 * cost for cost in costs[0]])
    assert all(costs[0])
    assert set(desk.calls().values()) == {1}


def test_an_own_prompt_is_marked(desk: Desk) -> None:
    (desk.root / "mine.txt").write_text("Find the faults:\n", "utf-8")
    desk.server.script = [Scripted(completion("{}"))]
    ended = desk.run("--prompt", "mine.txt")
    assert ended.returncode == 0, ended.stderr
    sent = desk.server.requests[0].body["messages"][0]["content"]
    assert sent.startswith("Find the faults:\n")
    meta = json.loads((desk.folder / "submission.json").read_text("utf-8"))
    assert meta["system"]["prompt"] == "mine.txt"
    assert desk.outputs()["prompt_sha256"] == hashlib.sha256(b"Find the faults:\n").hexdigest()
