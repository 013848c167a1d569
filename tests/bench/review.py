"""What the check of one pull request costs beside scoring the whole board.

A repository with a thousand submissions is made, with git, in a temporary folder. Then one more is
put onto a branch and four commands run, each in a process of its own that starts from nothing:
`score` of the whole board, `index` of main, `review` of the branch with that index, and `index`
again after the merge. Ends with 1 when `review` takes over 5 % of `score`. Processor time is what
is compared: it hangs least on what else the machine does; the clock is printed beside it.
"""

# ruff: noqa: T201 -- printing is what a bench is for

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.conftest import ROOT
from tests.leaderboard.gits import Hosted, run_git
from tests.leaderboard.repositories import meta, openscrub

SUBMISSIONS: Final = 1_000
MOST_SHARE: Final = 0.05
RUNS: Final = 3
NEW: Final = "lab0000--newcomer"


@dataclass(frozen=True)
class Took:
    """What a process took, in seconds."""

    processor: float
    clock: float


def answered(seed: str) -> dict[str, Any]:
    """Outputs of a system that finds between a third and four fifths of gold, and guesses."""
    version, edition = openscrub()
    drawn = random.Random(seed)  # noqa: S311 - a repeatable board, no secret
    keep = drawn.uniform(0.33, 0.8)
    outputs = []
    for item in edition.items:
        found: dict[str, list[dict[str, str]]] = {
            key: [
                {name: text for name, text in entry.items() if isinstance(text, str)}
                for entry in entries
                if not entry.get("tolerated") and drawn.random() < keep
            ]
            for key, entries in edition.gold[item].items()
        }
        found.setdefault("defined_terms", []).extend(
            {"term": f"Guess {drawn.randrange(10**6)}", "location": f"{number + 1}.1"}
            for number in range(drawn.randrange(20))
        )
        outputs.append({"item": item, "response": json.dumps(found), "finish_reason": "stop"})
    return {
        "schema_version": 1,
        "benchmark": "openscrub",
        "benchmark_version": version,
        "outputs": outputs,
    }


def files_of(id_: str) -> Iterator[tuple[str | bytes, str]]:
    """Path → text of one submission's files."""
    name = id_.replace("--", " ")
    about = meta(name, model={"organization": id_.partition("--")[0]})
    yield f"submissions/{id_}/submission.json", json.dumps(about)
    yield f"submissions/{id_}/openscrub.json", json.dumps(answered(id_))


def make_repository(folder: Path, count: int) -> tuple[Hosted, str]:
    """A board of `count` submissions, checked out, and the head of a branch that adds one."""
    files: dict[str | bytes, Any] = {"mkdocs.yml": "site_name: bench\n"}
    for number in range(count):
        files.update(files_of(f"lab{number:04}--model-{number % 7}"))
    hosted = Hosted.make(folder, files)
    return hosted, hosted.pull(dict(files_of(NEW)))


def run_leaderboard(code: Path, root: Path, *arguments: str) -> Took:
    """Run the command of the code in `code` once, in a process of its own."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "leaderboard", "--root", str(root), *arguments],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=code,
        env=os.environ
        | {"PYTHONPATH": str(code), "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Took(used, time.perf_counter() - start)


def measure(folder: Path, count: int) -> dict[str, Took]:
    """What each command took; of `review` the middle one of `RUNS`."""
    hosted, head = make_repository(folder, count)
    # An index is taken only by the code that made it; a copy is one that nobody edits meanwhile.
    code = folder / "code"
    for package in ("leaderboard", "scoring"):
        shutil.copytree(ROOT / package, code / package)
    root, cards, index = hosted.clone, folder / "cards.json", folder / "board-index.jsonl"
    asked = ("--base", "origin/main", "--head", head, "--author", "ada", "--index", str(index))
    took = {
        "score": run_leaderboard(
            code, root, "score", str(root / "submissions"), "--out", str(cards)
        ),
        "index": run_leaderboard(code, root, "index", "--out", str(index)),
    }
    runs = [run_leaderboard(code, root, "review", *asked) for _ in range(RUNS)]
    took["review"] = sorted(runs, key=lambda run: run.processor)[RUNS // 2]
    report = folder / "report.json"
    run_leaderboard(code, root, "review", *asked, "--out-json", str(report))
    (board,) = json.loads(report.read_text("utf-8"))["boards"]
    assert board["rank_after"]["of"] > count, "the whole board is ranked"
    run_git(root, "update-ref", "refs/heads/merged", head)
    newer = ("--rev", "merged", "--index", str(index), "--out", str(folder / "newer.jsonl"))
    took["index, one more"] = run_leaderboard(code, root, "index", *newer)
    print(f"  the index has {index.stat().st_size / 1e6:.1f} MB")
    return took


def main(arguments: list[str]) -> int:
    """Print the measurements and return the exit code."""
    count = int(arguments[0]) if arguments else SUBMISSIONS
    print(f"review of one pull request on a board of {count:,} submissions, one process each")
    with tempfile.TemporaryDirectory() as folder:
        took = measure(Path(folder), count)
    for name, one in took.items():
        print(f"  {name:<16} {one.processor:8.2f} s of processor time, {one.clock:7.2f} s in all")
    share = took["review"].processor / took["score"].processor
    clock = took["review"].clock / took["score"].clock
    print(
        f"  review / score: {share:.2%} of processor time (at most {MOST_SHARE:.0%} wanted), "
        f"{clock:.2%} by the clock"
    )
    return 0 if share <= MOST_SHARE else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
