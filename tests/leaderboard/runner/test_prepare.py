from __future__ import annotations

import datetime as dt
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from leaderboard.errors import UsageError
from leaderboard.runner.loop import Limits
from leaderboard.runner.metadata import QUESTIONS
from leaderboard.runner.prepare import Request, Work, estimate_run, prepare
from tests.leaderboard.repositories import meta
from tests.leaderboard.runner.plans import KEY, make_registry
from tests.leaderboard.samples import write_json

TODAY = dt.date(2026, 11, 1)
GIVEN: dict[str, str | None] = {question.option: question.example for question in QUESTIONS}
NOTHING: dict[str, str | None] = dict.fromkeys(GIVEN)
LOCAL = "http://127.0.0.1:9/v1"


def request(folder: Path, **change: Any) -> Request:
    plain: dict[str, Any] = {
        "benchmark": KEY,
        "model": "openai/gpt-4o",
        "out": folder / "submissions" / "acme--lexi-2",
        "api_base": None,
        "api_key_env": None,
        "settings": {},
        "reasoning": None,
        "answer_form": "auto",
        "own_prompt": None,
        "limits": Limits(),
        "timeout_s": 60.0,
        "max_cost": None,
        "journal": None,
        "given": GIVEN,
    }
    return Request(**{**plain, **change})


def ready(folder: Path, **change: Any) -> Work:
    registry = make_registry(folder)
    return prepare(request(folder, **change), registry, folder, today=TODAY, ask=None)


def put(folder: Path, **change: Any) -> None:
    path = folder / "submissions" / "acme--lexi-2" / "submission.json"
    write_json(path, meta("Lexi 2", **change))


def test_a_run_of_a_known_model_has_its_list_price_and_a_schema(tmp_path: Path) -> None:
    work = ready(tmp_path)
    assert work.meta is not None
    assert work.meta.pricing is not None
    assert work.meta.pricing.as_of == TODAY
    assert work.meta.system.harness is not None
    assert work.meta.system.harness.startswith("leaderboard run ")
    assert work.plan.form == "json_schema"
    assert work.journal == tmp_path / "runs" / "acme--lexi-2" / f"{KEY}.jsonl"


def test_an_own_server_has_no_list_price_and_no_form(tmp_path: Path) -> None:
    work = ready(tmp_path, api_base=LOCAL)
    assert work.meta is not None
    assert work.meta.pricing is None
    assert work.plan.form == "plain"


def test_a_form_that_is_asked_for_is_taken(tmp_path: Path) -> None:
    assert ready(tmp_path, api_base=LOCAL, answer_form="json_schema").plan.form == "json_schema"


def test_what_the_file_says_of_its_harness_and_prompt_stays(tmp_path: Path) -> None:
    put(tmp_path, system={"harness": "mine 1.0", "prompt": "see my paper"})
    work = ready(tmp_path, given=NOTHING, own_prompt=("p.txt", "Find faults:\n"))
    assert work.meta is not None
    assert work.meta.system.harness == "mine 1.0"
    assert work.meta.system.prompt == "see my paper"


def test_a_prompt_whose_name_cannot_be_shown_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="/system/prompt"):
        ready(tmp_path, own_prompt=("p\u202e.txt", "Find faults:\n"))


@pytest.mark.parametrize(
    ("stated", "asked", "sent"),
    [
        ("default", None, None),
        ("default", "high", "high"),
        ("default", "off", "none"),
        ("high", None, "high"),
        ("high", "high", "high"),
        ("n/a", None, None),
    ],
)
def test_reasoning_is_the_files_or_the_options(
    tmp_path: Path, stated: str, asked: str | None, sent: str | None
) -> None:
    put(tmp_path, system={"reasoning": stated})
    work = ready(tmp_path, given=NOTHING, reasoning=asked)
    assert work.plan.settings.get("reasoning_effort") == sent
    assert work.meta is not None
    assert work.meta.system.reasoning == (asked or stated)


def test_reasoning_that_contradicts_the_file_is_refused(tmp_path: Path) -> None:
    put(tmp_path, system={"reasoning": "high"})
    with pytest.raises(UsageError, match=r"--reasoning says 'low', submission\.json says 'high'"):
        ready(tmp_path, given=NOTHING, reasoning="low")


