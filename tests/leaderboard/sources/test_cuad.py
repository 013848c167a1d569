"""CUAD's archive by path and by download, whole, damaged and hostile."""

from __future__ import annotations

import hashlib
import json
import os
import threading
import time
import warnings
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from leaderboard.sources import cuad
from leaderboard.sources.cuad import MEMBERS, fetch_cuad, load_cuad, load_titles
from leaderboard.sources.errors import NoSourceError, SourceError
from scoring.cuad import CLAUSE_TYPES, list_cases


def squad(*titles: str, types: tuple[str, ...] = CLAUSE_TYPES) -> dict[str, Any]:
    """CUAD in little: every contract has the first half of the types and lacks the rest."""
    half = len(types) // 2
    qas = [
        {
            "question": f'Highlight the parts related to "{category}" of this contract.',
            "answers": [{"text": f"clause {index}", "answer_start": 0}] if index < half else [],
        }
        for index, category in enumerate(types)
    ]
    return {
        "version": "aok_v1.0",
        "data": [
            {"title": title, "paragraphs": [{"context": f"Text of {title}.", "qas": qas}]}
            for title in titles
        ],
    }


def write_zip(path: Path, *members: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # zipfile warns of a name twice, which is wanted here
        for name, content in members:
            archive.writestr(name, content)
    return path


def write_json(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), "utf-8")
    return path


def message(path: Path, **options: Any) -> str:
    with pytest.raises(SourceError) as caught:
        load_cuad(path, **options)
    return str(caught.value)


# --- the real archive


def test_the_default_suite_is_the_list(shared: Path) -> None:
    source = load_cuad(shared / "cuad" / "CUAD_v1.zip")
    expected = json.loads((shared / "cuad" / "cases.json").read_text("utf-8"))
    assert list_cases(source.cases) == expected
    assert len(source.contracts) == 102


def test_the_committed_titles_are_the_list(shared: Path) -> None:
    assert load_titles() == load_titles(shared / "cuad" / "test_titles.json")
    assert len(load_titles()) == 102


def test_the_whole_test_split_has_4182_cases(shared: Path) -> None:
    source = load_cuad(shared / "cuad" / "CUAD_v1.zip", every=True)
    assert len(source.cases) == len({case.id for case in source.cases}) == 4182
    assert sum(case.gold_present for case in source.cases) == 1244
    texts = {contract.title: contract.text for contract in source.contracts}
    assert all(span in texts[case.title] for case in source.cases for span in case.gold)


def test_other_sizes_begin_as_the_default_does(shared: Path) -> None:
    source = load_cuad(shared / "cuad" / "CUAD_v1.zip", present=25, absent=16)
    listed = list_cases(source.cases)
    default = json.loads((shared / "cuad" / "cases.json").read_text("utf-8"))
    assert len(listed) == 41
    assert listed[:20] == default[:20]
    assert listed[25:37] == default[20:]
    assert [case["category"] for case in listed[20:25]] == list(CLAUSE_TYPES[20:25])


def test_a_size_that_the_archive_cannot_give_says_what_it_can(shared: Path) -> None:
    assert message(shared / "cuad" / "CUAD_v1.zip", present=41).endswith(
        "41 present cases: only 40 clause types are present in some contract, "
        "so ask for at most 40."
    )


# --- shapes


@pytest.mark.parametrize("name", [*MEMBERS, "deep/in/folders/test.json"])
def test_the_json_is_found_wherever_the_archive_keeps_it(tmp_path: Path, name: str) -> None:
    content = json.dumps(squad("A", "B")).encode()
    path = write_zip(
        tmp_path / "a.zip", ("read me.txt", b"x"), (f"__MACOSX/{name}", b"x"), (name, content)
    )
    source = load_cuad(path, titles=["B"])
    assert [contract.title for contract in source.contracts] == ["B"]
    assert source.cases[0].id == "cuad_p01_anti_assignment"


def test_a_plain_json_file_gives_the_same_as_the_archive(tmp_path: Path) -> None:
    value = squad("A", "B")
    packed = write_zip(tmp_path / "a.zip", ("test.json", json.dumps(value).encode()))
    plain = write_json(tmp_path / "test.json", value)
    titles = ["B", "A"]
    assert load_cuad(plain, titles=titles) == load_cuad(packed, titles=titles)
    assert len(load_cuad(plain, titles=titles, every=True).cases) == 82


