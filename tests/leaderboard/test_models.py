from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field, ValidationError

from leaderboard.files import dump_json
from leaderboard.findings import Finding
from leaderboard.model_errors import parse_record
from leaderboard.models import FINISH_REASONS, FinishReason, OutputsFile, SubmissionFile
from scoring import outcomes
from tests.leaderboard.examples import good_value


def submission() -> Any:
    return good_value("submission.json")


def outputs() -> Any:
    return good_value("demo.json")


def refusals(value: object, model: type[BaseModel] = SubmissionFile) -> tuple[Finding, ...]:
    record, findings = parse_record(value, model, "f")
    assert (record is None) == bool(findings)
    return findings


def test_a_record_holds_typed_values() -> None:
    record, findings = parse_record(submission(), SubmissionFile, "f")
    assert findings == ()
    assert record is not None
    assert record.submitted == dt.date(2026, 11, 30)
    assert isinstance(record.submitters, tuple)
    assert record.pricing is not None
    assert record.pricing.cached_input == Decimal("0.125")
    assert record.pricing.tiers[0].above_input_tokens == 200_000
    assert record.system.settings == {
        "temperature": 0,
        "top_p": 1.0,
        "stop": ("END",),
        "precision": 16,
    }
    answered, findings = parse_record(outputs(), OutputsFile, "f")
    assert findings == ()
    assert answered is not None
    assert answered.run is not None
    assert answered.run.finished == dt.datetime(2026, 11, 30, 9, 30, 0, 500_000, dt.UTC)
    assert answered.outputs[0].cost_usd == Decimal("0.01537")
    assert answered.outputs[2].response is None


def test_what_is_left_out_has_its_plain_meaning() -> None:
    value = submission()
    for key in ("pricing", "aliases", "status", "reason", "changes", "links", "notes"):
        del value[key]
    value["system"] = {"kind": "agent"}
    record, _ = parse_record(value, SubmissionFile, "f")
    assert record is not None
    assert (record.pricing, record.aliases, record.status, record.reason) == (
        None,
        (),
        "active",
        None,
    )
    assert record.system.reasoning == "default"


def test_records_are_frozen_to_the_bottom() -> None:
    record, _ = parse_record(submission(), SubmissionFile, "f")
    assert record is not None
    with pytest.raises(ValidationError):
        record.model.name = "Other"
    assert isinstance(record.system.settings, MappingProxyType)
    assert isinstance(record.links, tuple)


def test_records_are_written_as_they_were_read() -> None:
    for value, model in ((submission(), SubmissionFile), (outputs(), OutputsFile)):
        record, _ = parse_record(value, model, "f")
        assert record is not None
        written = json.loads(dump_json(record.model_dump(mode="json")))
        again, findings = parse_record(written, model, "f")
        assert findings == ()
        assert again == record


def test_the_scorer_knows_the_same_finish_reasons() -> None:
    assert get_args(FinishReason) == FINISH_REASONS
    assert tuple(outcomes.FINISH_REASONS) == FINISH_REASONS


REQUIRED = [
    "/schema_version",
    "/model",
    "/model/name",
    "/model/organization",
    "/model/access",
    "/system",
    "/system/kind",
    "/submitters",
    "/submitters/0/name",
    "/submitters/0/github",
    "/submitted",
    "/license",
    "/pricing/currency",
    "/pricing/as_of",
    "/pricing/tiers/0/above_input_tokens",
]


@pytest.mark.parametrize("pointer", REQUIRED)
def test_required_keys(pointer: str) -> None:
    value = submission()
    *path, key = [int(part) if part.isdigit() else part for part in pointer.split("/")[1:]]
    part = value
    for step in path:
        part = part[step]
    del part[key]
    (finding,) = refusals(value)
    assert (finding.code, finding.pointer) == ("missing_key", pointer)
    assert f'"{key}"' in finding.mend


