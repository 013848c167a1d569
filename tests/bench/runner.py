"""A whole run of 440 items against a server that answers at once, beside litellm called bare.

Both make the same calls with the same concurrency, in turn, so that drift of the machine cancels
out. Start-up, validation and scoring are no part of it: what is measured is `run_sitting`, with
its journal on the disk.
"""

from __future__ import annotations

import asyncio
import gc
import json
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from leaderboard.runner.budget import Budget
from leaderboard.runner.client import LiteLLMCaller
from leaderboard.runner.loading import load_litellm
from leaderboard.runner.loop import Limits
from leaderboard.runner.plan import Plan
from leaderboard.runner.session import run_sitting
from tests.leaderboard.runner.plans import make_plan

ROOT: Final = Path(__file__).resolve().parents[2]
ITEMS: Final = 440
CONCURRENCY: Final = 16
REPEATS: Final = 9
MOST: Final = 1.3
"""How many times the bare calls a run may take."""
TEXT_SIZE: Final = 30_000
"""Characters of a contract, as in openscrub."""
ANSWER: Final = json.dumps({"defined_terms": [{"term": "Fee", "location": "1"}] * 40})


@contextmanager
def steady_server(delay_s: float = 0.0) -> Iterator[str]:
    """A server in a process of its own that answers after so long; gives its address."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.bench.runner", "serve", str(delay_s)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


async def serve(delay_s: float) -> None:
    """Answer every request with the same completion until the process ends."""
    reply = {
        "id": "r1",
        "object": "chat.completion",
        "created": 1,
        "model": "m1",
        "choices": [
            {
                "index": 0,
                "finish_reason": "stop",
                "message": {"role": "assistant", "content": ANSWER},
            }
        ],
        "usage": {"prompt_tokens": 7_000, "completion_tokens": 600, "total_tokens": 7_600},
    }
    body = json.dumps(reply).encode()
    head = f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
    whole = head.encode() + b"\r\n" + body

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while not reader.at_eof():
            lines = (await reader.readuntil(b"\r\n\r\n")).lower().split(b"\r\n")
            size = next(int(line[15:]) for line in lines if line.startswith(b"content-length:"))
            await reader.readexactly(size)
            await asyncio.sleep(delay_s)
            writer.write(whole)

    server = await asyncio.start_server(answer, "127.0.0.1", 0, limit=2**20)
    sys.stdout.write(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1\n")
    sys.stdout.flush()
    await server.serve_forever()


def run_bare(plan: Plan, address: str) -> None:
    """All calls of a plan through litellm alone."""
    litellm: Any = load_litellm()
    waiting = deque(plan.questions.values())

    async def work() -> None:
        while waiting:
            await litellm.acompletion(
                model=plan.model,
                messages=[{"role": "user", "content": waiting.popleft()}],
                api_base=address,
                api_key="none",
                timeout=60,
                num_retries=0,
                max_retries=0,
            )

    async def drive() -> None:
        await asyncio.gather(*(work() for _ in range(CONCURRENCY)))

    asyncio.run(drive())


def run_whole(plan: Plan, address: str, folder: Path) -> None:
    """A run of the same plan, its journal on the disk."""
    caller = LiteLLMCaller(plan.model, address, None, plan.parameters, 60)
    journal = folder / f"{time.time_ns()}.jsonl"
    sitting = run_sitting(plan, caller, journal, Limits(CONCURRENCY), Budget())
    assert (sitting.calls, sitting.unanswered) == (ITEMS, ())


def timed(work: Callable[[], None]) -> tuple[float, float]:
    """Seconds on the wall, and of this process's own work."""
    gc.collect()
    wall, own = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - own


def main(arguments: list[str]) -> int:
    """Print the ratio of the quickest of each; 1 if it is above `MOST`.

    Whatever else the machine does can only add: the quickest of several is nearest to the truth.
    """
    if arguments[:1] == ["serve"]:
        asyncio.run(serve(float(arguments[1])))
        return 0
    bare, whole = [], []
    with tempfile.TemporaryDirectory() as name, steady_server() as address:
        folder = Path(name)
        text = "1. Fee. The Fee is due. " * (TEXT_SIZE // 24)
        plan = make_plan(folder, {f"c{each:03}": f"{each}. {text}" for each in range(ITEMS)})
        for repeat in range(REPEATS + 1):
            pair = (
                timed(lambda: run_bare(plan, address)),
                timed(lambda: run_whole(plan, address, folder)),
            )
            if repeat:
                bare.append(pair[0])
                whole.append(pair[1])
    walls, own = ([min(each[part] for each in runs) for runs in (bare, whole)] for part in (0, 1))
    sys.stdout.write(
        f"a run of {ITEMS} items: {walls[1]:.2f} s, {walls[1] / walls[0]:.2f} times litellm's "
        f"bare calls; by its own work {own[1] / own[0]:.2f} times\n"
    )
    return int(walls[1] > MOST * walls[0])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
