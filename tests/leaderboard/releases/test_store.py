from __future__ import annotations

import json
from pathlib import Path

import pytest

from leaderboard.errors import BrokenRepositoryError, UsageError
from leaderboard.releases import (
    SUMS,
    BrokenReleaseError,
    copy_release,
    find_row,
    list_versions,
    load_latest,
    load_release,
    load_releases,
    parse_sums,
    render_sums,
    served_files,
)
from tests.leaderboard.releases import frozen


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("store")
    for version in ("2026.12.1", "2026.12", "2026.12.10"):
        frozen.write_release(root, version)
    (root / "releases" / "README.md").write_text("Releases.", "utf-8")
    (root / "releases" / ".2027.01.x1").mkdir()
    return root


def resum(folder: Path) -> None:
    """A list of digests that fits what is there now."""
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path != folder / SUMS
    }
    (folder / SUMS).write_text(render_sums(files), "utf-8")


def test_releases_are_in_the_order_of_their_versions(root: Path) -> None:
    names = ["2026.12", "2026.12.1", "2026.12.10"]
    assert [str(version) for version in list_versions(root)] == names
    assert [str(release.version) for release in load_releases(root)] == names
    latest = load_latest(root)
    assert latest is not None
    assert str(latest.version) == "2026.12.10"
    assert str(load_release(root, "latest").version) == "2026.12.10"
    assert str(load_release(root, "2026.12").version) == "2026.12"


def test_where_there_are_none_there_are_none(tmp_path: Path) -> None:
    assert list_versions(tmp_path) == ()
    assert load_releases(tmp_path) == ()
    assert load_latest(tmp_path) is None
    with pytest.raises(UsageError, match="no release yet"):
        load_release(tmp_path, "latest")


def test_a_release_that_there_is_not_is_named_with_those_there_are(root: Path) -> None:
    with pytest.raises(UsageError, match=r"no release 2027\.01; there is 2026\.12, 2026\.12\.1"):
        load_release(root, "2027.01")


def test_a_release_says_what_it_rests_on(root: Path) -> None:
    release = load_release(root, "2026.12")
    manifest = release.manifest
    assert (manifest.date, manifest.commit) == (frozen.DATE, frozen.COMMIT)
    board = manifest.benchmarks["openscrub"]
    assert board.scored_here
    assert board.gold_digest == release.results["benchmarks"]["openscrub"]["gold_digest"]
    assert board.texts_digest is not None
    assert not manifest.benchmarks["contractscrub"].scored_here


def test_a_row_is_found_by_benchmark_and_id(root: Path) -> None:
    release = load_release(root, "2026.12")
    row = find_row(release, "acme--lexi-2", "openscrub")
    assert row is not None
    assert row["name"] == "Lexi 2"
    assert find_row(release, "acme--lexi-1", "openscrub") is not None
    assert find_row(release, "acme--lexi-2", "cuad") is None
    assert find_row(release, "acme--lexi-2", "nothing") is None


@pytest.mark.parametrize("name", ["results.json", "pages/index.html", "release.json"])
def test_a_changed_byte_is_noticed(tmp_path: Path, name: str) -> None:
    path = frozen.write_release(tmp_path) / name
    path.write_bytes(path.read_bytes()[:-1] + b" ")
    said = rf"{name} has other bytes.*\[broken_release\]"
    with pytest.raises(BrokenReleaseError, match=said) as error:
        load_releases(tmp_path)
    assert error.value.exit_code == 4
    assert "git checkout -- releases/2026.12" in str(error.value)


def test_only_the_first_changes_are_named(tmp_path: Path) -> None:
    folder = frozen.write_release(tmp_path)
    for number in range(5):
        (folder / f"more-{number}.txt").write_bytes(b"")
    with pytest.raises(BrokenReleaseError, match=r"more-2\.txt is not listed .*, and 2 more"):
        load_latest(tmp_path)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("release.json", "{", "cannot be read"),
        ("release.json", '{"version": 1}', "cannot be read"),
        ("results.json", "NaN}", "cannot be read"),
        ("results.json", None, "cannot be read"),
    ],
)
def test_a_release_that_cannot_be_read_is_broken(
    tmp_path: Path, name: str, text: str | None, said: str
) -> None:
    folder = frozen.write_release(tmp_path)
    if text is None:
        (folder / name).unlink()
    else:
        (folder / name).write_text(text, "utf-8")
    resum(folder)
    with pytest.raises(BrokenReleaseError, match=said):
        load_latest(tmp_path)


def test_a_release_bears_the_name_that_it_says(tmp_path: Path) -> None:
    frozen.write_release(tmp_path).rename(tmp_path / "releases" / "2027.01")
    with pytest.raises(BrokenReleaseError, match=r"release\.json names 2026\.12"):
        load_latest(tmp_path)


def test_nothing_else_lies_among_releases(tmp_path: Path) -> None:
    (tmp_path / "releases").mkdir()
    (tmp_path / "releases" / "2026.12").write_text("", "utf-8")
    with pytest.raises(BrokenRepositoryError, match="is no release"):
        list_versions(tmp_path)


def test_served_bytes_are_the_frozen_ones_and_fit_the_served_list(
    root: Path, tmp_path: Path
) -> None:
    release = load_release(root, "2026.12")
    copy_release(release, tmp_path / "v")
    served = {
        path.relative_to(tmp_path / "v").as_posix(): path.read_bytes()
        for path in (tmp_path / "v").rglob("*")
        if path.is_file()
    }
    assert served.keys() == served_files(release).keys()
    for name, data in served.items():
        origin = release.folder / "pages" / name
        assert data == (origin if origin.is_file() else release.folder / name).read_bytes()
    listed = parse_sums(served.pop(SUMS).decode())
    assert parse_sums(render_sums(served)) == listed


def test_results_of_a_release_are_those_of_a_build(root: Path) -> None:
    release = load_release(root, "2026.12")
    text = (release.folder / "results.json").read_text("utf-8")
    assert json.loads(text) == release.results
    assert text == frozen.files()["results.json"].decode()
