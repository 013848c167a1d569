from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from leaderboard import git
from leaderboard.git import Change, GitError, Objects, OutgrownError
from tests.leaderboard.gits import EXECUTABLE, LINK, MODULE, Blob, Hosted, run_git
from tests.timing import at_most

FILES: dict[str | bytes, Any] = {
    "a.txt": "one\n",
    "deep/er/b.txt": "two\n",
    "deep/er/c.txt": "three\n",
    "submissions/x.json": "{}",
}


@pytest.fixture
def hosted(tmp_path: Path) -> Hosted:
    return Hosted.make(tmp_path, FILES)


@pytest.fixture
def objects(hosted: Hosted) -> Objects:
    return Objects(hosted.clone)


@pytest.mark.parametrize("revision", ["main", "origin/main", "HEAD", "refs/heads/main"])
def test_a_revision_becomes_an_id(hosted: Hosted, objects: Objects, revision: str) -> None:
    assert objects.commit(revision) == hosted.main


@pytest.mark.parametrize(
    "revision",
    [
        "",
        "--output=evil",
        "-h",
        "HEAD:a.txt",
        "HEAD^{tree}",
        "@{u}",
        ":/one",
        "main --",
        "main\nHEAD",
        "$(id)",
        "a" * 300,
        "\udcff",
    ],
)
def test_what_is_no_revision_never_reaches_git(objects: Objects, revision: str) -> None:
    with pytest.raises(GitError, match="is no revision"):
        objects.commit(revision)


@pytest.mark.parametrize("revision", ["nowhere", "0" * 40, "main~5", "refs/heads/nowhere"])
def test_a_commit_that_is_not_here_is_told(objects: Objects, revision: str) -> None:
    with pytest.raises(GitError, match="there is no commit"):
        objects.commit(revision)


def test_only_ids_are_passed_on(objects: Objects) -> None:
    for ask in (objects.entries, lambda one: objects.blobs([one], most=9)):
        with pytest.raises(GitError, match="is no object's id"):
            ask("--help")
    with pytest.raises(GitError, match="is no object's id"):
        objects.changes("HEAD", "HEAD")
    with pytest.raises(GitError, match="is no object's id"):
        objects.merge_bases("HEAD", "HEAD")


def test_changes_are_told_apart(hosted: Hosted, objects: Objects) -> None:
    head = hosted.pull(
        {
            "a.txt": Blob(b"one\n", EXECUTABLE),
            "deep/er/b.txt": None,
            "deep/er/c.txt": "changed\n",
            b"new\n\xff": "x",
            "lib": Blob(b"x", MODULE),
            "submissions": Blob(b"/etc", LINK),
        }
    )
    changes = objects.changes(hosted.main, head)
    assert [(one.status, one.path) for one in changes] == [
        ("M", b"a.txt"),
        ("D", b"deep/er/b.txt"),
        ("M", b"deep/er/c.txt"),
        ("A", b"lib"),
        ("A", b"new\n\xff"),
        ("A", b"submissions"),
        ("D", b"submissions/x.json"),
    ]
    objects_of = {one.path: one.id for one in changes}
    for commit, path in ((head, "a.txt"), (hosted.main, "deep/er/b.txt"), (head, "deep/er/c.txt")):
        assert objects_of[path.encode()] == run_git(hosted.clone, "rev-parse", f"{commit}:{path}")
    assert objects.changes(head, head) == ()


def test_changes_are_those_of_git(hosted: Hosted, objects: Objects) -> None:
    head = hosted.pull({"a.txt": None, "deep/er": Blob(b"x", LINK), "b/c/d": "1", "e": "2"})
    listed = run_git(
        hosted.clone, "diff-tree", "-r", "--no-renames", "--name-status", hosted.main, head
    )
    assert [f"{one.status}\t{one.path.decode()}" for one in objects.changes(hosted.main, head)] == [
        line.replace("T\t", "M\t") for line in listed.splitlines()
    ]