def test_a_title_is_found_in_the_spelling_of_file_names(tmp_path: Path) -> None:
    path = write_json(tmp_path / "c.json", squad("SMITH_S  A_B  Supply ", "Other"))
    source = load_cuad(path, titles=["Smith's A&B Supply"])
    assert source.contracts[0].title == source.cases[0].title == "Smith's A&B Supply"
    assert source.contracts[0].text == "Text of SMITH_S  A_B  Supply ."


def test_an_exact_title_wins_over_a_like_one(tmp_path: Path) -> None:
    path = write_json(tmp_path / "c.json", squad("A ", "A"))
    texts = [contract.text for contract in load_cuad(path, titles=["A", "A "]).contracts]
    assert texts == ["Text of A.", "Text of A ."]


def test_two_like_titles_are_not_chosen_between(tmp_path: Path) -> None:
    path = write_json(tmp_path / "c.json", squad("A ", "a"))
    assert "none of them titled 'A'" in message(path, titles=["A"])


def test_a_missing_title_is_named(tmp_path: Path) -> None:
    path = write_json(tmp_path / "c.json", squad("A"))
    assert message(path, titles=["Lost", "A", "Gone"]) == (
        f"{path} has 1 contracts, none of them titled 'Lost' and 1 more: "
        "give the whole archive, or a list of the titles that it has."
    )


def test_a_contract_without_all_types_is_refused(tmp_path: Path) -> None:
    path = write_json(tmp_path / "c.json", squad("A", types=CLAUSE_TYPES[1:]))
    assert "'A' is annotated for 40 of CUAD's 41 clause types, 'Anti-Assignment' is not" in (
        message(path, titles=["A"])
    )


def test_another_shape_says_what_was_seen(tmp_path: Path) -> None:
    path = write_json(tmp_path / "c.json", {"rows": []})
    assert message(path) == (f"{path}: the file: expected the key 'data', saw the keys rows.")


# --- damage


def test_a_path_without_a_file_says_so(tmp_path: Path) -> None:
    path = tmp_path / "none.zip"
    assert message(path) == (
        f"{path} cannot be read (No such file or directory): "
        "give the path of CUAD's archive or its JSON file."
    )


def test_a_folder_is_no_archive(tmp_path: Path) -> None:
    assert message(tmp_path) == (
        f"{tmp_path} is a folder: give the path of CUAD's archive or its JSON file."
    )


