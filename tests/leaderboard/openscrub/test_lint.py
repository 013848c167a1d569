"""The lint says, with file and line, what breaks the rules of the markup."""

from __future__ import annotations

from pathlib import Path

import pytest

from leaderboard.openscrub.lint import lint, main

TERMS = """
Affiliate:
  other: Affiliates
  article: a
  means: ["any company under common control with a [Party]", "any company owned by a [Party]"]
  substitutes: [Sister Company, Group Member, Related Firm, Associated Entity, Ally, Kin]
  private: 3
Losses:
  other: Loss
  article: the
  means: ["all damages and costs", "damages that a court has awarded, and no costs"]
  substitutes: [Detriments, Injuries, Impairments, Setbacks, Casualties, Harms]
  private: 3
Notice:
  other: Notices
  article: a
  means: ["a signed letter", "any message, in whatever form"]
  substitutes: [Letter, Bulletin, Missive, Dispatch, Memorandum, Circular]
  private: 3
Records:
  other: null
  article: the
  means: ["all ledgers and files", "all ledgers that are kept on paper, and no files"]
  substitutes: [Ledgers, Annals, Chronicles, Logbooks, Journals, Archives]
  private: 3
"""

GOOD = """family: secrecy
needs: -
excludes: -
stage: 4
cuad: -
== 1
# Secrecy | Treatment of Secrets
- @duty Each [Party] shall keep the [t!:Records] of the other secret. It sends a [t!:Notice] of
  any leak within [f:leak_hours], by [w!:notice] board or otherwise.
- @return Each [Party] hands back its [t!:Records] under [ref!:secrecy.duty], the duty of secrecy:
-- to each [t:Affiliate]; and
-- to [A!], with [def:Losses|the damages that follow].
- If the [t:Notice] is late, [f:leak_hours] having passed, any [t:Affiliate] pays [t:Losses].
"""


def complaints(tmp_path: Path, family: str, terms: str = TERMS) -> list[str]:
    library = tmp_path / "library"
    (library / "terms").mkdir(parents=True)
    (library / "common").mkdir()
    (library / "terms" / "common.yaml").write_text(terms)
    (library / "facts.yaml").write_text(
        "leak_hours: {unit: hours, values: [24, 48, 72], what: time to tell of a leak}\n"
    )
    (library / "common" / "secrecy.txt").write_text(family)
    return [
        f"{Path(item.file).name}:{item.line}: {item.message}"
        for item in lint(library, tmp_path / "deals")
        if item.serious
    ]


def test_a_good_family_is_only_too_short(tmp_path: Path) -> None:
    assert complaints(tmp_path, GOOD) == [
        "secrecy.txt:6: wording 1: 65 words, not 150 to 260",
    ]


@pytest.mark.parametrize(
    ("old", "new", "where", "what"),
    [
        ("[w!:notice] board", "notice board", 8, "“notice” is a form of a term"),
        ("Each [Party] shall", "Each party shall", 8, "“party” is a form of a term"),
        ("[f:leak_hours], by", "ten hours, by", 8, "the number “ten”"),
        ("[f:leak_hours], by", "10 hours, by", 8, "the number “10”"),
        ("any leak", "any Leak", 8, "“Leak” has a capital"),
        ("[t!:Notice]", "[t!:Alarm]", 8, "“Alarm” is no term"),
        ("[t!:Notice]", "[t!:Notice", 8, "a bracket is not closed"),
        ("[t!:Notice]", "[q:Notice]", 8, "[q:Notice] is no token"),
        ("secrecy.duty]", "secrecy.oath]", 10, "no node @oath"),
        ("secrecy.duty]", "payment]", 10, "payment may be missing"),
        ("to [A!]", "to the [A!]", 12, "an article before [A]"),
        ("[t:Affiliate]; and", "[t:Affiliate] and", 10, "items end in"),
        ("secrecy:", "secrecy.", 10, "ends in a colon"),
        ("# Secrecy", "# secrecy", 6, "not in title case"),
        ("cuad: -", "cuad: Best Clause", 1, "no clause type"),
        ("cuad: -", "cuad: Insurance", 6, "no node is tagged %insurance"),
        ("needs: -", "needs: payment", 1, "payment, which is not there"),
        ("family: secrecy", "family: silence", 1, "not in a file of its name"),
        ("@return", "@duty", 6, "has @duty twice"),
    ],
)
def test_a_fault_is_told_at_its_line(
    tmp_path: Path, old: str, new: str, where: int, what: str
) -> None:
    assert old in GOOD
    found = complaints(tmp_path, GOOD.replace(old, new, 1))
    assert [line for line in found if line.startswith(f"secrecy.txt:{where}:") and what in line]


def test_wordings_may_not_share_eight_words(tmp_path: Path) -> None:
    twin = GOOD[GOOD.index("# Secrecy") :]
    found = complaints(tmp_path, f"{GOOD}== 2\n{twin}")
    assert any("is also in wording 1 of common/secrecy.txt:8" in line for line in found)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("Sister Company", "Affiliate Company", "hold one another"),
        ("Sister Company", "Letter", "is also one of Affiliate"),
        ("[Letter, Bulletin, ", "[", "4 substitutes"),
        (', "any message, in whatever form"', "", "1 meaning"),
        ("a signed letter", "a signed Letter", "“Letter” has a capital"),
        ("Records:", "records:", "not words with capitals"),
    ],
)
def test_terms_are_checked(tmp_path: Path, old: str, new: str, what: str) -> None:
    assert old in TERMS
    assert any(what in line for line in complaints(tmp_path, GOOD, TERMS.replace(old, new, 1)))


def test_the_program_says_how_much_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["/nowhere"]) == 0
    assert capsys.readouterr().out == "0 errors, 0 warnings\n"


def test_the_library_breaks_no_rule() -> None:
    assert [str(item) for item in lint() if item.serious] == []