def test_a_moved_file_is_one_gone_and_one_new(hosted: Hosted, objects: Objects) -> None:
    run_git(hosted.clone, "config", "diff.renames", "copies")
    head = hosted.pull({"a.txt": None, "z.txt": "one\n"})
    moved = run_git(hosted.clone, "rev-parse", f"{head}:z.txt")
    assert objects.changes(hosted.main, head) == (
        Change("D", b"a.txt", moved),
        Change("A", b"z.txt", moved),
    )


def test_a_bomb_of_folders_is_not_unfolded(hosted: Hosted, objects: Objects) -> None:
    tree = hosted.tree([("100644", b"f", hosted.blob(b"x"))])
    for _ in range(12):
        tree = hosted.tree([("40000", bytes([97 + one]), tree.encode()) for one in range(10)])
    commit = run_git(hosted.clone, "commit-tree", tree, "-m", "Bomb")
    with at_most(2):
        with pytest.raises(OutgrownError, match="over 20,000 paths"):
            objects.changes(hosted.main, commit)
        with pytest.raises(OutgrownError, match="git ls-tree answers with over 1,000 bytes"):
            objects.entries(commit, deep=True, most=1_000)


def test_folders_without_end_are_not_followed(hosted: Hosted, objects: Objects) -> None:
    tree = hosted.tree([("100644", b"f", hosted.blob(b"x"))])
    for _ in range(70):
        tree = hosted.tree([("40000", b"d", tree.encode())])
    commit = run_git(hosted.clone, "commit-tree", tree, "-m", "Deep")
    with pytest.raises(OutgrownError, match="64 folders deep"):
        objects.changes(hosted.main, commit)


def test_a_name_that_stands_twice_is_changed_and_not_looked_into(
    hosted: Hosted, objects: Objects
) -> None:
    one, other = (hosted.tree([("100644", b"f", hosted.blob(text))]) for text in (b"1", b"2"))
    tree = hosted.tree([("40000", b"d", one.encode()), ("40000", b"d", other.encode())])
    commit = run_git(hosted.clone, "commit-tree", tree, "-m", "Twice")
    assert Change("M", b"d", None) in objects.changes(hosted.main, commit)


def test_entries_have_modes_and_sizes(hosted: Hosted, objects: Objects) -> None:
    head = hosted.pull({"l": Blob(b"a.txt", LINK), "lib": Blob(b"x", MODULE)})
    shallow = {entry.path: entry for entry in objects.entries(head)}
    assert (shallow[b"deep"].kind, shallow[b"deep"].size) == ("tree", None)
    assert (shallow[b"l"].mode, shallow[b"l"].kind, shallow[b"l"].size) == (LINK, "blob", 5)
    assert (shallow[b"lib"].mode, shallow[b"lib"].kind) == (MODULE, "commit")
    deep = {entry.path for entry in objects.entries(head, deep=True)}
    assert b"deep/er/b.txt" in deep


def test_blobs_are_read_as_they_are(hosted: Hosted, objects: Objects) -> None:
    data = [b"", b"\n", b"a\r\nb\0\xff" * 1000]
    ids = [hosted.blob(part).decode() for part in data]
    assert objects.blobs([*ids, *ids], most=10_000) == dict(zip(ids, data, strict=True))
    assert objects.blobs([], most=0) == {}


def test_blobs_are_bounded(hosted: Hosted, objects: Objects) -> None:
    one = hosted.blob(b"x" * 100_000).decode()
    with pytest.raises(OutgrownError, match="git cat-file answers with over"):
        objects.blobs([one], most=10)


def test_what_is_no_file_is_not_read(hosted: Hosted, objects: Objects) -> None:
    with pytest.raises(GitError, match="is no blob that is here"):
        objects.blobs([hosted.main], most=10_000)
    with pytest.raises(GitError, match="is no blob that is here"):
        objects.blobs(["0" * 40], most=10_000)


def test_replaced_objects_are_not_believed(hosted: Hosted, objects: Objects) -> None:
    real, fake = hosted.blob(b"real").decode(), hosted.blob(b"fake").decode()
    run_git(hosted.clone, "replace", real, fake)
    assert objects.blobs([real], most=100) == {real: b"real"}


