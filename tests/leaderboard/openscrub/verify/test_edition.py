from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from leaderboard.cli.openscrub import app
from leaderboard.errors import UsageError
from leaderboard.openscrub import verify
from leaderboard.openscrub.edition import write_edition
from leaderboard.openscrub.shelf import read_library
from leaderboard.openscrub.verify import verify_edition
from leaderboard.openscrub.verify.declared import parse_declared
from leaderboard.openscrub.verify.faults import Fault
from leaderboard.openscrub.verify.lies import SORTS, Tally
from leaderboard.openscrub.verify.material import MaterialError, parse_gold
from leaderboard.openscrub.verify.report import LIMITS, Report
from scoring.contractscrub import CATEGORY_KEYS
from tests.leaderboard.openscrub.verify.sample import codes, gold_copy, write_sample


def test_an_edition_is_proven(tmp_path: Path) -> None:
    report = verify_edition(write_sample(tmp_path, "b", "a"), lies=2)
    assert report.proven
    assert report.contracts == 2
    assert report.entries["defined_terms"] == 22
    assert report.accounted["differences from the clean twin"] == 16
    shown = report.render_text()
    assert "2 contracts, 38 entries: proven" in shown
    assert "Planted lies" in shown
    assert all(limit in shown for limit in LIMITS)
    value = report.as_json()
    assert value["proven"] is True
    assert value["kill_rates"]["unused_defined_terms"]["all"]["planted"] == 8
    assert json.loads(json.dumps(value)) == value


def test_the_same_edition_gives_the_same_bytes(tmp_path: Path) -> None:
    write_sample(tmp_path, "a", "b", "c")
    first, second = (verify_edition(tmp_path, lies=2).as_json() for _ in range(2))
    assert json.dumps(first) == json.dumps(second)


def test_faults_are_named_with_contract_and_place(tmp_path: Path) -> None:
    write_sample(tmp_path, "a", "b")
    gold = gold_copy()
    del gold["undefined_capitalized_terms"][0]
    (tmp_path / "gold" / "b.json").write_text(json.dumps(gold))
    report = verify_edition(tmp_path, lies=0)
    assert {fault.contract for fault in report.faults} == {"b"}
    assert codes(report.faults) == {"capital-left-over", "difference-not-logged"}
    shown = report.render_text()
    assert "b: capital-left-over at Section 1.1(c): “Sold” in: The Buyer may reject" in shown
    assert "not proven: 3 findings" in shown
    assert "Planted lies" not in shown


