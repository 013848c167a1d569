"""The loader of the official gold, on fixtures of the mapped shape and on a local hub."""

from __future__ import annotations

import csv
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from leaderboard.sources.errors import NoSourceError, SourceError
from leaderboard.sources.hub import DatasetMapping, fetch_dataset, load_mapping, read_dataset
from scoring.gold import GOLD_ROOT

MAPPING = GOLD_ROOT / "contractscrub" / "mapping.json"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
CONTRACTS = [{"contract_id": "supply", "text": "1. Fee."}, {"contract_id": "loan", "text": "…"}]
ANNOTATIONS = [
    {"contract_id": "supply", "category": "Defined Terms", "term": "Fee", "location": "1"},
    {
        "contract_id": "loan",
        "category": "Inconsistent Language",
        "text_1": "30 days",
        "text_2": "45 days",
        "location_1": "2",
        "location_2": "3",
    },
]


@pytest.fixture
def mapping() -> DatasetMapping:
    return load_mapping(MAPPING)


def write(folder: Path, contracts: list[Any] | None = None, gold: list[Any] | None = None) -> Path:
    for name, rows in (
        ("contracts.jsonl", CONTRACTS if contracts is None else contracts),
        ("annotations.jsonl", ANNOTATIONS if gold is None else gold),
    ):
        (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return folder


def test_a_dataset_of_the_mapped_shape_is_read(tmp_path: Path, mapping: DatasetMapping) -> None:
    dataset = read_dataset(write(tmp_path), mapping)
    assert dataset.contracts == {"supply": "1. Fee.", "loan": "…"}
    assert list(dataset.gold) == ["loan", "supply"]
    assert dataset.gold["supply"]["defined_terms"] == [{"term": "Fee", "location": "1"}]
    assert dataset.gold["loan"]["inconsistent_language"] == [
        {"text_1": "30 days", "text_2": "45 days", "location_1": "2", "location_2": "3"}
    ]
    assert dataset.gold["loan"]["defined_terms"] == []


def test_json_and_csv_files_are_read_too(tmp_path: Path, mapping: DatasetMapping) -> None:
    (tmp_path / "contracts.json").write_text(json.dumps(CONTRACTS), "utf-8")
    with (tmp_path / "gold.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, ["contract_id", "category", "term", "location"])
        writer.writeheader()
        writer.writerow(ANNOTATIONS[0])
    other = mapping.model_copy(
        update={
            "contracts": mapping.contracts.model_copy(update={"file": "contracts.json"}),
            "gold": mapping.gold.model_copy(update={"file": "gold.csv"}),
        }
    )
    dataset = read_dataset(tmp_path, other)
    assert dataset.gold["supply"]["defined_terms"] == [{"term": "Fee", "location": "1"}]


@pytest.mark.parametrize(
    ("contracts", "gold", "says"),
    [
        ([{"id": "supply", "text": ""}], None, "columns are id, text"),
        (
            [{"contract_id": "supply", "text": "", "pages": 3}],
            None,
            "unknown to the mapping: pages",
        ),
        ([{"contract_id": "supply", "text": None}], None, "NoneType, not text"),
        ([CONTRACTS[0], CONTRACTS[0]], None, "comes twice"),
        ([{"contract_id": "../x", "text": ""}], None, "file name"),
        (["supply"], None, "object is expected"),
        ([], None, "no contract"),
        (None, [{**ANNOTATIONS[0], "category": "Typos"}], "unknown category 'Typos'"),
        (None, [{**ANNOTATIONS[0], "contract_id": "lease"}], "unknown contract 'lease'"),
        (None, [{**ANNOTATIONS[0], "location": 2}], "int, not text"),
        (None, [{"contract_id": "supply", "category": "Defined Terms"}], "'term'"),
    ],
)
def test_what_the_mapping_does_not_know_is_refused_with_what_was_seen(
    tmp_path: Path,
    mapping: DatasetMapping,
    contracts: list[Any] | None,
    gold: list[Any] | None,
    says: str,
) -> None:
    with pytest.raises(SourceError, match=says):
        read_dataset(write(tmp_path, contracts, gold), mapping)


def test_a_missing_or_unreadable_file_is_named_with_those_that_are_there(
    tmp_path: Path, mapping: DatasetMapping
) -> None:
    with pytest.raises(SourceError, match="nothing"):
        read_dataset(tmp_path, mapping)
    (tmp_path / "data.parquet").write_bytes(b"PAR1")
    with pytest.raises(SourceError, match=r"data\.parquet"):
        read_dataset(tmp_path, mapping)
    (tmp_path / "contracts.jsonl").write_text("{", "utf-8")
    with pytest.raises(SourceError, match="cannot be read"):
        read_dataset(tmp_path, mapping)


def test_a_layout_that_is_not_the_mapped_one_is_mended_in_the_mapping(
    tmp_path: Path, mapping: DatasetMapping
) -> None:
    with pytest.raises(SourceError, match=r"fill in the benchmark's mapping\.json"):
        read_dataset(tmp_path, mapping)
    for contracts, gold in (
        ([{"id": "supply", "text": ""}], None),
        (None, [{**ANNOTATIONS[0], "category": "Typos"}]),
    ):
        with pytest.raises(SourceError, match=r"fill in the benchmark's mapping\.json"):
            read_dataset(write(tmp_path, contracts, gold), mapping)
    about = json.loads((GOLD_ROOT / "contractscrub" / "benchmark.json").read_text("utf-8"))
    assert "mapping.json may have to be filled in" in about["editions"][0]["note"]


def test_the_search_for_a_missing_file_ends_after_a_few(
    tmp_path: Path, mapping: DatasetMapping, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(_: Path, _pattern: str) -> Iterator[Path]:
        (tmp_path / "a.txt").touch()
        while True:
            yield tmp_path / "a.txt"

    monkeypatch.setattr(Path, "rglob", endless)
    with pytest.raises(SourceError, match=r"found: a\.txt"):
        read_dataset(tmp_path, mapping)


def test_only_a_folder_holds_a_dataset(tmp_path: Path, mapping: DatasetMapping) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "nowhere"):
        with pytest.raises(NoSourceError, match="is no folder"):
            read_dataset(path, mapping)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [("contracts.parquet", "x", "no known kind"), ("contracts.json", "{}", "list of objects")],
)
def test_other_kinds_of_file_are_refused(
    tmp_path: Path, mapping: DatasetMapping, name: str, content: str, says: str
) -> None:
    (tmp_path / name).write_text(content, "utf-8")
    other = mapping.model_copy(
        update={"contracts": mapping.contracts.model_copy(update={"file": name})}
    )
    with pytest.raises(SourceError, match=says):
        read_dataset(tmp_path, other)


def test_a_file_over_the_bound_is_not_read(
    tmp_path: Path, mapping: DatasetMapping, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leaderboard.sources.hub.MOST_BYTES", 10)
    with pytest.raises(SourceError, match="MiB"):
        read_dataset(write(tmp_path), mapping)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"contracts": {}}, "contracts"),
        ({"gold": None}, "gold"),
    ],
)
def test_a_mapping_of_another_form_is_refused(
    tmp_path: Path, change: dict[str, Any], says: str
) -> None:
    value = json.loads(MAPPING.read_text("utf-8"))
    path = tmp_path / "mapping.json"
    path.write_text(json.dumps({**value, **change}), "utf-8")
    with pytest.raises(SourceError, match=says):
        load_mapping(path)