def test_grafts_are_not_believed(hosted: Hosted, objects: Objects) -> None:
    orphan = hosted.pull({"x": "1"}, parents=[])
    assert objects.merge_bases(hosted.main, orphan) == ()
    grafts = hosted.clone / ".git" / "info" / "grafts"
    grafts.write_text(f"{orphan} {hosted.main}\n", "utf-8")
    assert objects.merge_bases(hosted.main, orphan) == ()


def test_nothing_that_the_repository_names_is_run(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ran = tmp_path / "ran"
    evil = tmp_path / "evil.sh"
    evil.write_text(f"#!/bin/sh\ntouch {ran}\n", "utf-8")
    evil.chmod(0o755)
    config = tmp_path / "config"
    config.write_text(
        f"[diff]\n\texternal = {evil}\n[core]\n\tfsmonitor = {evil}\n\tpager = {evil}\n"
        f'[diff "evil"]\n\ttextconv = {evil}\n[filter "evil"]\n\tsmudge = {evil}\n',
        "utf-8",
    )
    for name, value in {
        "GIT_CONFIG_GLOBAL": str(config),
        "GIT_EXTERNAL_DIFF": str(evil),
        "GIT_PAGER": str(evil),
        "GIT_DIR": str(tmp_path / "nowhere"),
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "core.fsmonitor",
        "GIT_CONFIG_VALUE_0": str(evil),
        "GIT_TRACE": str(ran),
    }.items():
        monkeypatch.setenv(name, value)
    hooks = hosted.clone / ".git" / "hooks" / "post-checkout"
    hooks.write_text(evil.read_text("utf-8"), "utf-8")
    hooks.chmod(0o755)
    objects = Objects(hosted.clone)
    head = hosted.pull({".gitattributes": "* diff=evil filter=evil\n", "a.txt": "changed\n"})
    changes = objects.changes(objects.commit("main"), head)
    assert [change.path for change in changes] == [b".gitattributes", b"a.txt"]
    ids = [entry.id for entry in objects.entries(head, deep=True)]
    objects.blobs(ids, most=10_000)
    assert not ran.exists()


def test_histories_may_share_one_commit_several_or_none(hosted: Hosted, objects: Objects) -> None:
    one, other = hosted.base({"one": "1"}), hosted.base({"two": "2"})
    first, second = hosted.base({}, one, other), hosted.base({}, other, one)
    assert objects.merge_bases(one, other) == (hosted.main,)
    assert objects.merge_bases(first, second) == tuple(sorted((one, other)))
    assert not objects.is_shallow


def test_a_broken_commit_is_said_to_be(hosted: Hosted, objects: Objects) -> None:
    with pytest.raises(GitError, match="git merge-base: "):
        objects.merge_bases(hosted.main, "0" * 40)


def test_what_is_no_clone_is_told(tmp_path: Path, hosted: Hosted) -> None:
    (tmp_path / "plain").mkdir()
    with pytest.raises(GitError, match="is no clone that git reads"):
        Objects(tmp_path / "plain")
    # A folder inside of a clone is not its top: what git would find above is another repository.
    (hosted.clone / "inner").mkdir()
    with pytest.raises(GitError, match="is no clone that git reads"):
        Objects(hosted.clone / "inner")
    with pytest.raises(GitError, match="git cannot be started"):
        Objects(tmp_path / "missing")


def test_a_git_that_does_not_answer_is_stopped(
    hosted: Hosted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text("#!/bin/sh\nexec sleep 60\n", "utf-8")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(git, "SECONDS", 0.2)
    with pytest.raises(GitError, match="was stopped"):
        Objects(hosted.clone)


def test_nothing_is_fetched_that_is_not_here(tmp_path: Path, hosted: Hosted) -> None:
    partial = tmp_path / "partial"
    run_git(hosted.host, "config", "uploadpack.allowFilter", "true")
    run_git(
        tmp_path,
        "clone",
        "-q",
        "--no-checkout",
        "--filter=blob:none",
        hosted.host.as_uri(),
        str(partial),
    )
    objects = Objects(partial)
    with pytest.raises(GitError):
        objects.blobs([hosted.blob(b"one\n").decode()], most=100)
    missing = subprocess.run(
        ["git", "rev-list", "--objects", "--missing=print", "main"],
        cwd=partial,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    assert "?" in missing
