"""Runs MkDocs on prepared pages, in a process of its own so that nothing of this one leaks in."""

from __future__ import annotations

import datetime as dt
import gzip
import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

import yaml

from leaderboard.errors import BrokenRepositoryError

__all__ = ["add_to_sitemap", "build_pages", "epoch", "prune"]

KEPT_VARIABLES: Final = ("HOME", "PATH", "SITE_URL", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR")
"""What of the surroundings a build may see; a date, a locale or a time zone is not among it."""
WARNING: Final = re.compile(r"^(?:WARNING|ERROR)\s+-\s+(.*)$", re.MULTILINE)


def epoch(date: dt.date | None) -> int:
    """Seconds since 1970 of midnight UTC on `date`; 0 where no date is known."""
    return 0 if date is None else (date - dt.date(1970, 1, 1)).days * 86_400


def build_pages(
    root: Path, docs: Path, site: Path, settings: Mapping[str, Any], date: dt.date | None
) -> None:
    """Render the Markdown pages in `docs` into `site`.

    Args:
        root: the repository's root, with `mkdocs.yml`.
        docs: the prepared pages and assets.
        site: where the rendered site goes.
        settings: what takes the place of settings of `mkdocs.yml`, such as the navigation.
        date: the date that the sitemap names.

    Raises:
        BrokenRepositoryError: MkDocs warns or fails.

    """
    config = docs.parent / "mkdocs.yml"
    values = {
        "INHERIT": str(root / "mkdocs.yml"),
        "docs_dir": str(docs),
        "site_dir": str(site),
        **settings,
    }
    config.write_text(yaml.safe_dump(values, sort_keys=False, allow_unicode=True), "utf-8")
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    done = subprocess.run(  # noqa: S603 - our own interpreter and file
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(config)],
        env=kept
        | {
            "SOURCE_DATE_EPOCH": str(epoch(date)),
            "PYTHONHASHSEED": "0",
            "PYTHONPATH": os.pathsep.join(sys.path),
            "PYTHONUTF8": "1",
            "PYTHONWARNINGS": "ignore",
            "TZ": "UTC",
            "LC_ALL": "C.UTF-8",
            "NO_COLOR": "1",
            "DISABLE_MKDOCS_2_WARNING": "true",
        },
        capture_output=True,
        check=False,
        text=True,
    )
    if done.returncode:
        said = WARNING.findall(done.stderr) or done.stderr.strip().splitlines()[-3:]
        raise BrokenRepositoryError("MkDocs refuses the pages: " + "; ".join(said))


def prune(site: Path) -> None:
    """Drop what no page needs: source maps and the search stemmers of other languages."""
    for path in site.rglob("*.map"):
        path.unlink()
    shutil.rmtree(site / "assets" / "javascripts" / "lunr", ignore_errors=True)


def add_to_sitemap(
    site: Path, addresses: Iterable[str], date: dt.date | None, *, without: Iterable[str] = ()
) -> None:
    """List more pages in the sitemap, and take some out.

    A sitemap holds absolute addresses only. A site that was not told its own address (`SITE_URL`)
    has none, so its empty sitemap is dropped.

    Args:
        site: the rendered site.
        addresses: of the pages to list, relative to the site's root.
        date: when they were changed.
        without: addresses to take out.

    """
    path = site / "sitemap.xml"
    text = path.read_text("utf-8")
    found = re.findall(r"<loc>([^<]*)</loc>", text)
    if not found:
        path.unlink()
        (site / "sitemap.xml.gz").unlink()
        return
    start = min(found, key=len)
    dropped = {start + escape(address) for address in without}
    listed = [loc for loc in found if loc not in dropped]
    listed += [start + escape(address) for address in sorted(addresses)]
    changed = "" if date is None else f"\n    <lastmod>{date.isoformat()}</lastmod>"
    urls = "".join(f"\n  <url>\n    <loc>{loc}</loc>{changed}\n  </url>" for loc in listed)
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}\n</urlset>\n'
    )
    path.write_text(text, "utf-8")
    packed = io.BytesIO()
    with gzip.GzipFile("", "wb", fileobj=packed, mtime=epoch(date)) as file:
        file.write(text.encode("utf-8"))
    (site / "sitemap.xml.gz").write_bytes(packed.getvalue())
