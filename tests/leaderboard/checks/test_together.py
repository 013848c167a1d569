from __future__ import annotations

import datetime as dt
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from leaderboard.checks import Entry, check_together
from leaderboard.findings import Finding
from leaderboard.model_errors import parse_record
from leaderboard.models import SubmissionFile
from tests.leaderboard.examples import good_value


def entry(submission: str, day: int = 1, **changes: object) -> Entry:
    """A submission of its own name, submitted on that day of November; `changes` are at any key."""
    value = good_value("submission.json")
    value["submitted"] = f"2026-11-{day:02d}"
    value["aliases"] = []
    value["model"]["name"] = submission.removeprefix("acme--")
    for key, change in changes.items():
        part: Any = value
        *path, last = key.split("__")
        for step in path:
            part = part[step]
        part[last] = change
    meta, findings = parse_record(value, SubmissionFile, "f")
    assert findings == ()
    assert meta is not None
    return Entry(submission, meta)


def brief(findings: tuple[Finding, ...]) -> list[tuple[str, str, str]]:
    return [(finding.code, finding.file.split("/")[1], finding.pointer) for finding in findings]


def test_distinct_submissions_stand_side_by_side() -> None:
    assert check_together([entry("acme--red"), entry("acme--blue"), entry("acme--blue-2")]) == ()
    assert check_together([]) == ()


def test_a_look_alike_is_told_at_the_later_one() -> None:  # E022
    first = entry("acme--nine", 1, model__name="GPT 9 Pro")
    later = entry("acme--other", 2, model__name="GPT-9-Pro", system__reasoning="low")
    third = entry("acme--third", 3, model__name="GPT-9-Pro", system__reasoning="off")
    for order in ([first, later, third], [third, later, first]):
        assert brief(check_together(order)) == [
            ("look_alike_name", "acme--other", "/model/name"),
            ("look_alike_name", "acme--third", "/model/name"),
        ]
    assert "acme--nine" in check_together([first, later])[0].message


def test_the_judged_one_is_blamed_whatever_date_it_states() -> None:
    stands = entry("acme--nine", 20, model__name="GPT 9 Pro")
    comes = entry("acme--other", 1, model__name="GPT-9-Pro", system__reasoning="low")
    assert brief(check_together([stands, comes], {"acme--other"})) == [
        ("look_alike_name", "acme--other", "/model/name")
    ]
    assert check_together([stands, comes], {"acme--unrelated"}) == ()


def test_a_stated_date_never_shifts_the_blame() -> None:
    stands = entry("acme--m", 20, model__name="M")
    comes = entry("acme--m--again", 1, model__name="M")
    for judged in (None, {"acme--m--again"}):
        assert brief(check_together([stands, comes], judged)) == [
            ("duplicate_submission", "acme--m--again", "")
        ]


def test_one_with_findings_of_its_own_is_blamed_whatever_its_id() -> None:
    sound = entry("acme--m", model__name="M", aliases=["acme--old"])
    copy = entry("acme--a", model__name="M", aliases=["acme--old", "acme--m"])
    findings = check_together([sound, copy], faulty={"acme--a"})
    assert brief(findings) == [
        ("duplicate_submission", "acme--a", ""),
        ("alias_taken", "acme--a", "/aliases/0"),
        ("alias_taken", "acme--a", "/aliases/1"),
    ]
    assert not any("Nothing here tells" in finding.mend for finding in findings)
    # It takes nobody down where it is not judged itself, either.
    assert check_together([sound, copy], {"acme--m"}, faulty={"acme--a"}) == ()
    assert check_together([sound, copy], {"acme--m"}) != ()


def test_where_only_the_ids_tell_who_is_blamed_the_finding_says_so() -> None:
    pair = [entry("acme--m", model__name="M"), entry("acme--n", model__name="M")]
    (finding,) = check_together(pair)
    assert "if acme--m is the new one, mend that one instead." in finding.mend
    (finding,) = check_together(pair, {"acme--n"})
    assert "mend that one instead" not in finding.mend
    for finding in check_together([entry("acme--y", aliases=["acme--y"])]):
        assert finding.mend == "Take the alias out."


