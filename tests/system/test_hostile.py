"""Hostile and broken submissions through the command line: a code each, exit 1, fast, harmless."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.leaderboard.repositories import add_submission, make_root, openscrub
from tests.system.sites import copy_repository, run

pytestmark = pytest.mark.slow
SECONDS = 5.0
ID = "acme--hostile"


def outputs(folder: Path) -> str:
    return (folder / "openscrub.json").read_text("utf-8")


def raw(content: bytes) -> Callable[[Path], object]:
    return lambda folder: (folder / "openscrub.json").write_bytes(content)


def changed(**change: object) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        value = json.loads(outputs(folder))
        (folder / "openscrub.json").write_text(json.dumps(value | change))

    return write


def spliced(old: str, new: str) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        text = outputs(folder)
        assert old in text
        (folder / "openscrub.json").write_bytes(
            text.replace(old, new, 1).encode("utf-8", "surrogatepass")
        )

    return write


def meta(**change: object) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        path = folder / "submission.json"
        path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | change))

    return write


def records(change: Callable[[list[dict[str, object]]], object]) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        value = json.loads(outputs(folder))
        change(value["outputs"])
        (folder / "openscrub.json").write_text(json.dumps(value))

    return write


def file(name: str, content: str = "x") -> Callable[[Path], object]:
    return lambda folder: (folder / name).write_text(content)


def link(folder: Path) -> None:
    (folder / "cuad.json").symlink_to("/etc/passwd")


def pipe(folder: Path) -> None:
    (folder / "openscrub.json").unlink()
    os.mkfifo(folder / "openscrub.json")


def executable(folder: Path) -> None:
    (folder / "openscrub.json").chmod(0o755)


VERSION = '"schema_version": 1'
HOSTILE: dict[str, tuple[Callable[[Path], object], str]] = {
    "NaN": (spliced(VERSION, '"schema_version": NaN'), "not_a_number"),
    "infinity": (spliced(VERSION, '"schema_version": -Infinity'), "not_a_number"),
    "1e999": (spliced(VERSION, '"schema_version": 1e999'), "number_too_large"),
    "ten thousand digits": (
        spliced(VERSION, '"schema_version": ' + "9" * 10_000),
        "number_too_large",
    ),
    "duplicate key": (spliced(VERSION, VERSION + ", " + VERSION), "duplicate_key"),
    "escaped duplicate": (
        spliced(VERSION, VERSION + ', "schema\\u005fversion": 1'),
        "duplicate_key",
    ),
    "nesting": (raw(b"[" * 100_000), "too_deep"),
    "nested objects": (raw(b'{"a":' * 100_000), "too_deep"),
    "over sixteen MiB": (raw(b'"' + b"x" * (17 << 20) + b'"'), "file_too_large"),
    "UTF-16": (raw('{"a": 1}'.encode("utf-16")), "wrong_encoding"),
    "byte order mark": (raw(b"\xef\xbb\xbf{}"), "byte_order_mark"),
    "no UTF-8": (raw(b'{"a": "\xff"}'), "not_utf8"),
    "half a surrogate": (spliced("stop", "\\ud800"), "lone_surrogate"),
    "NUL": (spliced("stop", "\\u0000"), "control_character"),
    "raw NUL": (spliced("stop", "\0"), "unescaped_control_character"),
    "empty": (raw(b""), "empty_file"),
    "no JSON": (raw(b"PK\x03\x04"), "invalid_json"),
    "bidirectional": (meta(notes="a\u202eb"), "bidirectional_character"),
    "zero width in a key": (changed(**{"sco\u200bre": 1}), "invisible_character"),
    "claimed score": (changed(macro_recall=0.99), "claimed_score"),
    "unknown key": (changed(colour="blue"), "unknown_key"),
    "list in place of an object": (raw(b"[]"), "wrong_type"),
    "other benchmark": (changed(benchmark="cuad"), "benchmark_mismatch"),
    "unknown edition": (changed(benchmark_version="99"), "unknown_edition"),
    "missing contract": (records(lambda items: items.pop()), "missing_item"),
    "contract twice": (records(lambda items: items.append(items[0])), "duplicate_item"),
    "unknown contract": (
        records(lambda items: items.append({**items[0], "item": "../../etc/passwd"})),
        "unknown_item",
    ),
    "no outputs": (changed(outputs=[]), "too_short"),
    "script link": (
        meta(links=[{"title": "x", "url": "javascript:alert(1)"}]),
        "bad_link",
    ),
    "user in a link": (
        meta(links=[{"title": "x", "url": "https://a@evil.example/"}]),
        "bad_link",
    ),
    "stray file": (file("run.sh"), "unexpected_file"),
    "odd name": (file("a;touch x.json", "{}"), "unexpected_file"),
    "symbolic link": (link, "not_a_regular_file"),
    "pipe": (pipe, "not_a_regular_file"),
    "executable": (executable, "executable_file"),
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_root(tmp_path_factory.mktemp("hostile") / "repository")


@pytest.mark.parametrize("case", HOSTILE)
def test_it_gets_its_code_fast_and_without_a_traceback(root: Path, case: str) -> None:
    spoil, code = HOSTILE[case]
    folder = add_submission(root, ID)
    spoil(folder)
    before = sorted(path.name for path in root.rglob("*"))
    start = time.perf_counter()
    ended = run(root, "validate", f"submissions/{ID}", "--format", "json", PYTHONPATH="")
    took = time.perf_counter() - start
    after = sorted(path.name for path in root.rglob("*"))
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    assert ended.returncode == 1, ended.stderr
    assert "Traceback" not in ended.stderr
    findings = json.loads(ended.stdout)["findings"]
    assert code in {finding["code"] for finding in findings}
    assert all(finding["file"].startswith(f"submissions/{ID}") for finding in findings)
    assert all(finding["mend"] for finding in findings)
    assert took < SECONDS
    assert after == before


def test_build_names_the_bad_ones_leaves_them_off_and_builds_the_rest(tmp_path: Path) -> None:
    root = copy_repository(tmp_path / "repository")
    add_submission(root, "acme--good")
    raw(b"{")(add_submission(root, "acme--bad"))
    meta(model={"name": "x"})(add_submission(root, "acme--worse"))
    ended = run(root, "build")
    assert ended.returncode == 1
    assert "Left off the board: acme--bad, acme--worse." in ended.stderr
    assert "Traceback" not in ended.stderr
    results = json.loads((root / "build/site/results.json").read_text("utf-8"))
    ids = {row["id"] for row in results["benchmarks"]["openscrub"]["rows"]}
    assert "acme--good" in ids
    assert not ids & {"acme--bad", "acme--worse"}
    assert (root / "build/site/submissions/acme--good/index.html").is_file()
    assert not (root / "build/site/submissions/acme--bad").exists()


def test_broken_gold_ends_a_build_with_exit_4_and_nothing_written(tmp_path: Path) -> None:
    root = copy_repository(tmp_path / "repository")
    version, edition = openscrub()
    item = edition.items[0]
    (root / "scoring/gold/openscrub" / version / "gold" / f"{item}.json").write_text("{}")
    ended = run(root, "build")
    assert ended.returncode == 4
    assert "openscrub" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert not (root / "build").exists()