def test_the_reader_imports_nothing_of_the_writer() -> None:
    allowed = ("leaderboard.openscrub.verify", "leaderboard.errors", "scoring.contractscrub")
    for path in Path(verify.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names.append(node.module or "")
            own = [name for name in names if name.startswith(("leaderboard", "scoring"))]
            assert all(name.startswith(allowed) for name in own), (path.name, own)


def test_rates_are_rounded_down_and_nothing_planted_is_a_dash() -> None:
    tallies = dict.fromkeys(SORTS, Tally()) | {"wrong place": Tally(3, 1, 2)}
    report = Report(1, {}, {}, (Fault("x", "c", "", "s"),), {"defined_terms": tallies})
    line = next(line for line in report.render_text().splitlines() if "Defined Terms" in line)
    assert "33.3 %" in line
    assert "66.6 %" in line
    assert line.rstrip().endswith("–")
    assert "c: x at -: s" in report.render_text()


BROKEN = {
    "gold/a.json": ["[]", "{}", "not json"],
    "proof/a.json": ["{}", "[]", '{"spans": [[1]]}', '{"spans": [["x", 1, "", "", ""]]}'],
}


@pytest.mark.parametrize(
    ("name", "content"), [(name, text) for name, texts in BROKEN.items() for text in texts]
)
def test_a_file_that_is_not_readable_is_a_fault(tmp_path: Path, name: str, content: str) -> None:
    write_sample(tmp_path, "a", "b")
    (tmp_path / name).write_text(content)
    report = verify_edition(tmp_path, lies=0)
    assert [(fault.contract, fault.code) for fault in report.faults] == [("a", "unreadable")]


def test_text_that_is_no_utf_8_is_a_fault(tmp_path: Path) -> None:
    (write_sample(tmp_path, "a") / "contracts" / "a.txt").write_bytes(b"\xff")
    assert codes(verify_edition(tmp_path, lies=0).faults) == {"unreadable"}


def test_gold_and_contracts_belong_together(tmp_path: Path) -> None:
    write_sample(tmp_path, "a", "b")
    (tmp_path / "gold" / "a.json").unlink()
    (tmp_path / "contracts" / "b.txt").unlink()
    report = verify_edition(tmp_path, lies=0)
    assert {(f.contract, f.sentence) for f in report.faults} == {
        ("a", "a contract without gold"),
        ("b", "gold without a contract"),
    }


def test_evidence_may_lie_elsewhere_but_must_be_of_the_same_text(tmp_path: Path) -> None:
    edition, evidence = write_sample(tmp_path / "e"), write_sample(tmp_path / "f")
    for name in ("clean", "proof"):
        for path in (edition / name).iterdir():
            path.unlink()
    assert codes(verify_edition(edition, lies=0).faults) == {"no-twin", "no-declarations"}
    assert verify_edition(edition, evidence, lies=0).proven
    (evidence / "contracts" / "sample.txt").write_text("another")
    assert codes(verify_edition(edition, evidence, lies=0).faults) == {"unreadable"}


def test_a_folder_without_contracts_is_no_edition(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no contracts"):
        verify_edition(tmp_path)


@pytest.mark.parametrize(
    "change",
    [{"term": ""}, {"term": 3}, {"location": None}],
)
def test_gold_entries_have_their_fields_as_text(change: dict[str, object]) -> None:
    gold = gold_copy()
    gold["defined_terms"][0].update(change)
    with pytest.raises(MaterialError, match="lacks a field"):
        parse_gold(gold)


@pytest.mark.parametrize("entries", ["x", {}, ["x"]])
def test_gold_is_lists_of_entries(entries: object) -> None:
    with pytest.raises(MaterialError):
        parse_gold({**gold_copy(), "defined_terms": entries})


def test_spans_cover_offsets() -> None:
    declared = parse_declared({"spans": [[5, 9, "proper", "P", ""]]})
    assert declared.at(4) is None
    assert declared.at(9) is None
    found = declared.at(8)
    assert found is not None
    assert found.kind == "proper"


def test_the_command_says_whether_an_edition_is_proven(tmp_path: Path) -> None:
    runner = CliRunner()
    write_sample(tmp_path)
    good = runner.invoke(app, ["verify", str(tmp_path), "--lies", "1"])
    assert good.exit_code == 0, good.output
    assert "1 contracts, 19 entries: proven" in good.stdout
    (tmp_path / "gold" / "sample.json").write_text("{}")
    bad = runner.invoke(app, ["verify", str(tmp_path), "--lies", "0", "--format", "json"])
    assert bad.exit_code == 1
    assert json.loads(bad.stdout)["findings"][0]["code"] == "unreadable"


def test_an_edition_without_evidence_is_written_again_from_its_seed(tmp_path: Path) -> None:
    runner = CliRunner()
    write_edition(read_library(), "again", 1, tmp_path)
    for name in ("clean", "proof"):
        for path in (tmp_path / name).iterdir():
            path.unlink()
        (tmp_path / name).rmdir()
    found = runner.invoke(app, ["verify", str(tmp_path), "--lies", "0", "--format", "json"])
    assert not {f["code"] for f in json.loads(found.stdout)["findings"]} & {"no-twin", "unreadable"}


def test_the_embedded_edition_is_verified_without_a_folder() -> None:
    found = CliRunner().invoke(app, ["verify", "--lies", "0", "--format", "json"])
    missing = {"no-twin", "no-declarations"}
    assert {fault["code"] for fault in json.loads(found.stdout)["findings"]} <= missing


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """A fresh edition, verified."""
    folder = tmp_path_factory.mktemp("fresh")
    write_edition(read_library(), "verify", 12, folder)
    return verify_edition(folder, lies=5)


def test_a_fresh_edition_is_proven(fresh: Report) -> None:
    assert fresh.faults == ()


def test_all_lies_about_a_fresh_edition_are_found_with_the_twin(fresh: Report) -> None:
    for category in CATEGORY_KEYS:
        for sort, tally in fresh.kills[category].items():
            assert tally.planted == 5, (category, sort)
            assert tally.with_twin == 5, (category, sort)
