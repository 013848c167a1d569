"""A release in whole builds: its bytes stay while scorer, templates and theme change around it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from leaderboard.citation.choosing import load_frozen_row
from tests.leaderboard.citation.judges import decode_tex, parse_bibtex
from tests.leaderboard.repositories import add_submission, only_defined
from tests.system.sites import copy_repository, run
from tests.system.test_site import files, look

pytestmark = pytest.mark.slow
VERSION = "2026.12"


def commit(root: Path) -> None:
    who = {"NAME": "Ada", "EMAIL": "ada@example.org", "DATE": "2026-12-01T10:00:00Z"}
    named = {f"GIT_{w}_{k}": v for w in ("AUTHOR", "COMMITTER") for k, v in who.items()}
    for arguments in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-q", "-m", "State"]):
        subprocess.run(["git", *arguments], cwd=root, env=os.environ | named, check=True)


def build(root: Path, out: Path) -> Path:
    ended = run(root, "build", "--out", str(out))
    assert ended.returncode == 0, ended.stderr
    return out


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The folder on a server of its own; gives its address."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with one submission, of which a release was made and committed."""
    root = copy_repository(tmp_path_factory.mktemp("releases") / "repository")
    (root / ".gitignore").write_text("__pycache__/\n/build/\n/data/\n", "utf-8")
    add_submission(root, "acme--one", only_defined, name="A_B & {C} % é")
    commit(root)
    ended = run(root, "release", VERSION)
    assert ended.returncode == 0, ended.stderr
    commit(root)
    return root


@pytest.fixture(scope="module")
def built(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(root, tmp_path_factory.mktemp("built") / "site")


def test_the_site_serves_what_was_frozen(root: Path, built: Path) -> None:
    served = files(built / "v" / VERSION)
    folder = root / "releases" / VERSION
    for name, data in files(folder / "pages").items():
        assert served.pop(name) == data
    assert served == {
        name: data
        for name, data in files(folder).items()
        if not name.startswith("pages/") and name != "SHA256SUMS"
    }
    assert (built / "results.json").read_bytes() == served["results.json"]


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_frozen_bytes_stay_while_scorer_templates_and_theme_change(
    root: Path, built: Path, tmp_path: Path
) -> None:
    changed = tmp_path / "changed"
    subprocess.run(["git", "clone", "-q", str(root), str(changed)], check=True)
    replace(changed / "scoring" / "signature.py", '"1.', '"9.')
    # Another rule, so that every recall moves.
    replace(
        changed / "scoring" / "contractscrub" / "metrics.py",
        "Fraction(self.tp, self.gold)",
        "Fraction(self.tp, 2 * self.gold)",
    )
    replace(changed / "leaderboard" / "display.py", 'f"{Decimal', 'f"about {Decimal')
    templates = changed / "site" / "templates" / "frozen"
    replace(templates / "base.html", "<main>", "<main><p>Other</p>")
    for name in ("release.html", "benchmark.html", "row.html"):
        replace(templates / name, "<h1>", "<h1>Other: ")
    with (templates / "style.css").open("a") as style:
        style.write("body { background: red; }\n")
    with (changed / "site" / "docs" / "assets" / "site.css").open("a") as style:
        style.write("body { background: red; }\n")
    replace(changed / "mkdocs.yml", "site_name: ContractScrub Leaderboard", "site_name: Other")
    replace(changed / "mkdocs.yml", "scheme: slate", "scheme: default")
    again = tmp_path / "site"
    ended = run(changed, "build", "--out", str(again), SITE_URL="https://other.example/")
    assert ended.returncode == 0, ended.stderr
    assert files(again / "v" / VERSION) == files(built / "v" / VERSION)
    assert (again / "results.json").read_bytes() != (built / "results.json").read_bytes()
    for name in ("index.html", "openscrub/index.html", f"releases/{VERSION}/index.html"):
        assert (again / name).read_bytes() != (built / name).read_bytes()
    standing = (again / "releases" / VERSION / "index.html").read_text("utf-8")
    assert re.search(r"\d numbers moved", standing)
    frozen = run(changed, "release", "--check", "--base", "HEAD")
    assert frozen.returncode == 0, frozen.stderr


def test_sha256sum_agrees_in_the_repository_and_on_the_site(root: Path, built: Path) -> None:
    for folder in (root / "releases" / VERSION, built / "v" / VERSION):
        subprocess.run(
            ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=folder, check=True
        )


def test_a_citation_on_the_command_line_leads_to_the_frozen_number(root: Path, built: Path) -> None:
    ended = run(root, "cite", "acme--one", SITE_URL="https://board.example/x")
    (entry,) = parse_bibtex(ended.stdout)
    assert decode_tex(entry["title"]).startswith(
        "ContractScrub Leaderboard: A_B & {C} % é by Acme on OpenScrub"
    )
    _, row = load_frozen_row(root, entry["url"])
    results = json.loads((built / "v" / VERSION / "results.json").read_text("utf-8"))
    (other,) = [
        each for each in results["benchmarks"]["openscrub"]["rows"] if each["id"] == "acme--one"
    ]
    assert row == other
    assert f"Macro recall {row['primary']:.3f}" in decode_tex(entry["note"])
    page = built / entry["url"].removeprefix("https://board.example/x/") / "index.html"
    assert f'data-value="{row["primary"]!r}"' in page.read_text("utf-8")


def test_pages_of_today_lead_to_the_frozen_ones_and_back(built: Path) -> None:
    entry = (built / "submissions" / "acme--one" / "openscrub" / "index.html").read_text("utf-8")
    assert f'href="../../../v/{VERSION}/openscrub/acme--one/"' in entry
    frozen = built / "v" / VERSION / "openscrub" / "acme--one" / "index.html"
    assert f'href="../../../../releases/{VERSION}/#openscrub-acme--one"' in frozen.read_text()
    standing = (built / "releases" / VERSION / "index.html").read_text("utf-8")
    assert 'id="openscrub-acme--one"' in standing


def test_no_link_of_a_site_with_releases_is_dead(built: Path) -> None:
    lychee = Path(sys.executable).with_name("lychee")
    pages = [
        *(built / "v").rglob("*.html"),
        *(built / "releases").rglob("*.html"),
        built / "submissions" / "acme--one" / "openscrub" / "index.html",
    ]
    found = subprocess.run(
        [
            str(lychee), "--offline", "--include-fragments", "--no-progress", "--root-dir",
            str(built), "--index-files", "index.html", *(str(page) for page in sorted(pages)),
        ],
        capture_output=True,
        check=False,
        text=True,
    )  # fmt: skip
    assert found.returncode == 0, found.stdout


def test_latest_leads_a_browser_to_the_newest_release(
    chromium: str, built: Path, tmp_path: Path
) -> None:
    with serving(built) as address:
        page = look(chromium, tmp_path, f"{address}v/latest/")
        assert [h1.text for h1 in page.all("h1")] == [f"Release {VERSION}"]
        page = look(chromium, tmp_path, f"{address}v/")
        assert page.all("h1")[0].text.startswith("Releases and citing")


def test_a_release_on_the_board_can_be_verified(root: Path) -> None:
    ended = run(root, "verify", "acme--one", "--release", VERSION)
    assert ended.returncode == 0, ended.stderr
    replace(
        root / "releases" / VERSION / "pages" / "index.html", "Release 2026.12", "Release 2026.13"
    )
    ended = run(root, "verify", "acme--one", "--release", VERSION)
    assert ended.returncode == 4
    assert "[broken_release]" in ended.stderr
    subprocess.run(["git", "checkout", "-q", "--", "releases"], cwd=root, check=True)
