"""The life of published numbers: released, moved, explained, disputed; entries come and go."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from xml.etree import ElementTree as ET

import pytest

from tests.conftest import ROOT
from tests.leaderboard.repositories import add_submission, echo_gold, only_defined, openscrub
from tests.system.sites import copy_repository, run

pytestmark = pytest.mark.slow
ATOM = "{http://www.w3.org/2005/Atom}"
REPOSITORY = "https://github.com/example/board"
REASON = "Two answers were cut off; run again."


def git(root: Path, *arguments: str) -> None:
    author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run(["git", *author, *arguments], cwd=root, check=True, timeout=60)


def commit(root: Path, what: str) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", what, "--date", "2026-12-01T12:00:00Z")


def half(_: str, gold: Mapping[str, Any]) -> str:
    whole = json.loads(echo_gold(_, gold))
    return json.dumps({key: entries[::2] for key, entries in whole.items()})


def edit(path: Path, **change: Any) -> None:
    value = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**value, **change}), "utf-8")


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1, (path, old)
    path.write_text(text.replace(old, new), "utf-8")


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with five submissions and a release of them."""
    root = copy_repository(tmp_path_factory.mktemp("life") / "repository")
    shutil.copyfile(ROOT / "CHANGELOG.md", root / "CHANGELOG.md")
    shutil.rmtree(root / "releases", ignore_errors=True)
    replace(root / "mkdocs.yml", "  repository: null", f"  repository: {REPOSITORY}")
    add_submission(root, "acme--half", half, name="Half")
    add_submission(root, "acme--first", only_defined, name="First")
    add_submission(root, "acme--wrong", name="Wrong")
    add_submission(root, "acme--old-name", half, name="Renamed", system={"reasoning": "high"})
    add_submission(root, "acme--still", only_defined, name="Still")
    git(root, "init", "-q", "-b", "main")
    commit(root, "All")
    made = run(root, "release", "2026.12")
    assert made.returncode == 0, made.stderr
    commit(root, "Release")
    return root


def dispute(root: Path) -> dict[str, Any]:
    """Dispute the first gold entry of the first contract that has a definition."""
    version, edition = openscrub()
    contract = edition.items[0]
    entry = {
        key: value
        for key, value in edition.gold[contract]["defined_terms"][0].items()
        if isinstance(value, str)
    }
    record = {
        "id": "openscrub-1",
        "edition": version,
        "contract": contract,
        "category": "defined_terms",
        "entry": entry,
        "by": "ada",
        "issue": f"{REPOSITORY}/issues/7",
        "date": "2026-12-03",
        "state": "open",
        "why": "It is a heading <b>, not a definition.",
    }
    (root / "disputes").mkdir(exist_ok=True)
    # JSON is YAML; a date must come unquoted to be one.
    text = json.dumps({"disputes": [record]}).replace('"2026-12-03"', "2026-12-03")
    (root / "disputes" / "openscrub.yaml").write_text(text, "utf-8")
    return record