def test_the_board_s_own_programs_were_there_before() -> None:
    programs = {"program--nothing": "Nothing", "program--regex-clauses": "Rule-based clause finder"}
    entries = [
        entry("acme--a", model__name="Nothing"),
        entry("acme--b", model__name="rule based  clause finder".title().replace("  ", " ")),
        entry("pro-gram--nothing", model__name="C"),
        entry("acme--d", model__name="Nothing but the truth"),
    ]
    findings = check_together(entries, programs=programs)
    assert brief(findings) == [
        ("look_alike_name", "acme--a", "/model/name"),
        ("look_alike_name", "acme--b", "/model/name"),
        ("look_alike_id", "pro-gram--nothing", ""),
    ]
    assert not any("Nothing here tells" in finding.mend for finding in findings)
    assert check_together(entries, {"acme--d"}, programs=programs) == ()


def test_organizations_are_compared_too() -> None:
    findings = check_together([entry("acme--a1"), entry("acme--b2", 2, model__organization="ACME")])
    assert brief(findings) == [("look_alike_name", "acme--b2", "/model/organization")]


def test_ids_that_look_alike() -> None:
    findings = check_together(
        [
            entry("acme--gpt-5-5", model__name="A"),
            entry("acme--gpt-5.5", 2, model__name="B"),
            entry("acme--gpt-55", 3, model__name="C"),
        ]
    )
    assert brief(findings) == [("look_alike_id", "acme--gpt-5.5", "")]


def test_a_former_id_belongs_to_one() -> None:  # E024
    renamed = entry("acme--new", 1, aliases=["acme--old"])
    assert check_together([renamed]) == ()
    assert brief(check_together([renamed, entry("acme--old", 2)])) == [
        ("alias_taken", "acme--old", "")
    ]
    assert brief(check_together([renamed, entry("acme--x", 2, aliases=["acme--old"])])) == [
        ("alias_taken", "acme--x", "/aliases/0")
    ]
    assert brief(check_together([entry("acme--y", aliases=["acme--y", "acme--z", "acme--z"])])) == [
        ("alias_taken", "acme--y", "/aliases/0"),
        ("alias_taken", "acme--y", "/aliases/2"),
    ]


def test_one_system_has_one_active_submission() -> None:
    first = entry("acme--m", model__name="M")
    again = entry("acme--m--again", 2, model__name="M")
    assert brief(check_together([first, again])) == [("duplicate_submission", "acme--m--again", "")]
    for difference in (
        {"status": "superseded", "reason": "new run"},
        {"system__reasoning": "off"},
        {"system__kind": "agent"},
        {"system__settings": {"temperature": 1}},
        {"system__prompt": "own"},
        {"system__harness": "other 2"},
        {"model__version": "2026-11"},
    ):
        assert (
            check_together([first, entry("acme--m--again", 2, model__name="M", **difference)]) == ()
        )


def test_settings_are_compared_whatever_their_order() -> None:
    one = entry("acme--m", model__name="M", system__settings={"a": 1, "b": {"c": [2], "d": 3}})
    two = entry("acme--n", 2, model__name="M", system__settings={"b": {"d": 3, "c": [2]}, "a": 1})
    assert brief(check_together([one, two])) == [("duplicate_submission", "acme--n", "")]


@given(st.permutations(range(6)))
def test_order_never_matters(order: list[int]) -> None:
    entries = [
        entry("acme--a", model__name="GPT 9"),
        entry("acme--b", 2, model__name="GPT-9"),
        entry("acme--c", 2, aliases=["acme--a"]),
        entry("acme--c--x", 2, model__name="c"),
        entry("acme--o1", 3),
        entry("acme--ol", 3),
    ]
    assert check_together([entries[index] for index in order]) == check_together(entries)


def test_a_thousand_submissions_are_compared_quickly() -> None:
    base = entry("acme--m")
    many = [
        Entry(
            f"acme--model-{index}x",
            base.meta.model_copy(
                update={"model": base.meta.model.model_copy(update={"name": f"Model {index}x"})}
            ),
        )
        for index in range(1000)
    ]
    start = dt.datetime.now(dt.UTC)
    assert check_together(many) == ()
    assert dt.datetime.now(dt.UTC) - start < dt.timedelta(seconds=5)