def leaves(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    below: list[tuple[str | int, ...]] = []
    if isinstance(value, dict):
        for key, part in value.items():
            if key in {"settings", "settings_asked", "settings_sent"}:
                below.append((*path, key))
            else:
                below += leaves(part, (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            below += leaves(part, (*path, index))
    return [path, *below] if path else below


WRONG: list[object] = [
    None,
    True,
    7,
    -1,
    1.5,
    1e300,
    "",
    "\x00",
    "=x",
    "x" * 50_000,
    [],
    [[]],
    {},
    {"x": 1},
]


@pytest.mark.parametrize("name", ["submission.json", "demo.json"])
def test_every_part_takes_or_refuses_every_kind_of_value(name: str) -> None:
    """No value at any place raises, or is answered with a finding that says nothing."""
    model: type[BaseModel] = SubmissionFile if name == "submission.json" else OutputsFile
    for path in leaves(good_value(name)):
        for wrong in WRONG:
            value = good_value(name)
            part = value
            for step in path[:-1]:
                part = part[step]
            part[path[-1]] = wrong
            for finding in refusals(value, model):
                assert finding.message
                assert finding.mend
                assert "(refused)" not in finding.message
                assert "JSON Schema" not in finding.mend
                assert len(finding.message) < 300


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(
            st.text() | st.sampled_from([*SubmissionFile.model_fields, *OutputsFile.model_fields]),
            inner,
        )
    ),
    max_leaves=30,
)


@settings(max_examples=300)
@given(JSON)
def test_arbitrary_values_never_raise(value: object) -> None:
    assert refusals(value, SubmissionFile)
    assert refusals(value, OutputsFile)


def test_an_error_of_a_new_kind_is_still_told() -> None:
    class Even(BaseModel):
        number: int = Field(multiple_of=2)

    (finding,) = refusals({"number": 3}, Even)
    assert (finding.code, finding.pointer) == ("wrong_type", "/number")
    assert "multiple_of" in finding.message


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org",
        "https://example.org/",
        "https://a-b.example.co.uk:8443/x/y?z=1&w=(2)#frag@x",
        "https://xn--bcher-kva.example/%C3%A9",
        "https://EXAMPLE.org?x",
    ],
)
def test_links_that_are_taken(url: str) -> None:
    value = submission()
    value["model"]["url"] = url
    assert parse_record(value, SubmissionFile, "f")[1] == ()


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org",
        "HTTPS://example.org",
        "javascript:alert(1)",
        "data:text/html,x",
        "//example.org",
        "https://user@example.org",
        "https://user:pw@example.org/",
        "https://example.org@evil.example/",
        "https://example.org\\@evil.example/",
        "https://localhost/",
        "https://127.0.0.1/",
        "https:///x",
        "https://exa mple.org",
        "https://example.org/ x",
        "https://example.org/\nx",
        'https://example.org/"x',
        "https://example.org/<x>",
        "https://example.org/`x`",
        "https://example.org/{{x}}",
        "https://example.org/|x",
        "https://bücher.example/",
        "https://example.org/é",
        "https://example.org/\u202e",
        "https://.example.org/",
        "https://example..org/",
        "https://example.org:99999999/",
        "https://" + "a" * 600 + ".org",
    ],
)
def test_links_that_are_refused(url: str) -> None:
    value = submission()
    value["model"]["url"] = url
    (finding,) = refusals(value)
    assert finding.pointer == "/model/url"
    assert finding.code in {"bad_link", "too_long"}


@pytest.mark.parametrize(
    "text",
    [
        "2026-02-29",
        "2026-13-01",
        "2026-1-1",
        "2026-11-30T00:00:00Z",
        "٢٠٢٦-11-30",
        "1999-12-31",
        "2026-11-30\n",
    ],
)
def test_dates_that_are_refused(text: str) -> None:
    value = submission()
    value["submitted"] = text
    assert [finding.code for finding in refusals(value)] == ["bad_date"]


@pytest.mark.parametrize(
    ("started", "finished", "codes"),
    [
        ("2026-11-30T09:00:00Z", "2026-11-30T09:00:00Z", []),
        ("2026-11-30T09:00:00+05:30", "2026-11-30T03:30:00.000001Z", []),
        ("2026-11-30T09:00:00Z", "2026-11-30T09:59:59+01:00", ["finished_before_started"]),
        ("2000-01-01T00:00:00+23:59", "2099-12-31T23:59:59-23:59", []),
        (None, "2026-11-30T09:00:00Z", []),
        ("2026-11-30T09:00:00Z", None, []),
        ("2026-11-30T09:00:00", "2026-11-30", ["bad_time", "bad_time"]),
        ("2026-11-30T09:00:00+99:00", "2026-11-30T24:00:01Z", ["bad_time", "bad_time"]),
    ],
)
def test_times_of_a_run(started: str | None, finished: str | None, codes: list[str]) -> None:
    value = outputs()
    value["run"].update(started=started, finished=finished)
    assert [finding.code for finding in parse_record(value, OutputsFile, "f")[1]] == codes


@pytest.mark.parametrize("status", ["superseded", "retracted"])
def test_an_entry_that_does_not_stand_says_why(status: str) -> None:
    value = submission()
    value["status"] = status
    (finding,) = refusals(value)
    assert (finding.code, finding.pointer) == ("missing_reason", "/reason")
    value["reason"] = "A newer run is there."
    assert parse_record(value, SubmissionFile, "f")[1] == ()
    del value["reason"]
    assert [finding.code for finding in refusals(value)] == ["missing_reason"]


@pytest.mark.parametrize("bounds", [[2, 1], [1, 1], [0, 5, 5]])
def test_tiers_rise(bounds: list[int]) -> None:
    value = submission()
    value["pricing"]["tiers"] = [{"above_input_tokens": bound} for bound in bounds]
    (finding,) = refusals(value)
    assert (finding.code, finding.pointer) == ("tier_order", "/pricing/tiers")


def test_settings_are_bounded_and_frozen() -> None:
    value = submission()
    for size, fits in ((1000, True), (1001, False)):
        value["system"]["settings"] = {"list": [0] * (size - 3)}
        assert (parse_record(value, SubmissionFile, "f")[1] == ()) is fits, size
    value["system"]["settings"] = {"k" * 20_001: 1}
    assert [finding.code for finding in refusals(value)] == ["too_long"]
    value["system"]["settings"] = {"deep": [{"er": [1]}]}
    record, _ = parse_record(value, SubmissionFile, "f")
    assert record is not None
    assert isinstance(record.system.settings, Mapping)
    assert record.system.settings["deep"] == ({"er": (1,)},)
    assert record.model_dump()["system"]["settings"] == {"deep": [{"er": [1]}]}


def test_all_problems_of_one_name_are_told() -> None:
    value = submission()
    value["model"]["name"] = "=Rеader  2"
    assert [finding.code for finding in refusals(value)] == [
        "formula_name",
        "name_spacing",
        "mixed_script",
    ]


def test_a_known_key_in_the_wrong_place_is_not_offered_as_its_own_mending() -> None:
    value = submission()
    value["response"] = "x"
    (finding,) = refusals(value)
    assert finding.code == "unknown_key"
    assert "response" not in finding.mend
