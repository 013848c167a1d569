from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leaderboard.checks import BenchmarkSpec, check_submission
from leaderboard.findings import MOST_OF_A_KIND, Finding
from leaderboard.models import Submission
from leaderboard.strict_json import MAX_BYTES
from tests.leaderboard.examples import ID, SPECS, as_bytes, good_files, good_value
from tests.timing import at_most


def check(
    files: dict[str, bytes], folder: str = ID
) -> tuple[Submission | None, tuple[Finding, ...]]:
    return check_submission(files, folder, SPECS)


def codes(files: dict[str, bytes], folder: str = ID) -> list[str]:
    return [finding.code for finding in check(files, folder)[1]]


def with_changed(name: str, change: Callable[[Any], object]) -> dict[str, bytes]:
    value = good_value(name)
    change(value)
    return good_files() | {name: as_bytes(value)}


def test_a_good_submission_is_an_aggregate_of_its_files() -> None:
    submission, findings = check(good_files())
    assert findings == ()
    assert submission is not None
    assert submission.id == ID
    assert submission.meta.model.name == "Reader 2"
    assert list(submission.outputs) == ["demo"]
    assert [record.item for record in submission.outputs["demo"].outputs] == [
        "alpha",
        "beta",
        "gamma",
    ]


def test_the_digest_is_over_names_and_bytes_in_order() -> None:
    files = good_files()
    submission, _ = check(files)
    total = hashlib.sha256()
    for name in ("demo.json", "submission.json"):
        total.update(f"{name}\n{len(files[name])}\n".encode() + files[name])
    assert submission is not None
    assert submission.digest == "sha256:" + total.hexdigest()
    reordered, _ = check(dict(reversed(files.items())))
    assert reordered == submission
    judged, _ = check(files | {"judgments/judge-a.json": b"not read"})
    assert judged == submission
    changed, _ = check(files | {"demo.json": files["demo.json"] + b"\n"})
    assert changed is not None
    assert changed.digest != submission.digest


def test_findings_name_the_folder_as_they_are_told() -> None:
    _, findings = check({})
    assert {finding.file for finding in findings} == {f"submissions/{ID}"}
    _, findings = check_submission({}, ID, SPECS, folder="here")
    assert {finding.file for finding in findings} == {"here"}
    _, findings = check_submission({}, "a\nb", SPECS)
    assert {finding.file for finding in findings} == {"submissions/a\\u000ab"}


def test_files_that_are_there_and_could_not_be_read_are_not_missed() -> None:
    _, findings = check_submission({}, ID, SPECS, unread={"submission.json", "demo.json"})
    assert findings == ()


@pytest.mark.parametrize(
    "name",
    [
        "../x.json",
        "a;touch x.json",
        "a b.json",
        "$(id).json",
        "-rf.json",
        "CON",
        "Demo.json",
        "demo.JSON",
        "demo.json\n",
        "démo.json",
        "demo.json.json",
        ".git",
        ".gitattributes",
        "sub/demo.json",
        "a\\b.json",
        "judgments/../demo.json",
        "judgments/Judge.json",
        "judgments/a/b.json",
        "judgments",
        "\ud800.json",
        "x" * 300 + ".json",
    ],
)
def test_file_names_that_are_refused(name: str) -> None:
    _, findings = check(good_files() | {name: b"{}"})
    assert [finding.code for finding in findings] == ["unexpected_file"]
    assert findings[0].file.isprintable()


def test_a_response_may_hold_anything_and_be_long() -> None:
    def change(value: Any) -> None:
        value["outputs"][0]["response"] = "\u0000\u202e\u200b FILL IN" + "x" * (5 * 1024 * 1024)
        value["outputs"][1]["response"] = "FILL IN"
        value["outputs"][2]["response"] = ""

    assert codes(with_changed("demo.json", change)) == []


def test_only_the_response_of_an_output_is_exempt() -> None:
    def change(value: Any) -> None:
        value["settings_sent"] = {"outputs": [{"response": "\u0000"}], "response": "\u202e"}
        value["response"] = "\u0000"

    assert sorted(codes(with_changed("demo.json", change))) == [
        "bidirectional_character",
        "control_character",
        "control_character",
        "unknown_key",
    ]


@pytest.mark.parametrize(
    "key",
    ["score", "Scores", "macro_recall", "F1", "word-only recall", "ACCURACY", "metrics", "my.rank"],
)
def test_scores_are_claimed_nowhere(key: str) -> None:
    for name, place in (
        ("submission.json", lambda value: value),
        ("submission.json", lambda value: value["submitters"][0]),
        ("submission.json", lambda value: value["pricing"]["tiers"][0]),
        ("demo.json", lambda value: value),
        ("demo.json", lambda value: value["outputs"][1]),
        ("demo.json", lambda value: value["outputs"][1]["usage"]),
    ):
        files = with_changed(name, lambda value, place=place: place(value).update({key: 0.99}))  # type: ignore[misc]
        submission, findings = check(files)
        assert submission is None
        assert [finding.code for finding in findings] == ["claimed_score"]


def test_settings_that_only_sound_like_scores_are_left_alone() -> None:
    value: dict[str, object] = {
        "precision": 16,
        "lora_rank": 8,
        "score": "off",
        "rank": True,
        "scoring": 1,
    }
    assert codes(with_changed("demo.json", lambda v: v.update(settings_sent=value))) == []
    value["recall"] = 1
    assert codes(with_changed("demo.json", lambda v: v.update(settings_sent=value))) == [
        "claimed_score"
    ]


