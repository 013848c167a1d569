"""A small real model answers a few contracts, from its name to a submission that is in order."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from leaderboard.checks import BenchmarkSpec, check_submission
from leaderboard.files import write_text
from leaderboard.runner.loop import Limits
from leaderboard.runner.metadata import QUESTIONS, render_metadata
from leaderboard.runner.prepare import Request, prepare
from leaderboard.runner.session import run_sitting
from scoring.outcomes import is_answered
from tests.leaderboard.runner.plans import KEY, make_registry
from tests.llm.server import CONTEXT, NAME, serving_smollm2

pytestmark = [pytest.mark.llm, pytest.mark.filterwarnings("ignore::DeprecationWarning")]

ID = "acme--smollm2"
TEXTS = {
    "a-short": '1. Fee. "Fee" means ten dollars. The fee is due on the first day of each month.',
    "b-short": "1. Term. This Agreement ends after two years. 2. Notice. See Section 7.",
    "c-long": "1. Fee. The Fee is due. " * (CONTEXT // 4),
}
MOST_TOKENS = 64


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving_smollm2() as running:
        yield f"{running}/v1"


@pytest.mark.parametrize("form", ["plain", "json_schema"])
def test_a_real_model_makes_a_submission(tmp_path: Path, address: str, form: str) -> None:
    registry = make_registry(tmp_path, TEXTS)
    folder = tmp_path / "submissions" / ID
    request = Request(
        benchmark=KEY,
        model=f"openai/{NAME}",
        out=folder,
        api_base=address,
        api_key_env=None,
        settings={"temperature": 0.0, "max_tokens": MOST_TOKENS},
        reasoning=None,
        answer_form=form,
        own_prompt=None,
        limits=Limits(concurrency=1),
        timeout_s=600.0,
        max_cost=None,
        journal=None,
        given={question.option: question.example for question in QUESTIONS},
    )
    work = prepare(request, registry, tmp_path, today=dt.date(2026, 11, 1), ask=None)
    sitting = run_sitting(work.plan, work.caller, work.journal, request.limits, work.budget)
    assert (sitting.unanswered, sitting.calls) == ((), len(TEXTS))
    assert sitting.outputs is not None
    assert work.meta is not None
    records = {each["item"]: each for each in json.loads(sitting.outputs)["outputs"]}

    for item in ("a-short", "b-short"):
        check_answer(records[item], form)
    overflow = records["c-long"]
    assert overflow["finish_reason"] == "context_overflow"
    assert str(CONTEXT) in overflow["error"]
    assert overflow["cost_usd"] is None  # a server of one's own has no price list

    write_text(folder / "submission.json", render_metadata(work.meta))
    write_text(folder / f"{KEY}.json", sitting.outputs)
    spec = BenchmarkSpec(KEY, "contract-scrubbing", {"1": frozenset(TEXTS)})
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    submission, findings = check_submission(files, ID, {KEY: spec})
    assert findings == ()
    assert submission is not None

    again = run_sitting(work.plan, work.caller, work.journal, request.limits, work.budget)
    assert (again.calls, again.outputs) == (0, sitting.outputs)


def check_answer(record: dict[str, Any], form: str) -> None:
    assert is_answered(record)
    assert record["response"].strip()
    assert record["finish_reason"] in {"stop", "length"}
    assert 500 < record["usage"]["input_tokens"] < CONTEXT
    assert 0 < record["usage"]["output_tokens"] <= MOST_TOKENS
    assert record["latency_s"] > 0
    assert record["cost_usd"] is None
    if form == "json_schema":
        assert record["response"].lstrip().startswith('{"') or record["response"].startswith("{\n")