def test_a_mapping_must_cover_every_category_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "mapping.json"
    with pytest.raises(SourceError, match="cannot be read"):
        load_mapping(path)
    value = json.loads(MAPPING.read_text("utf-8"))
    del value["gold"]["fields"]["defined_terms"]["location"]
    path.write_text(json.dumps(value), "utf-8")
    with pytest.raises(SourceError, match="it names term"):
        load_mapping(path)
    value = json.loads(MAPPING.read_text("utf-8"))
    value["gold"]["categories"]["Typos"] = "typos"
    path.write_text(json.dumps(value), "utf-8")
    with pytest.raises(SourceError, match="'typos'"):
        load_mapping(path)


class _Hub(BaseHTTPRequestHandler):
    """As much of the hub as the real client asks for: files of one dataset at one commit."""

    files: dict[str, bytes]

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_GET(self) -> None:
        self._answer(body=True)

    def _answer(self, *, body: bool) -> None:
        prefix = f"/datasets/tri-fair-lab/contract_scrub/resolve/{COMMIT}/"
        content = self.files.get(self.path.removeprefix(prefix).partition("?")[0])
        if content is None or not self.path.startswith(prefix):
            self.send_response(404)
            self.send_header("X-Error-Code", "EntryNotFound")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("ETag", f'"{len(content)}"')
        self.send_header("X-Repo-Commit", COMMIT)
        self.end_headers()
        if body:
            self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Quiet."""


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[str]:
    folder = write(tmp_path)
    _Hub.files = {path.name: path.read_bytes() for path in folder.glob("*.jsonl")}
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Hub)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_dataset_is_fetched_at_a_pinned_commit_with_the_real_client(
    tmp_path: Path, mapping: DatasetMapping, hub: str
) -> None:
    into = tmp_path / "downloads"
    folder = fetch_dataset("tri-fair-lab/contract_scrub", COMMIT, into, mapping, hub)
    assert read_dataset(folder, mapping).contracts["supply"] == "1. Fee."


def test_a_commit_or_hub_that_is_not_there_is_said_with_a_way_out(
    tmp_path: Path, mapping: DatasetMapping, hub: str
) -> None:
    for commit, endpoint in ((COMMIT[::-1], hub), (COMMIT, "http://127.0.0.1:9")):
        with pytest.raises(SourceError, match="--from PATH"):
            fetch_dataset(
                "tri-fair-lab/contract_scrub", commit, tmp_path / "none", mapping, endpoint
            )
