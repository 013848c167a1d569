from __future__ import annotations

from pathlib import Path

import pytest

from leaderboard.errors import BrokenRepositoryError
from leaderboard.ledger import check_changelog, load_changelog, parse_changelog
from leaderboard.registry import load_registry
from scoring.signature import SCORING_VERSION
from tests.conftest import ROOT

TEXT = """# Changelog

Prose before the first section is nobody's.

## Unreleased

Something else.

## Scorer 1.2

Places of [annexes](https://example.org) are read
as `Annex A`.

Second paragraph.

## OpenScrub 1.1, OpenClause 1.1

Six entries mended.

## Scorer 1.1

Quotes are folded.

## Scorer notes 7

Not about the scorer.

## Intervals after 2026.12

Wider.

## Scorer 1.0

First.
"""


def test_the_first_paragraph_is_the_reason_as_plain_text() -> None:
    log = parse_changelog(TEXT)
    assert log.reason("scorer 1.2") == ("Places of annexes are read as Annex A.",)
    assert log.reason("OpenClause 1.1") == log.reason("OpenScrub 1.1") == ("Six entries mended.",)
    assert log.reason("Intervals after  2026.12") == ("Wider.",)
    assert log.reason("Scorer 9") == ()


def test_reasons_of_all_versions_in_between_are_given_newest_first() -> None:
    log = parse_changelog(TEXT)
    newest = "Places of annexes are read as Annex A."
    assert log.reasons_since("Scorer", "1.0", "1.2") == (newest, "Quotes are folded.")
    assert log.reasons_since("Scorer", "1.1", "1.2") == (newest,)
    assert log.reasons_since("Scorer", "1.0", "1.1") == ("Quotes are folded.",)
    assert log.reasons_since("Scorer", None, "1.0") == ("First.",)


def test_what_is_said_of_another_version_explains_nothing() -> None:
    assert parse_changelog(TEXT).reasons_since("Scorer", "1.0", "1.3") == ()
    assert (
        parse_changelog("## Scorer 1.3\n\n## Scorer 1.2\n\nA.").reasons_since(
            "Scorer", "1.0", "1.3"
        )
        == ()
    )


def test_a_changelog_that_says_all_has_no_findings() -> None:
    assert check_changelog(parse_changelog(TEXT), "1.2", {"OpenScrub": "1.1"}) == ()


def test_empty_doubled_and_missing_sections_are_findings() -> None:
    log = parse_changelog("## Scorer 1.0\n\nA.\n\n## Scorer 1.0\n\n## CUAD 1\n")
    findings = check_changelog(log, "1.1", {"OpenScrub": "1.0"})
    assert {finding.code for finding in findings} == {"changelog_section"}
    assert {finding.file for finding in findings} == {"CHANGELOG.md"}
    said = sorted(finding.message for finding in findings)
    assert said == [
        'nothing is said in the section about "cuad 1"',
        'nothing is said in the section about "scorer 1.0"',
        'there are two sections about "scorer 1.0"',
        'there is no section about "OpenScrub 1.0"',
        'there is no section about "Scorer 1.1"',
    ]
    assert 'Write one under "## Scorer 1.1".' in {finding.mend for finding in findings}


def test_the_repositorys_own_changelog_is_in_order() -> None:
    committed = {
        benchmark.title: benchmark.current
        for benchmark in load_registry(ROOT).benchmarks
        if benchmark.source.kind == "committed"
    }
    assert check_changelog(load_changelog(ROOT), SCORING_VERSION, committed) == ()


def test_no_changelog_is_an_empty_one_and_a_broken_one_is_told(tmp_path: Path) -> None:
    assert load_changelog(tmp_path).sections == ()
    (tmp_path / "CHANGELOG.md").write_bytes(b"\xff")
    with pytest.raises(BrokenRepositoryError, match="cannot be read"):
        load_changelog(tmp_path)
