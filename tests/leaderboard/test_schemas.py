"""The published JSON Schemas, judged by a validator that is not ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from leaderboard.schemas import SCHEMA_FOLDER, build_schemas, stale_schemas, write_schemas
from tests.conftest import ROOT
from tests.leaderboard.examples import INVALID, VALID, good_value

SCHEMAS = {name: json.loads(text) for name, text in build_schemas().items()}


def validator(file: str) -> jsonschema.Draft202012Validator:
    name = "submission" if file == "submission.json" else "outputs"
    return jsonschema.Draft202012Validator(
        SCHEMAS[f"{name}.schema.json"],
        format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER,
    )


def test_the_schemas_in_the_repository_are_fresh() -> None:
    assert stale_schemas(ROOT / SCHEMA_FOLDER) == ()


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_schemas_and_explain_each_key(name: str) -> None:
    schema = SCHEMAS[name]
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    for part in (schema, *schema["$defs"].values()):
        assert part["additionalProperties"] is False
        assert part["description"]
        for key, field in part["properties"].items():
            assert field["description"].endswith("."), key


VALID_FILES = sorted(path for path in VALID.rglob("*.json") if path.parent.name != "judgments")


@pytest.mark.parametrize("path", VALID_FILES, ids=lambda path: f"{path.parts[-3]}/{path.name}")
def test_valid_examples_fit(path: Path) -> None:
    validator(path.name).validate(json.loads(path.read_bytes()))


IN_THE_SCHEMA = {
    "missing_key",
    "unknown_key",
    "wrong_type",
    "not_a_choice",
    "out_of_range",
    "too_short",
    "bad_date",
    "bad_time",
    "bad_digest",
    "bad_link",
    "bad_login",
    "bad_id",
    "bad_benchmark",
    "bad_version",
    "bad_currency",
    "missing_reason",
    "formula_name",
}


def told() -> list[tuple[str, str, str, set[str]]]:
    files: dict[tuple[str, str, str], set[str]] = {}
    for expected in sorted(INVALID.glob("*/expected.json")):
        for finding in json.loads(expected.read_bytes())["findings"]:
            folder, _, file = finding["file"].partition("/")
            if file.endswith(".json"):
                files.setdefault((expected.parent.name, folder, file), set()).add(finding["code"])
    return [(*key, codes) for key, codes in files.items()]


@pytest.mark.parametrize(
    ("example", "folder", "file", "codes"),
    [
        case
        for case in told()
        # A full-width "=" is a formula after normalisation, which no pattern expresses.
        if case[3] & IN_THE_SCHEMA and case[0] != "names-not-normalised"
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_invalid_examples_of_form_do_not_fit(
    example: str, folder: str, file: str, codes: set[str]
) -> None:
    assert codes
    value = json.loads((INVALID / example / folder / file).read_bytes())
    assert not validator(file).is_valid(value)


def test_a_reason_is_asked_for_unless_the_entry_stands() -> None:
    value: Any = good_value("submission.json")
    for status, reason, fits in (
        ("active", None, True),
        ("retracted", None, False),
        ("retracted", "Gold was in the prompt.", True),
    ):
        value.update(status=status, reason=reason)
        assert validator("submission.json").is_valid(value) is fits
    del value["reason"]
    assert not validator("submission.json").is_valid(value)
    del value["status"]
    assert validator("submission.json").is_valid(value)


def test_schemas_are_written_and_found_stale(tmp_path: Path) -> None:
    assert stale_schemas(tmp_path) == tuple(SCHEMAS)
    assert write_schemas(tmp_path) == tuple(SCHEMAS)
    assert stale_schemas(tmp_path) == ()
    with (tmp_path / "outputs.schema.json").open("a") as file:
        file.write(" ")
    assert stale_schemas(tmp_path) == ("outputs.schema.json",)


def test_the_schemas_say_what_is_one_line_and_what_may_be_changed() -> None:
    submission, outputs = SCHEMAS["submission.schema.json"], SCHEMAS["outputs.schema.json"]
    prompt = submission["$defs"]["SystemInfo"]["properties"]["prompt"]["description"]
    assert "its name or a link" in prompt
    record = outputs["$defs"]["OutputRecord"]["properties"]
    for text in (
        prompt,
        submission["properties"]["notes"]["description"],
        record["error"]["description"],
    ):
        assert "in one line" in text
    assert "U+FFFD" in record["response"]["description"]