def test_devices_and_pipes_are_not_opened_as_they_need_not_end(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        assert message(path).startswith(f"{path} is a device or a pipe, no file")
        with pytest.raises(NoSourceError, match="JSON list of titles"):
            load_titles(path)


def test_a_cut_archive_is_damaged(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", ("test.json", json.dumps(squad("A")).encode()))
    path.write_bytes(path.read_bytes()[:-40])
    assert "is a damaged archive" in message(path)


def test_a_flipped_bit_is_damage(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", ("test.json", json.dumps(squad("A")).encode()))
    content = bytearray(path.read_bytes())
    content[100] ^= 1
    path.write_bytes(content)
    assert "is a damaged archive" in message(path)


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", ("test.json", b"{}"))
    content = bytearray(path.read_bytes())
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(content)
    assert "is a damaged archive or not one this program reads" in message(path)


def test_an_archive_of_something_else_is_refused(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", ("notes.txt", b"x"))
    assert message(path) == (
        f"{path} holds none of CUAD_v1.json, test.json, CUADv1.json: "
        "give CUAD_v1.zip or the official data.zip."
    )


def test_a_member_twice_is_not_chosen_between(tmp_path: Path) -> None:
    path = write_zip(tmp_path / "a.zip", ("x/test.json", b"{}"), ("y/test.json", b"{}"))
    assert "holds 2 members named test.json: unpack the right one" in message(path)


def test_a_bomb_is_stopped_at_the_cap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_zip(tmp_path / "a.zip", ("test.json", b" " * 5_000_000))
    monkeypatch.setattr(cuad, "MAX_JSON_BYTES", 100_000)
    assert "test.json unpacks to more than 100,000 bytes" in message(path)


def test_a_file_over_the_cap_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_json(tmp_path / "c.json", squad("A"))
    monkeypatch.setattr(cuad, "MAX_FILE_BYTES", 100)
    assert "more than the 100 that are read" in message(path)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe\x00", b"[" * 200_000, b'{"data": ' + b"1" * 5000 + b"}"]
)
def test_what_is_no_json_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "c.json"
    path.write_bytes(content)
    assert f"{path} holds no JSON" in message(path)


@pytest.mark.parametrize(
    ("content", "is_damaged"),
    [
        (b"", True),
        (b'\xef\xbb\xbf {"data": [', True),
        (b"# Contracts", False),
        (b"\x89PNG", False),
        (b"<html>", False),
    ],
)
def test_a_file_of_another_kind_is_told_from_a_damaged_one(
    tmp_path: Path, content: bytes, *, is_damaged: bool
) -> None:
    path = tmp_path / "c"
    path.write_bytes(content)
    with pytest.raises(SourceError) as caught:
        load_cuad(path)
    assert isinstance(caught.value, NoSourceError) is not is_damaged
    assert ("download it again" in str(caught.value)) is is_damaged
    assert ("is no archive of CUAD" in str(caught.value)) is not is_damaged


def test_an_archive_is_damaged_whatever_its_member_begins_with(tmp_path: Path) -> None:
    text = message(write_zip(tmp_path / "a.zip", ("test.json", b"# Contracts")))
    assert text.endswith("download it again.")


@pytest.mark.parametrize("value", [[], {}, ["A", 1], "A"])
def test_titles_are_a_list_of_texts(tmp_path: Path, value: object) -> None:
    path = write_json(tmp_path / "titles.json", value)
    with pytest.raises(SourceError, match="is no list of titles"):
        load_titles(path)


def test_a_title_twice_is_refused(tmp_path: Path) -> None:
    path = write_json(tmp_path / "titles.json", ["A", "B", "A"])
    with pytest.raises(SourceError, match="names 'A' twice"):
        load_titles(path)


# --- download

CONTENT = b"the archive " * 5000
DIGEST = hashlib.sha256(CONTENT).hexdigest()


class Handler(BaseHTTPRequestHandler):
    """Serves the archive whole, cut, slowly, or not at all."""

    requests: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.requests.append(self.path)
        if self.path == "/missing":
            self.send_error(404)
            return
        if self.path == "/garbage":
            self.wfile.write(b"not http\r\n\r\n")
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(CONTENT)))
        self.end_headers()
        if self.path == "/silent":
            time.sleep(1)
        elif self.path == "/cut":
            self.wfile.write(CONTENT[:100])
        elif self.path == "/slow":
            for _ in range(20):
                self.wfile.write(b"x")
                self.wfile.flush()
                time.sleep(0.05)
        else:
            self.wfile.write(CONTENT)

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def handle(self) -> None:
        # A client that gives up early is what some tests are about.
        try:
            super().handle()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setattr(Handler, "requests", [])
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as httpd:
        thread = threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{httpd.server_port}"
        httpd.shutdown()
        thread.join()


def test_a_download_is_kept_whole_and_not_repeated(server: str, tmp_path: Path) -> None:
    folder = tmp_path / "data" / "cuad"
    path = fetch_cuad(folder, url=f"{server}/data.zip", sha256=DIGEST)
    assert path.read_bytes() == CONTENT
    assert list(folder.iterdir()) == [path]
    assert fetch_cuad(folder, url=f"{server}/data.zip", sha256=DIGEST) == path
    assert Handler.requests == ["/data.zip"]


def test_a_kept_file_with_other_bytes_is_replaced(server: str, tmp_path: Path) -> None:
    path = fetch_cuad(tmp_path, url=f"{server}/data.zip", sha256=DIGEST)
    path.write_bytes(b"changed")
    assert fetch_cuad(tmp_path, url=f"{server}/data.zip", sha256=DIGEST).read_bytes() == CONTENT


FAILURES = [
    ("/data.zip", {"sha256": "0" * 64}, f"with sha256 {DIGEST}, not the pinned {'0' * 64}"),
    ("/data.zip", {"limit": 1000}, "sends more than 1,000 bytes"),
    ("/missing", {}, "could not be fetched (HTTP Error 404"),
    ("/cut", {}, "could not be fetched (IncompleteRead("),
    ("/garbage", {}, "could not be fetched"),
    ("/silent", {"timeout": 0.2}, "could not be fetched (timed out)"),
    ("/slow", {"deadline": 0.2}, "took more than 0.2 s"),
]


@pytest.mark.parametrize(("place", "options", "part"), FAILURES)
def test_a_failed_download_leaves_nothing(
    server: str, tmp_path: Path, place: str, options: dict[str, Any], part: str
) -> None:
    with pytest.raises(SourceError) as caught:
        fetch_cuad(tmp_path, **{"url": server + place, "sha256": DIGEST, **options})
    assert part in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_only_web_addresses_are_opened(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="is no https address"):
        fetch_cuad(tmp_path, url="file:///etc/hostname")


def test_a_folder_that_cannot_be_made_is_a_source_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(SourceError, match="could not be fetched"):
        fetch_cuad(tmp_path / "file" / "data", url="https://example.org/data.zip")
