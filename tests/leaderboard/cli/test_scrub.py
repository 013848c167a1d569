"""`scrub`: the proof-reader on a file of one's own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scoring.gold import GOLD_ROOT
from tests.leaderboard.cli.conftest import Run

CONTRACT = GOLD_ROOT / "openscrub" / "0.1" / "contracts" / "supply-01.txt"


def test_remarks_say_where_what_and_why(run: Run) -> None:
    ended = run("scrub", str(CONTRACT))
    assert ended.code == 0
    assert "Undefined Capitalized Terms (" in ended.out
    assert not any(line.startswith("Defined Terms (") for line in ended.out.splitlines())
    first = ended.out.splitlines()[1:3]
    assert first[0].startswith("  line ")
    assert first[1].startswith("    ")
    assert "remarks; " in ended.err
    assert run("scrub", str(CONTRACT), "--definitions").out.startswith("Defined Terms (")


def test_remarks_as_json_carry_offsets_into_the_text(run: Run) -> None:
    text = CONTRACT.read_text("utf-8")
    remarks = json.loads(run("scrub", str(CONTRACT), "--format", "json").out)["remarks"]
    assert {"category", "entry", "line", "start", "end", "reason"} == set(remarks[0])
    for remark in remarks:
        if remark["category"] == "undefined_capitalized_terms":
            assert text[remark["start"] : remark["end"]].split()[0] in remark["entry"]["term"]


def test_a_text_without_faults_has_no_remarks(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "note.txt"
    path.write_text("nothing here.\n", "utf-8")
    ended = run("scrub", str(path))
    assert (ended.code, ended.out, ended.err) == (0, "", "0 remarks; 0 definitions read.\n")


@pytest.mark.parametrize(
    ("content", "says"),
    [(None, "there is no file"), (b"\xff\xfe", "UTF-8"), (b"x" * (4 << 20) + b"x", "4 MiB")],
)
def test_what_is_no_plain_text_is_refused(
    run: Run, tmp_path: Path, content: bytes | None, says: str
) -> None:
    path = tmp_path / "contract.txt"
    if content is not None:
        path.write_bytes(content)
    ended = run("scrub", str(path))
    assert ended.code == 2
    assert says in ended.err
