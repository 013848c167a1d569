r"""What the pull-request check says of a pull request, from git objects alone.

The head is never checked out: names, modes and bytes are read with `git`, judged by the code, the
gold and the schema of the running checkout (`--root`), beside everything else as it is in the base.

What workflows call, each with values passed through the environment and quoted:

`validate.yml` (no secrets, main's code in `trusted/`, whose clone has fetched main and
`refs/pull/N/head` with enough history for a merge base)::

    leaderboard --root trusted review --base "$BASE_SHA" --head "$HEAD_SHA" --author "$LOGIN" \
        --index board-index.jsonl --out-json report.json --out-markdown summary.md --format github

`BASE_SHA` is main as just fetched (`pull_request.base.sha` goes stale), `HEAD_SHA` the head of the
pull request itself, never the merge that GitHub made of it; `LOGIN` is the author of the pull
request (`github.event.pull_request.user.login`). In a merge queue the same line is run for each
pull request of the group, `BASE_SHA` being the group's base. `--index` may be left out: then every
neighbour is read and scored again, which is right and slow. Exit code 0: accepted, or for a
maintainer to look at; 1: refused, with findings; 2: usage, such as a revision or history that is
not there; 4: a broken repository or an index that is not what it says it is. Both files are
written for 0 and for 1, and for neither 2 nor 4.

`comment.yml` (main's code, `pull-requests: write`), after it found the pull request by its head::

    leaderboard review --render report.json --head "$HEAD_SHA"   # Markdown on standard output
    leaderboard review --fixed-text                               # where a path lies outside

The first trusts nothing in the file: strict form, bounded size and lengths, every text escaped
again; a report of another head is refused (exit 1, nothing on standard output). The second reads
nothing at all. A pull request that changes a workflow can forge the artifact, so the caller must
choose the second whenever any changed path lies outside `submissions/<id>/`, by a list that it got
from GitHub and not from the report. In Python: `parse_report(data) -> Report`,
`render_markdown(report) -> str`, `FIXED_TEXT`.

`pages.yml` (push to main) publishes what `--index` reads, next to the site::

    leaderboard index --rev HEAD --out build/site/board-index.jsonl [--index OLD]

Its first line holds the SHA-256 of all that follows; a row is used only where the object id of the
submission's folder, the scorer, the gold and this program's code are those that it was made with.
"""

from __future__ import annotations

from leaderboard.review.index import Index, parse_index
from leaderboard.review.markdown import FIXED_TEXT, render_markdown
from leaderboard.review.report import Report, ReportError, parse_report
from leaderboard.review.reviewing import Reviewed, review

__all__ = [
    "FIXED_TEXT",
    "Index",
    "Report",
    "ReportError",
    "Reviewed",
    "parse_index",
    "parse_report",
    "render_markdown",
    "review",
]
