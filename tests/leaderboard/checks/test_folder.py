from __future__ import annotations

import os
import shutil
import socket
import time
from pathlib import Path

import pytest

from leaderboard.checks import load_folder, load_paths, load_submission, load_submissions
from leaderboard.errors import UsageError
from leaderboard.strict_json import MAX_BYTES
from tests.leaderboard.examples import ID, SPECS, VALID, good_files


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A writable copy of a good submission, alone in `submissions/`."""
    target = tmp_path / "submissions" / ID
    shutil.copytree(VALID / "full" / ID, target)
    for path in target.iterdir():
        path.chmod(0o644)
    return target


def brief(path: Path) -> list[tuple[str, str]]:
    checked = load_submission(path, SPECS, folder="s")
    return [(finding.code, finding.file) for finding in checked.findings]


def test_a_good_folder_is_read_and_accepted(good: Path) -> None:
    checked = load_submission(good, SPECS)
    assert checked.findings == ()
    assert checked.accepted is checked.submission is not None
    assert checked.folder == f"submissions/{ID}"
    assert checked.entry is not None
    assert load_folder(good, "s").files == good_files()


def test_verdicts_are_named_and_not_read(good: Path) -> None:
    (good / "judgments").mkdir()
    (good / "judgments" / "judge-a.json").write_text("not JSON")
    assert brief(good) == []
    (good / "judgments" / "notes.txt").write_text("x")
    (good / "judgments" / "deeper").mkdir()
    assert brief(good) == [
        ("unexpected_file", "s/judgments/deeper"),
        ("unexpected_file", "s/judgments/notes.txt"),
    ]


def test_verdicts_are_plain_files_of_bounded_size(good: Path) -> None:
    folder = good / "judgments"
    folder.mkdir()
    (folder / "a.json").symlink_to("/etc/passwd")
    os.mkfifo(folder / "b.json")
    with (folder / "c.json").open("wb") as file:
        file.truncate(3 * 1024**3)
    (folder / "c.json").chmod(0o755)
    (folder / "d.json").mkdir()
    with (folder / "e.json").open("wb") as file:
        file.truncate(MAX_BYTES)
    start = time.perf_counter()
    assert brief(good) == [
        ("not_a_regular_file", "s/judgments/a.json"),
        ("not_a_regular_file", "s/judgments/b.json"),
        ("executable_file", "s/judgments/c.json"),
        ("file_too_large", "s/judgments/c.json"),
        ("not_a_regular_file", "s/judgments/d.json"),
    ]
    assert time.perf_counter() - start < 5


def test_verdicts_are_a_folder(good: Path) -> None:
    (good / "judgments").write_text("x")
    assert brief(good) == [("not_a_regular_file", "s/judgments")]
    (good / "judgments").unlink()
    (good / "judgments").symlink_to("/etc")
    assert brief(good) == [("not_a_regular_file", "s/judgments")]


@pytest.mark.parametrize("name", ["submission.json", "demo.json"])
@pytest.mark.parametrize("target", ["/etc/passwd", "/dev/zero", "elsewhere.json", "/nowhere"])
def test_links_are_not_followed(good: Path, name: str, target: str) -> None:
    (good.parent / "elsewhere.json").write_bytes((good / name).read_bytes())
    (good / name).unlink()
    (good / name).symlink_to(target if target.startswith("/") else good.parent / target)
    assert brief(good) == [("not_a_regular_file", f"s/{name}")]


def test_pipes_folders_and_sockets_are_not_read(
    good: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (good / "demo.json").unlink()
    os.mkfifo(good / "demo.json")
    (good / "submission.json").unlink()
    (good / "submission.json").mkdir()
    monkeypatch.chdir(good)
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind("blind.json")
        start = time.perf_counter()
        assert brief(good) == [
            ("not_a_regular_file", "s/blind.json"),
            ("not_a_regular_file", "s/demo.json"),
            ("not_a_regular_file", "s/submission.json"),
        ]
        assert time.perf_counter() - start < 5


def test_executable_files_are_told_and_still_judged(good: Path) -> None:
    (good / "demo.json").write_bytes(b"[]")
    (good / "demo.json").chmod(0o755)
    assert brief(good) == [("executable_file", "s/demo.json"), ("wrong_type", "s/demo.json")]


def test_huge_files_are_not_read_whole(good: Path) -> None:
    with (good / "demo.json").open("wb") as file:
        file.truncate(MAX_BYTES * 1000)
    start = time.perf_counter()
    assert brief(good) == [("file_too_large", "s/demo.json")]
    assert time.perf_counter() - start < 5


def test_too_many_files_are_not_read(good: Path) -> None:
    for index in range(201):
        (good / f"x{index}").touch()
    assert ("too_many_files", "s") in brief(good)
    assert "unexpected_file" not in {code for code, _ in brief(good)}


def test_odd_names_are_told_in_plain_letters(good: Path) -> None:
    names = [
        "a;touch x.json",
        "$(id).json",
        "-x.json",
        "new\nline.json",
        "\udcff.json",
        "\u202e.json",
    ]
    for name in names:
        (good / name).write_text("{}")
    found = brief(good)
    assert [code for code, _ in found] == ["unexpected_file"] * len(names)
    assert all(file.isprintable() for _, file in found)
    assert ("unexpected_file", "s/new\\u000aline.json") in found


def test_files_that_cannot_be_read_are_told(good: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", denied)
    assert brief(good) == [
        ("unreadable_file", "s/demo.json"),
        ("unreadable_file", "s/submission.json"),
    ]
    monkeypatch.setattr(os, "scandir", denied)
    assert ("unreadable_file", "s") in brief(good)


def test_what_is_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    for name in ("file", "link", "nowhere"):
        assert brief(tmp_path / name) == [("not_a_folder", "s")]


def test_all_submissions_are_read_in_order_and_compared(good: Path) -> None:
    parent = good.parent
    (parent / ".gitkeep").touch()
    (parent / "README.md").touch()
    (parent / "stray.json").touch()
    shutil.copytree(good, parent / "acme--reader-2--again")
    checked = load_submissions(parent, SPECS)
    assert [each.id for each in checked] == [ID, "acme--reader-2--again", "stray.json"]
    found = {each.id: [finding.code for finding in each.findings] for each in checked}
    assert found == {
        ID: [],
        # Its alias is that of the other, too.
        "acme--reader-2--again": ["duplicate_submission", "alias_taken"],
        "stray.json": ["not_a_folder"],
    }
    assert checked[1].submission is not None
    assert checked[1].accepted is None


def test_a_broken_copy_does_not_take_its_pattern_down(good: Path) -> None:
    parent = good.parent
    shutil.copytree(good, parent / "C--Case")
    shutil.copytree(good, parent / "aaa--copy")
    (parent / "aaa--copy" / "demo.json").write_text("[]")
    shutil.copytree(good, parent / "program--copy")
    found = {
        each.id: [finding.code for finding in each.findings]
        for each in load_submissions(parent, SPECS)
    }
    assert found == {
        "C--Case": ["bad_folder_name"],
        "aaa--copy": ["wrong_type", "duplicate_submission", "alias_taken"],
        ID: [],
        "program--copy": ["reserved_id"],
    }


def test_the_names_of_the_board_s_programs_are_taken(good: Path) -> None:
    text = (good / "submission.json").read_text("utf-8")
    assert '"Reader 2"' in text
    (good / "submission.json").write_text(text.replace('"Reader 2"', '"Everything"'), "utf-8")
    (found,) = load_submissions(good.parent, SPECS)
    assert [finding.code for finding in found.findings] == ["look_alike_name"]


def test_what_file_managers_leave_is_ignored_beside_submissions_only(good: Path) -> None:
    for folder in (good.parent, good):
        for name in (".DS_Store", "Thumbs.db", "desktop.ini", "Desktop.ini"):
            (folder / name).touch()
    (found,) = load_paths([good.parent], SPECS)
    assert [(finding.code, Path(finding.file).name) for finding in found.findings] == [
        ("unexpected_file", ".DS_Store"),
        ("unexpected_file", "Desktop.ini"),
        ("unexpected_file", "Thumbs.db"),
        ("unexpected_file", "desktop.ini"),
    ]


def test_names_are_compared_even_where_outputs_are_broken(good: Path) -> None:
    again = good.parent / "acme--reader-2--again"
    shutil.copytree(good, again)
    (again / "demo.json").write_text("[]")
    found = load_submissions(good.parent, SPECS, shown="x", only={"acme--reader-2--again"})
    assert len(found) == 1
    assert [(finding.code, finding.file) for finding in found[0].findings] == [
        ("wrong_type", "x/acme--reader-2--again/demo.json"),
        ("duplicate_submission", "x/acme--reader-2--again/submission.json"),
        ("alias_taken", "x/acme--reader-2--again/submission.json"),
    ]


def test_broken_neighbours_are_their_own_affair(good: Path) -> None:
    parent = good.parent
    (parent / "acme--broken").mkdir()
    (parent / "acme--broken" / "submission.json").write_text("[")
    (parent / "acme--empty").mkdir()
    (parent / "acme--link").symlink_to(good)
    (parent / "acme--file").touch()
    (parent / "not an id").mkdir()
    (found,) = load_submissions(parent, SPECS, only={ID})
    assert found.findings == ()


def test_paths_may_name_submissions_and_their_parents(
    good: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = good.parent.parent
    other = root / "submissions" / "acme--other"
    other.mkdir()
    monkeypatch.chdir(root)
    for paths in (
        [Path("submissions")],
        [good, other, good],
        [other, good.parent],
        [good.parent, other],
    ):
        assert [each.folder for each in load_paths(paths, SPECS)] == [
            "submissions/acme--other",
            f"submissions/{ID}",
        ]
    assert [each.folder for each in load_paths([Path("submissions", ID)], SPECS)] == [
        f"submissions/{ID}"
    ]
    monkeypatch.chdir(good.parent)
    assert [each.folder for each in load_paths([Path(ID)], SPECS)] == [ID]
    monkeypatch.chdir(good)
    (inside,) = load_paths([Path()], SPECS)
    assert inside.folder == str(good)
    assert inside.findings == ()


def test_a_folder_is_taken_for_a_submission_by_what_it_holds(tmp_path: Path) -> None:
    (tmp_path / "named").mkdir()
    (tmp_path / "named" / "demo.json").write_bytes(good_files()["demo.json"])
    (found,) = load_paths([tmp_path / "named"], SPECS)
    assert [finding.code for finding in found.findings] == ["bad_folder_name", "missing_file"]
    parent = load_paths([tmp_path], SPECS)
    assert [each.id for each in parent] == ["named"]


def test_a_folder_of_other_things_is_no_submission(tmp_path: Path) -> None:
    for name in ("bin", "etc", "usr", "var"):
        (tmp_path / name).mkdir()
    (tmp_path / "package.json").write_text("{}")
    (tmp_path / "etc" / "config.json").write_text("{}")
    (tmp_path / "usr" / "acme--reader-1").mkdir()
    for path in (tmp_path, Path("/")):
        with pytest.raises(UsageError, match="neither a submission nor a folder of submissions"):
            load_paths([path], SPECS)
    (tmp_path / "usr" / "notes.txt").touch()
    assert [each.id for each in load_paths([tmp_path / "usr"], SPECS)] == [
        "acme--reader-1",
        "notes.txt",
    ]


def test_an_empty_folder_of_submissions_is_in_order(tmp_path: Path) -> None:
    (tmp_path / "submissions").mkdir()
    assert load_paths([tmp_path / "submissions"], SPECS) == ()


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("nowhere", "there is no nowhere"),
        ("no\nwhere", "there is no no\\\\u000awhere"),
        ("file", "file is not a folder"),
        ("empty", "empty is neither a submission nor a folder of submissions"),
    ],
)
def test_paths_that_name_nothing_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, sentence: str
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=sentence):
        load_paths([Path(path)], SPECS)