@pytest.fixture(scope="module")
def moved(released: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same after a submission's update, a rename, a retraction, a successor, a dispute."""
    root = tmp_path_factory.mktemp("moved") / "repository"
    shutil.copytree(released, root)
    folder = root / "submissions"
    shutil.rmtree(folder / "acme--half")
    change = {"date": "2026-12-05", "reason": REASON}
    add_submission(root, "acme--half", name="Half", changes=[change])
    (folder / "acme--old-name").rename(folder / "acme--new-name")
    edit(folder / "acme--new-name" / "submission.json", aliases=["acme--old-name"])
    edit(folder / "acme--wrong" / "submission.json", status="retracted", reason="Saw the gold.")
    edit(
        folder / "acme--first" / "submission.json",
        status="superseded",
        reason="A second version is there.",
        successor="acme--second",
    )
    add_submission(root, "acme--second", half, name="Second")
    dispute(root)
    commit(root, "Life goes on")
    built = run(root, "build")
    assert built.returncode == 0, built.stderr
    return root


def page(root: Path, address: str) -> str:
    return (root / "build" / "site" / address / "index.html").read_text("utf-8")


def test_before_anything_changes_nothing_moved(released: Path) -> None:
    ended = run(released, "ledger", "--check")
    assert ended.returncode == 0, ended.stderr
    assert re.match(
        r"Since release 2026\.12: none of [0-9,]+ published numbers moved", ended.stdout
    )
    verified = run(released, "verify", "acme--half")
    assert verified.returncode == 0
    assert "against release 2026.12: equal." in verified.stdout
    assert "SHA256SUMS" in verified.stderr
    for program in ("program--regex-scrubber", "program--nothing"):
        assert run(released, "verify", program).returncode == 0


def test_an_explained_update_is_on_the_ledger_and_passes(moved: Path) -> None:
    ended = run(moved, "ledger", "--check", "--format", "json")
    assert ended.returncode == 0, ended.stderr
    ledger = json.loads(ended.stdout)
    (row,) = ledger["moves"]
    assert row["id"] == "acme--half"
    (cause,) = row["causes"]
    assert cause["kind"] == "submission"
    assert cause["reasons"] == [f"2026-12-05: {REASON}"]
    first = row["numbers"][0]
    assert first["key"] == "card.full.macro_recall"
    assert first["old"] < first["new"] == 1
    assert [(event["kind"], event["id"]) for event in ledger["events"]] == [
        ("superseded", "acme--first"),
        ("renamed", "acme--new-name"),
        ("new", "acme--second"),
        ("retracted", "acme--wrong"),
    ]
    own = {rank["id"]: rank["because"] for rank in ledger["ranks"]}
    assert own["acme--half"] == own["acme--wrong"] == "own number"
    assert own["program--nothing"] == "neighbours"
    # A built file saves scoring everything again and gives the same.
    given = ("--results", "build/site/results.json")
    again = run(moved, "ledger", "--check", "--format", "json", *given)
    assert json.loads(again.stdout)["moves"] == ledger["moves"]
    cards = run(moved, "score", "--out", "cards.json")
    assert cards.returncode == 0
    of_cards = run(moved, "ledger", "--check", "--format", "json", "--cards", "cards.json")
    assert of_cards.returncode == 0
    assert [row["id"] for row in json.loads(of_cards.stdout)["moves"]] == ["acme--half"]


def test_verify_says_what_moved_and_why(moved: Path) -> None:
    ended = run(moved, "verify", "acme--half")
    assert ended.returncode == 0, ended.stdout
    assert "against release 2026.12: moved." in ended.stdout
    assert "Reason: submission" in ended.stdout
    assert REASON in ended.stdout
    renamed = run(moved, "verify", "acme--old-name")
    assert renamed.returncode == 0
    assert "acme--old-name is a former id of acme--new-name." in renamed.stderr
    assert "It was published as acme--old-name." in renamed.stdout
    assert "equal" in renamed.stdout
    new = run(moved, "verify", "acme--second", "--release", "2026.12")
    assert new.returncode == 0
    assert "not there; reproduced, compared with nothing" in new.stdout
    built = run(moved, "verify", "acme--second", "--results", "build/site/results.json")
    assert "against results.json: equal." in built.stdout


def test_the_pages_say_it_too(moved: Path) -> None:
    changes = page(moved, "changes")
    assert REASON in changes
    assert "<strong>1.0000</strong>" in changes
    assert "its former id is <code>acme--old-name</code>" in changes
    assert "Ranks that moved only because of other rows" in changes
    feed = ET.fromstring((moved / "build/site/changes.xml").read_bytes())  # noqa: S314 - our own
    titles = [entry.findtext(f"{ATOM}title") for entry in feed.iter(f"{ATOM}entry")]
    assert len(titles) == 4
    assert titles[0] is not None
    assert titles[0].startswith("Half on OpenScrub: Macro recall 0.")
    ids = [entry.findtext(f"{ATOM}id") or "" for entry in feed.iter(f"{ATOM}entry")]
    assert len(set(ids)) == len(ids)
    assert all(id_.startswith("urn:uuid:") for id_ in ids)
    text = "".join(entry.findtext(f"{ATOM}content") or "" for entry in feed.iter(f"{ATOM}entry"))
    assert REASON in text


def test_old_addresses_lead_on(moved: Path) -> None:
    for below in ("", "/openscrub"):
        old = page(moved, f"submissions/acme--old-name{below}")
        target = re.search(r'http-equiv="refresh" content="0; url=([^"]+)"', old)
        assert target
        place = moved / "build/site/submissions/acme--old-name" / below.lstrip("/") / target[1]
        assert (place / "index.html").resolve() == (
            moved / f"build/site/submissions/acme--new-name{below}/index.html"
        ).resolve()
    compared = run(moved, "compare", "acme--old-name", "acme--half")
    assert compared.returncode == 0
    assert "acme--old-name is a former id of acme--new-name." in compared.stderr


def row_of(html: str, id_: str) -> str:
    found = re.search(rf'<tr id="row-{id_}".*?</tr>', html, re.DOTALL)
    assert found
    return found[0]


def test_retracted_and_superseded_rows_are_kept_marked_and_unranked(moved: Path) -> None:
    board = page(moved, "openscrub")
    wrong, first = row_of(board, "acme--wrong"), row_of(board, "acme--first")
    assert 'class="unranked retracted"' in wrong
    assert 'data-column="macro_recall" data-value="1.0"' in wrong
    assert 'class="unranked"' in first
    assert 'href="../submissions/acme--second/">by acme--second</a>' in first
    for row in (wrong, first):
        rank = re.search(r'<td class="num rank[^>]*>', row)
        assert rank
        assert "data-value" not in rank[0]
    own = page(moved, "submissions/acme--wrong")
    assert "<s><bdi>Wrong</bdi></s>" in own
    assert "<strong>Retracted.</strong> Saw the gold." in own
    old = page(moved, "submissions/acme--first")
    assert '<strong>Superseded by <a href="../acme--second/">' in old.replace(
        "../../submissions/acme--second/", "../acme--second/"
    )


def test_disputed_gold_is_listed_with_what_it_would_move(moved: Path) -> None:
    html = page(moved, "disputes")
    assert "It is a heading &lt;b&gt;, not a definition." in html
    assert f'href="{REPOSITORY}/issues/7"' in html
    assert f'href="{REPOSITORY}/issues/new?template=dispute.yml"' in html
    assert "would change" in html or "No rank would change." in html
    entries = page(moved, "submissions/acme--half/openscrub")
    version, _ = openscrub()
    assert (
        f'data-dispute="{REPOSITORY}/issues/new?template=dispute.yml&amp;'
        f'benchmark=openscrub+{version}"' in entries
    )
    assert 'data-fields="term location"' in entries


def dom(chromium: str, profile: Path, address: str) -> str:
    """A page as it is after its scripts."""
    shown = subprocess.run(
        [
            chromium,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            f"--user-data-dir={profile}",
            "--virtual-time-budget=5000",
            "--dump-dom",
            address,
        ],
        capture_output=True,
        check=True,
        text=True,
        timeout=120,
    )
    return shown.stdout


def test_each_entry_of_gold_in_sight_has_a_link_that_fills_the_form_in(
    moved: Path, tmp_path: Path, chromium: str
) -> None:
    page = moved / "build/site/submissions/acme--half/openscrub/index.html"
    shown = dom(chromium, tmp_path, f"{page.as_uri()}#defined_terms")
    links = re.findall(r'<a href="([^"]+)"[^>]* class="dispute">dispute this entry</a>', shown)
    assert 0 < len(links) <= 200
    version, edition = openscrub()
    contract = edition.items[0]
    entry = edition.gold[contract]["defined_terms"][0]
    asked = parse_qs(urlsplit(links[0].replace("&amp;", "&")).query)
    assert asked == {
        "template": ["dispute.yml"],
        "benchmark": [f"openscrub {version}"],
        "contract": [contract],
        "category": ["defined_terms"],
        "entry": [f"term: {entry['term']}\nlocation: {entry['location']}"],
    }


def without_reason(root: Path) -> None:
    edit(root / "submissions" / "acme--half" / "submission.json", changes=[])


def deleted(root: Path) -> None:
    shutil.rmtree(root / "submissions" / "acme--still")


def other_scorer(root: Path) -> None:
    replace(
        root / "scoring" / "contractscrub" / "metrics.py",
        "return Fraction(self.tp, self.gold) if self.gold else None",
        "return Fraction(self.tp, self.gold + 1) if self.gold else None",
    )


def other_version(root: Path) -> None:
    other_scorer(root)
    replace(
        root / "scoring" / "signature.py",
        'SCORING_VERSION: Final = "1.0"',
        'SCORING_VERSION: Final = "1.1"',
    )


@dataclass(frozen=True)
class Broken:
    """A change that nobody explained, the finding that names it, and an entry that it moves."""

    change: Callable[[Path], None]
    code: str
    file: str
    mend: str
    moves: str


@pytest.mark.parametrize(
    "broken",
    [
        Broken(
            without_reason,
            "unexplained_move",
            "submissions/acme--half/submission.json",
            "changes",
            "acme--half",
        ),
        Broken(deleted, "vanished_row", "CHANGELOG.md", "## Removed acme--still", ""),
        Broken(
            other_scorer,
            "unexplained_move",
            "scoring/signature.py",
            "Raise SCORING_VERSION",
            "acme--still",
        ),
        Broken(other_version, "unexplained_move", "CHANGELOG.md", "## Scorer 1.1", "acme--still"),
    ],
    ids=lambda broken: broken.change.__name__,
)
def test_what_nobody_explained_fails(moved: Path, tmp_path: Path, broken: Broken) -> None:
    root = tmp_path / "repository"
    shutil.copytree(moved, root, ignore=shutil.ignore_patterns("build"))
    broken.change(root)
    ended = run(root, "ledger", "--check", "--format", "json")
    assert ended.returncode == 1, ended.stderr
    found = {
        (finding["code"], finding["file"]): finding["mend"]
        for finding in json.loads(ended.stdout)["findings"]
    }
    assert broken.mend in found[broken.code, broken.file]
    if broken.moves:
        assert run(root, "verify", broken.moves).returncode == 1


def test_a_scorer_that_says_what_moved_is_explained(moved: Path, tmp_path: Path) -> None:
    root = tmp_path / "repository"
    shutil.copytree(moved, root, ignore=shutil.ignore_patterns("build"))
    other_version(root)
    replace(
        root / "CHANGELOG.md", "## Scorer 1.0\n", "## Scorer 1.1\n\nOne more.\n\n## Scorer 1.0\n"
    )
    ended = run(root, "ledger", "--check", "--format", "json")
    assert ended.returncode == 0, ended.stderr
    moves = {row["id"]: row for row in json.loads(ended.stdout)["moves"]}
    assert [cause["kind"] for cause in moves["acme--half"]["causes"]] == ["submission", "scorer"]
    assert [cause["kind"] for cause in moves["acme--still"]["causes"]] == ["scorer"]
    assert moves["acme--still"]["causes"][0]["reasons"] == ["One more."]


def test_a_release_that_was_tampered_with_verifies_nothing(moved: Path, tmp_path: Path) -> None:
    root = tmp_path / "repository"
    shutil.copytree(moved, root, ignore=shutil.ignore_patterns("build"))
    path = root / "releases" / "2026.12" / "results.json"
    path.write_text(path.read_text("utf-8").replace('"primary": 1.0', '"primary": 0.9'), "utf-8")
    ended = run(root, "verify", "acme--half")
    assert ended.returncode == 4
    assert "results.json has other bytes" in ended.stderr
    assert ended.stdout == ""


def test_a_dispute_about_nothing_breaks_the_build(moved: Path, tmp_path: Path) -> None:
    root = tmp_path / "repository"
    shutil.copytree(moved, root, ignore=shutil.ignore_patterns("build"))
    replace(root / "disputes" / "openscrub.yaml", '"category": "defined_terms"', '"category": "x"')
    ended = run(root, "build")
    assert ended.returncode == 4
    assert "disputes/openscrub.yaml, openscrub-1: the gold of" in ended.stderr
    assert "Traceback" not in ended.stderr
