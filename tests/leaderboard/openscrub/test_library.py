from __future__ import annotations

from pathlib import Path

import pytest

from leaderboard.openscrub.errors import LibraryError
from leaderboard.openscrub.library import load_families, parse_family, slug

TEXT = """family: quiet
needs: payment
excludes: -
stage: 3
cuad: Anti-Assignment
== one
# Quiet | Silence
- ? @duty %anti-assignment ^ <Quiet Hours> A text
  in two lines.
- Another:
-- an item; and
-- a last item.
== two
# Rest

A section's own text,
on two lines.
"""


def test_a_file_becomes_a_family() -> None:
    family, faults = parse_family(TEXT, "common")
    assert not faults
    assert family is not None
    assert (family.name, family.needs, family.excludes) == ("quiet", ("payment",), ())
    assert (family.stage, family.cuad) == (3, ("anti-assignment",))
    first, second = family.wordings
    assert first.headings == ("Quiet", "Silence")
    node = first.nodes[0]
    assert (node.optional, node.label, node.tags, node.caps) == (
        True,
        "duty",
        ("anti-assignment",),
        True,
    )
    assert (node.heading, node.line) == ("Quiet Hours", 8)
    assert node.tokens[0] == family.wordings[0].nodes[0].tokens[0]
    assert [len(item.tokens) for item in first.nodes[1].items] == [1, 1]
    assert second.own is not None
    assert [node.line for node in second.walk()] == [16]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("stage: 2\n== 1\n# A\nB.", 1, "no `family: name`"),
        ("family: a\nnonsense\n== 1\n# A\nB.", 2, "not a line of the header"),
        ("family: a\nstage: 9\n== 1\n# A\nB.", 1, "stage is 1 to 6"),
        ("family: a\n== 1\n# A\nB.\n== 1\n# A\nC.", 1, "the same name"),
        ("family: a\n== 1\nB.", 2, "has no heading"),
        ("family: a\n== 1\n# A", 2, "has no text"),
        ("family: a\n== 1\n# A\n# B\nC.", 4, "a second heading"),
        ("family: a\n== 1\n# A\n- B.\n\nC.", 6, "belongs to no node"),
        ("family: a\n== 1\n# A\n- @B C.", 4, "is no label"),
        ("family: a\n== 1\n# A\n- B > C.", 4, "not allowed inside a text"),
        ("family: a\n== 1\n# A\n- [B.", 4, "not closed"),
    ],
)
def test_a_fault_has_a_line(text: str, line: int, message: str) -> None:
    _, faults = parse_family(text, "supply")
    assert (line, True) in [(fault.line, message in fault.message) for fault in faults]


def test_a_folder_is_loaded_and_a_fault_told(tmp_path: Path) -> None:
    (tmp_path / "common").mkdir()
    (tmp_path / "common" / "quiet.txt").write_text(TEXT)
    (tmp_path / "common" / "bad.txt").write_text("family: bad\n== 1\n# A")
    assert list(load_families(tmp_path, only_good=True)) == [("common", "quiet")]
    with pytest.raises(LibraryError, match=r"common/bad.txt:2: wording 1 has no text"):
        load_families(tmp_path)


def test_slugs_are_as_tags_are_written() -> None:
    assert slug("Rofr/Rofo/Rofn") == "rofr-rofo-rofn"
    assert slug("Unlimited/All-You-Can-Eat-License") == "unlimited-all-you-can-eat-license"