def test_one_broken_part_hides_nothing_else() -> None:
    def change(value: Any) -> None:
        value["benchmark"] = "blind"
        value["outputs"][0]["item"] = "delta"
        value["outputs"][1]["item"] = "gamma"
        value["outputs"][1]["latency_s"] = "3"
        value["score"] = 1

    assert sorted(codes(with_changed("demo.json", change))) == [
        "benchmark_mismatch",
        "claimed_score",
        "duplicate_item",
        "missing_item",
        "missing_item",
        "unknown_item",
        "wrong_type",
    ]


def test_cross_checks_keep_quiet_about_what_they_cannot_know() -> None:
    def no_items(value: Any) -> None:
        value["outputs"] = [{"itm": "alpha"}, 7, {"item": 3}]

    assert "missing_item" not in codes(with_changed("demo.json", no_items))
    shapes: list[dict[str, object]] = [
        {"outputs": {}},
        {"outputs": None},
        {"benchmark": 1, "benchmark_version": []},
    ]
    for broken in shapes:
        found = codes(with_changed("demo.json", lambda value, broken=broken: value.update(broken)))  # type: ignore[misc]
        assert set(found) == {"wrong_type"}


def test_unknown_and_duplicate_items_name_both_places() -> None:
    def change(value: Any) -> None:
        value["outputs"][2]["item"] = "alpha"
        value["outputs"].append(dict(value["outputs"][0], item="GAMMA!"))

    _, findings = check(with_changed("demo.json", change))
    told = {finding.code: finding for finding in findings}
    assert told["duplicate_item"].pointer == "/outputs/2/item"
    assert "/outputs/0/item" in told["duplicate_item"].message
    assert '"alpha"' in told["duplicate_item"].message
    assert told["unknown_item"].pointer == "/outputs/3/item"
    assert '"GAMMA!"' in told["unknown_item"].message
    assert '"gamma"' in told["unknown_item"].mend
    assert '"gamma"' in told["missing_item"].message


def test_a_missing_contract_leaves_a_submission_to_look_at() -> None:
    submission, findings = check(with_changed("demo.json", lambda value: value["outputs"].pop()))
    assert submission is not None
    assert [finding.code for finding in findings] == ["missing_item"]


def test_a_recorded_failure_is_no_missing_contract() -> None:
    def change(value: Any) -> None:
        for record in value["outputs"]:
            record.update(response=None, finish_reason="api_error")

    assert codes(with_changed("demo.json", change)) == []


def test_older_editions_stay_valid() -> None:
    def change(value: Any) -> None:
        value["benchmark_version"] = "0.9"
        value["outputs"] = value["outputs"][:1]

    assert codes(with_changed("demo.json", change)) == []


def test_the_newest_edition_is_the_last() -> None:
    assert SPECS["demo"].current == "1.0"


def test_a_placeholder_is_mended_by_the_words_of_its_field() -> None:
    files = with_changed("submission.json", lambda value: value["model"].update(access="FILL IN"))
    _, (finding,) = check(files)
    assert finding.code == "placeholder"
    assert '"open-weights"' in finding.mend


def test_thousands_of_missing_and_unknown_items_are_told_quickly_and_briefly() -> None:
    items = [f"contract-{index}" for index in range(10_000)]
    spec = BenchmarkSpec(
        "demo", "t", {"1.0": frozenset(f"case-{index}" for index in range(10_000))}
    )
    value = good_value("demo.json")
    value["outputs"] = [dict(value["outputs"][0], item=item, x=1, latency_s=-1) for item in items]
    with at_most(5):
        _, findings = check_submission(
            good_files() | {"demo.json": as_bytes(value)}, ID, {"demo": spec}
        )
    kinds = {finding.code for finding in findings}
    assert kinds == {"missing_item", "unknown_item", "unknown_key", "out_of_range"}
    assert len(findings) == len(kinds) * (MOST_OF_A_KIND + 1)


def test_too_many_outputs_are_told() -> None:
    value = good_value("demo.json")
    value["outputs"] = [{"item": str(index)} for index in range(10_001)]
    assert "too_long" in codes(good_files() | {"demo.json": as_bytes(value)})


HOSTILE_FILES = {
    "deep": b"[" * 100_000,
    "large": b" " * (MAX_BYTES + 1),
    "long integer": b'{"schema_version":' + b"9" * 10_000 + b"}",
    "long key": b'{"' + b"k" * 10_000_000 + b'":1}',
    "long string": b'{"schema_version":"' + b"9" * 10_000_000 + b'"}',
    "many keys": json.dumps({f"score{i}": i for i in range(200_000)}).encode(),
    "many claims": json.dumps({f"x {i} score": i for i in range(200_000)}).encode(),
    "many links": json.dumps({"links": [{"url": "https://" + "a-" * 245}] * 20}).encode(),
    "many objects": b'{"outputs":[' + b"{}," * 200_000 + b"{}]}",
}


@pytest.mark.parametrize("name", HOSTILE_FILES)
def test_hostile_files_are_told_quickly(name: str) -> None:
    with at_most(5):
        submission, findings = check(
            {"submission.json": HOSTILE_FILES[name], "demo.json": HOSTILE_FILES[name]}
        )
    assert submission is None
    assert findings
    assert sum(len(f.message) + len(f.pointer) + len(f.mend) for f in findings) < 200_000


@given(
    st.dictionaries(
        st.sampled_from(["submission.json", "demo.json", "blind.json", "x"]) | st.text(),
        st.binary() | st.sampled_from([b"{}", b"[]", b'{"outputs":[{}]}']),
        max_size=4,
    ),
    st.text(max_size=100),
)
def test_no_folder_raises(files: dict[str, bytes], folder: str) -> None:
    submission, findings = check(files, folder)
    assert submission is None
    assert findings
