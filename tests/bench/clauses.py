"""Times the clause task over CUAD's whole test split: `python -m tests.bench.clauses`.

Compares one process that reads the archive, builds the cases and scores one submission of ordinary
answers with one Python process per case that reads only its case. Both are timed from outside, as
whole processes: start of the interpreter and imports count on both sides.
Ends with 1 when the first is not at least 50 times faster, with 2 when the archive is missing.
"""

# ruff: noqa: T201 -- printing is what a bench is for

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from leaderboard.sources.cuad import CuadSource, load_cuad
from scoring.cuad import Case, ClauseCard, judge, score

ROOT = Path(__file__).resolve().parents[2]
ARCHIVE = ROOT.parent / "shared" / "cuad" / "CUAD_v1.zip"
NO_CLAUSE = "NO CLAUSE FOUND"
RUNS = 3
SAMPLE = 40
DIFFERING = 102
LEAST_RATIO = 50

# All that one process does for one case: no archive, no suite, no sources of data.
ONE_CASE = """
import json, sys
from scoring.cuad.matchers import judge
with open(sys.argv[1], encoding="utf-8") as file:
    case = json.load(file)
verdict = judge(case["answer"], case["gold"])
print(json.dumps([verdict.passed, verdict.strict_passed]))
"""


def ordinary_answers(source: CuadSource) -> dict[str, str]:
    """Return the first gold span of every present case, and the set phrase for the others."""
    return {case.id: case.gold[0] if case.gold else NO_CLAUSE for case in source.cases}


def whole_contract_answers(source: CuadSource) -> dict[str, str]:
    """Return, for every case, the set phrase and then the whole contract."""
    texts = {contract.title: f"{NO_CLAUSE}\n\n{contract.text}" for contract in source.contracts}
    return {case.id: texts[case.title] for case in source.cases}


def run_python(*arguments: str) -> tuple[float, str]:
    """Return the seconds that a Python process took, and what it printed."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return time.perf_counter() - start, done.stdout


def score_all() -> int:
    """Do the work of the one process, and print its steps' seconds as JSON."""
    start = time.perf_counter()
    source = load_cuad(ARCHIVE, every=True)
    loaded = time.perf_counter()
    card = score(source.cases, ordinary_answers(source), signature="bench")
    scored = time.perf_counter()
    passed = card.strict.overall.passed
    print(json.dumps({"load": loaded - start, "score": scored - loaded, "passed": passed}))
    return 0


def time_processes(cases: Sequence[Case], answers: Mapping[str, str]) -> float:
    """Return the mean seconds of one process that reads and judges one of `cases`."""
    total = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            path = Path(folder) / f"{case.id}.json"
            value = {"answer": answers[case.id], "gold": case.gold}
            path.write_text(json.dumps(value), encoding="utf-8")
            seconds, printed = run_python("-c", ONE_CASE, str(path))
            total += seconds
            verdict = judge(answers[case.id], case.gold)
            if json.loads(printed) != [verdict.passed, verdict.strict_passed]:
                raise AssertionError(f"{case.id}: the two ways to judge differ")
    return total / len(cases)


def time_score(cases: Sequence[Case], answers: Mapping[str, str]) -> tuple[float, ClauseCard]:
    """Return the seconds that scoring takes in this process, and the card."""
    start = time.perf_counter()
    card = score(cases, answers, signature="bench")
    return time.perf_counter() - start, card


def compare(source: CuadSource) -> float:
    """Print both ways' times and return how many times faster one process is."""
    n = len(source.cases)
    print(f"clause task: {n:,} cases of {len(source.contracts)} contracts, one submission")
    runs = sorted(run_python("-m", "tests.bench.clauses", "--one-process") for _ in range(RUNS))
    one, printed = runs[len(runs) // 2]
    steps = json.loads(printed)
    print(
        f"  one process: {one:.2f} s as a whole (median of {RUNS}): reading the archive and "
        f"building the cases {steps['load']:.2f} s, scoring {steps['score']:.2f} s; "
        f"{steps['passed']:,} pass strictly"
    )
    sample = source.cases[:: n // SAMPLE][:SAMPLE]
    each = time_processes(sample, ordinary_answers(source))
    bare = sum(run_python("-c", "pass")[0] for _ in sample) / len(sample)
    print(
        f"  one process per case: {each * 1000:.1f} ms each (mean of {len(sample)}, one after the "
        f"other; an interpreter that does nothing takes {bare * 1000:.1f} ms); "
        f"scaled to {n:,}, not run: {each * n:.1f} s"
    )
    ratio = each * n / one
    print(f"  ratio: {ratio:.0f} (at least {LEAST_RATIO} wanted)")
    return ratio


def print_whole_contracts(source: CuadSource) -> None:
    """Print how long the row of whole-contract answers takes."""
    answers = whole_contract_answers(source)
    seconds, card = time_score(source.cases, answers)
    size = sum(map(len, answers.values())) / 1e6
    print(
        f"whole-contract answers, {size:.0f} million characters: scored in {seconds:.2f} s "
        "(a contract's cases share one text, which is read once)\n"
        f"  published {card.published.overall.passed:,} of {len(source.cases):,} pass, "
        f"strict {card.strict.overall.passed:,}"
    )
    sample = source.cases[:: len(source.cases) // DIFFERING]
    differing = {case.id: f"{answers[case.id]}\n{case.id}" for case in sample}
    seconds, _ = time_score(sample, differing)
    print(
        f"  if every text were another: {seconds / len(sample) * 1000:.1f} ms each (mean of "
        f"{len(sample)}); scaled, not run: {seconds / len(sample) * len(source.cases):.1f} s"
    )


def main(arguments: Sequence[str]) -> int:
    """Print the measurements and return the exit code."""
    if not ARCHIVE.is_file():
        print(f"clause bench NOT RUN: {ARCHIVE.name} is missing", file=sys.stderr)
        return 2
    if "--one-process" in arguments:
        return score_all()
    source = load_cuad(ARCHIVE, every=True)
    ratio = compare(source)
    print_whole_contracts(source)
    return 0 if ratio >= LEAST_RATIO else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
