"""`release` on real git repositories: what it writes, what it refuses, what it notices."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from leaderboard.releases import SUMS, load_latest, render_sums
from tests.conftest import ROOT
from tests.leaderboard.citation.judges import check_cff, check_zenodo
from tests.leaderboard.cli.conftest import Run
from tests.leaderboard.pages import fakes
from tests.leaderboard.releases import frozen
from tests.leaderboard.repositories import add_submission, only_defined

pytestmark = pytest.mark.slow
WHEN = "2026-12-01T10:00:00+09:00"


def git(root: Path, *arguments: str) -> str:
    who = {"NAME": "Ada", "EMAIL": "ada@example.org", "DATE": WHEN}
    named = {f"GIT_{w}_{k}": v for w in ("AUTHOR", "COMMITTER") for k, v in who.items()}
    return subprocess.run(
        ["git", *arguments],
        cwd=root,
        env=os.environ | named,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def commit(root: Path) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", "State")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with one submission; nothing released."""
    root = frozen.make_root(tmp_path_factory.mktemp("made") / "root")
    (root / "CHANGELOG.md").write_text("# Changelog\n", "utf-8")
    (root / ".gitignore").write_text("/build/\n/data/\n", "utf-8")
    add_submission(root, "acme--one")
    git(root, "init", "-q", "-b", "main")
    commit(root)
    return root


