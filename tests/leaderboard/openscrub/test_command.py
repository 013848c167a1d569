from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from leaderboard.cli.openscrub import app


def test_contracts_are_generated_and_counted(tmp_path: Path) -> None:
    runner = CliRunner()
    out = str(tmp_path / "edition")
    made = runner.invoke(app, ["generate", "--seed", "s", "--contracts", "2", "--out", out])
    assert made.exit_code == 0, made.output
    shown = runner.invoke(app, ["stats", out, "--format", "json"])
    assert json.loads(shown.stdout)["contracts"] == 2
    assert "contracts           2" in runner.invoke(app, ["stats", out]).stdout


def test_the_embedded_edition_is_counted_without_a_folder() -> None:
    shown = CliRunner().invoke(app, ["stats", "--format", "json"])
    assert json.loads(shown.stdout)["contracts"] >= 1


def test_clause_cases_are_written(tmp_path: Path) -> None:
    out = str(tmp_path / "clauses")
    made = CliRunner().invoke(app, ["clauses", "--seed", "s", "--contracts", "16", "--out", out])
    assert made.exit_code == 0, made.output
    assert (tmp_path / "clauses" / "cases.json").is_file()


def test_an_edition_has_a_card(tmp_path: Path) -> None:
    runner = CliRunner()
    out = str(tmp_path / "edition")
    runner.invoke(app, ["generate", "--seed", "s", "--contracts", "2", "--out", out])
    assert "- seed: `s`" in runner.invoke(app, ["card", out]).stdout


def test_a_wording_pack_takes_the_place_of_public_wordings(tmp_path: Path) -> None:
    common = tmp_path / "pack" / "common"
    common.mkdir(parents=True)
    for name in ("compliance", "governing-law", "publicity", "subcontracting", "taxes"):
        (common / f"{name}.txt").write_text(
            f"family: {name}\nstage: 6\n== 1\n# Silence\n- Neither [Party] talks to the press.\n"
        )
    out = tmp_path / "edition"
    options = ["--seed", "s", "--contracts", "6", "--out", str(out)]
    pack = ["--wording-pack", str(tmp_path / "pack")]
    made = CliRunner().invoke(app, ["generate", *options, *pack])
    assert made.exit_code == 0, made.output
    texts = [" ".join(path.read_text().split()) for path in (out / "contracts").iterdir()]
    assert any("talks to the press" in text for text in texts)
    assert json.loads((out / "edition.json").read_text())["private_wordings"]
