"""A repository that stands for the one on the hosting service, with pull requests and a queue."""

from __future__ import annotations

import itertools
import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.conftest import ROOT
from tests.leaderboard.gits import run_git
from tests.leaderboard.repositories import add_submission, echo_gold
from tests.system.sites import copy_repository
from tests.workflows.actions import Event, Hosted

__all__ = ["OWNER", "STANDING", "Change", "Origin", "half"]

OWNER: Final = "ada"
STANDING: Final = "acme--lexi-1"
"""The entry that is on main."""
FILES: Final = (
    ".gitattributes",
    ".gitignore",
    "CHANGELOG.md",
    "Makefile",
    "pyproject.toml",
    "requirements.lock",
)
PROGRAMS: Final = {
    # Answers who opened a pull request, and keeps what it was told to publish.
    "gh": """#!/bin/bash
set -eu
if [ "$1" = api ]; then
  [[ "$2" =~ ^repos/board/leaderboard/pulls/([0-9]+)$ ]]
  cat "$GH_LOGINS/${BASH_REMATCH[1]}"
else
  test -n "$GH_TOKEN"
  printf '%s\\n' "$@" > "$GH_TOLD"
  for asset in assets/*; do grep -qxF "$asset" "$GH_TOLD"; done
fi
""",
    # Serves what main published, or nothing.
    "curl": """#!/bin/bash
set -eu
address="${!#}"
[ "$address" = "https://board.github.io/leaderboard/board-index.jsonl" ]
while [ "$1" != --output ]; do shift; done
if [ -f "$PUBLISHED_INDEX" ]; then cp "$PUBLISHED_INDEX" "$2"; else exit 22; fi
""",
    # `make test` in a test would be this test again.
    "make": """#!/bin/bash
echo "make $*"
""",
}
"""Programs that are not ours and would reach the network, or this very test."""

Change = Callable[[Path], None]
"""What a branch changes in a working tree."""


def half(item: str, gold: Mapping[str, Any]) -> str:
    """Every other gold entry of each category."""
    whole = json.loads(echo_gold(item, gold))
    return json.dumps({key: entries[::2] for key, entries in whole.items()})


@dataclass
class Origin:
    """The bare repository, and a clone to work in.

    Attributes:
        folder: of everything.
        numbers: of pull requests to come.

    """

    folder: Path
    numbers: Any = field(default_factory=lambda: itertools.count(5))

    @classmethod
    def make(cls, folder: Path) -> Origin:
        """A repository like this one, with one entry by `OWNER`."""
        origin = cls(folder)
        work = copy_repository(folder / "work")
        shutil.rmtree(work / "submissions")
        (work / "submissions").mkdir()
        for name in FILES:
            shutil.copyfile(ROOT / name, work / name)
        shutil.copytree(ROOT / ".github", work / ".github")
        add_submission(work, STANDING, half, name="Lexi 1", submitters=origin.submitters(OWNER))
        run_git(work, "init", "-q", "-b", "main")
        run_git(work, "add", "-A")
        run_git(work, "commit", "-q", "-m", "All")
        run_git(folder, "clone", "-q", "--bare", str(work), str(origin.bare))
        run_git(work, "remote", "add", "origin", origin.bare.as_uri())
        origin.logins.mkdir()
        programs = folder / "programs"
        programs.mkdir()
        for name, text in PROGRAMS.items():
            (programs / name).write_text(text, "utf-8")
            (programs / name).chmod(0o755)
        return origin

    @property
    def bare(self) -> Path:
        """The repository itself."""
        return self.folder / "origin.git"

    @property
    def work(self) -> Path:
        """A clone of it, on main between changes."""
        return self.folder / "work"

    @property
    def logins(self) -> Path:
        """Who opened which pull request, as GitHub knows it."""
        return self.folder / "logins"

    @staticmethod
    def submitters(login: str) -> list[dict[str, str]]:
        """As `submission.json` has them."""
        return [{"name": login.title(), "github": login}]

    def hosted(self, jobs: Path, **change: Any) -> Hosted:
        """Where its workflows run.

        Args:
            jobs: folder for the jobs' own.
            change: attributes of `Hosted`.

        """
        environment = {
            "GH_LOGINS": str(self.logins),
            "GH_TOLD": str(jobs / "gh-told.txt"),
            "PUBLISHED_INDEX": str(self.folder / "published" / "board-index.jsonl"),
            # Whatever asks the network is refused at once.
            "http_proxy": "http://127.0.0.1:9",
            "https_proxy": "http://127.0.0.1:9",
            "no_proxy": "127.0.0.1",
            **change.pop("environment", {}),
        }
        jobs.mkdir(parents=True, exist_ok=True)
        programs = self.folder / "programs"
        return Hosted(self.bare, jobs, environment=environment, programs=programs, **change)

    def commit(self, change: Change, message: str = "Change") -> str:
        """Change the working tree and commit all of it."""
        change(self.work)
        run_git(self.work, "add", "-A")
        run_git(self.work, "commit", "-q", "--allow-empty", "-m", message)
        return run_git(self.work, "rev-parse", "HEAD")

    def push(self, change: Change, message: str = "Change") -> Event:
        """Commit to main."""
        before = run_git(self.work, "rev-parse", "main")
        sha = self.commit(change, message)
        run_git(self.work, "push", "-q", "origin", "main")
        return Event("push", "refs/heads/main", sha, {"before": before, "after": sha})

    def pull_request(
        self, change: Change, author: str = OWNER, *, behind: Change | None = None
    ) -> Event:
        """Open a pull request from a fork.

        Args:
            change: what its branch changes.
            author: who opens it.
            behind: what main changes after the branch left it.

        """
        number = next(self.numbers)
        (self.logins / str(number)).write_text(f"{author}\n", "utf-8")
        base = run_git(self.work, "rev-parse", "main")
        run_git(self.work, "switch", "-q", "-c", f"pull-{number}")
        sha = self.commit(change)
        run_git(self.work, "push", "-q", "origin", f"HEAD:refs/pull/{number}/head")
        run_git(self.work, "switch", "-q", "main")
        if behind is not None:
            self.push(behind)
        merge = self._merge(sha)
        run_git(self.work, "push", "-q", "origin", f"{merge}:refs/pull/{number}/merge")
        return Event(
            "pull_request",
            f"refs/pull/{number}/merge",
            merge,
            {
                "number": number,
                "pull_request": {
                    "number": number,
                    "title": '$(touch "$HOME/pwned") `touch pwned`',
                    "user": {"login": author},
                    "head": {"sha": sha, "ref": "x$(touch${IFS}pwned)"},
                    "base": {"sha": base, "ref": "main"},
                },
            },
        )

    def queue(self, pull: Event) -> Event:
        """The merge queue tries a pull request on top of main."""
        base = run_git(self.work, "rev-parse", "main")
        number = pull.payload["number"]
        ref = f"refs/heads/gh-readonly-queue/main/pr-{number}-{base}"
        head = self._merge(pull.payload["pull_request"]["head"]["sha"])
        run_git(self.work, "push", "-q", "origin", f"{head}:{ref}")
        group = {"base_sha": base, "head_sha": head, "head_ref": ref}
        return Event("merge_group", ref, head, {"merge_group": group})

    def _merge(self, sha: str) -> str:
        """The commit that merges `sha` into main, which nobody is on."""
        run_git(self.work, "switch", "-q", "--detach", "main")
        run_git(self.work, "merge", "-q", "--no-ff", "-m", "Merge", sha)
        merged = run_git(self.work, "rev-parse", "HEAD")
        run_git(self.work, "switch", "-q", "main")
        return merged
