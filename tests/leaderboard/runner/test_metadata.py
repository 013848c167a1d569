from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from leaderboard.errors import UsageError
from leaderboard.models import Pricing, SubmissionFile
from leaderboard.programs import PROGRAMS
from leaderboard.runner.metadata import (
    QUESTIONS,
    Question,
    check_beside,
    check_metadata,
    complete_metadata,
    load_metadata,
    priced,
    render_metadata,
)
from leaderboard.scaffold import build_scaffold
from tests.leaderboard.repositories import meta

SCAFFOLD = build_scaffold((), dt.date(2026, 11, 1))["submission.json"]
NOTHING: dict[str, str | None] = {question.option: None for question in QUESTIONS}
ALL: dict[str, str | None] = {question.option: question.example for question in QUESTIONS}
WHERE = Path("submissions/acme--lexi-2")


def complete(
    value: Mapping[str, Any] | None = None, given: Mapping[str, str | None] = NOTHING, **more: Any
) -> SubmissionFile:
    content = json.loads(SCAFFOLD) if value is None else value
    return complete_metadata(content, given, **{"ask": None, "where": WHERE, **more})


def test_options_fill_in_a_fresh_file() -> None:
    done = complete(given=ALL)
    assert done.model.name == "Lexi 2"
    assert done.model.access == "api"
    assert done.submitters[0].github == "ada"


def test_what_is_missing_is_named_all_at_once_with_its_options() -> None:
    given = {**ALL, "--access": None, "--github": None}
    with pytest.raises(UsageError, match="give --access, --github, or fill the file in"):
        complete(given=given)


def test_a_file_that_is_filled_in_needs_no_option() -> None:
    assert complete(meta("Lexi 2")).model.name == "Lexi 2"
    assert complete(meta("Lexi 2"), {**NOTHING, "--name": "Lexi 2"}).model.name == "Lexi 2"


def test_an_option_that_contradicts_the_file_is_refused() -> None:
    with pytest.raises(UsageError, match=r"--name says 'Lexi 3', .* says 'Lexi 2'; mend one"):
        complete(meta("Lexi 2"), {**NOTHING, "--name": "Lexi 3"})


@pytest.mark.parametrize(
    "change",
    [{"model": "Lexi"}, {"submitters": []}, {"submitters": ["Ada"]}, {"submitters": {}}],
)
def test_a_file_of_another_shape_is_told_what_is_wrong(change: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="is not of the form: /"):
        complete({**meta("Lexi 2"), **change}, ALL)


def test_a_file_without_the_parts_gets_them() -> None:
    plain = {key: value for key, value in meta("x").items() if key not in {"model", "submitters"}}
    assert complete(plain, ALL).model.organization == "Acme"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"model": {"name": [], "organization": "A", "access": "api"}}, "/model/name"),
        ({"submitted": "soon"}, "/submitted"),
        ({"notes": "two\nlines"}, "/notes"),
        ({"score": 1}, "/score"),
        ({"model": {"name": "Le\u202exi", "organization": "A", "access": "api"}}, "/model/name"),
    ],
)
def test_whatever_validation_would_refuse_is_refused_before_a_call(
    change: dict[str, Any], code: str
) -> None:
    with pytest.raises(UsageError, match=code):
        complete({**meta("Lexi 2"), **change})


def test_options_are_checked_as_the_file_is() -> None:
    with pytest.raises(UsageError, match=r"/model/access \(--access\): .*open-weights") as error:
        complete(given={**ALL, "--access": "by post"})
    assert not str(error.value).endswith(".")


def test_bytes_of_a_shell_that_are_no_text_make_no_traceback() -> None:
    assert complete(given={**ALL, "--name": "Lexi \udcff"}).model.name == "Lexi ?"


def test_what_is_missing_is_asked_in_order_and_again_where_it_is_not_of_the_form() -> None:
    asked: list[tuple[str, str | None]] = []
    answers = iter(["Lexi 2", "Acme", "by post", "api", "Ada", "not a login!", "ada"])

    def ask(question: Question, problem: str | None) -> str:
        asked.append((question.option, problem))
        return next(answers)

    done = complete(ask=ask)
    assert [option for option, _ in asked] == [
        *("--name", "--organization", "--access", "--access", "--submitter", "--github"),
        "--github",
    ]
    assert [problem is None for _, problem in asked] == [
        *(True, True, True, False, True, True, False)
    ]
    assert "open-weights" in (asked[3][1] or "")
    assert (done.model.access, done.submitters[0].github) == ("api", "ada")


def test_only_what_is_missing_is_asked() -> None:
    asked: list[str] = []

    def ask(question: Question, _problem: str | None) -> str:
        asked.append(question.option)
        return question.example

    complete(given={**ALL, "--submitter": None}, ask=ask)
    assert asked == ["--submitter"]


def test_a_file_is_read_and_a_missing_one_is_as_new_writes_it(tmp_path: Path) -> None:
    assert load_metadata(tmp_path, SCAFFOLD) == json.loads(SCAFFOLD)
    (tmp_path / "submission.json").write_text(json.dumps(meta("Lexi 2")), "utf-8")
    assert load_metadata(tmp_path, SCAFFOLD)["model"]["name"] == "Lexi 2"


@pytest.mark.parametrize("text", ["[]", "{", '{"a": 1, "a": 2}', "\ufeff{}"])
def test_a_file_that_is_no_strict_json_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "submission.json").write_text(text, "utf-8")
    with pytest.raises(UsageError, match=r"submission\.json is not of the form"):
        load_metadata(tmp_path, SCAFFOLD)


def price(amount: int | None) -> Pricing:
    return Pricing.model_validate(
        {"currency": "USD", "input": amount, "output": amount, "as_of": "2026-11-01"}
    )


def test_ones_own_prices_come_first_then_the_providers_then_none() -> None:
    bare = complete(meta("Lexi 2"))
    stated = bare.model_copy(update={"pricing": price(1)})
    unfilled = bare.model_copy(update={"pricing": price(None)})
    assert priced(stated, price(2)).pricing == price(1)
    assert priced(stated, None).pricing == price(1)
    assert priced(unfilled, price(2)).pricing == price(2)
    assert priced(bare, price(2)).pricing == price(2)
    assert priced(unfilled, None).pricing is None


def test_what_the_run_adds_is_checked_too() -> None:
    done = complete(meta("Lexi 2"))
    assert check_metadata(done, WHERE) == done
    system = done.system.model_copy(update={"prompt": "p\u202etxt"})
    with pytest.raises(UsageError, match="/system/prompt"):
        check_metadata(done.model_copy(update={"system": system}), WHERE)


def test_a_folder_that_nothing_stands_beside_is_alone(tmp_path: Path) -> None:
    done = complete(meta("Lexi 2"))
    check_beside(done, tmp_path / "missing" / "acme--lexi-2")
    with pytest.raises(UsageError, match="look_alike_name"):
        check_beside(complete(meta(PROGRAMS[0].name)), tmp_path / "acme--lexi-2")


def test_the_text_of_the_file_reads_back_as_it_was() -> None:
    done = complete(meta("Lexi 2"))
    assert check_metadata(done, WHERE) == complete(json.loads(render_metadata(done)))