def test_a_key_comes_from_the_variable_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEXI", "correct-horse")
    assert ready(tmp_path, api_key_env="LEXI").caller.api_key == "correct-horse"
    monkeypatch.setenv("LEXI", "")
    with pytest.raises(UsageError, match="LEXI is empty"):
        ready(tmp_path, api_key_env="LEXI")
    assert ready(tmp_path).caller.api_key is None


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"model": "openai/unheard-of"}, "--max-cost needs prices"),
        ({"pricing": {"currency": "EUR", "input": 1, "output": 1}}, "is in US dollars"),
        ({"pricing": {"currency": "USD", "input": 1, "output": 1}}, "give --max-tokens as well"),
        ({"pricing": {"currency": "USD", "input": 1}}, "--max-cost needs prices"),
        (
            {
                "pricing": {
                    "currency": "USD",
                    "input": 1,
                    "output": 1,
                    "tiers": [{"above_input_tokens": 9, "input": 1}],
                }
            },
            "--max-cost needs prices",
        ),
    ],
)
def test_a_cap_needs_prices_in_dollars_and_a_longest_answer(
    tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    model = change.get("model", "openai/unheard-of")
    if "pricing" in change:
        put(tmp_path, pricing={**change["pricing"], "as_of": "2026-11-01"})
    else:
        put(tmp_path)
    with pytest.raises(UsageError, match=said):
        ready(tmp_path, model=model, given=NOTHING, max_cost=Fraction(1))


def test_a_cap_counts_the_longest_answer_that_is_asked_for_or_known(tmp_path: Path) -> None:
    asked = ready(tmp_path, max_cost=Fraction(1), settings={"max_tokens": 500})
    assert asked.budget.most_output_tokens == 500
    assert ready(tmp_path, max_cost=Fraction(1)).budget.most_output_tokens == 16_384
    assert asked.budget.most("Is the fee defined?") is not None


def test_an_estimate_needs_no_metadata_and_no_folder(tmp_path: Path) -> None:
    work = ready(tmp_path, out=None, given=NOTHING, dry_run=True, settings={"max_tokens": 10})
    told = estimate_run(work)
    assert work.meta is None
    assert (told.output_tokens, told.low is None) == (30, False)
    folder = ready(tmp_path, given=NOTHING, dry_run=True)
    assert folder.meta is not None
    assert not (tmp_path / "submissions").exists()


def test_variants_differ_by_what_is_asked_and_doubles_are_refused_beforehand(
    tmp_path: Path,
) -> None:
    first = ready(tmp_path, settings={"temperature": 0.0})
    assert first.meta is not None
    assert first.meta.system.settings == {"answer_form": "auto", "temperature": 0.0}
    put_beside = tmp_path / "submissions" / "acme--lexi-2--cold" / "submission.json"
    write_json(put_beside, first.meta.model_dump(mode="json"))
    assert ready(tmp_path, settings={"temperature": 1.0}).meta is not None
    with pytest.raises(UsageError, match=r"acme--lexi-2--cold is an active .*duplicate_submission"):
        ready(tmp_path, settings={"temperature": 0.0})
    with pytest.raises(UsageError, match=r"/model/name \(--name\): .*look_alike_name\]. Spell"):
        ready(tmp_path, settings={"temperature": 1.0}, given={**GIVEN, "--name": "LEXI 2"})
    assert not (tmp_path / "submissions" / "acme--lexi-2").exists()


def test_a_resumed_run_is_not_its_own_double(tmp_path: Path) -> None:
    put(tmp_path)
    assert ready(tmp_path, given=NOTHING).meta is not None


def test_a_form_that_is_the_same_for_every_task_is_named(tmp_path: Path) -> None:
    work = ready(tmp_path, api_base=LOCAL)
    assert work.meta is not None
    assert work.meta.system.settings == {"answer_form": "plain"}


def test_a_folder_that_cannot_be_written_to_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="/proc/deep"):
        ready(tmp_path, out=Path("/proc/deep/acme--lexi-2"))
    ready(tmp_path, out=tmp_path / "new" / "acme--lexi-2")
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("address", ["u:secret@host/v1", "host/v1?key=secret", "host/v1#secret"])
def test_an_address_with_a_key_in_it_is_refused_unsaid(tmp_path: Path, address: str) -> None:
    with pytest.raises(UsageError, match="give the plain address, and the key by") as error:
        ready(tmp_path, api_base=f"http://{address}")
    assert "secret" not in str(error.value)


def test_a_journal_is_a_plain_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="/dev/full is no plain file"):
        ready(tmp_path, journal=Path("/dev/full"))


def test_a_journal_may_lie_elsewhere(tmp_path: Path) -> None:
    assert ready(tmp_path, journal=tmp_path / "j").journal == tmp_path / "j"


def test_settings_that_are_dropped_are_named(tmp_path: Path) -> None:
    work = ready(tmp_path, model="openai/o3-mini", settings={"temperature": 0.5})
    assert work.dropped == ("temperature",)
    assert json.dumps(work.plan.settings_asked["temperature"]) == "0.5"