@pytest.fixture(scope="module")
def released(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with release 2026.12, committed."""
    from leaderboard.cli import main

    root = tmp_path_factory.mktemp("released") / "root"
    shutil.copytree(made, root)
    with pytest.raises(SystemExit) as ended:
        main(["--root", str(root), "release", "2026.12"])
    assert not ended.value.code
    commit(root)
    return root


@pytest.fixture
def root(released: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.delenv("SITE_URL", raising=False)
    monkeypatch.setenv("LEADERBOARD_DATA", str(tmp_path / "data"))
    shutil.copytree(released, tmp_path / "root")
    return tmp_path / "root"


def names(root: Path) -> list[str]:
    return sorted(path.name for path in (root / "releases").iterdir())


def answer(root: Path, **change: Any) -> None:
    """The submission answers less than it did."""
    add_submission(root, "acme--one", only_defined, **change)


def test_a_release_is_written_whole_and_nothing_beside_it(
    run: Run, made: Path, tmp_path: Path
) -> None:
    root = tmp_path / "root"
    shutil.copytree(made, root)
    ended = run("--root", str(root), "release", "2026.12", "--format", "json")
    assert ended.code == 0, ended.err
    told = json.loads(ended.out)
    assert told["release"] == "2026.12"
    assert told["rows"]["openscrub"] == 4
    status = git(root, "status", "--porcelain").splitlines()
    assert status == ["?? .zenodo.json", "?? CITATION.cff", "?? releases/"]
    release = load_latest(root)
    assert release is not None
    manifest = release.manifest
    assert manifest.commit == git(root, "rev-parse", "HEAD").strip()
    assert manifest.date.isoformat() == "2026-12-01"
    assert list(manifest.submissions) == ["acme--one"]
    assert manifest.scorer_digest is not None
    assert told["bytes"] == sum(
        path.stat().st_size for path in release.folder.rglob("*") if path.is_file()
    )
    check_cff((root / "CITATION.cff").read_text("utf-8"), tmp_path)
    check_zenodo((root / ".zenodo.json").read_text("utf-8"))
    assert yaml.safe_load((root / "CITATION.cff").read_text("utf-8"))["version"] == "2026.12"


def test_the_same_commit_gives_the_same_bytes(
    run: Run, made: Path, released: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "America/New_York")
    git(tmp_path, "clone", "-q", str(made), "clone")
    ended = run("--root", str(tmp_path / "clone"), "release", "2026.12")
    assert ended.code == 0, ended.err
    assert ended.out.strip().endswith("releases/2026.12")
    one, other = (folder / "releases" / "2026.12" for folder in (tmp_path / "clone", released))
    assert (one / SUMS).read_text() == (other / SUMS).read_text()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["2026.12"], "there is a release 2026.12 already, and a release never changes"),
        (["2026.11"], "2026.11 is older than the latest release, 2026.12"),
        (["2026.13"], "is no version of a release"),
        (["../2027.01"], "is no version of a release"),
        ([], "name the version to be made"),
        (["2027.01", "--check"], "and not both"),
        (["2027.01", "--base", "main"], "--base goes with --check"),
        (["--check", "--base", "nothing"], "there is no commit"),
        (["--check", "--base=-x"], "is no revision"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    run: Run, root: Path, arguments: list[str], said: str
) -> None:
    ended = run("--root", str(root), "release", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err
    assert "Traceback" not in ended.err
    assert names(root) == ["2026.12"]


@pytest.mark.parametrize(
    "path",
    [
        "submissions/acme--one/notes.txt",
        "submissions/acme--one/openscrub.json",
        "scoring/x.py",
        "leaderboard/x.py",
        "site/templates/frozen/base.html",
        "reproductions/acme--one/openscrub.json",
        "disputes/x.json",
        "mkdocs.yml",
        "pyproject.toml",
        "CHANGELOG.md",
    ],
)
def test_what_is_not_committed_is_refused(run: Run, root: Path, path: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    with (root / path).open("a") as file:
        file.write("\n")
    ended = run("--root", str(root), "release", "2027.01")
    assert ended.code == 1
    assert f"not committed: {path}." in ended.err
    assert names(root) == ["2026.12"]


def test_many_uncommitted_files_are_counted(run: Run, root: Path) -> None:
    for number in range(7):
        (root / "submissions" / f"{number} é.txt").write_text("", "utf-8")
    ended = run("--root", str(root), "release", "2027.01")
    assert "submissions/0 é.txt, " in ended.err
    assert "and 2 more." in ended.err


def test_without_git_nothing_is_released(run: Run, root: Path) -> None:
    shutil.rmtree(root / ".git")
    ended = run("--root", str(root), "release", "2027.01")
    assert ended.code == 2
    assert "is no clone that git reads" in ended.err


def test_without_the_program_git_nothing_is_released(
    run: Run, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    ended = run("--root", str(root), "release", "2027.01")
    assert ended.code == 2
    assert "git cannot be started" in ended.err


def test_what_git_ignores_counts_all_the_same(run: Run, root: Path) -> None:
    add_submission(root, "acme--two", only_defined)
    (root / ".git" / "info").mkdir(exist_ok=True)
    (root / ".git" / "info" / "exclude").write_text("/submissions/acme--two/\n", "utf-8")
    assert git(root, "status", "--porcelain") == ""
    ended = run("--root", str(root), "release", "2027.01")
    assert ended.code == 1
    assert "not committed: submissions/acme--two/" in ended.err
    assert names(root) == ["2026.12"]


@pytest.mark.parametrize("flag", ["--assume-unchanged", "--skip-worktree"])
def test_what_git_takes_for_unchanged_is_compared(run: Run, root: Path, flag: str) -> None:
    git(root, "update-index", flag, "mkdocs.yml")
    with (root / "mkdocs.yml").open("a") as file:
        file.write("# more\n")
    assert git(root, "status", "--porcelain") == ""
    ended = run("--root", str(root), "release", "2027.01")
    assert ended.code == 1
    assert "not committed: mkdocs.yml." in ended.err


def test_a_link_a_pipe_and_a_missing_file_are_no_committed_ones(run: Run, root: Path) -> None:
    log = root / "CHANGELOG.md"
    log.rename(root / "other.md")
    log.symlink_to("other.md")
    ended = run("--root", str(root), "release", "2027.01")
    assert (ended.code, "not committed: CHANGELOG.md." in ended.err) == (1, True)
    log.unlink()
    os.mkfifo(log)
    ended = run("--root", str(root), "release", "2027.01")
    assert (ended.code, "not committed: CHANGELOG.md." in ended.err) == (1, True)
    log.unlink()
    ended = run("--root", str(root), "release", "2027.01")
    assert (ended.code, "not committed: CHANGELOG.md." in ended.err) == (1, True)


def test_a_name_that_is_no_text_is_told(run: Run, root: Path) -> None:
    Path(os.fsdecode(os.fsencode(root / "submissions") + b"/\xff.txt")).write_text("", "utf-8")
    ended = run("--root", str(root), "release", "2027.01")
    assert ended.code == 1
    assert "not committed: submissions/" in ended.err


def test_what_python_keeps_of_code_and_links_that_are_committed_are_no_obstacle(
    run: Run, root: Path
) -> None:
    (root / "site" / "link").symlink_to("templates")
    commit(root)
    (root / "site" / "__pycache__").mkdir()
    (root / "site" / "__pycache__" / "x.pyc").write_bytes(b"")
    ended = run("--root", str(root), "release", "2027.01")
    assert ended.code == 0, ended.err


def test_surroundings_name_neither_date_nor_site(
    run: Run, root: Path, released: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    monkeypatch.setenv("SITE_URL", "https://evil.example/")
    git(root, "checkout", "-q", "HEAD~1")
    ended = run("--root", str(root), "release", "2026.12")
    assert ended.code == 0, ended.err
    one, other = (each / "releases" / "2026.12" / SUMS for each in (root, released))
    assert one.read_text() == other.read_text()
    assert (root / "CITATION.cff").read_bytes() == (released / "CITATION.cff").read_bytes()


def test_a_commit_before_the_latest_release_is_refused(run: Run, root: Path) -> None:
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    subprocess.run(
        ["git", *who, "commit", "-q", "--allow-empty", "-m", "Back"],
        cwd=root,
        env=os.environ | {"GIT_COMMITTER_DATE": "2026-11-30T23:00:00Z"},
        check=True,
    )
    ended = run("--root", str(root), "release", "2027.01")
    assert ended.code == 1
    assert "the commit is dated 2026-11-30, before release 2026.12 of 2026-12-01" in ended.err
    assert names(root) == ["2026.12"]


def test_findings_are_refused(run: Run, root: Path) -> None:
    (root / "submissions" / "acme--one" / "openscrub.json").write_text("{}", "utf-8")
    commit(root)
    ended = run("--root", str(root), "release", "2027.01")
    assert (ended.code, ended.out) == (1, "")
    assert "[missing_key]" in ended.err
    assert "Not released: submissions have findings" in ended.err
    assert names(root) == ["2026.12"]


def test_a_number_that_moved_needs_a_reason(run: Run, root: Path) -> None:
    answer(root)
    commit(root)
    ended = run("--root", str(root), "release", "2027.01", "--format", "json")
    assert ended.code == 1
    assert {each["code"] for each in json.loads(ended.out)["findings"]} == {"unexplained_move"}
    assert "numbers moved since release 2026.12 without a reason" in ended.err
    assert names(root) == ["2026.12"]
    answer(root, changes=[{"date": "2026-12-02", "reason": "Asked again, shorter."}])
    commit(root)
    ended = run("--root", str(root), "release", "2026.12.1")
    assert ended.code == 0, ended.err
    assert names(root) == ["2026.12", "2026.12.1"]
    release = load_latest(root)
    assert release is not None
    assert release.manifest.previous == "2026.12"
    page = (release.folder / "pages" / "index.html").read_text("utf-8")
    assert "Asked again, shorter." in page
    assert "version: 2026.12.1" in (root / "CITATION.cff").read_text("utf-8")


def test_a_benchmark_that_was_scored_is_not_dropped_in_silence(run: Run, root: Path) -> None:
    board = fakes.board()
    scored = dataclasses.replace(
        board.benchmarks[1], benchmark=fakes.benchmark("contractscrub"), others=()
    )
    board = dataclasses.replace(board, benchmarks=(scored,))
    frozen.write_release(root, "2027.01", board)
    commit(root)
    ended = run("--root", str(root), "release", "2027.02")
    assert ended.code == 1
    assert "contractscrub was scored in the last release and its gold is not here" in ended.err
    assert names(root) == ["2026.12", "2027.01"]


def test_with_a_date_that_is_none_nothing_is_released(
    run: Run, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    ended = run("--root", str(root), "release", "2027.01")
    assert ended.code == 2
    assert names(root) == ["2026.12"]


def test_a_release_that_cannot_take_its_name_leaves_nothing(
    run: Run, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (root / "CITATION.cff").read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "releases/2027.01")

    monkeypatch.setattr(Path, "rename", full)
    ended = run("--root", str(root), "release", "2027.01")
    assert ended.code == 2
    assert "No space left on device" in ended.err
    assert names(root) == ["2026.12"]
    assert (root / "CITATION.cff").read_bytes() == before


# ---- --check ----


def test_releases_as_they_were_frozen_pass(run: Run, root: Path) -> None:
    (root / "releases" / "README.md").write_text("Releases", "utf-8")
    commit(root)
    (root / "releases" / "README.md").write_text("Frozen results", "utf-8")
    ended = run("--root", str(root), "release", "--check", "--base", "HEAD")
    assert (ended.code, ended.out) == (0, "2026.12\n")
    assert "1 release is as frozen." in ended.err
    ended = run("--root", str(root), "release", "--check", "--format", "json")
    assert json.loads(ended.out)["releases"] == ["2026.12"]


def test_where_nothing_is_released_there_is_nothing_to_check(run: Run, made: Path) -> None:
    ended = run("--root", str(made), "release", "--check", "--base", "HEAD")
    assert (ended.code, ended.out) == (0, "")
    assert "0 releases are as frozen." in ended.err


def test_a_changed_byte_breaks_check_and_build(run: Run, root: Path, tmp_path: Path) -> None:
    page = root / "releases" / "2026.12" / "pages" / "index.html"
    page.write_bytes(page.read_bytes().replace(b"0.", b"1.", 1))
    for command in (["release", "--check"], ["build", "--out", str(tmp_path / "site")]):
        ended = run("--root", str(root), *command)
        assert ended.code == 4, command
        assert "[broken_release]" in ended.err
    assert not (tmp_path / "site").exists()


def test_a_change_that_fits_its_own_digests_is_noticed_against_a_base(run: Run, root: Path) -> None:
    folder = root / "releases" / "2026.12"
    (folder / "results.json").write_bytes((folder / "results.json").read_bytes() + b"\n")
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path != folder / SUMS
    }
    (folder / SUMS).write_text(render_sums(files), "utf-8")
    ended = run("--root", str(root), "release", "--check", "--base", "HEAD")
    assert ended.code == 4
    assert "releases/2026.12/SHA256SUMS differs from HEAD" in ended.err
    added = git(root, "rev-parse", "HEAD").strip()
    for _ in range(2):
        ended = run("--root", str(root), "release", "--check")
        assert ended.code == 4
        told = f"releases/2026.12/SHA256SUMS differs from commit {added[:12]}, which added it"
        assert told in ended.err
        commit(root)
    # The way out that it names is one, though what was done is committed by now.
    cure = re.search(r"`(git checkout .+)`", ended.err)
    assert cure
    git(root, "branch", "tampered")
    git(root, *shlex.split(cure[1])[1:])
    assert run("--root", str(root), "release", "--check").code == 0
    git(root, "reset", "-q", "--hard", "tampered")
    # Without a history nothing but the digests is left.
    shutil.rmtree(root / ".git")
    ended = run("--root", str(root), "release", "--check")
    assert ended.code == 0
    assert "By its own digests alone, as no commit here added it: 2026.12." in ended.err


def test_a_release_that_came_with_a_merge_is_compared_with_the_merge(run: Run, root: Path) -> None:
    git(root, "branch", "released")
    git(root, "reset", "-q", "--hard", "HEAD~1")
    (root / "CHANGELOG.md").write_text("# Changelog\n\nMore.\n", "utf-8")
    commit(root)
    git(root, "merge", "-q", "--no-ff", "-m", "Merge", "released")
    ended = run("--root", str(root), "release", "--check", "--format", "json")
    assert json.loads(ended.out)["added"] == {"2026.12": git(root, "rev-parse", "HEAD").strip()}
    shutil.rmtree(root / "releases")
    commit(root)
    ended = run("--root", str(root), "release", "--check")
    assert ended.code == 4
    assert "which added it is gone" in ended.err


def test_a_release_that_is_gone_is_noticed_against_a_base(run: Run, root: Path) -> None:
    (root / "releases" / "README.md").write_text("Releases", "utf-8")
    commit(root)
    shutil.rmtree(root / "releases" / "2026.12")
    ended = run("--root", str(root), "release", "--check", "--base", "main")
    assert ended.code == 4
    assert "of main is gone" in ended.err


@pytest.mark.parametrize("name", ["CITATION.cff", ".zenodo.json"])
@pytest.mark.parametrize("text", ["version: '2026.11'\n", "- a\n", "{", None])
def test_the_citation_files_must_name_the_latest_release(
    run: Run, root: Path, name: str, text: str | None
) -> None:
    if text is None:
        (root / name).unlink()
    else:
        (root / name).write_text(text, "utf-8")
    ended = run("--root", str(root), "release", "--check")
    assert ended.code == 4
    assert f"{name} does not name the latest release, 2026.12" in ended.err
    form = "cff" if name == "CITATION.cff" else "zenodo"
    mended = run("--root", str(root), "cite", "--release", "latest", "--format", form)
    (root / name).write_text(mended.out, "utf-8")
    assert run("--root", str(root), "release", "--check").code == 0


def test_this_repository_keeps_its_releases(run: Run) -> None:
    assert run("--root", str(ROOT), "release", "--check").code == 0


# ---- cite ----


def test_cite_prints_each_form(run: Run, root: Path, tmp_path: Path) -> None:
    ended = run("--root", str(root), "cite", "acme--one")
    assert ended.code == 0
    assert ended.out.startswith("@misc{contractscrub-leaderboard-2026.12-openscrub-acme--one,\n")
    assert "The site's address is not set" in ended.err
    ended = run("--root", str(root), "cite", "--format", "cff")
    check_cff(ended.out, tmp_path)
    assert "Numbers of the board may move" in ended.err
    ended = run("--root", str(root), "cite", "acme--two", "--format", "apa")
    assert (ended.code, ended.out) == (2, "")
    assert "release 2026.12 has no entry acme--two" in ended.err


def test_cite_gives_the_address_once_it_is_known(
    run: Run, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITE_URL", "https://board.example")
    ended = run("--root", str(root), "cite", "--release", "2026.12", "--format", "apa")
    assert ended.out.endswith("[Data set]. https://board.example/v/2026.12/\n")
    assert ended.err == ""
